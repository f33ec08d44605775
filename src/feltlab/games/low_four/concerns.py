"""Low Four missetting: four cards that are not the lowest, with every hand that best play plays."""

from fractions import Fraction
from math import lcm

import numpy as np

from feltlab.exact.measure import house_edge
from feltlab.exact.protection import Finding, finding, percent
from feltlab.exact.seven_card import DEALER_HANDS, DEALS
from feltlab.games.low_four.fast import TOTALS, choices, showdown
from feltlab.games.low_four.protection import play_values
from feltlab.games.low_four.protection_kernels import sets_by_total
from feltlab.kernels.lattice import WEIGHTS
from feltlab.rules.game import Terms


def badly_set(terms: Terms) -> dict[str, Fraction]:
    """The edge by how the four cards of a played hand are set."""
    nets = showdown(terms.numbers).nets(terms.numbers)
    scale = lcm(*(net.denominator for net in nets))
    play, sets = play_values(terms, nets, scale), sets_by_total()
    rows, places = np.arange(len(TOTALS)), np.arange(play.shape[1])
    above = (sets > 0) & (places > TOTALS[:, None])
    second = np.where(above.any(axis=1), above.argmax(axis=1), TOTALS)
    highest = np.where(sets > 0, places, 0).max(axis=1)
    every = int(sets[0].sum())
    by_set = {
        "lowest": every * play[rows, TOTALS],
        "second": every * play[rows, second],
        "any": (sets * play).sum(axis=1),
        "highest": every * play[rows, highest],
    }
    played, fold = choices("optimal", terms.numbers), -every * scale * DEALER_HANDS
    found = {}
    for name, values in by_set.items():
        nets_by_class = np.where(played, values, fold).tolist()
        total = sum(weight * net for weight, net in zip(WEIGHTS.tolist(), nets_by_class, strict=True))
        found[name] = -Fraction(total, every * scale * DEALS)
    return found


def concerns(terms: Terms) -> list[Finding]:
    edges = badly_set(terms)
    said = {name: percent(float(edge)) for name, edge in edges.items()}
    words = (
        "Ante and Play are settled on the four cards as they are set. If every hand were set with its second lowest"
        f" total, the edge would go from {said['lowest']} to {said['second']}; with any four of the seven, to"
        f" {said['any']}; with the highest total, to {said['highest']}. The bonuses read the lowest total and do not"
        " change."
    )
    procedure = (
        "a worse four never wins more, so nobody gains by setting one on purpose; if a seat names no cards, the lowest"
        " four are set, and the discards stay on the table until the round is paid"
    )
    measures = (
        house_edge("edge with the lowest total set", edges["lowest"]),
        house_edge("edge with the second lowest total", edges["second"]),
        house_edge("edge with any four, all equally likely", edges["any"]),
        house_edge("edge with the highest total", edges["highest"]),
    )
    return [finding("four cards that are not the lowest", False, words, procedure, measures)]
