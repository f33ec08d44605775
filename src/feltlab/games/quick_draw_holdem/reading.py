"""What a player may know about five to seven cards: what they make, which of them make it, what is near."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from feltlab.cards import RANKS, card_text
from feltlab.hands.layout import PLACE_BITS
from feltlab.hands.poker import (
    CATEGORIES,
    COUNTABLE,
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    call_of,
)
from feltlab.rules.game import Terms

ACE: Final = RANKS.index("A")
FOLD_LINE, TURN_LINE = 5, 6
"""Lines of the strategy; `rule` in the facts of a hand is the line for it, from 0."""


def facts(own: Sequence[int], board: Sequence[int], terms: Terms) -> dict[str, Any]:
    cards = (*own, *board)
    held = {card >> 2 for card in cards}
    kind, _ = _made(cards)
    suited = max(Counter(card & 3 for card in cards).values())
    completing = [] if _run(held) is not None else [r for r in range(13) if r not in held and _run(held | {r})]
    on_flop = len(cards) == 5
    call, near = called(cards), _near(suited, len(completing))
    hold = f"a {call}" if CATEGORIES[kind] in COUNTABLE else call
    return {
        "call": call,
        "said": f"with {', '.join(filter(None, (hold, near)))}",
        "shown": " · ".join(filter(None, (call, near))),
        "hold": f"You hold {hold}.",
        "near": near,
        "kind": kind,
        "made_of": [card_text(card) for card in made_of(cards)],
        "suited": suited,
        "completing": len(completing),
        "rule": _flop_line(cards, kind, suited, len(completing), terms.numbers.high_pair) if on_flop else TURN_LINE,
    }


def _near(suited: int, completing: int) -> str:
    """What one more card would make."""
    ranks = "one rank completes it" if completing == 1 else f"{completing} ranks complete it"
    flush = "four cards of one suit (a fifth makes a flush)" if suited == 4 else ""
    return ", ".join(filter(None, (flush, f"four cards of a straight ({ranks})" if completing else "")))


def called(cards: Sequence[int]) -> str:
    kind, place = _made(cards)
    return call_of(kind << PLACE_BITS | place, cards)


def _flop_line(cards: Sequence[int], kind: int, suited: int, completing: int, high_pair: int) -> int:
    """The strategy line for five cards: 1 to 4 are its clauses for a bet, 5 is the fold."""
    counts = Counter(card >> 2 for card in cards)
    pair = max((rank for rank, count in counts.items() if count == 2), default=-1)
    if kind > PAIR or pair >= high_pair:
        return 1
    if suited >= 4 or completing >= 2:
        return 2
    high = sum(rank >= high_pair for rank, count in counts.items() if count == 1)
    if kind == PAIR:
        return 3 if high != 1 or suited >= 3 or completing else FOLD_LINE
    return 4 if completing and (suited >= 3 or high >= 3) else FOLD_LINE


def _run(ranks: set[int]) -> int | None:
    """The highest rank of a run of five, counted from the five-high run as 1; None without one."""
    low = {rank + 1 for rank in ranks} | ({0} if ACE in ranks else set())
    return next((top - 3 for top in range(13, 3, -1) if all(top - step in low for step in range(5))), None)


def _made(cards: Sequence[int]) -> tuple[int, int]:
    for suit in range(4):
        same = {card >> 2 for card in cards if card & 3 == suit}
        if len(same) >= 5:
            run = _run(same)
            return (FLUSH, 0) if run is None else (STRAIGHT_FLUSH, run - 1)
    counts = sorted(Counter(card >> 2 for card in cards).values(), reverse=True)
    if counts[0] == 4:
        return QUADS, 0
    if counts[0] == 3 and counts[1] >= 2:
        return FULL_HOUSE, 0
    if (run := _run({card >> 2 for card in cards})) is not None:
        return STRAIGHT, run - 1
    if counts[0] == 3:
        return TRIPS, 0
    if counts[0] == 2:
        return (TWO_PAIR if counts[1] == 2 else PAIR), 0
    return HIGH_CARD, 0


def made_of(cards: Sequence[int]) -> list[int]:
    """The cards that the hand's name depends on: both pairs of two pair, not the card beside them."""
    kind, place = _made(cards)
    high = sorted(cards, reverse=True)
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        run = {(place + 3 - step) % 13 for step in range(5)}
        of = [card for card in high if card >> 2 in run]
        if kind == STRAIGHT_FLUSH:
            suit = Counter(card & 3 for card in of).most_common(1)[0][0]
            return [card for card in of if card & 3 == suit]
        return [next(card for card in of if card >> 2 == rank) for rank in sorted(run, reverse=True)]
    if kind == FLUSH:
        suit = Counter(card & 3 for card in cards).most_common(1)[0][0]
        return [card for card in high if card & 3 == suit][:5]
    counts = Counter(card >> 2 for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if kind == FULL_HOUSE:
        pair = max(rank for rank in counts if counts[rank] > 1 and rank != ranks[0])
        return [card for card in high if card >> 2 == ranks[0]] + [card for card in high if card >> 2 == pair][:2]
    wanted = ranks[: {HIGH_CARD: 0, TWO_PAIR: 2}.get(kind, 1)]
    return [card for card in high if card >> 2 in wanted]
