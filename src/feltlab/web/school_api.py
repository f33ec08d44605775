"""The school's JSON API: a question, then whether the answer is right, why, and the manual's step."""

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from hashlib import sha256
from time import time
from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import Field

from feltlab.errors import FeltlabError
from feltlab.web import lab_answers as answers
from feltlab.web import school
from feltlab.web.bodies import StrictRoute
from feltlab.web.body import Body
from feltlab.web.site import PlainResponse
from feltlab.web.text import TEXT
from feltlab.web.work import bounded
from feltlab.wire import dump, read_object

router = APIRouter(prefix="/api/school", tags=["school"], route_class=StrictRoute)

_SECRET = secrets.token_bytes(32)
"""Of this process: after a restart an open question is asked anew."""
_LARGEST_SEED = 2**53


class AskDrill(Body):
    """Nothing is needed; a seed asks for one certain question."""

    seed: int | None = Field(None, ge=0, le=_LARGEST_SEED)


class Reply(Body):
    id: Annotated[str, Field(max_length=400)]
    answer: Any


def _sign(body: bytes) -> bytes:
    return hmac.digest(_SECRET, body, sha256)[:16]


def sealed(game: str, drill: str, seed: int) -> str:
    """An id that only this server can make: the question can be made again from it, the answer is not in it."""
    body = dump({"game": game, "drill": drill, "seed": seed, "at": int(time())}).encode()
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


def asked(game: str, drill: str, seed: int | None) -> dict[str, Any]:
    found, exercise = school.find(game, drill)
    seed = secrets.randbelow(_LARGEST_SEED) if seed is None else seed
    question, _ = school.made(found, exercise, seed)
    return {
        "id": sealed(found.slug, exercise.slug, seed),
        "game": found.slug,
        "drill": exercise.slug,
        "question": question.prompt,
        "hint": question.hint,
        "show": question.show,
        "ask": question.ask,
        "rules": exercise.needed(found),
        "pays": school.pay_tables(found, question.pays),
    }


def judged(id: str, answer: object) -> dict[str, Any]:
    told = opened(id)
    game, drill = school.find(told["game"], told["drill"])
    _, key = school.made(game, drill, told["seed"])
    return {
        "right": key.right(answer),
        "correct": key.correct,
        "step": drill.step(game, key.step),
        "explain": key.told(answer),
        "marks": school.marks(key, answer),
        "seconds": max(0, int(time()) - told["at"]),
    }


@router.post("/answer", responses=answers.of(answers.Marked))
async def answer(reply: Reply) -> Response:
    """Judge an answer by the rule book."""
    return PlainResponse(await bounded(lambda: judged(reply.id, reply.answer)))


@router.post("/{game}/{drill}", responses=answers.of(answers.AskedAnswer))
async def question(game: str, drill: str, wanted: AskDrill | None = None) -> Response:
    """A new question of a drill."""
    seed = None if wanted is None else wanted.seed
    return PlainResponse(await bounded(lambda: asked(game, drill, seed)))
