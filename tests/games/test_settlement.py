"""What a wager comes to, to the cent, whatever the game."""

from fractions import Fraction

import pytest

from feltlab.errors import WagerError
from feltlab.money import Odds
from feltlab.rules.pay_table import Named, PayTable
from feltlab.rules.settlement import Result, Settlement, by_table, loses, pushes, void, wins

FELT = """
royal   100% of jackpot
flush   15% of jackpot
pair    3 to 2
"""
TABLE = PayTable.parse("bonus", "own", Named(("royal", "flush", "pair")), FELT)


@pytest.mark.parametrize(
    ("grade", "meter", "returned", "share"),
    [
        (3, 10_007, 10_007, Fraction(1)),
        (2, 10_007, 1_501, Fraction(3, 20)),
        (2, 6, 0, Fraction(3, 20)),
        (2, 7, 1, Fraction(3, 20)),
    ],
)
def test_a_share_of_a_meter_is_paid_in_whole_cents_and_the_stake_stays(
    grade: int, meter: int, returned: int, share: Fraction
) -> None:
    result = by_table(TABLE, 100, grade, "a hand", {"bonus": meter, "another": 1})
    assert (result.wager, result.staked, result.returned, result.share) == ("bonus", 100, returned, share)
    assert result.why == f"{TABLE.lines[3 - grade].event}: {share * 100}% of jackpot"


def test_odds_are_paid_beside_the_stake_and_nothing_for_a_hand_without_a_line() -> None:
    assert by_table(TABLE, 100, 1, "a pair", {}) == Result("bonus", 100, 250, "pair: 3 to 2")
    assert by_table(TABLE, 100, 0, "a high card", {}) == Result("bonus", 100, 0, "a high card: not a winning hand")


def test_a_share_needs_its_meter() -> None:
    with pytest.raises(WagerError, match="the bonus meter is needed"):
        by_table(TABLE, 100, 2, "a flush", {"another": 1})


def test_a_round_is_the_sum_of_its_wagers() -> None:
    settled = Settlement((wins("ante", 200, Odds.parse("3 to 2"), ""), pushes("play", 300, ""), loses("side", 50, "")))
    assert [(result.wager, result.returned) for result in settled.results] == [
        ("ante", 500),
        ("play", 300),
        ("side", 0),
    ]
    assert (settled.staked, settled.returned, settled.net) == (550, 800, 250)


def test_what_is_void_goes_back() -> None:
    settled = void({"ante": 200, "side": 50}, "misdeal")
    assert settled.results == (Result("ante", 200, 200, "misdeal"), Result("side", 50, 50, "misdeal"))
    assert "every stake goes back" in void({"ante": 1}).results[0].why
