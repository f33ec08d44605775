"""Tables kept on disk: found again, made again if damaged or foreign, never in the way."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from feltlab.exact.solving import keeping
from feltlab.exact.solving.keeping import SETTING, kept

Kept = Callable[..., tuple[list[int], int]]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """Ask for a table: what it is, and how often it has been made by now."""
    monkeypatch.setenv(SETTING, str(tmp_path))
    monkeypatch.setattr(keeping, "WORTH_SECONDS", -1)
    made = []

    def make(*key: Any) -> tuple[list[int], int]:
        def work() -> keeping.Arrays:
            made.append(key)
            return {"counts": np.arange(3) + len(made)}

        return kept("counts", key, work)["counts"].tolist(), len(made)

    return make


def test_what_is_kept_is_found_again_under_its_key_alone(ask: Kept) -> None:
    assert ask(1, np.arange(4)) == ([1, 2, 3], 1)
    assert ask(1, np.arange(4)) == ([1, 2, 3], 1)
    assert ask(2, np.arange(4)) == ([2, 3, 4], 2)
    assert ask(1, np.arange(4, dtype=np.int32)) == ([3, 4, 5], 3)
    assert ask(1, np.arange(4).reshape(2, 2)) == ([4, 5, 6], 4)


def test_a_damaged_deleted_or_foreign_file_is_made_again(ask: Kept, tmp_path: Path) -> None:
    ask("a")
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for count, wrong in enumerate((b"", b"no archive", whole[: len(whole) // 2], _one_bit(whole)), start=2):
        file.write_bytes(wrong)
        assert ask("a")[1] == count
        assert ask("a")[1] == count
    file.unlink()
    assert ask("a")[1] == 6
    ask("b")
    other = next(path for path in tmp_path.iterdir() if path != file)
    file.write_bytes(other.read_bytes())
    assert ask("a")[1] == 8
    assert {path.suffix for path in tmp_path.iterdir()} == {".npz"}


def _one_bit(whole: bytes) -> bytes:
    """Turned in the numbers of the table itself."""
    at = whole.index((2).to_bytes(8, "little") + (3).to_bytes(8, "little"))
    return whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]


def test_another_version_makes_its_own(ask: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    ask("a")
    monkeypatch.setattr(keeping, "_version", lambda: "another")
    assert ask("a")[1] == 2


def test_the_oldest_go_when_there_is_too_much(ask: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        ask(number)
    files = sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    for age, file in enumerate(files):
        os.utime(file, (1000 + age, 1000 + age))
    monkeypatch.setattr(keeping, "MOST_BYTES", 3 * files[0].stat().st_size)
    ask(3)
    left = set(tmp_path.iterdir())
    assert files[0] not in left
    assert {files[1], files[2]} < left


def test_it_can_be_off_and_a_folder_that_cannot_be_written_is_no_fault(
    ask: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SETTING, "off")
    assert [ask("a")[1], ask("a")[1]] == [1, 2]
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(SETTING, str(tmp_path / "file"))
    assert [ask("a")[1], ask("a")[1]] == [3, 4]


def test_a_rule_is_known_by_its_code_and_by_all_that_it_calls(ask: Kept) -> None:
    def written(limit: str, inner: str) -> Any:
        names: dict[str, Any] = {"__name__": "a_game", "LIMIT": limit}
        exec(f"def inner(x):\n    return {inner}\n\ndef rule(x):\n    return inner(x) > LIMIT", names)  # noqa: S102
        return names["rule"]

    assert ask(written("1", "x + 1"))[1] == 1
    assert ask(written("1", "x + 1"))[1] == 1
    assert ask(written("2", "x + 1"))[1] == 2
    assert ask(written("1", "x + 2"))[1] == 3
    assert ask(object())[1] == 4
    assert ask(object())[1] == 5  # of which nothing lasting can be told
