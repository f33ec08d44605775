"""The English words of the floor's pages, all from the files of words beside it, and the times they print."""

import tomllib
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any, Final

_FILES: Final = ("words.toml", "script_words.toml", "recall_words.toml", "account_words.toml")


def _read(file: str) -> dict[str, Any]:
    return tomllib.loads((files("feltlab.web.floor") / file).read_text("utf-8"))


WORDS: Final[dict[str, Any]] = {name: words for file in _FILES for name, words in _read(file).items()}


def moment(at: int) -> str:
    """Milliseconds since 1970 as a person reads them, in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S") if at else ""


def rate(ppm: int) -> str:
    """Parts per million as a percentage with no more decimals than it needs."""
    return f"{ppm / 10_000:.4f}".rstrip("0").rstrip(".") + "%"
