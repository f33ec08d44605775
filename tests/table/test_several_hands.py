"""One player with several hands at a private table: each is a seat like any other, and all share one purse."""

from collections.abc import Iterator
from typing import Any

import pytest

from feltlab.cards.names import card_names
from feltlab.table import Config, Refusal, State, step
from feltlab.table.announce import heard
from feltlab.table.commands import Bet, Configure, Decide, Leave, Presence, Sit, Status, Tick, Vacate, Void
from feltlab.table.events import (
    Asked,
    Dealt,
    Decided,
    Leaving,
    Left,
    MeterAwarded,
    PresenceChanged,
    SeatSettled,
    WagersPlaced,
)
from feltlab.table.views import NOBODY, view
from tests.table.driver import ALL_BETS, GAMES, OPENING, Table, Wild, at_risk, by_seat, one_player, player, replayed
from tests.table.test_p19_p23_limits_and_meters import METER, winners_pack

ME = player(1)
SEATS = (1, 2, 4)


def own_table(game: str, *seats: int, **settings: Any) -> Table:
    return Table(game, owner=one_player, private=True, **settings).sit(*seats)


def test_one_player_sits_on_as_many_seats_as_there_are() -> None:
    table = own_table("low-four", *range(1, 7))
    assert table.table.seats_of(ME) == frozenset(range(1, 7))
    assert table.refused(Sit(ME, "Somebody", 3)) == "seat-taken"
    assert table.refused(Sit(ME, "Somebody", 7)) == "no-such-seat"


@pytest.mark.parametrize(
    "settings",
    [{}, {"private": True, "betting_seconds": 20, "decision_seconds": 20}, {"seats": 3}],
    ids=["open", "clocks", "few seats"],
)
def test_where_others_may_come_everybody_has_one_seat(settings: dict[str, Any]) -> None:
    table = Table("low-four", owner=one_player, **settings).sit(1)
    assert table.refused(Sit(ME, "Somebody", 2)) == "already-seated"


def test_bots_have_one_seat_each_and_others_stay_away() -> None:
    table = own_table("low-four", 1, 2)
    assert table.refused(Sit("somebody", "Somebody else", 3)) == "no-clocks"
    assert table.refused(Sit(ME, "Bot", 3, "never-fold", ALL_BETS["low-four"])) == "already-seated"
    table.bots(3)
    assert table.refused(Sit(player(3), "Bot", 5, "never-fold", ALL_BETS["low-four"])) == "already-seated"
    table.must(Sit(ME, "Somebody", 5))
    assert table.table.seats_of(ME) == {1, 2, 5}


def test_a_table_that_others_may_come_to_has_nobody_with_several_hands() -> None:
    clocks: Any = {"betting_seconds": 20, "decision_seconds": 20}
    table = own_table("low-four", 1, 2)
    for config in (Config("low-four", private=True, **clocks), Config("low-four")):
        assert table.refused(Configure(config)) == "already-seated"
    table.must(Leave(ME, 2))
    table.must(Configure(Config("low-four", private=True, **clocks)))
    assert table.refused(Sit(ME, "Somebody", 2)) == "already-seated"  # the terms of the next round


def test_each_seat_is_left_by_itself() -> None:
    table = own_table("low-four", *SEATS)
    for seat in SEATS:
        table.bet(seat)
    all_in = table.purses[ME]
    table.must(Leave(ME, 2))
    assert table.table.seats_of(ME) == {1, 4}
    assert table.purses[ME] == all_in + sum(ALL_BETS["low-four"].values())
    table.ready(1, 4)
    table.must(Leave(ME, 4))
    assert isinstance(table.log[-2], Leaving | Decided)
    assert table.round.hands[4].decided_by == "leaving"
    assert table.round.waiting == (1,)
    table.play_out(at_risk)
    assert table.table.seats_of(ME) == {1}
    assert [event.seat for event in table.log if isinstance(event, Left)] == [2, 4]


def test_p12_two_hands_share_one_purse() -> None:
    """What one hand has taken out of it the other cannot."""
    table = own_table("low-four", 1, 2)
    bets = {"ante": 1000}
    asks = [Bet(ME, seat, 1, bets) for seat in (1, 2)]
    first = step(table.state, asks[0], table.now, table.seed(), {ME: 1500})
    assert not isinstance(first, Refusal)
    table.add(first[0])
    second = step(table.state, asks[1], table.now, table.seed(), {ME: 500})
    assert isinstance(second, Refusal)
    assert second.reason == "insufficient-funds"
    table.bet(2, bets)
    table.ready(1, 2)
    for seat, held, done in ((1, 1000, True), (2, 999, False), (2, 1000, True)):
        play = Decide(ME, seat, 1, "play", {"decision": "play"})
        events = step(table.state, play, table.now, table.seed(), {ME: held})
        assert isinstance(events, Refusal) is not done
        if not isinstance(events, Refusal):
            for event in events:
                table.add(event)
    assert table.table.last is not None
    assert all(hand.stakes["play"] == 1000 for hand in table.table.last.hands.values())


