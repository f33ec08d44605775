"""Terms in words: which ones, and where two sets of them differ, line by line."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from feltlab.lab import terms_of
from feltlab.money import dollars
from feltlab.report.document import Column, Grid, Paragraph, Part
from feltlab.report.names import number_name, table_name
from feltlab.report.numerals import capital, count, of
from feltlab.report.subject import Subject
from feltlab.rules.game import Game, Terms
from feltlab.rules.pay_table import PayTable
from feltlab.rules.wagers import Wager

NOTHING = "–"
Difference = tuple[str, str, str]
"""The difference, then the value in each set."""


class OfferedTerms(NamedTuple):
    """A set of terms and the bets it applies to."""

    game: Game
    wagers: Mapping[str, Wager]
    terms: Terms


def offer_of(subject: Subject) -> OfferedTerms:
    return OfferedTerms(subject.game, subject.game.wagers, subject.terms)


def printed_offer(subject: Subject) -> OfferedTerms:
    """The game as documented, for the bets that the subject offers."""
    whole = subject.game.whole
    wagers = {slug: wager for slug, wager in whole.wagers.items() if slug in subject.game.wagers}
    return OfferedTerms(whole, wagers, terms_of(whole, whole.house()))


def differences(first: OfferedTerms, second: OfferedTerms) -> Iterator[Difference]:
    yield from _numbers(first, second)
    for slug in dict.fromkeys((*first.wagers, *second.wagers)):
        here, there = first.wagers.get(slug), second.wagers.get(slug)
        if here is None or there is None:
            name = (here or there or first.wagers[slug]).name
            yield name, "offered" if here else "not offered", "offered" if there else "not offered"
            continue
        if here.fixed_stakes != there.fixed_stakes:
            yield f"{here.name}: costs", _prices(here), _prices(there)
        yield from _pays(here.name, slug, first, second)
        yield from _meters(here.name, slug, first, second)


def _numbers(first: OfferedTerms, second: OfferedTerms) -> Iterator[Difference]:
    here, there = first.terms.numbers.shown(first.wagers), second.terms.numbers.shown(second.wagers)
    for name in here:
        if name in there and here[name] != there[name]:
            yield number_name(first.game, name), here[name], there[name]


def _prices(wager: Wager) -> str:
    return " or ".join(map(dollars, wager.fixed_stakes)) or "any stake"


def _pays(name: str, slug: str, first: OfferedTerms, second: OfferedTerms) -> Iterator[Difference]:
    here, there = first.terms.pays.get(slug), second.terms.pays.get(slug)
    if here is None or there is None or here.lines == there.lines:
        return
    yield f"{name}: pay table", table_name(first.game, here.id), table_name(second.game, there.id)
    one, other = _lines(here), _lines(there)
    for event in dict.fromkeys((*one, *other)):
        if one.get(event) != other.get(event):
            yield f"{name}: {event}", one.get(event, NOTHING), other.get(event, NOTHING)


def _lines(table: PayTable) -> dict[str, str]:
    return {line.event: str(line.pays) for line in table.lines}


def _meters(name: str, slug: str, first: OfferedTerms, second: OfferedTerms) -> Iterator[Difference]:
    here, there = first.terms.progressives.get(slug), second.terms.progressives.get(slug)
    if here is None or there is None:
        return
    if here.base_bets != there.base_bets:
        yield f"{name}: the meter starts at", of(count(here.base_bets), "bet"), of(count(there.base_bets), "bet")
    if here.increment != there.increment:
        yield f"{name}: of each bet to the meter", here.increment, there.increment


def terms_said(subject: Subject) -> str:
    """For a title page."""
    options = subject.options
    if options.plain or not any(differences(printed_offer(subject), offer_of(subject))):
        return "as in the game's documents"
    said = "other than in the game's documents, as listed"
    return f"{said} (rule file {Path(options.rules).name})" if options.rules else said


def own_terms(subject: Subject) -> tuple[Part, ...]:
    """Where the terms of a report differ from those of the documents; empty if they do not."""
    rows = tuple(differences(printed_offer(subject), offer_of(subject)))
    if not rows:
        return ()
    columns = (Column("What", wide=1), Column("In the documents", right=True), Column("In this report", right=True))
    cells = tuple((capital(what), printed, own) for what, printed, own in rows)
    said = Paragraph("This report is on its own terms, which differ from the game's documents as follows.")
    return (Part("Terms of this report", (said, Grid("terms", "Different from the documents", columns, cells))),)
