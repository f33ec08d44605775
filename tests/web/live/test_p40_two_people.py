"""Staff actions leave a trail: who, from where, why; and some of them need a second person."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest

from feltlab.ledger.performance import DAY_MS
from feltlab.service.pit import Pit
from feltlab.service.proof import proved
from feltlab.service.store import open_store
from feltlab.table.config import Config
from feltlab.web.accounts.independence import in_one_hand
from feltlab.web.accounts.one_time import code_at, step_at
from tests.web.live.site import LOGIN, Browser, Clock, Heard, Site, fresh_key, person, running
from tests.web.staff import PASSWORD

TABLE = "low-four-1"
ALONE, FLOOR, ADMIN = LOGIN.alone_cents, LOGIN.most_cents["floor"], LOGIN.most_cents["admin"]
House = Callable[[Site, dict[str, Browser]], Awaitable[None]]


def in_house(work: House, clock: Clock | None = None, **rules: Any) -> None:
    async def run() -> None:
        pit = Pit(open_store("sqlite://"), clock=clock) if clock else None
        async with running(replace(LOGIN, **rules), pit) as site:
            site.open_table(TABLE, Config("low-four"))
            people = {name: await person(site, name.split("-")[0], name) for name in ("floor-1", "floor-2", "admin-1")}
            people["player"] = await person(site, "player", "Ada")
            await work(site, people)
            assert [line for line in proved(site.pit.store) if "no entry" not in line] == []

    asyncio.run(run())


async def issue(who: Browser, to: Browser, cents: int, **more: Any) -> Heard:
    body = {"key": fresh_key(), "do": "buy-in", "cents": cents, "player": to.me["player"], "reason": "cash"}
    return await who.post("/api/purse", body | more)


async def answer(who: Browser, request: int, do: str = "approve") -> Heard:
    return await who.post(f"/api/requests/{request}", {"key": fresh_key(), "do": do, "reason": "seen"})


def trail(site: Site) -> list[tuple[str, str, dict[str, Any]]]:
    names = {player.id: player.name for player in site.pit.store.players()}
    rows = site.pit.store.audit()
    return [(names.get(row.actor, row.actor), row.action, orjson.loads(row.detail)) for row in rows]


def test_p40_who_issues_chips_from_where_and_why_is_in_the_trail_and_on_the_transfer() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, ada = people["floor-1"], people["player"]
        assert (await issue(floor, ada, 5000, reason=" ")).json["refused"] == "no-reason"
        assert (await issue(floor, ada, 5000, reason="paid at the cage")).status == 200
        name, action, told = trail(site)[-1]
        assert (name, action) == ("floor-1", "chips")
        assert (told["cents"], told["player"]) == (5000, ada.me["player"])
        assert (told["address"], told["reason"]) == ("10.0.0.9", "paid at the cage")
        *_, entry = site.pit.store.ledger_entries()
        assert (entry.posting.transfer.id, entry.posting.actor) == (told["transfer"], floor.me["player"])

    in_house(work)


def test_p40_chips_above_what_one_issues_alone_in_a_day_need_a_second_person() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, other, ada = people["floor-1"], people["floor-2"], people["player"]
        assert (await issue(floor, ada, ALONE - 100)).status == 200
        asked = await issue(floor, ada, 101)  # in two parts it is as much
        assert asked.status == 202
        number = asked.json["request"]
        assert (await answer(floor, number)).json["refused"] == "own-request"
        [shown] = (await other.get("/api/requests")).json["requests"]
        assert (shown["request"], shown["name"], shown["cents"], shown["own"]) == (number, "floor-1", 101, False)
        assert (await ada.get("/api/requests")).status == 403
        assert (await answer(ada, number)).status == 403
        done = await answer(other, number)
        assert done.json["purse"] == 100_000 + ALONE + 1
        assert (await answer(people["admin-1"], number)).json["refused"] == "decided"
        (who, act, told), (second, agreed, also) = trail(site)[-2:]
        assert (who, act, second, agreed) == ("floor-1", "chips", "floor-2", "approved")
        assert told["request"] == also["request"] == number
        assert (told["second"], also["for"]) == (other.me["player"], floor.me["player"])
        assert also["reason"] == "seen"
        *_, entry = site.pit.store.ledger_entries()
        assert entry.posting.actor == f"{floor.me['player']} & {other.me['player']}"
        assert (await issue(floor, ada, 100)).status == 200  # what two have done is not what one has
        assert (await floor.get("/api/requests")).json["requests"] == []

    in_house(work)


def test_p40_a_key_asks_for_a_second_person_once() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        first = await issue(people["floor-1"], people["player"], ALONE + 1, key="once")
        again = await issue(people["floor-1"], people["player"], ALONE + 1, key="once")
        assert (first.status, again.status) == (202, 202)
        assert first.json["request"] == again.json["request"]
        assert len((await people["floor-2"].get("/api/requests")).json["requests"]) == 1

    in_house(work)


def test_p40_a_key_that_comes_again_hears_what_became_of_the_request() -> None:
    clock = Clock()

    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, other, ada = people["floor-1"], people["floor-2"], people["player"]

        async def asks(key: str) -> Heard:
            return await issue(floor, ada, ALONE + 1, key=key)

        await answer(other, (await asks("no")).json["request"], "refuse")
        heard = await asks("no")
        assert (heard.status, heard.json["refused"]) == (409, "second-refused")
        await answer(other, (await asks("yes")).json["request"])
        heard = await asks("yes")
        assert (heard.status, heard.json["purse"]) == (200, 100_000 + ALONE + 1)
        assert (await asks("late")).status == 202
        clock.ahead += LOGIN.request_ms + 1
        heard = await asks("late")
        assert (heard.status, heard.json["refused"]) == (409, "second-missing")
        assert site.pit.store.balance(f"purse:{ada.me['player']}") == 100_000 + ALONE + 1

    in_house(work, clock)


def test_p40_a_key_decides_one_request() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, other, ada = people["floor-1"], people["floor-2"], people["player"]
        one, two = [(await issue(floor, ada, ALONE + cents)).json["request"] for cents in (1, 2)]
        body = {"key": "mine", "do": "approve", "reason": "seen"}
        together = await asyncio.gather(*[other.post(f"/api/requests/{one}", body) for _ in range(5)])
        assert {heard.status for heard in together} == {200}
        assert len({heard.json["purse"] for heard in together}) == 1
        assert (await other.post(f"/api/requests/{two}", body)).json["refused"] == "key-reused"
        assert (await other.post(f"/api/requests/{one}", body | {"do": "refuse"})).json["refused"] == "key-reused"
        await issue(other, ada, 100, key="spent")
        assert (await other.post(f"/api/requests/{two}", body | {"key": "spent"})).json["refused"] == "key-reused"
        assert (await answer(other, two)).status == 200

    in_house(work)


@pytest.mark.parametrize("sign", ["\u202e", "\u2028", "\x85", "\u2066", "\u200b", "\xad", "\ufeff", "\U000e0041"])
def test_p40_a_reason_has_no_sign_that_changes_how_it_is_read(sign: str) -> None:
    async def work(_: Site, people: dict[str, Browser]) -> None:
        heard = await issue(people["floor-1"], people["player"], 100, reason=f"cash {sign} paid")
        assert (heard.status, heard.json["error"]) == (422, "reason has characters that are not allowed")
        config = {"game": "low-four", "title": f"Table {sign}"}
        body = {"key": fresh_key(), "config": config, "reason": "new"}
        assert (await people["floor-1"].post("/api/tables", body)).status in (409, 422)
        assert (await people["floor-1"].post("/api/tables", body | {"config": config | {"title": sign}})).status in (
            409,
            422,
        )
        assert (await issue(people["floor-1"], people["player"], 100, reason="für Zoë, 5 €, 現金")).status == 200

    in_house(work)


def test_p40_limits_by_role() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, other, admin, ada = (people[name] for name in ("floor-1", "floor-2", "admin-1", "player"))
        assert (await issue(floor, ada, ADMIN + 1)).json["refused"] == "above-limit"
        number = (await issue(floor, ada, FLOOR + 1)).json["request"]
        assert (await answer(other, number)).json["refused"] == "above-limit"
        assert (await answer(admin, number)).status == 200
        number = (await issue(admin, ada, FLOOR + 1)).json["request"]  # who asks does not cover it for who agrees
        assert (await answer(other, number)).json["refused"] == "above-limit"
        assert site.pit.store.balance(f"purse:{ada.me['player']}") == 100_000 + FLOOR + 1

    in_house(work)


async def made_by(admin: Browser, site: Site, name: str, role: str) -> Browser:
    """An account that an admin makes, and logs in to."""
    body = {"key": fresh_key(), "name": name, "role": role, "password": PASSWORD, "reason": "new here"}
    assert (await admin.post("/api/accounts", body)).status == 200
    puppet = Browser(site)
    assert (await puppet.post("/api/login", {"name": name, "password": PASSWORD})).status == 200
    secret = (await puppet.post("/api/account/factor", {})).json["secret"].replace(" ", "")
    code = {"code": code_at(secret, step_at(site.app.state.house.wall()))}
    assert (await puppet.post("/api/account/factor/confirm", code)).status == 200
    puppet.me = (await puppet.get("/api/me")).json
    return puppet


def test_p40_nobody_is_both_people_by_an_account_that_they_made_or_reset() -> None:
    clock = Clock()

    async def work(site: Site, people: dict[str, Browser]) -> None:
        admin, other, ada = people["admin-1"], people["floor-2"], people["player"]
        puppet = await made_by(admin, site, "puppet", "admin")
        theirs = await made_by(puppet, site, "puppet of puppet", "floor")
        for asks, agrees in ((admin, puppet), (puppet, admin), (admin, theirs), (theirs, admin)):
            number = (await issue(asks, ada, ALONE + 1)).json["request"]
            heard = (await answer(agrees, number)).json
            assert heard["refused"] == "not-independent"
            assert "7 days" in heard["words"]
            assert (await answer(agrees, number, "refuse")).status == 200
        number = (await issue(puppet, ada, ALONE + 1)).json["request"]
        assert (await answer(other, number)).status == 200
        for name, what in (("floor-1", "password"), ("floor-2", "factor")):
            store, pair = site.pit.store, (admin.me["player"], people[name].me["player"])
            assert not in_one_hand(store, *pair, clock())
            reset = {"key": fresh_key(), "what": what, "reason": "lost"}
            assert (await admin.post(f"/api/accounts/{name}/reset", reset)).status == 200
            assert in_one_hand(store, *pair, clock() + 6 * DAY_MS)
            assert not in_one_hand(store, *pair, clock() + 8 * DAY_MS)

    in_house(work, clock)


def test_p40_a_refused_request_and_one_that_has_run_out_do_nothing() -> None:
    clock = Clock()

    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, other, ada = people["floor-1"], people["floor-2"], people["player"]
        number = (await issue(floor, ada, ALONE + 1)).json["request"]
        assert (await answer(other, number, "refuse")).status == 200
        assert trail(site)[-1][:2] == ("floor-2", "refused")
        assert (await answer(people["admin-1"], number)).json["refused"] == "decided"
        number = (await issue(floor, ada, ALONE + 1)).json["request"]
        clock.ahead += LOGIN.request_ms + 1
        assert (await answer(other, number)).status == 404
        assert site.pit.store.balance(f"purse:{ada.me['player']}") == 100_000

    in_house(work, clock)


async def locked(ada: Browser) -> None:
    await ada.command(TABLE, "sit", seat=1)
    await ada.command(TABLE, "bet", seat=1, round=1, wagers={"ante": 500})
    await ada.command(TABLE, "ready", seat=1, round=1)


def test_p40_a_void_after_the_cards_are_out_needs_a_second_person_and_is_of_that_round() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, other, ada = people["floor-1"], people["floor-2"], people["player"]
        await ada.command(TABLE, "sit", seat=1)
        assert (await floor.command(TABLE, "void", cause="misdeal")).status == 200  # no card is out
        await ada.command(TABLE, "bet", seat=1, round=2, wagers={"ante": 500})
        await ada.command(TABLE, "ready", seat=1, round=2)
        assert (await floor.command(TABLE, "void", cause="bad luck")).status == 422
        asked = [(await floor.command(TABLE, "void", cause="misdeal", reason="a card fell")).json for _ in range(2)]
        first, second = (each["request"] for each in asked)
        assert site.pit.tables[TABLE].round.phase == "play"  # type: ignore[union-attr]
        assert (await answer(other, first)).status == 200
        last = site.pit.tables[TABLE].last
        assert last is not None
        assert (last.number, last.phase, last.reason) == (2, "void", "a card fell")
        assert (await other.get("/api/requests")).json["requests"] == []  # the second void would come too late
        (who, act, _), (also, agreed, _) = trail(site)[-2:]
        assert (who, act, also, agreed) == ("floor-1", "void", "floor-2", "approved")
        assert (await answer(other, second)).json["refused"] == "wrong-round"

    in_house(work)


@pytest.mark.parametrize("over", ["http", "socket"])
def test_p40_other_terms_for_an_open_table_need_a_second_person(over: str) -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, admin = people["floor-1"], people["admin-1"]
        body = {"config": {"game": "low-four", "title": "Late"}, "reason": "the evening"}
        assert (await floor.command(TABLE, "configure", config=body["config"])).json["refused"] == "no-reason"
        if over == "http":
            asked = (await floor.command(TABLE, "configure", **body)).json
        else:
            async with floor.at(TABLE) as wire:
                asked = await wire.command("configure", **body)
        assert site.pit.tables[TABLE].next_config is None
        assert (await answer(admin, asked["request"])).status == 200
        assert site.pit.tables[TABLE].next_config is not None
        name, action, told = trail(site)[-2]
        assert (name, action, told["reason"], told["address"]) == ("floor-1", "configure", "the evening", "10.0.0.9")

    in_house(work)


@pytest.mark.parametrize(
    "terms",
    [
        {"rules": '[rules]\nwin_odds = "1000000 to 1"\n'},
        {"limits": {"ante": [100, 100_000_000]}},
        {"aggregate_limit": 1_000_000_000_000},
        {"progressive_bet": 101},
        {"game": "rule-out", "limits": {"main": [100, 1000]}, "penetration": 75},  # players may count
        {"private": True, "betting_seconds": 0, "decision_seconds": 0},  # one player sees six hands
        {"private": True, "decision_seconds": 0, "seats": 2},
    ],
)
def test_p40_a_table_on_terms_of_its_own_needs_a_second_person(terms: dict[str, Any]) -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, other = people["floor-1"], people["floor-2"]
        usual = {"game": "low-four", "limits": {"ante": [100, 1000]}, "aggregate_limit": 1_000_000}
        body = {"key": fresh_key(), "config": usual, "reason": "the evening"}
        assert (await floor.post("/api/tables", body)).status == 200
        tables = set(site.pit.tables)
        body = {"key": fresh_key(), "config": usual | terms, "reason": "the evening"}
        asked = await floor.post("/api/tables", body)
        assert (asked.status, set(site.pit.tables)) == (202, tables)
        assert (await floor.post("/api/tables", body)).json["request"] == asked.json["request"]
        [waits] = (await other.get("/api/requests")).json["requests"]
        assert (waits["act"], waits["said"]["config"]) == ("open", body["config"])
        assert (await answer(floor, asked.json["request"])).json["refused"] == "own-request"
        assert (await answer(other, asked.json["request"])).status == 200
        assert set(site.pit.tables) == tables | {waits["table"]}
        (_, act, told), (second, agreed, _) = trail(site)[-2:]
        assert (act, told["table"], second, agreed) == ("open", waits["table"], "floor-2", "approved")

    in_house(work)


@pytest.mark.parametrize(
    "terms",
    [
        {"betting_seconds": 0, "decision_seconds": 0, "seats": 1},
        {"betting_seconds": 5, "decision_seconds": 5},
    ],
)
def test_p40_a_private_table_with_one_hand_for_each_player_needs_one_person(terms: dict[str, Any]) -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        config = {"game": "ace-odd-even", "private": True} | terms
        body = {"key": fresh_key(), "config": config, "reason": "the evening"}
        assert (await people["floor-1"].post("/api/tables", body)).status == 200

    in_house(work)


def test_p40_a_bot_that_feeds_a_meter_with_the_houses_chips_needs_a_second_person() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, other, ada = people["floor-1"], people["floor-2"], people["player"]
        plain = {"strategy": "optimal", "wagers": {"ante": 500}}
        assert (await floor.command(TABLE, "bot", seat=2, **plain)).status == 200
        feeds = {"strategy": "optimal", "wagers": {"ante": 500, "combo-progressive": 100}}
        asked = await floor.command(TABLE, "bot", seat=3, **feeds)
        assert (asked.status, set(site.pit.tables[TABLE].seats)) == (202, {2})
        assert (await answer(other, asked.json["request"])).status == 200
        assert set(site.pit.tables[TABLE].seats) == {2, 3}
        await ada.command(TABLE, "sit", seat=1)
        assert (await ada.command(TABLE, "bot", seat=4, **feeds)).status == 403

    in_house(work)


def test_p40_a_house_may_do_with_one_person() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, ada = people["floor-1"], people["player"]
        await locked(ada)
        assert (await floor.command(TABLE, "void", cause="misdeal")).status == 200
        assert (await issue(floor, ada, FLOOR)).status == 200
        assert (await issue(floor, ada, FLOOR + 1)).json["refused"] == "above-limit"

    in_house(work, second_person=False)


def test_p40_who_lost_the_role_meanwhile_asks_for_nothing() -> None:
    async def work(site: Site, people: dict[str, Browser]) -> None:
        floor, admin, ada = people["floor-1"], people["admin-1"], people["player"]
        number = (await issue(floor, ada, ALONE + 1)).json["request"]
        gone = {"key": fresh_key(), "disabled": True, "reason": "left the house"}
        assert (await admin.post("/api/accounts/floor-1", gone)).status == 200
        assert trail(site)[-1][2]["reason"] == "left the house"
        assert (await answer(admin, number)).json["refused"] == "not-allowed"

    in_house(work)


# At a table of one's own


def test_p39_a_guest_does_not_void_what_people_have_bet_once_cards_are_out() -> None:
    async def ask() -> None:
        async with running() as site:
            ada, eve = await site.guest(), await site.guest()
            body = {"key": "k", "config": {"game": "low-four", "private": True}}
            table = (await ada.post("/api/tables", body)).json["table"]
            for who, seat in ((ada, 1), (eve, 2)):
                await who.command(table, "sit", seat=seat)
                await who.command(table, "bet", seat=seat, round=1, wagers={"ante": 500})
            await eve.command(table, "leave", seat=2)
            assert (await ada.command(table, "void", cause="misdeal")).status == 200  # before the first card
            await ada.command(table, "bet", seat=1, round=2, wagers={"ante": 500})
            await ada.command(table, "bot", seat=3, strategy="never-fold", wagers={"ante": 500})
            await ada.command(table, "ready", seat=1, round=2)
            # A bot's hand neither: without it more of an aggregate limit is left to the others.
            for void in (
                {"cause": "misdeal"},
                {"cause": "wrong-count", "seat": 1},
                {"cause": "wrong-count", "seat": 3},
            ):
                assert (await ada.command(table, "void", **void)).json["refused"] == "own-table"
            await ada.command(table, "decide", seat=1, round=2, stage="play", choice={"decision": "fold"})
            assert site.pit.tables[table].last.phase == "closed"  # type: ignore[union-attr]

    asyncio.run(ask())


def test_p35_a_private_table_is_named_to_those_who_have_a_part_in_it() -> None:
    async def ask() -> None:
        async with running() as site:
            ada, eve = await site.guest(), await site.guest()
            config = {"game": "low-four", "private": True, "dealer": "manual"}
            table = (await ada.post("/api/tables", {"key": "k", "config": config})).json["table"]
            pages = ("/api/floor", "/floor", "/floor.json", "/floor/audit", "/floor/audit.json", "/deal", "/deal.json")
            others = ("/api/tables", "/api/me", "/metrics", "/", "/verify-shuffle")
            for page in (*pages, *others):
                assert table.encode() not in (await eve.get(page)).raw, page
            for page in pages:
                assert table.encode() in (await ada.get(page)).raw, page
            assert b'table="private"' in (await ada.get("/metrics")).raw
            await eve.command(table, "sit", seat=1)  # who has its address may come, and is one of them then
            assert table.encode() in (await eve.get("/api/floor")).raw

    asyncio.run(ask())
