"""The key of the chains: 32 bytes in a file of its own, never in the database that it protects.

`FELTLAB_CHAIN_KEY` names the file; otherwise it is beside an SQLite store (`felt.db.key`) or, for PostgreSQL, in the
user's own folder, by host and database. It is made with a new store.
"""

import hmac
import os
import re
import secrets
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from feltlab.errors import StoreError
from feltlab.given import check_given
from feltlab.stores import KEY_NAMED_BY

NAMED_BY: Final = KEY_NAMED_BY
_HEX: Final = re.compile("[0-9a-f]{64}")


def data_folder() -> Path:
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "feltlab"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(f"cannot make {folder}: {error.strerror}") from None
    return folder


def key_file(beside: Path | None, public_url: str) -> Path | None:
    """Where the key of a store is or will be; None for a store in memory, which keeps its key there too."""
    if named := os.environ.get(NAMED_BY):
        return Path(named)
    if beside is not None:
        return Path(f"{beside.resolve()}.key")  # a link to the store has no key of its own
    if public_url == "sqlite://":
        return None
    parts = urlsplit(public_url)
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{parts.hostname or 'local'}{parts.path}")
    return data_folder() / f"{name}.key"


def key_id(key: bytes) -> str:
    """The public part of a key: enough to recognize it."""
    return hmac.digest(key, b"feltlab chain key", "sha256").hex()[:16]


def read_key(path: Path | None) -> bytes | None:
    """The key in a file; None if there is no such file."""
    if path is None:
        return None
    check_given(path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"the chain's key {path} cannot be read: {error.strerror}") from None
    try:
        if os.fstat(handle).st_mode & 0o077:
            raise StoreError(f"the chain's key {path} can be read by others: chmod 600 {path}")
        text = os.read(handle, 200).decode("ascii", "replace").strip()
    finally:
        os.close(handle)
    if not _HEX.fullmatch(text):
        raise StoreError(f"{path} is not a chain's key: 64 hex digits")
    return bytes.fromhex(text)


def make_key(path: Path | None) -> bytes:
    key = secrets.token_bytes(32)
    if path is None:
        return key
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            os.write(handle, f"{key.hex()}\n".encode())
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise StoreError(f"the chain's key {path} cannot be written: {error.strerror}") from None
    return key
