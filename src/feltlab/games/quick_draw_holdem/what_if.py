"""Quick Draw Hold'em: houses to look at beside the documents', the numbers changed in each."""

from typing import Any, Final

from feltlab.cards import RANKS

HOUSES: Final[list[dict[str, Any]]] = [
    *({"high_pair": rank} for rank in RANKS[:10]),
    *({"best_four_pair": rank} for rank in RANKS[7:]),
]
