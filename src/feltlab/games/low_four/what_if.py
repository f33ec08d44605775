"""Low Four: house rules to compare with the documents', with the numbers that each changes."""

from typing import Any, Final

HOUSES: Final[list[dict[str, Any]]] = [
    *({"qualifier": points} for points in range(11, 22)),
    {"qualifier": 34},
    *({"no_qualify_odds": odds} for odds in ("push", "2 to 1")),
]
