"""One rule file drives every command: bets that a house leaves off, progressives of its own, seats."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from feltlab.games import GAMES
from feltlab.lab import analyze
from feltlab.rules.house import MOST_SEATS
from feltlab.web.app import create_app
from tests.conftest import Feltlab
from tests.offered import EVERY, optional, spoken_of

PROGRESSIVE = """
[[progressive]]
wager = "poker-progressive"
base_bets = 5_000
increment = "12.5%"
prices = [200]
awards = '''
7 card flush   100% of jackpot
6 card flush    25% of jackpot
5 card flush         300 for 1
4 of a kind          100 for 1
'''
"""


def written(tmp_path: Path, game: str, left_off: tuple[str, ...] = (), more: str = "") -> str:
    file = tmp_path / "house.toml"
    file.write_text(f"game = '{game}'\nleft_off = {list(left_off)}\n{more}", "utf-8")
    return str(file)


@pytest.mark.parametrize(("game", "left_off"), EVERY)
def test_rules_say_nothing_of_a_bet_that_is_off(
    feltlab: Feltlab, tmp_path: Path, game: str, left_off: tuple[str, ...]
) -> None:
    file = written(tmp_path, game, left_off)
    for form in ((), ("--json",)):
        done = feltlab("rules", game, "--rules", file, *form)
        assert done.returncode == 0, done.stderr
        assert not spoken_of(done.stdout.replace('"progressives":[]', ""), game, left_off)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("verb", ["analyze", "strategy", "what-if", "risk"])
def test_figures_are_of_the_bets_that_are_offered(feltlab: Feltlab, tmp_path: Path, game: str, verb: str) -> None:
    left_off = tuple(optional(game))
    done = feltlab(verb, game, "--rules", written(tmp_path, game, left_off))
    assert done.returncode == 0, done.stderr
    assert not spoken_of(done.stdout, game, left_off)


@pytest.mark.parametrize(("game", "left_off"), EVERY)
def test_what_is_offered_is_priced_as_ever(game: str, left_off: tuple[str, ...]) -> None:
    whole, found = analyze(game), analyze(game, house=GAMES[game].house().without(left_off))
    assert found.main.house_edge == whole.main.house_edge
    assert found.main.outcomes == whole.main.outcomes
    kept = {slug: figures for slug, figures in whole.wagers.items() if slug not in left_off}
    assert {slug: figures.outcomes for slug, figures in found.wagers.items()} == {
        slug: figures.outcomes for slug, figures in kept.items()
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_simulation_and_a_replay_have_the_bets_that_are_offered(feltlab: Feltlab, tmp_path: Path, game: str) -> None:
    left_off = tuple(optional(game)[1:])
    file = written(tmp_path, game, left_off)
    done = feltlab("simulate", game, "--rounds", "2000", "--seed", "3", "--rules", file, "--json")
    assert set(left_off).isdisjoint(json.loads(done.stdout)["wagers"])
    assert optional(game)[0] in json.loads(done.stdout)["wagers"]
    replay = feltlab("replay", game, "--seed", "3", "--round", "5", "--rules", file)
    assert replay.returncode == 0, replay.stderr
    assert not spoken_of(replay.stdout, game, left_off)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("risk", "low-four", "--bet", "low-points=1"),
            "the low-points bet is not offered here: the bets are ante, hi",
        ),
        (("sessions", "low-four", "--bet", "low-points=1"), "the low-points bet is not offered here"),
        (("analyze", "low-four", "--pay-table", "low-points=1"), "the low-points bet is not offered here"),
        (("design", "low-four", "low-points", "--edge", "5%"), "the low-points bet is not offered here"),
        (("progressive", "low-four"), "the combo-progressive bet is not offered here: the bets are ante, high-points"),
        (
            ("simulate", "low-four", "--rounds", "10", "--pay-table", "low-points=1"),
            "the low-points bet is not offered",
        ),
    ],
)
def test_what_asks_for_a_bet_that_is_off_is_told_so(
    feltlab: Feltlab, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    file = written(tmp_path, "low-four", ("low-points", "combo-progressive"))
    done = feltlab(*arguments, "--rules", file)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_round_with_a_bet_that_is_off_is_not_settled(feltlab: Feltlab, tmp_path: Path) -> None:
    line = {
        "game": "low-four", "player": "As 2s 3s 4s 6d 8d Th", "dealer": "Kd Jd 9c 7c 5h 3h 2h",
        "choices": {"decision": "play"}, "wagers": {"ante": 500, "low-points": 100},
    }  # fmt: skip
    file = written(tmp_path, "low-four", ("low-points",))
    for verb, given in (("settle", line), ("advise", {**line, "dealer": None, "choices": None})):
        done = feltlab(verb, "--rules", file, stdin=json.dumps(given) + "\n")
        assert done.returncode == 1
        assert "the low-points bet is not offered here: the bets are ante, high-points" in done.stdout + done.stderr


def test_a_strategy_for_a_bet_that_is_off_is_none(feltlab: Feltlab, tmp_path: Path) -> None:
    file = written(tmp_path, "ace-odd-even", ("poker",))
    done = feltlab("analyze", "ace-odd-even", "--strategy", "joint", "--rules", file)
    assert done.returncode == 2
    assert "'joint' is not a strategy of ace-odd-even: choose from optimal, ace-high, mimic-dealer" in done.stderr


def test_a_file_that_cannot_be_is_told_in_a_line_with_its_name(feltlab: Feltlab, tmp_path: Path) -> None:
    file = written(tmp_path, "low-four", ("ante",))
    done = feltlab("rules", "low-four", "--rules", file)
    assert done.returncode == 2
    assert done.stderr.startswith(f"feltlab: {file}: the ante bet cannot be left off")
    wrong = written(tmp_path, "ace-odd-even", (), PROGRESSIVE.replace("12.5%", "a fifth"))
    done = feltlab("progressive", "ace-odd-even", "--rules", wrong)
    assert done.returncode == 2
    assert done.stderr.startswith(f"feltlab: {wrong}: [[progressive]] poker-progressive: the increment of")


# A progressive of one's own


def test_its_price_is_exact(feltlab: Feltlab, tmp_path: Path) -> None:
    """From the chances of the ranks alone: increments come back, the house adds base amounts, the rest is fixed."""
    file = written(tmp_path, "ace-odd-even", ("poker",), PROGRESSIVE)
    ranks = analyze("ace-odd-even").wagers["poker"]
    chance = {
        event: ranks.probability(event) for event in ("7 card flush", "6 card flush", "5 card flush", "4 of a kind")
    }
    back = Fraction(1, 8) + chance["7 card flush"] * 5_000 + chance["5 card flush"] * 300 + chance["4 of a kind"] * 100
    shares = chance["7 card flush"] + chance["6 card flush"] / 4
    meter = (Fraction(1, 8) + chance["7 card flush"] * 5_000) / shares
    found = json.loads(feltlab("progressive", "ace-odd-even", "--rules", file, "--json").stdout)
    assert (Fraction(found["rtp"]), Fraction(found["mean_meter"])) == (back, meter)
    assert [award["pays"] for award in found["awards"]] == [
        "100% of jackpot",
        "25% of jackpot",
        "300 for 1",
        "100 for 1",
    ]
    assert list(found["dollars"]) == ["$2"]
    assert Fraction(found["dollars"]["$2"]["base_amount"]) == 10_000
    priced = json.loads(feltlab("analyze", "ace-odd-even", "--rules", file, "--json").stdout)
    assert Fraction(priced["wagers"]["poker-progressive"]["house_edge"]) == 1 - back
    assert "poker" not in priced["wagers"]


def test_the_rules_tell_what_is_otherwise(feltlab: Feltlab, tmp_path: Path) -> None:
    said = " ".join(
        feltlab("rules", "ace-odd-even", "--rules", written(tmp_path, "ace-odd-even", (), PROGRESSIVE)).stdout.split()
    )
    assert "Poker Bonus Progressive starts at 5,000 bets, not 10,000" in said
    assert "Poker Bonus Progressive grows by 12.5%, not 20%" in said
    assert "base amount 5,000 bets, 12.5% of each bet; costs $2.00" in said


def test_a_meter_that_only_falls_and_an_award_that_never_comes(feltlab: Feltlab, tmp_path: Path) -> None:
    more = "[[progressive]]\nwager = 'combo-progressive'\nincrement = '0%'\n" + (
        "awards = '''\n2 points 100% of jackpot\n3 to 4 points 100% of jackpot\n5 to 6 points 10% of jackpot\n'''"
    )
    file = written(tmp_path, "low-four", (), more)
    done = feltlab("progressive", "low-four", "--rules", file)
    assert done.returncode == 0, done.stderr
    assert re.search(r"2 points .* never ", done.stdout)


# Seats


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_one_number_of_seats_everywhere(feltlab: Feltlab, tmp_path: Path, game: str) -> None:
    seats = GAMES[game].numbers.seats
    listed = {entry["slug"]: entry["seats"] for entry in json.loads(feltlab("games", "--json").stdout)}
    rules = json.loads(feltlab("rules", game, "--json").stdout)
    assert (listed[game], rules["seats"], rules["numbers"]["seats"]) == (seats, seats, str(seats))
    refused = f"{game} has 1 to {seats} seats, not {seats + 1}"
    for verb in ("simulate", "shift"):
        done = feltlab(verb, game, "--seats", str(seats + 1))
        assert done.returncode == 2
        assert refused in done.stderr
    more = written(tmp_path, game, (), f"[rules]\nseats = {seats + 1}")
    assert (
        f"seats must be a whole number from 1 to {seats}, not {seats + 1}"
        in feltlab("rules", game, "--rules", more).stderr
    )
    assert f"room for 0 to {seats - 1} bots, not {seats}" in feltlab("play", game, "--bots", str(seats)).stderr


def test_no_seat_of_the_api_is_beyond_a_felt() -> None:
    schemas = create_app().openapi()["components"]["schemas"]
    shift = schemas["SimulateShift"]["properties"]["seats"]
    assert shift["maximum"] == MOST_SEATS == max(game.numbers.seats for game in GAMES.values())


def test_a_progressive_that_gives_the_player_the_edge_is_warned_of(feltlab: Feltlab, tmp_path: Path) -> None:
    rules = tmp_path / "generous.toml"
    rules.write_text('game = "ace-odd-even"\n[[progressive]]\nwager = "poker-progressive"\nincrement = "100%"\n')
    said = feltlab("progressive", "ace-odd-even", "--rules", str(rules)).stdout
    assert "Warning: in the long run the player has the edge" in said
    assert "…" not in said
    assert "Warning" not in feltlab("progressive", "ace-odd-even").stdout
