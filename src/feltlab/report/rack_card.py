"""The rack card: one page that tells players how the game is played, what it pays and what it costs."""

from typing import Any

from feltlab import __version__
from feltlab.report.estimates import share
from feltlab.report.filing import UNFILED, Filing
from feltlab.report.numerals import decimal, one_in, percent
from feltlab.report.pdf import typeset
from feltlab.report.subject import Subject
from feltlab.report.words import told
from feltlab.rules.wagers import Role
from feltlab.rules.words import Words

CARE = (
    "Every bet on this card costs money in the long run, and no way of playing changes that. Decide before you sit down"
    " what an evening may cost you, stop when it is spent, and don't play to win back what is lost. If playing is no"
    " longer fun, talk to our staff or to a helpline near you: it is confidential."
)


def rack_card_of(subject: Subject, filing: Filing = UNFILED) -> bytes:
    return typeset("rack_card.typ", card_data(subject))


def card_data(subject: Subject) -> dict[str, Any]:
    words = told(subject.game)
    numbers = subject.terms.numbers.shown()
    return {
        "title": subject.game.title,
        "aim": words["aim"].format(**numbers),
        "steps": [step.format(**numbers) for step in words["steps"]],
        "tables": [_table(subject, wager) for wager in subject.terms.pays],
        "strategy": _strategy(subject, words),
        "edges": _edges(subject, words["strategy"] or subject.first),
        "care": CARE,
        "footer": f"feltlab {__version__} · figures are {'sampled' if subject.is_sampled else 'exact'};"
        f" the full report is `{subject.command()}`",
    }


def _table(subject: Subject, wager: str) -> dict[str, Any]:
    table = subject.terms.pays[wager]
    rows = [[line.event[:1].upper() + line.event[1:], str(line.pays)] for line in table.lines]
    return {"title": subject.game.wagers[wager].name, "rows": rows}


def _strategy(subject: Subject, words: Words) -> dict[str, Any]:
    name, lines = words["strategy"] or subject.first, words["strategy_lines"]
    sentence = subject.strategy_words[name]
    figures, best = subject.priced[name], subject.priced[subject.first]
    cost = figures.house_edge - best.house_edge
    if figures.is_sampled:
        more = f"sampled, within {percent(figures.margin, 2)}"
    else:
        more = "exactly as good as best play" if not cost else f"{percent(cost, 4)} more than best play"
    return {
        "lines": subject.strategy_text[:lines] if lines else [f"{sentence[:1].upper()}{sentence[1:]}."],
        "price": f"Played this way the house edge is {percent(figures.house_edge, 2)}"
        f" of your {subject.game.wagers[subject.game.initial].name} bet, {more}.",
    }


def _edges(subject: Subject, strategy: str) -> list[list[str]]:
    main, initial = subject.priced[strategy], subject.game.wagers[subject.game.initial]
    rows = [
        [f"{initial.name}, played as above", share(main, "house_edge", 2), f"of the {initial.name} bet",
         one_in(main.hit_frequency)],
    ]  # fmt: skip
    if main.average_wager != 1:
        rows.append(
            ["the same", share(main, "element_of_risk", 2),
             f"of all you bet, {decimal(main.average_wager, 2)} {initial.name} bets on average", ""]
        )  # fmt: skip
    for slug, figures in subject.analysis.wagers.items():
        wager = subject.game.wagers[slug]
        unit = "of the bet, in the long run" if wager.role is Role.PROGRESSIVE else "of the bet"
        rows.append([wager.name, share(figures, "house_edge", 2), unit, one_in(figures.hit_frequency)])
    return rows
