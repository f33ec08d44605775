"""Two games that the program has never heard of: one with everything a round can have, one whose hidden cards are traded."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from feltlab.cards import parse_card, parse_cards
from feltlab.errors import ChoiceError
from feltlab.games import GAMES
from feltlab.money import EVEN_MONEY
from feltlab.rules.dealt import field
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import Numbers
from feltlab.rules.round import SEATS, Ask, Close, Deal, Raise, Script, Take, Trade, Turn
from feltlab.rules.settlement import Settlement, loses, pushes, wins
from feltlab.rules.wagers import Role, Wager

WEATHER = ("Sun", "Rain", "Snow", "Wind")
HARBOUR = Script(
    (
        Deal("hole", 2, SEATS),
        Deal("door", 1, SEATS, "up"),
        Deal("flag", 1, face="up"),
        Deal("dealer", 3),
        Deal("weather", 2, deck="weather cards"),
        Ask("first", "Three times or check?", Raise("raise", "ante", {"check": 0, "bet": 3})),
        Turn("weather", first=("Wind",)),
        Ask("last", "Once or fold?", Raise("raise", "ante", {"fold": 0, "bet": 1})),
        Turn("dealer"),
        Take("collect folds", ("ante",), folded_at="last"),
        Take("take and pay", ("ante", "raise"), shows=True),
        Close(),
    )
)
SWAP = Script(
    (
        Deal("cards", 3, SEATS),
        Ask("swap", "Swap a card?", trade=Trade("new"), in_turn=True),
        Take("take and pay", ("ante",), shows=True),
        Close(),
    )
)
ANTE = Wager("ante", "Ante", Role.INITIAL, "before the deal")
RAISE = Wager("raise", "Raise", Role.RAISE, "when asked", equals="ante")


class Read(NamedTuple):
    own: tuple[int, ...]
    dealer: tuple[int, ...] = ()


def read_harbour(line: Mapping[str, object], numbers: Any) -> tuple[Read, int | None]:
    """How often the Ante is raised, None where the hand is folded; every field has to be there."""
    own = (*parse_cards(field(line, "hole"), 2, "hole"), parse_card(field(line, "door")))
    parse_card(field(line, "flag"))
    assert set(line["weather"]) < set(WEATHER)  # type: ignore[call-overload]
    choices: Any = field(line, "choices")
    if choices["first"] == "bet":
        if "last" in choices:
            raise ChoiceError("the raise is made")
        return Read(own, parse_cards(field(line, "dealer"), 3, "dealer")), 3
    return Read(own, parse_cards(field(line, "dealer"), 3, "dealer")), 1 if choices["last"] == "bet" else None


def settle_harbour(deal: Read, raised: int | None, stakes: Mapping[str, int], terms: Terms) -> Settlement:
    ante = stakes["ante"]
    if raised is None:
        return Settlement((loses("ante", ante, "folded"),))
    won = sum(deal.own) > sum(deal.dealer)
    both = (("ante", ante), ("raise", raised * ante))
    return Settlement(tuple(wins(*bet, EVEN_MONEY, "higher") if won else loses(*bet, "lower") for bet in both))


def read_swap(line: Mapping[str, object], numbers: Any) -> tuple[Read, str | None]:
    own, choices = parse_cards(field(line, "cards"), 3, "cards"), field(line, "choices")
    traded: str | None = choices["swap"]  # type: ignore[index]
    if traded is not None and parse_card(traded) not in own:
        raise ChoiceError("a card of one's own is swapped")
    assert ("new" in line) == (traded is not None)
    return Read(own), traded


def settle_swap(deal: Read, traded: str | None, stakes: Mapping[str, int], terms: Terms) -> Settlement:
    return Settlement((pushes("ante", stakes["ante"], "everybody is happy"),))


_BOOK = replace(GAMES["low-four"].book, scales={}, pay_tables={}, progressives={})


def made(slug: str, round: Script, read: Any, settle: Any, *wagers: Wager, **more: Any) -> Game:
    return Game(
        slug=slug,
        title=slug.title(),
        card="",
        wagers={wager.slug: wager for wager in wagers},
        numbers=Numbers(),
        book=_BOOK,
        round=round,
        read=read,
        settle=settle,
        choice_text=lambda deal, choice: str(choice),
        **more,
    )


STRANGERS: Mapping[str, Game] = {
    "harbour": made(
        "harbour", HARBOUR, read_harbour, settle_harbour, ANTE, RAISE, second_decks={"weather cards": WEATHER}
    ),
    "swap": made("swap", SWAP, read_swap, settle_swap, ANTE),
}
