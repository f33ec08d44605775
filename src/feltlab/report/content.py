"""A game's report: which sections, in which order."""

from typing import Any

from feltlab import __version__
from feltlab.report.confirmation import confirmation_section
from feltlab.report.content_concerns import concerns_section, how_many
from feltlab.report.content_figures import main_section, side_section, strategy_section
from feltlab.report.content_filing import limitations_section
from feltlab.report.content_game import game_section, method_section, pay_section, procedure_section, rules_section
from feltlab.report.content_progressive import progressive_section
from feltlab.report.content_record import errata_section, examples_section, protection_section, record_section
from feltlab.report.content_risk import risk_section, sensitivity_section
from feltlab.report.content_terms import terms_said
from feltlab.report.document import Column, Document, Grid, Note, Paragraph, Section
from feltlab.report.estimates import amount, share
from feltlab.report.filing import UNFILED, Filing
from feltlab.report.names import strategy_name, table_name
from feltlab.report.numerals import count, of, percent
from feltlab.report.plots import plots_of
from feltlab.report.subject import SEED, Subject
from feltlab.report.words import told


def report_of(subject: Subject, filing: Filing = UNFILED, drawn: bool = True) -> Document:
    """Drawing its pictures is optional, for callers who only need the contents."""
    words = told(subject.game)
    progressive = [progressive_section(subject)] if subject.progressive else []
    sections = (
        _summary(subject),
        game_section(subject, words),
        rules_section(subject),
        pay_section(subject),
        method_section(subject, words),
        main_section(subject),
        strategy_section(subject),
        *([side_section(subject)] if subject.analysis.wagers else []),
        *progressive,
        _confirmed(subject),
        risk_section(subject),
        sensitivity_section(subject),
        protection_section(subject),
        *([errata_section(subject)] if subject.claims else []),
        examples_section(subject),
        concerns_section(subject, words),
        limitations_section(subject, filing),
        procedure_section(subject),
        record_section(subject, filing),
    )
    return Document(
        title=subject.game.title,
        subtitle="Mathematical analysis of the game and its pay tables",
        facts=_facts(subject),
        abstract=(
            f"{subject.game.book.summary} The house edge is {percent(subject.main.house_edge)} of the initial wager"
            f" under {_named(subject)}. {_how(subject)}"
        ),
        sections=sections,
        plots=plots_of(subject) if drawn else {},
        filed=filing.facts(),
        history=filing.history(),
        footer=f"feltlab {__version__} · checksum {subject.checksum[:16]}",
    )


def _confirmed(subject: Subject) -> Section:
    again = subject.run("simulate", "--rounds", str(subject.rounds), "--seed", str(SEED))
    return confirmation_section(subject.confirmation, subject.names(), again)


def _named(subject: Subject) -> str:
    return (
        "best play"
        if subject.strategy == "optimal"
        else f"the strategy “{strategy_name(subject.game, subject.strategy)}”"
    )


def _how(subject: Subject) -> str:
    if not subject.is_sampled:
        return (
            "Every figure in this report is computed from the rule book of the game; probabilities and edges are exact"
            " fractions, rounded once for print."
        )
    return (
        f"It is sampled, not exact: {count(subject.main.total)} rounds give it within {percent(subject.main.margin)}"
        " with 99% confidence, and no best play is computed. Side bets are exact where they are called so."
    )


def _facts(subject: Subject) -> tuple[tuple[str, str], ...]:
    tables = "; ".join(
        f"{subject.game.wagers[wager].name}: {table_name(subject.game, table.id)}"
        for wager, table in subject.terms.pays.items()
    )
    return (
        ("Game", subject.game.title),
        ("Document examined", subject.document),
        ("Terms", terms_said(subject)),
        ("Strategy", strategy_name(subject.game, subject.strategy)),
        ("Pay tables", tables),
        ("Method", _method(subject)),
        ("Made with", f"feltlab {__version__}"),
        ("Checksum of all figures", subject.checksum),
    )


def _method(subject: Subject) -> str:
    if not subject.is_sampled:
        return "complete enumeration, exact fractions"
    return f"sampled: {count(subject.main.total)} rounds, seed {subject.main.seed}, 99% intervals"


def _summary(subject: Subject) -> Section:
    analysis, wagers = subject.analysis, subject.game.wagers
    rows = [("Main game, sampled" if subject.is_sampled else "Main game", "–", *_row(analysis.main))]
    rows += [
        (wagers[slug].name, table_name(subject.game, f.pay_tables[slug]), *_row(f))
        for slug, f in analysis.wagers.items()
    ]
    columns = (
        Column("Wager", wide=1), Column("Pay table"), Column("House edge", right=True),
        Column("Element of risk", right=True), Column("Hit frequency", right=True),
        Column("Std. deviation", right=True),
    )  # fmt: skip
    matching = sum(claim.matches for claim in subject.claims)
    differing = len(subject.claims) - matching
    told = "explained" if all(claim.note for claim in subject.claims if not claim.matches) else "listed"
    said = f"{differing} {'differs' if differing == 1 else 'differ'} and {'is' if differing == 1 else 'are'} {told}"
    agree = "lie within the sampled interval" if subject.is_sampled else "agree with the exact values to the last"
    agree += "" if subject.is_sampled else " printed digit"
    verdict = (
        f"Of {of(count(len(subject.claims)), 'figure')} that the document prints, {count(matching)}"
        f" {agree}{f'; {said}' if differing else ''} ([[errata]])."
    )
    return Section(
        "summary",
        "Summary",
        (
            Paragraph(
                "House edge is the expected loss divided by the initial wager, element of risk the expected loss"
                " divided by everything that is wagered on average; hit frequency counts rounds in which more comes"
                " back than was staked. Standard deviations are in units of the initial wager or of the side bet."
            ),
            Grid("summary-table", "The wagers at a glance", columns, tuple(rows), frozenset({0})),
            Paragraph(
                f"{verdict if subject.claims else ''} {how_many(subject.concerns)[:-1]} ([[concerns]])."
                f" {of(count(subject.rounds), 'simulated round')} {_agree(subject)} ([[confirmation]]).".lstrip()
            ),
            *(Note(note, "Warning") for note in analysis.notes),
        ),
    )


def _agree(subject: Subject) -> str:
    if far := subject.confirmation.far:
        return f"do not agree on {' and '.join(subject.names()[wager] for wager in far)}"
    return "stand beside the figures" if subject.is_sampled else "agree with the exact values"


def _row(figures: Any) -> tuple[str, str, str, str]:
    return (
        share(figures, "house_edge"), share(figures, "element_of_risk"), share(figures, "hit_frequency"),
        amount(figures, "standard_deviation"),
    )  # fmt: skip
