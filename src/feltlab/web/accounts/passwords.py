"""Passwords: which are refused, and how they are hashed and compared."""

import secrets
from functools import lru_cache
from typing import Final
from unicodedata import category

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from feltlab.errors import FeltlabError

SHORTEST_PASSWORD, LONGEST_PASSWORD = 12, 128
FEWEST_DIFFERENT: Final = 5
ROWS: Final = ("1234567890", "0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertyuiopasdfghjklzxcvbnm")
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""Argon2id with OWASP's parameters: 19 MiB, two passes."""


@lru_cache(maxsize=1)
def _nobodys_hash() -> str:
    """Compared with the password if the name does not exist: as slow as a real hash."""
    return HASHER.hash(secrets.token_hex(16))


def hash_password(password: str, name: str = "") -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise FeltlabError(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
    if any(category(letter) == "Cc" for letter in password):
        raise FeltlabError("a password must not contain control characters")
    if _is_plain(password, name):
        raise FeltlabError("that password is too easy to guess: avoid repeated letters, keyboard rows and names")
    return HASHER.hash(password)


def _is_plain(password: str, name: str) -> bool:
    """Few different characters, one piece repeated, a run on the keyboard, or little beyond the name."""
    text = password.lower()
    runs = any(text in row * 3 or text in row[::-1] * 3 for row in ROWS)
    return len(set(text)) < FEWEST_DIFFERENT or text in (text + text)[1:-1] or runs or _is_name(text, name.lower())


def _is_name(text: str, name: str) -> bool:
    return len(name) > 2 and len(text.replace(name, "")) < SHORTEST_PASSWORD // 2


def is_password(stored: str | None, password: str) -> bool:
    try:
        return HASHER.verify(stored or _nobodys_hash(), password) and stored is not None
    except (Argon2Error, InvalidHashError):
        return False