def test_presence_is_of_all_hands() -> None:
    table = own_table("low-four", 1, 2)
    changed = table.must(Presence(ME, True))
    assert [event.seat for event in changed if isinstance(event, PresenceChanged)] == [1, 2]
    assert table.refused(Presence(ME, True)) == "nothing-to-do"
    table.must(Sit(ME, "Somebody", 3))  # who sits down is there
    assert [event.seat for event in table.must(Presence(ME, False)) if isinstance(event, PresenceChanged)] == [1, 2]
    table.must(Presence(ME, True))
    for seat in (1, 2, 3):
        table.must(Vacate(ME, seat))
    assert not table.table.seats


@pytest.mark.parametrize("game", GAMES)
def test_p25_who_vanishes_takes_the_default_with_every_hand(game: str) -> None:
    table = own_table(game, *SEATS)
    table.lock(SEATS)
    table.must(Presence(ME, True))
    assert table.table.last is not None
    assert {hand.decided_by for hand in table.table.last.hands.values()} == {"away"}
    assert all(OPENING[game] in {done.wager for done in hand.results} for hand in table.table.last.hands.values())


@pytest.mark.parametrize("game", GAMES)
def test_hands_are_asked_in_the_order_of_the_deal(game: str) -> None:
    table = own_table(game, *SEATS)
    table.lock(SEATS)
    dealt = [event.seat for event in table.log if isinstance(event, Dealt) and event.to == "seat"]
    table.play_out(at_risk)
    assert dealt[: len(SEATS)] == list(dict.fromkeys(dealt))
    for event in table.log:
        if isinstance(event, Asked) and len(event.seats) > 1:
            assert list(event.seats) == [seat for seat in dealt if seat in event.seats]


@pytest.mark.parametrize("game", GAMES)
def test_p07_one_sees_all_of_ones_own_hands_and_nobody_else_does(game: str) -> None:
    table = own_table(game, 1, 2)
    table.bots(3)
    table.lock((1, 2))
    own, others = view(table.table, 1), view(table.table)
    assert view(table.table, 2) == {**own, "you": 2}
    assert {seat for seat, who in own["seats"].items() if who["you"]} == {"1", "2"}
    assert not any(who["you"] for who in others["seats"].values())
    for seat in (1, 2, 3):
        cards = list(card_names(table.round.hands[seat].cards))
        mine, open_hands = seat in (1, 2), table.table.config.rule_book.round.open_hands
        assert own["round"]["seats"][str(seat)]["cards"] == (cards if mine or open_hands else [None] * len(cards))
        assert others["round"]["seats"][str(seat)]["cards"] == (cards if open_hands else [None] * len(cards))
    book = table.table.config.rule_book
    for event in table.log:
        if isinstance(event, Dealt) and event.to == "seat" and event.face == "down":
            for seats, seen in (({1, 2}, event.seat in (1, 2)), (NOBODY, False)):
                assert (None not in heard(event, seats, book)["cards"]) is seen


def test_p07_a_seat_that_was_given_up_tells_nothing_more_of_its_last_hand() -> None:
    table = own_table("low-four", 1, 2)
    table.lock((1, 2), {key: {"ante": 1000} for key in (1, 2)})  # what wins a bonus is turned up for all
    for seat in (1, 2):
        table.decide(seat, {"decision": "fold"})
    assert all(None not in hand["cards"] for hand in view(table.table, 1)["last"]["seats"].values())
    table.must(Leave(ME, 1))
    assert set(view(table.table, 2)["last"]["seats"]["1"]["cards"]) == {None}
    table.must(Sit(player(9), "Bot", 1, "never-fold", ALL_BETS["low-four"]))
    last = view(table.table, 2)["last"]["seats"]
    assert set(last["1"]["cards"]) == {None}
    assert None not in last["2"]["cards"]


@pytest.mark.parametrize("cause", ["wrong-count", "shuffler"])
def test_a_void_returns_the_bets_of_every_hand(cause: str) -> None:
    table = own_table("low-four", *SEATS)
    table.lock(SEATS)
    if cause == "shuffler":
        table.must(Void(cause, ""))
    else:
        for seat in SEATS:
            table.must(Void(cause, "", seat))
    assert table.purses[ME] == 0


