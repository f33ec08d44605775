"""Low Four against players who know too much: seats that talk, a dealer's card seen, a hand misset for a bonus."""

from fractions import Fraction
from math import lcm
from typing import Final

import numpy as np

from feltlab.exact.measure import Measure
from feltlab.exact.protection import METHOD, PREVENTS_TALK, Finding, Priced, Setting, Threats, antes, finding
from feltlab.exact.seven_card import DEALER_HANDS, DEALS
from feltlab.exact.seven_card_protection import PREVENTS_EXPOSURE, AgainstDealer
from feltlab.exact.side_bets import pay_nets
from feltlab.games.low_four.fast import TOTALS, dealer_totals, showdown
from feltlab.games.low_four.protection_kernels import sets_by_total
from feltlab.hands.points import HIGHEST_SET, HIGHEST_TOTAL
from feltlab.kernels.lattice import WEIGHTS, Ints
from feltlab.rules.game import Terms
from feltlab.wire import exact

BONUS: Final = "high-points"


def against(terms: Terms) -> AgainstDealer:
    """The lower total is the stronger hand."""
    return AgainstDealer(-TOTALS, -terms.numbers.qualifier, showdown(terms.numbers), terms.numbers)


def play_values(terms: Terms, nets: tuple[Fraction, ...], scale: int) -> Ints:
    """The value of playing a hand set to each total over all dealer hands, by class and total, on the scale."""
    no_qualify, win, _, lose = (int(net * scale) for net in nets)
    dealer = dealer_totals()
    upto = np.cumsum(dealer, axis=1)
    qualified = upto[:, terms.numbers.qualifier]
    values = np.empty((len(dealer), HIGHEST_SET + 1), np.int64)
    for total in range(HIGHEST_SET + 1):
        below = np.minimum(upto[:, min(total - 1, HIGHEST_TOTAL)] if total else 0, qualified)
        above = np.maximum(qualified - upto[:, min(total, HIGHEST_TOTAL)], 0)
        values[:, total] = (DEALER_HANDS - qualified) * no_qualify + above * win + below * lose
    return values


def set_for_a_bonus(terms: Terms) -> Priced:
    """Ante and High Points Bonus at equal stakes, best play for both together."""
    nets, bonus = showdown(terms.numbers).nets(terms.numbers), pay_nets(terms.pays[BONUS])
    scale = lcm(*(net.denominator for net in (*nets, *bonus)))
    paid = np.array([int(net * scale) for net in bonus]) * DEALER_HANDS
    play, fold = play_values(terms, nets, scale)[:, : len(paid)], -scale * DEALER_HANDS
    rows, never = np.arange(len(TOTALS)), np.iinfo(np.int64).min
    settable = sets_by_total()[:, : len(paid)] > 0  # no bonus pays on a total that cannot be the lowest
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
        "about": BONUS,
    }


def _set_badly(priced: Priced) -> Finding:
    words = (
        "High Points Bonus paid on the four cards as set, discards unseen: with equal stakes best play of Ante and"
        f" bonus goes from {antes(priced['checked_float'])} a round to {antes(priced['unchecked_float'])};"
        f" where folds may claim any four too, {antes(priced['unchecked_folds_too_float'])}."
        " With the discards checked, setting badly gains nothing."
    )
    procedure = "turn all seven cards and pay the lowest total, as the manual says; discards stay on the table"
    measures = (
        Measure("both bets, discards checked", Fraction(priced["checked"]), priced["unit"], False),
        Measure("both bets, discards unseen", Fraction(priced["unchecked"]), priced["unit"], False),
    )
    return finding("a hand set badly for the High Points Bonus", False, words, procedure, measures, BONUS)


THREATS: Final = Threats(
    samples=lambda terms, seed, wanted: against(terms).samples(seed, wanted),
    method=METHOD,
    prevents_talk=PREVENTS_TALK,
    exposed=lambda terms, alone: [against(terms).dealer_card(alone)],
    prevents_exposure=PREVENTS_EXPOSURE,
    setting=Setting(set_for_a_bonus, _set_badly),
)
