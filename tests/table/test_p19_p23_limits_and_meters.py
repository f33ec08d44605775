"""The aggregate limit is shared to the cent; a meter is exact to the unit and pays by the written rule."""

from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from feltlab.cards.names import cards_named
from feltlab.rules.progressive import UNITS_PER_CENT
from feltlab.table import Config
from feltlab.table.commands import Advance, Configure, Presence, Rate, Status, Void
from feltlab.table.dealer import step_of
from feltlab.table.events import MeterAwarded, MetersFed, SeatSettled
from feltlab.table.pack import Pack
from feltlab.table.taking import pro_rata
from tests.table.driver import ALL_BETS, GAMES, PLACES, Table, Wild, at_risk, folding

METER = "poker-progressive"
PPM = 200_000


def share_out(cases: int) -> None:
    rng = Random("p19")
    for _ in range(cases):
        wins = {seat: rng.randint(1, 10 ** rng.randint(1, 12)) for seat in range(rng.randint(1, 28))}
        total = sum(wins.values())
        limit = rng.randint(0, total - 1)
        shares = pro_rata(wins, limit)
        assert sum(shares.values()) == limit
        assert list(shares) == list(wins)
        for seat, win in wins.items():
            assert abs(shares[seat] - Fraction(win * limit, total)) < 1
            assert 0 <= shares[seat] <= win


def test_p19_shares_of_the_limit() -> None:
    share_out(2_000)


@pytest.mark.soak
def test_p19_shares_of_the_limit_for_days() -> None:
    share_out(100_000)


@pytest.mark.parametrize("game", GAMES)
def test_p19_through_the_engine(game: str) -> None:
    """The twin without a limit says what would have been won; what was won before in the round counts first."""
    rng, shared = Random(f"p19/{game}"), 0
    for number in range(40):
        limit = rng.choice((1, 500, 777, 1500, 3001, 10_000))
        seats = tuple(range(1, rng.randint(2, PLACES[game]) + 1))
        twins = []
        for aggregate in (limit, 10**12):
            table = Table(game, name=f"p19-{number}", aggregate_limit=aggregate).sit(*seats)
            table.lock(seats)
            table.play_out()
            twins.append([event for event in table.log if isinstance(event, SeatSettled)])
        left = limit
        for passed, whole in zip(_passes(twins[0]), _passes(twins[1]), strict=True):
            wins = [max(0, done.returned - done.staked - done.from_meter) for event in whole for done in event.results]
            paid = [max(0, done.returned - done.staked - done.from_meter) for event in passed for done in event.results]
            due = min(left, sum(wins))
            assert sum(paid) == due
            for won, would in zip(paid, wins, strict=True):
                assert abs(won - Fraction(would * due, sum(wins) or 1)) < 1
            shared += due < sum(wins)
            left -= due
        for event, other in zip(*twins, strict=True):
            for done, would_be in zip(event.results, other.results, strict=True):
                if would_be.returned <= would_be.staked:
                    assert done == would_be  # a push or a loss is nobody's winnings
    assert shared > 10


def _passes(events: list[SeatSettled]) -> list[list[SeatSettled]]:
    """Settled together are the same wagers of one seat after another; a seat comes once in each."""
    found: list[list[SeatSettled]] = []
    for event in events:
        last = found[-1] if found else []
        started = {seen.seat for seen in last}
        names = {done.wager for seen in last for done in seen.results}
        if not last or event.seat in started or not names & {done.wager for done in event.results}:
            found.append([])
        found[-1].append(event)
    return found


# Meters.


@pytest.mark.parametrize("game", ["ace-odd-even", "low-four"])
def test_p20_p21_a_meter_falls_by_awards_only(game: str) -> None:
    """Whatever players, floor and clock do: units are the base, plus what was fed, less what was awarded."""
    for seed in range(8):
        wild = Wild(game, 300 + seed)
        (wager,) = wild.table.table.meters
        base = units = wild.table.table.meters[wager].units
        for _ in range(150):
            done = wild.table.do(wild.command())
            for event in done if isinstance(done, tuple) else ():
                if isinstance(event, MetersFed):
                    assert min(event.units.values()) >= 0
                    units += event.units[wager]
                if isinstance(event, MeterAwarded):
                    units += event.reseeded_units - sum(event.paid.values()) * UNITS_PER_CENT
            assert wild.table.table.meters[wager].units == units >= base


