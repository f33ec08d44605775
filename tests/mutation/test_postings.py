"""Every row of the contract's table of transfers, name for name: which account pays which, how much, under which id."""

from fractions import Fraction

from feltlab.ledger.transfer import Transfer as Move
from feltlab.rules.progressive import UNITS_PER_CENT, Meter, award
from feltlab.service.postings import FLOAT, accounts_of, filled, postings
from feltlab.table import Config, State
from feltlab.table.events import (
    Decided,
    Leaving,
    MeterAwarded,
    MetersFed,
    RoundVoided,
    SeatSettled,
    SeatVoided,
    TableOpened,
    WagersPlaced,
)
from feltlab.table.state import Round, Seat, SeatHand, Settled

METER = "combo-progressive"
BASE = Meter(1_000_000 * UNITS_PER_CENT, 1_000_000 * UNITS_PER_CENT, 200_000)


def state(hands: dict[int, SeatHand], meter: Meter = BASE) -> State:
    config = Config("low-four")
    round = Round(9, "", "", 0, config, hands=hands)
    return State("t", config, number=40, meters={METER: meter}, round=round, seats={3: Seat("carl", "Carl")})


ANN = SeatHand("ann", {"ante": 1000, METER: 100})


def test_a_table_opens_with_float_base_and_reserve() -> None:
    opened = TableOpened("t", Config("low-four"), {METER: BASE, "none": Meter(0, 0, 1)})
    assert postings(None, opened) == [
        Move("t/float", "house", "bank:t", FLOAT),
        Move(f"t/base/{METER}", "house", f"meter:t:{METER}", 1_000_000),
        Move(f"t/reserve/{METER}", "house", f"reserve:t:{METER}", 1_000_000),
    ]


def test_bets_move_the_difference() -> None:
    for before, after, expected in (
        ({}, {"ante": 700}, [Move("t/9/1/bet/41", "purse:ann", "stake:t:1", 700)]),
        ({"ante": 700}, {"ante": 500, METER: 100}, [Move("t/9/1/bet/41", "stake:t:1", "purse:ann", 100)]),
        ({"ante": 700}, {"ante": 800}, [Move("t/9/1/bet/41", "purse:ann", "stake:t:1", 100)]),
        ({"ante": 700}, {"ante": 701}, [Move("t/9/1/bet/41", "purse:ann", "stake:t:1", 1)]),
        ({"ante": 700}, {"ante": 699}, [Move("t/9/1/bet/41", "stake:t:1", "purse:ann", 1)]),
        ({"ante": 700}, {}, [Move("t/9/1/bet/41", "stake:t:1", "purse:ann", 700)]),
        ({"ante": 700}, {"ante": 600, METER: 100}, []),
    ):
        hands = {1: SeatHand("ann", before)} if before else {}
        assert postings(state(hands), WagersPlaced(1, "ann", after, 5)) == expected


def test_a_raise_and_a_fold() -> None:
    raised = Decided(1, "play", {"decision": "play"}, "player", {"play": 1000})
    assert postings(state({1: ANN}), raised) == [Move("t/9/1/play/raise", "purse:ann", "stake:t:1", 1000)]
    assert postings(state({1: ANN}), Decided(1, "play", {"decision": "fold"}, "player", {})) == []


def settled(*results: Settled) -> list[Move]:
    return postings(state({1: ANN}), SeatSettled(1, results, {}, True, ""))


def test_a_wager_lost_pushed_halved_and_won() -> None:
    assert settled(Settled("ante", 1000, 0, "")) == [Move("t/9/1/ante/lost", "stake:t:1", "bank:t", 1000)]
    assert settled(Settled("ante", 1000, 1000, "")) == [Move("t/9/1/ante/back", "stake:t:1", "purse:ann", 1000)]
    assert settled(Settled("ante", 1000, 400, "")) == [
        Move("t/9/1/ante/lost", "stake:t:1", "bank:t", 600),
        Move("t/9/1/ante/back", "stake:t:1", "purse:ann", 400),
    ]
    assert settled(Settled("ante", 1000, 1001, ""), Settled("play", 5, 0, "")) == [
        Move("t/9/1/ante/back", "stake:t:1", "purse:ann", 1000),
        Move("t/9/1/ante/won", "bank:t", "purse:ann", 1),
        Move("t/9/1/play/lost", "stake:t:1", "bank:t", 5),
    ]


