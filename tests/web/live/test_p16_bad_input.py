"""Any input is answered without a 5xx, in JSON, without an echo, and changes nothing."""

import asyncio
import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain, islice
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.table.config import Config
from feltlab.web.accounts.models import Login
from feltlab.web.door.bodies import ApiError, read_body
from feltlab.web.live import models
from tests.live.soak import parts, size
from tests.service.conftest import Cluster
from tests.web.live.site import LOGIN, Browser, Site, Wire, person, running
from tests.web.staff import PASSWORD

MARK = "zQ9echo"
"""Part of what is sent; must never come back."""
RAW_VALUES = [
    "NaN", "Infinity", "-Infinity", "1e400", "-1e400", "true", "false", '"10"', "10.0", "1.0", "1e2", "-1", "0", "null",
    "9" * 5000, "1" + "0" * 4000, str(2**63), str(2**64 + 1), "-0", "0.1", '"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"',
    '""', "[]", "{}", "[1]", '{"a":1}', "[" * 500 + "]" * 500, '{"a":' * 300 + "1" + "}" * 300, f'"{MARK}"',
    '"' + MARK * 2000 + '"', '"😀"', '"<script>alert(1)</script>"', '"\'; DROP TABLE players; --"', '"..%2f..%2f"',
    "01", "+1", ".5", "1.", "'a'", "undefined", "", '"\t"', "\\", "0x10", '{"a":1,"a":2}',
]  # fmt: skip
RAW_BODIES = [
    b"", b"null", b"[]", b"1", b'"text"', b"{", b"}", b"{}", b"\xff\xfe", b"\xef\xbb\xbf{}", b"\x00", b"{}{}", b"{} x",
    b"[" * 30000, b'{"a":' * 10000, b'{"key":"a","key":"b","do":"sit","seat":1}', b"\xed\xa0\x80", b'{"\\ud800":1}',
    b'{"key":"k","do":"sit","seat":1,"seat":1}', b" " * 60000 + b"{", b"{'key':1}", b'{"key":"k" "do":"sit"}',
]  # fmt: skip
TEMPLATES: list[tuple[str, dict[str, Any]]] = [
    ("commands", {"key": "k", "do": "sit", "seat": 2}),
    ("commands", {"key": "k", "do": "leave", "seat": 1}),
    ("commands", {"key": "k", "do": "bet", "seat": 1, "round": 1, "wagers": {"ante": 500}}),
    ("commands", {"key": "k", "do": "seed", "seat": 1, "round": 1, "text": "abc"}),
    ("commands", {"key": "k", "do": "ready", "seat": 1, "round": 1}),
    ("commands", {"key": "k", "do": "decide", "seat": 1, "round": 1, "stage": "play", "choice": {"decision": "play"}}),
    ("commands", {"key": "k", "do": "decide", "seat": 1, "round": 1, "stage": "play", "choice": {"set": ["As", "2d"]}}),
    ("commands", {"key": "k", "do": "bot", "seat": 3, "strategy": "optimal", "wagers": {"ante": 500}}),
    ("commands", {"key": "k", "do": "void", "cause": "misdeal", "reason": "x", "seat": 1}),
    ("commands", {"key": "k", "do": "status", "status": "paused", "reason": "x"}),
    ("commands", {"key": "k", "do": "rate", "wager": "combo-progressive", "increment_ppm": 5}),
    ("commands", {"key": "k", "do": "configure", "config": {"game": "low-four", "limits": {"ante": [100, 200]}}}),
    ("purse", {"key": "k", "do": "buy-in", "cents": 500}),
    ("tables", {"key": "k", "config": {"game": "low-four", "seats": 3, "betting_seconds": 5, "private": False}}),
    ("login", {"name": "a", "password": "b"}),
]
PATHS = {
    "commands": "/api/tables/low-four-1/commands",
    "purse": "/api/purse",
    "tables": "/api/tables",
    "login": "/api/login",
}
MODELS: dict[str, TypeAdapter[Any]] = {
    "commands": TypeAdapter(models.Command),
    "purse": TypeAdapter(models.Purse),
    "tables": TypeAdapter(models.NewTableBody),
    "login": TypeAdapter(Login),
}
REFUSED: list[dict[str, Any]] = [
    {"do": "sit", "seat": 1}, {"do": "leave", "seat": 4}, {"do": "bet", "seat": 2, "round": 1, "wagers": {"ante": 500}},
    {"do": "bet", "seat": 1, "round": 99, "wagers": {"ante": 500}}, {"do": "bet", "seat": 1, "round": 1, "wagers": {}},
    {"do": "bet", "seat": 1, "round": 1, "wagers": {"ante": 1}}, {"do": "bet", "seat": 1, "round": 1, "wagers": {"x": 5}},
    {"do": "bet", "seat": 1, "round": 1, "wagers": {"ante": 10**12}}, {"do": "dismiss", "seat": 1},
    {"do": "bet", "seat": 1, "round": 1, "wagers": {"play": 500, "ante": 500}}, {"do": "advance", "step": "no more bets"},
    {"do": "decide", "seat": 1, "round": 1, "stage": "play", "choice": {}},
    {"do": "decide", "seat": 1, "round": 1, "stage": "trade", "choice": {"trade": None}},
    {"do": "void", "cause": "misdeal"}, {"do": "status", "status": "closed"}, {"do": "status", "status": "open"},
    {"do": "configure", "config": {"game": "rule-out", "decks": 3}}, {"do": "rate", "wager": "ante", "increment_ppm": 1},
]  # fmt: skip
MANGLED_ADDRESSES = [
    "/api/tables/nowhere", "/api/tables/%00", "/api/tables/low-four-1/rounds/0", "/api/tables/low-four-1/rounds/-1",
    "/api/tables/low-four-1/rounds/99999999999999999999", "/api/tables/low-four-1/rounds/1e3",
    "/api/tables/low-four-1/rounds?limit=-1", "/api/tables/low-four-1/rounds?limit=1e9", "/api/audit?after=x",
    "/api/tables/low-four-1/rounds?seat=true", "/api/tables/low-four-1/rounds?seat=8", "/api/tables/" + "x" * 5000,
    "/api/tables/low-four-1/rounds?limit=٣", "/api/tables/low-four-1/coach", "/api/nothing", "/api/tables/a/b/c/d",
]  # fmt: skip


