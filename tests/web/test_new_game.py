"""A game added after everything is loaded: bodies, pages, drills, commands and the API's description know it at once."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import typer
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from feltlab.commands import games
from feltlab.commands.lab import analyze
from feltlab.commands.simulate import simulate
from feltlab.games import GAMES
from feltlab.web.school import drills
from tests.table.strangers import STRANGERS
from tests.web.live.site import Browser, Heard, running

TWIN = replace(GAMES["low-four"], slug="late-four", title="Late Four")
"""A game with every part, which nobody has heard of until a test adds it."""
LATE = {**STRANGERS, TWIN.slug: TWIN}


@pytest.fixture
def late(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The site, which has answered before the games come."""
    assert {site.get(page).status_code for page in ("/", "/lab", "/lab/verify", "/school")} == {200}
    with monkeypatch.context() as patch:
        for slug, game in LATE.items():
            patch.setitem(GAMES, slug, game)
        yield site


def body(answer: Any) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_pages_count_and_list_it(late: TestClient) -> None:
    lobby = late.get("/").text
    assert "Seven games." in lobby
    assert all(game.title in lobby for game in LATE.values())
    assert TWIN.slug in {game["slug"] for game in body(late.get("/lab.json"))["games"]}
    assert TWIN.title in body(late.get("/lab/verify.json"))["names"].values()
    assert set(LATE) < {card["slug"] for card in body(late.get("/school.json"))["cards"]}
    assert {"slug": "swap", "title": "Swap"} in body(late.get("/rules/low-four.json"))["others"]


@pytest.mark.parametrize("slug", LATE)
@pytest.mark.parametrize("room", ["rules", "school", "play", "practice"])
def test_its_pages(late: TestClient, room: str, slug: str) -> None:
    assert LATE[slug].title in late.get(f"/{room}/{slug}").text
    body(late.get(f"/{room}/{slug}.json"))


@pytest.mark.parametrize("slug", LATE)
def test_its_drills(late: TestClient, slug: str) -> None:
    for drill in drills.drills_of(LATE[slug]):
        for seed in range(6):
            asked = body(late.post(f"/api/school/{slug}/{drill}", json={"seed": seed}))
            body(late.post("/api/school/answer", json={"id": asked["id"], "answer": None}))


def test_the_lab_answers_about_it(late: TestClient) -> None:
    asked = {"game": TWIN.slug}
    assert body(late.post("/api/lab/analyze", json=asked))["analysis"]["game"] == GAMES["low-four"].slug
    body(late.post("/api/lab/sessions", json={**asked, "length": 5, "sessions": 5}))
    body(late.get(f"/lab/{TWIN.slug}.json"))


@pytest.mark.parametrize("address", ["/lab/harbour.json", "/practice/harbour/hand.json"])
def test_what_needs_a_solver_says_so(late: TestClient, address: str) -> None:
    said = late.get(address)
    assert said.status_code == 400
    assert (
        said.json()["error"]
        == "harbour fits no exact plan: weather comes from a separate deck; it cannot be sampled either: weather comes from a separate deck"
    )


def test_commands_take_it(late: TestClient) -> None:
    app = typer.Typer()
    for command in (games.games, games.rules, analyze, simulate):
        app.command()(command)
    run = CliRunner()
    assert all(slug in run.invoke(app, ["games", "--json"]).output for slug in LATE)
    for arguments in (["rules", "swap"], ["analyze", TWIN.slug], ["simulate", TWIN.slug, "--rounds", "100"]):
        done = run.invoke(app, arguments, catch_exceptions=False)
        assert done.exit_code == 0, done.output


def described(document: Any) -> tuple[set[str], set[str], set[str]]:
    kinds = document["components"]["schemas"]
    decide = kinds["DecideBody"]["properties"]
    choice = decide["choice"]
    choice = kinds[choice["$ref"].rpartition("/")[2]] if "$ref" in choice else choice
    return (
        set(kinds["TableConfig"]["properties"]["game"]["enum"]),
        set(decide["stage"]["enum"]),
        set(choice["properties"]),
    )


def test_a_table_is_opened_and_played_and_the_description_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with running() as site:
            guest = await site.guest()
            before = described((await guest.get("/api/openapi.json")).json)
            assert before[0] == set(GAMES)
            refused = await opened(guest, "swap", "before")
            assert refused.status == 422
            assert refused.json["error"] == f"config.game is not one of {', '.join(GAMES)}"
            for slug, game in STRANGERS.items():
                monkeypatch.setitem(GAMES, slug, game)
            after = described((await guest.get("/api/openapi.json")).json)
            assert [now - then for now, then in zip(after, before, strict=True)] == [
                {"harbour", "swap"}, {"first", "last", "swap"}, {"first", "last", "swap"},
            ]  # fmt: skip
            await play_harbour(guest, (await opened(guest, "harbour", "harbour")).json["table"])
            await play_swap(guest, (await opened(guest, "swap", "swap")).json["table"])

    asyncio.run(ask())


async def opened(guest: Browser, slug: str, key: str) -> Heard:
    return await guest.post("/api/tables", {"key": key, "config": {"game": slug, "private": True}})


async def bet(guest: Browser, table: str) -> None:
    assert (await guest.command(table, "sit", seat=1)).status == 200
    assert (await guest.command(table, "bet", seat=1, round=1, wagers={"ante": 500})).status == 200
    assert (await guest.command(table, "ready", seat=1, round=1)).status == 200


async def decided(guest: Browser, table: str, stage: str, choice: dict[str, Any]) -> Heard:
    return await guest.command(table, "decide", seat=1, round=1, stage=stage, choice=choice)


async def play_harbour(guest: Browser, table: str) -> None:
    await bet(guest, table)
    wrong = await decided(guest, table, "second", {"first": "bet"})
    assert wrong.status == 422
    assert wrong.json["error"].startswith("stage is not one of play, ")
    wrong = await decided(guest, table, "first", {"first": "raise"})
    assert wrong.json["error"] == "choice.first is not one of the values allowed"
    assert (await decided(guest, table, "first", {"second": "bet"})).json["error"] == "a field is not known here"
    assert (await decided(guest, table, "first", {"first": "check"})).status == 200
    assert (await decided(guest, table, "last", {"last": "bet"})).status == 200
    (record,) = (await guest.get(f"/api/tables/{table}/rounds")).json["rounds"]
    assert json.dumps(record["players"]["1"]).count("check")


async def play_swap(guest: Browser, table: str) -> None:
    await bet(guest, table)
    async with guest.at(table) as wire:
        frame = await wire.next()
        card = frame["view"]["round"]["seats"]["1"]["cards"][0]
        said = await wire.command("decide", seat=1, round=1, stage="swap", choice={"swap": card})
        assert said["ok"], said
