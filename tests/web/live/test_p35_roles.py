"""Who may ask what: every route and every command, for every role and for nobody."""

import asyncio
from typing import Any

import pytest

from feltlab.table.config import Config
from feltlab.web.live.orders import OWN_SEAT
from tests.web.live.site import LOGIN, Browser, Site, fresh_key, person, running
from tests.web.staff import PASSWORD

ROLES = ("nobody", "player", "dealer", "floor", "auditor", "admin")
SIGNED_IN = set(ROLES) - {"nobody"}
AUTOMATIC, MANUAL = "low-four-1", "low-four-2"

ROUTES: dict[str, tuple[set[str], Any]] = {
    "GET /api/me": (SIGNED_IN, None),
    "POST /api/purse": ({"floor", "admin"}, {"do": "buy-in", "cents": 500, "player": "p-x", "reason": "x"}),
    "GET /api/requests": ({"floor", "auditor", "admin"}, None),
    "POST /api/requests/{number}": ({"floor", "admin"}, {"do": "refuse"}),
    "GET /api/tables": (SIGNED_IN, None),
    "POST /api/tables": ({"floor"}, {"config": {"game": "rule-out"}}),
    "GET /api/tables/{table}": (SIGNED_IN, None),
    "POST /api/tables/{table}/commands": ({"player"}, {"do": "bet", "seat": 1, "round": 1, "wagers": {"ante": 500}}),
    "GET /api/tables/{table}/coach": (SIGNED_IN, None),
    "GET /api/tables/{table}/rounds": (SIGNED_IN, None),
    "GET /api/tables/{table}/rounds/{number}": (SIGNED_IN, None),
    "GET /api/tables/{table}/verify": ({"floor", "auditor"}, None),
    "GET /api/tables/{table}/events": ({"auditor"}, None),
    "POST /api/verify-shuffle": (set(ROLES), {}),
    "GET /api/audit": ({"auditor"}, None),
    "GET /api/floor": ({"floor", "auditor", "admin"}, None),
    "GET /api/accounts": ({"admin"}, None),
    "POST /api/accounts": ({"admin"}, {"name": "Someone New", "role": "player", "password": PASSWORD, "reason": "x"}),
    "POST /api/accounts/{name}": ({"admin"}, {"disabled": True}),
    "POST /api/accounts/{name}/reset": ({"admin"}, {"what": "factor", "reason": "x"}),
    "GET /api/accounts/{name}/sessions": ({"admin"}, None),
    "POST /api/accounts/{name}/sessions": ({"admin"}, {"end": "all", "reason": "x"}),
    "GET /api/login": (SIGNED_IN, None),
    "POST /api/login/code": (SIGNED_IN, {"code": "123456"}),
    "GET /api/account": (SIGNED_IN, None),
    "POST /api/account/password": (SIGNED_IN, {"old": "x", "password": PASSWORD}),
    "POST /api/account/factor": (SIGNED_IN, {"password": "x"}),
    "POST /api/account/factor/confirm": (SIGNED_IN, {"code": "123456"}),
    "POST /api/account/factor/remove": (SIGNED_IN, {"password": "x"}),
    "POST /api/account/recovery": (SIGNED_IN, {"password": "x"}),
    "POST /api/account/sessions": (SIGNED_IN, {"end": "others"}),
    "GET /healthz": (set(ROLES), None),
    "GET /readyz": (set(ROLES), None),
    "GET /metrics": ({"floor", "auditor", "admin"}, None),
    "POST /api/logout": (SIGNED_IN, {}),
}
OPEN = {"POST /api/login"}
"""Asks for a name and a password itself."""