def test_p19_the_aggregate_limit_is_shared_by_ones_own_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltlab.table.pack._pack", lambda *_: winners_pack(("fixed", "fixed", "none")))
    seats = (1, 2, 3)
    whole, capped = (own_table("ace-odd-even", *seats, aggregate_limit=limit) for limit in (10**9, 1000))
    for table in (whole, capped):
        table.lock(seats, {key: {"ante": 1000, "odd-even": 1000, "poker": 1000} for key in seats})
        table.play_out(at_risk)
    won = [sum(max(0, done.returned - done.staked) for results in table.results().values() for done in results)
           for table in (whole, capped)]  # fmt: skip
    assert won[0] > won[1] == 1000


def test_p22_two_own_hands_that_win_a_meter_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltlab.table.pack._pack", lambda *_: winners_pack(("full", "full", "none")))
    seats = (1, 2, 3)
    table = own_table("ace-odd-even", *seats)
    table.lock(seats, {seat: {"ante": 100, METER: 100} for seat in seats})
    table.play_out(at_risk)
    awards = [event for event in table.log if isinstance(event, MeterAwarded)]
    paid = [done.from_meter for results in table.results().values() for done in results if done.wager == METER]
    assert len(awards) == 1
    assert sorted(cents > 0 for cents in paid) == [False, True, True]
    assert abs(paid[0] - paid[1]) <= 1


def test_tokens_are_of_one_pocket() -> None:
    table = own_table("ace-odd-even", 1, 2)
    done = [
        step(table.state, Bet(ME, seat, 1, {"ante": 500}, {"ante": 500}), table.now, table.seed(), {ME: 0}, {ME: held})
        for seat, held in ((1, 500), (2, 499), (2, 500))
    ]
    assert [isinstance(each, Refusal) and each.reason for each in done] == [False, "insufficient-tokens", False]


def test_hands_of_one_shoe_are_gone_from_the_next_round() -> None:
    table = own_table("rule-out", *SEATS, decks=2, penetration=60)
    table.lock(SEATS)
    cards = sorted(card for hand in table.round.hands.values() for card in hand.cards)
    table.play_out(at_risk)
    assert len(table.round.gone) >= len(cards) == 9
    assert set(cards) <= set(table.round.gone)


def test_a_closing_table_plays_every_hand_and_frees_every_seat() -> None:
    table = own_table("low-four", *SEATS)
    table.lock(SEATS)
    table.must(Status("closed", "good night"))
    table.play_out(at_risk)
    assert table.table.status == "closed"
    assert not table.table.seats


def commands_of(seed: int) -> Iterator[Table]:
    class Alone(Wild):
        several = True

    for game in GAMES:
        yield Alone(game, seed, private=True, betting_seconds=0, decision_seconds=0).run(400)


@pytest.mark.parametrize("seed", range(3))
def test_p13_the_log_of_several_hands_makes_the_state(seed: int) -> None:
    most = 0
    for table in commands_of(seed):
        assert replayed(table.log) == table.table
        assert replayed(table.log).digest == table.table.digest
        assert State.of(table.table.to_dict()) == table.table
        most = max(most, len({event.seat for event in table.log if isinstance(event, SeatSettled)}))
        assert table.purses.keys() <= {player(seat) for seat in range(1, 10)} | {f"bot-{seat}" for seat in range(1, 8)}
    assert most > 2


def test_p13_a_round_of_one_player_is_that_of_several() -> None:
    """Who sits there does not change the deal or what is paid."""
    for game in GAMES:
        both = []
        for owner in (one_player, player):
            table = Table(game, owner=owner, private=True, **({} if owner is one_player else CLOCKS)).sit(*SEATS)
            table.lock(SEATS)
            table.play_out(by_seat)
            both.append(table)
        assert both[0].results() == both[1].results()
        assert both[0].purses[ME] == sum(both[1].purses[player(seat)] for seat in SEATS)


CLOCKS: dict[str, Any] = {"betting_seconds": 3600, "decision_seconds": 3600}


def test_ticks_and_bets_of_a_hand_that_is_not_ones_own_are_refused() -> None:
    table = own_table("low-four", 1, 2)
    table.bots(3)
    assert table.refused(Bet(ME, 3, 1, {"ante": 1000})) == "not-your-seat"
    assert table.refused(Bet(player(2), 2, 1, {"ante": 1000})) == "not-your-seat"
    assert table.refused(Tick()) == "nothing-to-do"
    assert not any(isinstance(event, WagersPlaced) and event.seat != 3 for event in table.log)
