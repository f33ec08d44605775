"""The WebSocket of a client at a table: what it missed, then everything as it is committed, and commands as frames."""

import asyncio
import contextlib
from dataclasses import replace
from typing import Any, Final

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from feltlab.errors import StoreError
from feltlab.web.accounts.auth import caller, house_of
from feltlab.web.door.bodies import NOT_NOW, ApiError, read_body, words_of
from feltlab.web.door.house import SOCKETS, Account, Establishment
from feltlab.web.door.origin import counted_as
from feltlab.web.live import models
from feltlab.web.live.hall import GOING, Client, Hall
from feltlab.web.live.orders import order
from feltlab.wire import dump

socket_router: Final = APIRouter()
_COMMANDS: Final[TypeAdapter[models.AnyCommand]] = TypeAdapter(models.Command)

UNAUTHORIZED, NO_TABLE, TOO_MANY, FAILED = 4401, 4404, 4429, 1011
"""Close codes: log in first; no such table; too many connections; the database failed. The hall has its own."""


@socket_router.websocket(f"{SOCKETS}{{table}}")
async def table_socket(socket: WebSocket, table: str) -> None:
    house, hall = house_of(socket), _hall(socket)
    who = await caller(socket)
    address = counted_as(socket.client.host if socket.client else "")
    code = _closed_to(house, hall, who, table, address)
    if not (code == TOO_MANY and who is None):  # a refused stranger gets no WebSocket and leaves nothing open
        await socket.accept()
    if code:
        await socket.close(code)
        return
    house.sockets.come(address)
    house.sockets.come(table)
    client = Client(who, table, house.settings.socket_queue)
    tasks: list[asyncio.Task[None]] = []
    try:
        first = await hall.enter(client, _number(socket.query_params.get("v")))
        if not socket.app.state.readiness.is_ready:
            client.push(dump({"ready": False}))
        tasks.append(asyncio.create_task(_send(socket, client, first)))
        tasks.append(asyncio.create_task(_read(socket, client, house, hall)))
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    except StoreError:
        client.end(FAILED, "try again")
    finally:
        house.sockets.go(address)
        house.sockets.go(table)
        hall.leave(client)
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await task
        await _close(socket, client)


def _hall(socket: WebSocket) -> Hall:
    hall: Hall = socket.app.state.hall
    return hall


def _closed_to(house: Establishment, hall: Hall, who: Account | None, table: str, address: str) -> int:
    if who is None and not house.settings.demo:
        return UNAUTHORIZED
    if table not in house.pit.tables:
        return GOING if table in house.pit.tenure.known else NO_TABLE
    limits, sits = house.settings.limits, who is not None and house.table(table).seat_of(who.player) is not None
    if house.sockets.count(address) >= limits.sockets_per_address or not hall.has_room(who):
        return TOO_MANY
    return 0 if sits or house.has_place(table) else TOO_MANY


def _number(text: str | None) -> int | None:
    """An event number; anything else asks for the view alone."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 18 else None


async def _close(socket: WebSocket, client: Client) -> None:
    if socket.client_state is WebSocketState.CONNECTED and socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            await socket.close(client.close_code, client.close_words)


async def _send(socket: WebSocket, client: Client, backlog: str) -> None:
    await socket.send_text(backlog)
    while not client.ended.is_set() or not client.queue.empty():
        frame = await client.next()
        if frame is None:
            return
        await socket.send_text(frame)


async def _read(socket: WebSocket, client: Client, house: Establishment, hall: Hall) -> None:
    """One command after another: a client's commands are carried out in the order it sent them."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        raw = message.get("bytes") or b"" if text is None else _bytes(text)
        if not client.push(dump(await _answer(raw, client, house, hall))):
            return


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


async def _answer(raw: bytes, client: Client, house: Establishment, hall: Hall) -> dict[str, Any]:
    key: str | None = None
    try:
        said = read_body(raw)
        given = said.get("key")
        key = given if isinstance(given, str) and len(given) <= 64 else None
        who = await _checked(client, house, hall)
        body = _COMMANDS.validate_python(said)
        done = await order(house, who, client.table, body)
        client.purse, client.tokens = done.purse, done.tokens
    except ValidationError as error:
        return {"ack": key, "ok": False, "error": words_of(error.errors(include_input=False, include_context=False))}
    except ApiError as error:
        return {"ack": key, **error.body()}
    except StoreError:
        return {"ack": key, "ok": False, "error": NOT_NOW}
    return {"ack": key, "ok": True, "v": done.number, "purse": done.purse, "tokens": done.tokens}


async def _checked(client: Client, house: Establishment, hall: Hall) -> Account:
    """The sender of the frame: the session may have ended since the connection was made."""
    if not house.session_buckets.take(client.who.session if client.who else f"watcher {id(client)}"):
        raise ApiError(429, "too many requests")
    who = await hall.sessions.of_hash(client.who.session) if client.who else None
    if who is None:
        raise ApiError(401, "the session has ended" if client.who else "to play, call GET /api/me first")
    return replace(who, address=client.who.address if client.who else "")
