"""Names that are taken for one another: an account has none that looks like another's.

Names have plain letters only (`models.NAME_PATTERN`): one script, nothing that is not seen, nothing that is put over a
letter. What looks alike among those is told here.
"""

from typing import Final

from feltlab.service.rows import Player
from feltlab.service.store import Store

_ALIKE: Final = str.maketrans({"I": "l", "1": "l", "0": "o", "O": "o", " ": "-", ".": "-", "_": "-"})


def taken(store: Store, name: str) -> Player | None:
    """The account whose name this is, in any case of letters, or looks like."""
    shape = _shape(name)
    return store.player_named(name) or next((each for each in store.players() if _shape(each.name) == shape), None)


def _shape(name: str) -> str:
    return name.translate(_ALIKE).replace("rn", "m").replace("vv", "w").replace("VV", "W")
