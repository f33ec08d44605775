"""Hands set otherwise than the rules mean: Low Four for the High Points Bonus, Ace Odd Even for the Poker Bonus."""

from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from feltlab.exact.seven_card import DEALER_HANDS, DEALS
from feltlab.games.low_four.protection_kernels import settable_totals
from feltlab.kernels.lattice import WEIGHTS, Ints
from feltlab.rules.game import Terms
from feltlab.wire import exact

BONUS = "high-points"


def set_for_a_bonus(slug: str, terms: Terms) -> dict[str, Any] | None:
    """What setting a hand for a side bet brings, where a game has that; None where hands are not set."""
    if slug == "low-four":
        return _low_four(terms)
    if slug == "ace-odd-even":
        from feltlab.games.ace_odd_even.joint import comparison

        return {
            "what": "Ante and Poker Bonus, equal stakes: one decision for both, the aces stay where they are set",
            **comparison(terms),
            "unit": "antes a round",
            "method": "exact",
        }
    return None


def _play_values(terms: Terms, nets: tuple[Fraction, ...], scale: int) -> Ints:
    """What playing a hand set to each total brings over all dealer hands, by class and total, on the scale."""
    from feltlab.games.low_four.fast import dealer_totals

    no_qualify, win, _, lose = (int(net * scale) for net in nets)
    dealer = dealer_totals()
    upto = np.cumsum(dealer, axis=1)
    qualified = upto[:, terms.numbers.qualifier]
    values = np.empty_like(dealer)
    for total in range(dealer.shape[1]):
        below = np.minimum(upto[:, total - 1] if total else 0, qualified)
        above = np.maximum(qualified - upto[:, total], 0)
        values[:, total] = (DEALER_HANDS - qualified) * no_qualify + above * win + below * lose
    return values


def _low_four(terms: Terms) -> dict[str, Any]:
    """Ante and High Points Bonus at equal stakes, best play for both together."""
    from feltlab.exact.side_bets import pay_nets
    from feltlab.games.low_four.fast import TOTALS, showdown

    nets, bonus = showdown(terms.numbers).nets(terms.numbers), pay_nets(terms.pays[BONUS])
    scale = lcm(*(net.denominator for net in (*nets, *bonus)))
    paid = np.array([int(net * scale) for net in bonus]) * DEALER_HANDS
    play, fold = _play_values(terms, nets, scale), -scale * DEALER_HANDS
    rows, never = np.arange(len(TOTALS)), np.iinfo(np.int64).min
    settable = settable_totals()[:, None] >> np.arange(play.shape[1]) & 1 == 1
    lowest = play[rows, TOTALS]
    honest = np.maximum(lowest, fold) + paid[TOTALS]
    best_set = np.where(settable, play + paid, never).max(axis=1)
    highest_paid = np.where(settable, paid, never).max(axis=1)
    folds_checked = np.maximum(best_set, fold + paid[TOTALS])
    nothing_checked = np.maximum(best_set, fold + highest_paid)

    def mean(values: Ints) -> Fraction:
        return Fraction(sum(int(w) * int(v) for w, v in zip(WEIGHTS, values, strict=True)), scale * DEALS)

    checked, sets, claims = mean(honest), mean(folds_checked), mean(nothing_checked)
    mis_set = Fraction(int(WEIGHTS[folds_checked > honest].sum()), int(WEIGHTS.sum()))
    return {
        "what": "Ante and High Points Bonus, equal stakes: expectation of both together under best play",
        **exact(
            checked=checked,
            unchecked=sets,
            gain=sets - checked,
            hands_mis_set=mis_set,
            unchecked_folds_too=claims,
            bonus_checked=mean(paid[TOTALS]),
            bonus_set_as_high_as_can_be=mean(highest_paid),
        ),
        "unit": "antes a round",
        "method": "exact",
    }
