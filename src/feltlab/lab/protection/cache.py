"""Protection figures kept between runs: they are sampled once for each version of the code."""

import json
import os
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from feltlab import __version__
from feltlab.games import GAMES
from feltlab.rules.house import House
from feltlab.rules.rule_text import rule_text
from feltlab.whole import cache_home
from feltlab.wire import dump

_PACKAGE = Path(__file__).resolve().parent.parent.parent


def digest(slug: str, house: House | None = None) -> str:
    """A digest of everything the figures depend on: the rooms, the file of a one-file game, and its terms."""
    game = GAMES.get(slug)
    own = game.mark + (rule_text(game, house) if house else "") if game else ""
    return blake2b(f"{own} {_rooms()}".encode(), digest_size=8).hexdigest()


@cache
def _rooms() -> str:
    """Read once: running code does not change anymore."""
    summed = blake2b(digest_size=8)
    for room in ("cards", "hands", "kernels", "rules", "exact", "games", "lab"):
        for file in sorted((_PACKAGE / room).rglob("*")):
            if file.suffix in (".py", ".npz", ".toml"):
                summed.update(str(file.relative_to(_PACKAGE)).encode() + file.read_bytes())
    return summed.hexdigest()


def cache_file(slug: str, house: House | None = None) -> Path:
    home = cache_home() or _PACKAGE / "__pycache__"
    return home / f"protection-{slug}-{__version__}-{digest(slug, house)}.json"


def load(file: Path) -> dict[str, Any] | None:
    """The stored figures, if they are there and complete."""
    try:
        kept = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) and "verdict" in kept else None


def store(file: Path, figures: dict[str, Any]) -> None:
    """Written completely or not at all; a folder that cannot be written only means that nothing is kept."""
    beside = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(dump(figures), "utf-8")
        beside.replace(file)
    except OSError:
        return
