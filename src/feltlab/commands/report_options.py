"""Options of `feltlab report`: its filing data, the terms beside it, the form of a card."""

from pathlib import Path
from typing import Annotated

import typer

from feltlab.report.beside import PRINTED
from feltlab.report.confirmation import ROUNDS
from feltlab.report.rack_card import CardForm

_TITLE_PAGE = "Title page"
_CARD = "Rack card"

OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="FILE.pdf, .html, .xlsx or .json; with --all a folder."),
]
AllOption = Annotated[bool, typer.Option("--all", help="Every game in every form, into a folder.")]
RoundsOption = Annotated[
    int,
    typer.Option(
        "--rounds", metavar="N", min=100, max=10**10, help=f"Rounds to confirm the figures with; default {ROUNDS:,}.",
        show_default=False,
    ),
]  # fmt: skip
BesideOption = Annotated[
    Path | None,
    typer.Option(
        "--beside", metavar="FILE",
        help=f"A second rule file, or `{PRINTED}` for the documents' terms: both sets of terms side by side.",
    ),
]  # fmt: skip
FilingOption = Annotated[
    Path | None,
    typer.Option(
        "--filing", metavar="FILE.toml", rich_help_panel=_TITLE_PAGE,
        help="All of these in one file, with revisions, limitations and the house's lines for cards.",
    ),
]  # fmt: skip
NumberOption = Annotated[
    str | None, typer.Option("--number", metavar="TEXT", rich_help_panel=_TITLE_PAGE, help="The report's number.")
]
DateOption = Annotated[
    str | None,
    typer.Option(
        "--date",
        metavar="DAY",
        rich_help_panel=_TITLE_PAGE,
        help="The date, such as 2026-11-18; never filled in for you.",
    ),
]
AddresseeOption = Annotated[
    str | None, typer.Option("--addressee", metavar="TEXT", rich_help_panel=_TITLE_PAGE, help="Who it is for.")
]
PreparedOption = Annotated[
    str | None, typer.Option("--prepared-by", metavar="TEXT", rich_help_panel=_TITLE_PAGE, help="Who made it.")
]
ReviewedOption = Annotated[
    str | None, typer.Option("--reviewed-by", metavar="TEXT", rich_help_panel=_TITLE_PAGE, help="Who checked it.")
]
JurisdictionOption = Annotated[
    str | None,
    typer.Option("--jurisdiction", metavar="TEXT", rich_help_panel=_TITLE_PAGE, help="Where it is filed."),
]
StandardOption = Annotated[
    str | None,
    typer.Option("--standard", metavar="TEXT", rich_help_panel=_TITLE_PAGE, help="The standard that applies there."),
]
RackCardOption = Annotated[
    bool, typer.Option("--rack-card", rich_help_panel=_CARD, help="A card for players instead, as PDF.")
]
FormOption = Annotated[
    CardForm,
    typer.Option(
        "--form", rich_help_panel=_CARD, help="A4, half of it (A5), or A5 printed on both sides.", show_default=True
    ),
]  # fmt: skip
SloganOption = Annotated[
    str | None,
    typer.Option("--slogan", metavar="TEXT", rich_help_panel=_CARD, help="The house's own line on the card."),
]
HelplineOption = Annotated[
    str | None,
    typer.Option(
        "--helpline", metavar="TEXT", rich_help_panel=_CARD, help="Where players find help; default: a plain line."
    ),
]
