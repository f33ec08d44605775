"""What the Rule Out! document prints about its equipment, the deal and what Rule Cards take."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Final

from feltlab.cards import DECK, JOKER, RANKS, RULE_CARDS, joker_shoe, parse_cards
from feltlab.exact.claim import TRUE, Claim, section
from feltlab.games.rule_out.rules import GAME
from feltlab.hands.survivors import HIGHEST, LOWEST, MIDDLE, STRUCK_BY, strikes, struck
from feltlab.rules.house import House
from feltlab.rules.procedure import packets

_PRINTED: Final = (
    "2-5", "6-9", "10-K", "Even", "Odd", "Diamonds", "Clubs", "Hearts", "Spades", "Ace & Face", "Highest", "Middle",
    "Lowest", "Red", "Black",
)  # fmt: skip
_SUITS: Final = ("Clubs", "Diamonds", "Hearts", "Spades")
_FACES: Final = set("JQK")

_section = partial(section, GAME)


def equipment(house: House) -> list[Claim]:
    deck = joker_shoe(1, house.numbers.jokers)
    dealt, traded = (packet.cards for packet in packets(GAME.round) if packet.to == "each seat")
    (rules,) = GAME.round.second_deals
    return [
        *_section(
            "Rules of Play",
            ("Playing cards dealt to a player", "3", dealt),
            ("Cards in a deck", "54", len(deck)),
            ("Jokers in a deck", "2", deck.count(JOKER)),
        ),
        *_section(
            "Rule Cards",
            ("Rule Cards in a rule deck", "15", len(RULE_CARDS)),
            ("The rule deck has the printed cards", TRUE, sorted(_PRINTED) == sorted(RULE_CARDS)),
            ("Ace & Face eliminates", "A J Q K", _eliminated("Ace & Face")),
            ("2-5 eliminates", "2 3 4 5", _eliminated("2-5")),
        ),
        *_section(
            "How to Play",
            ("Playing cards dealt to a player", "3", dealt),
            ("Cards that may be traded", "1", traded),
            ("Rule Cards revealed in a round", "3", rules.cards),
        ),
    ]


def rulings() -> list[Claim]:
    odd, even = set(_eliminated("Odd").split()), set(_eliminated("Even").split())
    example = parse_cards("As 2d Th", GAME.round.hand, "example")
    rules = (RULE_CARDS.index("Ace & Face"), LOWEST)
    taken = dict(zip("A2T", strikes((example[0], example[1], example[2]), rules), strict=True))
    return _section(
        "Index, Rulings and Clarifications",
        ("Odd eliminates Aces and no face cards", TRUE, "A" in odd and odd.isdisjoint(_FACES)),
        ("Even eliminates no face cards", TRUE, even.isdisjoint(_FACES)),
        ("10-K affects", "10 J Q K", _eliminated("10-K")),
        ("For Highest, Lowest and Middle the Ace is low", TRUE, all(_ace_is_low())),
        ("Example A 2 10, Ace & Face, then Lowest: the Two survives", TRUE, not taken["2"]),
        ("Middle eliminates no cards beside a Joker", TRUE, all(_spared_beside_a_joker())),
        ("Highest, Lowest and Middle eliminate no cards beside two Jokers", TRUE, all(_spared_beside_two_jokers())),
        ("Suits of one rank from low to high", ", ".join(_SUITS), _suits_from_low()),
        ("Middle, and Highest or Lowest where two identical cards tie, eliminates exactly one of them", TRUE,
         all(_one_of_duplicates())),
    )  # fmt: skip


def _eliminated(name: str) -> str:
    """The ranks that a Rule Card takes in every suit, the ace first."""
    rule = 1 << RULE_CARDS.index(name)
    ranks = [RANKS[-1], *RANKS[:-1]]
    found = [rank for rank in ranks if all(STRUCK_BY[4 * RANKS.index(rank) + suit] & rule for suit in range(4))]
    return " ".join(found).replace("T", "10")


def _ace_is_low() -> Iterator[bool]:
    ace = 4 * RANKS.index("A")
    for low, high in combinations(range(len(RANKS) - 1), 2):
        cards = (ace, 4 * low + 1, 4 * high + 2)
        yield (
            struck(*cards, 1 << LOWEST) == 1 and struck(*cards, 1 << MIDDLE) == 2 and struck(*cards, 1 << HIGHEST) == 4
        )


def _spared_beside_a_joker() -> Iterator[bool]:
    for first, second in combinations(DECK, 2):
        yield struck(first, second, JOKER, 1 << MIDDLE) == struck(first, second, JOKER, 0)


def _spared_beside_two_jokers() -> Iterator[bool]:
    for card in DECK:
        yield struck(card, JOKER, JOKER, 1 << HIGHEST | 1 << MIDDLE | 1 << LOWEST) == struck(card, JOKER, JOKER, 0)


def _suits_from_low() -> str:
    """As Lowest takes them, in any one rank; a different order if ranks disagree."""
    orders = set()
    for rank in range(len(RANKS)):
        suits = range(4 * rank, 4 * rank + 4)
        below = {
            card: sum(struck(card, other, JOKER, 1 << LOWEST) & 1 for other in suits if other != card) for card in suits
        }
        orders.add(", ".join(_suit_name(card) for card in sorted(suits, key=lambda card: -below[card])))
    return " or ".join(sorted(orders))


def _suit_name(card: int) -> str:
    return next(name for name in _SUITS if STRUCK_BY[card] >> RULE_CARDS.index(name) & 1)


def _one_of_duplicates() -> Iterator[bool]:
    """The two identical cards are at the first two places."""
    for card in DECK:
        for other in DECK:
            if other != card:
                high, middle, low = (struck(card, card, other, 1 << rule) & 3 for rule in (HIGHEST, MIDDLE, LOWEST))
                yield middle in (1, 2) and (high, low) in ((1, 0), (2, 0), (0, 1), (0, 2))
