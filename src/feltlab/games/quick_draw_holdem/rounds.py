"""Rounds of Quick Draw Hold'em, millions a second: decisions and endings."""

from fractions import Fraction
from functools import cache
from typing import Any, Final

import numpy as np

from feltlab.cards import DECK, parse_cards
from feltlab.errors import FeltlabError, shown
from feltlab.exact.engine import Paid, Seating, fresh_actions, own_bets, paid, sides
from feltlab.exact.protection import WORKERS, workers
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.strategy_file import FileForm, Row, chosen
from feltlab.games.quick_draw_holdem import fast, round_kernels
from feltlab.games.quick_draw_holdem.decisions import HUMAN_FULL, suits_to_bet
from feltlab.games.quick_draw_holdem.joint_kernels import PlayedClasses, count_flops
from feltlab.games.quick_draw_holdem.river import GRADES, grade_tables, tally
from feltlab.games.quick_draw_holdem.rules import QuickDrawHoldem
from feltlab.games.quick_draw_holdem.strategies import BY_CARDS, Play, classes, histograms, play
from feltlab.kernels.dealing import Cards
from feltlab.kernels.subsets import suit_keys
from feltlab.kernels.suit_classes import RANKS, Ints, suit_classes


class QuickDrawEngine:
    tops: tuple[int, ...] = (2 + GRADES, 6, 9)

    def __init__(self, plan: Seating) -> None:
        self.seats = plan.seats
        self.deck = np.arange(52, dtype=np.uint8)
        self.cards = 2 * plan.seats + 5
        self.terms = plan.terms
        self.numbers: QuickDrawHoldem = self.terms.numbers
        self.own = own_bets(plan.own) if plan.own else None
        self.tables = _tables(plan)
        self.way = self._way(plan)
        self.to_bet = np.zeros(1 << RANKS, np.uint8)
        if self.way is not None:
            suits_to_bet(self.way, self.numbers.high_pair, self.to_bet)
        else:
            keys = suit_keys(classes().hands)
            self.order = np.argsort(keys)
            self.keys = keys[self.order]
        columns = {"flop-bonus": 1, "best-four": 2}
        self.paid: tuple[Paid, ...] = (
            *self._main_paid(),
            *sides(self.terms, fast.side_bets(self.terms), columns),
        )

    def _way(self, plan: Seating) -> int | None:
        """A way to play that looks at the cards alone, if the strategy is one; otherwise it is looked up by class."""
        if plan.table is None and plan.strategy in BY_CARDS:
            return BY_CARDS[plan.strategy]
        same = map(np.array_equal, self.tables, play("human-full", self.terms))
        return HUMAN_FULL if all(same) else None

    def _main_paid(self) -> list[Paid]:
        """Codes: folded on the flop, folded on the turn, then the grades at the river."""
        one, zero, won = Fraction(1), Fraction(0), self.numbers.win_odds.net
        wins = [won] * (GRADES - 1)
        nets = {
            "flop": (-one, -one, -one, *wins),
            "turn": (zero, -one, -one, *wins),
            "river": (zero, zero, -one, *pay_nets(self.terms.pays["river"])[1:]),
        }
        nets["main"] = tuple(sum(parts, zero) for parts in zip(*nets.values(), strict=True))
        folded, bet = tally(histograms(self.numbers.high_pair), classes().weights, *self.tables).tolist()
        deals = fast.deals()
        counts = (deals - sum(folded) - sum(bet), sum(folded), *bet)
        rates = [Fraction(count, deals) for count in counts]
        return [paid(wager, 0, net, rates) for wager, net in nets.items()]

    def decide(self, _: int, cards: Cards) -> Cards:
        actions = fresh_actions(len(cards), self.seats)
        if self.own:
            self.own(cards, self.seats, actions)
        elif self.way is not None:
            round_kernels.decide(cards, self.seats, self.to_bet, self.numbers.high_pair, actions)
        else:
            round_kernels.look_up(
                cards, self.seats, self.keys, self.order, self.tables.flop_bets, self.tables.turn_bets, actions
            )
        return actions

    def grade(self, first: int, cards: Cards, codes: Cards) -> None:
        pair, four = self.numbers.high_pair, self.numbers.best_four_pair
        round_kernels.grade(cards, self.seats, pair, four, self.decide(first, cards), codes)


def engine(plan: Seating) -> QuickDrawEngine:
    return QuickDrawEngine(plan)


def _tables(plan: Seating) -> Play:
    tables = play(plan.strategy, plan.terms)
    if plan.table is None:
        return tables
    return Play(np.frombuffer(plan.table, np.bool_), tables.turn_bets)  # a file has the flop only


def joint_counts(plan: Seating) -> Ints:
    """Deals by every combination of the engine's codes, one seat."""
    numbers: QuickDrawHoldem = plan.terms.numbers
    keys = suit_keys(classes().hands)
    order = np.argsort(keys)
    played = PlayedClasses(keys[order], order, *_tables(plan))
    flops, weights = suit_classes(3)

    def counted(share: int) -> Ints:
        joint = np.zeros(QuickDrawEngine.tops, np.int64)
        some = slice(share, None, WORKERS)
        tables = grade_tables(numbers.high_pair)
        count_flops(flops[some], weights[some], played, *tables, numbers.best_four_pair, joint)
        return joint

    with workers() as pool:
        return sum(pool.map(counted, range(WORKERS)), np.zeros(QuickDrawEngine.tops, np.int64))


def choices_of(action: int, hand: list[int]) -> dict[str, Any]:
    """An action of the engine, the number of bets made out of three, as the choices of a round."""
    if action == 1:
        return {"flop": "fold"}
    return {"flop": "bet", "turn": "bet" if action > 2 else "fold"}


@cache
def _suit_classes() -> dict[int, int]:
    keys = suit_keys(classes().hands).tolist()
    return {key: number for number, key in enumerate(keys)}


def _suit_class(text: str) -> int:
    cards = parse_cards(text, 5, "hand")
    if len({*cards} & {*DECK}) != 5:
        raise FeltlabError(f"{shown(text)} is not five cards of one deck")
    return _suit_classes()[int(suit_keys(np.array([cards]))[0])]


def _decision(row: Row, _: int) -> int:
    return chosen({"fold": 0, "bet": 1}, "decision", row["decision"])


FILE_FORM: Final = FileForm("hand", _suit_class, _decision, lambda _: np.ones(len(classes().hands), np.bool_))
