"""Irregularities at every point of the deal, and what the manuals do about them."""

from hashlib import sha256

import pytest

from feltlab.table.commands import Advance, Void
from feltlab.table.dealer import step_of
from feltlab.table.events import RoundVoided, SeatVoided
from tests.table.driver import ALL_BETS, GAMES, STAYING, Table, player

SEATS = (1, 2, 3)
STEPS = {
    "ace-odd-even": ("no more bets", "deal seats", "deal dealer", "ask play", "turn dealer", "take and pay", "close"),
    "low-four": ("no more bets", "deal seats", "deal dealer", "ask play", "turn dealer", "take and pay", "close"),
    "quick-draw-holdem": (
        "no more bets", "deal seats", "deal board", "turn flop", "flop bonus", "ask flop", "turn turn", "ask turn",
        "turn river", "best four", "take and pay", "close",
    ),
    "rule-out": (
        "no more bets", "deal seats", "joker bets", "ask trade", "deal rules", "turn rules", "take and pay", "close",
    ),
}  # fmt: skip
PLAYING = {game: steps[1:-1] for game, steps in STEPS.items()}
BEFORE_THE_DEALER = ("deal seats", "deal dealer", "ask play")
BEFORE_THE_RIVER = PLAYING["quick-draw-holdem"][:8]
BEFORE_THE_RULES = ("deal seats", "joker bets", "ask trade", "deal rules")
ANY_TIME = {"shuffler", "misdeal", "stopped"}
"""These return bets that lie before the first card, too."""

# By game and cause: does the hand or the round become void, and at which next step can it be.
MANUAL = {
    "ace-odd-even": {
        "wrong-count": ("hand", PLAYING["ace-odd-even"]),
        "exposed": ("hand", PLAYING["ace-odd-even"]),
        "dealer-wrong-count": ("round", PLAYING["ace-odd-even"]),
        "dealer-exposed": ("round", BEFORE_THE_DEALER),
    },
    "low-four": {
        "wrong-count": ("hand", PLAYING["low-four"]),
        "exposed": ("hand", PLAYING["low-four"]),
        "dealer-wrong-count": ("round", PLAYING["low-four"]),
        "dealer-exposed": ("round", BEFORE_THE_DEALER),
    },
    "quick-draw-holdem": {
        "wrong-count": ("hand", PLAYING["quick-draw-holdem"]),
        "exposed": ("hand", PLAYING["quick-draw-holdem"]),
        "board-wrong-count": ("round", PLAYING["quick-draw-holdem"]),
        "board-exposed": ("round", BEFORE_THE_RIVER),
    },
    "rule-out": {
        "wrong-count": ("hand", PLAYING["rule-out"]),
        "rules-wrong-count": ("round", PLAYING["rule-out"]),
        "rule-exposed": ("round", BEFORE_THE_RULES),
        "shoe-exposed": ("round", PLAYING["rule-out"]),
    },
}
EARLY_BONUS = {"quick-draw-holdem": {"flop-bonus", "best-four"}, "rule-out": {"joker"}}


def stopped_at(game: str, step: str) -> Table:
    """A round with a manual dealer whose next step is this one; who is asked in between plays."""
    table = Table(game, dealer="manual").sit(*SEATS)
    for seat in SEATS:
        table.bet(seat)
    while step_of(table.round) != step or (table.round.waiting and not step.startswith("ask")):
        table.must(Advance(step_of(table.round)))
        while table.round.waiting and step_of(table.round) != step:
            table.decide(table.round.waiting[0], STAYING[table.round.asked])
    if step.startswith("ask"):
        table.must(Advance(step))  # the players are looking at their cards
    return table


