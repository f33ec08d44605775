"""Progressive meters: every unit on a meter, paid or reseeded is accounted for."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlab.errors import RulesError, WagerError
from feltlab.games import GAMES
from feltlab.rules.progressive import ALL, UNITS_PER_CENT, Meter, Progressive, award

TENTH = Fraction(1, 10)
RULE = Progressive.build("jackpot", 10_000, "20%")


def of_cents(cents: int, base: int = 1_000_000) -> Meter:
    return Meter(units=cents * UNITS_PER_CENT, base_units=base * UNITS_PER_CENT, increment_ppm=200_000)


def liability(meter: Meter) -> int:
    return meter.units - meter.base_units


def test_both_seven_card_games_start_at_10000_bets_and_add_a_fifth_of_each_bet() -> None:
    for game, wager in (("ace-odd-even", "poker-progressive"), ("low-four", "combo-progressive")):
        assert GAMES[game].book.progressives == {wager: Progressive(wager, 10_000, 200_000)}


@pytest.mark.parametrize(("bet", "cents"), [(100, 1_000_000), (500, 5_000_000), (1, 10_000)])
def test_a_meter_opens_at_its_base_amount(bet: int, cents: int) -> None:
    meter = RULE.opened(bet)
    assert (meter.cents, liability(meter)) == (cents, 0)


def test_a_meter_may_start_empty() -> None:
    assert Progressive.build("jackpot", 0, "20%").opened(100).units == 0


@pytest.mark.parametrize(("stake", "units"), [(1, 200_000), (7, 1_400_000), (100, 20_000_000)])
def test_a_bet_adds_exactly_a_fifth_of_itself(stake: int, units: int) -> None:
    meter = RULE.opened(100)
    assert meter.with_bet(stake).units - meter.units == units
    assert liability(meter.with_bet(stake)) == units


def test_no_fraction_of_a_cent_is_lost_between_bets() -> None:
    meter = RULE.opened(100)
    for _ in range(5):
        assert meter.cents == 1_000_000
        meter = meter.with_bet(1)
    assert (meter.cents, meter.units % UNITS_PER_CENT) == (1_000_001, 0)


@pytest.mark.parametrize(
    ("text", "ppm"),
    [("20%", 200_000), ("0%", 0), ("100%", 1_000_000), ("12.5%", 125_000), ("0.0001%", 1), ("07.50%", 75_000)],
)
def test_an_increment_is_a_percentage_in_whole_parts_per_million(text: str, ppm: int) -> None:
    rule = Progressive.build("jackpot", 10_000, text)
    assert rule.increment_ppm == ppm
    assert rule.increment_rate == Fraction(ppm, 1_000_000)


@pytest.mark.parametrize(
    "increment", ["20", "", "%", "x%", "-1%", "101%", "100.0001%", "0.00001%", "1/0%", 20, 0.2, None, True]
)
def test_no_other_increment_is_read(increment: object) -> None:
    with pytest.raises(RulesError, match="increment"):
        Progressive.build("jackpot", 10_000, increment)


@pytest.mark.parametrize("base", [-1, 1.5, "10000", True, None])
def test_a_base_amount_is_a_whole_number_of_bets(base: object) -> None:
    with pytest.raises(RulesError, match="base amount"):
        Progressive.build("jackpot", base, "20%")


def test_the_whole_meter_is_paid_and_reseeded() -> None:
    awards = award(of_cents(1_234_567), [ALL])
    assert awards.paid == (1_234_567,)
    assert awards.reseeded_units == 1_000_000 * UNITS_PER_CENT
    assert awards.meter == of_cents(1_000_000)


def test_what_is_below_a_cent_stays_on_the_meter() -> None:
    meter = of_cents(1_234_567).with_bet(2)  # two fifths of a cent
    awards = award(meter, [ALL])
    assert awards.paid == (1_234_567,)
    assert liability(awards.meter) == 400_000


def test_ten_per_cent_leaves_the_meter_and_is_not_topped_up() -> None:
    awards = award(of_cents(1_234_567), [TENTH])
    assert awards.paid == (123_456,)
    assert awards.reseeded_units == 0
    assert awards.meter.cents == 1_234_567 - 123_456


def test_ten_per_cent_may_take_the_meter_below_its_base_amount() -> None:
    awards = award(of_cents(1_000_000), [TENTH])
    assert awards.meter.cents == 900_000
    assert liability(awards.meter) < 0


@pytest.mark.parametrize(
    ("winners", "each", "left"), [(1, 1_000_003, 0), (2, 500_001, 1), (3, 333_334, 1), (4, 250_000, 3), (6, 166_667, 1)]
)
def test_winners_of_the_whole_meter_split_it_evenly(winners: int, each: int, left: int) -> None:
    awards = award(of_cents(1_000_003), [ALL] * winners)
    assert awards.paid == (each,) * winners
    assert awards.meter.cents == 1_000_000 + left, "cents that cannot be split stay on the meter"


def test_several_tenths_are_each_of_the_meter_as_it_stood() -> None:
    assert award(of_cents(1_000_000), [TENTH] * 3).paid == (100_000, 100_000, 100_000)


@pytest.mark.parametrize("shares", list(dict.fromkeys(permutations([ALL, TENTH, ALL, TENTH]))))
def test_the_order_of_the_seats_does_not_matter(shares: tuple[Fraction, ...]) -> None:
    awards = award(of_cents(1_000_000), shares)
    assert awards.paid == tuple(400_000 if share == ALL else 100_000 for share in shares)
    assert awards.meter == of_cents(1_000_000)


def test_no_winner_leaves_the_meter_as_it_is() -> None:
    meter = of_cents(1_234_567)
    awards = award(meter, [])
    assert (awards.paid, awards.reseeded_units, awards.meter) == ((), 0, meter)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(-1, 10), Fraction(11, 10)])
def test_a_share_is_more_than_nothing_and_at_most_all(share: Fraction) -> None:
    with pytest.raises(WagerError, match="share"):
        award(of_cents(1_000_000), [share])


def test_part_awards_above_the_meter_share_it_in_proportion() -> None:
    awards = award(of_cents(1_000_000), [Fraction(9, 10), Fraction(6, 10)])
    assert awards.paid == (600_000, 400_000)
    assert (awards.meter.cents, awards.reseeded_units) == (0, 0)
    odd = award(of_cents(1_000_001), [Fraction(9, 10), Fraction(9, 10)])
    assert odd.paid == (500_000, 500_000), "the odd cent stays on the meter"
    assert odd.meter.cents == 1


def test_a_change_of_rate_waits_for_the_next_win_of_the_whole_meter() -> None:
    meter = of_cents(1_000_000).with_rate(100_000)
    assert meter.with_bet(100).units - meter.units == 100 * 200_000, "the old rate until the meter is won"
    after_tenth = award(meter, [TENTH]).meter
    assert (after_tenth.increment_ppm, after_tenth.next_increment_ppm) == (200_000, 100_000)
    after_all = award(after_tenth, [ALL]).meter
    assert (after_all.increment_ppm, after_all.next_increment_ppm) == (100_000, None)
    assert after_all.with_bet(100).units - after_all.units == 100 * 100_000


def test_a_change_to_no_increment_also_takes_effect() -> None:
    meter = award(of_cents(1_000_000).with_rate(0), [ALL]).meter
    assert meter.with_bet(100).units == meter.units


def test_the_last_change_of_rate_before_a_win_counts() -> None:
    meter = award(of_cents(1_000_000).with_rate(100_000).with_rate(300_000), [ALL]).meter
    assert meter.increment_ppm == 300_000


# For any meter and any winners.

fractions_of_the_meter = st.one_of(
    st.just(ALL), st.just(TENTH), st.integers(1, 16).map(lambda number: Fraction(number, 100))
)
meters = st.builds(
    Meter,
    units=st.integers(0, 10**18),
    base_units=st.integers(0, 10**7).map(lambda cents: cents * UNITS_PER_CENT),
    increment_ppm=st.integers(0, 1_000_000),
    next_increment_ppm=st.none() | st.integers(0, 1_000_000),
)
rounds = st.lists(fractions_of_the_meter, max_size=6)


@settings(deadline=None)
@given(meters, rounds)
def test_units_are_conserved(meter: Meter, shares: list[Fraction]) -> None:
    awards = award(meter, shares)
    assert meter.units + awards.reseeded_units == awards.meter.units + sum(awards.paid) * UNITS_PER_CENT


@settings(deadline=None)
@given(meters, rounds)
def test_a_meter_is_never_negative_and_no_award_is_above_its_share(meter: Meter, shares: list[Fraction]) -> None:
    awards = award(meter, shares)
    assert awards.meter.units >= 0
    assert len(awards.paid) == len(shares)
    for cents, share in zip(awards.paid, shares, strict=True):
        assert 0 <= cents * UNITS_PER_CENT <= meter.units * share
        if share != ALL:
            assert cents == meter.cents * share.numerator // share.denominator


@settings(deadline=None)
@given(meters, rounds)
def test_less_than_a_cent_a_winner_stays_when_the_whole_meter_is_won(meter: Meter, shares: list[Fraction]) -> None:
    shares = [ALL, *shares]
    awards = award(meter, shares)
    assert awards.reseeded_units == meter.base_units
    assert len({cents for cents, share in zip(awards.paid, shares, strict=True) if share == ALL}) == 1
    assert 0 <= liability(awards.meter) < shares.count(ALL) * UNITS_PER_CENT


@settings(deadline=None)
@given(meters, rounds, st.randoms(use_true_random=False))
def test_any_order_of_seats_pays_the_same(meter: Meter, shares: list[Fraction], rng: Random) -> None:
    order = list(range(len(shares)))
    rng.shuffle(order)
    straight, mixed = award(meter, shares), award(meter, [shares[seat] for seat in order])
    assert [straight.paid[seat] for seat in order] == list(mixed.paid)
    assert straight.meter == mixed.meter


@dataclass
class Book:
    """A plain account of what went into and out of a meter."""

    units: Fraction
    rate: int
    waiting: int | None = None


@settings(deadline=None)
@given(
    st.integers(1, 500),
    st.lists(
        st.one_of(
            st.integers(1, 10_000),
            st.lists(st.sampled_from([ALL, TENTH]), min_size=1, max_size=4),
            st.integers(0, 1_000_000).map(str),
        ),
        max_size=40,
    ),
)
def test_meter_equals_base_and_increments_less_awards(bet: int, events: list[int | str | list[Fraction]]) -> None:
    """Bets (a stake), wins (shares) and changes of rate (a text) in any order."""
    meter = RULE.opened(bet)
    base = meter.base_units
    book = Book(Fraction(base), RULE.increment_ppm)
    for event in events:
        if isinstance(event, int):
            meter = meter.with_bet(event)
            book.units += Fraction(event * book.rate, 1_000_000) * UNITS_PER_CENT
        elif isinstance(event, str):
            meter = meter.with_rate(int(event))
            book.waiting = int(event)
        else:
            awards = award(meter, event)
            meter = awards.meter
            book.units -= sum(awards.paid) * UNITS_PER_CENT
            if ALL in event:
                book.units += base
                book.rate, book.waiting = (book.rate if book.waiting is None else book.waiting), None
    assert meter.units == book.units
    assert (meter.increment_ppm, meter.next_increment_ppm) == (book.rate, book.waiting)


def test_a_meter_cannot_be_changed_in_place() -> None:
    meter = of_cents(1)
    assert replace(meter, units=5) != meter
    with pytest.raises(AttributeError):
        meter.units = 5  # type: ignore[misc]
