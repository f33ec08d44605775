"""Output and input files: links, pipes and devices, modes, long lines, terminals without UTF-8."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from feltlab.commands.jsonl import LONGEST_LINE
from feltlab.errors import FeltlabError
from feltlab.whole import check_place, write_whole
from tests.conftest import Feltlab

ROOT = Path(__file__).parents[2]
ROUND = '{"game": "low-four", "player": "As"}'


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "kept.csv", tmp_path / "link.csv"
    link.symlink_to(target)
    for data in (b"made", b"made again"):
        write_whole(link, data)
        assert link.is_symlink()
        assert target.read_bytes() == data
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_pipe_gets_the_bytes_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"through")
    reader.join()
    assert (got, pipe.is_fifo()) == ([b"through"], True)
    write_whole(Path(os.devnull), b"gone")
    assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_the_mode_of_a_file_is_kept(mode: int, tmp_path: Path) -> None:
    file = tmp_path / "secret.csv"
    file.touch(mode)
    file.chmod(mode)
    write_whole(file, b"new")
    assert file.stat().st_mode & 0o777 == mode


def test_a_place_that_is_none_is_refused_before_anything_long(tmp_path: Path) -> None:
    for place, words in (
        (tmp_path, "a folder"),
        (tmp_path / "none" / "x", "there is no folder"),
        (Path(), "a f|no file"),
    ):
        with pytest.raises(FeltlabError, match=words):
            check_place(place)


def test_a_line_without_end_is_passed_over_and_the_next_is_answered(feltlab: Feltlab) -> None:
    long = "{" + " " * (3 * LONGEST_LINE)
    done = feltlab("settle", "--json", stdin=f"{long}\n{ROUND}\n{long}")
    first, second, third = done.stdout.splitlines()
    assert done.returncode == 1
    assert "longer" in first
    assert "longer" in third
    assert '"line":2' in second
    assert "longer" not in second


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("account", "list", "--database", "@/dev/zero"), "longer than 65,536 bytes"),
        (("audit", "--database", "sqlite:///{here}/none.db", "--anchors", "/dev/zero"), "neither a file nor a pipe"),
        (("audit", "--database", "sqlite:///{here}/none.db", "--anchors", "{here}"), "cannot be read: Is a directory"),
        (("audit", "--database", "sqlite:///{here}/none.db", "--anchors", "{here}/long"), "longer than 65,536 bytes"),
        (("audit", "--database", "sqlite:///{here}/none.db", "--anchors", "{here}/lists"), "line 1 of"),
        (("check", "{here}/nothing.db"), "there is no database"),
        (("check", "{here}"), "is a folder"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(
    feltlab: Feltlab, arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    (tmp_path / "long").write_bytes(b" " * 70_000)
    (tmp_path / "lists").write_text('{"anchor": [], "hash": {}}\n')
    done = feltlab(*(part.format(here=tmp_path) for part in arguments))
    [line] = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert words in line
    assert not (tmp_path / "none.db").exists()


def test_without_a_terminal_a_password_comes_from_standard_input(tmp_path: Path) -> None:
    add = ("account", "add", "Ada", "--role", "floor", "--database", f"sqlite:///{tmp_path}/felt.db")
    done = subprocess.run(
        [Path(sys.executable).parent / "feltlab", *add], capture_output=True, start_new_session=True,
        input=b"correct horse battery\n" * 2,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "feltlab: there is no terminal to ask for the password: use --password-stdin"
    ]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "shows"),
    [(("explain", "{file}"), "Caf?"), (("settle", "--json", "{rounds}"), "caf\u2019"), (("games",), "low-four")],
)
def test_a_terminal_without_utf_8_is_no_reason_to_fail(arguments: tuple[str, ...], shows: str, tmp_path: Path) -> None:
    file, rounds = tmp_path / "game.py", tmp_path / "rounds.jsonl"
    file.write_text(
        (ROOT / "examples" / "spring_tide.py").read_text("utf-8").replace('"Spring Tide"', '"Caf\u2019"'), "utf-8"
    )
    line = json.loads((ROOT / "examples" / "rounds.jsonl").read_text("utf-8").splitlines()[0])
    rounds.write_text(json.dumps({**line, "id": "caf\u2019"}), "utf-8")
    done = subprocess.run(
        [Path(sys.executable).parent / "feltlab", *(part.format(file=file, rounds=rounds) for part in arguments)],
        capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert shows in done.stdout.decode()


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("file", "stdout", "stderr", "words"),
    [
        ("examples/rounds.jsonl", FULL, None, "feltlab: cannot continue: No space left on device"),
        ("none.jsonl", None, FULL, ""),
        ("examples/rounds.jsonl", FULL, FULL, ""),
    ],
)
def test_what_cannot_be_written_is_no_fault_of_what_was_read(
    file: str, stdout: Path | None, stderr: Path | None, words: str
) -> None:
    with (stdout or Path(os.devnull)).open("wb") as out, (stderr or Path(os.devnull)).open("wb") as complaints:
        done = subprocess.run(
            [Path(sys.executable).parent / "feltlab", "settle", ROOT / file],
            stdout=out, stderr=complaints if stderr else subprocess.PIPE,
        )  # fmt: skip
    assert done.returncode == 2
    assert (done.stderr or b"").decode().strip() == (words if not stderr else "")