def test_an_award_comes_from_the_meter_and_the_bet_goes_to_the_bank() -> None:
    assert settled(Settled(METER, 100, 5000, "", 5000)) == [
        Move(f"t/9/1/{METER}/lost", "stake:t:1", "bank:t", 100),
        Move(f"t/9/1/{METER}/award", f"meter:t:{METER}", "purse:ann", 5000),
    ]


def test_a_meter_is_fed_in_whole_cents_when_it_passes_them() -> None:
    for units, fed, cents in ((0, 999_999, 0), (1, 999_999, 1), (0, 1_000_000, 1), (999_999, 20_000_001, 21)):
        before = Meter(BASE.units + units, BASE.base_units, 200_000)
        expected = [Move(f"t/9/feed/{METER}", "bank:t", f"meter:t:{METER}", cents)] if cents else []
        assert postings(state({1: ANN}, before), MetersFed({METER: fed})) == expected


def test_a_meter_that_was_won_gets_its_base_and_the_reserve_the_next() -> None:
    given = award(BASE, [Fraction(1)])
    won = MeterAwarded(METER, {1: given.paid[0]}, given.reseeded_units, given.meter)
    assert postings(state({1: ANN}), won) == [
        Move(f"t/9/base/{METER}", f"reserve:t:{METER}", f"meter:t:{METER}", 1_000_000),
        Move(f"t/9/base/{METER}/next", "bank:t", f"reserve:t:{METER}", 1_000_000),
    ]
    assert postings(state({1: ANN}), MeterAwarded(METER, {1: 5}, 0, BASE)) == []


def test_what_is_void_goes_back() -> None:
    back = {"ante": 1000, METER: 100}
    moves = [
        Move("t/9/1/ante/void", "stake:t:1", "purse:ann", 1000),
        Move(f"t/9/1/{METER}/void", "stake:t:1", "purse:ann", 100),
    ]
    assert postings(state({1: ANN}), SeatVoided(1, back, "exposed", "", "")) == moves
    two = state({1: ANN, 2: SeatHand("bob", {"ante": 7})})
    assert postings(two, RoundVoided(9, {1: back, 2: {"ante": 7}}, "misdeal", "", 0, "", "")) == [
        *moves,
        Move("t/9/2/ante/void", "stake:t:2", "purse:bob", 7),
    ]


def test_other_events_move_nothing() -> None:
    assert postings(state({}), Leaving(1)) == []


def test_a_bank_that_would_run_out_is_filled_first() -> None:
    moves = [
        Move("a", "x", "bank:t", 50),
        Move("b", "bank:t", "x", 150),
        Move("c", "x", "bank:t", 500),
        Move("d", "x", "y", 9),
    ]
    assert filled("t", 41, 100, moves) == moves
    assert filled("t", 41, 99, moves) == [Move("t/fill/41", "house", "bank:t", FLOAT + 1), *moves]
    assert filled("t", 41, 0, []) == []
    others = [Move("e", "x", "y", 9), Move("f", "bank:t", "x", 1)]
    assert filled("t", 41, 0, others) == [Move("t/fill/41", "house", "bank:t", FLOAT + 1), *others]
    assert FLOAT == 100_000_000


def test_accounts_that_a_table_may_touch() -> None:
    stakes = {f"stake:t:{seat}" for seat in range(1, 7)}
    table = {"house", "bank:t", f"meter:t:{METER}", f"reserve:t:{METER}", "purse:carl"} | stakes
    assert accounts_of(state({1: ANN})) == table | {"purse:ann"}
    assert accounts_of(State("t", Config("low-four"), meters={METER: BASE}, seats={3: Seat("carl", "C")})) == table
