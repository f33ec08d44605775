"""The location of the database: on the command line, or in FELTLAB_DATABASE or a file, hidden from process lists."""

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import typer

from feltlab.errors import FeltlabError
from feltlab.given import check_given

NAMED_BY: Final = "FELTLAB_DATABASE"
WAYS: Final = f"or @FILE, a file with the URL on its first line; {NAMED_BY} works too"
LONGEST: Final = 65_536


def read_url(context: typer.Context, option: typer.CallbackParam, given: str) -> str:
    """The URL itself, from a file if it is @FILE; warns about a password that everyone on the machine can see."""
    if given.startswith("@"):
        return _first_line(Path(given[1:]))
    source = context.get_parameter_source(option.name or "")
    if source is not None and source.name == "COMMANDLINE" and _has_password(given):
        typer.echo(f"warning: the list of processes shows the database's password: use {NAMED_BY} or @FILE", err=True)
    return given


def _first_line(file: Path) -> str:
    check_given(file)
    try:
        with file.open("rb") as lines:
            line = lines.readline(LONGEST + 1)
        if len(line) > LONGEST:
            raise FeltlabError(f"the first line of {file} is not a database URL: it is longer than {LONGEST:,} bytes")
        return line.decode("utf-8").strip()
    except (OSError, ValueError):
        raise FeltlabError(f"cannot read the database URL from {file}") from None


def _has_password(url: str) -> bool:
    try:
        return bool(urlsplit(url).password) or "password=" in url
    except ValueError:
        return False
