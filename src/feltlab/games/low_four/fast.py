"""Low Four, exactly: every player class against every dealer total."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

import numpy as np

from feltlab.cards import RANKS
from feltlab.exact.edges import edge_notes
from feltlab.exact.figures import Advice, Analysis, Figures, Option
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.exact.seven_card import DEALER_HANDS, DEALS, Choices, Showdown, disagreements, graded
from feltlab.exact.side_bets import paid_by_table, pay_nets
from feltlab.games.low_four.rules import GAME, LowFour
from feltlab.hands.layout import COLUMN_BITS, RANK_KEYS, ROW_BITS
from feltlab.hands.points import HIGHEST_TOTAL, POINTS
from feltlab.hands.tables import COLUMN, LOW, ROW_START
from feltlab.kernels.lattice import HANDS, WEIGHTS, Ints, class_of, dealer_weights, transform
from feltlab.rules.dealt import one_hand
from feltlab.rules.game import Terms
from feltlab.rules.house import House
from feltlab.rules.lines import read_terms

COMBO: Final = "combo-progressive"
STRATEGIES: Final = {
    "optimal": "the exact optimum of every hand",
    "human": "play 14 or less, fold 16 or more; on 15 by the sum of all seven cards and their pairs",
    "one-liner": "play 15 or less, but fold 15 when all seven cards add to 56 or more",
    "raise-15": "play 15 or less, fold the rest",
    "raise-14": "play 14 or less, fold the rest",
    "mimic-dealer": "play what would qualify for the dealer",
    "never-fold": "play everything",
}


HUMAN: Final = (
    "Play 14 points or less, fold 16 or more. On 15 add up all seven cards (10, J, Q, K are ten each):",
    "  56 or more: fold.",
    "  55: fold with three of a kind or three pairs.",
    "  54: fold with three of a kind, except 5-5-6-8 with three equal tens.",
    "  53 or less: play.",
)
"""The strategy of that name in words."""


def _totals() -> Ints:
    keys = HANDS.astype(np.int64) @ RANK_KEYS
    rows, columns = keys >> COLUMN_BITS & (1 << ROW_BITS) - 1, keys & (1 << COLUMN_BITS) - 1
    totals: Ints = LOW[ROW_START[rows] + COLUMN[columns]].astype(np.int64)
    return totals


TOTALS: Final = _totals()
"""Lowest total of each seven-card class."""


@cache
def dealer_totals() -> Ints:
    """For each player class, how many dealer hands have each total: column t is total t."""
    return transform(TOTALS[:, None] == np.arange(HIGHEST_TOTAL + 1)).astype(np.int64)


def showdown(numbers: LowFour) -> Showdown:
    upto = np.cumsum(dealer_totals(), axis=1)
    rows = np.arange(len(TOTALS))
    qualified = upto[:, numbers.qualifier]
    worse = DEALER_HANDS - upto[rows, TOTALS]
    equal = dealer_totals()[rows, TOTALS]
    return Showdown.build(DEALER_HANDS - qualified, worse, equal)


def choices(strategy: str, numbers: LowFour) -> Choices:
    """For each class whether the strategy plays it."""
    if strategy == "optimal":
        return showdown(numbers).best(numbers)
    seven_card_sum = HANDS.astype(np.int64) @ np.array(POINTS)
    trips = (HANDS >= 3).any(axis=1)
    three_pairs = (HANDS == 2).sum(axis=1) == 3
    tens = HANDS[:, 8:12]
    spared = (HANDS[:, [3, 4, 6]] == [2, 1, 1]).all(axis=1) & (tens == 3).any(axis=1)
    fold_15 = (
        (seven_card_sum >= 56)
        | ((seven_card_sum == 55) & (trips | three_pairs))
        | ((seven_card_sum == 54) & trips & ~spared)
    )
    rules: dict[str, Choices] = {
        "human": (TOTALS <= 14) | ((TOTALS == 15) & ~fold_15),
        "one-liner": (TOTALS <= 14) | ((TOTALS == 15) & (seven_card_sum < 56)),
        "raise-15": TOTALS <= 15,
        "raise-14": TOTALS <= 14,
        "mimic-dealer": TOTALS <= numbers.qualifier,
        "never-fold": TOTALS > 0,
    }
    return rules[strategy]


@cache
def combined_counts() -> list[int]:
    """Deals by the sum of the two lowest totals."""
    counts = np.zeros(2 * HIGHEST_TOTAL + 1, np.int64)
    for own in range(1, HIGHEST_TOTAL + 1):
        rows = TOTALS == own
        counts[own : own + HIGHEST_TOTAL + 1] += WEIGHTS[rows] @ dealer_totals()[rows]
    return [int(count) for count in counts]


def grade_counts(wager: str, terms: Terms) -> list[int]:
    """Deals by the grade of a side bet."""
    return combined_counts() if wager == COMBO else graded(TOTALS, HIGHEST_TOTAL)


def analyze(terms: Terms, strategy: str = "optimal") -> Analysis:
    numbers: LowFour = terms.numbers
    against = showdown(numbers)
    ids = {wager: table.id for wager, table in terms.pays.items()}
    main = Figures(
        GAME.slug, "main", strategy, ids, against.outcomes(choices(strategy, numbers), numbers), DEALS,
        extra={"dealer_qualifies": against.qualifies()},
    )  # fmt: skip
    wagers = side_bets(terms)
    return Analysis(GAME.slug, main, wagers, edge_notes(main, *wagers.values()))


def side_bets(terms: Terms) -> dict[str, Figures]:
    totals = graded(TOTALS, HIGHEST_TOTAL)
    points = [wager for wager in ("low-points", "high-points") if wager in terms.pays]
    wagers = {wager: paid_by_table(GAME, terms.pays[wager], totals) for wager in points}
    if COMBO in terms.pays:
        wagers[COMBO] = paid_by_table(GAME, terms.pays[COMBO], combined_counts(), progressive(terms).mean_meter)
    return wagers


def progressive(terms: Terms) -> ProgressiveFigures:
    return ProgressiveFigures.from_pay_table(terms.progressives[COMBO], terms.pays[COMBO], combined_counts())


def advise(line: Mapping[str, object], house: House) -> Advice:
    """Fold or play, with every live bet: the side bets are the same either way, so only their value is added."""
    stakes = house.stakes(line.get("wagers", {"ante": 1}))
    terms = read_terms(GAME, house, line, stakes)
    player = one_hand(line, "player", GAME.round.hand)
    number = class_of(player)
    weights = dealer_weights(HANDS[number])
    own = int(TOTALS[number])
    numbers: LowFour = terms.numbers
    dealer = np.bincount(TOTALS, weights=weights, minlength=HIGHEST_TOTAL + 1).astype(np.int64)
    counts = [int(count) for count in dealer]
    not_qualified = sum(counts[numbers.qualifier + 1 :])
    won = sum(counts[total] for total in range(own + 1, numbers.qualifier + 1))
    lost = sum(counts[: min(own, numbers.qualifier + 1)])
    net = not_qualified * numbers.no_qualify_odds.net + 2 * won * numbers.win_odds.net - 2 * lost
    side = _side_bets(own, counts, stakes, terms)
    return Advice((Option("fold", side - 1), Option("play", side + Fraction(net) / DEALER_HANDS)))


def _side_bets(own: int, dealer: list[int], stakes: Mapping[str, int], terms: Terms) -> Fraction:
    """Expected net of the side bets in antes, given the player's total and how many dealer hands have each total."""
    value = Fraction(0)
    for wager in ("low-points", "high-points"):
        if wager in stakes:
            value += Fraction(stakes[wager], stakes["ante"]) * pay_nets(terms.pays[wager])[own]
    if COMBO in stakes:
        meters = {COMBO: Fraction(terms.meters[COMBO], stakes[COMBO])}
        nets = pay_nets(terms.pays[COMBO], meters)
        mean = sum((count * nets[own + total] for total, count in enumerate(dealer) if count), Fraction(0)) / sum(
            dealer
        )
        value += Fraction(stakes[COMBO], stakes["ante"]) * mean
    return value


def strategy_rows(terms: Terms) -> Iterator[dict[str, Any]]:
    """The complete optimal strategy, one row per class."""
    against = showdown(terms.numbers)
    values, scale = against.scaled(terms.numbers)
    best = against.best(terms.numbers)
    for number in np.lexsort((-values, TOTALS)):
        ranks = [rank for rank in range(12, -1, -1) for _ in range(HANDS[number, rank])]
        yield {
            "ranks": "".join(RANKS[rank] for rank in ranks),
            "hands": int(WEIGHTS[number]),
            "points": int(TOTALS[number]),
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
    classes, hands = disagreements(choices("human", terms.numbers), best)
    short = disagreements(choices("one-liner", terms.numbers), best)
    cost = analyze(terms, "one-liner").main.house_edge - analyze(terms).main.house_edge
    return [
        *HUMAN,
        f"On these terms this differs from the optimum in {classes:,} of {len(best):,} rank classes ({hands:,} hands).",
        "In one line: fold 15 when the seven cards add to 56 or more; else play 15 or less."
        f" It differs in {short[0]:,} classes ({short[1]:,} hands) and costs {float(cost):.5%} of an ante.",
    ]
