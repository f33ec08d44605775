"""Every round that the kernels count is settled by the rule book in the same way, wager by wager, to the cent.

The kernels write codes and `Paid` says what a code is worth; here that is compared with `settle` on the very same
cards and choices: on many rounds as they come, and on cards put together for every line of every pay table.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import lcm
from random import Random

import numpy as np
import pytest

from feltlab.cards import JOKER, parse_cards
from feltlab.exact.engine import Paid
from feltlab.games import GAMES
from feltlab.games.low_four.fast import TOTALS
from feltlab.games.quick_draw_holdem.round_kernels import RIVER
from feltlab.games.rule_out.round_kernels import TRADED
from feltlab.kernels.dealing import Cards
from feltlab.kernels.lattice import HANDS
from feltlab.rules.settling import SeatRound
from feltlab.rules.wagers import Role
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import STAKE, replayed, replayed_many, rounds_of_cards
from feltlab.simulation.rounds import coded_rounds, engine_of
from tests.simulation.plans import strategies, table_sets, varied_plans

SEED = 20_250
MANY_SEATS = 20
"""One round in so many is played with a full table, and one with three seats."""
BATCH = 10_000


Settled = list[dict[str, int]]


def by_the_book(plan: Plan, rounds: Iterable[list[SeatRound]]) -> Settled:
    """What each wager won or lost, in cents, a row for each seat; `main` is the opening wager with its raises."""
    opening = [slug for slug, wager in plan.rules.wagers.items() if wager.role in (Role.INITIAL, Role.RAISE)]
    rows = []
    for seats in rounds:
        for round in seats:
            net = {result.wager: result.returned - result.staked for result in round.settle().results}
            rows.append({"main": sum([net.get(slug, 0) for slug in opening])} | net)
    return rows


def differences(paid: Sequence[Paid], codes: Cards, settled: Settled) -> list[str]:
    """Where the codes and the rule book do not come to the same money."""
    found = []
    for wager in paid:
        scale = lcm(*(net.denominator for net in wager.nets))
        worth = np.array([int(net * scale) * STAKE for net in wager.nets])[codes[:, wager.column]]
        nets = np.array([net.get(wager.wager, 0) for net in settled]) * scale
        for row in np.flatnonzero(worth != nets).tolist():
            found.append(
                f"{wager.wager}, row {row}: {worth[row] / scale} cents by the kernel, {settled[row]} by the book"
            )
    return found


def same(plan: Plan, count: int) -> int:
    """Play `count` rounds both ways; the number of rounds compared."""
    engine = engine_of(plan)
    covered = {paid.wager for paid in engine.paid}
    assert covered == set(plan.rules.wagers) | {"main"}
    for first in range(0, count, BATCH):
        size = min(BATCH, count - first)
        codes = np.concatenate([chunk.copy() for chunk in coded_rounds(plan, first, size)])
        settled = by_the_book(plan, replayed_many(plan, first, size))
        assert len(settled) == size * plan.seats
        assert differences(engine.paid, codes, settled) == [], plan
    return count


def compare(game: str, rounds: int) -> int:
    plans = list(varied_plans(game, SEED))
    each = -(-rounds // len(plans))
    crowded = each // MANY_SEATS
    done = 0
    for plan in plans:
        done += same(plan, each - 2 * crowded)
        done += same(replace(plan, seats=3), crowded)
        done += same(replace(plan, seats=plan.terms.numbers.seats), crowded)
    return done


@pytest.mark.parametrize("game", GAMES)
def test_eight_thousand_rounds_are_settled_alike(game: str) -> None:
    assert compare(game, 8_000) >= 8_000


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_a_million_rounds_are_settled_alike(game: str) -> None:
    assert compare(game, 1_000_000) >= 1_000_000


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_holds_the_rounds_that_are_replayed_alone(game: str) -> None:
    plan = Plan(game, 7, seats=2)
    assert list(replayed_many(plan, 40, 20)) == [replayed(plan, number) for number in range(40, 60)]


# Cards for every line of every pay table.

DEALERS = 20
"""Hands that the dealer holds against each of the player's."""

