"""One guest with several hands at a private table: what the WebSocket and the API tell, and to whom."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from feltlab.cards.names import card_names
from feltlab.games import GAMES as BOOKS
from feltlab.lab import advise
from feltlab.table.coach import advice_line
from feltlab.table.config import Config
from tests.waiting import until_it_is
from tests.web.live.site import RICH, Browser, Site, Wire, fresh_key, running
from tests.web.live.test_p07_taint import GAMES, choice_of, look_around, some_tokens
from tests.web.live.watch import Watch

TABLE, SEATS = "own", (2, 4, 5)


async def sit(wire: Wire, *seats: int) -> None:
    for seat in seats:
        answer = await wire.command("sit", seat=seat)
        assert answer["ok"], answer


@asynccontextmanager
async def at_own_table(*seats: int) -> AsyncIterator[tuple[Site, Browser, Wire]]:
    """A guest who has taken these seats of a table, or all that these tests speak of."""
    async with running(RICH) as site:
        site.open_table(TABLE, Config("low-four", private=True))
        me = await site.guest()
        async with me.at(TABLE) as wire:
            await wire.next()
            await sit(wire, *(seats or SEATS))
            yield site, me, wire


async def lock(site: Site, wire: Wire, bets: dict[str, int]) -> int:
    round = site.pit.tables[TABLE].round
    assert round is not None
    for seat in SEATS:
        assert (await wire.command("bet", seat=seat, round=round.number, wagers=bets))["ok"]
    for seat in SEATS:
        assert (await wire.command("ready", seat=seat, round=round.number))["ok"]
    return round.number


async def play(site: Site, own: Wire, watcher: Wire, game: str, rounds: int, random: Random) -> None:
    for _ in range(rounds):
        round = site.pit.tables[TABLE].round
        assert round is not None
        number = round.number
        for seat in SEATS:
            asked = some_tokens(random, f"{game}-own", GAMES[game][1])
            assert (await own.command("bet", seat=seat, round=number, **asked))["ok"]
        for seat in SEATS:
            assert (await own.command("ready", seat=seat, round=number))["ok"]
        while (now := site.pit.tables[TABLE].round) and now.number == number:
            await look_around([own.browser, watcher.browser], TABLE, random)
            seat = random.choice(now.waiting)
            frame = await own.until(site.pit.tables[TABLE].number)
            hand = frame["view"]["round"]["seats"][str(seat)]
            assert None not in hand["cards"]
            choice = choice_of(random, now.asked, hand)
            done = await own.command("decide", seat=seat, round=number, stage=now.asked, choice=choice)
            assert done["ok"], done
        await watcher.until(site.pit.tables[TABLE].number)


@pytest.mark.parametrize("game", GAMES)
def test_p07_hands_of_one_player_are_told_to_nobody_else(game: str) -> None:
    async def run() -> Watch:
        async with running(RICH) as site:
            site.pit.entropy = Random(f"hands {game}").randbytes
            watch = Watch(site)
            site.open_table(TABLE, Config(game, private=True))
            me, other = await site.guest(), await site.guest()
            async with me.at(TABLE) as own, other.at(TABLE) as watcher:
                await own.next()
                await watcher.next()
                await sit(own, *SEATS)
                await play(site, own, watcher, game, 12, Random(game))
                for seen in (own, watcher):
                    watch.check_hidden(seen.last, seen.browser.me["player"])
                hands = own.last["view"]["last"]["seats"], watcher.last["view"]["last"]["seats"]
                assert all(None not in hand["cards"] for hand in hands[0].values())
                if not BOOKS[game].round.open_hands:
                    assert hands[0] != hands[1]
            return watch

    watch = asyncio.run(run())
    assert watch.leaks == []
    assert watch.looked > 300


def test_p26_who_comes_back_hears_of_every_hand_from_when_it_was_taken() -> None:
    async def run() -> None:
        async with running(RICH) as site:
            site.open_table(TABLE, Config("low-four", private=True))
            me = await site.guest()
            async with me.at(TABLE) as wire:
                await wire.next()
                await sit(wire, *SEATS)
                start = site.pit.tables[TABLE].number
                await lock(site, wire, {"ante": 500})
            cards = {seat: list(card_names(hand.cards)) for seat, hand in site.pit.tables[TABLE].round.hands.items()}  # type: ignore[union-attr]
            for after, known in ((start, set(SEATS)), (0, set(SEATS))):
                async with me.at(TABLE, after) as back:
                    frame = await back.next()
                    dealt = {event["seat"]: event["cards"] for event in frame["events"] if event["kind"] == "Dealt"}
                    assert {seat: dealt[seat] for seat in known} == {seat: cards[seat] for seat in known}
                    assert frame["view"]["you"] == SEATS[0]
            other = await site.guest()
            async with other.at(TABLE, start) as watcher:
                frame = await watcher.next()
                told = [event["cards"] for event in frame["events"] if event["kind"] == "Dealt" and event["seat"]]
                assert len(told) == len(SEATS)
                assert all(set(dealt) == {None} for dealt in told)

    asyncio.run(run())


def test_a_frame_follows_seats_that_are_taken_and_given_up() -> None:
    async def run() -> None:
        async with at_own_table(2, 4) as (site, me, wire):
            assert await mine(site, wire) == {"2", "4"}
            assert (await wire.command("leave", seat=2))["ok"]
            assert await mine(site, wire) == {"4"}
            assert wire.last["view"]["you"] == 4
            await sit(wire, 1)
            assert await mine(site, wire) == {"1", "4"}
            assert wire.last["view"]["you"] == 1
            other = await site.guest()
            refused = await other.command(TABLE, "sit", seat=6)
            assert (refused.status, refused.json["refused"]) == (409, "no-clocks")
            listed = next(row for row in (await me.get("/api/tables")).json["tables"] if row["table"] == TABLE)
            assert (listed["you"], listed["taken"]) == (1, 2)

    asyncio.run(run())


async def mine(site: Site, wire: Wire) -> set[str]:
    frame = await wire.until(site.pit.tables[TABLE].number)
    return {seat for seat, who in frame["view"]["seats"].items() if who["you"]}


def test_p25_a_player_who_goes_takes_every_hand_along_and_brings_it_back() -> None:
    async def run() -> None:
        async with running() as site:
            site.open_table(TABLE, Config("low-four", private=True, dealer="manual"))
            attendance, me = site.app.state.hall.attendance, await site.guest()
            async with me.at(TABLE) as wire:
                await wire.next()
                await sit(wire, *SEATS)
            attendance._is_gone(TABLE, me.me["player"], False)
            await until_it_is(lambda: all(seat.away for seat in site.pit.tables[TABLE].seats.values()))
            await me.get(f"/api/tables/{TABLE}")
            await until_it_is(lambda: not any(seat.away for seat in site.pit.tables[TABLE].seats.values()))

    asyncio.run(run())


async def coach(who: Browser, query: str = "") -> Any:
    return await who.get(f"/api/tables/{TABLE}/coach{query}")


def test_the_coach_speaks_of_the_hand_that_is_asked_about() -> None:
    async def run() -> None:
        async with at_own_table() as (site, me, wire):
            other = await site.guest()
            assert (await coach(me)).json["refused"] == "not-asked"
            number = await lock(site, wire, {"ante": 500})
            round = site.pit.tables[TABLE].round
            assert round is not None
            for seat in SEATS:
                said = (await coach(me, f"?seat={seat}")).json
                right = advise(advice_line(site.pit.tables[TABLE], round, seat))
                assert (said["seat"], said["best"]) == (seat, right.best.choice)
                assert [option["ev"] for option in said["options"]] == [str(option.ev) for option in right.options]
            first, second = round.waiting[:2]
            assert (await coach(me)).json["seat"] == first
            fold = {"round": number, "stage": "play", "choice": {"decision": "fold"}}
            assert (await wire.command("decide", seat=first, **fold))["ok"]
            assert (await coach(me)).json["seat"] == second
            assert (await coach(me, f"?seat={first}")).json["refused"] == "not-asked"
            assert (await coach(me, "?seat=1")).json["refused"] == "not-your-seat"
            assert (await coach(other, f"?seat={second}")).json["refused"] == "not-your-seat"
            assert (await coach(other)).json["refused"] == "not-your-seat"
            for bad in ("0", "8", "x", "-1", "1.0"):
                assert (await coach(me, f"?seat={bad}")).status == 422

    asyncio.run(run())


def test_p33_a_player_who_is_shut_out_loses_every_seat() -> None:
    async def run() -> None:
        async with at_own_table() as (site, me, _):
            await site.app.state.house.clear_seats(me.me["player"])
            assert not site.pit.tables[TABLE].seats

    asyncio.run(run())


def test_recall_shows_all_of_ones_own_hands() -> None:
    async def run() -> None:
        async with at_own_table() as (site, me, wire):
            other = await site.guest()
            number = await lock(site, wire, {"ante": 500})
            for seat in SEATS:
                fold: Any = {"round": number, "stage": "play", "choice": {"decision": "fold"}}
                assert (await wire.command("decide", seat=seat, **fold))["ok"]
            own, others = [(await who.get(f"/api/tables/{TABLE}/rounds/{number}")).json["round"] for who in (me, other)]
            assert (own["own"], others["own"]) == ([str(seat) for seat in SEATS], [])
            assert set(own["dealt"]["seats"]) == {str(seat) for seat in SEATS}
            assert others["dealt"].get("seats", {}) == {}

    asyncio.run(run())


def test_p39_the_floor_of_a_table_leaves_its_own_seats_as_their_player() -> None:
    """A guest is the floor of their own table: a seat of their own is given up, not cleared."""

    async def run() -> None:
        async with running(RICH) as site:
            me = await site.guest()
            config = {"game": "low-four", "private": True, "betting_seconds": 0, "decision_seconds": 0}
            table = (await me.post("/api/tables", {"key": fresh_key(), "config": config})).json["table"]
            for seat in SEATS:
                assert (await me.command(table, "sit", seat=seat)).status == 200
            for seat in SEATS:
                assert (await me.command(table, "bet", seat=seat, round=1, wagers={"ante": 500})).status == 200
            for seat in SEATS:
                assert (await me.command(table, "ready", seat=seat, round=1)).status == 200
            assert (await me.command(table, "leave", seat=SEATS[-1])).status == 200
            state = site.pit.tables[table]
            assert (state.seats[SEATS[-1]].leaving, state.seats[SEATS[-1]].sent_off) == (True, False)
            clocks = {**config, "betting_seconds": 20, "decision_seconds": 20}
            refused = await me.command(table, "configure", config=clocks)
            assert (refused.status, refused.json["refused"]) == (409, "already-seated")

    asyncio.run(run())
