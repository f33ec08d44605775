"""A house offers any of the side bets and progressives; the rest are not mentioned."""

import tomllib
from dataclasses import asdict, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from feltlab.errors import FeltlabError, PayTableError, RulesError, WagerError
from feltlab.games import GAMES, settle
from feltlab.rules.about import is_said, spoken
from feltlab.rules.game import Game
from feltlab.rules.offering import numbered, run_by
from feltlab.rules.progressive import Progressive
from feltlab.rules.rule_file import house_of, read_rule_file
from feltlab.rules.steps import Take
from feltlab.rules.words import words_of
from feltlab.wire import dump
from tests.offered import EVERY, optional, spoken_of

ROUND = {
    "game": "ace-odd-even",
    "player": "As 2s 3s 4s 6d 8d Th",
    "dealer": "Kd Jd 9c 7c 5h 3h 2h",
    "choices": {"decision": "play"},
}


def run(game: str, left_off: tuple[str, ...]) -> Game:
    found = GAMES[game]
    return run_by(found, found.house().without(left_off))


@pytest.mark.parametrize(("game", "left_off"), EVERY)
def test_no_word_of_the_book_is_about_a_bet_that_is_off(game: str, left_off: tuple[str, ...]) -> None:
    found = run(game, left_off)
    procedure = asdict(found.book.procedure)
    said = [found.card, dump(procedure), *(f"{ruling.reading} {ruling.why}" for ruling in found.book.rulings)]
    report = words_of(found, "report")
    said += [*report["description"], *report["method"], *report["steps"], *words_of(found, "web")["how"]]
    assert not spoken_of("\n".join(said), game, left_off)


@pytest.mark.parametrize(("game", "left_off"), EVERY)
def test_the_declaration_is_without_it(game: str, left_off: tuple[str, ...]) -> None:
    found = run(game, left_off)
    assert not set(left_off) & {*found.wagers, *found.sides, *found.book.pay_tables, *found.book.progressives}
    assert not set(left_off) & set(found.round.settles)
    takes = [step for step in found.round.steps if isinstance(step, Take)]
    assert all(step.wagers and not {*step.wagers, *step.lost} & set(left_off) for step in takes)
    assert found.left_off == left_off
    assert found.whole is GAMES[game]
    assert found.house().wagers == found.wagers


@pytest.mark.parametrize("game", GAMES)
def test_with_every_bet_the_game_is_as_it_is_declared(game: str) -> None:
    found = GAMES[game]
    same = run_by(found, found.house())
    assert replace(same, declared=None, card=found.card) == found
    assert same.card == found.card


def test_rules_keep_their_numbers() -> None:
    whole, found = GAMES["ace-odd-even"], run("ace-odd-even", ("odd-even", "poker-progressive"))
    assert set(numbered(whole.card)) - set(numbered(found.card)) == {11, 13}
    assert all(words == numbered(whole.card)[number] for number, words in numbered(found.card).items())


@pytest.mark.parametrize("game", GAMES)
def test_what_words_are_about_is_a_bet_that_can_be_left_off(game: str) -> None:
    found = {wager for file in ("book.toml", "words.toml") for wager in _about(game, file)}
    assert found == set(optional(game))


def _about(game: str, file: str) -> set[str]:
    data = tomllib.loads((files(GAMES[game].folder) / file).read_text("utf-8"))
    texts = [*data.get("card", {}).values(), *_values(data)]
    return {slug for text in texts for part in text.split(" and ") for slug in part.split(" or ")}


def _values(data: Any) -> list[str]:
    if isinstance(data, dict):
        own = [data["about"]] if isinstance(data.get("about"), str) else []
        return own + [found for value in data.values() for found in _values(value)]
    return [found for value in data for found in _values(value)] if isinstance(data, list) else []


def test_about() -> None:
    assert is_said({}, ())
    assert is_said({"about": "a"}, None)
    assert [is_said({"about": "a or b"}, bets) for bets in ((), ("a",), ("b",), ("a", "b"))] == [
        False,
        True,
        True,
        True,
    ]
    assert [is_said({"about": "a and b"}, bets) for bets in ((), ("a",), ("a", "b"))] == [False, False, True]
    text = ["One.", {"words": "Two.", "about": "a"}, {"words": ["Three.", {"words": "Four.", "about": "b"}]}]
    assert spoken(text, ("b",)) == "One. Three. Four."
    assert spoken("Plain.", ()) == "Plain."


# What a house file says