def check(table: Table, game: str, cause: str, what: str) -> None:
    before = table.round
    open_before = {seat: hand.open_stakes for seat, hand in before.hands.items()}
    settled_before = {seat: hand.results for seat, hand in before.hands.items()}
    purses = table.purses.copy()
    if what == "round":
        assert table.refused(Void(cause, "the camera saw it", 2)) == "bad-cause"  # it is not about one hand
    events = table.must(Void(cause, "the camera saw it", 2 if what == "hand" else None))
    hit = (2,) if what == "hand" else SEATS
    for seat in SEATS:
        back = sum(open_before[seat].values()) if seat in hit else 0
        assert table.purses[player(seat)] - purses[player(seat)] == back
    if what == "hand":
        assert isinstance(events[0], SeatVoided)
        assert events[0].returned == open_before[2]
        assert table.round.number == 1
        hands = table.round.hands
    else:
        assert isinstance(events[0], RoundVoided)
        assert sha256(bytes.fromhex(events[0].seed)).hexdigest() == before.commitment
        assert table.table.last
        assert table.table.last.phase == "void"
        assert table.round.number == 2
        hands = table.table.last.hands
    for seat in hit:
        assert hands[seat].results[: len(settled_before[seat])] == settled_before[seat]  # what is settled stands
        assert all(done.returned == done.staked for done in hands[seat].results[len(settled_before[seat]) :])
        early = {done.wager for done in settled_before[seat]}
        assert early <= EARLY_BONUS.get(game, set())
    if what == "hand":
        finish(table)


def finish(table: Table) -> None:
    """The others play on to the end."""
    while table.table.round and table.round.number == 1:
        if table.round.waiting:
            table.decide(table.round.waiting[0], STAYING[table.round.asked])
        else:
            table.must(Advance(step_of(table.round)))
    assert table.table.last
    assert table.table.last.phase == "closed"
    assert {seat: bool(hand.void) for seat, hand in table.table.last.hands.items()} == {1: False, 2: True, 3: False}
    for hand in table.table.last.hands.values():
        assert {done.wager for done in hand.results} == set(hand.stakes)


@pytest.mark.parametrize("game", GAMES)
def test_p28_every_cause_at_every_step(game: str) -> None:
    causes = MANUAL[game] | dict.fromkeys(ANY_TIME, ("round", ("no more bets", *PLAYING[game])))
    for cause, (what, steps) in causes.items():
        for step in STEPS[game]:
            table = stopped_at(game, step)
            if step in steps:
                check(table, game, cause, what)
            else:
                assert table.refused(Void(cause, "", 2)) == "nothing-to-do", (cause, step)


@pytest.mark.parametrize("game", GAMES)
def test_p28_no_other_causes(game: str) -> None:
    known = set(MANUAL[game]) | ANY_TIME
    table = stopped_at(game, "deal seats")
    for cause in {cause for causes in MANUAL.values() for cause in causes} - known | {"", "bad-luck"}:
        assert table.refused(Void(cause, "", 2)) == "bad-cause"


@pytest.mark.parametrize("seat", [None, 4, 9])
def test_p28_a_hand_that_is_not_there(seat: int | None) -> None:
    table = stopped_at("low-four", "ask play")
    assert table.refused(Void("wrong-count", "", seat)) == "no-such-seat"
    table.must(Void("wrong-count", "", 2))
    assert table.refused(Void("wrong-count", "", 2)) == "no-such-seat"


def test_p28_a_flop_bonus_and_a_joker_bet_stand() -> None:
    for game, step, bonus in (("quick-draw-holdem", "ask turn", "flop-bonus"), ("rule-out", "deal rules", "joker")):
        table = stopped_at(game, step)
        paid = {done.wager: done for done in table.round.hands[2].results}
        assert set(paid) == {bonus}
        (event, *_) = table.must(Void("wrong-count", "", 2))
        assert isinstance(event, SeatVoided)
        assert bonus not in event.returned
        assert set(event.returned) == set(table.round.hands[2].stakes) - {bonus}


@pytest.mark.parametrize("game", GAMES)
def test_p28_all_hands_void_one_by_one(game: str) -> None:
    table = Table(game).sit(*SEATS)
    table.lock(SEATS)
    for seat in SEATS[:2]:
        table.must(Void("wrong-count", "", seat))
        assert table.round.number == 1
    events = table.must(Void("wrong-count", "", 3))
    assert [type(event) for event in events[:2]] == [SeatVoided, RoundVoided]
    assert isinstance(events[1], RoundVoided)
    assert not events[1].returned
    stakes = sum(ALL_BETS[game].values())
    early = {"rule-out": "joker", "quick-draw-holdem": "flop-bonus"}.get(game)
    for seat in SEATS:
        assert table.table.last
        won = sum(done.returned - done.staked for done in table.table.last.hands[seat].results)
        assert table.purses[player(seat)] == won
        assert early or won == 0
    assert stakes
