import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.bad_rounds import GOOD, bad_rounds
from tests.conftest import Feltlab
from tests.waiting import LONG

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "rounds.jsonl"
BAD = bad_rounds()


@pytest.fixture(scope="module")
def answers() -> "subprocess.CompletedProcess[bytes]":
    """Every bad round in one call, a good one between each two."""
    good = json.dumps(GOOD["low-four"]).encode()
    lines = b"".join(bad + b"\n" + good + b"\n" for bad in BAD.values())
    command = Path(sys.executable).parent / "feltlab"
    return subprocess.run([command, "settle", "--json"], input=lines, capture_output=True, timeout=LONG)


def test_there_are_at_least_200_ways_to_be_wrong() -> None:
    assert len(BAD) >= 200


@pytest.mark.parametrize("slug", GOOD)
def test_the_rounds_that_are_broken_here_are_good_before(feltlab: Feltlab, slug: str) -> None:
    done = feltlab("settle", "--json", stdin=json.dumps(GOOD[slug]))
    assert done.returncode == 0, done.stdout
    assert "results" in json.loads(done.stdout)


def test_every_bad_round_gets_one_clear_error_and_the_others_are_settled(
    answers: "subprocess.CompletedProcess[bytes]",
) -> None:
    assert answers.returncode == 1
    assert answers.stderr == b""
    rows = [json.loads(line) for line in answers.stdout.splitlines()]
    assert len(rows) == 2 * len(BAD)
    for number, (name, row) in enumerate(zip(BAD, rows[::2], strict=True)):
        assert set(row) == {"error", "line"}, f"{name}: {row}"
        assert row["line"] == 2 * number + 1, name
        assert row["error"].strip(), name
        assert "\n" not in row["error"], name
        assert len(row["error"]) < 400, name
        assert "Traceback" not in row["error"], name
    assert all(row["net"] == -100 for row in rows[1::2])


def test_results_add_up_and_come_in_the_order_of_take_and_pay(feltlab: Feltlab) -> None:
    done = feltlab("settle", "--json", stdin=EXAMPLES.read_bytes())
    assert (done.returncode, done.stderr) == (0, "")
    for row in map(json.loads, done.stdout.splitlines()):
        assert row["staked"] == sum(result["staked"] for result in row["results"])
        assert row["returned"] == sum(result["returned"] for result in row["results"])
        assert row["net"] == row["returned"] - row["staked"]


def test_an_id_comes_back_with_the_answer(feltlab: Feltlab) -> None:
    done = feltlab("settle", "--json", stdin=json.dumps({**GOOD["low-four"], "id": "round 7"}))
    assert json.loads(done.stdout)["id"] == "round 7"


@pytest.mark.parametrize("odd", ["\ud800", 10**30, None, [1.5, {"a": "é"}]])
def test_any_id_comes_back_as_it_went(feltlab: Feltlab, odd: object) -> None:
    done = feltlab("settle", "--json", stdin=json.dumps({**GOOD["low-four"], "id": odd}))
    assert json.loads(done.stdout)["id"] == odd


def test_blank_lines_are_passed_over_and_counted(feltlab: Feltlab) -> None:
    done = feltlab("settle", "--json", stdin="\n\n{}\n")
    assert json.loads(done.stdout)["line"] == 3


def test_people_read_a_transcript(feltlab: Feltlab) -> None:
    done = feltlab("settle", str(EXAMPLES))
    assert done.returncode == 0
    assert "15 points" not in done.stdout
    assert "High Points Bonus" in done.stdout
    assert "net $9.00" in done.stdout


def test_people_are_told_which_line_is_wrong(feltlab: Feltlab) -> None:
    done = feltlab("settle", stdin='{"game":"poker"}\n')
    assert done.returncode == 1
    assert done.stdout.startswith("line 1: 'poker' is not a game")


@pytest.mark.parametrize(
    "arguments",
    [
        ("settle", "/no/such/file"),
        ("settle", "--nope"),
        ("settle", "--rules", "/no/such/file.toml"),
        ("nope",),
        ("rules",),
        ("rules", "poker"),
        ("rules", "low-four", "extra"),
    ],
)
def test_a_wrong_call_is_one_line_on_stderr_and_exit_2(feltlab: Feltlab, arguments: tuple[str, ...]) -> None:
    done = feltlab(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("feltlab: ")
    assert done.stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error(feltlab: Feltlab) -> None:
    done = subprocess.run(  # noqa: S602
        "for i in $(seq 2000); do cat examples/rounds.jsonl; done | $FELTLAB settle | head -1",  # noqa: S607
        shell=True,
        cwd=EXAMPLES.parent.parent,
        env={"FELTLAB": str(Path(sys.executable).parent / "feltlab"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        timeout=LONG,
    )
    assert done.stderr == b""


@pytest.mark.parametrize(("closed", "code", "words"), [(">&-", 2, "standard output is closed"), ("<&- 2>&-", 0, "")])
def test_a_stream_that_is_closed_makes_no_traceback(tmp_path: Path, closed: str, code: int, words: str) -> None:
    rounds = tmp_path / "rounds.jsonl"
    rounds.write_text(json.dumps(GOOD["low-four"]) + "\n")
    command = [str(Path(sys.executable).parent / "feltlab"), "settle", str(rounds)]
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *command], capture_output=True, text=True, timeout=LONG
    )
    assert (done.returncode, words in done.stderr, "Traceback" in done.stderr) == (code, True, False), done.stderr
    assert bool(done.stdout) is (code == 0)
