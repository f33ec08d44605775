"""Handle, theoretical and actual win, drop, hold and z against sums done by hand."""

from fractions import Fraction

from feltlab.ledger.performance import Drop, MeterMoves, Meters, Performance, Price, Sums, performance

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
ROWS = [
    Sums("t1", "low-four", "ante", "old", 0, 2, 300, 50_000, 500, 400),
    Sums("t1", "low-four", "ante", "new", 0, 1, 100, 10_000, 100, 0),
    Sums("t1", "low-four", "bonus", "old", 31, 1, 100, 10_000, 100, 900),
    Sums("t2", "rule-out", "ante", "old", 31, 4, 400, 40_000, 400, 380),
]
PRICES = {"old": Price(TENTH, Fraction(2)), "new": Price(HALF, Fraction(1))}


def lines(*by: str, drops: tuple[Drop, ...] = ()) -> dict[tuple[str, ...], Performance]:
    found = performance(ROWS, lambda _game, _wager, terms: PRICES.get(terms), by, drops)  # type: ignore[arg-type]
    return {line.key: line for line in found}


def test_sums_over_several_terms_use_each_terms_own_edge_and_variance() -> None:
    line = lines("table", "wager")["t1", "ante"]
    assert (line.bets, line.handle, line.initial, line.win) == (3, 600, 400, 200)
    assert line.theoretical_win == 30 + 50
    assert line.variance == 2 * 50_000 + 10_000
    assert line.z == (200 - 80) / 110_000**0.5


def test_drop_and_hold_belong_to_tables_and_periods_only() -> None:
    drops = (Drop("t1", 0, 800), Drop("t1", 31, 200), Drop("t2", 31, 100))
    by_table = lines("table", drops=drops)
    assert by_table["t1",].drop == 1000
    assert by_table["t1",].hold == Fraction(600 - 400 + 100 - 900, 1000)
    assert lines("game", drops=drops)["low-four",].drop is None
    assert lines("table", "month", drops=drops)["t1", "1970-02"].drop == 200
    assert lines("day", drops=drops)["1970-02-01",].drop == 300


def test_periods_are_named_by_when_they_begin() -> None:
    rows = [Sums("t1", "low-four", "ante", "old", day, 1, 100, 10_000, 100, 0, hour) for day, hour in
            ((3, 23), (4, 0), (4, 0), (364, 7))]  # fmt: skip
    drops = [Drop("t1", 3, 50, 23), Drop("t1", 4, 70, 0)]

    def by(axis: str) -> dict[str, tuple[int, int | None]]:
        found = performance(rows, lambda *_: None, [axis], drops)  # type: ignore[list-item]
        return {line.key[0]: (line.bets, line.drop) for line in found}

    assert by("hour") == {"1970-01-04 23:00": (1, 50), "1970-01-05 00:00": (2, 70), "1970-12-31 07:00": (1, 0)}
    assert by("day") == {"1970-01-04": (1, 50), "1970-01-05": (2, 70), "1970-12-31": (1, 0)}
    # 4 January 1970 is a Sunday; the year has a 53rd week.
    assert by("week") == {"1970-W01": (1, 50), "1970-W02": (2, 70), "1970-W53": (1, 0)}


def test_all_together_is_one_line_and_nothing_is_none() -> None:
    assert list(lines()) == [()]
    assert performance([], lambda *_: None, ["table"]) == []


def test_without_a_price_there_is_no_theory() -> None:
    [line] = performance(ROWS, lambda *_: None, [])
    assert line.theoretical_win is None
    assert line.z is None
    assert line.hold is None
    assert line.win == 1100 - 1680


def test_squares_beyond_64_bits_stay_exact() -> None:
    stake = 10**12
    row = Sums("t", "g", "w", "old", 0, 1, stake, stake**2, stake, 0)
    [line] = performance([row], lambda *_: PRICES["old"], [])
    assert line.variance == 2 * 10**24


def test_a_bet_that_feeds_a_meter_costs_increment_base_and_fixed_awards() -> None:
    rows = [Sums("t", "g", "ante", "old", 0, 1, 100, 10_000, 100, 0),
            Sums("t", "g", "combo", "old", 0, 10, 1000, 100_000, 1000, 700)]  # fmt: skip
    fixed, base = Fraction(1, 5), Fraction(1, 20)
    prices = {"ante": Price(TENTH, Fraction(2)), "combo": Price(1 - fixed - base, Fraction(9), fixed, base)}
    moves = [MeterMoves("t", "combo", 0, 200, 50, 600)]
    [line] = performance(rows, lambda _g, wager, _t: prices[wager], ["table"], (), moves)
    # 700 came back, 600 of it from the meter; 200 went onto it, and 50 to start it again.
    assert line.win == 100 + (1000 - 200 - 50 - 100)
    assert line.theoretical_win == 10 + (1000 - 200 - 200 - 50)
    assert line.variance == 2 * 10_000 + 9 * 100_000
    assert line.meters == Meters(200, 50, 600, 100, Fraction(50), Fraction(200))
    by_wager = {each.key: each for each in performance(rows, lambda _g, wager, _t: prices[wager], ["wager"], (), moves)}
    assert by_wager["ante",].meters is None
    assert by_wager["combo",].win == 650
    [unknown] = performance(rows, lambda *_: None, [], (), moves)
    assert unknown.meters is not None
    assert (unknown.theoretical_win, unknown.meters.due_fixed, unknown.win) == (None, None, 750)
