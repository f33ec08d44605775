"""The sections of a game's page, each a function from its terms to plain data: for the page, its twin and its parts."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import fields
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Final

from feltlab.errors import FeltlabError
from feltlab.exact.figures import Analysis, Figures, Priced
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.games import GAMES
from feltlab.lab import analyze, lab_of, meter_figures, remarked, strategies_on
from feltlab.report.names import number_name, table_name
from feltlab.report.numerals import capital, one_style
from feltlab.rules.game import Game
from feltlab.rules.house import most_of
from feltlab.rules.pay_table import PayTable
from feltlab.rules.seen import seen_at, size_of
from feltlab.rules.wagers import Role
from feltlab.web.lab import charts, protection
from feltlab.web.lab.terms import BY_HAND, LabTerms, printed_terms, read_terms
from feltlab.web.site import figures
from feltlab.web.site.text import TEXT, strategy_title
from feltlab.wire import exact

Data = dict[str, Any]
EXPLORED_STAKE: Final = 500
"""Cents on each bet of a hand that is looked up, if it may cost that; values are per first bet."""
KEPT: Final = 64
"""How many sections on user-made terms are kept; those on the printed terms all are."""


def analysis_of(terms: LabTerms, strategy: str = "") -> Analysis:
    if not terms.own and not strategy:
        return figures.felt_analysis(terms.slug)
    return remarked(terms.slug, strategy, house=terms.house)


def frame(terms: LabTerms, strategy: str) -> Data:
    """What every section needs to know about the game, and the form of its terms."""
    found, game = terms.game, terms.declared
    shown = terms.house.numbers.shown()
    return {
        "section": "lab",
        "slug": found.slug,
        "title": game.title,
        "summary": game.book.summary,
        "initial": found.wagers[found.initial].name,
        "first_slug": found.initial,
        "names": {"main": found.wagers[found.initial].name} | {w.slug: w.name for w in game.wagers.values()},
        "strategy": strategy,
        "strategies": [
            {"name": name, "title": strategy_title(game, name), "words": words}
            for name, words in strategies_on(found.slug, terms.terms).items()
        ],
        "side_bets": [
            {"slug": wager.slug, "name": wager.name}
            for wager in found.wagers.values()
            if wager.role in (Role.SIDE, Role.PROGRESSIVE)
        ],
        "seats": found.numbers.seats,
        "decks": getattr(found.numbers, "decks", None),
        "most_decks": most_of(found.numbers, "decks"),
        "numbers": [
            {
                "name": rule.name,
                "label": capital(number_name(game, rule.name)),
                "meaning": rule.metadata["meaning"],
                "value": shown[rule.name],
                "printed": game.numbers.shown()[rule.name],
                "kind": rule.metadata["kind"],
            }
            for rule in fields(found.numbers)
        ],
        "offers": [
            {"slug": slug, "name": wager.name, "offered": slug in found.wagers}
            for slug, wager in game.wagers.items()
            if wager.optional
        ],
        "terms": terms.to_dict(),
        "reports_query": terms.query(strategy),
    }


def pays(terms: LabTerms, strategy: str) -> Data:
    analysis = analysis_of(terms, strategy)
    drawn = {"net": charts.net_distribution(analysis.main), "return": charts.contributions(analysis.main)}
    return {
        "analysis": analysis.to_dict(),
        "wagers": [_wager(terms, analysis, wager) for wager in terms.game.book.pay_tables],
        "pays_charts": {name: chart.to_dict() for name, chart in drawn.items()},
    }


def _wager(terms: LabTerms, analysis: Analysis, wager: str) -> Data:
    felt, printed = terms.terms.pays[wager], terms.declared.house().pay_table(wager, None, terms.decks)
    tables = terms.house.pay_tables[wager]
    return {
        "slug": wager,
        "name": terms.game.wagers[wager].name,
        "in_main": wager not in analysis.wagers,
        "is_meter": wager in terms.house.progressives,
        "felt": felt.id,
        "printed": printed.id,
        "is_printed": felt.lines == printed.lines,
        "lines": str(felt),
        "printed_lines": str(printed),
        "tables": [_table(terms, table, felt) for table in tables.values()],
    }


def _table(terms: LabTerms, table: PayTable, felt: PayTable) -> Data:
    """A table to choose: its lines, and its value on these terms."""
    said: Data = {"id": table.id, "title": _table_title(terms, table.id), "source": table.source}
    said |= {"lines": str(table), "chosen": table.id == felt.id}
    said["rows"] = [{"event": line.event, "pays": str(line.pays)} for line in table.lines]
    with suppress(FeltlabError):  # a table for more decks than are on the felt
        analysis = analyze(terms.slug, pay_tables={table.wager: table.id}, house=terms.house)
        found = analysis.wagers.get(table.wager, analysis.main)
        said |= exact(house_edge=found.house_edge, hit_frequency=found.hit_frequency) | found.sampled_dict()
    return said


def _table_title(terms: LabTerms, id: str) -> str:
    name = table_name(terms.declared, id)
    return name if name != id else TEXT["lab"]["your_table" if id in BY_HAND else "table_title"].format(id=id)


def explore(terms: LabTerms, _: str) -> Data:
    return {"explored": explored(terms.game), "explorer": explorer(terms)}


def explorer(terms: LabTerms) -> Data:
    """What the page needs to ask about a hand, besides its cards."""
    found, meter = terms.game, progressive_of(terms)
    prices = {slug: wager.fixed_stakes for slug, wager in found.wagers.items() if wager.fixed_stakes}
    stakes = {slug: price[0] for slug, price in prices.items() if EXPLORED_STAKE not in price}
    return {
        "initial": found.initial,
        "stake": EXPLORED_STAKE,
        "stakes": stakes,
        "meters": {meter.wager: int(meter.base * stakes.get(meter.wager, EXPLORED_STAKE))} if meter else {},
        "decks": getattr(found.numbers, "decks", None),
        "jokers": getattr(found.numbers, "jokers", 0),
        "rules": terms.text,
    }


def explored(game: Game) -> list[Data]:
    """The cards a player sees at a decision, as dealt; all after the first may be left open."""
    first = next(iter(seen_at(game).values()), ())
    return [
        {"field": name, "cards": size_of(game, name), "optional": name not in first} for name in game.round.seen_fields
    ]


def strategy(terms: LabTerms, _: str) -> Data:
    game, lab, priced = terms.declared, lab_of(terms.slug), _priced(terms)
    drawn = {"strategies": charts.strategies(game, priced)}
    if by_decks := _by_decks(terms):
        drawn["decks"] = charts.by_decks(game.wagers[game.initial].name, by_decks)
    words = strategies_on(terms.slug, terms.terms)
    said = lab.strategy_text(terms.terms)
    return {
        "strategy_card": _card(line for line in said if not isinstance(line, Priced)),
        "strategy_remarks": [_titled(game, line).strip() for line in said if isinstance(line, Priced)],
        "priced": [
            {"name": name, "title": strategy_title(game, name), "words": words[name], **_edge(of)}
            for name, of in priced.items()
        ],
        "strategy_charts": {name: chart.to_dict() for name, chart in drawn.items()},
    }


def _card(lines: Iterable[str]) -> list[Data]:
    """One paragraph per rule, with the steps below it, which may have numbers of their own."""
    rules: list[Data] = []
    for line in map(one_style, lines):
        if line.startswith(" ") and rules:
            rules[-1]["steps"].append(line.strip())
        else:
            rules.append({"words": line.strip(), "steps": []})
    return [{**rule, "numbered": any(step.startswith("1. ") for step in rule["steps"])} for rule in rules]


def _edge(found: Figures) -> Data:
    return exact(house_edge=found.house_edge) | found.sampled_dict()


def _priced(terms: LabTerms) -> Mapping[str, Figures]:
    """The main game by each named strategy, best first."""
    if not terms.own:
        return figures.priced_strategies(terms.slug)
    lab = lab_of(terms.slug)
    priced = {name: lab.analyze(terms.terms, name).main for name in strategies_on(terms.slug, terms.terms)}
    return dict(sorted(priced.items(), key=lambda pair: pair[1].house_edge))


def _by_decks(terms: LabTerms) -> Mapping[int, Fraction]:
    """The main game for each number of decks that these terms allow."""
    if not terms.own:
        return figures.edges_by_decks(terms.slug)
    found: dict[int, Fraction] = {}
    for decks in range(1, (most_of(terms.game.numbers, "decks") or 0) + 1):
        with suppress(FeltlabError):  # a pay table may lack a line for what more decks deal
            found[decks] = analyze(terms.slug, decks=decks, house=terms.house).main.house_edge
    return found


def _titled(game: Game, line: str) -> str:
    """A line that begins with a strategy's name has the name from the page's charts."""
    return line.replace(line.strategy, strategy_title(game, line.strategy), 1) if isinstance(line, Priced) else line


def progressive_of(terms: LabTerms) -> ProgressiveFigures | None:
    return meter_figures(terms.slug, terms.terms) if terms.own else figures.progressive_of(terms.slug)


def progressive(terms: LabTerms, _: str) -> Data:
    found = progressive_of(terms)
    if found is None:
        return {"progressive": None}
    rule = terms.house.progressives[found.wager]
    said = {
        "name": terms.game.wagers[found.wager].name,
        "wager": found.wager,
        "base_bets": rule.base_bets,
        "increment": rule.increment,
        "slider_most": int(found.break_even_meter * Fraction(3, 2)),
        **progressive_data(found, found.base),
    }
    return {"progressive": said}


def progressive_data(found: ProgressiveFigures, at: Fraction) -> Data:
    return {"figures": found.to_dict(at), "chart": charts.meter(found, at).to_dict()}


Section = Callable[[LabTerms, str], Data]
COMPUTED: Final[Mapping[str, Section]] = {
    "pays": pays, "explore": explore, "strategy": strategy, "progressive": progressive,
}  # fmt: skip
"""Sections that follow from the terms alone and are kept."""
OTHERS: Final = ("simulate", "protection", "reports")


def part(terms: LabTerms, name: str, asked: str = "") -> Data:
    """All that one section shows."""
    said = frame(terms, asked)
    if name in COMPUTED:
        said |= _kept(terms, name, asked)
    if name == "protection":
        said["protection"] = protection.state_of(terms)
    return said


def whole(terms: LabTerms, asked: str = "") -> Data:
    """All sections: the page and its twin."""
    said = frame(terms, asked)
    for name in COMPUTED:
        said |= _kept(terms, name, asked)
    return {**said, "protection": protection.state_of(terms)}


def _kept(terms: LabTerms, name: str, asked: str) -> Data:
    by_strategy = asked if name == "pays" else ""
    if terms.own or by_strategy:
        return _own(terms.slug, terms.text, name, by_strategy)
    return _printed(terms.slug, name)


@cache
def _printed(slug: str, name: str) -> Data:
    return COMPUTED[name](printed_terms(slug), "")


@lru_cache(maxsize=KEPT)
def _own(slug: str, text: str, name: str, asked: str) -> Data:
    return COMPUTED[name](read_terms(slug, text), asked)


def warm() -> None:
    for slug in figures.solved():
        if slug in GAMES:
            for name in COMPUTED:
                _printed(slug, name)
