"""Rule Out! against players who know too much: visible hands, Rule Cards seen too early, shoes that are counted."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from feltlab.exact.protection import Draw, Exposed, Samples, Threats
from feltlab.games.rule_out.counting import COUNTING
from feltlab.games.rule_out.fast import choices
from feltlab.games.rule_out.protection_kernels import rule_out_gains
from feltlab.games.rule_out.rule_deck import ALL_RULES, RuleDeck, deck_of, main_pays, rule_sets
from feltlab.games.rule_out.trades import rule_masks, survivor_counts
from feltlab.kernels.protection import Floats
from feltlab.rules.game import Terms

RULE_CARDS_SEEN: Final = ("one Rule Card", "two Rule Cards", "all three Rule Cards")


def seen_hands(terms: Terms, seed: int, most: int) -> Draw:
    (pays, scale), masks, deck = main_pays(terms), rule_masks(), deck_of(terms)
    values, usual = survivor_counts(masks) @ pays, choices("optimal", terms)

    def draw(first: int, count: int) -> Floats:
        gains = np.empty((count, most))
        rule_out_gains(np.uint64(seed), first, deck, values, usual, gains)
        return gains / (scale * len(masks))

    return draw


def _samples(terms: Terms, seed: int, _: Sequence[int]) -> Iterator[Samples]:
    """One deal serves every number of seats known."""
    most = terms.numbers.seats - 1
    yield Samples(range(1, most + 1), seen_hands(terms, seed, most))


def _rule_cards(terms: Terms, alone: Fraction) -> list[Exposed]:
    deck = RuleDeck.build(terms)
    cases = []
    for count, words in enumerate(RULE_CARDS_SEEN, start=1):
        sets = rule_sets(count)
        edge = deck.edge(sets, [ALL_RULES] * len(sets))
        cases.append(Exposed(f"{words}, seen before the trade", edge, alone))
    return cases


THREATS: Final = Threats(
    samples=_samples,
    method="sampled hands, every replacement and deal of Rule Cards counted in each; gain over the usual trade",
    prevents_talk="nothing is needed: the hands are face up by the rules",
    exposed=_rule_cards,
    prevents_exposure="Rule Cards are dealt face down, and turned only when the last trade is done; one seen earlier"
    " voids the round, and Main bets go back",
    counting=COUNTING,
)
