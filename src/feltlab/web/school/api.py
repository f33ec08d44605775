"""The school's JSON API: a question, then whether the answer is right, why, and the manual's step."""

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping
from hashlib import sha256
from time import time
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from feltlab.errors import FeltlabError
from feltlab.rules.game import Game
from feltlab.web.door.bodies import StrictRoute
from feltlab.web.door.body import Body
from feltlab.web.lab import answers
from feltlab.web.school import drills
from feltlab.web.site.at_table import game_there
from feltlab.web.site.page import PlainResponse
from feltlab.web.site.text import TEXT
from feltlab.web.site.work import bounded
from feltlab.wire import dump, read_object

router = APIRouter(prefix="/api/school", tags=["school"], route_class=StrictRoute)

_SECRET = secrets.token_bytes(32)
"""Of this process: after a restart, ask an open question again."""
_LARGEST_SEED = 2**53


class AskDrill(Body):
    """Every field is optional: a seed asks for one particular question, a table for the game as it is played there."""

    seed: int | None = Field(None, ge=0, le=_LARGEST_SEED)
    table: Annotated[str, Field(max_length=80)] | None = None


class Reply(Body):
    id: Annotated[str, Field(max_length=400)]
    answer: Any


def _sign(body: bytes) -> bytes:
    return hmac.digest(_SECRET, body, sha256)[:16]


def sealed(game: str, table: str, drill: str, seed: int) -> str:
    """An id that only this server can make: the question can be made again from it, and the answer is not in it."""
    body = dump({"game": game, "table": table, "drill": drill, "seed": seed, "at": int(time())}).encode()
    return urlsafe_b64encode(_sign(body) + body).decode().rstrip("=")


def opened(id: str) -> dict[str, Any]:
    try:
        raw = urlsafe_b64decode(id.encode("ascii") + b"=" * (-len(id) % 4))
    except (UnicodeEncodeError, Base64Error, ValueError):
        raise FeltlabError(TEXT["school"]["expired"]) from None
    mark, body = raw[:16], raw[16:]
    if not hmac.compare_digest(mark, _sign(body)):
        raise FeltlabError(TEXT["school"]["expired"])
    return read_object(body)


def asked(found: Game, table: str, drill: str, seed: int | None) -> dict[str, Any]:
    exercise = drills.find(found, drill)
    seed = secrets.randbelow(_LARGEST_SEED) if seed is None else seed
    question, _ = drills.made(found, exercise, seed)
    return {
        "id": sealed(found.slug, table, exercise.slug, seed),
        "game": found.slug,
        "drill": exercise.slug,
        "question": question.prompt,
        "hint": question.hint,
        "show": question.show,
        "ask": question.ask,
        "rules": exercise.needed(found),
        "pays": drills.pay_tables(found, question.pays),
    }


def judged(game: Game, told: Mapping[str, Any], answer: object) -> dict[str, Any]:
    drill = drills.find(game, told["drill"])
    _, key = drills.made(game, drill, told["seed"])
    return {
        "right": key.right(answer),
        "correct": key.correct,
        "step": drill.step(game, key.step),
        "explain": key.told(answer),
        "marks": drills.marks(key, answer),
        "about": list(key.about),
        "seconds": max(0, int(time()) - told["at"]),
    }


@router.post("/answer", responses=answers.of(answers.Marked))
async def answer(request: Request, reply: Reply) -> Response:
    """Judge an answer by the rule book."""
    told = opened(reply.id)
    game = game_there(request, told["game"], told["table"])
    return PlainResponse(await bounded(lambda: judged(game, told, reply.answer)))


@router.post("/{game}/{drill}", responses=answers.of(answers.AskedAnswer))
async def question(request: Request, game: str, drill: str, wanted: AskDrill | None = None) -> Response:
    """A new question of a drill."""
    table, seed = (wanted.table or "", wanted.seed) if wanted else ("", None)
    found = game_there(request, game, table)
    return PlainResponse(await bounded(lambda: asked(found, table, drill, seed)))
