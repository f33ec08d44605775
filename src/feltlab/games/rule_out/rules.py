"""Rule Out!: three cards, one trade, three Rule Cards; who survives is paid.

 1. One to eight decks of 54 cards, two Jokers in each, and a rule deck of fifteen Rule Cards, reshuffled for
    each round; up to seven seats, each paid on its own cards.
 2. A seat opens with the Main bet. It may add the Joker bet, not above the Main bet, never alone.
 3. Each seat receives three cards face up.
 4. The Joker bet is settled at once, on the Jokers dealt: none loses, one, two or three are paid by the table.
    Jokers are turned face down: they are out of the hand.
 5. Each seat in turn may trade one card that is not a Joker. The traded card is out of play before the new one
    is dealt. A Joker drawn is out of the hand and does nothing for the Joker bet.
 6. Three Rule Cards are dealt; their order does not matter. Each takes out the cards that it names:
    2-5, 6-9, 10-K (10 J Q K), Even and Odd (Odd takes aces; neither takes J Q K), Ace & Face (A J Q K), the four
    suits, Red and Black. Every card but a Joker is named by exactly four of these twelve.
 7. Highest, Middle and Lowest look at the whole final hand, cards already out included. The ace is low; equal
    ranks go by suit, clubs, diamonds, hearts, spades; of identical cards the left one is the lower, so the three
    rules take three different cards.
 8. With one Joker in the hand Middle takes nothing, and Highest and Lowest act on the other two cards. With two
    or more Jokers none of the three takes anything.
 9. The Main bet is paid on the cards left: none loses, one is a push, two and three are paid by the table.
10. A hand with a wrong number of cards is void: no money changes hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from feltlab.cards import (
    JOKER,
    RULE_CARDS,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    parse_rule_cards,
)
from feltlab.errors import CardError, ChoiceError, PayTableError
from feltlab.hands.survivors import strikes, struck
from feltlab.rules.book import load_book
from feltlab.rules.dealt import field, one_of
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import Numbers, whole
from feltlab.rules.pay_table import Named
from feltlab.rules.round import SEATS, Ask, Close, Script, Take, Trade, Turn
from feltlab.rules.round import Deal as Dealing
from feltlab.rules.settlement import Settlement, by_table
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
        Dealing("dealt", 3, SEATS, "up"),
        Take("joker bets", ("joker",)),
        Ask("trade", "Trade a card or stay?", trade=Trade(), in_turn=True),
        Dealing("rules", 3, deck="rule cards"),
        Turn("rules", first=("Highest", "Middle", "Lowest")),
        Take("take and pay", ("main",), shows=True),
        Close(),
    )
)


@dataclass(frozen=True)
class RuleOut(Numbers):
    seats: int = whole(7, 1, 7, "most seats")
    decks: int = whole(1, 1, 8, "decks of 54 cards in the shoe")
    jokers: int = whole(2, 0, 4, "Jokers in each deck")


class Deal(NamedTuple):
    dealt: tuple[int, ...]
    replacement: int | None
    rules: tuple[int, ...]
    decks: int


class Choice(NamedTuple):
    trade: int | None
    """The place, 0 to 2, of the card traded; None keeps all three."""


def read(line: Mapping[str, object], numbers: RuleOut) -> tuple[Deal, Choice]:
    dealt = parse_cards(field(line, "dealt"), 3, "dealt")
    choice = read_trade(field(line, "choices"), dealt)
    given = line.get("replacement")
    if choice.trade is None and given is not None:
        raise CardError("there is a replacement, but no card is traded")
    if choice.trade is not None and given is None:
        raise CardError("a card is traded, but its replacement is missing")
    replacement = None if given is None else parse_card(given)
    in_shoe(dealt if replacement is None else (*dealt, replacement), numbers)
    return Deal(dealt, replacement, parse_rule_cards(field(line, "rules")), numbers.decks), choice


class Seen(NamedTuple):
    """What a player sees when the decision is made."""

    dealt: tuple[int, int, int]
    decks: int


def read_seen(line: Mapping[str, object], numbers: RuleOut) -> Seen:
    c0, c1, c2 = parse_cards(field(line, "dealt"), 3, "dealt")
    in_shoe((c0, c1, c2), numbers)
    return Seen((c0, c1, c2), numbers.decks)


def in_shoe(cards: tuple[int, ...], numbers: RuleOut) -> None:
    for card in cards:
        copies = numbers.decks * (numbers.jokers if card == JOKER else 1)
        if cards.count(card) > copies:
            raise CardError(
                f"{card_text(card)} is dealt {_times(cards.count(card))}; the shoe holds it {_times(copies)}"
            )


def _times(count: int) -> str:
    return {0: "not at all", 1: "once"}.get(count, f"{count} times")


def read_trade(choices: object, dealt: tuple[int, ...]) -> Choice:
    if isinstance(choices, dict) and "trade" in choices and choices["trade"] is None and len(choices) == 1:
        return Choice(None)
    offered = [card_text(card) for card in dealt if card != JOKER]
    if isinstance(choices, dict) and choices.get("trade") == card_text(JOKER):
        raise ChoiceError("a Joker cannot be traded")
    return Choice(dealt.index(parse_card(one_of(choices, "trade", (*offered, "null to keep")))))


def choice_text(deal: Deal, choice: Choice) -> str:
    return "keep" if choice.trade is None else f"trade {card_text(deal.dealt[choice.trade])}"


def final_hand(deal: Deal, choice: Choice) -> tuple[int, int, int]:
    cards = list(deal.dealt)
    if choice.trade is not None and deal.replacement is not None:
        cards[choice.trade] = deal.replacement  # rule 5
    return cards[0], cards[1], cards[2]


def settle(deal: Deal, choice: Choice, stakes: Mapping[str, int], terms: Terms) -> Settlement:
    results = []
    hands = {}
    if "joker" in stakes:  # rule 4: on the cards as dealt
        jokers = deal.dealt.count(JOKER)
        hands["joker"] = f"{jokers or 'no'} joker{'' if jokers == 1 else 's'}"
        results.append(by_table(terms.pays["joker"], stakes["joker"], jokers, hands["joker"], {}))
    cards = final_hand(deal, choice)
    out = struck(*cards, sum(1 << rule for rule in deal.rules))  # rules 6 to 8
    left = [card for place, card in enumerate(cards) if not out >> place & 1]
    hands["player"] = f"{len(left)} surviving{': ' if left else ''}{cards_text(left)}"
    if taken := [
        f"{card_text(card)} by {', '.join(RULE_CARDS[rule] for rule in by)}"
        for card, by in zip(cards, strikes(cards, deal.rules), strict=True)
        if by
    ]:
        hands["taken"] = "; ".join(taken)
    results.append(by_table(terms.pays["main"], stakes["main"], len(left), hands["player"], {}))  # rule 9
    return Settlement(tuple(results), hands)


def check_terms(terms: Terms) -> None:
    """A shoe that can deal three Jokers needs a pay table that says what they are paid."""
    most = min(3, terms.numbers.decks * terms.numbers.jokers)
    if any(terms.pays["joker"].line(jokers) is None for jokers in range(1, most + 1)):
        raise PayTableError(
            f"joker pay table {terms.pays['joker'].id} has no line for every number of Jokers that"
            f" {terms.numbers.decks} decks can deal"
        )


GAME: Final = Game(
    slug="rule-out",
    title="Rule Out!",
    card=__doc__ or "",
    wagers={wager.slug: wager for wager in WAGERS},
    numbers=RuleOut(),
    book=load_book(__package__, SCALES),
    round=ROUND,
    folder=__package__,
    read=read,
    settle=settle,
    choice_text=choice_text,
    second_decks={"rule cards": RULE_CARDS},
    cut_is_known=True,
    check_terms=check_terms,
)

__all__ = ["GAME", "Choice", "Deal", "RuleOut", "Seen", "read_seen", "settle"]
