"""The section on the limitations of a report."""

from collections.abc import Iterator, Mapping
from typing import Final

from feltlab.report.document import Bullets, Paragraph, Section
from feltlab.report.filing import Filing
from feltlab.report.subject import Subject

ELSEWHERE: Final = {
    "protection": "“Game protection” in the report on one set of terms",
    "rulings": "the rulings of that report",
}
"""What a report on two sets of terms refers to but does not contain."""


def with_names(text: str, names: Mapping[str, str]) -> str:
    """With names instead of references."""
    for key, name in names.items():
        text = text.replace(f"[[{key}]]", name)
    return text


def limitations_section(subject: Subject, filing: Filing) -> Section:
    return Section(
        "limitations",
        "Limitations",
        (
            Paragraph("What this report covers, and what it does not:"),
            Bullets(tuple(limitations(subject, filing))),
        ),
    )


def limitations(subject: Subject, filing: Filing) -> Iterator[str]:
    yield "It applies to the rules, rule numbers and pay tables printed in it; any change gives different figures."
    yield (
        "Every order of the cards is taken as equally likely. Cards, shufflers, shoes, chips and signs were not"
        " examined, nor was how people deal. Except in [[protection]], nobody knows more than the rules show."
    )
    if subject.game.book.rulings:
        yield "Where the documents are silent or disagree, it rests on the readings in [[rulings]]."
    if subject.is_sampled:
        yield "The figures of the main game are sampled: each is known within its interval, and no best play is known."
    yield (
        "Chances over many rounds take rounds as independent and use the normal approximation; for a rare award, or few"
        " rounds, they are rough."
    )
    yield (
        "Of dishonest play, only what [[concerns]] lists was examined. What is sampled in [[protection]] has its"
        " standard error beside it."
    )
    yield (
        "The simulation settles rounds by the same rule book as the counting: it confirms the counting, not how the"
        " documents were read."
    )
    yield (
        "It is a computation, not an approval. "
        + (
            f"Whether the game meets {filing.standard} is for those who apply it to decide."
            if filing.standard
            else "It replaces no test, license or approval that a jurisdiction requires."
        )
    )
    yield from filing.limitations
