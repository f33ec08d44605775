"""The section that answers the documents' concerns: everything examined, its figures, and what prevents it."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from feltlab.report.document import Block, Column, Grid, Paragraph, Section
from feltlab.report.numerals import capital, count, decimal, percent
from feltlab.report.subject import Subject
from feltlab.rules.words import Words

_CONCERNS = (
    Column("Concern", wide=3), Column("Raised"), Column("Finding", wide=7), Column("What prevents it", wide=5),
)  # fmt: skip
_FIGURES = (Column("Figure", wide=1), Column("Value", right=True), Column("Unit"), Column("Exact or sampled"))


def concerns_section(subject: Subject, words: Words) -> Section:
    concerns = subject.concerns
    blocks: list[Block] = [
        Paragraph(
            f"{words['concerns']} {how_many(concerns)} Knowledge is priced with the best play for it; edges are in"
            " percent of the initial wager, all on the terms of this report.".strip()
        ),
        Grid("concerns-table", "Concerns, and what prevents them", _CONCERNS, tuple(map(concern_row, concerns))),
    ]
    rows = tuple(row for concern in concerns if concern["measures"] for row in _figures(concern))
    if rows:
        titles = frozenset(place for place, row in enumerate(rows) if not row[1])
        blocks.append(Grid("concern-figures", "The concerns in figures", _FIGURES, rows, titles))
    if subject.not_there:
        said = "; ".join(f"{what} ({why})" for what, why in subject.not_there.items())
        blocks.append(Paragraph(f"Also examined, but cannot arise in this game: {said}."))
    return Section("concerns", "Concerns", tuple(blocks))


def how_many(concerns: Sequence[Mapping[str, Any]]) -> str:
    raised = sum(not concern["safe"] for concern in concerns)
    many = f"{count(len(concerns))} concerns were" if len(concerns) > 1 else "One concern was"
    return f"{many} examined; {count(raised) if raised else 'none'} {'is' if raised < 2 else 'are'} raised."


def concern_row(concern: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        capital(concern["threat"]), _raised(concern), concern["finding"],
        capital(concern["procedure"]) + ".",
    )  # fmt: skip


def _raised(concern: Mapping[str, Any]) -> str:
    return "no" if concern["safe"] else "yes" if concern.get("decided", True) else "not decided"


def _figures(concern: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """A row with the concern's name, then its figures."""
    yield capital(concern["threat"]), "", "", ""
    for measure in concern["measures"]:
        yield capital(measure["what"]), value_of(measure), measure["unit"], known(measure)


def value_of(measure: Mapping[str, Any]) -> str:
    value = Fraction(measure["value"]) if "value" in measure else measure["value_float"]
    if measure["share"]:
        return percent(value)
    if isinstance(value, Fraction) and value.denominator == 1:
        return decimal(value, 0)
    return decimal(value, 4 if abs(value) < 1000 else 2)


def known(measure: Mapping[str, Any]) -> str:
    if measure["method"] == "exact":
        return "exact"
    error = measure["standard_error"]
    return f"sampled, ± {percent(error) if measure['share'] else decimal(error)}"