SEAT = {"seat": 1, "round": 1}
COMMANDS: list[tuple[str, set[str], dict[str, Any]]] = [
    (AUTOMATIC, {"player"}, {"do": "sit", "seat": 2}),
    (AUTOMATIC, {"player"}, {"do": "bet", **SEAT, "wagers": {}}),
    (AUTOMATIC, {"player"}, {"do": "seed", **SEAT, "text": "x"}),
    (AUTOMATIC, {"player"}, {"do": "ready", **SEAT}),
    (AUTOMATIC, {"player"}, {"do": "decide", **SEAT, "stage": "play", "choice": {"decision": "fold"}}),
    (AUTOMATIC, {"player", "floor"}, {"do": "leave", "seat": 3}),
    (AUTOMATIC, {"floor"}, {"do": "bot", "seat": 4, "strategy": "optimal", "wagers": {"ante": 500}}),
    (AUTOMATIC, {"floor"}, {"do": "dismiss", "seat": 4}),
    (AUTOMATIC, {"floor"}, {"do": "void", "cause": "misdeal"}),
    (AUTOMATIC, {"floor"}, {"do": "void", "cause": "exposed", "seat": 1}),
    (AUTOMATIC, {"floor"}, {"do": "advance", "step": "no more bets"}),
    (MANUAL, {"floor", "dealer"}, {"do": "advance", "step": "no more bets"}),
    (MANUAL, {"floor", "dealer"}, {"do": "void", "cause": "exposed", "seat": 1}),
    (MANUAL, {"floor"}, {"do": "void", "cause": "misdeal"}),
    (MANUAL, {"floor"}, {"do": "void", "cause": "misdeal", "seat": 1}),
    (AUTOMATIC, {"floor"}, {"do": "status", "status": "open"}),
    (AUTOMATIC, {"floor"}, {"do": "configure", "config": {"game": "low-four"}}),
    (AUTOMATIC, {"floor"}, {"do": "rate", "wager": "combo-progressive", "increment_ppm": 1000}),
]


async def everybody(site: Site) -> dict[str, Browser]:
    site.open_table(AUTOMATIC, Config("low-four"))
    site.open_table(MANUAL, Config("low-four", dealer="manual"))
    found = {role: await person(site, role) for role in ROLES[1:]}
    found["nobody"] = Browser(site, "10.0.0.9")
    return found


def test_p35_every_route_for_every_role() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            people = await everybody(site)
            for route, (allowed, body) in ROUTES.items():
                method, path = route.split()
                path = path.replace("{table}", AUTOMATIC).replace("{number}", "1").replace("{name}", "nobody at all")
                for role in ROLES:
                    sent = {"key": fresh_key(), **body} if body else body
                    who = people[role]
                    heard = await (who.get(path) if method == "GET" else who.post(path, sent))
                    expected = 401 if role == "nobody" else 403
                    if route == "GET /metrics":
                        expected = 403
                    if role in allowed:
                        assert heard.status not in (401, 403), (route, role, heard.raw)
                    else:
                        assert heard.status == expected, (route, role, heard.status)

    asyncio.run(ask())


def test_p35_no_route_is_left_out() -> None:
    async def ask() -> Any:
        async with running(LOGIN) as site:
            return (await Browser(site).get("/api/openapi.json")).json["paths"]

    ours = ("live table", "recall", "floor", "accounts")
    paths = asyncio.run(ask())
    found = {
        f"{method.upper()} {path}"
        for path, methods in paths.items()
        for method, operation in methods.items()
        if operation.get("tags", [""])[0] in ours
    }
    assert found == set(ROUTES) | OPEN


@pytest.mark.parametrize("over", ["http", "socket"])
def test_p35_every_command_for_every_role(over: str) -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            people = await everybody(site)
            for table, allowed, body in COMMANDS:
                for role in ROLES[1:]:
                    said = await send(people[role], table, body, over)
                    if role in allowed:
                        assert said.get("ok") or "refused" in said, (body, role, said)
                    else:
                        assert said.get("error"), (body, role, said)
            heard = await people["nobody"].command(AUTOMATIC, "sit", seat=1)
            assert heard.status == 401

    asyncio.run(ask())


async def send(who: Browser, table: str, body: dict[str, Any], over: str) -> dict[str, Any]:
    fields = {name: value for name, value in body.items() if name != "do"}
    if over == "http":
        answer: dict[str, Any] = (await who.command(table, body["do"], **fields)).json
        return answer
    async with who.at(table) as wire:
        return await wire.command(body["do"], **fields)


def test_p35_all_commands_are_in_the_table() -> None:
    from feltlab.web.live import models

    known = {kind.model_fields["do"].annotation.__args__[0] for kind in models.AnyCommand.__args__}
    assert {body["do"] for _, _, body in COMMANDS} == known
    assert set(OWN_SEAT) < known


