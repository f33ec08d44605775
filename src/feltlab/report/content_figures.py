"""Sections on the lab's figures: the main game, strategies, side bets."""

from fractions import Fraction

from feltlab.exact.figures import Figures, Priced
from feltlab.report.document import Block, Bullets, Column, Figure, Grid, Paragraph, Part, Section
from feltlab.report.estimates import amount, cost, share
from feltlab.report.names import strategy_name, table_name, the_table
from feltlab.report.numerals import count, one_in, percent, signed
from feltlab.report.subject import Subject


def return_table(key: str, caption: str, figures: Figures) -> Grid:
    columns = (
        Column("Event", wide=1), Column("Pays"), Column("Rounds" if figures.is_sampled else "Combinations", right=True),
        Column("Probability", right=True), Column("Return", right=True),
    )  # fmt: skip
    rows = []
    for outcome, row in zip(figures.outcomes, figures.table(), strict=True):
        probability = Fraction(outcome.combinations, figures.total)
        rows.append(
            (
                outcome.event, outcome.pays, count(outcome.combinations),
                percent(probability, 6) + _within(row.get("probability_margin"), 6),
                signed(probability * outcome.net) + _within(row.get("return_margin")),
            )
        )  # fmt: skip
    brought = signed(figures.expectation) + _within(figures.margin if figures.is_sampled else None)
    footer = ("Total", "", count(figures.total), percent(Fraction(1), 6), brought)
    return Grid(key, caption, columns, tuple(rows), footer=footer)


def _within(margin: float | None, decimals: int = 4) -> str:
    """Half of an interval after a sampled value; nothing after an exact one."""
    return "" if margin is None else f" ± {percent(margin, decimals)}"


def key_figures(figures: Figures) -> tuple[tuple[str, str, str], ...]:
    shares = [(name.replace("_", " "), value) for name, value in figures.extra.items() if 0 <= value <= 1]
    return (
        *_sampled(figures),
        ("House edge", share(figures, "house_edge"), "of the initial wager"),
        ("Element of risk", share(figures, "element_of_risk"), "of the average total wager"),
        ("RTP", share(figures, "rtp"), "of the average total wager"),
        ("Average wager", amount(figures, "average_wager"), "initial wagers"),
        ("Average return", amount(figures, "average_return"), "initial wagers, stakes included"),
        ("Hit frequency", share(figures, "hit_frequency"), "of rounds"),
        ("Push frequency", share(figures, "push_frequency"), "of rounds"),
        ("Loss frequency", share(figures, "loss_frequency"), "of rounds, folds included"),
        ("Fold frequency", share(figures, "fold_frequency"), "of rounds"),
        *((name.capitalize(), percent(value), "of rounds") for name, value in shares),
        ("Variance", amount(figures, "variance"), "squared initial wagers"),
        ("Standard deviation", amount(figures, "standard_deviation"), "initial wagers"),
    )


def _sampled(figures: Figures) -> tuple[tuple[str, str, str], ...]:
    """The remark on an estimate; nothing for an exact figure."""
    if not figures.is_sampled:
        return ()
    return (("Sampled", count(figures.total), "rounds; ± is half of a 99% interval"),)


def main_section(subject: Subject) -> Section:
    main = subject.main
    columns = (Column("Figure", wide=1), Column("Value", right=True), Column("Unit", wide=1))
    return Section(
        "main",
        "Main game",
        (
            Paragraph(
                f"Figures are for the strategy “{strategy_name(subject.game, main.strategy)}”"
                f" ({subject.strategy_words[main.strategy]}), over"
                f" {count(main.total)} {'sampled rounds' if main.is_sampled else 'equally likely deals'}."
                " [[main-returns]] lists every way in which a round can end;"
                " its last column adds up to the player's expectation, the house edge with its sign turned."
            ),
            Grid("main-figures", "Main game: figures", columns, key_figures(main), frozenset({0})),
            return_table("main-returns", "Main game: every outcome", main),
            *_main_plots(main),
            *(block for slug in subject.by_table if slug not in subject.analysis.wagers
              for block in _main_by_table(subject, slug)),
        ),
    )  # fmt: skip


def _main_plots(main: Figures) -> tuple[Block, ...]:
    return (
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
    )


def _main_by_table(subject: Subject, slug: str) -> tuple[Block, ...]:
    """If a pay table pays the main game itself."""
    name, tables = subject.game.wagers[slug].name, subject.by_table[slug]
    rows = tuple(
        (
            table_name(subject.game, id),
            share(f, "house_edge"),
            share(f, "element_of_risk"),
            share(f, "hit_frequency"),
            amount(f, "standard_deviation"),
        )
        for id, f in tables.items()
    )
    columns = (
        Column("Pay table", wide=1), Column("House edge", right=True), Column("Element of risk", right=True),
        Column("Hit frequency", right=True), Column("Std. deviation", right=True),
    )  # fmt: skip
    felt = frozenset({list(tables).index(subject.terms.pays[slug].id)})
    return (
        Paragraph(
            f"Each {name} table pays the same sampled rounds, played by the same strategy."
            if subject.is_sampled
            else f"What the {name} table pays changes best play, so the game is solved again for each table."
        ),
        Grid(f"main-by-{slug}", f"The main game under each {name} pay table", columns, rows, felt),
    )


