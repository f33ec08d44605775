"""Every figure printed in the Rule Out! document."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm

import numpy as np

from feltlab.cards import JOKER, RULE_CARDS, joker_shoe
from feltlab.exact.claim import Claim
from feltlab.exact.figures import Analysis, Figures
from feltlab.games.rule_out.fast import analyze
from feltlab.games.rule_out.rules import GAME, RuleOut
from feltlab.games.rule_out.trades import (
    CARDS,
    DRAWN,
    hand_weights,
    option_counts,
    option_values,
    rule_masks,
    survivor_counts,
)
from feltlab.hands.survivors import HIGHEST, LOWEST, STRUCK_BY
from feltlab.rules.game import Terms
from feltlab.rules.house import House

_MAIN = {1: ("single", "95.11%", "99.08%"), 4: ("four", "94.85%", "98.45%"), 6: ("six", "94.91%", "98.55%")}
_JOKER = {"primary": {1: "72.75%", 4: "72.38%", 6: "72.71%"}, "alternate": {1: "85.32%", 4: "85.06%", 6: "84.82%"}}
_NAMES = {1: "Single Deck", 4: "Four Decks", 6: "Six Decks"}


def _claim(source: str, figure: str, published: str, value: Fraction) -> Claim:
    return Claim(GAME.slug, source, figure, published, value)


def _analysis(house: House, decks: int, pay_tables: dict[str, str], strategy: str = "optimal") -> Analysis:
    return analyze(Terms(house.with_decks(decks), house.chosen(pay_tables, decks), {}), strategy)


def claims(house: House) -> list[Claim]:
    return [*_equipment(house), *_main_bet(house), *_side_bet(house)]


def _equipment(house: House) -> Iterator[Claim]:
    deck = joker_shoe(1, house.numbers.jokers)
    yield _claim("Equipment needed", "Cards in a deck", "54", Fraction(len(deck)))
    yield _claim("Equipment needed", "Jokers in a deck", "2", Fraction(deck.count(JOKER)))
    yield _claim("Rule Cards", "Rule Cards in a rule deck", "15", Fraction(len(RULE_CARDS)))
    packets = {packet.to: packet.cards for packet in reversed(GAME.book.procedure.packets)}
    yield _claim("How to Play", "Playing cards dealt to a player", "3", Fraction(packets["each seat"]))
    yield _claim("How to Play", "Rule Cards revealed in a round", "3", Fraction(packets["rule cards"]))


def _main_bet(house: House) -> Iterator[Claim]:
    for decks, (id, plain, optimal) in _MAIN.items():
        kept = _analysis(house, decks, {"main": id}, "keep").main
        best = _analysis(house, decks, {"main": id}).main
        claim = _claim("Main Bet table", f"{_NAMES[decks]}, RTP", plain, kept.rtp)
        beside = _claim("Main Bet table", f"{_NAMES[decks]}, Optimal RTP", optimal, best.rtp)
        yield claim if claim.matches else replace(claim, note=_note(claim, beside, kept, house.with_decks(decks)))
        yield beside


def _note(claim: Claim, beside: Claim, kept: Figures, numbers: RuleOut) -> str:
    """Says that another reading gives the printed figure and loses the one beside it, if on these terms it does."""
    kept_rtp, best_rtp = _one_taken(kept, numbers)
    plain, optimal = replace(claim, value=kept_rtp), replace(beside, value=best_rtp)
    if not plain.matches or optimal.matches:
        return ""
    said = (
        f"the exact return of never trading is {claim.computed}, which rounds to {claim.rounded}. It would be"
        f" {plain.computed} if Highest and Lowest took the same one of two identical cards beside a Joker, but then"
        f" Optimal RTP would be {optimal.computed}, and {beside.published} is printed: taken for a slip"
    )
    return said.replace("%", " %")


def _one_taken(kept: Figures, numbers: RuleOut) -> tuple[Fraction, Fraction]:
    """RTP of never trading and of best play if Highest and Lowest took one and the same of two cards beside a Joker."""
    masks = rule_masks()
    counts = survivor_counts(masks)
    both = masks[(masks >> HIGHEST & masks >> LOWEST & 1) == 1]
    for hand in np.flatnonzero((CARDS[:, 0] == CARDS[:, 1]) & (CARDS[:, 1] != JOKER) & (CARDS[:, 2] == JOKER)):
        spared = np.count_nonzero(both & STRUCK_BY[CARDS[hand, 0]] == 0)
        counts[hand, :2] += (-spared, spared)
    shoe = np.bincount(joker_shoe(numbers.decks, numbers.jokers), minlength=JOKER + 1)
    weights = hand_weights(shoe)
    returned = [1 + outcome.net for outcome in reversed(kept.outcomes)]  # by survivors, none first
    scale = lcm(*(value.denominator for value in returned))
    values = option_values(option_counts(counts, shoe, weights), [int(value * scale) for value in returned])
    total = int(weights.sum()) * (len(masks) * (int(shoe.sum()) - DRAWN)) * scale
    plain, best = (int((weights * chosen).sum()) for chosen in (values[:, 0], values.max(axis=1)))
    return Fraction(plain, total), Fraction(best, total)


def _side_bet(house: House) -> Iterator[Claim]:
    for name, printed in _JOKER.items():
        for decks, published in printed.items():
            joker = _analysis(house, decks, {"joker": f"{name}-{decks}"}).wagers["joker"]
            yield _claim(f"{name.title()} table", f"{_NAMES[decks]}, RTP", published, joker.rtp)
