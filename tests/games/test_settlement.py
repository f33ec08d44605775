"""What a wager returns, to the cent, whatever the game."""

from fractions import Fraction

import pytest

from feltlab.errors import WagerError
from feltlab.money import Odds
from feltlab.rules.pay_table import Named, Pay, PayTable
from feltlab.rules.settlement import Result, Settlement, bonus, paid, void

FELT = """
royal   100% of jackpot
flush   15% of jackpot
pair    3 to 2
"""
TABLE = PayTable.parse("bonus", "own", Named(("royal", "flush", "pair")), FELT)


def pays(grade: int) -> Pay | None:
    line = TABLE.line(grade)
    return line.pays if line else None


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
    result = paid("bonus", 100, pays(grade), "a hand", {"bonus": meter, "another": 1})
    assert result == Result("bonus", 100, returned, "a hand", share)


def test_odds_are_paid_beside_the_stake_and_nothing_for_a_hand_without_a_line() -> None:
    assert paid("bonus", 100, pays(1), "a pair", {}) == Result("bonus", 100, 250, "a pair")
    assert paid("bonus", 100, pays(0), "a high card", {}) == Result("bonus", 100, 0, "a high card")


def test_a_bonus_is_paid_on_another_stake_and_has_none_of_its_own() -> None:
    assert bonus("ante-bonus", 250, Odds.parse("3 to 2"), "") == Result("ante-bonus", 0, 375, "")


def test_a_share_needs_its_meter() -> None:
    with pytest.raises(WagerError, match="the bonus meter is needed"):
        paid("bonus", 100, pays(2), "a flush", {"another": 1})


def test_a_round_is_the_sum_of_its_wagers() -> None:
    ends = (("ante", 200, "3 to 2"), ("play", 300, "push"))
    won = [paid(wager, stake, Odds.parse(odds), "", {}) for wager, stake, odds in ends]
    settled = Settlement((*won, paid("side", 50, None, "", {})))
    assert [(result.wager, result.returned) for result in settled.results] == [
        ("ante", 500),
        ("play", 300),
        ("side", 0),
    ]
    assert (settled.staked, settled.returned, settled.net) == (550, 800, 250)


def test_what_is_void_goes_back() -> None:
    settled = void({"ante": 200, "side": 50}, "misdeal")
    assert settled.results == (Result("ante", 200, 200, "misdeal"), Result("side", 50, 50, "misdeal"))
    assert "every stake is returned" in void({"ante": 1}).results[0].why