def _named(subject: Subject, line: str) -> str:
    """A line of a strategy; one that prices another strategy uses its readable name."""
    if not isinstance(line, Priced):
        return line
    return Priced(line.strategy, line.replace(line.strategy, strategy_name(subject.game, line.strategy), 1))


def _strategy_words(lines: list[str]) -> list[Block]:
    """Indented lines of the strategy belong to the line above them; lines that price a strategy are grouped."""
    blocks: list[Block] = []
    items: list[str] = []
    for line in [*lines, ""]:
        if line.startswith("  ") or isinstance(line, Priced):
            items.append(line.strip())
            continue
        if items:
            numbered = [item for item in items if item[:1].isdigit() and item[1:3] == ". "]
            plain = items[len(numbered) :]
            if numbered:
                blocks.append(Bullets.counted(item[3:] for item in numbered))
            if numbered and plain:
                blocks += [Paragraph(item) for item in plain]
            elif plain:
                blocks.append(Bullets(tuple(plain)))
            items = []
        if line:
            blocks.append(Paragraph(line))
    return blocks


def strategy_blocks(subject: Subject) -> list[Block]:
    """The strategy in words."""
    return _strategy_words([_named(subject, line) for line in subject.strategy_text])


def _strategies_drawn(rows: tuple[tuple[str, ...], ...]) -> tuple[Figure, ...]:
    """From the best to the worst; a single one needs no picture."""
    (first, _, least, *_), (last, _, most, *_) = rows[0], rows[-1]
    figure = Figure(
        "plot-strategies",
        "House edge by strategy, in percent of the initial wager",
        f"Bar chart of the house edge by strategy, from {least} for “{first}” to {most} for “{last}”.",
        "strategies",
    )
    return (figure,) if len(rows) > 1 else ()


def strategy_section(subject: Subject) -> Section:
    priced = sorted(subject.priced.items(), key=lambda pair: pair[1].house_edge)
    best = subject.priced[subject.first]
    rows = tuple(
        (strategy_name(subject.game, name), subject.strategy_words[name], share(figures, "house_edge"),
         cost(figures, best), share(figures, "element_of_risk"))
        for name, figures in priced
    )  # fmt: skip
    chosen = [name for name, _ in priced].index(subject.strategy)
    return Section(
        "strategy",
        "Strategy",
        (
            Part("In words", tuple(strategy_blocks(subject))),
            Part(
                "Strategies and mistakes, priced",
                (
                    Paragraph(
                        "Each strategy is played on the same sampled rounds. Its cost is what it adds to the house"
                        f" edge of “{strategy_name(subject.game, subject.first)}”, sampled as well; no best play is"
                        " computed."
                        if subject.is_sampled
                        else "Each strategy is played on every deal. Its cost is what it adds to the house edge of best"
                        " play, in percent of the initial wager."
                    ),
                    Grid(
                        "strategies",
                        "House edge by strategy",
                        (
                            Column("Strategy"), Column("In words", wide=1), Column("House edge", right=True),
                            Column("Cost", right=True), Column("Element of risk", right=True),
                        ),
                        rows,
                        frozenset({chosen}),
                    ),
                    *_strategies_drawn(rows),
                ),
            ),
        ),
    )  # fmt: skip


def _called(subject: Subject, figures: Figures) -> str:
    """How a side bet of a sampled game was counted."""
    if figures.is_sampled:
        return f" (sampled, ± {percent(figures.margin)})"
    return ", counted over all deals, exactly" if subject.is_sampled else ""


def side_section(subject: Subject) -> Section:
    parts = []
    for slug, figures in subject.analysis.wagers.items():
        name, felt = subject.game.wagers[slug].name, figures.pay_tables[slug]
        tables = subject.by_table[slug]
        rows = tuple(
            (table_name(subject.game, id), share(f, "house_edge"), share(f, "rtp"), share(f, "hit_frequency"),
             amount(f, "standard_deviation", 3))
            for id, f in tables.items()
        )  # fmt: skip
        columns = (
            Column("Pay table", wide=1), Column("House edge", right=True), Column("RTP", right=True),
            Column("Hit frequency", right=True), Column("Std. deviation", right=True),
        )  # fmt: skip
        at_mean = subject.progressive is not None and slug == subject.progressive.wager
        meter = " The shares of the jackpot are taken at its mean in the long run." if at_mean else ""
        blocks: list[Block] = [
            Paragraph(
                f"The house keeps {percent(figures.house_edge)} of the bet under {the_table(subject.game, felt)}"
                f"{_called(subject, figures)}. The bet returns"
                f" more than was staked {one_in(figures.hit_frequency).replace('1 in', 'once in')} rounds.{meter}"
            )
        ]
        if len(tables) > 1:
            caption = f"{name}: every pay table, per unit bet"
            blocks.append(Grid(f"edges-{slug}", caption, columns, rows, frozenset({list(tables).index(felt)})))
        blocks.append(return_table(f"returns-{slug}", f"{name}, {the_table(subject.game, felt)}: every event", figures))
        parts.append(Part(name, tuple(blocks)))
    figure = Figure(
        "plot-sides",
        "House edge of each side bet by pay table, in percent of the bet; the felt's table is filled",
        "Bar chart of the house edges that the tables of this section list.",
        "sides",
    )
    return Section("side-bets", "Side bets", (figure, *parts))
