"""The report of two sets of terms: every figure of one beside that of the other."""

from fractions import Fraction
from math import sqrt

from feltlab import __version__
from feltlab.exact.figures import NORMAL_99, Figures, Outcome
from feltlab.report.beside import A, B, Pair
from feltlab.report.confirmation import confirmation_section
from feltlab.report.content_beside_more import (
    concerns_beside,
    progressive_beside,
    record_beside,
    risk_beside,
    strategy_beside,
)
from feltlab.report.content_figures import key_figures
from feltlab.report.content_filing import ELSEWHERE, limitations, with_names
from feltlab.report.content_terms import NOTHING
from feltlab.report.document import Block, Bullets, Column, Document, Figure, Grid, Note, Paragraph, Part, Section
from feltlab.report.estimates import share
from feltlab.report.filing import UNFILED, Filing
from feltlab.report.numerals import capital, percent, signed
from feltlab.report.plots import edges_beside
from feltlab.report.subject import SEED


def beside_of(pair: Pair, filing: Filing = UNFILED, drawn: bool = True) -> Document:
    edges = [
        (f"{name}, {side}", figures.house_edge)
        for _, name, here, there in pair.wagers()
        for side, figures in ((A, here), (B, there))
        if here and there and figures
    ]
    sections = (
        _summary(pair),
        _terms(pair),
        _main(pair),
        strategy_beside(pair),
        *_sides(pair),
        *progressive_beside(pair),
        *_confirmed(pair),
        risk_beside(pair),
        concerns_beside(pair),
        _limits(pair, filing),
        record_beside(pair, filing),
    )
    return Document(
        title=pair.title,
        subtitle="Two sets of terms side by side",
        facts=_facts(pair),
        abstract=_abstract(pair),
        sections=sections,
        plots={"edges": edges_beside(edges)} if drawn else {},
        filed=filing.facts(),
        history=filing.history(),
        footer=f"feltlab {__version__} · checksum {pair.checksum[:16]}",
    )


def _abstract(pair: Pair) -> str:
    here, there = pair.first.main.house_edge, pair.second.main.house_edge
    how = "sampled" if pair.first.is_sampled or pair.second.is_sampled else "exact"
    return (
        f"{pair.first.game.book.summary} The house edge on the main game is {percent(here)} under terms A and"
        f" {percent(there)} under terms B, a difference of {signed(there - here)} of the initial wager. All figures are"
        f" computed again for each set of terms; they are {how}."
    )


def _facts(pair: Pair) -> tuple[tuple[str, str], ...]:
    return (
        ("Game", pair.title),
        ("Document examined", pair.first.document),
        *((f"Terms {name}", pair.called(subject)) for name, subject in pair.subjects.items()),
        ("Made with", f"feltlab {__version__}"),
        ("Checksum of all figures", pair.checksum),
    )


def change(here: Figures | None, there: Figures | None, name: str = "house_edge") -> str:
    """B minus A."""
    return signed(getattr(there, name) - getattr(here, name)) if here and there else NOTHING


def shown(figures: Figures | None, name: str) -> str:
    return share(figures, name) if figures else NOTHING


def _summary(pair: Pair) -> Section:
    rows = tuple(
        (name, shown(here, "house_edge"), shown(there, "house_edge"), change(here, there),
         shown(here, "hit_frequency"), shown(there, "hit_frequency"))
        for _, name, here, there in pair.wagers()
    )  # fmt: skip
    columns = (
        Column("Wager", wide=1), Column("House edge, A", right=True), Column("House edge, B", right=True),
        Column("B − A", right=True), Column("Hit frequency, A", right=True), Column("Hit frequency, B", right=True),
    )  # fmt: skip
    warned = [
        Note(f"Terms {name}: {note}", "Warning") for name, one in pair.subjects.items() for note in one.analysis.notes
    ]
    return Section(
        "summary",
        "Summary",
        (
            Paragraph(
                "House edges are in percent of the initial wager for the main game and of the bet for a side bet."
            ),
            Grid("summary-table", "The wagers under both terms", columns, rows, frozenset({0})),
            Figure(
                "plot-edges",
                "House edge of each wager, under terms A and, filled, under terms B",
                "Bar chart of the house edges in the table above.",
                "edges",
            ),
            *warned,
        ),
    )


def _terms(pair: Pair) -> Section:
    rows = tuple((capital(what), here, there) for what, here, there in pair.differing)
    columns = (Column("What", wide=1), Column(A, right=True), Column(B, right=True))
    known = [f"Terms {name}: {pair.called(subject)}." for name, subject in pair.subjects.items()]
    blocks: list[Block] = [Bullets(tuple(known))]
    if rows:
        blocks.append(Grid("terms", "Where the terms differ", columns, rows))
    else:
        blocks.append(Paragraph("The two sets of terms are the same."))
    return Section("differing", "What differs", tuple(blocks))


