"""The words of Low Four: totals, the hands as they lie, why a wager was taken or paid."""

from collections.abc import Mapping
from functools import cache

from feltlab.cards import RANKS
from feltlab.games.low_four.rules import LowFour
from feltlab.hands.low import lowest_four, lowest_of_seven, points_of
from feltlab.hands.points import HIGHEST_TOTAL, POINTS, four_points
from feltlab.rules.codes import PAID, PUSH, WIN
from feltlab.rules.settling import Facts, SeatRound
from feltlab.rules.speech import by_table


def call(total: int) -> str:
    return f"{total} point{'s' if total > 1 else ''}"


def announce(dealer: tuple[int, ...], numbers: LowFour) -> str:
    """The dealer's call for the dealer's own hand."""
    total = points_of(lowest_of_seven.of(dealer))
    return call(total) + ("" if total <= numbers.qualifier else ": dealer does not qualify. Ante pays, Play pushes")


def shown(four: tuple[int, ...]) -> str:
    """15 points: 6-6-5-4"""
    a, b, c, d = four
    return _shown(a >> 2, b >> 2, c >> 2, d >> 2)


@cache
def _shown(*ranks: int) -> str:
    """Cached by ranks, of which there are few: four cards with suits have ten times as many combinations."""
    laid = sorted(ranks, key=lambda rank: (POINTS[rank], rank), reverse=True)
    return f"{call(four_points(ranks))}: {'-'.join(RANKS[rank] for rank in laid)}"


def hands(facts: Facts) -> dict[str, str]:
    cards = facts.round.cards
    folded = f"folded {call(points_of(lowest_of_seven.of(cards['player'])))}" if facts.round.folded else ""
    return {
        "player": folded or shown(cards["set"]),
        "dealer": shown(lowest_four(cards["dealer"])),
    }


def choice(round: SeatRound) -> str:
    return "fold" if round.folded else f"play, set {' '.join(round.choices['set'])}"


def why(facts: Facts, wager: str, code: int, hands: Mapping[str, str]) -> str:
    if code >= PAID:
        together = " together" if wager == "combo-progressive" else ""
        return by_table(facts, wager, code, call(code - PAID) + together)
    if facts.round.folded:
        return "folded"
    own, dealer = HIGHEST_TOTAL - facts.values["own"], HIGHEST_TOTAL - facts.values["dealer"]
    if dealer > facts.values["qualifier"]:
        return "dealer does not qualify"
    if code == PUSH:
        return f"tie: {call(own)} each"
    if code == WIN:
        return f"{call(own)} {_beat(own)} {call(dealer)}"
    return f"dealer's {call(dealer)} {_beat(dealer)} {call(own)}"


def _beat(points: int) -> str:
    return "beats" if points == 1 else "beat"
