"""Sections for the file: errata of the printed document, worked rounds, how to make the report again."""

from collections.abc import Iterable

from feltlab import __version__
from feltlab.exact.figures import Figures
from feltlab.lab import Claim
from feltlab.report.content_protection import protection_section
from feltlab.report.document import Block, Bullets, Code, Column, Grid, Paragraph, Part, Section
from feltlab.report.filing import UNFILED, Filing
from feltlab.report.numerals import count, of
from feltlab.report.subject import SEED, Subject


def errata_section(subject: Subject) -> Section:
    claims = subject.claims
    matching = sum(claim.matches for claim in claims)
    rows = []
    for source in dict.fromkeys(claim.source for claim in claims):
        printed = [claim for claim in claims if claim.source == source]
        agree = sum(claim.matches for claim in printed)
        rows.append((source, count(len(printed)), count(agree), count(len(printed) - agree)))
    footer = ("All", count(len(claims)), count(matching), count(len(claims) - matching))
    differing = _noted(claim for claim in claims if not claim.matches)
    remarked = _noted(claim for claim in claims if claim.matches and claim.note)
    blocks: list[Block] = [
        Paragraph(
            f"Every figure that the document ({subject.document}) prints in its analysis and rules is"
            " computed again on the document's own terms: returns and probabilities, counts, worked examples, pays that"
            f" are printed a second time, and statements such as when to fold. {_agrees(subject)}"
        ),
        Grid(
            "claims",
            "Printed figures recomputed, by source",
            (
                Column("Source", wide=1), Column("Figures", right=True), Column("Agree", right=True),
                Column("Differ", right=True),
            ),
            tuple(rows),
            frozenset(place for place, row in enumerate(rows) if row[3] != "0"),
            footer,
        ),
    ]  # fmt: skip
    known = "Sampled" if subject.is_sampled else "Exact"
    columns = (
        Column("Figure", wide=1),
        Column("Printed", right=True),
        Column(known, right=True),
    )
    if differing:
        blocks.append(Grid("differences", "Figures that differ", (*columns, Column("Why", wide=1)), differing))
    else:
        blocks.append(Paragraph("No printed figure differs."))
    if remarked:
        heading = "Figures that agree but need a remark"
        blocks.append(Grid("remarks", heading, (*columns, Column("Remark", wide=1)), remarked))
    return Section("errata", "Errata against the published document", tuple(blocks))


def _agrees(subject: Subject) -> str:
    if subject.is_sampled:
        return "What is sampled agrees when the printed value lies within its 99% interval."
    return (
        "A figure agrees when the exact value, rounded to as many decimals as are printed, gives the printed digits;"
        " words and cards agree as they are."
    )


def _noted(claims: Iterable[Claim]) -> tuple[tuple[str, ...], ...]:
    return tuple((f"{claim.source}: {claim.figure}", claim.published, claim.computed, claim.note) for claim in claims)


def examples_section(subject: Subject) -> Section:
    parts = tuple(
        Part(example.title, (Code(example.transcript, f"Round {example.number} in full: {example.title}"),))
        for example in subject.examples
    )
    rounds = ", ".join(
        f"{example.title[:1].lower()}{example.title[1:]}: {example.number}" for example in subject.examples
    )
    return Section(
        "examples",
        "Worked examples",
        (
            Paragraph(
                "These rounds were dealt by the simulation, decided by the strategy of this report and settled by the"
                f" rule book. They are the first of their kind under seed {SEED}; any of them is shown again by"
                f" `{subject.run('replay', '--seed', str(SEED), '--round', 'N')}`"
                f" with the number of the round ({rounds})."
            ),
            *parts,
        ),
    )  # fmt: skip


def record_section(subject: Subject, filing: Filing = UNFILED) -> Section:
    named: list[tuple[str, Figures]] = [("Main game", subject.main)]
    named += [(subject.game.wagers[slug].name, figures) for slug, figures in subject.analysis.wagers.items()]
    rows = tuple(
        (f"{name}, sampled" if figures.is_sampled else name, str(figures.house_edge), str(figures.variance))
        for name, figures in named
    )
    return Section(
        "reproducibility",
        "Reproducibility",
        (
            Paragraph(
                "The same version on any machine gives the same bytes: no clock is read. Version, command and checksum"
                " of this report:"
            ),
            Grid(
                "record",
                "How this report was made",
                (Column("What"), Column("Value", wide=1)),
                (
                    ("Version", f"feltlab {__version__}"),
                    ("Command", subject.command("pdf", *filing.words)),
                    ("Method", subject.main.method),
                    ("Simulated", f"{of(count(subject.rounds), 'round')}, seed {SEED}"),
                    ("SHA-256 of the figures", subject.checksum),
                ),
            ),
            Paragraph(
                "The checksum is that of all figures as JSON, keys in order and exact numbers as fractions in lowest"
                f" terms. `{subject.command('json')}` writes that file; its SHA-256 is the checksum above."
            ),
            Bullets(
                (
                    f"`feltlab verify {subject.named}` compares every printed figure with the"
                    f" {'sampled' if subject.is_sampled else 'exact'} one.",
                    f"`{subject.run('analyze', '--json')}` prints the figures of [[main]]"
                    + (" and [[side-bets]]." if subject.analysis.wagers else "."),
                )
            ),
            Grid(
                "fractions",
                "House edges and variances as fractions",
                (Column("Wager"), Column("House edge", wide=1), Column("Variance", wide=1)),
                rows,
            ),
        ),
        appendix=True,
    )


__all__ = ["errata_section", "examples_section", "protection_section", "record_section"]
