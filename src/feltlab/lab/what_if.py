"""What if a rule number or a pay were different: the edge before and after, each case solved again."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, NamedTuple

from feltlab.cards import RANKS
from feltlab.errors import FeltlabError
from feltlab.exact.figures import SAMPLED
from feltlab.lab import analyze, terms_of
from feltlab.money import Odds
from feltlab.rules.game import Game
from feltlab.rules.house import House
from feltlab.rules.parts import part_of
from feltlab.rules.pay_table import PayTable
from feltlab.wire import exact


@dataclass(frozen=True)
class Case:
    change: str
    wager: str
    before: Fraction
    after: Fraction
    line: str = ""
    """The line of the pay table, if one pay is changed."""
    numbers: tuple[tuple[str, str], ...] = ()
    """The changed rule numbers, with their values."""
    of_main: bool = False
    """The wager is part of the main game and has no edge of its own: both edges are the main game's."""
    margins: tuple[float, float] = (0.0, 0.0)
    """Half of the 99% interval of either edge; zero where it is exact."""

    @property
    def warning(self) -> str:
        margin = f" ± {self.margins[1]:.4%}" if self.is_sampled else ""
        return f"the player has an edge of {float(-self.after):.4%}{margin}" if self.after < 0 else ""

    @property
    def is_sampled(self) -> bool:
        return any(self.margins)

    @property
    def edge_of(self) -> str:
        """The wager whose edge it is."""
        return "main" if self.of_main else self.wager

    def to_dict(self) -> dict[str, Any]:
        return {
            "change": self.change,
            "wager": self.wager,
            "edge_of": self.edge_of,
            **exact(before=self.before, after=self.after, difference=self.after - self.before),
            **({"method": SAMPLED, "margins_float": list(self.margins)} if self.is_sampled else {}),
            "warning": self.warning,
        }


class _Edge(NamedTuple):
    value: Fraction
    margin: float


def _edges(slug: str, house: House) -> dict[str, _Edge]:
    analysis = analyze(slug, house=house)
    figures = {"main": analysis.main, **analysis.wagers}
    return {wager: _Edge(found.house_edge, found.margin) for wager, found in figures.items()}


def rule_cases(game: Game, house: House | None = None) -> Iterator[Case]:
    """Other rule numbers; every wager whose edge they move."""
    house = house or game.house()
    before = _edges(game.slug, house)
    current = house.numbers.shown()
    for changes in _changes(game, house):
        if all(current[name] == str(value) for name, value in changes.items()):
            continue
        after = _edges(game.slug, house.changed(changes))
        change = ", ".join(f"{name} = {value}" for name, value in changes.items())
        moved = [wager for wager in before if after[wager].value != before[wager].value]
        for wager in moved:
            numbers = tuple((name, str(value)) for name, value in changes.items())
            was, now = before[wager], after[wager]
            margins = was.margin, now.margin
            yield Case(change, wager, was.value, now.value, numbers=numbers, margins=margins)
    for change, pay_tables, decks in getattr(part_of(game, "what_if"), "FELTS", ()):
        edge = analyze(game.slug, pay_tables=pay_tables, decks=decks, house=house).main.house_edge
        yield Case(change, "main", before["main"].value, edge)


def _changes(game: Game, house: House) -> Iterable[Mapping[str, Any]]:
    """The changes in each house to look at: those that the game's folder names, or else all near the present values."""
    part = part_of(game, "what_if")
    return part.HOUSES if part else (change for change in _neighbours(house.numbers) if _stands(game, house, change))


def _neighbours(numbers: Any) -> Iterator[dict[str, Any]]:
    """Each number one step down and up within its range, odds as a push and as 2 to 1; seats change no edge."""
    for rule in fields(numbers):
        kind, value = rule.metadata["kind"], getattr(numbers, rule.name)
        if kind == "odds":
            yield from ({rule.name: odds} for odds in ("push", "2 to 1"))
        elif kind == "rank":
            yield from ({rule.name: RANKS[rank]} for rank in (value - 1, value + 1) if 0 <= rank < len(RANKS))
        elif rule.name != "seats":
            least, most = rule.metadata["least"], rule.metadata["most"]
            yield from ({rule.name: near} for near in (value - 1, value + 1) if least <= near <= most)


def _stands(game: Game, house: House, change: Mapping[str, Any]) -> bool:
    """Whether the game can be played like this: a pay table may lack a line for what other numbers deal."""
    try:
        terms_of(game, house.changed(change))
    except FeltlabError:
        return False
    return True


def pay_cases(game: Game, house: House | None = None) -> Iterator[Case]:
    """Sensitivity: each line of each of the felt's pay tables paying one more, and one less."""
    house = house or game.house()
    before = _edges(game.slug, house)
    for wager, table in house.felt(getattr(house.numbers, "decks", 1)).items():
        of_main = game.wagers[wager].in_main_game
        edge_of = "main" if of_main else wager
        for line in table.lines:
            if not isinstance(line.pays, Odds):
                continue
            for step in (1, -1):
                if line.pays.pays + step < 0:
                    continue
                changed = _stepped(game, table, line.event, step)
                was, now = before[edge_of], _edges(game.slug, house.with_pay_table(changed))[edge_of]
                pays = Odds(line.pays.pays + step, line.pays.per, line.pays.keeps_stake)
                change = f"{line.event} pays {pays}"
                margins = was.margin, now.margin
                yield Case(change, wager, was.value, now.value, line.event, of_main=of_main, margins=margins)


def _stepped(game: Game, table: PayTable, event: str, step: int) -> PayTable:
    pays = [
        (line.event, Odds(line.pays.pays + step, line.pays.per, line.pays.keeps_stake))
        if line.event == event and isinstance(line.pays, Odds)
        else (line.event, line.pays)
        for line in table.lines
    ]
    return PayTable.build(table.wager, "stepped", game.book.scales[table.wager], pays)