def mutations(body: dict[str, Any]) -> Iterator[str]:
    """The body as text with each of its values replaced, left out, doubled or joined by another."""
    for path in _paths(body):
        for raw in RAW_VALUES:
            yield _written(body, path, raw)
        yield _written(body, path, None)
    text = json.dumps(body)
    for name in ("extra", MARK, "__proto__", "player", "Key", "role"):
        yield f'{text[:-1]},"{name}":1}}'
        yield f'{{"{name}":"{MARK}",{text[1:]}'
    for cut in range(1, len(text), 3):
        yield text[:cut]


def _paths(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if before:
        yield before
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _paths(item, (*before, key))


def _written(value: Any, path: tuple[Any, ...], raw: str | None) -> str:
    """JSON text, with `raw` in the place of one value; None leaves the value out."""
    if isinstance(value, dict):
        parts = []
        for key, item in value.items():
            if path and key == path[0]:
                if len(path) == 1:
                    parts += [] if raw is None else [f"{json.dumps(key)}:{raw}"]
                    continue
                parts.append(f"{json.dumps(key)}:{_written(item, path[1:], raw)}")
            else:
                parts.append(f"{json.dumps(key)}:{json.dumps(item)}")
        return "{" + ",".join(parts) + "}"
    if isinstance(value, list) and path:
        items = [
            (raw or "null") if len(path) == 1 and place == path[0] else json.dumps(item)
            for place, item in enumerate(value)
        ]
        return "[" + ",".join(items) + "]"
    return json.dumps(value)


def is_sound(kind: str, raw: bytes) -> bool:
    """Whether a mutation has left the body as it may be: it is not bad input then."""
    try:
        MODELS[kind].validate_python(read_body(raw))
    except (ApiError, ValidationError):
        return False
    return True


def digest(site: Site) -> str:
    tables = {name: state.digest for name, state in sorted(site.pit.tables.items())}
    accounts = site.pit.store.all_balances()
    players = len(site.pit.store.players())
    return sha256(json.dumps([tables, accounts, players], sort_keys=True).encode()).hexdigest()


def corpus() -> list[tuple[str, bytes]]:
    found = [(kind, raw) for kind in PATHS for raw in RAW_BODIES]
    for kind, body in TEMPLATES:
        for text in mutations(body):
            raw = text.encode("utf-8", "surrogatepass")
            if not is_sound(kind, raw):
                found.append((kind, raw))
    return found


def mangled(random: Random) -> Iterator[tuple[str, bytes]]:
    """Without end: a few bytes of a good body flipped, doubled, left out, put in or exchanged with another's."""
    good = [(kind, json.dumps(body).encode()) for kind, body in TEMPLATES]
    while True:
        kind, body = random.choice(good)
        raw = bytearray(body)
        for _ in range(random.randint(1, 4)):
            at, length = random.randrange(len(raw)), random.randint(1, 6)
            match random.randrange(5):
                case 0:
                    raw[at] ^= 1 << random.randrange(8)
                case 1:
                    raw[at:at] = raw[at : at + length]
                case 2:
                    del raw[at : at + length]
                case 3:
                    raw[at:at] = random.choice(RAW_VALUES).encode()[:60]
                case _:
                    other = random.choice(good)[1]
                    raw[at : at + length] = other[at : at + length]
            if not raw:
                break
        if not is_sound(kind, bytes(raw)):
            yield kind, bytes(raw)


async def bad_request(player: Browser, kind: str, raw: bytes) -> None:
    heard = await player.post(PATHS[kind], raw)
    assert 400 <= heard.status < 500, (heard.status, raw[:200])
    assert heard.json["ok"] is False
    assert MARK not in heard.raw.decode()
    assert len(heard.raw) < 300
    assert "\n" not in heard.json.get("error", "")


def spoken(bodies: Iterable[tuple[str, bytes]]) -> Iterator[str]:
    """Those that are commands, as text: a frame has no bytes that are none."""
    for kind, raw in bodies:
        text = raw.decode("utf-8", "replace")
        if kind == "commands" and not is_sound(kind, text.encode()):
            yield text


async def bad_frame(wire: Wire, text: str) -> None:
    wire.send(text)
    answer = await wire.next()
    assert answer["ok"] is False, text[:200]
    assert MARK not in json.dumps(answer)


async def battery(requests: int, frames: int, seed: int) -> None:
    """The whole corpus in another order each time, then bodies that chance has mangled."""
    random = Random(seed)
    async with running() as site:
        site.open_table("low-four-1", Config("low-four"))
        player = await site.guest()
        assert (await player.command("low-four-1", "sit", seat=1)).status == 200
        known = corpus()
        random.shuffle(known)
        before = digest(site)
        for kind, raw in islice(chain(known, mangled(random)), requests):
            await bad_request(player, kind, raw)
        async with player.at("low-four-1", 0) as wire:
            await wire.next()
            for text in islice(spoken(chain(known, mangled(random))), frames):
                await bad_frame(wire, text)
        for body in REFUSED:
            heard = await player.post(PATHS["commands"], {"key": "k2", **body})
            assert heard.status in (403, 409), (body, heard.raw)
        for path in MANGLED_ADDRESSES:
            heard = await player.get(path)
            assert 400 <= heard.status < 500, path
            assert heard.json["ok"] is False
        assert digest(site) == before


def test_p16_the_corpus_is_large_and_bad() -> None:
    assert len(corpus()) > 3000
    assert not is_sound("commands", b'{"key":"k","do":"sit","seat":true}')
    assert is_sound("commands", b'{"key":"k","do":"sit","seat":1}')


def test_p16_bad_input_is_answered_and_changes_nothing() -> None:
    asyncio.run(battery(3500, 1500, seed=3))


@pytest.mark.soak
def test_p16_a_hundred_thousand_bad_requests_and_as_many_bad_frames() -> None:
    for number in parts("p16", size("p16", 100_000), 10_000):
        asyncio.run(battery(10_000, 10_000, seed=5 + number))


@pytest.mark.parametrize(
    "extra",
    [
        {"content_type": "text/plain"}, {"content_type": "application/x-www-form-urlencoded"}, {"content_type": ""},
        {"content_length": "-1"}, {"content_length": "99999999999999999999"}, {"content_length": "1e3"},
    ],
)  # fmt: skip
def test_p16_wrong_headers(extra: dict[str, str]) -> None:
    async def ask() -> int:
        async with running() as site:
            player = await site.guest()
            return (await player.post("/api/purse", {"key": "k", "do": "buy-in", "cents": 5}, **extra)).status

    assert asyncio.run(ask()) in (413, 415)


def test_p16_a_huge_body_and_a_huge_frame() -> None:
    async def ask() -> None:
        async with running() as site:
            site.open_table("low-four-1", Config("low-four"))
            player = await site.guest()
            body = b'{"key":"' + b"x" * 200_000 + b'"}'
            assert (await player.post("/api/purse", body)).status == 413
            assert (await player.post("/api/purse", body, content_length="-")).status == 413  # in pieces, no length
            async with player.at("low-four-1") as wire:
                await wire.next()
                wire.send(body.decode())
                assert "too large" in (await wire.next())["error"]

    asyncio.run(ask())


NULS: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/api/login", {"name": "\0", "password": "x"}), ("POST", "/api/login", {"name": "Ada", "password": "x\0"}),
    ("POST", "/api/login", {"name": "Ada", "password": "x", "\0": 1}),
    ("POST", "/api/accounts", {"key": "a\0", "name": "Bea", "password": PASSWORD, "role": "player", "reason": "x"}),
    ("POST", "/api/accounts/%00", {"key": "k", "disabled": True, "reason": "x"}),
    ("POST", "/api/accounts/a\0b/reset", {"key": "k", "what": "password", "reason": "x"}),
    ("POST", "/api/accounts/%00/sessions", {"end": "all", "reason": "x"}),
    ("POST", "/api/accounts/Ada/sessions", {"end": "\0", "reason": "x"}), ("GET", "/api/accounts/Ada%00/sessions", {}),
    ("GET", "/api/accounts?after=%00", {}), ("GET", "/api/accounts?after=a&%00=b", {}),
    ("GET", "/floor/accounts?after=%00", {}), ("GET", "/floor/tables/%00.json", {}), ("GET", "/api/requests/%00", {}),
]  # fmt: skip


