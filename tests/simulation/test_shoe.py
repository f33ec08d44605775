"""Shoes dealt to a cut card: kernel = rule book, cards of one shoe, exact values, shards."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from feltlab.errors import FeltlabError
from feltlab.games.rule_out.round_kernels import HAND, KEEP, TRADED
from feltlab.games.rule_out.shoe import Dealer
from feltlab.games.rule_out.shoe_kernels import ACTION, CODE, JOKERS, NEW
from feltlab.kernels.dealing import Cards
from feltlab.rules.pay_table import Share
from feltlab.rules.settling import SeatRound
from feltlab.simulation.plan import Plan
from feltlab.simulation.shoe import (
    STAKE,
    ShoePlan,
    ShoeTally,
    listed_shoe,
    run_shoes,
    simulate_shoes,
    summed_up,
)


def dealt_shoe(plan: ShoePlan, number: int) -> tuple[Cards, Cards]:
    assert isinstance(plan.dealer, Dealer)
    return plan.dealer.dealt(number)


def shoe(decks: int, seats: int, penetration: str, keep: bool = False, strategy: str = "optimal", seed: int = 3) -> ShoePlan:  # fmt: skip
    return ShoePlan(Plan("rule-out", seed, strategy, seats, decks=decks), Fraction(penetration), keep)


SHOES = [
    (shoe(1, 1, "0.5"), 150),
    (shoe(1, 7, "0.05"), 150),
    (shoe(1, 3, "0.95", True), 150),
    (shoe(2, 2, "0.75", strategy="unify"), 120),
    (shoe(4, 5, "0.6", True, "diversify"), 60),
    (shoe(6, 3, "0.75", True), 60),
    (shoe(6, 1, "0.9", strategy="always-trade"), 40),
    (shoe(8, 7, "0.95"), 40),
    (shoe(8, 1, "0.3", True, "keep"), 60),
]


def differences(plan: ShoePlan, number: int, hands: Cards) -> list[str]:
    """Where the kernel's codes and the rule book's settlement disagree."""
    found = []
    for records, seats in zip(hands, listed_shoe(plan, number), strict=True):
        for record, round in zip(records, seats, strict=True):
            nets = {row.wager: row.returned - row.staked for row in round.settle().results}
            if nets != {"main": paid(round, "main", int(record[CODE]) % TRADED), "joker": paid(round, "joker", int(record[JOKERS]))}:  # fmt: skip
                found.append(str(record))
    return found


def paid(round: SeatRound, wager: str, grade: int) -> int:
    line = round.terms.pays[wager].line(grade)
    if line is None:
        return -STAKE
    assert not isinstance(line.pays, Share)
    return line.pays.returned(STAKE) - STAKE


def test_the_kernel_is_the_rule_book_on_twenty_thousand_seat_rounds() -> None:
    compared = 0
    for plan, shoes in SHOES:
        for number in range(shoes):
            _, hands = dealt_shoe(plan, number)
            assert differences(plan, number, hands) == []
            compared += hands.shape[0] * hands.shape[1]
    assert compared >= 20_000


def test_a_wrong_number_of_survivors_would_be_seen() -> None:
    plan, _ = SHOES[5]
    _, hands = dealt_shoe(plan, 1)
    hands[4, 2, CODE] ^= 1
    assert len(differences(plan, 1, hands)) == 1


@pytest.mark.parametrize(("plan", "shoes"), SHOES)
def test_cards_leave_one_shoe_and_the_cut_card_ends_it(plan: ShoePlan, shoes: int) -> None:
    copies = Counter(plan.fresh.tolist())
    for number in range(min(shoes, 30)):
        _, hands = dealt_shoe(plan, number)
        dealt = Counter(hands[:, :, :HAND].ravel().tolist())
        traded = hands[:, :, ACTION] != KEEP
        dealt.update(hands[traded][:, NEW].tolist())
        assert all(dealt[card] <= copies[card] for card in dealt)
        used = np.cumsum([HAND * plan.table.seats + int(row.sum()) for row in traded])
        starts = [0, *used[:-1].tolist()]
        assert all(start < plan.cut for start in starts)
        assert used[-1] >= plan.cut or len(plan.fresh) - used[-1] < plan.most_cards
        assert plan.sure_rounds <= len(hands) <= plan.most_rounds


def test_the_rule_deck_runs_down_or_is_reshuffled() -> None:
    kept, _ = dealt_shoe(shoe(8, 1, "0.95", True), 0)
    for first in range(0, len(kept) - 4, 5):
        assert sorted(kept[first : first + 5].ravel().tolist()) == list(range(15))
    fresh, hands = dealt_shoe(shoe(8, 1, "0.95"), 0)
    assert all(len(set(rules)) == 3 for rules in fresh.tolist())
    assert any(set(a) & set(b) for a, b in pairwise(fresh.tolist()))
    assert (hands[:, :, :HAND] == dealt_shoe(shoe(8, 1, "0.95", True), 0)[1][:, :, :HAND]).all()


@pytest.mark.parametrize(
    "plan",
    [shoe(6, 3, "0.75"), shoe(1, 2, "0.9", True), shoe(2, 7, "0.5", strategy="always-trade"), shoe(4, 1, "0.8", True, "keep")],
    ids=["six decks", "one deck", "always trade", "keep"],
)  # fmt: skip
def test_rounds_that_every_shoe_reaches_have_the_fresh_expectation(plan: ShoePlan) -> None:
    found = simulate_shoes(plan, 20_000)
    first = found.positions[0]
    assert (first.round, first.shoes, first.sure) == (1, 20_000, True)
    assert sum(position.sure for position in found.positions) == plan.sure_rounds
    scores = [mean.z for position in found.positions if position.sure for mean in position.wagers.values()]
    assert all(score is not None and abs(score) < 4.5 for score in scores)
    assert plan.table.strategy != "keep" or all(p.shoes == 20_000 for p in found.positions)
    for mean in found.wagers.values():
        assert abs(mean.mean - float(mean.exact)) < 6 * mean.standard_error


def test_the_standard_error_over_shoes_is_that_of_the_spread_of_batches() -> None:
    plan = shoe(2, 3, "0.75")
    batches = [summed_up(plan, run_shoes(plan, 500 * batch, 500)).wagers["main"] for batch in range(60)]
    spread = float(np.std([mean.mean for mean in batches], ddof=1))
    stated = float(np.mean([mean.standard_error for mean in batches]))
    assert spread == pytest.approx(stated, rel=0.3)


def test_tallies_are_the_same_however_the_shoes_are_split() -> None:
    plan = shoe(6, 3, "0.75", True)
    parts = [run_shoes(plan, first, count) for first, count in ((0, 1), (1, 0), (1, 98), (99, 101))]
    total: ShoeTally = parts[0] + parts[1] + parts[2] + parts[3]
    assert total == run_shoes(plan, 0, 200)
    assert summed_up(plan, total).to_dict() == simulate_shoes(plan, 200).to_dict()
    assert run_shoes(shoe(6, 3, "0.75", True, seed=4), 0, 200) != total


def test_the_tally_counts_the_listed_rounds() -> None:
    plan = shoe(4, 2, "0.6")
    tally = run_shoes(plan, 10, 5)
    counts = np.zeros((plan.most_rounds, 4, 8), np.int64)
    for number in range(10, 15):
        for place, records in enumerate(dealt_shoe(plan, number)[1]):
            for record in records:
                counts[place, record[JOKERS], record[CODE]] += 1
    assert tuple(counts.ravel().tolist()) == tally.counts


@pytest.mark.parametrize("penetration", ["0.049", "0.951", "0", "-1", "2"])
def test_a_cut_card_that_cannot_be_placed_is_refused(penetration: str) -> None:
    with pytest.raises(FeltlabError, match="penetration"):
        shoe(6, 3, penetration)


def test_other_plans_that_cannot_be_dealt_are_refused() -> None:
    with pytest.raises(FeltlabError, match="only rule-out"):
        ShoePlan(Plan("low-four", 1), Fraction(1, 2))
    with pytest.raises(FeltlabError, match="seats"):
        shoe(6, 8, "0.5")
    with pytest.raises(FeltlabError, match="decks"):
        shoe(9, 1, "0.5")
    with pytest.raises(FeltlabError, match="trade-random"):
        shoe(6, 1, "0.5", strategy="trade-random")
    with pytest.raises(FeltlabError, match="number of shoes"):
        simulate_shoes(shoe(6, 1, "0.5"), 1)
