"""Seats of players who are away for long, and guests' tables that nobody is at, are freed between rounds only."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from feltlab.service.postings import purse, stake
from feltlab.service.requests import AtTable, Done, Refused, Request
from feltlab.table.commands import Presence, Vacate
from feltlab.table.config import Config
from feltlab.web.live.housekeeping import NOBODY_THERE, Housekeeping
from tests.web.floor.house import DEMO, House, Person, running

SETTINGS = replace(DEMO, away_seconds=60, idle_table_seconds=300, idle_hidden_seconds=30)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with running(SETTINGS) as house:
        yield house


def ask(house: House, table: str, command: Any) -> Any:
    return house.pit.ask(Request(AtTable(table, command, house.pit.owner)))


def player_at(house: House, table: str, seat: int = 1) -> str:
    return house.pit.tables[table].seats[seat].player


def tidy(house: House, keeping: Housekeeping, now: float) -> None:
    """And wait until its requests are done."""
    keeping.tidy(now)
    ask(house, next(iter(house.pit.tables)), Presence("nobody", True))


def test_p25_p39_a_seat_is_freed_when_its_player_is_away_for_long_and_never_in_a_round(house: House) -> None:
    table, keeping = house.open_table("low-four-1", Config("low-four")), Housekeeping(house.app.state.house)
    person: Person = house.guest()
    before = person.purse()
    number = person.sits_and_bets(table, ante=500)
    who = player_at(house, table)
    ask(house, table, Presence(who, True))
    for now in (0.0, 61.0):  # a bet lies there: whatever the time, nobody takes it back for its owner
        tidy(house, keeping, now)
        assert house.pit.tables[table].seats[1].player == who
    person.command(table, "ready", seat=1, round=number)
    ask(house, table, Presence(who, True))
    state = house.pit.tables[table]
    if state.round and state.round.number == number:  # the cards are out, or the default was taken already
        assert isinstance(ask(house, table, Vacate(who, 1)), Refused)
    house.pit.ask(Request(AtTable(table, Presence(who, False), who)))
    person.command(table, "decide", seat=1, round=number, stage="play", choice={"decision": "fold"})
    ask(house, table, Presence(who, True))
    tidy(house, keeping, 100.0)
    tidy(house, keeping, 159.0)
    assert 1 in house.pit.tables[table].seats
    tidy(house, keeping, 161.0)
    assert house.pit.tables[table].seats == {}
    last = house.pit.tables[table].last
    assert last is not None
    assert (
        person.purse()
        == house.pit.ledger.balance(purse(who))
        == before - 500 + sum(result.returned for result in last.hands[1].results)
    )
    assert house.pit.store.balance(stake(table, 1)) == 0
    told = [row for row in house.pit.store.events(table) if row.kind == "Left"]
    assert [row.body for row in told] == ['{"seat":1,"why":"away"}']


def test_p25_whoever_comes_back_in_time_keeps_the_seat(house: House) -> None:
    table, keeping = house.open_table("low-four-2", Config("low-four")), Housekeeping(house.app.state.house)
    person = house.guest()
    person.command(table, "sit", seat=2)
    who = player_at(house, table, 2)
    ask(house, table, Presence(who, True))
    tidy(house, keeping, 0.0)
    ask(house, table, Presence(who, False))
    assert isinstance(ask(house, table, Vacate(who, 2)), Refused)  # the writer has the last word
    tidy(house, keeping, 30.0)
    ask(house, table, Presence(who, True))
    tidy(house, keeping, 70.0)  # away anew: the time starts anew
    assert house.pit.tables[table].seats[2].player == who
    assert isinstance(ask(house, table, Vacate("somebody else", 2)), Refused)
    tidy(house, keeping, 131.0)
    assert house.pit.tables[table].seats == {}


def test_p39_a_guests_table_with_nobody_there_is_hidden_and_closed_but_not_in_a_round(house: House) -> None:
    person, keeping = house.guest(), Housekeeping(house.app.state.house)
    house.app.state.hall.housekeeping = keeping
    table = person.opens(game="low-four", private=True)
    before = person.purse()
    number = person.sits_and_bets(table, ante=500)
    who = player_at(house, table)

    def shown(query: str = "") -> list[str]:
        return [row["table"] for row in person.get(f"/floor.json{query}").json()["tables"]]

    async def now() -> float:
        return asyncio.get_running_loop().time()

    person.command(table, "ready", seat=1, round=number)
    start = person.client.portal.call(now)  # type: ignore[union-attr]
    assert table in shown()
    state = house.pit.tables[table]
    assert state.round is not None
    assert state.round.phase == "play"
    ask(house, table, Presence(who, True))
    person.client.portal.call(keeping.tidy, start - 1000)  # type: ignore[union-attr]
    after = house.pit.tables[table]
    if after.round and after.round.phase == "play":
        tidy(house, keeping, start)
        assert house.pit.tables[table].status == "open"
    tidy(house, keeping, start)
    tidy(house, keeping, start + 1)
    closed = house.pit.tables[table]
    assert (closed.status, closed.reason, closed.seats) == ("closed", NOBODY_THERE, {})
    assert table not in shown()
    assert table in shown("?state=closed")
    last = closed.last
    assert last is not None
    results = last.hands[1].results if last.number == number else ()
    assert person.purse() == before - 500 + sum(result.returned for result in results)
    again = person.opens(game="low-four", private=True)
    keeping.tidy(start - 40)
    assert again not in shown()
    assert again in shown("?idle=1")
    trail = person.get("/floor/audit.json").json()["trail"]
    assert trail["chain"] is True
    closing = [entry for entry in trail["entries"] if entry["detail"].get("reason") == NOBODY_THERE]
    assert [entry["action"] for entry in closing] == ["status"]
    others = house.guest().get("/floor/audit.json").json()["trail"]["entries"]
    assert len(others) >= len(trail["entries"])
    assert not any(again in str(entry) or table in str(entry) for entry in others)  # private tables stay unnamed
    assert isinstance(ask(house, again, Presence("nobody", True)), Refused | Done)
