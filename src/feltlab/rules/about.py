"""Words about some bets, included only where a house offers those bets.

In a game's TOML files an entry may say what it is `about`: "low-points" includes it where that bet is offered, "poker
or poker-progressive" where either is, "poker and poker-progressive" where both are. An entry without `about` is always
included. A text is one such entry, or several: "Always." or ["Always.", { words = "Or not.", about = "joker" }].
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any


def is_said(entry: Mapping[str, Any], offered: Collection[str] | None) -> bool:
    """If `offered` is None, every bet is offered."""
    about = entry.get("about", "")
    if offered is None or not about:
        return True
    if " and " in about:
        return all(slug in offered for slug in about.split(" and "))
    return any(slug in offered for slug in about.split(" or "))


def said(text: Any, offered: Collection[str] | None) -> Iterator[str]:
    """The entries of a text that apply."""
    for entry in text if isinstance(text, list) else [text]:
        if isinstance(entry, str):
            yield entry
        elif is_said(entry, offered):
            yield spoken(entry["words"], offered)


def spoken(text: Any, offered: Collection[str] | None) -> str:
    """A text in one piece."""
    return " ".join(said(text, offered))