def test_a_bet_that_is_off_is_refused_and_so_are_its_pay_table_and_its_meter() -> None:
    house = house_of("left_off = ['poker-progressive', 'poker']", GAMES["ace-odd-even"])
    assert settle({**ROUND, "wagers": {"ante": 500, "odd-even": 100}}, house).staked == 1100
    with pytest.raises(WagerError, match="the poker bet is not offered here: the bets are ante, odd-even"):
        settle({**ROUND, "wagers": {"ante": 500, "poker": 100}}, house)
    with pytest.raises(PayTableError, match="the poker bet is not offered here"):
        settle({**ROUND, "wagers": {"ante": 500}, "pay_tables": {"poker": "1"}}, house)
    with pytest.raises(WagerError, match="the poker-progressive bet is not offered here"):
        settle({**ROUND, "wagers": {"ante": 500}, "meters": {"poker-progressive": 100}}, house)


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("low-four", "left_off = ['ante']", "the ante bet cannot be left off: the bets that can are low-points, "),
        ("low-four", "left_off = ['play']", "the play bet cannot be left off"),
        ("low-four", "left_off = ['poker']", "'poker' is not a bet that can be left off: the bets that can are low-"),
        ("low-four", "left_off = [1]", "1 is not a bet that can be left off"),
        ("low-four", "left_off = 'low-points'", "left_off is a list of bets such as ['low-points'], not 'low-points'"),
        ("low-four", "offered = []", "'offered' is not a part of a rule file: it has game, left_off, [rules], "),
    ],
)
def test_a_bet_that_cannot_be_left_off_is_told_in_a_line(game: str, text: str, words: str) -> None:
    with pytest.raises(FeltlabError) as found:
        house_of(text, GAMES[game])
    assert str(found.value).startswith(words)
    assert "\n" not in str(found.value)


METER = "combo-progressive"
AWARDS = "3 to 4 points   100% of jackpot\n5 to 6 points   20% of jackpot\n7 points   50 for 1"


def progressive(lines: str) -> str:
    return f"[[progressive]]\nwager = '{METER}'\n{lines}"


def test_a_progressive_of_ones_own() -> None:
    text = progressive(f"base_bets = 500\nincrement = '12.5%'\nprices = [200, 1000]\nawards = '''\n{AWARDS}\n'''")
    house = house_of(text, GAMES["low-four"])
    assert house.progressives[METER] == Progressive(METER, 500, 125_000, (200, 1000))
    assert house.progressives[METER].increment == "12.5%"
    assert str(house.felt()[METER].lines[1].pays) == "20% of jackpot"
    assert house.wagers[METER].fixed_stakes == (200, 1000)
    game = run_by(GAMES["low-four"], house)
    assert game.book.progressives == house.progressives
    with pytest.raises(WagerError, match="costs 200 or 1000 cents, not 100"):
        house.stakes({"ante": 500, METER: 100})


def test_what_a_progressive_does_not_say_stays() -> None:
    own = GAMES["low-four"].house().progressives[METER]
    house = house_of(progressive("increment = '10%'"), GAMES["low-four"])
    assert house.progressives[METER] == replace(own, increment_ppm=100_000)
    assert house.felt() == GAMES["low-four"].house().felt()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[progressive]\nwager = 'x'", "progressives are written as [[progressive]], with two brackets"),
        ("progressive = [1]", "each [[progressive]] must be a table with the wager that it is about"),
        ("[[progressive]]\nbase_bets = 1", f"[[progressive]]: '' has no meter; these have: {METER}"),
        ("[[progressive]]\nwager = 'ante'", f"[[progressive]]: 'ante' has no meter; these have: {METER}"),
        (progressive("seed = 1"), f"[[progressive]] {METER}: it has no 'seed': it has wager, base_bets, increment, "),
        (progressive("base_bets = 1.5"), f"[[progressive]] {METER}: the base amount of {METER} must be a whole number"),
        (progressive("base_bets = 10_000_001"), f"[[progressive]] {METER}: the base amount of {METER} must be"),
        (progressive("increment = '101%'"), f"[[progressive]] {METER}: the increment of {METER} must be a percentage"),
        (progressive("increment = 0.2"), f"[[progressive]] {METER}: the increment of {METER} must be a percentage"),
        (progressive("prices = 100"), f"[[progressive]] {METER}: the prices of {METER} must be a list of cents"),
        (progressive("prices = [0]"), f"[[progressive]] {METER}: a price of {METER} must be a whole number of cents"),
        (progressive("prices = [5, 5]"), f"[[progressive]] {METER}: the prices of {METER} have the same one twice"),
        (progressive("awards = 1"), f"[[progressive]] {METER}: awards are text with one line for each, not 1"),
        (progressive("awards = '7 points 5 for 1'"), f"[[progressive]] {METER}: no award takes a share of the meter"),
        (progressive("awards = '7 points'"), f"[[progressive]] {METER}: {METER} pay table 'own': cannot read the line"),
        (progressive("awards = '99 points 100% of jackpot'"), f"[[progressive]] {METER}: '99 points' is not a line"),
        (progressive("") + progressive(""), f"[[progressive]] {METER}: there are two"),
    ],
)
def test_a_wrong_progressive_is_told_in_a_line_that_names_it(text: str, words: str) -> None:
    with pytest.raises(FeltlabError) as found:
        house_of(text, GAMES["low-four"])
    assert str(found.value).startswith(words)
    assert "\n" not in str(found.value)


def test_a_game_without_a_meter_has_no_progressive() -> None:
    with pytest.raises(RulesError, match="'main' has no meter; these have: none"):
        house_of("[[progressive]]\nwager = 'main'", GAMES["rule-out"])


def test_a_progressive_may_be_written_and_left_off(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f"game = 'low-four'\nleft_off = ['{METER}']\n{progressive('increment = {!r}'.format('10%'))}")
    _, house = read_rule_file(file, GAMES)
    assert METER not in house.progressives
    assert house.left_off == (METER,)
