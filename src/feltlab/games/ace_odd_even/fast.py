"""Ace Odd Even, exactly: figures, advice for a hand, the strategy in words and in full."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from feltlab.cards import RANKS, cards_text
from feltlab.exact.edges import edge_notes
from feltlab.exact.figures import Advice, Analysis, Figures, Option
from feltlab.exact.seven_card import DEALER_HANDS, DEALS, disagreements, graded
from feltlab.exact.side_bets import pay_nets
from feltlab.games.ace_odd_even.classes import (
    ACE,
    BEST,
    BONUS,
    EVEN_SIDE,
    ODD_SIDE,
    choices,
    patterns,
    poker_counts,
    progressive,
    showdown,
    side_bets,
)
from feltlab.games.ace_odd_even.joint import FOLD, OTHER_SIDE, comparison, joint_plan, priced
from feltlab.games.ace_odd_even.rules import GAME, SCALES, AceOddEven
from feltlab.hands.parity import (
    EVEN,
    ODD,
    best_side,
    best_strength,
    bonus_grade,
    held_poker_grade,
    rank_word,
    side_cards,
    side_count,
    suit_word,
)
from feltlab.kernels.lattice import HANDS, WEIGHTS, Ints, class_of, dealer_weights
from feltlab.rules.dealt import one_hand
from feltlab.rules.game import Terms
from feltlab.rules.house import House
from feltlab.rules.lines import read_terms
from feltlab.rules.steps import FOLD as FOLDED

STRATEGIES: Final = {
    "optimal": "the exact optimum of the main wager for every hand",
    "ace-high": "play four cards Ace high or better, or any five; fold the rest",
    "joint": "the exact optimum of Ante and Poker Bonus together, equal stakes",
    "mimic-dealer": "play what would qualify for the dealer",
    "five-cards": "play five cards or more only",
    "never-fold": "play everything",
}
PLAYED_WITH: Final = {"joint": "poker"}
"""By strategy: the side bet it needs."""


HEARS_CHOICES: Final = True
"""A hand set card by card is an option of its own."""


def analyze(terms: Terms, strategy: str = "optimal") -> Analysis:
    numbers: AceOddEven = terms.numbers
    against = showdown(numbers)
    if strategy == "joint":
        both = priced(terms, joint_plan(terms), strategy)
        extra = {"dealer_qualifies": against.qualifies(), "both_bets_expectation": both.expectation}
        wagers = {**side_bets(terms), **both.bonuses}
        return Analysis(GAME.slug, replace(both.main, extra=extra), wagers, edge_notes(both.main, *wagers.values()))
    ids = {wager: table.id for wager, table in terms.pays.items()}
    outcomes = against.outcomes(choices(strategy, numbers), numbers)
    extra = {"dealer_qualifies": against.qualifies()}
    main = Figures(GAME.slug, "main", strategy, ids, outcomes, DEALS, extra=extra)
    wagers = side_bets(terms)
    return Analysis(GAME.slug, main, wagers, edge_notes(main, *wagers.values()))


def grade_counts(wager: str, terms: Terms) -> list[int]:
    """Hands of the deck by the grade of a side bet alone."""
    return graded(BONUS, SCALES["odd-even"].top) if wager == "odd-even" else poker_counts()


def remarks(terms: Terms, strategy: str = "optimal") -> list[str]:
    """Remarks that the figures of each bet alone do not make."""
    if strategy == "joint" or "poker" not in terms.pays:
        return []
    both = comparison(terms)
    return [
        "The main game's edge and the Poker Bonus's edge are each for that bet alone, and you cannot have both. An Ante"
        f" and an equal Poker Bonus, played together, are worth {both['joint_optimum_float']:+.4%} of an Ante at best"
        f" (the strategy called joint), not {both['promised_by_separate_edges_float']:+.4%}.".replace("-", "−")
    ]


def advise(line: Mapping[str, object], house: House) -> Advice:
    """Fold, play odd or play even, with every live bet: the aces of a set hand stay where they were put.

    Cards set in the line's choices are one more option, unless they are a whole side.
    """
    stakes = house.stakes(line.get("wagers", {"ante": 1}))
    terms = read_terms(GAME, house, line, stakes)
    player = one_hand(line, "player", GAME.round.hand)
    ranks, suits = rank_word(player), suit_word(player)
    weights = dealer_weights(HANDS[class_of(player)])
    options = []
    for choice, held in _hands(player, line.get("choices")).items():
        held_ranks = rank_word(held)
        poker = held_poker_grade(ranks, suits, held_ranks, suit_word(held))
        main = Fraction(-1) if choice == FOLDED else _main(best_strength(held_ranks), weights, terms.numbers)
        options.append(Option(choice, main + _bonuses(bonus_grade(ranks), poker, stakes, terms)))
    return Advice(tuple(options), preferred="play odd" if best_side(ranks) == ODD else "play even")


def _hands(player: tuple[int, ...], choices: object) -> dict[str, tuple[int, ...]]:
    """The hand that each option plays; none for a fold."""
    found = {FOLDED: (), "play odd": side_cards(player, ODD), "play even": side_cards(player, EVEN)}
    if choices is not None:
        cards = {"player": player}
        GAME.reader.choices(cards, {"decision": "play", **choices} if isinstance(choices, dict) else choices)
        held = cards.get("set", ())
        if held not in found.values():
            found[f"play {cards_text(held)}"] = held
    return found


def _main(own: int, weights: Ints, numbers: AceOddEven) -> Fraction:
    """Expected net of Ante and Play for a hand of that strength against the dealer classes with these weights."""
    qualified = numbers.qualifier <= BEST
    no_qualify = int(weights[~qualified].sum())
    won = int(weights[qualified & (own > BEST)].sum())
    lost = int(weights[qualified & (own < BEST)].sum())
    net = no_qualify * numbers.no_qualify_odds.net + 2 * won * numbers.win_odds.net - 2 * lost
    return Fraction(net) / DEALER_HANDS


def _bonuses(bonus: int, poker: int, stakes: Mapping[str, int], terms: Terms) -> Fraction:
    value = Fraction(0)
    for wager, grade in (("odd-even", bonus), ("poker", poker), ("poker-progressive", poker)):
        if wager in stakes:
            meters = {wager: Fraction(terms.meters[wager], stakes[wager])} if wager in terms.meters else {}
            value += Fraction(stakes[wager], stakes["ante"]) * pay_nets(terms.pays[wager], meters)[grade]
    return value


def strategy_rows(terms: Terms) -> Iterator[dict[str, Any]]:
    """The complete optimal strategy of the main wager, one row per class."""
    against = showdown(terms.numbers)
    values, scale = against.scaled(terms.numbers)
    best = against.best(terms.numbers)
    for number in np.argsort(BEST, kind="stable"):
        ranks = [rank for rank in range(ACE, -1, -1) for _ in range(HANDS[number, rank])]
        yield {
            "ranks": "".join(RANKS[rank] for rank in ranks),
            "hands": int(WEIGHTS[number]),
            "set": "odd" if ODD_SIDE[number] > EVEN_SIDE[number] else "even",
            "cards": side_count(int(BEST[number])),
            "decision": "play" if best[number] else "fold",
            "ev_play": str(Fraction(int(values[number]), scale * DEALER_HANDS)),
            "ev_play_float": int(values[number]) / (scale * DEALER_HANDS),
            "ev_fold": "-1",
        }


def class_count() -> int:
    """The classes of a player's seven cards, by their ranks."""
    return len(HANDS)


