"""The terms of tables that one person sets: what they may not hold up, show or gain by."""

import asyncio
import threading
from typing import Any

import pytest

from feltlab.rules import rule_file
from tests.web.live.site import LOGIN, Browser, Heard, fresh_key, person, running

RULES = 'game = "low-four"\n[rules]\nqualifier = 15\n# {}'


def test_p39_rules_of_a_house_are_read_where_no_table_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    def noted(text: str, what: str, reads: Any = rule_file._parsed) -> Any:
        threads.append(threading.current_thread().name)
        return reads(text, what)

    monkeypatch.setattr(rule_file, "_parsed", noted)

    async def run() -> None:
        async with running(LOGIN) as site:
            floor, other = await person(site, "floor"), await person(site, "floor")
            config = {"game": "low-four", "rules": RULES.format(1)}
            asked = await floor.post("/api/tables", {"key": fresh_key(), "config": config, "reason": "new"})
            assert asked.status == 202, asked.raw
            done = await other.post(
                f"/api/requests/{asked.json['request']}", {"key": fresh_key(), "do": "approve", "reason": "ok"}
            )
            assert done.status == 200, done.raw
            [row] = (await floor.get("/api/tables")).json["tables"]
            config = {**config, "rules": RULES.format(2)}
            changed = await floor.command(row["table"], "configure", config=config, reason="other")
            assert changed.status == 202, changed.raw
            for rules in ("a." * 15_990 + "b=1", "qualifier = "):
                bad = {**config, "rules": rules}
                opened = await floor.post("/api/tables", {"key": fresh_key(), "config": bad, "reason": "new"})
                assert (opened.status, opened.json["refused"]) == (409, "bad-configuration")
                changed = await floor.command(row["table"], "configure", config=bad, reason="other")
                assert (changed.status, changed.json["refused"]) == (409, "bad-configuration")

    asyncio.run(run())
    assert len(threads) > 4
    assert {name.partition("_")[0] for name in threads} == {"lab"}


async def opened(who: Browser, **terms: Any) -> Heard:
    return await who.post("/api/tables", {"key": fresh_key(), "config": {"game": "low-four", "private": True} | terms})


def test_p39_a_guests_table_stays_private() -> None:
    async def ask() -> None:
        async with running() as site:
            ada = await site.guest()
            assert (await opened(ada, private=False)).json["refused"] == "bad-configuration"
            table = (await opened(ada)).json["table"]
            heard = await ada.command(table, "configure", config={"game": "low-four", "private": False})
            assert (heard.status, heard.json["refused"]) == (409, "bad-configuration")
            terms = {"game": "low-four", "private": True, "aggregate_limit": 5000}
            assert (await ada.command(table, "configure", config=terms)).status == 200
            assert site.pit.tables[table].config.private

    asyncio.run(ask())


def test_p39_a_guests_progressive_costs_no_more_than_the_usual() -> None:
    async def ask() -> None:
        async with running() as site:
            ada = await site.guest()
            heard = await opened(ada, progressive_bet=101)
            assert (heard.status, heard.json["refused"]) == (409, "bad-configuration")
            assert (await opened(ada, progressive_bet=50)).status == 200
            assert (
                await opened(ada, game="ace-odd-even", progressive_bet=500)
            ).status == 200  # a price of its document

    asyncio.run(ask())


def test_p39_a_guest_who_deals_to_bots_voids_their_hands() -> None:
    async def ask() -> None:
        async with running() as site:
            ada = await site.guest()
            table = (await opened(ada, dealer="manual")).json["table"]
            for seat in (2, 3):
                heard = await ada.command(table, "bot", seat=seat, strategy="never-fold", wagers={"ante": 500})
                assert heard.status == 200, heard.raw
            while (state := site.pit.tables[table]).round is None or state.round.phase != "play":
                step = (await ada.get(f"/api/tables/{table}")).json["view"]["next_step"]
                assert (await ada.command(table, "advance", step=step)).status == 200, step
            assert (await ada.command(table, "void", cause="wrong-count", seat=3)).status == 200

    asyncio.run(ask())
