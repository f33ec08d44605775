"""Rule Out!, exactly: each of the 26,235 hands, kept or traded, over every replacement and every deal of Rule Cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import Any, Final

import numpy as np

from feltlab.cards import DECK, JOKER, RULE_CARDS, card_text, cards_text
from feltlab.errors import FeltlabError, PayTableError, shown
from feltlab.exact.edges import edge_notes
from feltlab.exact.figures import Advice, Analysis, Figures, Option, Outcome, Priced
from feltlab.exact.side_bets import paid_by_table
from feltlab.games.rule_out.decisions import DECISIONS, choices_by
from feltlab.games.rule_out.remember import short_strategy
from feltlab.games.rule_out.rules import GAME, SCALES, RuleOut, read_seen
from feltlab.games.rule_out.trades import (
    CARDS,
    DRAWN,
    KEEP,
    OPTIONS,
    Choices,
    Ints,
    best_choices,
    hand_weights,
    index_of,
    option_counts,
    option_values,
    rule_masks,
    survivor_counts,
)
from feltlab.rules.game import Terms
from feltlab.rules.house import House
from feltlab.rules.lines import read_terms
from feltlab.rules.pay_table import PayTable, Share

STRATEGIES: Final = {
    "optimal": "the exact optimum of every hand",
    "unify": "trade the least-matching card if it has two matches or fewer (beside a Joker: one or fewer)",
    "keep": "never trade",
    "diversify": "trade the most-matching card if it has three matches or more (beside a Joker: two or more)",
    "always-trade": "trade the least-matching card of every hand",
    "keep-with-joker": "make cards alike, but never trade beside a Joker",
    "trade-highest": "trade the highest card of every hand",
    "trade-lowest": "trade the lowest card of every hand",
    "trade-random": "trade a card of every hand, each equally likely",
}
TIE_RULE: Final = "the bet is the same whatever is chosen: of equal choices keeping, then the lower card, is taken"
SIX: Final = 6
"""Shares of one, a half or a third of a hand are whole numbers of sixths."""
_LARGEST_SUM: Final = 2**62


@dataclass(frozen=True)
class Shoe:
    """All hands of a shoe and the results of each option, without a pay table."""

    weights: Ints
    options: Ints
    """By hand, option and survivors: how many replacements and deals of Rule Cards; see `option_counts`."""
    outcomes: int
    """The total of the counts for each hand and option: replacements × deals of Rule Cards."""

    @property
    def hands(self) -> int:
        return int(self.weights.sum())


@lru_cache(maxsize=1)
def _survivors() -> Ints:
    return survivor_counts(rule_masks())


@lru_cache(maxsize=8)
def solve(decks: int, jokers: int) -> Shoe:
    shoe = np.array([decks] * len(DECK) + [decks * jokers], np.int64)
    survivors, weights = _survivors(), hand_weights(shoe)
    deals = int(survivors[0].sum())
    return Shoe(weights, option_counts(survivors, shoe, weights), deals * (int(shoe.sum()) - DRAWN))


def _solve(terms: Terms) -> Shoe:
    numbers: RuleOut = terms.numbers
    return solve(numbers.decks, numbers.jokers)


def _returned(table: PayTable) -> list[Fraction]:
    """The return of a bet of one, stake included, by survivors."""
    if any(isinstance(line.pays, Share) for line in table.lines):
        raise PayTableError(f"main pay table {shown(table.id)}: this game has no meter to pay a share of")
    lines = [table.line(left) for left in range(DRAWN + 1)]
    return [line.pays.multiple if line and not isinstance(line.pays, Share) else Fraction(0) for line in lines]


def _pays(terms: Terms) -> tuple[list[int], int]:
    """The return of a bet by survivors, times the scale that makes it whole."""
    returned = _returned(terms.pays["main"])
    scale = lcm(*(value.denominator for value in returned))
    pays = [int(value * scale) for value in returned]
    if max(pays) * _solve(terms).outcomes * SIX > _LARGEST_SUM:
        raise PayTableError("the main pays are too large, or their fractions too fine, for sums in 64 bits")
    return pays, scale


def _values(terms: Terms) -> tuple[Ints, int]:
    """The return of each option of each hand over all its outcomes, times the scale of the pays."""
    pays, scale = _pays(terms)
    return option_values(_solve(terms).options, pays), scale


def choices(strategy: str, terms: Terms) -> Choices:
    """The place that a strategy trades in each sorted hand, or `KEEP`."""
    if strategy == "optimal":
        return best_choices(_values(terms)[0])
    if strategy not in DECISIONS:
        known = ", ".join(name for name in STRATEGIES if name != "trade-random")
        raise FeltlabError(f"{shown(strategy)} does not choose one option for each hand: these do: {known}")
    return choices_by(strategy)


def random_sixths() -> Ints:
    """How many sixths of each hand go to each option, if chance picks the card to trade."""
    offered = CARDS != JOKER
    count = np.maximum(offered.sum(axis=1), 1)
    kept = np.where(offered.any(axis=1), 0, SIX)
    return np.concatenate([kept[:, None], offered * (SIX // count)[:, None]], axis=1)


def whole_shares(chosen: Choices) -> Ints:
    """A share of one for the option chosen with each hand."""
    return np.eye(OPTIONS, dtype=np.int64)[chosen.astype(np.int64) - KEEP]


def _sixths(strategy: str, terms: Terms) -> Ints:
    """How many sixths of each hand a strategy puts to each option."""
    return random_sixths() if strategy == "trade-random" else whole_shares(choices(strategy, terms)) * SIX


def _main(terms: Terms, strategy: str) -> Figures:
    shoe, sixths = _solve(terms), _sixths(strategy, terms)
    parts = SIX if strategy == "trade-random" else 1
    shares = shoe.weights[:, None] * (sixths // (SIX // parts))
    counts = np.einsum("ho,hol->l", shares, shoe.options)
    total = shoe.hands * shoe.outcomes * parts
    table, returned = terms.pays["main"], _returned(terms.pays["main"])
    outcomes = []
    for left in range(DRAWN, -1, -1):
        line = table.line(left)
        event = SCALES["main"].name(range(left, left + 1))
        pays = str(line.pays) if line else "loses"
        outcomes.append(Outcome(event, pays, int(counts[left]), Fraction(1), returned[left] - 1))
    traded = Fraction(int(shares[:, 1:].sum()), shoe.hands * parts)
    ids = {wager: pay_table.id for wager, pay_table in terms.pays.items()}
    return Figures(
        GAME.slug, "main", strategy, ids, tuple(outcomes), total, tie_rule=TIE_RULE, extra={"trade_frequency": traded}
    )  # fmt: skip


def joker_counts(numbers: RuleOut) -> list[int]:
    """How many hands of three have 0, 1, 2 and 3 Jokers."""
    jokers, others = numbers.decks * numbers.jokers, numbers.decks * len(DECK)
    return [comb(jokers, dealt) * comb(others, DRAWN - dealt) for dealt in range(DRAWN + 1)]


def grade_counts(wager: str, terms: Terms) -> list[int] | None:
    """Deals by the grade of the Joker bet; none for the Main bet, whose pays change how the game is played."""
    return joker_counts(terms.numbers) if wager == "joker" else None


def analyze(terms: Terms, strategy: str = "optimal") -> Analysis:
    main, wagers = _main(terms, strategy), side_bets(terms)
    return Analysis(GAME.slug, main, wagers, _notes(terms, main, wagers))


def side_bets(terms: Terms) -> dict[str, Figures]:
    """The Joker bet, if offered."""
    counts = {"joker": joker_counts(terms.numbers)} if "joker" in terms.pays else {}
    return {wager: paid_by_table(GAME, terms.pays[wager], counts[wager], losing="no joker") for wager in counts}


def _notes(terms: Terms, main: Figures, wagers: Mapping[str, Figures]) -> tuple[str, ...]:
    notes: list[str] = []
    best = main if main.strategy == "optimal" else _main(terms, "optimal")
    decks, table = terms.numbers.decks, terms.pays.get("joker")
    notes += [f"{note} ({decks} deck{'s' * (decks > 1)}, best play)" for note in edge_notes(best, *wagers.values())]
    if table and table.fresh_only:
        notes.append(
            f"joker pay table {table.id} is only for rounds that each begin with a fresh deck or shoe:"
            " once cards are gone, a player could bet only when Jokers are plentiful"
        )
    return tuple(notes)


@dataclass(frozen=True)
class TradesAgainstBest:
    """The hands in which a strategy does worse than best play, and the cost."""

    classes: int
    """Different hands, counting suits, among those that the shoe can deal."""
    hands: int
    """The same, each counted as often as the shoe deals it."""
    all_hands: int
    cost: Fraction
    """In main bets per round."""


def disagreements(strategy: str, terms: Terms) -> TradesAgainstBest:
    """A choice worth as much as the best is not a disagreement."""
    shoe, (values, scale) = _solve(terms), _values(terms)
    sixths = _sixths(strategy, terms)
    lost = values.max(axis=1) * SIX - (sixths * values).sum(axis=1)
    worse = (lost > 0) & (shoe.weights > 0)
    total = sum(int(weight) * int(loss) for weight, loss in zip(shoe.weights[worse], lost[worse], strict=True))
    return TradesAgainstBest(
        int(worse.sum()), int(shoe.weights[worse].sum()), shoe.hands,
        Fraction(total, SIX * scale * shoe.hands * shoe.outcomes),
    )  # fmt: skip


def advise(line: Mapping[str, object], house: House) -> Advice:
    """Keep, or trade one of the cards; the Joker bet is settled by then."""
    stakes = house.stakes(line.get("wagers", {"main": 1}))
    terms = read_terms(GAME, house, line, stakes)
    dealt = read_seen(line, terms.numbers).dealt
    shoe, (pays, scale), ordered = _solve(terms), _pays(terms), sorted(dealt)
    values = option_values(shoe.options[index_of(*dealt)], pays).tolist()
    nets = [Fraction(value, scale * shoe.outcomes) - 1 for value in values]
    offered = dict.fromkeys(card for card in dealt if card != JOKER)
    trades = [Option(f"trade {card_text(card)}", nets[1 + ordered.index(card)]) for card in offered]
    return Advice((Option("keep", nets[0]), *trades), preferred="keep")


def strategy_rows(terms: Terms) -> Iterator[dict[str, Any]]:
    """The complete optimal strategy, one row per hand that the shoe can deal; expected net of the main bet."""
    shoe, (values, scale) = _solve(terms), _values(terms)
    best = best_choices(values)
    for hand in np.flatnonzero(shoe.weights).tolist():
        cards = CARDS[hand].tolist()
        traded = int(best[hand])
        net = [value - scale * shoe.outcomes for value in values[hand].tolist()]
        row: dict[str, Any] = {
            "hand": cards_text(cards),
            "hands": int(shoe.weights[hand]),
            "decision": "keep" if traded == KEEP else f"trade {card_text(cards[traded])}",
        }
        for option, name in enumerate(("keep", "trade_first", "trade_second", "trade_third")):
            held = option == 0 or cards[option - 1] != JOKER
            row[f"ev_{name}"] = str(Fraction(net[option], scale * shoe.outcomes)) if held else ""
            row[f"ev_{name}_float"] = net[option] / (scale * shoe.outcomes) if held else ""
        yield row


def class_count() -> int:
    """Sets of Rule Cards."""
    return comb(len(RULE_CARDS), GAME.round.second_deals[0].cards)


def strategy_text(terms: Terms) -> list[str]:
    best = _main(terms, "optimal")
    decks = terms.numbers.decks
    return [
        *short_strategy(terms),
        f"Best play with {decks} deck{'s' * (decks > 1)}: RTP {float(best.rtp):.4%} of the main bet, trading"
        f" {float(best.extra['trade_frequency']):.2%} of hands.",
        *(Priced(name, _priced(name, terms, best)) for name in STRATEGIES if name != "optimal"),
    ]


def _priced(strategy: str, terms: Terms, best: Figures) -> str:
    wrong = disagreements(strategy, terms)
    subject = f"  {strategy}: RTP {float(best.rtp - wrong.cost):.4%}"
    if not wrong.hands:
        return f"{subject}, exactly as good as best play in every hand"
    return (
        f"{subject}, {float(wrong.cost):.5%} less than best play, worse in {wrong.hands:,} of {wrong.all_hands:,} hands"
    )


__all__ = [
    "STRATEGIES", "TradesAgainstBest", "advise", "analyze", "choices", "disagreements", "joker_counts", "solve",
    "strategy_rows", "strategy_text",
]  # fmt: skip
