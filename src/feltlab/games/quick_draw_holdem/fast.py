"""Quick Draw Hold'em, exactly: both decisions for every class of hands, any pay table, any hand at the table."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

import numpy as np

from feltlab.cards import DECK, cards_text
from feltlab.exact.edges import edge_notes
from feltlab.exact.figures import Advice, Analysis, Figures, Option, Outcome, Priced
from feltlab.exact.side_bets import paid_by_table, pay_nets
from feltlab.games.quick_draw_holdem.decisions import Bools
from feltlab.games.quick_draw_holdem.remember import short_strategy
from feltlab.games.quick_draw_holdem.river import (
    COUNT_BITS,
    GRADES,
    RIVERS,
    board_counts,
    finished_boards,
    flop_counts,
    river_histograms,
    tally,
)
from feltlab.games.quick_draw_holdem.rules import GAME, SCALES, QuickDrawHoldem, SeenBoard, read_seen
from feltlab.games.quick_draw_holdem.strategies import (
    DRAWS,
    FOLD_FLOP,
    FOLD_TURN,
    STRATEGIES,
    BetsAgainstBest,
    Play,
    best,
    classes,
    disagreements,
    forget,
    histograms,
    play,
    river_nets,
    scaled_nets,
)
from feltlab.hands.poker import rank_name
from feltlab.rules.game import Terms
from feltlab.rules.house import House
from feltlab.rules.lines import read_terms

FOLDED_ON_TURN: Final = "folded on the turn: "
FOLDED_ON_FLOP: Final = "folded on the flop"
NOTHING: Final = "nothing"


def felt() -> Terms:
    """The game as its documents have it, on the pay tables of the felt."""
    return GAME.terms(GAME.house())


def event(grade: int) -> str:
    return SCALES["river"].of(grade) if grade else NOTHING


def deals() -> int:
    """Ways to deal five cards, then a turn, then a river, without saying which two of the five are the player's own."""
    return int(classes().weights.sum()) * DRAWS


def _outcomes(chosen: Play, terms: Terms) -> tuple[Outcome, ...]:
    """One per grade bet to the river, then the turn folds by what they would have made, then the flop folds."""
    folded, bet = tally(histograms(terms.numbers.high_pair), classes().weights, *chosen).tolist()
    nets = river_nets(terms)
    outcomes = []
    for grade in range(GRADES - 1, -1, -1):
        line = terms.pays["river"].line(grade)
        river = f"river {line.pays}" if line else "river loses"
        pays = f"{river}, flop and turn {terms.numbers.win_odds}" if grade else "loses"
        outcomes.append(Outcome(event(grade), pays, bet[grade], Fraction(3), nets[grade]))
    for grade in range(GRADES - 1, -1, -1):
        if folded[grade]:
            name = FOLDED_ON_TURN + event(grade)
            outcomes.append(Outcome(name, "loses", folded[grade], Fraction(2), Fraction(FOLD_TURN), folded=True))
    left = deals() - sum(folded) - sum(bet)
    return (*outcomes, Outcome(FOLDED_ON_FLOP, "loses", left, Fraction(1), Fraction(FOLD_FLOP), folded=True))


def _main(terms: Terms, strategy: str) -> Figures:
    outcomes = _outcomes(play(strategy, terms), terms)
    on_turn = sum(outcome.combinations for outcome in outcomes if outcome.event.startswith(FOLDED_ON_TURN))
    return Figures(
        GAME.slug, "main", strategy, {wager: table.id for wager, table in terms.pays.items()}, outcomes, deals(),
        extra={
            "flop_fold_frequency": Fraction(outcomes[-1].combinations, deals()),
            "turn_fold_frequency": Fraction(on_turn, deals()),
        },
    )  # fmt: skip


def side_bets(terms: Terms) -> dict[str, Figures]:
    numbers: QuickDrawHoldem = terms.numbers
    counts = {"flop-bonus": flop_counts(), "best-four": board_counts(numbers.best_four_pair)}
    offered = {wager: by_grade for wager, by_grade in counts.items() if wager in terms.pays}
    return {wager: paid_by_table(GAME, terms.pays[wager], by_grade) for wager, by_grade in offered.items()}


def grade_counts(wager: str, terms: Terms) -> tuple[int, ...] | None:
    """Deals by the grade of a side bet; none for the River Bonus, whose pays change how the game is played."""
    if wager == "river":
        return None
    return tuple(flop_counts() if wager == "flop-bonus" else board_counts(terms.numbers.best_four_pair))


def analyze(terms: Terms, strategy: str = "optimal") -> Analysis:
    main, wagers = _main(terms, strategy), side_bets(terms)
    return Analysis(GAME.slug, main, wagers, edge_notes(main, *wagers.values()))


def solve_afresh() -> Analysis:
    """The felt's figures with nothing kept from before: for measuring the whole solution."""
    forget()
    for cached in (flop_counts, board_counts):
        cached.cache_clear()
    return analyze(felt())


def cost(strategy: str, terms: Terms) -> Fraction:
    """The cost of a strategy against best play, in Flop bets per round."""
    return _main(terms, strategy).house_edge - _main(terms, "optimal").house_edge


def advise(line: Mapping[str, object], house: House) -> Advice:
    """Fold or bet. The Flop Bonus is settled by then; the Best 4 of 5 is live and the same whatever you choose."""
    stakes = house.stakes(line.get("wagers", {"flop": 1}))
    terms = read_terms(GAME, house, line, stakes)
    seen = read_seen(line)
    fold, bet = _flop_values(seen, terms) if seen.turn is None else _turn_values(seen, seen.turn, terms)
    side = Fraction(stakes.get("best-four", 0), stakes["flop"])
    if side:
        side *= _best_four(seen, terms)
    return Advice((Option("fold", side + fold), Option("bet", side + bet)))


