"""Rule Out!: three cards, one trade, three Rule Cards; the cards that survive are paid.

 1. One to eight decks of 54 cards, two Jokers in each, and a rule deck of fifteen Rule Cards, reshuffled for
    each round; up to seven seats, each paid on its own cards.
 2. A seat opens with the Main bet.
 3. Each seat receives three cards face up. Jokers are turned face down: they are out of the hand.
 4. With the Main bet, not above it and never alone, a seat may bet on Jokers. The Joker bet is settled at once, on
    the Jokers dealt: none loses, one, two or three are paid by the table. A Joker drawn later does nothing for it.
 5. Each seat in turn may trade one card that is not a Joker. The traded card is out of play before the new one
    is dealt. A Joker drawn is out of the hand.
 6. Three Rule Cards are dealt and turned over one at a time; their order does not matter. Each takes out the cards
    that it names: 2-5, 6-9, 10-K (10 J Q K), Even and Odd (Odd takes aces; neither takes J Q K), Ace & Face
    (A J Q K), the four suits, Red and Black. Every card but a Joker is named by exactly four of these twelve.
 7. Highest, Middle and Lowest look at the whole final hand, including cards already out. The ace is low; equal
    ranks go by suit, clubs, diamonds, hearts, spades; of identical cards the left one is the lower, so the three
    rules take three different cards.
 8. With one Joker in the hand Middle takes nothing, and Highest and Lowest act on the other two cards. With two
    or more Jokers none of the three takes anything.
 9. The Main bet is paid on the cards left: none loses, one is a push, two and three are paid by the table.
10. A hand with the wrong number of cards is void: no money changes hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from feltlab.cards import JOKER, RULE_CARDS, card_text, parse_cards
from feltlab.errors import CardError, PayTableError
from feltlab.hands.survivors import cards_left, jokers_dealt, struck_places
from feltlab.rules.book import load_book
from feltlab.rules.codes import paid, rule
from feltlab.rules.dealt import field
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import Numbers, whole
from feltlab.rules.pay_table import Named
from feltlab.rules.round import Script
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Close, Deal, Take, Trade, Turn
from feltlab.rules.wagers import Role, Wager

WAGERS: Final = (
    Wager("main", "Main", Role.INITIAL, "before the deal"),
    Wager("joker", "Joker", Role.SIDE, "before the deal", not_above="main"),
)
SCALES: Final = {
    "main": Named(("3 surviving", "2 surviving", "1 surviving", "0 surviving"), from_zero=True),
    "joker": Named(("3 jokers", "2 jokers", "1 joker")),
}

ROUND: Final = Script(
    (
        Deal("dealt", 3, SEATS, "up"),
        Take("joker bets", ("joker",)),
        Ask("trade", "Trade one card, or keep all?", trade=Trade(), in_turn=True),
        Deal("rules", 3, deck="Rule Cards"),
        Turn("rules", first=("Highest", "Middle", "Lowest"), strikes=struck_places),
        Take("take and pay", ("main",), shows=True),
        Close(),
    )
)


@dataclass(frozen=True)
class RuleOut(Numbers):
    seats: int = whole(7, 1, 7, "maximum seats")
    decks: int = whole(1, 1, 8, "decks of 54 cards in the shoe; eight is the largest shoe that casinos use")
    jokers: int = whole(2, 0, 4, "Jokers in each deck")

    def said(self) -> dict[str, str]:
        counted = ("no Joker", "one Joker", "two Jokers", "three Jokers", "four Jokers")[self.jokers]
        return {**super().said(), "cards": str(52 + self.jokers), "jokers_counted": counted}


class SeenThree(NamedTuple):
    """What a player sees at the decision."""

    dealt: tuple[int, int, int]
    decks: int


def read_seen(line: Mapping[str, object], numbers: RuleOut) -> SeenThree:
    c0, c1, c2 = parse_cards(field(line, "dealt"), 3, "dealt")
    in_shoe((c0, c1, c2), numbers)
    return SeenThree((c0, c1, c2), numbers.decks)


def in_shoe(cards: tuple[int, ...], numbers: RuleOut) -> None:
    for card in cards:
        copies = numbers.decks * (numbers.jokers if card == JOKER else 1)
        if cards.count(card) > copies:
            raise CardError(
                f"{card_text(card)} is dealt {_times(cards.count(card))}; the shoe holds it {_times(copies)}"
            )


def _times(count: int) -> str:
    return {0: "not at all", 1: "once"}.get(count, f"{count} times")


@rule
def settle(left: int) -> int:
    """The result of the Main bet: rules 6 to 9."""
    return paid(left)


@rule
def joker(jokers: int) -> int:  # rule 4: on the cards as dealt
    return jokers


def check_terms(terms: Terms) -> None:
    """A shoe that can deal three Jokers needs a pay table that pays for three."""
    most, table = min(3, terms.numbers.decks * terms.numbers.jokers), terms.pays.get("joker")
    if table and any(table.line(jokers) is None for jokers in range(1, most + 1)):
        raise PayTableError(
            f"joker pay table {table.id} has no line for every number of Jokers that"
            f" {terms.numbers.decks} decks can deal"
        )


GAME: Final = Game(
    slug="rule-out",
    title="Rule Out!",
    card=__doc__ or "",
    wagers={wager.slug: wager for wager in WAGERS},
    numbers=RuleOut(),
    book=load_book(__package__, SCALES, RuleOut()),
    round=ROUND,
    hands={"jokers": Hand(jokers_dealt, "dealt"), "left": Hand(cards_left, "hand", "rules")},
    settle=settle,
    sides={"joker": joker},
    cut_is_known=True,
    check_terms=check_terms,
    folder=__package__,
    second_decks={"Rule Cards": RULE_CARDS},
)

__all__ = ["GAME", "RuleOut", "SeenThree", "read_seen", "settle"]
