"""Records in a file how much of a long battery is done, so that it can be stopped and resumed.

FELTLAB_SOAK_STATE names the file; without it a battery starts from the beginning.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path


def size(name: str, usual: int) -> int:
    """FELTLAB_P09_SIZE=500 makes battery p09 that long."""
    return int(os.environ.get(f"FELTLAB_{name.upper()}_SIZE", usual))


def parts(name: str, total: int, each: int) -> Iterator[int]:
    """The numbers of the parts that are still to do; a part counts when the next one is asked for."""
    place = os.environ.get("FELTLAB_SOAK_STATE")
    for number in range(_done(place).get(name, 0), -(-total // each)):
        yield number
        if place:
            Path(place).write_text(json.dumps({**_done(place), name: number + 1}))


def _done(place: str | None) -> dict[str, int]:
    if place is None or not Path(place).exists():
        return {}
    found: dict[str, int] = json.loads(Path(place).read_text())
    return found
