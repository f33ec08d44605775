"""feltlab protect: its verdict on an exposed card; feltlab compile: leaves nothing to compile for it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from feltlab.commands.compile import _protection
from feltlab.exact.protection import Exposed, Finding, Row
from feltlab.games import GAMES
from feltlab.games.low_four import protection_kernels as low_four
from feltlab.games.quick_draw_holdem import protection_kernels as quick_draw
from feltlab.games.rule_out import counting_kernels
from feltlab.games.rule_out import protection_kernels as rule_out
from feltlab.kernels import protection
from feltlab.lab import terms_of
from feltlab.lab.protection.collusion import exposed_cards
from feltlab.lab.protection.verdict import findings, runs
from tests.conftest import Feltlab


def _exposed(slug: str) -> Exposed:
    return exposed_cards(slug, terms_of(GAMES[slug]))[0]


def _said(slug: str, case: Exposed) -> Finding:
    alone = [Row(0, 0, case.alone)]
    (said,) = [entry for entry in findings(slug, alone, [case], None, None) if entry["threat"] == "an exposed card"]
    return said


@pytest.mark.parametrize(("slug", "ranks"), [("low-four", "789TJQK"), ("ace-odd-even", "23456789TK")])
def test_a_card_that_gives_the_player_the_edge_is_not_safe_though_the_average_is(slug: str, ranks: str) -> None:
    case = _exposed(slug)
    lost = case.lost
    assert lost is not None
    assert "".join(lost.ranks) == ranks
    assert case.house_edge > 0 > lost.house_edge
    assert lost.share == Fraction(len(ranks), 13)
    kept = [edge for rank, edge in case.by_rank.items() if rank not in ranks]
    assert all(edge > 0 for edge in kept)
    assert lost.share * lost.house_edge + sum(kept, Fraction(0)) / 13 == case.house_edge
    assert case.to_dict()["player_has_the_edge"]["share"] == str(lost.share)
    said = _said(slug, case)
    assert not said["safe"]
    for part in (runs(lost.ranks), f"{float(lost.share):.2%}", f"{-float(lost.house_edge):.2%} on average over"):
        assert part in said["finding"]
    assert "voids the round" in said["procedure"]


def test_a_card_that_never_gives_the_player_the_edge_is_safe() -> None:
    case = _exposed("low-four")
    mild = replace(case, by_rank={rank: abs(edge) for rank, edge in case.by_rank.items()})
    assert mild.lost is None
    assert "player_has_the_edge" not in mild.to_dict()
    said = _said("low-four", mild)
    assert said["safe"]
    assert "But" not in said["finding"]


def test_neighbouring_ranks_are_told_as_one_run() -> None:
    assert [runs(ranks) for ranks in ("2", "27", "TJ", "789TJQK", "23456789TK", "246TJQA")] == [
        "2", "2 or 7", "10 or J", "7 to K", "2 to 10 or K", "2, 4, 6, 10 to Q or A",
    ]  # fmt: skip


def test_the_command_says_which_ranks(feltlab: Feltlab) -> None:
    done = feltlab("protect", "low-four", "--seats", "1", "--samples", "100")
    assert done.returncode == 0, done.stderr
    flat = " ".join(done.stdout.split())
    assert "NOT SAFE: an exposed card" in flat
    assert "the player has the edge when the card is 7 to K: 7 of 13 ranks, 53.85% of the rounds" in flat
    assert flat.count("player │") == 7


@pytest.mark.parametrize(
    ("slug", "kernels"),
    [
        ("ace-odd-even", (protection.seven_card_gains, protection._exposed)),
        ("low-four", (protection.seven_card_gains, protection._exposed, low_four._count_sets)),
        ("quick-draw-holdem", (quick_draw.quick_draw_gains, quick_draw.exposed_board)),
        ("rule-out", (rule_out.rule_out_gains, counting_kernels.returns_by_rules, counting_kernels.totals_by_rules,
                      counting_kernels.best_totals, counting_kernels.deal_shoe)),
    ],
)  # fmt: skip
def test_compiling_once_serves_every_kernel(slug: str, kernels: tuple[object, ...]) -> None:
    _protection(slug)
    assert all(kernel.signatures for kernel in kernels)  # type: ignore[attr-defined]
