"""The whole strategy in two pictures, by what the five cards hold: the bet on the flop, then the one on the turn."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from feltlab.cards import RANKS
from feltlab.exact.pictures import Bars, Label, Picture, Shares
from feltlab.games.quick_draw_holdem.river import TURNS
from feltlab.games.quick_draw_holdem.rules import GAME
from feltlab.rules.game import Terms
from feltlab.rules.words import words_of

_WINDOWS: Final = [0b1000000001111, *(0b11111 << low for low in range(9))]


def pictures(rows: Iterable[Mapping[str, Any]], terms: Terms) -> list[Picture]:
    words = words_of(GAME, "web")["charts"]
    high_pair: int = terms.numbers.high_pair
    flop, turn = Shares(), Shares()
    for row in rows:
        label = _flop_class(row["hand"], high_pair)
        bet = row["decision"] == "bet"
        flop.add(label, row["hands"], bet, row["ev_bet_float"])
        if bet:
            turn.hands[label] += TURNS * row["hands"]
            turn.active[label] += row["turn_cards_to_bet"] * row["hands"]
    named = [name.format(rank=RANKS[high_pair]) for name in words["classes"].values()]
    order: list[Label] = [name for name in named if name in flop.hands]
    later = [name for name in order if turn.hands[name]]
    return [
        Bars(words["title"], words["words"], words["label"], flop, order, words["active"], means=True),
        Bars(words["turn"], words["turn_words"], words["label"], turn, later, words["turn_active"]),
    ]


def _outs(ranks: set[int]) -> int:
    """How many ranks would complete a straight."""
    mask = sum(1 << rank for rank in ranks)
    return sum(
        any((mask | 1 << rank) & window == window for window in _WINDOWS) for rank in range(13) if not mask >> rank & 1
    )


def _flop_class(hand: str, high_pair: int) -> str:
    suits = hand[1::3]
    return _class_of(hand[::3], max(map(suits.count, suits)), high_pair)


@lru_cache(maxsize=1 << 15)  # every set of ranks comes in many suits
def _class_of(letters: str, suited: int, high_pair: int) -> str:
    names = words_of(GAME, "web")["charts"]["classes"]
    ranks = [RANKS.index(letter) for letter in letters]
    same = sorted(Counter(ranks).values(), reverse=True)
    distinct = set(ranks)
    straight = any(sum(1 << rank for rank in distinct) & window == window for window in _WINDOWS)
    if same[0] > 2 or same[:2] == [2, 2] or suited == 5 or straight:
        return str(names["made"])
    if same[0] == 2:
        pair = next(rank for rank, count in Counter(ranks).items() if count == 2)
        return str(names["high_pair" if pair >= high_pair else "low_pair"]).format(rank=RANKS[high_pair])
    if suited == 4:
        return str(names["four_flush"])
    return str(names[("nothing", "gutshot", "open")[min(_outs(distinct), 2)]])
