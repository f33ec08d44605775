"""The rows of the floor's list as HTML: written when they change, and sent to pages that lack them."""

from collections.abc import Sequence
from secrets import token_hex
from typing import Final

from fastapi import Request

from feltlab.web.floor.standing import Data
from feltlab.web.floor.text import WORDS, moment
from feltlab.web.site.page import environment

FIRST_ROWS: Final = 40
"""Rows that come with the page; the browser has the others before anyone can scroll to them."""


class WrittenRows:
    def __init__(self) -> None:
        self._kept: dict[str, tuple[Data, str, int]] = {}
        self._version = 0
        self._life = token_hex(4)
        """Versions belong to this process: another one's mark means nothing here."""

    def since(self, rows: Sequence[Data], mark: str) -> Data:
        """In order, with the text of those that changed since `mark`."""
        known = self._version_of(mark)
        written = {row["table"]: self._written(row) for row in rows}
        return {
            "mark": f"{self._life}-{self._version}",
            "order": list(written),
            "rows": {table: text for table, (text, version) in written.items() if version > known},
        }

    def _version_of(self, mark: str) -> int:
        life, _, version = mark.partition("-")
        return int(version) if life == self._life and version.isascii() and version.isdigit() else 0

    def _written(self, row: Data) -> tuple[str, int]:
        facts = {name: value for name, value in row.items() if name != "floor"}  # a row is the same for all who see it
        kept = self._kept.get(row["table"])
        if kept is not None and kept[0] == facts:
            return kept[1:]
        text = environment().get_template("floor/board_row.html").render(w=WORDS, moment=moment, row=facts).strip()
        if kept is None or kept[1] != text:
            self._version += 1
            kept = facts, text, self._version
        self._kept[row["table"]] = facts, text, kept[2]
        return text, kept[2]


def written_rows(request: Request) -> WrittenRows:
    state = request.app.state
    if not hasattr(state, "floor_rows"):
        state.floor_rows = WrittenRows()
    found: WrittenRows = state.floor_rows
    return found
