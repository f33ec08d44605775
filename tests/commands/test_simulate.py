"""simulate and replay as programs and people call them."""

import json
import os
import pty
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from feltlab.commands.simulate import read_rounds
from feltlab.errors import FeltlabError
from feltlab.games import GAMES, settle
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed
from feltlab.simulation.statistics import statistics
from feltlab.simulation.tally import run_shard
from tests.conftest import Feltlab
from tests.waiting import PATIENCE

COMMAND = Path(sys.executable).parent / "feltlab"


def test_simulate_prints_the_contract(feltlab: Feltlab) -> None:
    done = feltlab("simulate", "low-four", "--rounds", "1e5", "--seed", "7", "--strategy", "raise-15", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["game"], found["seed"], found["rounds"], found["strategy"]) == ("low-four", 7, 100_000, "raise-15")
    assert found["rounds_per_second"] > 0
    plan = Plan("low-four", 7, "raise-15")
    expected = statistics(plan, run_shard(plan, 0, 100_000))
    assert found["wagers"] == {wager: figures.to_dict() for wager, figures in expected.items()}
    assert {"mean", "standard_error", "exact", "exact_float", "z"} <= found["wagers"]["ante"].keys()


def wagers(feltlab: Feltlab, *options: str) -> object:
    done = feltlab("simulate", "ace-odd-even", "--rounds", "2_500_000", "--seats", "2", *options, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)["wagers"]


def test_the_digits_are_the_same_for_any_workers(feltlab: Feltlab) -> None:
    alone = wagers(feltlab, "--workers", "1")
    assert wagers(feltlab, "--workers", "2") == alone
    assert wagers(feltlab, "--cluster", "local", "--workers", "2") == alone


def test_people_get_a_table(feltlab: Feltlab) -> None:
    done = feltlab("simulate", "low-four", "--rounds", "10000")
    assert (done.returncode, done.stderr) == (0, "")
    for words in ("10,000 rounds", "combo-progressive", "7 to 11 points", "exact", "z"):
        assert words in done.stdout


def test_a_strategy_file_goes_round(feltlab: Feltlab, tmp_path: Path) -> None:
    path = tmp_path / "strategy.csv"
    assert feltlab("strategy", "rule-out", "--decks", "2", "-o", str(path)).returncode == 0
    options = ("simulate", "rule-out", "--decks", "2", "--rounds", "50000", "--json")
    filed = json.loads(feltlab(*options, "--strategy-file", str(path)).stdout)
    assert filed["strategy"].startswith("file ")
    assert filed["wagers"] == json.loads(feltlab(*options).stdout)["wagers"]