def test_p16_u_0000_is_refused_at_the_door(postgres: Cluster) -> None:
    async def ask() -> None:
        async with running(LOGIN, Pit(open_store(postgres.emptied()))) as site:
            site.open_table("low-four-1", Config("low-four"))
            admin, player = await person(site, "admin"), await person(site, "player")
            before = digest(site)
            for method, path, body in NULS:
                heard = await (admin.post(path, body) if method == "POST" else admin.get(path))
                assert (heard.status, heard.json["ok"]) == (400, False), (path, heard.raw)
                assert "U+0000" in heard.json["error"], path
                assert "\0" not in heard.raw.decode()
            async with player.at("low-four-1") as wire:
                await wire.next()
                for said in ({"key": "k\0", "do": "sit", "seat": 1}, {"key": "k", "do": "sit", "seat": 1, "\0": {}}):
                    wire.send(json.dumps(said))
                    answer = await wire.next()
                    assert (answer["ok"], "U+0000" in answer["error"]) == (False, True)
            for table in ("%00", "low-four-1?v=%00"):
                wire = Wire(player, table, None, {})
                await wire.open()
                assert await wire.end() == 1008
                await wire.cut()
            assert (await admin.get("/api/accounts?after=%2500")).status == 200  # three characters, none of them U+0000
            assert digest(site) == before

    asyncio.run(ask())


@pytest.mark.parametrize("given", [[], ["As"] * 8, ["Ax"], [5], "X", 5, {}])
def test_p16_what_may_be_text_or_a_list_is_told_what_is_expected(given: object) -> None:
    said = "set must be the name of a side, or a list of 1 to 7 cards such as As or Td"
    body = {"key": "k", "do": "decide", "seat": 1, "round": 1, "stage": "play", "choice": {"set": given}}

    async def ask() -> Any:
        async with running() as site:
            site.open_table("low-four-1", Config("low-four"))
            return (await (await site.guest()).post("/api/tables/low-four-1/commands", body)).json

    assert asyncio.run(ask())["error"].endswith(said)
