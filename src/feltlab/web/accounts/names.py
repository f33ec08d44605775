"""Names that are taken for one another: an account has none that looks like another's.

Names have plain letters only (`models.NAME_PATTERN`): one script, nothing that is not seen, nothing that is put over a
letter. What looks alike among those is told here.
"""

import re
from typing import Final

from feltlab.service.rows import Player
from feltlab.service.store import Store

_ALIKE: Final = str.maketrans({"i": "l", "1": "l", "0": "o", "m": "rn", "w": "vv"})
RESERVED: Final = ("commandline", "house", "feltlab")
"""Whom the trail and the ledger name beside people."""
GUEST: Final = "guest"


def taken(store: Store, name: str) -> Player | None:
    """The account whose name this is, in any case of letters, or looks like."""
    shape = _shape(name)
    return store.player_named(name) or next((each for each in store.players() if _shape(each.name) == shape), None)


def is_reserved(name: str) -> bool:
    """The house's own, and those of guests, which the house gives."""
    shape = _shape(name)
    return shape.replace("-", "") in map(_shape, RESERVED) or shape.partition("-")[0] == GUEST


def _shape(name: str) -> str:
    """What is the same for names that look alike in some case of letters; signs at the end are not seen."""
    return re.sub("[ ._-]+", "-", name.lower().translate(_ALIKE)).strip("-")
