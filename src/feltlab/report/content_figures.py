"""Sections on what the lab computes: the main game, strategies, side bets, progressives."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from feltlab.lab.figures import Figures
from feltlab.report.document import Block, Column, Figure, Note, Paragraph, Part, Points, Section, Table
from feltlab.report.numerals import count, decimal, one_in, percent, signed
from feltlab.report.subject import Subject

_RETURN_COLUMNS = (
    Column("Event", wide=1), Column("Pays"), Column("Combinations", right=True),
    Column("Probability", right=True), Column("Return", right=True),
)  # fmt: skip


def return_table(key: str, caption: str, figures: Figures) -> Table:
    rows = []
    for outcome in figures.outcomes:
        probability = Fraction(outcome.combinations, figures.total)
        rows.append(
            (
                outcome.event, outcome.pays, count(outcome.combinations), percent(probability, 6),
                signed(probability * outcome.net),
            )
        )  # fmt: skip
    footer = ("Total", "", count(figures.total), percent(Fraction(1), 6), signed(figures.expectation))
    return Table(key, caption, _RETURN_COLUMNS, tuple(rows), footer=footer)


def key_figures(figures: Figures) -> tuple[tuple[str, str, str], ...]:
    shares = [(name.replace("_", " "), value) for name, value in figures.extra.items() if 0 <= value <= 1]
    return (
        ("House edge", percent(figures.house_edge), "of the initial wager"),
        ("Element of risk", percent(figures.element_of_risk), "of the average total wager"),
        ("RTP", percent(figures.rtp), "of the average total wager"),
        ("Average wager", decimal(figures.average_wager), "initial wagers"),
        ("Average return", decimal(figures.average_return), "initial wagers, stakes included"),
        ("Hit frequency", percent(figures.hit_frequency), "of rounds"),
        ("Push frequency", percent(figures.push_frequency), "of rounds"),
        ("Loss frequency", percent(figures.loss_frequency), "of rounds, folds included"),
        ("Fold frequency", percent(figures.fold_frequency), "of rounds"),
        *((name.capitalize(), percent(value), "of rounds") for name, value in shares),
        ("Variance", decimal(figures.variance), "squared initial wagers"),
        ("Standard deviation", f"{figures.standard_deviation:.4f}", "initial wagers"),
    )


def main_section(subject: Subject) -> Section:
    main = subject.main
    columns = (Column("Figure", wide=1), Column("Value", right=True), Column("Unit", wide=1))
    tables = [slug for slug in subject.by_table if slug not in subject.analysis.wagers]
    by_table: list[Block] = []
    for slug in tables:
        rows = tuple(
            (id, percent(f.house_edge), percent(f.element_of_risk), percent(f.hit_frequency),
             f"{f.standard_deviation:.4f}")
            for id, f in subject.by_table[slug].items()
        )  # fmt: skip
        felt = list(subject.by_table[slug]).index(subject.terms.pays[slug].id)
        by_table += [
            Paragraph(
                f"What the {subject.game.wagers[slug].name} table pays changes how the game is best played, so each"
                " table is solved anew."
            ),
            Table(
                f"main-by-{slug}",
                f"The main game under each {subject.game.wagers[slug].name} pay table",
                (
                    Column("Pay table", wide=1), Column("House edge", right=True),
                    Column("Element of risk", right=True), Column("Hit frequency", right=True),
                    Column("Std. deviation", right=True),
                ),
                rows,
                frozenset({felt}),
            ),
        ]  # fmt: skip
    return Section(
        "main",
        "Main game",
        (
            Paragraph(
                f"Figures are for the strategy “{main.strategy}” ({subject.strategy_words[main.strategy]}), over"
                f" {count(main.total)} equally likely deals. [[main-returns]] lists every way in which a round can end;"
                " its last column adds up to the player's expectation, the house edge with its sign turned."
            ),
            Table("main-figures", "Main game: figures", columns, key_figures(main), frozenset({0})),
            return_table("main-returns", "Main game: every outcome", main),
            Figure(
                "plot-returns",
                "What each outcome adds to the player's expectation, in percent of the initial wager",
                f"Bar chart of the last column of the table above; the bars add up to {signed(main.expectation)}.",
                "returns",
            ),
            Figure(
                "plot-distribution",
                "How often a round ends with each net result, in initial wagers",
                f"Bar chart of the probability of each net result; the player is ahead in {percent(main.hit_frequency)}"
                f" of rounds, even in {percent(main.push_frequency)} and behind in {percent(main.loss_frequency)}.",
                "distribution",
            ),
            *by_table,
        ),
    )  # fmt: skip


def _strategy_words(lines: list[str]) -> list[Block]:
    """Indented lines of the strategy belong to the line above them."""
    blocks: list[Block] = []
    items: list[str] = []
    for line in [*lines, ""]:
        if line.startswith("  "):
            items.append(line.strip())
            continue
        if items:
            numbered = [item for item in items if item[:1].isdigit() and item[1:3] == ". "]
            plain = items[len(numbered) :]
            if numbered:
                blocks.append(Points(tuple(item[3:] for item in numbered), numbered=True))
            if numbered and plain:
                blocks += [Paragraph(item) for item in plain]
            elif plain:
                blocks.append(Points(tuple(plain)))
            items = []
        if line:
            blocks.append(Paragraph(line))
    return blocks


def strategy_section(subject: Subject) -> Section:
    priced = sorted(subject.priced.items(), key=lambda pair: pair[1].house_edge)
    best = subject.priced["optimal"].house_edge
    rows = tuple(
        (name, subject.strategy_words[name], percent(figures.house_edge), percent(figures.house_edge - best),
         percent(figures.element_of_risk))
        for name, figures in priced
    )  # fmt: skip
    chosen = [name for name, _ in priced].index(subject.options.strategy)
    return Section(
        "strategy",
        "Strategy",
        (
            Part("In words", tuple(_strategy_words(subject.strategy_text))),
            Part(
                "Strategies and mistakes, priced",
                (
                    Paragraph(
                        "Each strategy is played on every deal. Its cost is what it adds to the house edge of best"
                        " play, in percent of the initial wager."
                    ),
                    Table(
                        "strategies",
                        "House edge by strategy",
                        (
                            Column("Strategy"), Column("In words", wide=1), Column("House edge", right=True),
                            Column("Cost", right=True), Column("Element of risk", right=True),
                        ),
                        rows,
                        frozenset({chosen}),
                    ),
                    Figure(
                        "plot-strategies",
                        "House edge by strategy, in percent of the initial wager",
                        f"Bar chart of the house edge by strategy, from {percent(best)} for best play to"
                        f" {percent(priced[-1][1].house_edge)} for “{priced[-1][0]}”.",
                        "strategies",
                    ),
                ),
            ),
        ),
    )  # fmt: skip


def side_section(subject: Subject) -> Section:
    parts = []
    for slug, figures in subject.analysis.wagers.items():
        name, felt = subject.game.wagers[slug].name, figures.pay_tables[slug]
        tables = subject.by_table[slug]
        rows = tuple(
            (id, percent(f.house_edge), percent(f.rtp), percent(f.hit_frequency), f"{f.standard_deviation:.3f}")
            for id, f in tables.items()
        )
        columns = (
            Column("Pay table", wide=1), Column("House edge", right=True), Column("RTP", right=True),
            Column("Hit frequency", right=True), Column("Std. deviation", right=True),
        )  # fmt: skip
        at_mean = subject.progressive is not None and slug == subject.progressive.wager
        meter = " The shares of the jackpot are taken at its mean in the long run." if at_mean else ""
        blocks: list[Block] = [
            Paragraph(
                f"The house keeps {percent(figures.house_edge)} of the bet under pay table {felt}. The bet returns"
                f" more than was staked {one_in(figures.hit_frequency).replace('1 in', 'once in')} rounds.{meter}"
            )
        ]
        if len(tables) > 1:
            caption = f"{name}: every pay table, per unit bet"
            blocks.append(Table(f"edges-{slug}", caption, columns, rows, frozenset({list(tables).index(felt)})))
        blocks.append(return_table(f"returns-{slug}", f"{name}, pay table {felt}: every event", figures))
        parts.append(Part(name, tuple(blocks)))
    figure = Figure(
        "plot-sides",
        "House edge of each side bet by pay table, in percent of the bet; the felt's table is filled",
        "Bar chart of the house edges that the tables of this section list.",
        "sides",
    )
    return Section("side-bets", "Side bets", (figure, *parts))


def _how(spread: Mapping[str, Any]) -> str:
    if "error_bound_float" in spread:
        return f"{spread['method']}, each level within {decimal(spread['error_bound_float'], 0)} bets"
    if "samples" in spread:
        error = decimal(spread["standard_error_float"], 0)
        return f"{spread['method']}, from {count(spread['samples'])} samples, standard error {error} bets"
    return str(spread["method"])


def progressive_section(subject: Subject) -> Section:
    figures = subject.progressive
    if figures is None:
        raise AssertionError("a game without a progressive has no such section")
    name = subject.game.wagers[figures.wager].name
    entry = figures.to_dict()
    columns = (Column("Figure", wide=1), Column("Value", right=True), Column("Unit", wide=1))
    rows = (
        ("Long-run RTP", percent(figures.rtp), "of the bet"),
        ("Long-run house edge", percent(figures.house_edge), "of the bet"),
        ("Base amount", count(int(figures.base)), "bets"),
        ("Increment", percent(figures.increment), "of each bet"),
        ("Mean meter", decimal(figures.mean_meter, 2), "bets"),
        ("Standard deviation of the meter", decimal(entry["meter_standard_deviation_float"], 0), "bets"),
        ("RTP at the base amount", percent(figures.rtp_at(figures.base)), "of the bet"),
        ("Break-even meter", decimal(figures.break_even_meter, 0), "bets; above it the player has the edge"),
        ("Mean liability", decimal(figures.mean_liability, 2), "bets; the meter above its base amount"),
    )
    awards = tuple(
        (award["event"], award["pays"], decimal(award["mean_bets_between_float"], 0),
         decimal(Fraction(award["mean_award"]), 2), percent(Fraction(award["return"])))
        for award in entry["awards"] if award["mean_bets_between"] is not None
    )  # fmt: skip
    quantiles = entry["meter_distribution"]["quantiles_float"]
    spread = ((*(decimal(level, 0) for level in quantiles.values()),),)
    return Section(
        "progressive",
        "Progressive",
        (
            Paragraph(
                f"The {name} feeds a meter with every bet. In the long run all increments come back to players and"
                " the house adds the base amounts; the return at a given meter is a straight line ([[plot-meter]])."
                " The meter is taken as it stands at settlement, the bet's own increment included."
            ),
            Table("meter-figures", f"{name}: figures", columns, rows, frozenset({0})),
            Table(
                "awards",
                f"{name}: awards at the mean meter",
                (
                    Column("Event", wide=1), Column("Pays"), Column("Bets between", right=True),
                    Column("Mean award (bets)", right=True), Column("Return", right=True),
                ),
                awards,
            ),
            Figure(
                "plot-meter",
                "Return to player by the meter, in bets",
                f"Straight line from {percent(figures.rtp_at(figures.base))} at the base amount to 100% at the"
                f" break-even meter of {decimal(figures.break_even_meter, 0)} bets.",
                "meter",
            ),
            Table(
                "meter-quantiles",
                "How high the meter stands when a bet is made, in bets: parts of all bets that meet a lower meter",
                tuple(Column(percent(Fraction(part), 0), right=True, wide=1) for part in quantiles),
                spread,
            ),
            Note(f"The distribution of the meter is {_how(entry['meter_distribution'])}; means and returns are exact."),
        ),
    )  # fmt: skip