def test_p20_what_a_round_feeds() -> None:
    """20 % of each bet that is live when the round is paid: void seats and void rounds feed nothing that goes back."""
    table = Table("ace-odd-even", dealer="manual").sit(1, 2, 3)
    base = table.table.meters[METER].units
    table.lock((1, 2, 3), {1: ALL_BETS["ace-odd-even"], 2: {"ante": 100}, 3: ALL_BETS["ace-odd-even"]})
    table.must(Advance("deal seats"))
    table.must(Void("wrong-count", "", 3))
    table.play_out()
    assert table.table.meters[METER].units == base + 100 * PPM
    for cause in ("shuffler", "dealer-wrong-count"):
        table.lock((1, 2))
        table.must(Advance("deal seats"))
        table.must(Void(cause, ""))
        assert table.table.meters[METER].units == base + 100 * PPM
    table.must(Status("paused"))
    table.must(Configure(table.table.config))
    table.must(Status("open"))
    assert table.table.meters[METER].units == base + 100 * PPM


@pytest.mark.parametrize(("cause", "bets"), [("exposed", 2), ("dealer-wrong-count", 1)])
def test_p20_a_progressive_that_was_taken_feeds_its_meter(
    cause: str, bets: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a fold; its Odd-Even Bonus has won and goes back when the hand, or the round, becomes void."""
    hands = {1: "2c 4d 6h 8s Tc Qd 3c", 2: "3d 5h 7s 9c Jd Kh Ks"}
    pack = Pack(
        {seat: cards_named(hand.split()) for seat, hand in hands.items()},
        {"dealer": cards_named(["Ac", "Ad", "Ah", "As", "2h", "3h", "4h"])},
    )
    monkeypatch.setattr("feltlab.table.pack._pack", lambda *_: pack)
    table = Table("ace-odd-even").sit(1, 2)
    base = table.table.meters[METER].units
    table.lock((1, 2), {key: {"ante": 100, "odd-even": 100, METER: 100} for key in (1, 2)})
    table.decide(1, {"decision": "fold"})
    assert table.round.hands[1].open_stakes == {"odd-even": 100}
    assert table.table.meters[METER].units == base
    table.must(Void(cause, "", 1 if bets == 2 else None))
    if bets == 2:
        table.decide(2, {"decision": "play"})
    assert table.table.last
    assert {done.wager: done.returned for done in table.table.last.hands[1].results} == {
        "ante": 0,
        METER: 0,
        "odd-even": 100,
    }
    assert table.table.meters[METER].units == base + bets * 100 * PPM


SUITS = "cdhs"
HANDS = {
    "full": lambda suit: tuple(rank + suit for rank in "A3579JK"),
    "tenth": lambda suit: tuple(rank + suit for rank in "3579JK2"),
    "fixed": lambda suit: tuple(rank + suit for rank in "3579J24"),
    "none": lambda suit: tuple(rank + suit for rank in "246Q79J"),
}


def winners_pack(kinds: tuple[str, ...]) -> Pack:
    """Each seat in its own suit: seven, six, five or four of one parity."""
    seats = {seat: HANDS[kind](SUITS[seat - 1]) for seat, kind in enumerate(kinds, 1)}
    used = {card for hand in seats.values() for card in hand}
    free = [rank + suit for suit in SUITS for rank in "23456789TJQKA" if rank + suit not in used]
    return Pack({seat: cards_named(hand) for seat, hand in seats.items()}, {"dealer": cards_named(free[:7])})


def test_p19_odd_cents_go_to_the_largest_fractions_and_then_in_order() -> None:
    assert pro_rata({"a": 3, "b": 5, "c": 2}, 7) == {"a": 2, "b": 4, "c": 1}
    assert pro_rata({"a": 1, "b": 1, "c": 1}, 2) == {"a": 1, "b": 1, "c": 0}


@pytest.mark.parametrize(("limit", "won", "shared"), [(401, 400, False), (400, 400, False), (399, 399, True)])
def test_p19_a_limit_that_is_just_reached_is_not_shared(
    limit: int, won: int, shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feltlab.table.pack._pack", lambda *_: winners_pack(("tenth",)))
    table = Table("ace-odd-even", aggregate_limit=limit).sit(1)
    table.lock((1,), {1: {"ante": 100, "odd-even": 100}})
    table.play_out(folding)
    bonus = next(done for done in table.results()[1] if done.wager == "odd-even")
    assert (bonus.returned - bonus.staked, "limit is shared" in bonus.why) == (won, shared)


@pytest.mark.parametrize("kinds", list(product(("full", "tenth", "fixed", "none"), repeat=3)))
def test_p22_winners_of_one_round(kinds: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each tenth of the meter as it stood; the winners of all of it split the rest; the order in which they come is nothing."""
    monkeypatch.setattr("feltlab.table.pack._pack", lambda *_: winners_pack(kinds))
    found = set()
    for order in permutations((1, 2, 3)):
        table = Table("ace-odd-even").sit(1, 2, 3)
        for seat in order:
            table.bet(seat, {"ante": 100, METER: 100})
        table.ready(*order)
        for seat in order:
            table.decide(seat, (at_risk if seat % 2 else folding)(table, seat, "play"))
        results = {seat: done for seat, all in table.results().items() for done in all if done.wager == METER}
        found.add((tuple(results[seat].returned for seat in (1, 2, 3)), table.table.meters[METER].units))
    ((paid, units),) = found
    meter = 100 * 10_000 + 60
    tenth = meter // 10
    full = kinds.count("full")
    split = (meter - tenth * kinds.count("tenth")) // full if full else 0
    assert paid == tuple({"full": split, "tenth": tenth, "fixed": 50_000, "none": 0}[kind] for kind in kinds)
    left = meter - split * full - tenth * kinds.count("tenth") + (1_000_000 if full else 0)
    assert units == left * UNITS_PER_CENT
    awards = [event for event in table.log if isinstance(event, MeterAwarded)]
    assert len(awards) == (1 if full or "tenth" in kinds else 0)


def phases() -> list[str]:
    return ["no more bets", "deal seats", "deal dealer", "ask play", "turn dealer", "take and pay", "close"]


@pytest.mark.parametrize("phase", phases())
@pytest.mark.parametrize("kind", ["none", "tenth", "full"])
def test_p23_another_rate_waits_for_the_next_win(phase: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltlab.table.pack._pack", lambda *_: winners_pack((kind,)))
    table = Table("ace-odd-even", dealer="manual").sit(1)
    table.bet(1, {"ante": 100, METER: 100})
    table.ready(1)
    while table.round.number == 1:
        if step_of(table.round) == phase and not table.round.waiting:
            before = table.table.meters[METER]
            table.must(Rate(METER, 500_000))
            after = table.table.meters[METER]
            assert (after.units, after.increment_ppm, after.next_increment_ppm) == (
                before.units,
                before.increment_ppm,
                500_000,
            )
        if table.round.waiting:
            table.decide(1, folding(table, 1, "play"))
        else:
            table.must(Advance(step_of(table.round)))
    won = kind == "full" and phase != "close"  # a change after the win waits for the next one
    meter = table.table.meters[METER]
    assert (meter.increment_ppm, meter.next_increment_ppm) == ((500_000, None) if won else (PPM, 500_000))
    monkeypatch.setattr("feltlab.table.pack._pack", lambda *_: winners_pack(("none",)))
    table.lock((1,), {1: {"ante": 100, METER: 100}})
    table.play_out(at_risk)
    assert table.table.meters[METER].units - meter.units == 100 * (500_000 if won else PPM)


def test_p23_bad_rates() -> None:
    table = Table("low-four")
    for wager, ppm in ((METER, 0), ("combo-progressive", -1), ("combo-progressive", 1_000_001), ("ante", 5)):
        assert table.refused(Rate(wager, ppm)) == "bad-rate"
    table.must(Rate("combo-progressive", 0))
    assert table.refused(Presence("nobody", True)) == "nothing-to-do"


def test_p19_a_bet_that_wins_nothing_for_the_limit_is_called_and_shown_as_won() -> None:
    """An aggregate limit of one cent: winners are told so, and a paid bonus is still verified."""
    called = 0
    for number in range(30):
        seats = (1, 2, 3, 4)
        table = Table(Config("ace-odd-even", aggregate_limit=1), name=f"cent-{number}").sit(*seats)
        table.lock(seats, {seat: {"ante": 1000, "poker": 500} for seat in seats})
        table.play_out(folding)
        for event in table.log:
            if isinstance(event, SeatSettled):
                for done in event.results:
                    if "the aggregate limit is shared" in done.why and done.returned == done.staked:
                        called += 1
                        assert "wins, and nothing is left of the aggregate limit" in event.call
                        assert event.shows
    assert called
