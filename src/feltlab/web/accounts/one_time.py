"""One-time codes: from an authenticator (TOTP, RFC 6238), and recovery codes for when it is lost.

No secret is stored. An authenticator's secret is derived from the house's key, which is not in the database, and a
salt, which is; a recovery code is stored as a hash with the same key. Someone with the database or a backup, but
without the key, can neither make a code nor plant one that is accepted.
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
    """The same while a login continues, so that reloading the page does not invalidate a device just set up."""
    return sha256(f"salt {session}".encode()).hexdigest()[:32]


def _keyed(key: bytes, *parts: str) -> bytes:
    return hmac.digest(key, "\n".join(parts).encode(), "sha256")


def secret_of(key: bytes, player: str, salt: str) -> str:
    """In base 32, as authenticators expect."""
    return b32encode(_keyed(key, "second factor", player, salt)[:SECRET_BYTES]).decode()


def step_at(now: int) -> int:
    return now // STEP_MS


def code_at(secret: str, step: int) -> str:
    return pyotp.TOTP(secret).generate_otp(step)


def matching_step(secret: str, code: str, now: int, after: int) -> int | None:
    """The step of this code, if it is within the drift and no code from that step on was accepted."""
    due = step_at(now)
    steps = [step for step in range(due - DRIFT, due + DRIFT + 1) if hmac.compare_digest(code_at(secret, step), code)]
    return next((step for step in steps if step > after), None)


def is_of_authenticator(code: str) -> bool:
    return len(code) == 6 and code.isascii() and code.isdigit()


def tidy(code: str) -> str:
    """As people type it: with blanks and dashes, in lowercase."""
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
    """For setting up an authenticator: the address, its picture, and the same to type."""
    uri = pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)
    return {"secret": grouped(secret), "uri": uri, "qr": qr_of(uri)}