def test_a_saved_run_is_made_longer(feltlab: Feltlab, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    assert feltlab("simulate", "rule-out", "--rounds", "1000", "--save", str(path)).returncode == 0
    stored = path.read_bytes()
    again = feltlab("simulate", "rule-out", "--rounds", "1000", "--save", str(path))
    assert (again.returncode, again.stdout) == (2, "")
    assert "already exists" in again.stderr
    assert path.read_bytes() == stored
    longer = feltlab("simulate", "rule-out", "--rounds", "3000", "--resume", str(path), "--json")
    plain = feltlab("simulate", "rule-out", "--rounds", "3000", "--json")
    assert json.loads(longer.stdout)["wagers"] == json.loads(plain.stdout)["wagers"]
    assert list(tmp_path.iterdir()) == [path]


def stopped_at_a_terminal(arguments: list[str], folder: Path) -> tuple[int, str, str]:
    """Run a command with its bar on a terminal, press Ctrl-C once the bar shows speed: code, output, what it said."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [COMMAND, *arguments], stdout=subprocess.PIPE, stderr=theirs, text=True, cwd=folder,
        # What runs these tests may ignore interrupts, as a job in the background does: a terminal does not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    try:
        os.close(theirs)
        said = b""
        while b"rounds/s" not in said:
            said += os.read(ours, 1024)
        running.send_signal(signal.SIGINT)
        with suppress(OSError):  # how Linux says that the other side has closed
            while more := os.read(ours, 1024):
                said += more
        printed, _ = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        os.close(ours)
    return running.returncode, printed, said.decode()


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(feltlab: Feltlab, tmp_path: Path) -> None:
    arguments = ["simulate", "rule-out", "--rounds", "1e12", "--seed", "3", "--workers", "1", "--json"]
    code, printed, said = stopped_at_a_terminal(arguments, tmp_path)
    assert "main z" in said
    assert code == 130
    found = json.loads(printed)
    assert (found["complete"], found["rounds"] > 0) == (False, True)
    first, command = said.splitlines()[-2:]
    assert f"stopped after {found['rounds']:,} of 1,000,000,000,000 rounds" in first
    words = shlex.split(command)
    assert words[:3] == ["feltlab", "simulate", "rule-out"]
    stored = tmp_path / words[words.index("--resume") + 1]
    rounds = found["rounds"] + 12_345
    words[words.index("--rounds") + 1] = str(rounds)
    words[words.index("--resume") + 1] = str(stored)
    resumed = json.loads(feltlab(*words[1:], "--json").stdout)
    plan = Plan("rule-out", 3)
    assert (resumed["complete"], resumed["rounds"]) == (True, rounds)
    assert resumed["wagers"]["main"] == statistics(plan, run_shard(plan, 0, rounds))["main"].to_dict()


@pytest.mark.parametrize("slug", GAMES)
def test_replay_shows_the_round_that_was_simulated(slug: str, feltlab: Feltlab) -> None:
    done = feltlab("replay", slug, "--seed", "7", "--round", "4", "--seats", "2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["game"], found["seed"], found["round"], len(found["seats"])) == (slug, 7, 4, 2)
    for seat, round in zip(found["seats"], replayed(Plan(slug, 7, seats=2), 4), strict=True):
        assert seat["net"] == round.settle().net
        for name in ("player", "dealt", "hole"):
            if name in seat["dealt"]:
                assert len(seat["dealt"][name]) == len(round.cards[name])


def test_a_replayed_round_can_be_settled_again(feltlab: Feltlab) -> None:
    (seat,) = json.loads(feltlab("replay", "quick-draw-holdem", "--round", "11", "--json").stdout)["seats"]
    bets = len([result for result in seat["results"] if result["wager"] in ("flop", "turn", "river")])
    choices = [{"flop": "fold"}, {"flop": "bet", "turn": "fold"}, {"flop": "bet", "turn": "bet"}][bets - 1]
    stakes = {"flop": 100, "flop-bonus": 100, "best-four": 100}
    again = settle({"game": "quick-draw-holdem", **seat["dealt"], "choices": choices, "wagers": stakes})
    assert again.net == seat["net"]


def test_replay_for_people_is_a_transcript_a_seat(feltlab: Feltlab) -> None:
    done = feltlab("replay", "low-four", "--seed", "7", "--round", "123456", "--seats", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Low Four") == 3
    assert "Seat 3" in done.stdout


def test_rounds_are_read_exactly() -> None:
    for text, number in (("1e8", 10**8), ("2.5E3", 2500), ("100_000", 100_000), ("1,000,000", 10**6), ("1e15", 10**15)):
        assert read_rounds(text) == number
    for text in ("0", "-5", "1.5", "1e16", "1e99", "9" * 50, "", "ten", "1e-3", "0x10", "1__0", "nan", "inf", "१२"):
        with pytest.raises(FeltlabError, match="--rounds"):
            read_rounds(text)


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "low-four"),
        ("simulate", "low-four", "--rounds", "0"),
        ("simulate", "low-four", "--rounds", "-5"),
        ("simulate", "low-four", "--rounds", "1e16"),
        ("simulate", "low-four", "--rounds", "many"),
        ("simulate", "low-four", "--rounds", "10", "--seed", "-1"),
        ("simulate", "low-four", "--rounds", "10", "--seed", str(2**64)),
        ("simulate", "low-four", "--rounds", "10", "--strategy", "brave"),
        ("simulate", "low-four", "--rounds", "10", "--seats", "0"),
        ("simulate", "low-four", "--rounds", "10", "--seats", "99"),
        ("simulate", "low-four", "--rounds", "10", "--decks", "2"),
        ("simulate", "rule-out", "--rounds", "10", "--decks", "9"),
        ("simulate", "low-four", "--rounds", "10", "--pay-table", "low-points=9"),
        ("simulate", "low-four", "--rounds", "10", "--workers", "0"),
        ("simulate", "low-four", "--rounds", "10", "--cluster", "nonsense"),
        ("simulate", "low-four", "--rounds", "10", "--cluster", "tcp://127.0.0.1:9", "--workers", "2"),
        ("simulate", "low-four", "--rounds", "10", "--resume", "no-such-file.json"),
        ("simulate", "low-four", "--rounds", "10", "--resume", "garbage.json"),
        ("simulate", "low-four", "--rounds", "10", "--save", "garbage.json"),
        ("simulate", "low-four", "--rounds", "10", "--save", "no/such/folder.json"),
        ("simulate", "low-four", "--rounds", "10", "--strategy-file", "no-such-file.csv"),
        ("simulate", "low-four", "--rounds", "10", "--strategy-file", "garbage.json"),
        ("simulate", "poker", "--rounds", "10"),
        ("replay", "low-four"),
        ("replay", "low-four", "--round", "-1"),
        ("replay", "low-four", "--round", str(10**15)),
        ("replay", "rounds.jsonl", "--round", "1"),
    ],
    ids=" ".join,
)
def test_a_wrong_call_is_one_line_and_writes_nothing(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, feltlab: Feltlab
) -> None:
    garbage = tmp_path / "garbage.json"
    garbage.write_text('{"seed": NaN}')
    monkeypatch.chdir(tmp_path)
    done = feltlab(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("feltlab: ")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == [garbage]
    assert garbage.read_text() == '{"seed": NaN}'
