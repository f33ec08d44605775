"""Progressives in the long run: the packets' figures, identities, and the spread of the meter against simulation."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlab.errors import RulesError
from feltlab.exact.meter_distribution import MeterModel, distribution
from feltlab.exact.progressive import Award, ProgressiveFigures
from feltlab.games.ace_odd_even import rules as ace_odd_even
from feltlab.games.low_four import rules as low_four
from feltlab.hands.layout import CARD_KEYS
from feltlab.hands.low import low_points
from feltlab.hands.points import HIGHEST_TOTAL
from feltlab.kernels.lattice import HANDS, WEIGHTS, transform
from feltlab.rules.pay_table import PayTable

BASE, RATE = Fraction(10_000), Fraction(1, 5)


def figures(
    shares: list[tuple[Fraction, Fraction]], base: Fraction = BASE, rate: Fraction = RATE
) -> ProgressiveFigures:
    awards = tuple(Award(str(share), f"{share} of jackpot", chance, share=share) for share, chance in shares)
    return ProgressiveFigures("test", base, rate, awards)


def low_four_figures() -> ProgressiveFigures:
    keys = HANDS.astype(np.int64) @ (CARD_KEYS[::4] & (1 << 31) - 1)
    totals = np.array([low_points(int(key)) for key in keys])
    dealer = transform(totals[:, None] == np.arange(HIGHEST_TOTAL + 1)).astype(np.int64)
    counts = [0] * (2 * HIGHEST_TOTAL + 1)
    for own in range(HIGHEST_TOTAL + 1):
        of_own = totals == own
        for other, ways in enumerate((WEIGHTS[of_own] @ dealer[of_own]).tolist()):
            counts[own + other] += ways
    book = low_four.GAME.book
    table = book.pay_tables["combo-progressive"]["1"]
    return ProgressiveFigures.from_pay_table(book.progressives["combo-progressive"], table, counts)


def test_low_four_as_printed() -> None:
    found = low_four_figures()
    assert f"{float(found.mean_meter):,.2f}" == "197,442.05"
    assert f"{float(found.rtp):.2%}" == "81.19%"
    assert f"{float(found.house_edge):.2%}" == "18.81%"
    assert [f"{float(award.probability):.8f}" for award in found.awards] == ["0.00000009", "0.00000925", "0.00222183"]


def test_ace_odd_even_as_printed_from_the_printed_probabilities() -> None:
    rule = ace_odd_even.GAME.book.progressives["poker-progressive"]
    table = ace_odd_even.GAME.book.pay_tables["poker-progressive"]["1"]
    hundred_millionths = {"7 card flush": 6, "6 card flush": 1_884, "5 card flush": 124_319}
    counts = [0] * len(table.by_grade)
    for line in table.lines:
        counts[line.grades.start] = hundred_millionths[line.event]
    counts[0] = 10**8 - sum(counts)
    found = ProgressiveFigures.from_pay_table(rule, table, counts)
    assert f"{float(found.rtp):.2%}" == "82.22%"
    assert f"{float(found.house_edge):.2%}" == "17.78%"


chance = st.fractions(Fraction(1, 10**9), Fraction(1, 10), max_denominator=10**9)
part = st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100)


@settings(max_examples=100, deadline=None)
@given(
    whole=chance, parts=st.lists(st.tuples(part, chance), max_size=3), multiple=st.integers(0, 5),
    base=st.integers(0, 10**5), rate=st.fractions(Fraction(1, 100), Fraction(1), max_denominator=100),
)  # fmt: skip
def test_what_comes_back_is_increments_reseeds_and_fixed_awards(
    whole: Fraction, parts: list[tuple[Fraction, Fraction]], multiple: int, base: int, rate: Fraction
) -> None:
    shares = (Award("all", "100%", whole, share=Fraction(1)), *(Award("part", "", p, share=s) for s, p in parts))
    fixed = Award("fixed", "", Fraction(1, 10), multiple=Fraction(multiple))
    found = ProgressiveFigures("test", Fraction(base), rate, (*shares, fixed))
    assert found.rtp == rate + whole * base + Fraction(multiple, 10)
    assert found.rtp + found.house_edge == 1
    assert found.rtp_at(found.break_even_meter) == 1
    assert found.meter_variance >= 0
    steps = [(1 - share.share, share.probability, 0) for share in shares[1:]] + [(Fraction(0), whole, base)]
    stays = 1 - sum((p for _, p, _ in steps), Fraction(0))
    mean, square = found.mean_meter, found.meter_variance + found.mean_meter**2
    assert mean == rate + stays * mean + sum(p * (left * mean + start) for left, p, start in steps)
    moved = stays * square + sum(p * (left**2 * square + start**2) for left, p, start in steps)
    assert square == rate**2 + 2 * rate * (mean - rate) + moved


def test_a_meter_that_is_only_won_whole_is_known_exactly() -> None:
    found = figures([(Fraction(1), Fraction(1, 4))], Fraction(10), Fraction(1))
    assert found.mean_meter == 14  # 10 and four bets on average
    assert found.meter_variance == 12  # of a geometric number: (1 - p) / p²
    spread = found.meter_distribution
    assert spread.method == "exact"
    plain = [1 - 0.75**bets for bets in range(1, 40)]
    for wanted, level in spread.quantiles:
        assert level == 10 + next(bets for bets, seen in enumerate(plain, 1) if seen >= wanted)


CELL = 0.05
"""Bets: a quarter of an increment."""


def walked(found: ProgressiveFigures, bets: int) -> "np.typing.NDArray[np.float64]":
    """The distribution of the meter by cells, carried from bet to bet until it has settled."""
    cells = int(float(found.mean_meter + 12) / CELL) * 6
    rise, start = round(float(found.increment) / CELL), round(float(found.base) / CELL)
    levels = np.arange(cells)
    moves = [
        (float(award.probability), np.rint(levels * (1 - float(award.share))).astype(int)) for award in found.awards
    ]
    moves = [(chance, np.full(cells, start) if not to.any() else to) for chance, to in moves]
    stays = 1 - sum(chance for chance, _ in moves)
    spread = np.zeros(cells)
    spread[start] = 1.0
    for _ in range(bets):
        risen = np.concatenate([np.zeros(rise), spread[:-rise]])  # the meter at settlement
        spread = stays * risen + sum(chance * np.bincount(to, risen, cells) for chance, to in moves)
    return np.concatenate([np.zeros(rise), spread[:-rise]])


@pytest.mark.parametrize(
    ("shares", "base"),
    [
        ([(Fraction(1), Fraction(1, 500)), (Fraction(1, 10), Fraction(1, 40))], Fraction(10)),
        ([(Fraction(1), Fraction(1, 400)), (Fraction(1, 5), Fraction(1, 90)), (Fraction(1, 3), Fraction(1, 300))], Fraction(20)),
        ([(Fraction(1, 4), Fraction(1, 50))], Fraction(0)),
    ],
)  # fmt: skip
def test_the_numeric_spread_against_the_meter_walked_bet_by_bet(
    shares: list[tuple[Fraction, Fraction]], base: Fraction
) -> None:
    found = figures(shares, base)
    spread, plain = found.meter_distribution, walked(found, 6_000)
    levels = np.arange(len(plain)) * CELL
    assert plain.sum() == pytest.approx(1, abs=1e-5)
    assert plain @ levels == pytest.approx(float(found.mean_meter), abs=0.05)
    assert plain @ levels**2 - (plain @ levels) ** 2 == pytest.approx(float(found.meter_variance), rel=0.01)
    assert spread.method == "numeric"
    assert spread.error_bound is not None
    rounding = CELL / float(min(share for share, _ in shares))
    for wanted, level in spread.quantiles:
        found_level = levels[np.searchsorted(plain.cumsum(), wanted)]
        assert abs(found_level - level) <= spread.error_bound + rounding


def test_the_meter_at_a_hit_is_spread_as_all_meters_are() -> None:
    random = np.random.default_rng(7)
    hits, falls = random.random(400_000) < 0.05, random.random(400_000) < 0.1
    meter, seen = 10.0, np.empty(len(hits))
    for bet, (hit, fall) in enumerate(zip(hits.tolist(), falls.tolist(), strict=True)):
        meter += 0.2
        seen[bet] = meter
        meter = 10.0 if hit else meter * 0.9 if fall else meter
    for level in np.quantile(seen, (0.1, 0.5, 0.9)):
        everywhere, at_hits = (seen <= level).mean(), (seen[hits] <= level).mean()
        assert abs(at_hits - everywhere) < 5 * (0.25 / hits.sum()) ** 0.5
    found = figures([(Fraction(1), Fraction(1, 20)), (Fraction(1, 10), Fraction(19, 200))], Fraction(10))
    assert seen[hits].mean() == pytest.approx(float(found.mean_meter), rel=0.01)
    assert seen.mean() == pytest.approx(float(found.mean_meter), rel=0.01)


def test_where_floats_cannot_tell_the_spread_is_simulated_and_says_so() -> None:
    found = figures([(Fraction(1), Fraction(1, 10**6)), (Fraction(1, 10), Fraction(1, 100))])
    spread = found.meter_distribution
    assert spread.method == "simulated"
    assert spread.samples == 200_000
    assert spread.standard_error is not None
    assert spread == distribution(
        MeterModel(
            BASE,
            RATE,
            ((Fraction(1, 10), Fraction(1, 100)),),
            Fraction(1, 10**6),
            found.mean_meter,
            found.meter_variance,
        )
    )


def test_the_spread_of_low_four_agrees_with_its_exact_mean_and_median_order() -> None:
    spread = low_four_figures().meter_distribution
    assert spread.method == "numeric"
    assert spread.error_bound == 1.0
    levels = [level for _, level in spread.quantiles]
    assert levels == sorted(levels)
    assert 190_000 < spread.quantile(0.5) < 205_000


def test_everything_as_json() -> None:
    found = figures([(Fraction(1), Fraction(1, 10**5)), (Fraction(1, 10), Fraction(1, 10**3))])
    entry = found.to_dict(Fraction(20_000))
    assert Fraction(entry["mean_meter"]) == found.mean_meter
    assert Fraction(entry["dollars"]["$5"]["mean_meter"]) == 5 * found.mean_meter
    assert Fraction(entry["at_meter"]["rtp"]) == found.rtp_at(Fraction(20_000))
    assert Fraction(entry["awards"][0]["mean_bets_between"]) == 10**5
    assert entry["mean_meter_when_won"] == entry["mean_meter"]
    median = entry["meter_distribution"]["quantiles_float"]["0.5"]
    assert entry["liability_distribution"]["quantiles_float"]["0.5"] == median - 10_000
    assert sum(Fraction(entry["per_bet"][name]) for name in entry["per_bet"] if not name.endswith("_float")) == 1


def test_an_award_that_never_comes_has_no_interval() -> None:
    found = figures([(Fraction(1), Fraction(1, 100)), (Fraction(1, 10), Fraction(0))])
    assert found.to_dict()["awards"][1]["mean_bets_between"] is None


def test_a_meter_that_nobody_can_win_is_refused() -> None:
    with pytest.raises(RulesError, match="grows without end"):
        figures([])
    with pytest.raises(RulesError, match="add up to more than one"):
        figures([(Fraction(1), Fraction(2, 3)), (Fraction(1, 2), Fraction(2, 3))])


def test_fixed_awards_for_one_do_not_give_the_stake_back() -> None:
    table = low_four.GAME.book.pay_tables["combo-progressive"]["1"]
    assert isinstance(table, PayTable)
    found = low_four_figures()
    assert found.awards[2].multiple == 275
    assert found.fixed_return == 275 * found.awards[2].probability