def test_p35_one_player_cannot_act_for_another() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            site.open_table(AUTOMATIC, Config("low-four"))
            ada, eve = await person(site, "player"), await person(site, "player")
            await ada.command(AUTOMATIC, "sit", seat=1)
            await ada.command(AUTOMATIC, "bet", seat=1, round=1, wagers={"ante": 500})
            before = site.pit.tables[AUTOMATIC].digest
            for do, fields in (
                ("bet", {"round": 1, "wagers": {}}), ("ready", {"round": 1}), ("leave", {}), ("sit", {}),
                ("seed", {"round": 1, "text": "x"}),
            ):  # fmt: skip
                heard = await eve.command(AUTOMATIC, do, seat=1, **fields)
                assert heard.status == 409, (do, heard.raw)
            heard = await eve.post("/api/purse", {"key": "k", "do": "cash-out", "cents": 5, "player": ada.me["player"]})
            assert heard.status == 403
            assert site.pit.tables[AUTOMATIC].digest == before

    asyncio.run(ask())


def test_p35_a_guest_is_the_floor_of_the_tables_that_the_guest_made() -> None:
    async def ask() -> None:
        async with running() as site:
            site.open_table(AUTOMATIC, Config("low-four"))
            ada, eve = await site.guest(), await site.guest()
            config = {"game": "rule-out", "private": True}
            table = (await ada.post("/api/tables", {"key": "k", "config": config})).json["table"]
            again = (await ada.post("/api/tables", {"key": "k", "config": config})).json["table"]
            assert table == again
            bot = {"seat": 2, "strategy": "optimal", "wagers": {"main": 500}}
            assert (await ada.command(table, "bot", **bot)).status == 200
            assert (await eve.command(table, "bot", **{**bot, "seat": 3})).status == 403
            assert (await ada.command(AUTOMATIC, "status", status="paused")).status == 403
            gone = {"key": "gone", "do": "dismiss", "seat": 2}
            first = await ada.post(f"/api/tables/{table}/commands", gone)
            assert first.status == 200
            assert (await ada.post(f"/api/tables/{table}/commands", gone)).json == first.json
            assert (await ada.command(table, "dismiss", seat=2)).json["refused"] == "not-your-seat"
            listed = [row["table"] for row in (await ada.get("/api/tables")).json["tables"]]
            assert table in listed
            assert table not in [row["table"] for row in (await eve.get("/api/tables")).json["tables"]]
            assert (await eve.command(table, "sit", seat=1)).status == 200  # who has its address may come
            heard = await ada.post("/api/tables", {"key": "k2", "config": {"game": "rule-out"}})
            assert heard.json["refused"] == "bad-configuration"
            heard = await ada.post("/api/tables", {"key": "k3", "config": {**config, "rules": "x = 1"}})
            assert heard.status == 403
            for number in range(3):
                body = {"key": f"m{number}", "config": config}
                assert (await ada.post("/api/tables", body)).status == 200
            heard = await ada.post("/api/tables", {"key": "m9", "config": config})
            assert heard.json["refused"] == "too-many-tables"
            # Sent again, what was done is answered again, whatever has become of the limits.
            assert (await ada.post("/api/tables", {"key": "k", "config": config})).json["table"] == table

    asyncio.run(ask())


def test_p35_bots_play_with_chips_of_the_house() -> None:
    async def ask() -> None:
        async with running() as site:
            ada = await site.guest()
            body = {"key": "k", "config": {"game": "low-four", "private": True}}
            table = (await ada.post("/api/tables", body)).json["table"]
            await ada.command(table, "sit", seat=1)
            heard = await ada.command(table, "bot", seat=2, strategy="optimal", wagers={"ante": 500})
            assert heard.status == 200, heard.raw
            await ada.command(table, "bet", seat=1, round=1, wagers={"ante": 500})
            await ada.command(table, "ready", seat=1, round=1)
            await ada.command(table, "decide", seat=1, round=1, stage="play", choice={"decision": "fold"})
            assert site.pit.tables[table].rounds == 2
            record = (await ada.get(f"/api/tables/{table}/rounds/1")).json["round"]
            assert record["players"]["2"]["bot"] == "optimal"
            assert sum(site.pit.store.all_balances().values()) == 0

    asyncio.run(ask())
