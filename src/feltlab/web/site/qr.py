"""Addresses as pictures for a phone's camera."""

from itertools import groupby
from typing import Any

import segno


def qr_of(uri: str) -> dict[str, Any]:
    """The dark squares as an SVG path, with the quiet border that readers need."""
    rows = [list(row) for row in segno.make_qr(uri, error="m").matrix_iter(scale=1, border=4)]
    runs = []
    for y, row in enumerate(rows):
        x = 0
        for dark, cells in groupby(row):
            width = len(list(cells))
            runs.append(f"M{x} {y}h{width}v1h-{width}z" if dark else "")
            x += width
    return {"size": len(rows), "path": "".join(runs)}
