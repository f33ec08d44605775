"""sessions, shift and shoe as programs and people call them."""

import json
from pathlib import Path

import pytest
import typer

from feltlab.commands.sessions import sessions, shift, shoe
from feltlab.errors import FeltlabError
from tests.conftest import Feltlab

app = typer.Typer()
for command in (sessions, shift, shoe):
    app.command()(command)


def test_sessions_for_programs_with_pictures(feltlab: Feltlab, tmp_path: Path) -> None:
    plot, paths = tmp_path / "results.svg", tmp_path / "paths.png"
    call = ("sessions", "low-four", "--length", "50", "--bankroll", "20", "--sessions", "500", "--seed", "7", "--json")
    done = feltlab(*call, "--bet", "low-points=0.5", "--plot", str(plot), "--paths", str(paths))
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["method"], found["sessions"], found["length"], found["plan"]["seed"]) == ("simulated", 500, 50, 7)
    assert found["bets"] == {"ante": "1", "low-points": "1/2"}
    assert list(found["result"]["percentiles"]) == ["1", "5", "25", "50", "75", "95", "99"]
    assert 0 < found["ruin"]["chance"] < 1
    assert plot.read_text().startswith("<?xml")
    assert paths.read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["paths.png", "results.svg"]


def test_sessions_and_shift_for_people(feltlab: Feltlab) -> None:
    done = feltlab("sessions", "rule-out", "--length", "40", "--bankroll", "12", "--sessions", "300")
    assert done.returncode == 0
    for words in ("ruined", "longest losing run", "median"):
        assert words in done.stdout
    done = feltlab("shift", "rule-out", "--seats", "3", "--hours", "0.5", "--shifts", "50", "--drop", "100")
    assert done.returncode == 0
    for words in ("theo", "hold", "the house loses", "shared cards"):
        assert words in done.stdout


def test_shift_for_programs_with_a_seat_of_its_own(feltlab: Feltlab, tmp_path: Path) -> None:
    plot = tmp_path / "win.png"
    call = ("shift", "rule-out", "--seats", "3", "--rounds-per-hour", "30", "--hours", "2", "--shifts", "100", "--json")
    done = feltlab(*call, "--bet", "main=2", "--bet", "3:main=10", "--bet", "3:joker=1", "--plot", str(plot))
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["bets"] == [{"main": "2"}, {"main": "2"}, {"main": "10", "joker": "1"}]
    assert found["rounds"] == 60
    assert [row["handle"] for row in found["wagers"]] == [str(14 * 60), "60"]
    assert plot.exists()


def test_shoe_for_programs_and_people(feltlab: Feltlab) -> None:
    call = ("shoe", "--decks", "2", "--penetration", "0.5", "--seats", "2", "--keep-rule-deck", "--seed", "5")
    found = json.loads(feltlab(*call, "--shoes", "200", "--json").stdout)
    assert found["plan"]["rule_deck"] == "run down"
    assert found["by_round"][0]["shoes"] == 200
    assert set(found["wagers"]["main"]) == {"mean", "standard_error", "difference", "fresh_shoe", "fresh_shoe_float"}
    assert "fresh, exact" in feltlab(*call, "--shoes", "200").stdout
    shown = json.loads(feltlab(*call, "--show", "3", "--json").stdout)
    assert [round["round"] for round in shown["rounds"]] == list(range(1, len(shown["rounds"]) + 1))
    assert {row["wager"] for row in shown["rounds"][0]["seats"][1]["results"]} == {"main", "joker"}
    assert "Round 1" in feltlab(*call, "--show", "3").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("sessions", "poker"),
        ("sessions", "low-four", "--length", "0"),
        ("sessions", "low-four", "--sessions", "-5"),
        ("sessions", "low-four", "--bankroll", "1"),
        ("sessions", "low-four", "--bankroll", "much"),
        ("sessions", "low-four", "--bet", "ante"),
        ("sessions", "low-four", "--bet", "joker=1"),
        ("sessions", "low-four", "--bet", "ante=1", "--bet", "ante=2"),
        ("sessions", "low-four", "--bet", "2:ante=1"),
        ("sessions", "low-four", "--strategy", "brave"),
        ("sessions", "low-four", "--seed", "-1"),
        ("sessions", "low-four", "--plot", "picture.gif"),
        ("sessions", "low-four", "--plot", "no/such/folder.png"),
        ("shift", "low-four", "--seats", "0"),
        ("shift", "low-four", "--hours", "eight"),
        ("shift", "low-four", "--hours", "-1"),
        ("shift", "low-four", "--rounds-per-hour", "0"),
        ("shift", "low-four", "--bet", "x:ante=1"),
        ("shoe", "low-four"),
        ("shoe", "poker"),
        ("shoe", "--decks", "9"),
        ("shoe", "--penetration", "1"),
        ("shoe", "--penetration", "half"),
        ("shoe", "--shoes", "0"),
        ("shoe", "--show", "-1"),
        ("shoe", "--strategy", "trade-random"),
    ],
)
def test_a_wrong_call_is_refused_before_any_work(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises((FeltlabError, typer.TyperException)) as caught:
        app(arguments, standalone_mode=False)
    assert "\n" not in str(caught.value)
    assert capsys.readouterr().out == ""


def test_a_game_without_a_shoe_is_told_which_have_one() -> None:
    with pytest.raises(FeltlabError, match=r"low-four is not dealt from a shoe.* rule-out"):
        app(["shoe", "low-four"], standalone_mode=False)


def test_a_wrong_call_is_one_line_and_exit_2(feltlab: Feltlab) -> None:
    done = feltlab("sessions", "low-four", "--bankroll", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["sessions", "shift", "shoe"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    app([command, "--help"], standalone_mode=False)
    assert "Example: feltlab" in capsys.readouterr().out


def test_a_pay_table_for_fresh_shoes_is_warned_of(feltlab: Feltlab) -> None:
    call = ("shoe", "rule-out", "--shoes", "20", "--json")
    done = feltlab(*call, "--pay-table", "joker=alternate-6")
    assert done.returncode == 0
    assert done.stderr.startswith("warning: the joker pay table alternate-6 is only for rounds that each begin")
    assert json.loads(done.stdout)["warnings"]
    assert "warnings" not in json.loads(feltlab(*call, "--pay-table", "joker=primary-6").stdout)
