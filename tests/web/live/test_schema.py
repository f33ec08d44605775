"""The description of the API is complete, and what it says is true. Schemathesis makes up requests from it."""

import asyncio
import json
from typing import Any, cast
from urllib.parse import urlencode

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from pydantic import BaseModel
from schemathesis.core import NotSet

from feltlab.table.config import Config
from feltlab.web.accounts.people import ROLES
from feltlab.web.door import answers as door
from feltlab.web.floor import answers as floor
from feltlab.web.live import answers as live
from tests.live.soak import parts, size
from tests.web.live.site import LOGIN, Browser, Site, fresh_key, person, running

KINDS: dict[str, type[BaseModel]] = {**vars(door), **vars(live), **vars(floor)}
OURS = ("live table", "recall", "floor", "accounts")


def test_every_route_is_described() -> None:
    async def read() -> Any:
        async with running() as site:
            return (await (await site.guest()).get("/api/openapi.json")).json

    schema = asyncio.run(read())
    described = 0
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            if operation.get("tags", [""])[0] not in OURS:
                continue
            described += 1
            assert operation["responses"]["200"]["content"], path
            if path.startswith("/api"):
                assert {"401", "403", "422", "429", "503"} <= operation["responses"].keys(), path
                assert operation["security"], path
            if method == "post" and path != "/api/logout":
                assert operation["requestBody"]["required"], path
    assert described >= 18


async def one_of_each(site: Site) -> dict[str, Any]:
    """An answer of each kind, with something in it."""
    site.open_table("low-four-1", Config("low-four"))
    player = await site.guest()
    found: dict[str, Any] = {"Me": (await player.get("/api/me")).json}
    found["DoneAnswer"] = (await player.command("low-four-1", "sit", seat=1)).json
    await player.command("low-four-1", "bet", seat=1, round=1, wagers={"ante": 500})
    await player.command("low-four-1", "ready", seat=1, round=1)
    found["Coach"] = (await player.get("/api/tables/low-four-1/coach")).json
    found["TablePage"] = (await player.get("/api/tables/low-four-1")).json
    await player.command("low-four-1", "decide", seat=1, round=1, stage="play", choice={"decision": "fold"})
    found["RoundList"] = (await player.get("/api/tables/low-four-1/rounds?seat=1")).json
    found["OneRound"] = (await player.get("/api/tables/low-four-1/rounds/1")).json
    found["Shuffle"] = (await player.post("/api/verify-shuffle", found["OneRound"]["round"])).json
    found["Verified"] = (await player.get("/api/tables/low-four-1/verify")).json
    found["Floor"] = (await player.get("/api/floor")).json
    found["Tables"] = (await player.get("/api/tables")).json
    config = {"game": "rule-out", "private": True}
    found["Opened"] = (await player.post("/api/tables", {"key": fresh_key(), "config": config})).json
    found["RefusedAnswer"] = (await player.command("low-four-1", "sit", seat=1)).json
    found["Problem"] = (await player.get("/api/audit")).json
    found["Health"] = (await player.get("/healthz")).json
    return found


def test_answers_are_as_described() -> None:
    async def ask() -> dict[str, Any]:
        async with running() as site:
            return await one_of_each(site)

    for name, answer in asyncio.run(ask()).items():
        KINDS[name].model_validate(answer, strict=True)


def test_a_round_of_ours_verifies_and_a_changed_one_does_not() -> None:
    async def ask() -> None:
        async with running() as site:
            found = await one_of_each(site)
            assert found["Shuffle"]["verified"] is True
            assert found["Shuffle"]["cards"] == 14
            record = found["OneRound"]["round"]
            record["dealt"]["dealer"][0] = record["dealt"]["dealer"][1]
            player = await site.guest()
            assert (await player.post("/api/verify-shuffle", record)).json["verified"] is False
            another = {**record, "game": "zQ9echo"}
            assert (await player.post("/api/verify-shuffle", another)).json["verified"] is False
            del another["cut"]  # without it the game would have to be known
            heard = await player.post("/api/verify-shuffle", another)
            assert heard.status == 422
            assert b"zQ9echo" not in heard.raw

    asyncio.run(ask())


@pytest.mark.filterwarnings("ignore")
def test_p16_made_up_requests_are_never_an_error_of_ours() -> None:
    assert explore(15) > 200


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("role", ROLES)
def test_p16_made_up_requests_of_everybody_who_logs_in_are_never_an_error_of_ours(role: str) -> None:
    assert explore(2, role=role) > 50


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")
def test_p16_a_hundred_thousand_made_up_requests() -> None:
    for number in parts("p16-made-up", size("p16", 100_000), 2_000):
        assert explore(110, number) > 2_000


def explore(each: int, seed: int = 0, role: str = "") -> int:
    """Requests made from the description, of a guest or of a role: no 5xx, answers as described, no money from nowhere."""
    with asyncio.Runner() as runner:
        context = running(LOGIN) if role else running()
        site = runner.run(context.__aenter__())
        site.open_table("low-four-1", Config("low-four"))
        player = runner.run(person(site, role) if role else site.guest())
        schema = schemathesis.openapi.from_dict(runner.run(player.get("/api/openapi.json")).json)
        operations: list[Any] = [cast(Any, found).ok() for found in schema.get_all_operations()]
        ours = [each for each in operations if each.definition.raw.get("tags", [""])[0] in OURS]
        calls = sum(_explore(operation, each, seed, runner, player) for operation in ours)
        assert sum(site.pit.store.all_balances().values()) == 0
        runner.run(context.__aexit__(None, None, None))
        return calls


def _explore(operation: Any, each: int, seed: int, runner: asyncio.Runner, player: Browser) -> int:
    calls = 0

    @seeded(seed)
    @given(case=operation.as_strategy())
    @settings(
        max_examples=each, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def ask(case: Any) -> None:
        nonlocal calls
        calls += 1
        query = urlencode({name: str(value) for name, value in (case.query or {}).items()})
        path = case.formatted_path.replace("/api/logout", "/api/me")  # the session is needed for the rest
        body = b"" if isinstance(case.body, NotSet) else json.dumps(case.body).encode()
        method = "GET" if path == "/api/me" else case.method
        heard = runner.run(player.ask(method, f"{path}?{query}" if query else path, body))
        assert heard.status < 500, (method, path, body, heard.raw)
        assert str(heard.status) in operation.definition.raw["responses"] or heard.status in (404, 405), heard.status
        if path.startswith("/api"):
            assert heard.json["ok"] is (heard.status == 200)

    ask()
    return calls
