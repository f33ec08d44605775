"""Names that could be mistaken for each other: no account gets a name that looks like another's.

Names have plain letters only (`models.NAME_PATTERN`): one script, nothing invisible, nothing combined with a letter.
This module finds those that look alike.
"""

import re
from typing import Final

from feltlab.service.rows import Player
from feltlab.service.store import Store

_ALIKE: Final = str.maketrans({"i": "l", "1": "l", "0": "o", "m": "rn", "w": "vv"})
RESERVED: Final = ("commandline", "house", "feltlab")
"""Names in the trail and the ledger besides people's."""
GUEST: Final = "guest"


def taken(store: Store, name: str) -> Player | None:
    """The account with this name, in any case of letters, or with one that looks like it."""
    shape = _shape(name)
    return store.player_named(name) or next((each for each in store.players() if _shape(each.name) == shape), None)


def is_reserved(name: str) -> bool:
    """The house's own names, and those of guests, which the house gives."""
    shape = _shape(name)
    return shape.replace("-", "") in map(_shape, RESERVED) or shape.partition("-")[0] == GUEST


def _shape(name: str) -> str:
    """Equal for names that look alike in some case of letters; ignores signs at the end."""
    return re.sub("[ ._-]+", "-", name.lower().translate(_ALIKE)).strip("-")
