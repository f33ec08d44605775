"""A mistake in a declaration is found when it is declared, in a sentence that names it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from feltlab.errors import FeltlabError, RulesError
from feltlab.games import GAMES, Game
from feltlab.games.loading import game_of_file, load_game
from feltlab.hands.ranking import Cards, Ranking
from feltlab.rules.codes import LOSE, PUSH, rule
from feltlab.rules.declaring import bonus, declare, opening, progressive, raised, side
from feltlab.rules.house import Numbers, whole
from feltlab.rules.procedure import packets
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Close, Deal, Raise, Take, Trade, Turn

EXAMPLE = Path(__file__).parents[2] / "examples" / "spring_tide.py"


@rule
def _first(cards: Cards) -> int:
    return int(cards[0])


@rule
def one(own: int) -> int:
    return PUSH


@rule
def two(own: int) -> tuple[int, int]:
    return LOSE, LOSE


@rule
def odd(own: int, moon: int) -> int:
    return moon


FIRST = Ranking("first card", _first)


@dataclass(frozen=True)
class ManySeats(Numbers):
    seats: int = whole(8, 1, 12, "most seats")


GOOD: dict[str, Any] = {
    "slug": "x", "title": "X", "card": "X: a small game.", "wagers": [opening("ante")],
    "round": [Deal("player", 2, SEATS)], "hands": {"own": Hand(FIRST, "player")}, "settle": one,
}  # fmt: skip
ASKED = Ask("play", "Play?", Raise("play", "ante", {"fold": 0, "play": 1}))
BAD: dict[str, dict[str, Any]] = {
    "x: settle returned two codes, but one bet is settled: return ante": {"settle": two},
    "x: settle asks for 'moon': a rule may ask for own, seats": {"settle": odd},
    "hand 'own': there are no cards at 'board'; the places are player": {"hands": {"own": Hand(FIRST, "board")}},
    "x: s is a side bet without a pay table": {"wagers": [opening("ante"), side("s")], "sides": {"s": one}},
    "x: b is a bonus without a pay table": {"wagers": [opening("ante"), bonus("b")], "settle": two},
    "x: two wagers have the same name": {"wagers": [opening("ante"), opening("ante")]},
    "x: no question of the round makes the play bet": {"wagers": [opening("ante"), raised("play")]},
    "a question of the round names 'play', which is not a wager: choose from ante": {
        "round": [Deal("player", 2, SEATS), ASKED]
    },
    "no Deal of the round brings any cards": {"round": []},
    "x: the when of deal more asks for 'moon': a rule may ask for own, seats": {
        "round": [Deal("player", 2, SEATS), Deal("more", 1, when=odd)]
    },
    "deal more, which has a when: it must be the last card dealt to a seat": {
        "round": [Deal("player", 2, SEATS), Deal("more", 1, SEATS, when=one), Deal("last", 1, SEATS)]
    },
    "x: the when of ask play looks at own, but dealer is face down then": {
        "wagers": [opening("ante"), raised("play")], "settle": two, "hands": {"own": Hand(FIRST, "dealer")},
        "round": [Deal("player", 2, SEATS), Deal("dealer", 1), replace(ASKED, when=one)],
    },
    "x: s stands alone, so no question can depend on a first bet": {
        "wagers": [opening("ante"), raised("play"), side("s", alone=True)], "sides": {"s": one}, "settle": two,
        "pays": {"s": {"a": "all 1 to 1"}}, "round": [Deal("player", 2, SEATS), ASKED],
    },
    "x: derive the numbers from ShoeNumbers, or leave out decks": {"numbers": Numbers(seats=7), "decks": 6},
    "step 2 of the round, turn moon: there are no cards at 'moon' yet": {"round": [Deal("player", 2, SEATS), Turn("moon")]},
    "step 2 of the round, deal player: 'player' is dealt twice": {
        "round": [Deal("player", 2, SEATS), Deal("player", 1)]
    },
    "step 2 of the round, deal board: its parts have 2 cards, the place 3": {
        "round": [Deal("player", 2, SEATS), Deal("board", 3, parts={"a": 1, "b": 1})]
    },
    "step 2 of the round, ask talk: it asks for nothing: give it a Raise or a Trade": {
        "round": [Deal("player", 2, SEATS), Ask("talk", "Well?")]
    },
    "the step 'pay' names 'blind', which is not a wager: choose from ante": {
        "round": [Deal("player", 2, SEATS), Take("pay", ("blind",))]
    },
    "'X!' is not a slug: use lowercase letters and digits, with hyphens between words": {"slug": "X!"},
    "x: the side bet s has no function in sides": {"wagers": [opening("ante"), side("s")]},
    "x: 30 seats need more cards than a deck has; 26 can be dealt": {"numbers": Numbers(seats=30)},
    "x: a felt has up to 7 seats, and a house may set no more": {"numbers": ManySeats()},
    "x: seats is 0, which is not within its own range: 1 to 7": {"numbers": Numbers(seats=0)},
    "the raise of play names 'moon', which is not a wager: choose from ante, play": {
        "wagers": [opening("ante"), raised("play")], "settle": two,
        "round": [Deal("player", 2, SEATS), Ask("play", "Play?", Raise("play", "moon", {"fold": 0, "play": 1}))],
    },
    "step 2 of the round, ask play: its options are whole numbers of units from 0 up": {
        "wagers": [opening("ante"), raised("play")], "settle": two,
        "round": [Deal("player", 2, SEATS), Ask("play", "Play?", Raise("play", "ante", {"fold": 0, "play": -1}))],
    },
    "step 4 of the round, turn board: it is already turned over; to turn a place over in steps, deal it in parts": {
        "round": [Deal("player", 2, SEATS), Deal("board", 2), Turn("board"), Turn("board")]
    },
    "x: pays name 'moon', which is not a wager: choose from ante": {"pays": {"moon": {"a": "full moon 1 to 1"}}},
    "x: ante has no pay table": {"pays": {"ante": {}}},
    "the base amount of f must be a whole number of bets up to 10,000,000, not -1": {
        "wagers": [opening("ante"), progressive("f", -1, "10%")], "sides": {"f": one},
        "pays": {"f": {"a": "all 100% of jackpot"}},
    },
}  # fmt: skip


@pytest.mark.parametrize("words", BAD)
def test_the_sentence_names_what_is_wrong(words: str) -> None:
    declare(**GOOD)
    with pytest.raises(FeltlabError) as found:
        declare(**(GOOD | BAD[words]))
    assert str(found.value) == words


def test_what_is_left_out_is_derived() -> None:
    game = declare(**(GOOD | {"round": [Deal("player", 2, SEATS), Deal("dealer", 3, face="down")]}))
    assert game.round.steps[2:] == (Turn("dealer"), Take("take and pay", ("ante",), shows=True), Close())
    assert game.book.summary == "A small game."
    assert game.numbers.seats == 7
    assert game.round.settles == ("ante",)
    assert [packet.to for packet in packets(game.round)] == ["each seat", "dealer"]


def test_a_trade_may_stand_beside_another_question() -> None:
    steps = [Deal("player", 2, SEATS), Ask("swap", "Swap?", trade=Trade()), ASKED]
    game = declare(**(GOOD | {"wagers": [opening("ante"), raised("play")], "settle": two, "round": steps}))
    kept = game.reader.choices({"player": (51, 45)}, {"swap": None, "play": "play"})
    assert kept[0] == {"swap": None, "play": "play"}
    swapped = game.reader.choices({"player": (51, 45)}, {"swap": "As", "play": "fold"}, (0,))
    assert swapped[0] == {"swap": "As", "play": "fold"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "there is no file .*mine.py"),
        ("x = 1\n", "there is no GAME: end the file with GAME = declare(…)"),
        ("\n1 / 0\n", "mine.py:2: ZeroDivisionError: division by zero"),
        ("x = 1\ndef (\n", "mine.py:2: SyntaxError: "),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_a_line(text: str | None, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    if text is not None:
        path.write_text(text)
    before = dict(GAMES)
    with pytest.raises(RulesError, match=words.replace("(", r"\(").replace(")", r"\)")) as found:
        load_game(path)
    assert "\n" not in str(found.value)
    assert before == GAMES


def test_two_files_may_not_have_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "copy.py"
    copy.write_text(EXAMPLE.read_text())
    game = game_of_file(EXAMPLE)
    monkeypatch.setitem(GAMES, game.slug, game)
    with pytest.raises(RulesError, match=r"spring-tide is already a game by .*spring_tide\.py: give it another slug"):
        load_game(copy)
    assert load_game(EXAMPLE).slug == game.slug


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_is_told_of_the_deal_is_what_is_dealt(game: Game) -> None:
    """Packets and the order of taking are read from the round, so that people are told what the table does."""
    told = packets(game.round)
    assert sum(packet.cards for packet in told if packet.to == "each seat") == game.round.hand + bool(game.round.trade)
    assert len(told) == len(game.round.deals) + bool(game.round.trade)
    assert set(game.round.settles) == set(game.wagers)
