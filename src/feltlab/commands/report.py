"""feltlab report: a game's analysis as a document to file, a par sheet, a rack card."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

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
from feltlab.commands.report_options import (
    AddresseeOption,
    AllOption,
    BesideOption,
    DateOption,
    FilingOption,
    FormOption,
    HelplineOption,
    JurisdictionOption,
    NumberOption,
    OutputOption,
    PreparedOption,
    RackCardOption,
    ReviewedOption,
    RoundsOption,
    SloganOption,
    StandardOption,
)
from feltlab.commands.report_progress import shown
from feltlab.errors import FeltlabError
from feltlab.games import GAMES, Game, House
from feltlab.report.beside import PRINTED, Pair
from feltlab.report.beside_sheets import xlsx_beside
from feltlab.report.confirmation import ROUNDS
from feltlab.report.content import report_of
from feltlab.report.content_beside import beside_of
from feltlab.report.filing import UNFILED, Filing, read_filing
from feltlab.report.html import html_of
from feltlab.report.pdf import pdf_of
from feltlab.report.rack_card import CardForm, rack_card_of
from feltlab.report.subject import Options, Subject, subject_of
from feltlab.report.xlsx import xlsx_of
from feltlab.whole import check_place, write_whole

Form = Callable[[Subject, Filing], bytes]
FORMS: dict[str, Form] = {
    ".pdf": lambda subject, filing: pdf_of(report_of(subject, filing)),
    ".html": lambda subject, filing: html_of(report_of(subject, filing)),
    ".xlsx": xlsx_of,
    ".json": lambda subject, _: subject.canonical,
}
BESIDE: dict[str, Callable[[Pair, Filing], bytes]] = {
    ".pdf": lambda pair, filing: pdf_of(beside_of(pair, filing)),
    ".html": lambda pair, filing: html_of(beside_of(pair, filing)),
    ".xlsx": xlsx_beside,
    ".json": lambda pair, _: pair.canonical,
}
RACK_CARD = "-rack-card.pdf"
OnTerms = tuple[Options, House]


@examples(
    "report {game} -o {game}.pdf",
    "report {game} --filing filing.toml -o {game}.pdf",
    "report {game} --date 2026-11-18 --addressee 'Gaming Board' --prepared-by 'A. Tester' -o {game}.html",
    "report {shoe} --decks 6 -o par-sheet.xlsx",
    "report {game} --rules house.toml --beside printed -o both.pdf",
    "report {game} --rack-card --form two-sided --helpline 'Call 0800 123 456' -o rack-card.pdf",
    "report --all -o reports",
)
def report(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=f"One of {', '.join(GAMES)}, or a game file.")
    ] = None,
    output: OutputOption = None,
    all_games: AllOption = False,
    rack_card: RackCardOption = False,
    form: FormOption = CardForm.PAGE,
    strategy: StrategyOption = "",
    pay_table: PayTableOption = None,
    decks: DecksOption = None,
    rules: RuleFileOption = None,
    beside: BesideOption = None,
    rounds: RoundsOption = ROUNDS,
    filing: FilingOption = None,
    number: NumberOption = None,
    date: DateOption = None,
    addressee: AddresseeOption = None,
    prepared_by: PreparedOption = None,
    reviewed_by: ReviewedOption = None,
    jurisdiction: JurisdictionOption = None,
    standard: StandardOption = None,
    slogan: SloganOption = None,
    helpline: HelplineOption = None,
    budget: BudgetOption = None,
) -> None:
    """Write a game's full analysis: a report as PDF or HTML, a par sheet as XLSX, or all figures as JSON.

    The same version gives the same bytes. An existing file is replaced completely or not at all.
    """
    if output is None:
        raise FeltlabError("say where to write: -o FILE.pdf, .html, .xlsx or .json, or --all -o FOLDER")
    options = Options(strategy, tuple(chosen_tables(pay_table).items()), decks, str(rules) if rules else None)
    filed = (read_filing(filing) if filing else UNFILED).given(
        number=number, date=date, addressee=addressee, prepared_by=prepared_by, reviewed_by=reviewed_by,
        jurisdiction=jurisdiction, standard=standard, slogan=slogan, helpline=helpline,
    )  # fmt: skip
    if form is not CardForm.PAGE and not rack_card:
        raise FeltlabError(f"--form {form} is for a rack card: add --rack-card")
    if all_games:
        if game or rack_card or beside or not options.plain:
            raise FeltlabError("--all writes every form of every game as printed: name no game and no other terms")
        _write_all(output, filed, rounds)
        return
    if game is None:
        raise FeltlabError(f"name a game, or --all: the games are {', '.join(GAMES)}")
    found = find_game(game)
    _check_ending(output, (".pdf",) if rack_card else tuple(FORMS))
    if beside and rack_card:
        raise FeltlabError("a rack card has one set of terms: leave out --beside")
    first = options, find_house(found, rules)
    if rack_card:
        with shown(f"{found.title}: {output.name}") as bar:
            _write(output, rack_card_of(subject_of(found.slug, *first, rounds, bar.simulated), filed, form))
    else:
        _write_report(output, found, (first, _second(found, strategy, beside)) if beside else (first,), rounds, filed)


def _second(found: Game, strategy: str, beside: Path) -> OnTerms:
    """The terms to show beside the first, from a rule file or as printed."""
    rules = None if str(beside) == PRINTED else beside
    return Options(strategy, rules=str(rules) if rules else None), find_house(found, rules)


def _write_report(output: Path, found: Game, sets: Sequence[OnTerms], rounds: int, filed: Filing) -> None:
    """On one set of terms, or on two side by side."""
    ending, subjects = output.suffix.lower(), list[Subject]()
    with shown(f"{found.title}: {output.name}") as bar:
        for options, house in sets:
            subjects.append(subject_of(found.slug, options, house, rounds, bar.simulated))
            bar.protected(found.slug, subjects[-1].house)
        made = FORMS[ending](subjects[0], filed) if len(sets) == 1 else BESIDE[ending](Pair(*subjects), filed)
        _write(output, made)


def _check_ending(output: Path, allowed: tuple[str, ...]) -> None:
    ending = output.suffix.lower()
    if ending not in allowed:
        raise FeltlabError(f"the file must end in {', '.join(allowed)}, not in {ending or 'nothing'}: {output}")
    check_place(output)


def _write(output: Path, made: bytes) -> None:
    write_whole(output, made)
    typer.echo(f"wrote {output}")


def _write_all(folder: Path, filing: Filing, rounds: int) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FeltlabError(f"cannot make the folder {folder}: {error.strerror}") from None
    places = [folder / f"{slug}{ending}" for slug in GAMES for ending in (*FORMS, RACK_CARD)]
    for place in places:
        check_place(place)
    for slug in GAMES:
        with shown(GAMES[slug].title) as bar:
            subject = subject_of(slug, rounds=rounds, watch=bar.simulated)
            bar.protected(slug)
            for ending, form in FORMS.items():
                _write(folder / f"{slug}{ending}", form(subject, filing))
            _write(folder / f"{slug}{RACK_CARD}", rack_card_of(subject, filing))
