"""More sections of two sets of terms: strategies, progressives, risk, concerns, the record."""

from math import isfinite

from feltlab import __version__
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.report.beside import A, B, Pair
from feltlab.report.content_concerns import concern_row, how_many
from feltlab.report.content_figures import strategy_blocks
from feltlab.report.content_terms import NOTHING
from feltlab.report.document import Block, Column, Grid, Paragraph, Part, Section
from feltlab.report.estimates import share
from feltlab.report.filing import Filing
from feltlab.report.numerals import capital, chance, count, decimal, percent, signed
from feltlab.report.subject import Subject
from feltlab.simulation.risk import Risk

_SAME = "as under terms A"
_BOTH = (Column("Figure", wide=1), Column(A, right=True), Column(B, right=True), Column("Unit", wide=1))


def strategy_beside(pair: Pair) -> Section:
    rows = []
    for name, here, there in pair.strategies():
        edges = (share(one, "house_edge") if one else NOTHING for one in (here, there))
        rows.append((name, *edges, signed(there.house_edge - here.house_edge) if here and there else NOTHING))
    columns = (
        Column("Strategy", wide=1), Column("House edge, A", right=True), Column("House edge, B", right=True),
        Column("B − A", right=True),
    )  # fmt: skip
    first, second = tuple(strategy_blocks(pair.first)), tuple(strategy_blocks(pair.second))
    words = [Part("In words, terms A" if first != second else "In words, both", first)]
    words += [Part("In words, terms B", second)] if first != second else []
    grid = Grid("strategies", "House edge by strategy, in percent of the initial wager", columns, tuple(rows))
    return Section("strategy", "Strategy", (grid, *words))


def progressive_beside(pair: Pair) -> list[Section]:
    here, there = (_meter(one.progressive) for one in pair.subjects.values())
    if not here and not there:
        return []
    names = {name: unit for rows in (there, here) for name, (_, unit) in rows.items()}
    rows = tuple(
        (name, here.get(name, (NOTHING, ""))[0], there.get(name, (NOTHING, ""))[0], unit)
        for name, unit in names.items()
    )
    grid = Grid("meter-figures", "The meter in the long run", _BOTH, rows, frozenset({0}))
    return [Section("progressive", "Progressive", (grid,))]


def _meter(figures: ProgressiveFigures | None) -> dict[str, tuple[str, str]]:
    if figures is None:
        return {}
    return {
        "Long-run RTP": (percent(figures.rtp), "of the bet"),
        "Base amount": (count(int(figures.base)), "bets"),
        "Increment": (percent(figures.increment), "of each bet"),
        "Mean meter": (decimal(figures.mean_meter, 2), "bets"),
        "RTP at the base amount": (percent(figures.rtp_at(figures.base)), "of the bet"),
        "Break-even meter": (decimal(figures.break_even_meter, 0), "bets"),
    }


def risk_beside(pair: Pair) -> Section:
    here, there = pair.first.risk, pair.second.risk
    pairs = zip(_swings(here), _swings(there), strict=True)
    rows = tuple((name, value, other, unit) for (name, value, unit), (_, other, _) in pairs)
    columns = (
        Column("Period", wide=1), Column("Rounds", right=True), Column("Expected win, A", right=True),
        Column("Expected win, B", right=True), Column("House is behind, A", right=True),
        Column("House is behind, B", right=True),
    )  # fmt: skip
    first, second = here.to_dict()["periods"], there.to_dict()["periods"]
    periods = tuple(
        (
            capital(name), count(int(one["rounds"])), decimal(one["house_win_float"], 1),
            decimal(second[name]["house_win_float"], 1), chance(one["chance_house_is_behind_float"]),
            chance(second[name]["chance_house_is_behind_float"]),
        )
        for name, one in first.items() if name in second
    )  # fmt: skip
    return Section(
        "risk",
        "Volatility and risk",
        (
            Paragraph("Main game, one unit a round; chances over many rounds use the normal approximation."),
            Grid("swings", "What a round swings", _BOTH, rows),
            Grid("periods", "The house's result over time, in units of the initial wager", columns, periods),
        ),
    )


def _swings(risk: Risk) -> tuple[tuple[str, str, str], ...]:
    return (
        ("Standard deviation of a round", decimal(risk.deviation, 4), "initial wagers"),
        ("N0", decimal(risk.n0, 0) if isfinite(risk.n0) else NOTHING, "rounds until the house's win is one deviation"),
        ("Largest win of a seat", decimal(risk.worst, 0), "units"),
    )


def concerns_beside(pair: Pair) -> Section:
    here, there = (_concerns(one) for one in pair.subjects.values())
    rows = []
    for name in dict.fromkeys((*here, *there)):
        first, second = here.get(name), there.get(name)
        same = first is not None and second is not None and first[1] == second[1]
        found = (first[1] if first else NOTHING, _SAME if same else second[1] if second else NOTHING)
        rows.append((name, first[0] if first else NOTHING, second[0] if second else NOTHING, *found))
    columns = (
        Column("Concern", wide=2), Column("Raised, A"), Column("Raised, B"), Column("Finding, A", wide=5),
        Column("Finding, B", wide=5),
    )  # fmt: skip
    said = " ".join(f"Terms {name}: {how_many(one.concerns)}" for name, one in pair.subjects.items())
    blocks: tuple[Block, ...] = (
        Paragraph(f"{said} Game protection is on the terms of the game's documents."),
        Grid("concerns-table", "Concerns under both terms", columns, tuple(rows)),
    )
    return Section("concerns", "Concerns", blocks)


def _concerns(subject: Subject) -> dict[str, tuple[str, str]]:
    return {row[0]: (row[1], row[2]) for row in map(concern_row, subject.concerns)}


def record_beside(pair: Pair, filing: Filing) -> Section:
    edges = tuple(
        (name, str(here.house_edge) if here else NOTHING, str(there.house_edge) if there else NOTHING)
        for _, name, here, there in pair.wagers()
    )
    return Section(
        "reproducibility",
        "Reproducibility",
        (
            Grid(
                "record",
                "How this report was made",
                (Column("What"), Column("Value", wide=1)),
                (
                    ("Version", f"feltlab {__version__}"),
                    ("Command", pair.command("pdf", *filing.words)),
                    *((f"Report on terms {name} alone", one.command()) for name, one in pair.subjects.items()),
                    *((f"SHA-256, terms {name}", one.checksum) for name, one in pair.subjects.items()),
                    ("SHA-256 of both", pair.checksum),
                ),
            ),
            Paragraph(f"`{pair.command('json')}` writes all figures; its SHA-256 is that of both."),
            Grid(
                "fractions",
                "House edges as fractions",
                (Column("Wager"), Column(A, wide=1), Column(B, wide=1)),
                edges,
            ),
        ),
        appendix=True,
    )
