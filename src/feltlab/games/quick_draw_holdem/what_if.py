"""Quick Draw Hold'em: house rules to compare with the documents', with the numbers that each changes."""

from typing import Any, Final

from feltlab.cards import RANKS

HOUSES: Final[list[dict[str, Any]]] = [
    *({"high_pair": rank} for rank in RANKS[:10]),
    *({"best_four_pair": rank} for rank in RANKS[7:]),
]
