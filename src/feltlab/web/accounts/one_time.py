"""One-time codes: those of an authenticator (TOTP, RFC 6238) and recovery codes for when it is lost.

No secret is kept. An authenticator's is derived from the house's key, which is not in the database, and a salt, which
is; of a recovery code there is a hash with the same key. Whoever has the database or a backup of it, and not the key,
can neither make a code nor put one there that is taken.
"""

import hmac
import secrets
from base64 import b32encode
from hashlib import sha256
from typing import Any, Final

import pyotp

from feltlab.web.site.qr import qr_of

STEP_MS: Final = 30_000
DRIFT: Final = 1
"""Steps that a clock may be off, either way."""
SECRET_BYTES: Final = 20
RECOVERY_CODES: Final = 10
"""Of five bits each."""
ISSUER: Final = "feltlab"


def new_salt() -> str:
    return secrets.token_hex(16)


def salt_of(session: str) -> str:
    """The same for a login that goes on: who loads the page again has not set up the device in vain."""
    return sha256(f"salt {session}".encode()).hexdigest()[:32]


def _keyed(key: bytes, *parts: str) -> bytes:
    return hmac.digest(key, "\n".join(parts).encode(), "sha256")


def secret_of(key: bytes, player: str, salt: str) -> str:
    """In base 32, as authenticators take it."""
    return b32encode(_keyed(key, "second factor", player, salt)[:SECRET_BYTES]).decode()


def step_at(now: int) -> int:
    return now // STEP_MS


def code_at(secret: str, step: int) -> str:
    return pyotp.TOTP(secret).generate_otp(step)


def matching_step(secret: str, code: str, now: int, after: int) -> int | None:
    """The step whose code this is, if it is not over by more than the drift and none was taken from there on."""
    due = step_at(now)
    steps = [step for step in range(due - DRIFT, due + DRIFT + 1) if hmac.compare_digest(code_at(secret, step), code)]
    return next((step for step in steps if step > after), None)


def is_of_authenticator(code: str) -> bool:
    return len(code) == 6 and code.isascii() and code.isdigit()


def tidy(code: str) -> str:
    """As people type it: with blanks and dashes, in small letters."""
    return "".join(char for char in code if char.isascii() and char.isalnum()).upper()


def new_recovery_codes() -> list[str]:
    found = [b32encode(secrets.token_bytes(10)).decode() for _ in range(RECOVERY_CODES)]
    return [grouped(code, "-") for code in found]


def recovery_hash(key: bytes, player: str, salt: str, code: str) -> str:
    return _keyed(key, "recovery code", player, salt, tidy(code)).hex()


def grouped(text: str, between: str = " ") -> str:
    return between.join(text[at : at + 4] for at in range(0, len(text), 4))


def temporary_password() -> str:
    return grouped(b32encode(secrets.token_bytes(10)).decode(), "-").lower()


def shown_secret(secret: str, name: str) -> dict[str, Any]:
    """What an authenticator is set up with: the address, its picture, and the same to type."""
    uri = pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)
    return {"secret": grouped(secret), "uri": uri, "qr": qr_of(uri)}
