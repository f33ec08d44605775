"""The second step of a login, and your own account: password, second factor, sessions."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Request, Response

from feltlab.service.rows import Factor, NewAudit
from feltlab.service.store import Transaction
from feltlab.web.accounts import models
from feltlab.web.accounts.auth import LoginSessions, came, ended_told, house_of, session_id, set_cookie, stage
from feltlab.web.accounts.own import Entered, own_account_of
from feltlab.web.door.answers import Described, Yes, responses
from feltlab.web.door.bodies import StrictRoute, plain
from feltlab.web.door.house import Account
from feltlab.wire import dump

router: Final = APIRouter(route_class=StrictRoute, tags=["accounts"])
Due = Literal["", "code", "password", "factor"]
Arriving = Annotated[Account, Depends(stage("code", "password", "factor"))]
Owner = Annotated[Account, Depends(stage())]


class Entering(Yes):
    next: Due
    """The next step before anything else: a `code`, a new `password`, a second `factor`; nothing once you are in."""


class QrCode(Described):
    size: int
    path: str
    """The dark squares of a picture of `size` by `size`, as an SVG path."""


class NewFactor(Yes):
    secret: str
    uri: str
    qr: QrCode


class RecoveryCodes(Entering):
    codes: list[str]


class SessionShown(Described):
    session: str
    device: str
    address: str
    since: int
    seen: int
    half: bool
    """The password was given, but no code."""
    own: bool
    """The current session."""


class SessionList(Yes):
    sessions: list[SessionShown]


class OwnAccountShown(SessionList):
    name: str
    role: str
    factor_since: int | None
    factor_needed: bool
    codes_left: int
    warned_at: int
    warned_of: Literal["", "wrong-code", "used-code"]
    """The last refused code that came after the right password."""
    warned_from: str


class SessionsEnded(Yes):
    ended: int


def entered(request: Request, done: Entered, **more: Any) -> Response:
    token, due = done
    response = plain({"ok": True, "next": due, **more})
    set_cookie(response, token, house_of(request).settings)
    return response


async def sessions_shown(request: Request, player: str, own: str = "") -> list[dict[str, Any]]:
    house, sessions = house_of(request), await sessions_of(request).open_of(player)
    factor = await house.read(house.pit.store.factor, player) or Factor(player)
    return [
        {
            "session": session_id(each.token_hash), "device": each.device, "address": each.address,
            "since": each.created_at, "seen": each.seen_at, "half": bool(factor.salt) and not each.factor_at,
            "own": each.token_hash == own,
        }
        for each in sessions
    ]  # fmt: skip


def sessions_of(request: Request) -> LoginSessions:
    sessions: LoginSessions = request.app.state.sessions
    return sessions


# The login


@router.get("/api/login", responses=responses(Entering))
async def login_step(request: Request, who: Arriving) -> Response:
    """What the user must do next before the session is complete."""
    return plain({"ok": True, "next": who.due})


@router.post("/api/login/code", responses=responses(Entering, refuses=True))
async def login_code(
    request: Request, body: models.OneTimeCode, who: Annotated[Account, Depends(stage("code"))]
) -> Response:
    """The second factor, after the password: a code from the authenticator, or a recovery code. Each counts once."""
    return entered(request, await own_account_of(request).give_code(who, body.code, came(request)))


# Your own account


@router.get("/api/account", responses=responses(OwnAccountShown))
async def own(request: Request, who: Owner) -> Response:
    return plain({"ok": True, **await own_shown(request, who)})


async def own_shown(request: Request, who: Account) -> dict[str, Any]:
    house = house_of(request)
    factor = await house.read(house.pit.store.factor, who.player) or Factor(who.player)
    return {
        "name": who.name,
        "role": who.role,
        "factor_since": factor.since if factor.salt else None,
        "factor_needed": house.settings.needs_factor(who.role),
        "codes_left": len(factor.codes.split()),
        "warned_at": factor.warned_at,
        "warned_of": factor.warned_of,
        "warned_from": factor.warned_from,
        "sessions": await sessions_shown(request, who.player, who.session),
    }


@router.post("/api/account/password", responses=responses(Entering, refuses=True))
async def change_password(
    request: Request, body: models.OwnPassword, who: Annotated[Account, Depends(stage("password"))]
) -> Response:
    """Change the password; all other sessions end, and this one gets a new token."""
    done = await own_account_of(request).change_password(who, body, came(request))
    request.app.state.hall.end_player(who.player)
    return entered(request, done)


@router.post("/api/account/factor", responses=responses(NewFactor, refuses=True))
async def begin_factor(
    request: Request, body: models.Proof, who: Annotated[Account, Depends(stage("factor"))]
) -> Response:
    """A secret for a new authenticator. Until its first code is confirmed, the old one stays valid."""
    return plain({"ok": True, **await own_account_of(request).begin(who, body)})


@router.post("/api/account/factor/confirm", responses=responses(RecoveryCodes, refuses=True))
async def confirm_factor(
    request: Request, body: models.OneTimeCode, who: Annotated[Account, Depends(stage("factor"))]
) -> Response:
    """Confirm the first code: the authenticator is now valid. The recovery codes are shown only this once."""
    codes, done = await own_account_of(request).confirm(who, body.code, came(request))
    request.app.state.hall.end_player(who.player)
    return entered(request, done, codes=codes)


@router.post("/api/account/factor/remove", responses=responses(Entering, refuses=True))
async def remove_factor(request: Request, body: models.Proof, who: Owner) -> Response:
    """Remove the second factor, for roles that do not need one."""
    done = await own_account_of(request).remove(who, body, came(request))
    request.app.state.hall.end_player(who.player)
    return entered(request, done)


@router.post("/api/account/recovery", responses=responses(RecoveryCodes, refuses=True))
async def renew_codes(request: Request, body: models.Proof, who: Owner) -> Response:
    """Ten new recovery codes, shown only this once; the old ones stop working."""
    codes, done = await own_account_of(request).renew_codes(who, body, came(request))
    request.app.state.hall.end_player(who.player)
    return entered(request, done, codes=codes)


@router.post("/api/account/sessions", responses=responses(SessionsEnded))
async def end_sessions(request: Request, body: models.OwnSessionsEnd, who: Owner) -> Response:
    """End one of your sessions, or all others."""
    which = "all" if body.end == "others" else body.end
    house = house_of(request)

    def tell(rows: Transaction, ended: list[str]) -> None:
        told = {"player": who.player, "name": who.name, "address": who.address, **ended_told(body.end, ended)}
        rows.append_audit([NewAudit(house.pit.clock(), who.player, "sessions", dump(told))])

    ended = await sessions_of(request).end_some(who.player, which, tell, who.session)
    for each in ended:
        request.app.state.hall.end_session(each)
    return plain({"ok": True, "ended": len(ended)})
