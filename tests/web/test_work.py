"""Places for work: nobody takes all of them, and strangers leave some to players."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest
from fastapi import HTTPException

from feltlab.web.door.asker import ASKED_BY, Asker
from feltlab.web.site import work
from feltlab.web.site.work import MOST_OF_ONE, MOST_OF_STRANGERS, MOST_WAITING, Slots, bounded
from tests.waiting import PATIENCE, until
from tests.web.live.site import Browser, running


def held(asks: Callable[[Callable[[Asker], Awaitable[bool]]], Awaitable[None]]) -> None:
    """With a way to ask for a place that is kept until the end; it says whether there was one."""

    async def run() -> None:
        end, begun = Event(), []

        async def place(asker: Asker) -> bool:
            ASKED_BY.set(asker)
            asked = asyncio.create_task(bounded(end.wait))
            begun.append(asked)
            await asyncio.sleep(0)
            return not asked.done() or not isinstance(asked.exception(), HTTPException)

        try:
            await asks(place)
        finally:
            end.set()
            await asyncio.gather(*begun, return_exceptions=True)

    asyncio.run(run())
    assert not work._inside


def test_p41_nobody_has_all_places() -> None:
    async def asks(place: Callable[[Asker], Awaitable[bool]]) -> None:
        flood, other = Asker("10.0.0.1"), Asker("10.0.0.2")
        found = [await place(flood) for _ in range(20)]
        assert (found.count(True), found[:MOST_OF_ONE]) == (MOST_OF_ONE, [True] * MOST_OF_ONE)
        assert await place(other)

    held(asks)


def test_p41_strangers_leave_places_to_players() -> None:
    async def asks(place: Callable[[Asker], Awaitable[bool]]) -> None:
        strangers = Counter([await place(Asker(f"10.0.0.{turn}")) for turn in range(20)])
        assert strangers[True] == MOST_OF_STRANGERS
        players = Counter([await place(Asker(f"session {turn}", is_stranger=False)) for turn in range(20)])
        assert players[True] == MOST_WAITING - MOST_OF_STRANGERS

    held(asks)


def test_p41_what_players_ask_is_worked_out_before_what_strangers_ask() -> None:
    slots, first, begun = Slots(1), Event(), list[str]()

    def ask(name: str, end: Event | None = None) -> None:
        begun.append(name)
        if end:
            assert end.wait(PATIENCE)

    with ThreadPoolExecutor() as threads:
        asked = [threads.submit(slots.work_out, partial(ask, "the first", first), True)]
        until(lambda: begun == ["the first"])
        asked += [threads.submit(slots.work_out, partial(ask, "a stranger"), True) for _ in range(2)]
        asked.append(threads.submit(slots.work_out, partial(ask, "a player"), False))
        until(lambda: slots._players == 1)
        first.set()
        for done in asked:
            done.result()
    assert begun == ["the first", "a player", "a stranger", "a stranger"]


def test_p41_a_session_that_is_known_is_no_stranger_to_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with running() as site:
            player, stranger = await site.guest(), Browser(site, "10.0.0.2")
            monkeypatch.setattr(work, "MOST_OF_STRANGERS", 0)
            asked = "/api/lab/strategy/low-four"
            assert [(await who.get(asked)).status for who in (stranger, player)] == [503, 200]

    asyncio.run(ask())
