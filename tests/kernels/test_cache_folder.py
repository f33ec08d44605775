"""Where compiled code is kept: beside the package for everyone, in the user's cache, or for one process."""

import os
from hashlib import blake2b
from pathlib import Path

import pytest

from feltlab.hands import jit


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that belongs to another user, with code already compiled."""
    for_all = tmp_path / "package" / "__pycache__" / jit.cache_folder().name
    for_all.mkdir(parents=True)
    (for_all / "kernel.nbi").write_text("compiled")
    monkeypatch.setattr(jit, "_PACKAGE", tmp_path / "package")
    monkeypatch.setattr(jit, "_compiled_files", lambda: iter(()))
    monkeypatch.setattr(os, "access", lambda path, _: (tmp_path / "package") not in (path, *Path(path).parents))
    return tmp_path


def found() -> Path:
    return jit.cache_folder.__wrapped__()


def _named(folder: Path) -> None:
    """The folder for everyone is named by the compiled code; here by nothing."""
    made = next((folder / "package" / "__pycache__").iterdir())
    made.rename(made.with_name(f"compiled-{blake2b(digest_size=8).hexdigest()}"))


def test_what_root_compiled_is_used_by_others(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _named(elsewhere)
    monkeypatch.setenv("XDG_CACHE_HOME", str(elsewhere / "cache"))
    own = found()
    assert own.is_relative_to(elsewhere / "cache")
    assert (own / "kernel.nbi").read_text() == "compiled"
    (own / "more.nbi").touch()
    assert (found(), sorted(path.name for path in own.iterdir())) == (own, ["kernel.nbi", "more.nbi"])
    assert [path.name for path in own.parent.iterdir()] == [own.name]


def test_without_a_home_it_is_there_for_one_process_and_one_line_says_so(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _named(elsewhere)
    (elsewhere / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(elsewhere / "file"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    passing = found()
    assert (passing / "kernel.nbi").read_text() == "compiled"
    assert os.environ["NUMBA_CACHE_DIR"] == str(passing)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "XDG_CACHE_HOME" in said
