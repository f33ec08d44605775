"""Sections on the game: description, rules, pay tables, method, the dealer's procedure."""

from feltlab.report.bets import kind_of, size_of
from feltlab.report.content_terms import own_terms
from feltlab.report.document import Bullets, Column, Grid, Note, Paragraph, Part, Section
from feltlab.report.names import number_name, strategy_name, table_name
from feltlab.report.numerals import capital, count, of
from feltlab.report.subject import Subject
from feltlab.rules.offering import numbered
from feltlab.rules.procedure import packets
from feltlab.rules.words import Words

_NUMBER_COLUMNS = (Column("Rule number"), Column("Value", right=True), Column("Meaning", wide=1))
_RULING_COLUMNS = (Column("Rule", right=True), Column("Reading", wide=1), Column("Why", wide=1))


def game_section(subject: Subject, words: Words) -> Section:
    game = subject.game
    wagers = tuple(
        (wager.name, kind_of(game, wager), wager.placed, size_of(game, wager)) for wager in game.wagers.values()
    )
    dealt = tuple((p.to.replace("_", " "), str(p.cards), f"face {p.face}", p.when) for p in packets(game.round))
    return Section(
        "description",
        "Description of the game",
        (
            *(Paragraph(text) for text in words["description"]),
            Paragraph(f"The table has up to {subject.terms.numbers.seats} seats."),
            Grid(
                "wagers",
                "Wagers",
                (Column("Wager"), Column("Kind"), Column("Placed"), Column("Size", wide=1)),
                wagers,
            ),
            Grid(
                "packets",
                "Cards as they leave the deck",
                (Column("To"), Column("Cards", right=True), Column("Dealt"), Column("When", wide=1)),
                dealt,
            ),
        ),
    )


def rules_section(subject: Subject) -> Section:
    numbers = subject.terms.numbers
    meanings = numbers.meanings()
    heading, rules = subject.game.card.strip().partition("\n")[0], numbered(subject.game.card)
    shown = numbers.shown(subject.game.wagers)
    rows = tuple((number_name(subject.game, name), value, capital(meanings[name])) for name, value in shown.items())
    readings = tuple(
        (str(r.rule), " ".join(r.reading.split()), " ".join(r.why.split())) for r in subject.game.book.rulings
    )
    return Section(
        "rules",
        "Rules of play",
        (
            Part("Rules card", (Paragraph(heading), Bullets(tuple(rules.values()), tuple(rules)))),
            Part(
                "Rule numbers",
                (
                    Paragraph("A house may set other values; the report is for the values shown."),
                    Grid("numbers", "Rule numbers", _NUMBER_COLUMNS, rows),
                ),
            ),
            *own_terms(subject),
            *([_rulings(readings)] if readings else []),
        ),
    )  # fmt: skip


def _rulings(readings: tuple[tuple[str, ...], ...]) -> Part:
    said = Paragraph("Where the documents are silent or disagree, the rules are read as follows.")
    return Part("Rulings", (said, Grid("rulings", "How the documents are read", _RULING_COLUMNS, readings)))


def pay_section(subject: Subject) -> Section:
    blocks: list[Paragraph | Grid | Note] = [
        Paragraph("The table on the felt is marked with an asterisk. A hand without a line loses.")
    ]
    for wager, tables in subject.house.pay_tables.items():
        on_felt = subject.terms.pays[wager]
        longest = sorted(tables.values(), key=lambda table: -len(table.lines))  # its order is that of all
        events = dict.fromkeys(line.event for table in longest for line in table.lines)
        pays = {id: {line.event: str(line.pays) for line in table.lines} for id, table in tables.items()}
        columns = [
            Column(f"{table_name(subject.game, id)}{' *' if id == on_felt.id else ''}", right=True, wide=1)
            for id in tables
        ]
        rows = tuple((event, *(pays[id].get(event, "–") for id in tables)) for event in events)
        name = subject.game.wagers[wager].name
        blocks.append(Grid(f"pays-{wager}", f"{name}: pay tables", (Column("Event", wide=2), *columns), rows))
    for rule in subject.game.book.progressives.values():
        name = subject.game.wagers[rule.wager].name
        blocks.append(
            Paragraph(
                f"{name}: the meter starts at {of(count(rule.base_bets), 'bet')} and grows by"
                f" {rule.increment} of each bet. “For 1” means that the stake is not returned."
            )
        )
    return Section("pay-tables", "Pay tables", tuple(blocks))


def _counted(subject: Subject, words: Words) -> tuple[Paragraph, ...]:
    main = subject.main
    return (
        *(Paragraph(text.format(deals=count(main.total), classes=count(subject.classes))) for text in words["method"]),
        Paragraph(
            "Counting is done in whole numbers and divided once, as a fraction in lowest terms; what is printed"
            " is that fraction rounded once. The rule book that settles single rounds is the same code that the"
            " enumeration calls, and simulated rounds are compared with it card by card."
        ),
        Paragraph(f"Where choices tie: {main.tie_rule}."),
    )


def _sampled(subject: Subject) -> tuple[Paragraph, ...]:
    main = subject.main
    return (
        Paragraph(
            f"The figures of the main game are sampled: {count(main.total)} rounds were dealt from seed {main.seed},"
            f" decided by the strategy “{strategy_name(subject.game, main.strategy)}” and settled by the"
            " rule book. An interval holds the true value"
            " in 99 of 100 samples. Best play is not computed; against it the house edge may be lower."
        ),
        Paragraph(f"Why the game is not solved exactly: {subject.analysis.notes[0].partition(': ')[2]}."),
    )


def method_section(subject: Subject, words: Words) -> Section:
    main = subject.main
    return Section(
        "method",
        "Method",
        (
            *(_sampled(subject) if main.is_sampled else _counted(subject, words)),
            Grid(
                "denominators",
                "Terms and their denominators",
                (Column("Term"), Column("Meaning", wide=1)),
                (
                    ("house edge", "expected loss ÷ initial wager"),
                    ("element of risk", "expected loss ÷ average total wager"),
                    ("RTP", "1 − element of risk"),
                    ("average return", "expected amount handed back, stakes included, in initial wagers"),
                    ("hit frequency", "rounds in which more comes back than was staked ÷ all rounds"),
                    ("return", "probability × net result, in units of the initial wager or of the side bet"),
                ),
            ),
        ),
    )


def procedure_section(subject: Subject) -> Section:
    procedure = subject.game.book.procedure
    names = {slug: wager.name for slug, wager in subject.game.wagers.items()}
    steps = tuple(f"{step.phase.capitalize()}: {' '.join(step.words.split())}" for step in procedure.steps)
    calls = tuple((occasion.capitalize(), f"“{words}”") for occasion, words in procedure.calls.items())
    order = ", ".join(names[slug] for slug in subject.game.round.settles)
    return Section(
        "procedure",
        "The dealer's procedure",
        (
            Paragraph(
                f"Dealt {procedure.dealing.goes} from the {procedure.dealing.starts}; taken and paid"
                f" {procedure.taking.goes} from the {procedure.taking.starts}; a seat's wagers in the order {order}."
            ),
            Bullets.counted(steps),
            Grid("calls", "Calls", (Column("Occasion"), Column("The dealer says", wide=1)), calls),
            Part(
                "Misdeals and irregularities",
                (
                    Paragraph(" ".join(procedure.misdeal.split())),
                    Bullets(tuple(" ".join(text.split()) for text in procedure.irregularities)),
                ),
            ),
        ),
        appendix=True,
    )


__all__ = ["game_section", "method_section", "pay_section", "procedure_section", "rules_section"]
