"""The rack card tells players how the game is played, what it pays and what it costs."""

from enum import StrEnum
from typing import Any, Final

from feltlab import __version__
from feltlab.exact.solving.lab import BY_VALUE
from feltlab.report.bets import before_the_deal
from feltlab.report.estimates import share
from feltlab.report.filing import UNFILED, Filing
from feltlab.report.numerals import capital, decimal, of, one_in, percent
from feltlab.report.pdf import typeset
from feltlab.report.subject import Subject
from feltlab.report.words import told
from feltlab.rules.wagers import Role
from feltlab.rules.words import Words

CARE: Final = (
    "Every bet on this card costs money in the long run, and no way of playing changes that. Decide before you sit down"
    " how much you can afford to lose, stop when it is gone, and don't chase your losses."
)
HELPLINE: Final = "If playing is no longer fun, talk to our staff or to a helpline near you: it is confidential."
"""If a house gives no line of its own."""


MOST_LINES: Final = 12
"""The lines of a strategy in words that fit on a card."""


class CardForm(StrEnum):
    PAGE = "page"  # A4
    HALF = "half"  # A5: two on a sheet
    TWO_SIDED = "two-sided"  # A5, printed on both sides


def rack_card_of(subject: Subject, filing: Filing = UNFILED, form: CardForm = CardForm.PAGE) -> bytes:
    return typeset("rack_card.typ", {**card_data(subject, filing), "form": form.value})


def card_data(subject: Subject, filing: Filing = UNFILED) -> dict[str, Any]:
    game, words = subject.game, told(subject.game)
    facts = {**subject.terms.numbers.shown(), "bets": before_the_deal(game)}
    known = "sampled" if subject.is_sampled else "exact"
    return {
        "title": game.title,
        "aim": words["aim"].format(**facts),
        "steps": [step.format(**facts) for step in words["steps"]],
        "tables": [
            _table(subject, wager, words["notes"].get(wager, "").format(**facts)) for wager in subject.terms.pays
        ],
        "decks": [
            {"title": f"The {len(cards)} {name}", "cards": list(cards)} for name, cards in game.second_decks.items()
        ],
        "strategy": _strategy(subject, words),
        "edges": _edges(subject, _remembered(subject, words)[0]),
        "house": filing.house,
        "slogan": filing.slogan,
        "care": CARE,
        "helpline": filing.helpline or HELPLINE,
        "footer": f"House edges are {known} · feltlab {__version__}",
    }


def _table(subject: Subject, wager: str, note: str) -> dict[str, Any]:
    table = subject.terms.pays[wager]
    rows = [[capital(line.event), str(line.pays)] for line in table.lines]
    return {"title": subject.game.wagers[wager].name, "note": note, "rows": rows}


def _remembered(subject: Subject, words: Words) -> tuple[str, list[str]]:
    """The printed strategy and its lines: the one that the words name, or else the game's own in few lines."""
    name, lines, text = words["strategy"], words["strategy_lines"], subject.strategy_text
    if lines:
        return name, text[:lines]
    if not name:
        steps = max((place for place, line in enumerate(text, start=1) if line.startswith("  ")), default=0)
        if BY_VALUE in subject.priced and 0 < steps <= MOST_LINES:
            return BY_VALUE, text[:steps]
        if len(text) == 1:
            return subject.first, text
    return name or subject.first, [f"{capital(subject.strategy_words[name or subject.first])}."]


def _strategy(subject: Subject, words: Words) -> dict[str, Any]:
    name, lines = _remembered(subject, words)
    figures, best = subject.priced[name], subject.priced[subject.first]
    cost = figures.house_edge - best.house_edge
    if figures.is_sampled:
        more = f"sampled, within {percent(figures.margin, 2)}"
    else:
        more = "exactly as good as best play" if not cost else f"{percent(cost, 4)} more than best play"
    return {
        "lines": lines,
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
             f"of all you bet, {of(decimal(main.average_wager, 2), f'{initial.name} bet')} on average", ""]
        )  # fmt: skip
    for slug, figures in subject.analysis.wagers.items():
        wager = subject.game.wagers[slug]
        unit = "of the bet, in the long run" if wager.role is Role.PROGRESSIVE else "of the bet"
        rows.append([wager.name, share(figures, "house_edge", 2), unit, one_in(figures.hit_frequency)])
    return rows
