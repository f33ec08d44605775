"""What sentences about hands say about cards, and whether the cards that their reader may see support it.

A second, plain reading of the games' words: a number of points, a side and its length, ranks in a row, a poker hand.
What a sentence says must be there in the cards that its reader may see; otherwise it reveals face-down cards.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
NAMES = {"1": "A", "10": "T", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}
BOARD = {"hands.flop": 3, "flop-bonus": 3, "hands.board": 4, "best-four": 4}
"""Words and bets about the board alone, and how many cards make their hands."""
SILENT = {
    "name", "commitment", "seed", "client_seeds", "config", "table", "key", "ack", "rules", "terms", "pay_tables",
    "format", "cut", "taken", "kind",
}  # fmt: skip
"""Fields that say nothing of hands, or are looked at card by card."""

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Seen:
    """The cards that a reader may see and that a sentence about a seat may rest on."""

    own: Cards = ()
    whole: bool = False
    """All of the seat's cards."""
    dealer: Cards = ()
    """As the hand is laid, once it is turned."""
    board: Cards = ()

    def sets(self, about: str) -> list[Cards]:
        if about in BOARD:
            return [self.board[:3] if BOARD[about] == 3 else self.board]
        if about == "hands.dealer":
            return [self.dealer]
        return [self.own, self.dealer, (*self.own, *self.board) if self.own else ()]


def sentences(data: Any, seat: int = 0, within: str = "") -> Iterator[tuple[int, str, str]]:
    """Every text, with the seat that it is about, 0 for none, and what it is about: a bet, or a name among `hands`."""
    if isinstance(data, list):
        for entry in data:
            yield from sentences(entry, seat)
    elif isinstance(data, dict):
        own = data.get("seat")
        seat = own if isinstance(own, int) else seat
        for name, value in data.items():
            if isinstance(value, str) and name not in SILENT:
                yield seat, str(data.get("wager", name)) if name == "why" else f"{within}{name}", value
            elif name not in SILENT:
                inner = "hands." if name == "hands" else ""
                yield from sentences(value, int(name) if name.isdigit() else seat, inner)


@lru_cache(100_000)
def unfounded(about: str, text: str, seen: Seen) -> list[str]:
    """What a text says that no cards in sight bear out; most texts are sent many times."""
    found = []
    for pattern, bears_out in CLAIMS:
        for match in pattern.finditer(text):
            if not any(cards and bears_out(match, cards, BOARD.get(about, 5)) for cards in _sets(about, text, seen)):
                found.append(match[0])
    if "does not qualify" in text and not seen.dealer:
        found.append("the dealer does not qualify")
    if "no winning poker hand" in text and not seen.whole:
        found.append("no winning poker hand")
    if "nothing " in text and about in BOARD and not seen.board:
        found.append("nothing on the board")
    return found


def _sets(about: str, text: str, seen: Seen) -> list[Cards]:
    if about == "combo-progressive" or "together" in text:
        return [(*seen.own, "+", *seen.dealer)] if seen.own and seen.dealer else []
    return seen.sets(about)


def _ranks(cards: Cards) -> Counter[str]:
    return Counter(card[0] for card in cards)


def _row(match: re.Match[str], cards: Cards, size: int) -> bool:
    return Counter(match[0].split("-")) <= _ranks(cards)


def _totals(cards: Cards) -> set[int]:
    worth = {rank: min(RANKS.index(rank) + 2, 10) for rank in RANKS} | {"A": 1}
    return {sum(worth[rank] for rank in {card[0] for card in four}) for four in combinations(cards, 4)}


def _points(match: re.Match[str], cards: Cards, size: int) -> bool:
    high = int(match[2])
    low = int(match[1] or high)
    if "+" in cards:  # the player's lowest total and the dealer's
        middle = cards.index("+")
        totals = {min(_totals(cards[:middle]), default=0) + min(_totals(cards[middle + 1 :]), default=0)}
    else:
        totals = _totals(cards)
    return any(low <= total <= high for total in totals)


def _side(cards: Cards, side: str) -> Cards:
    return tuple(card for card in cards if card[0] in ("A3579JK" if side == "odd" else "A2468TQ"))


def _side_card(match: re.Match[str], cards: Cards, size: int) -> bool:
    return len(_side(cards, match[2])) >= int(match[1])


def _count(match: re.Match[str], cards: Cards, size: int) -> bool:
    return max(len(_side(cards, side)) for side in ("odd", "even")) >= int(match[1])


def _high(match: re.Match[str], cards: Cards, size: int) -> bool:
    if match[1].isdigit() and int(match[1]) > 10:  # a count of a game that has no such rank
        return True
    return NAMES.get(match[1], match[1]) in _ranks(cards)


def _pair_of(match: re.Match[str], cards: Cards, size: int) -> bool:
    one = match[1].removesuffix("s")
    return _ranks(cards)[NAMES.get(one, one)] >= 2


def _in_a_row(cards: Cards) -> bool:
    places = sorted({RANKS.index(card[0]) for card in cards})
    return len(places) == len(cards) and (
        places[-1] - places[0] == len(cards) - 1 or places == [*range(len(cards) - 1), 12]
    )


def _poker(match: re.Match[str], cards: Cards, size: int) -> bool:
    kind, counts = match[0], sorted(_ranks(cards).values(), reverse=True)
    suits = max(Counter(card[1] for card in cards).values())
    if kind in ("2 pair", "two pair"):
        return sum(count >= 2 for count in counts) >= 2 or counts[0] == 4
    if kind == "full house":
        return counts[0] >= 3 and counts[1:2] > [1]
    if kind.endswith("of a kind"):
        return counts[0] >= int(kind[0])
    if kind == "pair":
        return counts[0] >= 2
    if kind == "flush":
        return suits >= size
    return any(
        _in_a_row(some) and (kind == "straight" or len({card[1] for card in some}) == 1)
        for some in combinations(cards, size)
    )


Check = Callable[[re.Match[str], Cards, int], bool]
CLAIMS: tuple[tuple[re.Pattern[str], Check], ...] = (
    (re.compile(r"\b[2-9TJQKA](?:-[2-9TJQKA])+\b"), _row),
    (re.compile(r"\b(?:(\d+) (?:or|to) )?(\d+) points?\b"), _points),
    (re.compile(r"\b(\d)-card (odd|even)\b"), _side_card),
    (re.compile(r"\b(\d) cards?\b"), _count),
    (re.compile(r"\bcards beat (\d)\b"), _count),
    (re.compile(r"\b(\w+) high\b"), _high),
    (re.compile(r"\bpair of (\w+)"), _pair_of),
    (
        re.compile(
            r"\b(?:royal flush|straight flush|flush|straight|full house|[34] of a kind|2 pair|two pair|pair)\b(?! of)"
        ),
        _poker,
    ),
)