def strategy_text(terms: Terms) -> list[str]:
    best = choices("optimal", terms.numbers)
    classes, hands = disagreements(choices("ace-high", terms.numbers), best)
    return [
        "Play four cards Ace high or better, or any five cards; fold the rest.",
        f"On these terms this differs from the optimum in {classes:,} of {len(best):,} rank classes ({hands:,} hands).",
        *(_joint_text(terms) if "poker" in terms.pays else ()),
    ]


def _joint_text(terms: Terms) -> list[str]:
    plan, counts = joint_plan(terms), patterns()[0]
    other, folds = (Fraction(int(counts[plan == action].sum()), int(counts.sum())) for action in (OTHER_SIDE, FOLD))
    both = comparison(terms)
    return [
        "With a Poker Bonus bet as large as the Ante there is one decision for two bets: a set hand keeps its aces.",
        f"  The best joint play folds {float(folds):.4%} of hands and sets the side that is weaker for the Ante in"
        f" {float(other):.4%}.",
        f"  It is worth {both['joint_optimum_float']:+.4%} of an ante for both bets; the two edges printed separately"
        f" promise {both['promised_by_separate_edges_float']:+.4%}, so they hide {both['hidden_cost_float']:.4%}.",
        f"  The Ante played for itself, the bonus as it falls: {both['ante_played_for_itself_float']:+.4%}.",
    ]


__all__ = ["STRATEGIES", "advise", "analyze", "progressive", "strategy_rows", "strategy_text"]
