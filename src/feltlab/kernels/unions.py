"""Hands made of all cards of both sides: the result of each pair of an own hand and one of the other side."""

from typing import Any

import numpy as np

from feltlab.hands.jit import compiled, inner
from feltlab.kernels.duels import OUT, Places
from feltlab.kernels.subsets import CHOOSE, Ints, Small


@inner
def _joined(own: Ints, other: Small) -> int:
    """The number of the set of both, each ascending; -1 if they share a card."""
    number, count, at = 0, 0, 0
    for card in other:
        while at < len(own) and own[at] < card:
            count += 1
            number += CHOOSE[own[at], count]
            at += 1
        if at < len(own) and own[at] == card:
            return -1
        count += 1
        number += CHOOSE[card, count]
    while at < len(own):
        count += 1
        number += CHOOSE[own[at], count]
        at += 1
    return number


@compiled
def union_totals(own: Ints, sets: Small, places: Places, nets: Ints, totals: Ints) -> None:
    """By own hand, the sum of the values of the sets it makes with the other side's; values are by place."""
    for hand in range(len(own)):
        total = 0
        for other in range(len(sets)):
            number = _joined(own[hand], sets[other])
            if number >= 0:
                total += nets[places[number]]
        totals[hand] = total


@compiled
def union_tally(own: Ints, sets: Small, places: Places, weights: Ints, found: Ints) -> None:
    """By place, how many pairs make it, each own hand counted that many times."""
    for hand in range(len(own)):
        if weights[hand]:
            for other in range(len(sets)):
                number = _joined(own[hand], sets[other])
                if number >= 0:
                    found[places[number]] += weights[hand]


@compiled
def union_zones(own: Ints, sets: Small, others: Places, cuts: Ints, labels: Any, counts: Any) -> None:
    """By label of the combined set, own hand and zone of the other side's value: how many of its hands."""
    for hand in range(len(own)):
        for other in range(len(sets)):
            if others[other] == OUT:
                continue
            number = _joined(own[hand], sets[other])
            if number >= 0:
                zone = 0
                while zone < cuts.shape[1] and cuts[hand, zone] <= others[other]:
                    zone += 1
                counts[labels[number], hand, zone] += 1


def compile_all() -> None:
    own, sets = np.array([[0, 1]]), np.array([[2], [3]], np.uint8)
    places, values = np.zeros(4, np.uint16), np.zeros(1, np.int64)
    union_totals(own, sets, places, values, np.empty(1, np.int64))
    union_tally(own, sets, places, values, values.copy())
    union_zones(own, sets, places, values[:, None], places, np.zeros((1, 1, 2), np.int32))