def _turns(seen: SeenBoard, terms: Terms) -> dict[int, Fraction]:
    """The value of betting the River after each turn card."""
    five = sorted((*seen.hole, *seen.flop))
    packed = river_histograms(np.array([five], np.int64), terms.numbers.high_pair)[0].tolist()
    nets = river_nets(terms)
    others = [card for card in DECK if card not in five]
    return {card: _mean(_counts(histogram), nets) for card, histogram in zip(others, packed, strict=True)}


def _counts(histogram: int) -> list[int]:
    return [histogram >> COUNT_BITS * grade & (1 << COUNT_BITS) - 1 for grade in range(GRADES)]


def _mean(counts: list[int] | tuple[int, ...], nets: list[Fraction]) -> Fraction:
    pairs = zip(counts, nets, strict=True)
    return sum((count * net for count, net in pairs if count), Fraction(0)) / sum(counts)


def _flop_values(seen: SeenBoard, terms: Terms) -> tuple[Fraction, Fraction]:
    turns = _turns(seen, terms)
    bet = sum((max(Fraction(FOLD_TURN), value) for value in turns.values()), Fraction(0)) / len(turns)
    return Fraction(FOLD_FLOP), bet


def _turn_values(seen: SeenBoard, turn: int, terms: Terms) -> tuple[Fraction, Fraction]:
    return Fraction(FOLD_TURN), _turns(seen, terms)[turn]


def _best_four(seen: SeenBoard, terms: Terms) -> Fraction:
    """Expected net of a unit on the Best 4 of 5, given the board so far and the player's own cards."""
    board = seen.flop if seen.turn is None else (*seen.flop, seen.turn)
    unseen = [card for card in DECK if card not in (*seen.hole, *board)]
    counts = finished_boards(np.array(board, np.int64), np.array(unseen, np.int64), terms.numbers.best_four_pair)
    return _mean(counts, pay_nets(terms.pays["best-four"]))


def strategy_rows(terms: Terms | None = None) -> Iterator[dict[str, Any]]:
    """The complete optimal strategy, one row per class of five seen cards, best hands first."""
    terms = terms or felt()
    solved, scale = best(terms), scaled_nets(terms).scale
    hands, weights = (found.tolist() for found in classes())
    values, flop_bets = solved.flop_values.tolist(), solved.play.flop_bets.tolist()
    turn_bets = solved.play.turn_bets.sum(axis=1).tolist()
    for number in np.argsort(-solved.flop_values, kind="stable").tolist():
        value, hand, cards = values[number], hands[number], turn_bets[number]
        yield {
            "hand": cards_text(hand[::-1]),
            "hands": weights[number],
            "decision": "bet" if flop_bets[number] else "fold",
            "ev_bet": str(Fraction(value, scale * DRAWS)),
            "ev_bet_float": value / (scale * DRAWS),
            "ev_fold": str(FOLD_FLOP),
            "turn_cards_to_bet": cards,
            "turn": _turn_text(hand, solved.play.turn_bets[number], cards),
        }


def _turn_text(hand: list[int], bets: Bools, count: int) -> str:
    """The turn cards to bet after: all, none, or those named (or, if fewer, all except those named)."""
    if count in (0, len(bets)):
        return "all" if count else "none"
    others = [card for card in range(52) if card not in hand]
    named = [card for card, bet in zip(others, bets.tolist(), strict=True) if bet]
    left = [card for card, bet in zip(others, bets.tolist(), strict=True) if not bet]
    return cards_text(named) if len(named) <= len(left) else f"all but {cards_text(left)}"


def class_count() -> int:
    """The classes of the five cards seen on the flop, up to the names of the suits."""
    return len(classes().hands)


def strategy_text(terms: Terms | None = None) -> list[str]:
    """The strategy as people use it, and the cost of it and of the usual mistakes on these terms."""
    terms = terms or felt()
    one = rank_name(terms.numbers.high_pair)
    return [
        *short_strategy(terms),
        _priced("human", "By these rules", terms),
        "Two more clauses for the flop: in 3, bet even then if three or more pairs of ranks complete a straight;"
        f" in 4, also bet with exactly two cards of {one} or higher if some turn card makes it a two-rank draw.",
        _priced("human-full", "With them", terms),
        *(
            Priced(name, _priced(name, f"{name} ({words})", terms))
            for name, words in STRATEGIES.items()
            if name not in ("optimal", "human", "human-full")
        ),
    ]


def _priced(strategy: str, subject: str, terms: Terms) -> str:
    edge = _main(terms, strategy).house_edge
    against = _against_best(disagreements(strategy, terms), edge - _main(terms, "optimal").house_edge)
    return f"{subject}: house edge {float(edge):.4%} of the Flop bet, {against}."


def _against_best(wrong: BetsAgainstBest, lost: Fraction) -> str:
    if not any(wrong):
        return "exactly the best play on the flop and on the turn"
    hands, weights = classes()
    all_hands = int(weights.sum())
    in_classes = f"({wrong.flop_classes:,} of {len(hands):,} classes)"
    flop = f"{wrong.flop_hands:,} of {all_hands:,} flop hands {in_classes}" if wrong.flop_hands else "no flop hand"
    turn = f"{wrong.turn_hands:,} of {deals() // RIVERS:,} turn hands" if wrong.turn_hands else "no turn hand"
    turn += " (counted after any flop, also those best folded)" if wrong.turn_hands else ""
    return f"{float(lost):.4%} more than best play; it plays otherwise {flop} and {turn}"


__all__ = [
    "STRATEGIES", "advise", "analyze", "cost", "deals", "disagreements", "felt", "side_bets", "solve_afresh",
    "strategy_rows", "strategy_text",
]  # fmt: skip
