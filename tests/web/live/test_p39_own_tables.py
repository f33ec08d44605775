"""The terms of tables that one person sets: what they may not block, show or gain."""

import asyncio
import threading
from typing import Any

import orjson
import pytest

from feltlab.rules import rule_file
from feltlab.web.live.news import News
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
            table = (await opened(ada, progressive_bet=50)).json["table"]
            for rate, status in ((1_000_000, 409), (250_000, 200)):
                heard = await ada.command(table, "rate", wager="combo-progressive", increment_ppm=rate)
                assert heard.status == status, heard.raw
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


def test_p39_who_is_sent_off_in_mid_round_plays_on() -> None:
    async def ask() -> None:
        async with running() as site:
            ada, eve = await site.guest(), await site.guest()
            table = (await opened(ada)).json["table"]
            for who, seat in ((ada, 1), (eve, 2)):
                await who.command(table, "sit", seat=seat)
                await who.command(table, "bet", seat=seat, round=1, wagers={"ante": 500})
            for who, seat in ((ada, 1), (eve, 2)):
                await who.command(table, "ready", seat=seat, round=1)
            assert (await ada.command(table, "leave", seat=2, reason="booked")).status == 200
            seat = (await eve.get(f"/api/tables/{table}")).json["view"]["seats"]["2"]
            assert (seat["leaving"], seat["plays_on"], seat["reason"]) == (True, True, "booked")
            plays = {"round": 1, "stage": "play", "choice": {"decision": "play"}}
            assert (await eve.command(table, "decide", seat=2, **plays)).status == 200
            assert (await ada.command(table, "decide", seat=1, **plays)).status == 200
            state = site.pit.tables[table]
            assert state.last is not None
            assert "play" in state.last.hands[2].stakes
            assert 2 not in state.seats
            [row] = [row for row in site.pit.store.audit(0, 100) if row.action == "leave"]
            told = orjson.loads(row.detail)
            assert (told["player"], told["seat"], told["reason"]) == (eve.me["player"], 2, "booked")

    asyncio.run(ask())


def test_p37_the_digest_of_an_open_round_tells_nothing_and_its_watcher_ends_with_the_store(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def ask() -> None:
        async with running() as site:
            ada = await site.guest()
            table = (await opened(ada)).json["table"]
            await ada.command(table, "sit", seat=1)
            heard = await ada.get(f"/api/tables/{table}/verify")
            assert heard.json["replay"]
            assert heard.json["digest"] != site.pit.tables[table].digest  # which whoever guesses a seed could try
            state = site.app.state
            news = News(state.house, state.sessions, state.hall)
            news._note(["sessions"])
            look = news.look

            async def looks(notes: set[str]) -> None:
                site.pit.stop()  # as it happens in between
                await look(notes)

            news.look = looks  # type: ignore[method-assign]
            await asyncio.wait_for(news._look_on(), 20)
            assert "could not be checked" not in caplog.text

    asyncio.run(ask())


GENEROUS = {"game": "rule-out", "decks": 8, "pay_tables": {"main": "single"}, "private": True}
"""Printed, and the player's edge is 0.33 %."""


def test_p39_printed_terms_that_give_the_player_the_edge_take_two_and_are_no_guests() -> None:
    async def ask() -> None:
        async with running() as site:
            ada = await site.guest()
            high = {"game": "rule-out", "private": True, "limits": {"main": [100, 10_000_000_000]}}
            for terms in (GENEROUS, high):
                heard = await opened(ada, **terms)
                assert (heard.status, heard.json["refused"]) == (409, "bad-configuration")
            table = (await opened(ada, game="rule-out", decks=8)).json["table"]
            for terms in (GENEROUS, high):
                heard = await ada.command(table, "configure", config=terms)
                assert (heard.status, heard.json["refused"]) == (409, "bad-configuration")
        async with running(LOGIN) as site:
            floor = await person(site, "floor")
            for terms, status in ((GENEROUS, 202), ({**GENEROUS, "pay_tables": {}}, 200)):
                heard = await floor.post("/api/tables", {"key": fresh_key(), "config": terms, "reason": "new"})
                assert heard.status == status, heard.raw

    asyncio.run(ask())