ACE_ODD_EVEN = """
Ac Kc Jc 9c 7c 5c 3c  |  Ad Qd Td 8d 6d 4d 2d  |  Kc Jc 9c 7c 5c 3c Kd  |  Qh Th 8h 6h 4h 2h Qs
Ac Kc Jc 9c 7c 5c 2d  |  As Qs Ts 8s 6s 4s 3d  |  Kc Jc 9c 7c 5c 3d 3h  |  Qh Th 8h 6h 4h 2s 2d
As Ks Js 9s 7s Qd Td  |  Ah Qh Th 8h 6h Kd Jd  |  Kc Jc 9c 7c 5c 2d 4d  |  Qc Tc 8c 6c 4c 3d 5d
Kc Kd Kh Ks 3c 2d 4d  |  Ac Ad Ah As 3c 2d 4d  |  Qc Qd Qh Qs 2c 3d 5d  |  Kc Kd Kh 3c 3d 2h 4s
Ac Ad Ah 3c 3d 2h 4s  |  Tc Td Th 4c 4d 3h 5s  |  Jc Jd Jh 9c 9d 9h 2c  |  7c 7d 7h 3c 5d 2h 4s
Ac Ad Ah 3c 5d 2h 4s  |  6c 6d 6h 2c 4d 3h 5s  |  9c 9d 5c 5d 3h 2s 4s  |  8c 8d 2c 2d 4h 3s 5s
Ac Ad 3c 3d 5h 2s 4s  |  Ac Ad 2c 2d 4h 3s 5s  |  Ac 2c 4d 6h 8s 3c 5d  |  Kc Jd 9h 3c 5d 7h Ks
Ac 3c 5d 7h 9s 2c 4d  |  2c 4d 6h 8s Tc 3d 5h  |  Kc Jd 9h 7s 5c 2d 4h  |  Ac Kd Jh 9s 2c 4d 6h
2c 4d 6h 3c 5d 7h Ks  |  Qc Td 8h Kc Jd 9h 2s  |  Ac 4d 6h 8s 3d 5c 7d  |  Ac Kc Qc Jc Tc 9c 8c
"""
QUICK_DRAW = """
As Ks | Qs Js Ts 2c 3d   Ac Kd | Qs Js Ts As Ks   2c 3d | As Ks Qs Js 9d   9h 8h | 7h 6h 5h Kc 2d
5h 4h | Ah 2h 3h Kc Kd   9c 9d | 9h 9s 4c 2d Kh   4c 2d | 9c 9d 9h 9s Kh   9c 9d | 9h 4c 4d 2s Kh
9c 2d | 9h 4c 4d 4s 2c   Ah 9h | 2h 5h 7h Kc Qd   Ac 2d | 3h 4s 5c Kd Kh   Tc Jd | Qh Ks Ac 2d 2h
7c 7d | 7h 2s 4c 9d Kh   7c 2d | 7h 2s 4c 9d Kh   6c 2d | 6h 2s 4c 9d Kh   Ac Ad | Kh Ks 2c 2d 7h
7c 6d | 7h 6s 4c 4d 2h   5c 4d | 5h 4s 3c 3d 2h   Ac Kd | 9h 7s 5c 3d 2h   9c 8d | 4c 5c 6c 7c Kd
Ac 2c | 9h 9d 9s Kd 4h   Ac 2c | 4d 5h 6s Kd 9c   Ac 2c | 4d 9d Kd Qd 7h   Ac 2c | Ad 2d 3d 4d 9h
Ac 7d | Kc Kd Kh Ks 2c   7d 2c | 4h 5h 6h 7h Kd   8d 2c | Jc Js 4d 4h 9c   7d 2c | Jc Jd 9h 6s 3c
7d 2c | Tc Td 9h 6s 3c   7d 2c | 3h 7h 9h Kh 2d   7d 2c | 5d 6h 7s 8c Kc   Ac 3d | Qd Kh Ah 2s 6c
7d 7c | Jc Js Jd 4h 9c   7d 7c | Jc Js 4d 4h 4c   Ah 2h | 3h 4h 5h 6s Kd   Ac 2c | 3d 3h 4s Kd Qh
"""
HANDS_BY_JOKERS = (
    "2c 2d 2h", "Ac Kd 7h", "3c 5c 7c", "Jd Qd Kd", "9s 4h Td", "Jo 2c 3d", "Ah Jo Kh", "8c 9c Jo", "Jo Jo 4s",
    "Qd Jo Jo", "Jo Jo Jo",
)  # fmt: skip


def _suited(rng: Random, ranks: Sequence[int], left: set[int]) -> list[int]:
    """Cards of those ranks out of what is left; fewer where it does not have them."""
    cards: list[int] = []
    for rank, copies in enumerate(ranks):
        offered = sorted(card for card in left if card >> 2 == rank)
        cards += rng.sample(offered, min(copies, len(offered)))
    return cards


def _ace_odd_even(rng: Random) -> Iterator[list[int]]:
    """Against dealers at random, and against the same ranks in other suits, which tie."""
    for text in ACE_ODD_EVEN.replace("\n", "|").split("|"):
        if text.strip():
            player = list(parse_cards(text, 7, "player"))
            left = set(range(52)) - set(player)
            for _ in range(DEALERS):
                yield player + rng.sample(sorted(left), 7)
            ranks = [card >> 2 for card in player]
            alike = _suited(rng, [ranks.count(rank) for rank in range(13)], left)
            if len(alike) == 7:
                yield player + alike


