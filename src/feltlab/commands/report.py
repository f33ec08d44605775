"""feltlab report: a game's analysis as a document to file, a par sheet, a rack card."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from feltlab.commands.examples import examples
from feltlab.commands.options import (
    BudgetOption,
    DecksOption,
    PayTableOption,
    RuleFileOption,
    StrategyOption,
    chosen_tables,
    find_game,
    find_house,
)
from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.lab.protection import cached
from feltlab.report.content import report_of
from feltlab.report.html import html_of
from feltlab.report.pdf import pdf_of
from feltlab.report.rack_card import rack_card_of
from feltlab.report.subject import Options, Subject, subject_of
from feltlab.report.xlsx import xlsx_of
from feltlab.whole import check_place, write_whole

FORMS: dict[str, Callable[[Subject], bytes]] = {
    ".pdf": lambda subject: pdf_of(report_of(subject)),
    ".html": lambda subject: html_of(report_of(subject)),
    ".xlsx": xlsx_of,
    ".json": lambda subject: subject.canonical,
}
RACK_CARD = "-rack-card.pdf"


@examples(
    "report {game} -o {game}.pdf",
    "report {shoe} --decks 6 -o par-sheet.xlsx",
    "report {game} --rack-card -o rack-card.pdf",
    "report --all -o reports",
)
def report(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=f"One of {', '.join(GAMES)}.")] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="FILE.pdf, .html, .xlsx or .json; with --all a folder."),
    ] = None,
    all_games: Annotated[bool, typer.Option("--all", help="Every game in every form, into a folder.")] = False,
    rack_card: Annotated[bool, typer.Option("--rack-card", help="One page for players instead, as PDF.")] = False,
    strategy: StrategyOption = "",
    pay_table: PayTableOption = None,
    decks: DecksOption = None,
    rules: RuleFileOption = None,
    budget: BudgetOption = None,
) -> None:
    """Write a game's whole analysis: a report as PDF or HTML, a par sheet as XLSX, or all figures as JSON.

    The same version gives the same bytes. A file that exists is replaced whole or not at all.
    """
    if output is None:
        raise FeltlabError("say where to write: -o FILE.pdf, .html, .xlsx or .json, or --all -o FOLDER")
    options = Options(strategy, tuple(chosen_tables(pay_table).items()), decks, str(rules) if rules else None)
    if all_games:
        if game or rack_card or not options.plain:
            raise FeltlabError("--all writes every form of every game as it is: name no game and no other option")
        _write_all(output)
        return
    if game is None:
        raise FeltlabError(f"name a game, or --all: the games are {', '.join(GAMES)}")
    found = find_game(game)
    ending = output.suffix.lower()
    allowed = (".pdf",) if rack_card else tuple(FORMS)
    if ending not in allowed:
        raise FeltlabError(f"the file must end in {', '.join(allowed)}, not in {ending or 'nothing'}: {output}")
    check_place(output)
    subject = subject_of(found.slug, options, find_house(found, rules))
    _write(subject, output, rack_card_of if rack_card else FORMS[ending])


def _write(subject: Subject, output: Path, form: Callable[[Subject], bytes]) -> None:
    said = f"{subject.game.title}: {output.name}"
    with Console(stderr=True).status(said) as status:
        if form is not rack_card_of:
            cached(subject.slug, lambda what, done: status.update(f"{said}, protection ({what}, {done:.0%})"))
        write_whole(output, form(subject))
    typer.echo(f"wrote {output}")


def _write_all(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FeltlabError(f"cannot make the folder {folder}: {error.strerror}") from None
    places = [folder / f"{slug}{ending}" for slug in GAMES for ending in (*FORMS, RACK_CARD)]
    for place in places:
        check_place(place)
    for slug in GAMES:
        subject = subject_of(slug)
        for ending, form in FORMS.items():
            _write(subject, folder / f"{slug}{ending}", form)
        _write(subject, folder / f"{slug}{RACK_CARD}", rack_card_of)