def figures_grid(key: str, caption: str, here: Figures, there: Figures) -> Grid:
    second = {name: value for name, value, _ in key_figures(there)}
    rows = tuple((name, value, second.get(name, NOTHING), unit) for name, value, unit in key_figures(here))
    columns = (Column("Figure", wide=1), Column(A, right=True), Column(B, right=True), Column("Unit", wide=1))
    return Grid(key, caption, columns, rows, frozenset({0}))


def outcomes_grid(key: str, caption: str, here: Figures, there: Figures) -> Grid:
    """Outcomes in the order of the first; a dash for one that the other lacks. Pays that never differ appear once."""
    first, second = _ends(here), _ends(there)
    events = dict.fromkeys((*first, *second))
    sides = {event: (first.get(event, _NEVER), second.get(event, _NEVER)) for event in events}
    pays = (
        [("Pays", 0)] if all(one[0] == other[0] for one, other in sides.values()) else [("Pays, A", 0), ("Pays, B", 1)]
    )
    rows = tuple(
        (event, *(both[side][0] for _, side in pays), *(one[1] for one in both), *(one[2] for one in both))
        for event, both in sides.items()
    )
    columns = (
        Column("Event", wide=2), *(Column(name, wide=1) for name, _ in pays), Column("Probability, A", right=True),
        Column("Probability, B", right=True), Column("Return, A", right=True), Column("Return, B", right=True),
    )  # fmt: skip
    whole = (percent(Fraction(1), 6),) * 2
    footer = (
        "Total",
        *("" for _ in pays),
        *whole,
        *(signed(side.expectation) + _within(side, side.variance, 4) for side in (here, there)),
    )
    return Grid(key, caption, columns, rows, footer=footer)


_NEVER = (NOTHING,) * 3


def _ends(figures: Figures) -> dict[str, tuple[str, str, str]]:
    """By event what it pays, its probability and its return; of a sample each with half of its interval."""
    ends: dict[str, list[Outcome]] = {}
    for one in figures.outcomes:
        ends.setdefault(one.event, []).append(one)
    found = {}
    for event, ways in ends.items():
        chances = [Fraction(one.combinations, figures.total) for one in ways]
        chance = sum(chances, Fraction(0))
        part = sum((each * one.net for each, one in zip(chances, ways, strict=True)), Fraction(0))
        square = sum((each * one.net**2 for each, one in zip(chances, ways, strict=True)), Fraction(0))
        found[event] = (
            ", ".join(dict.fromkeys(one.pays for one in ways)),
            percent(chance, 6) + _within(figures, chance - chance**2, 6),
            signed(part) + _within(figures, square - part**2, 4),
        )
    return found


def _within(figures: Figures, variance: Fraction, decimals: int) -> str:
    return f" ± {percent(NORMAL_99 * sqrt(variance / figures.total), decimals)}" if figures.is_sampled else ""


def _main(pair: Pair) -> Section:
    here, there = pair.first.main, pair.second.main
    return Section(
        "main",
        "Main game",
        (
            figures_grid("main-figures", "Main game: figures", here, there),
            outcomes_grid("main-returns", "Main game: every outcome", here, there),
        ),
    )


def _sides(pair: Pair) -> list[Section]:
    parts = []
    for slug, name, here, there in pair.wagers():
        if slug == "main":
            continue
        if here and there:
            grids: tuple[Block, ...] = (
                figures_grid(f"figures-{slug}", f"{name}: figures", here, there),
                outcomes_grid(f"returns-{slug}", f"{name}: every event", here, there),
            )
        else:
            grids = (Paragraph(f"Offered under terms {A if here else B} only."),)
        parts.append(Part(name, grids))
    return [Section("side-bets", "Side bets", tuple(parts))] if parts else []


def _confirmed(pair: Pair) -> list[Section]:
    found = []
    for name, subject in pair.subjects.items():
        again = subject.run("simulate", "--rounds", str(subject.rounds), "--seed", str(SEED))
        section = confirmation_section(subject.confirmation, subject.names(), again, name)
        found.append(Part(f"Terms {name}", tuple(section.flat())))
    return [Section("confirmation", "Confirmation by simulation", tuple(found))]


def _limits(pair: Pair, filing: Filing) -> Section:
    texts = [text for one in pair.subjects.values() for text in limitations(one, filing)]
    said = tuple(dict.fromkeys(with_names(text, ELSEWHERE) for text in texts))
    return Section("limitations", "Limitations", (Paragraph("What this report does not cover:"), Bullets(said)))
