"""What a report is filed under: date, addressee, who prepared and reviewed it; and what a house prints on its cards.

All of it comes from options or one TOML file; nothing is made up, no clock is read, and empty fields are left out.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from feltlab.errors import FeltlabError, shown
from feltlab.given import read_given

MOST_LETTERS: Final = 2_000
MOST_ENTRIES: Final = 50
_NAMES: Final[Mapping[str, str]] = {
    "number": "Report number",
    "date": "Date",
    "addressee": "Addressee",
    "prepared_by": "Prepared by",
    "reviewed_by": "Reviewed by",
    "jurisdiction": "Jurisdiction",
    "standard": "Standard",
}
"""In the order of a title page."""
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_HOUSE: Final = {"name": "house", "slogan": "slogan", "helpline": "helpline"}
_REVISION: Final = ("version", "date", "by", "change")


class FilingError(FeltlabError):
    """Something in a filing that cannot be printed."""


@dataclass(frozen=True)
class Revision:
    version: str = ""
    date: str = ""
    by: str = ""
    change: str = ""


@dataclass(frozen=True)
class Filing:
    number: str = ""
    date: str = ""
    """As in 2026-11-18."""
    addressee: str = ""
    prepared_by: str = ""
    reviewed_by: str = ""
    jurisdiction: str = ""
    standard: str = ""
    house: str = ""
    slogan: str = ""
    helpline: str = ""
    limitations: tuple[str, ...] = ()
    """Besides those that every report has."""
    revisions: tuple[Revision, ...] = ()
    words: tuple[str, ...] = ()
    """As given on the command line."""

    @property
    def is_empty(self) -> bool:
        return self == Filing()

    def facts(self) -> tuple[tuple[str, str], ...]:
        """For a title page: what was given, in order."""
        shown = {name: getattr(self, name) for name in _NAMES} | {"date": day(self.date)}
        return tuple((_NAMES[name], shown[name]) for name in _NAMES if shown[name])

    def history(self) -> tuple[tuple[str, str, str, str], ...]:
        return tuple((one.version, day(one.date), one.by, one.change) for one in self.revisions)

    def given(self, **options: str | None) -> "Filing":
        """With what the command line adds, which overrides the file."""
        said: dict[str, Any] = {
            name: _checked(f"--{name.replace('_', '-')}", name, value) for name, value in options.items() if value
        }
        words = [word for name, value in said.items() for word in (f"--{name.replace('_', '-')}", value)]
        return replace(self, **said, words=(*self.words, *words))


UNFILED: Final = Filing()


def day(text: str) -> str:
    """2026-11-18 as 18 November 2026."""
    if not text:
        return ""
    found = date.fromisoformat(text)
    return f"{found.day} {_MONTHS[found.month - 1]} {found.year}"


def read_filing(path: Path) -> Filing:
    try:
        found = tomllib.loads(read_given(path).decode("utf-8"))
    except OSError as error:
        raise FilingError(f"cannot read the filing {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # not TOML, not UTF-8, or nested too deep
        raise FilingError(f"{path} is not a TOML file: {error}") from None
    try:
        return replace(filing_of(found), words=("--filing", path.name))
    except FilingError as error:
        raise FilingError(f"{path}: {error}") from None


def filing_of(found: Mapping[str, Any]) -> Filing:
    """From the contents of a file."""
    _only(found, (*_NAMES, "house", "limitations", "revision"), "")
    house = found.get("house", {})
    _only(house, _HOUSE, "house")
    said: dict[str, Any] = {name: _checked(name, name, found[name]) for name in _NAMES if name in found}
    said |= {_HOUSE[name]: _checked(f"house.{name}", name, value) for name, value in house.items()}
    limits = tuple(_checked("limitations", "limitations", text) for text in _listed(found, "limitations"))
    return Filing(**said, limitations=limits, revisions=tuple(map(_revision, _listed(found, "revision"))))


def _revision(entry: Any) -> Revision:
    _only(entry, _REVISION, "revision")
    return Revision(**{name: _checked(f"revision.{name}", name, value) for name, value in entry.items()})


def _listed(found: Mapping[str, Any], name: str) -> list[Any]:
    entries = found.get(name, [])
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise FilingError(f"{name} must be a list of up to {MOST_ENTRIES} entries")
    return entries


def _only(entry: Any, known: Any, where: str) -> None:
    if not isinstance(entry, Mapping):
        raise FilingError(f"{where} must be a table with {', '.join(known)}")
    for name in entry:
        if name not in known:
            raise FilingError(f"{shown(name)} is not known{f' in {where}' if where else ''}: write {', '.join(known)}")


def _checked(where: str, name: str, value: Any) -> str:
    """A text on one line; a date as a day that exists."""
    if name == "date":
        return _day(where, value)
    if not isinstance(value, str):
        raise FilingError(f"{where} must be text, not {shown(value)}")
    text = ", ".join(" ".join(line.split()) for line in value.strip().splitlines() if line.strip())
    if len(text) > MOST_LETTERS or not text.isprintable():
        raise FilingError(f"{where} must be up to {MOST_LETTERS:,} printable characters")
    return text


def _day(where: str, value: Any) -> str:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    try:
        return date.fromisoformat(value).isoformat() if len(value) == len("2026-11-18") else _no_day(where, value)
    except (TypeError, ValueError):
        return _no_day(where, value)


def _no_day(where: str, value: Any) -> str:
    raise FilingError(f"{where} must be a day such as 2026-11-18, not {shown(value)}")


__all__ = ["UNFILED", "Filing", "FilingError", "Revision", "day", "filing_of", "read_filing"]