def _low_four(rng: Random) -> Iterator[list[int]]:
    """Every total that a player can have against many of the dealer's, and every sum of both that is paid."""
    by_total = {total: np.flatnonzero(TOTALS == total) for total in sorted(set(TOTALS.tolist()))}
    pairs = [(own, dealer) for own in by_total for dealer in by_total if own + dealer <= 12]
    pairs += [(own, rng.choice(list(by_total))) for own in by_total for _ in range(DEALERS)]
    for own, dealer in pairs:
        for _ in range(50):
            left = set(range(52))
            player = _suited(rng, HANDS[rng.choice(by_total[own])].tolist(), left)
            left -= set(player)
            other = _suited(rng, HANDS[rng.choice(by_total[dealer])].tolist(), left)
            if len(other) == 7:
                rng.shuffle(player)
                yield player + other
                break


def _quick_draw(rng: Random) -> Iterator[list[int]]:
    texts = [text for line in QUICK_DRAW.split("\n") for text in line.split("   ") if text.strip()]
    for text in texts:
        hole, board = (part.strip() for part in text.split("|"))
        yield [*parse_cards(hole, 2, "hole"), *parse_cards(board, 5, "board")]


def _rule_out(rng: Random) -> Iterator[list[int]]:
    """Rule Cards go by the number of the round, so each hand comes often enough to lose none, one, two and all."""
    for text in HANDS_BY_JOKERS:
        hand = list(parse_cards(text, 3, "hand"))
        for _ in range(DEALERS):
            yield [*hand, rng.choice([card for card in (*range(52), JOKER) if card == JOKER or card not in hand])]


CONSTRUCTED = {
    "ace-odd-even": _ace_odd_even,
    "low-four": _low_four,
    "quick-draw-holdem": _quick_draw,
    "rule-out": _rule_out,
}


@cache
def constructed(game: str) -> Cards:
    return np.array(list(CONSTRUCTED[game](Random(1))), np.uint8)


def every_table(game: str, strategy: str) -> list[Plan]:
    """Rule Out! with as many decks as let it deal three Jokers, and with one for the tables that do not pay them."""
    shoes: tuple[int | None, ...] = (4, 1) if game == "rule-out" else (None,)
    return [Plan(game, 3, strategy, 1, chosen, decks) for decks in shoes for chosen in table_sets(game, decks)]


def graded(plan: Plan) -> tuple[Cards, Settled]:
    engine = engine_of(plan)
    cards = constructed(plan.game)
    if plan.decks == 1:
        cards = cards[(cards == JOKER).sum(axis=1) <= 2]
    codes = np.empty((len(cards), len(engine.tops)), np.uint8)
    engine.grade(0, cards, codes)
    return codes, by_the_book(plan, rounds_of_cards(plan, 0, cards))


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_every_pay_table_is_settled_alike(game: str) -> None:
    """Also lines so rare that no run of rounds would show them."""
    plans = [plan for strategy in strategies(game)[1:] for plan in every_table(game, strategy)[:1]]
    for plan in every_table(game, "optimal") + plans:
        assert differences(engine_of(plan).paid, *graded(plan)) == [], plan


def codes_of(game: str, wager: str, grades: range) -> set[int]:
    """The codes that a pay line pays: the kernels count some grades in several codes, or after others."""
    if wager == "river":
        return {RIVER + grade for grade in grades}
    if (game, wager) == ("rule-out", "main"):
        return {grade + traded for grade in grades for traded in (0, TRADED)}
    return set(grades)


def pay_lines(plan: Plan) -> Iterator[tuple[Paid, str, set[int]]]:
    """Each line of a plan's pay tables, and each way to be paid of the bets that have fixed odds."""
    for paid in engine_of(plan).paid:
        table = plan.terms.pays.get(paid.wager)
        if table is None:
            yield from ((paid, f"code {code}", {code}) for code, net in enumerate(paid.nets) if net > -1)
        else:
            yield from ((paid, line.event, codes_of(plan.game, paid.wager, line.grades)) for line in table.lines)


def wrong(paid: Paid, codes: set[int]) -> Paid:
    """What is handed back on these codes, a thousandth too much."""
    nets = [net + (net + 1) * Fraction(1, 1000) * (code in codes) for code, net in enumerate(paid.nets)]
    return replace(paid, nets=tuple(nets))


@pytest.mark.parametrize("game", GAMES)
def test_a_thousandth_in_any_pay_line_is_found(game: str) -> None:
    """One error at a time, in each line of each table: the comparison of the test above must not pass."""
    planted = set()
    for plan in every_table(game, "optimal"):
        codes, settled = graded(plan)
        for paid, event, of_line in pay_lines(plan):
            if plan.decks == 1 and event == "3 jokers":
                continue  # one deck has two
            assert differences([wrong(paid, of_line)], codes, settled), f"{plan}: {paid.wager}, {event} is not met"
            planted.add((paid.wager, dict(plan.pay_tables).get(paid.wager), event))
    printed = {
        (table.wager, table.id, line.event)
        for of_wager in GAMES[game].house().pay_tables.values()
        for table in of_wager.values()
        for line in table.lines
    }
    assert printed <= planted
