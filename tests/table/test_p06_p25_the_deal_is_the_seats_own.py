"""A seat's cards come from the seed and its number; no bet, decision or mistake by anyone changes them."""

from random import Random
from typing import Any

import pytest

from feltlab.table.commands import Bet, ClientSeed, Leave, Presence, Ready
from feltlab.table.pack import pack_of
from tests.table.driver import GAMES, PLACES, Table, any_choice, by_seat, player, some_bets


def dealt(table: Table) -> dict[Any, Any]:
    last = table.table.last
    assert last is not None
    cards: dict[Any, Any] = {seat: hand.cards for seat, hand in last.hands.items()}
    drawn = {("draw", seat): hand.replacement for seat, hand in last.hands.items() if hand.replacement is not None}
    return {**cards, **drawn, **last.places}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("client_seeds", [{}, {2: "lucky", 5: "numbers"}])
def test_p06_bets_seats_and_decisions_leave_the_deal(game: str, client_seeds: dict[int, str]) -> None:
    rng = Random(f"p06/{game}")
    seen: dict[Any, Any] = {}
    for _ in range(125):
        seats = tuple(sorted({*client_seeds, *rng.sample(range(1, PLACES[game] + 1), rng.randint(1, PLACES[game]))}))
        table = Table(game, name="p06", dealer=rng.choice(("automatic", "manual"))).sit(*seats)
        for seat, text in client_seeds.items():
            table.must(ClientSeed(player(seat), seat, 1, text))
        playing = tuple(seat for seat in seats if rng.random() < 0.8) or seats[:1]
        for seat in set(seats) - set(playing):
            table.ready(seat)
        table.lock(playing, {seat: some_bets(game, rng) for seat in playing})
        pack = pack_of("p06", table.round)
        table.play_out(lambda table, seat, stage: any_choice(table, seat, stage, rng), order=rng)
        for place, cards in dealt(table).items():
            assert seen.setdefault(place, cards) == cards, place
        everybody: dict[Any, Any] = {**pack.seats, **pack.places}
        for place, cards in everybody.items():  # the places that nobody plays, too
            assert seen.setdefault(place, cards) == cards, place
    assert set(seen) >= set(range(1, PLACES[game] + 1))


def test_p06_another_seed_or_client_seed_is_another_deal() -> None:
    deals = set()
    for name, text in (("a", ""), ("b", ""), ("a", "x"), ("a", "y")):
        table = Table("ace-odd-even", name=name).sit(1)
        table.must(ClientSeed(player(1), 1, 1, text))
        table.lock((1,))
        deals.add(table.round.hands[1].cards)
    assert len(deals) == 4


def test_p06_a_client_seed_counts_whether_its_seat_bets_or_not() -> None:
    deals = []
    for plays in (True, False):
        table = Table("low-four", name="p06").sit(1, 2)
        table.must(ClientSeed(player(2), 2, 1, "mine"))
        if plays:
            table.bet(2)
        table.ready(2)
        table.lock((1,))
        deals.append(table.round.hands[1].cards)
        table.play_out()
        assert table.table.last
        assert table.table.last.client_seeds == {2: "mine"}
    assert deals[0] == deals[1]


def vanish(table: Table, seat: int, rng: Random) -> None:
    """A player's connection goes, or the player gets up; some do it twice."""
    if seat not in table.table.seats or table.table.seats[seat].leaving:
        return
    if rng.random() < 0.5:
        table.do(Leave(player(seat), seat))
    else:
        table.do(Presence(player(seat), not table.table.seats[seat].away))


def with_dropped(game: str, number: int, dropped: set[int], rng: Random) -> Table:
    everybody = range(1, PLACES[game] + 1)
    table = Table(game, name=f"p25-{number}").sit(*everybody)
    start = table.round.number
    moment = {seat: rng.random() for seat in dropped}
    for seat in everybody:
        if moment.get(seat, 1) < 0.2:
            vanish(table, seat, rng)
        elif table.table.round and table.round.number == start and table.round.phase == "bets":
            table.do(Bet(player(seat), seat, start, some_bets(game, Random(f"{game}/{number}/{seat}"))))
            if moment.get(seat, 1) < 0.3:
                vanish(table, seat, rng)
            table.do(Ready(player(seat), seat, start))
    while (round := table.table.round) and round.number == start and round.phase == "play":
        if (going := [seat for seat in dropped if moment[seat] < 1]) and rng.random() < 0.4:
            seat = rng.choice(going)
            moment[seat] = 1
            vanish(table, seat, rng)
        elif asked := [seat for seat in round.waiting if seat not in dropped or moment[seat] < 1]:
            seat = asked[0]
            table.decide(seat, by_seat(table, seat, round.asked))
        else:
            assert set(round.waiting) <= dropped
            for seat in round.waiting:  # back again after all, and deciding
                table.decide(seat, by_seat(table, seat, round.asked))
    return table


def vanishing(game: str, rounds: int) -> None:
    rng = Random(f"p25/{game}")
    for number in range(rounds):
        dropped = set(rng.sample(range(1, PLACES[game] + 1), rng.randint(0, PLACES[game] - 1)))
        twin, table = with_dropped(game, number, set(), rng), with_dropped(game, number, dropped, rng)
        assert table.table.last, "the others were kept waiting"
        assert twin.table.last
        for seat in set(range(1, PLACES[game] + 1)) - dropped:
            mine, other = table.table.last.hands[seat], twin.table.last.hands[seat]
            assert (mine.cards, mine.choices, mine.stakes) == (other.cards, other.choices, other.stakes)
            if not any(done.from_meter for done in other.results):  # a meter has less in it if fewer bets fed it
                assert mine.results == other.results


@pytest.mark.parametrize("game", GAMES)
def test_p25_a_vanished_seat_changes_nothing_for_the_others(game: str) -> None:
    vanishing(game, 125)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_p25_a_vanished_seat_changes_nothing_for_the_others_for_days(game: str) -> None:
    vanishing(game, 2_500)
