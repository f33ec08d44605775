"""A seed does not leave the process before its round is over, whoever asks, and whenever."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.table.config import Config
from tests.live.soak import size
from tests.web.live.site import LOGIN, Browser, Heard, Site, person, running

TABLE = "low-four-1"
ASKED = {
    "auditor": (f"/api/tables/{TABLE}/events?limit=500&after=%d",),
    "floor": (f"/api/tables/{TABLE}/rounds?limit=3", f"/api/tables/{TABLE}"),
    "admin": ("/api/floor",),
    "dealer": (f"/api/tables/{TABLE}/rounds/1",),
}


class Seeds:
    """Looks at every byte that is sent. The store says whether a round is over; one that is over stays so."""

    def __init__(self, site: Site) -> None:
        self.site, self.leaks = site, list[str]()
        site.taps.append(self.look)

    def look(self, browser: Browser, where: str, sent: bytes) -> None:
        state = self.site.pit.tables[TABLE]
        if state.round is None:
            return
        row = self.site.pit.store.round(TABLE, state.round.number)
        if row is None or row.outcome is None:
            hidden = {"seed": state.round.seed, "log": f'"round":{row.round if row else 0},"at"'}
            told = [what for what, text in hidden.items() if text.encode() in sent.lower()]
            self.leaks += [f"{what} of {state.round.number} by {where} to {browser.me['role']}" for what in told]


async def race(site: Site, floor: Browser, staff: dict[str, Browser], seen: int) -> None:
    """No round is open; one opens while everyone asks, and is over while everyone asks again."""

    async def told(do: str, **fields: object) -> None:
        heard = await floor.command(TABLE, do, **fields)
        assert heard.status == 200, heard.raw

    def ask(*roles: str) -> list[Coroutine[Any, Any, Heard]]:
        return [staff[role].get(path % seen if "%" in path else path) for role in roles for path in ASKED[role]]

    await asyncio.gather(*ask("auditor", "floor"), told("status", status="open"), *ask("auditor", "dealer"))
    await told("status", status="paused")
    await asyncio.gather(*ask("auditor"), told("void", cause="misdeal"), *ask("auditor", "admin"))


async def races(times: int) -> None:
    async with running(LOGIN) as site:
        site.open_table(TABLE, Config("low-four"))
        staff = {role: await person(site, role) for role in ASKED}
        player = await person(site, "player")
        await staff["floor"].command(TABLE, "status", status="paused")
        await staff["floor"].command(TABLE, "status", status="open")
        await player.command(TABLE, "sit", seat=1)
        await staff["floor"].command(TABLE, "status", status="paused")
        await staff["floor"].command(TABLE, "void", cause="misdeal")
        watch = Seeds(site)
        for _ in range(times):
            await race(site, staff["floor"], staff, site.pit.tables[TABLE].number)
        assert site.pit.tables[TABLE].rounds == times + 1
        assert watch.leaks == []
        whole = (await staff["auditor"].get(f"/api/tables/{TABLE}/events?limit=500")).json["events"]
        assert {"RoundOpened", "RoundVoided"} <= {event["kind"] for event in whole}


def test_p37_500_races_tell_no_seed_and_no_row_of_an_open_round() -> None:
    asyncio.run(races(500 // 2))  # each round is asked about when it opens and when it ends


@pytest.mark.soak
def test_p37_10_000_races_tell_no_seed_and_no_row_of_an_open_round() -> None:
    asyncio.run(races(size("p37", 10_000) // 2))


def test_p37_the_log_and_the_snapshots_have_no_seed_of_an_open_round(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(LOGIN, Pit(open_store(f"sqlite:///{tmp_path}/store.db"))) as site:
            site.open_table(TABLE, Config("low-four"))
            player = await person(site, "player")
            await player.command(TABLE, "sit", seat=1)
            for number in range(1, 60):
                state = site.pit.tables[TABLE]
                assert state.round is not None
                seed, store = state.round.seed, site.pit.store
                with store.reading() as db:
                    kept = db.execute("SELECT round, seed FROM seeds")
                    rows = db.execute("SELECT body FROM events")
                    rows += db.execute("SELECT state FROM tables") + db.execute("SELECT history FROM rounds")
                assert kept == [(number, seed)]
                assert not any(seed in (row[0] or "") for row in rows)
                assert seed not in repr(state)
                await player.command(TABLE, "bet", seat=1, round=number, wagers={"ante": 500})
                await player.command(TABLE, "ready", seat=1, round=number)
                choice = {"decision": "fold"}
                await player.command(TABLE, "decide", seat=1, round=number, stage="play", choice=choice)
                assert seed in str(store.round(TABLE, number))
            row = store.table(TABLE)
            assert row is not None
            assert row.snapshot_number

    asyncio.run(play())
