"""Ace Odd Even against players who know too much: seats that talk, a dealer's card seen, a hand set for two bets."""

from fractions import Fraction
from typing import Final

from feltlab.exact.measure import Measure
from feltlab.exact.protection import METHOD, PREVENTS_TALK, Finding, Priced, Setting, Threats, finding, percent
from feltlab.exact.seven_card_protection import PREVENTS_EXPOSURE, AgainstDealer
from feltlab.games.ace_odd_even.classes import BEST, showdown
from feltlab.games.ace_odd_even.joint import comparison
from feltlab.rules.game import Terms


def against(terms: Terms) -> AgainstDealer:
    return AgainstDealer(BEST, terms.numbers.qualifier, showdown(terms.numbers), terms.numbers)


def set_for_both(terms: Terms) -> Priced:
    return {
        "what": "Ante and Poker Bonus, equal stakes: one decision for both, the aces stay where they are set",
        **comparison(terms),
        "unit": "antes a round",
        "method": "exact",
        "about": "poker",
    }


def _set_for_the_bonus(priced: Priced) -> Finding:
    words = (
        f"Ante and Poker Bonus decided together, equal stakes: {percent(priced['joint_optimum_float'])} of an ante,"
        f" {percent(priced['gained_by_joint_play_float'])} better for the player than playing the Ante for itself, and"
        f" {percent(priced['hidden_cost_float'])} worse than the two printed edges promise."
    )
    procedure = "nothing is needed: aces stay where they are set, and the bonus is paid on the set hand"
    measures = (
        Measure(
            "both bets, the Ante played for itself", Fraction(priced["ante_played_for_itself"]), priced["unit"], False
        ),
        Measure("both bets, decided together", Fraction(priced["joint_optimum"]), priced["unit"], False),
    )
    safe = priced["joint_optimum_float"] < 0
    return finding("a hand set for the Poker Bonus", safe, words, procedure, measures, "poker")


THREATS: Final = Threats(
    samples=lambda terms, seed, wanted: against(terms).samples(seed, wanted),
    method=METHOD,
    prevents_talk=PREVENTS_TALK,
    exposed=lambda terms, alone: [against(terms).dealer_card(alone)],
    prevents_exposure=PREVENTS_EXPOSURE,
    setting=Setting(set_for_both, _set_for_the_bonus),
)
