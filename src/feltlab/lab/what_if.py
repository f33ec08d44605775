"""What if a rule number or a pay were another: the edge before and after, each case solved again."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from feltlab.cards import RANKS
from feltlab.lab import analyze
from feltlab.money import Odds
from feltlab.rules.game import Game
from feltlab.rules.house import House
from feltlab.rules.pay_table import PayTable
from feltlab.wire import exact

_RULES: Final[dict[str, list[dict[str, Any]]]] = {
    "ace-odd-even": [
        {"qualifier_cards": 0, "qualifier_rank": "2"},
        *({"qualifier_cards": 4, "qualifier_rank": rank} for rank in RANKS[6:]),
        *({"qualifier_cards": 5, "qualifier_rank": rank} for rank in "2TK"),
        *({"no_qualify_odds": odds} for odds in ("push", "2 to 1")),
    ],
    "low-four": [
        *({"qualifier": points} for points in range(11, 22)),
        {"qualifier": 34},
        *({"no_qualify_odds": odds} for odds in ("push", "2 to 1")),
    ],
    "quick-draw-holdem": [
        *({"high_pair": rank} for rank in RANKS[:10]),
        *({"best_four_pair": rank} for rank in RANKS[7:]),
    ],
    "rule-out": [
        *({"decks": decks} for decks in range(1, 9)),
        *({"jokers": jokers} for jokers in range(3)),
    ],
}
"""Houses to look at beside the documents': the numbers changed in each."""


@dataclass(frozen=True)
class Case:
    change: str
    wager: str
    before: Fraction
    after: Fraction

    @property
    def warning(self) -> str:
        return f"the player has an edge of {float(-self.after):.4%}" if self.after < 0 else ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "change": self.change,
            "wager": self.wager,
            **exact(before=self.before, after=self.after, difference=self.after - self.before),
            "warning": self.warning,
        }


def _edges(slug: str, house: House) -> dict[str, Fraction]:
    analysis = analyze(slug, house=house)
    return {"main": analysis.main.house_edge} | {
        wager: figures.house_edge for wager, figures in analysis.wagers.items()
    }


def rule_cases(game: Game, house: House | None = None) -> Iterator[Case]:
    """Other rule numbers; every wager whose edge they move."""
    house = house or game.house()
    before = _edges(game.slug, house)
    current = house.numbers.shown()
    for changes in _RULES[game.slug]:
        if all(current[name] == str(value) for name, value in changes.items()):
            continue
        after = _edges(game.slug, House(house.numbers.changed(changes), house.pay_tables))
        change = ", ".join(f"{name} = {value}" for name, value in changes.items())
        moved = [wager for wager in before if after[wager] != before[wager]]
        for wager in moved:
            yield Case(change, wager, before[wager], after[wager])
    if game.slug == "rule-out":
        yield from _single_table_on_more_decks(game, house, before["main"])


def _single_table_on_more_decks(game: Game, house: House, before: Fraction) -> Iterator[Case]:
    """The printed single-deck pays on longer shoes: from three decks up they give the game away."""
    for decks in range(2, 9):
        figures = analyze(game.slug, pay_tables={"main": "single"}, decks=decks, house=house).main
        yield Case(f"the single-deck main table on {decks} decks", "main", before, figures.house_edge)


def pay_cases(game: Game, house: House | None = None) -> Iterator[Case]:
    """Sensitivity: each line of each of the felt's pay tables paid one more, and one less."""
    house = house or game.house()
    before = _edges(game.slug, house)
    for wager, table in house.felt(getattr(house.numbers, "decks", 1)).items():
        edge = before["main"] if wager in ("river", "main") else before[wager]
        for line in table.lines:
            if not isinstance(line.pays, Odds):
                continue
            for step in (1, -1):
                if line.pays.pays + step < 0:
                    continue
                changed = _stepped(game, table, line.event, step)
                edges = _edges(game.slug, house.with_pay_table(changed))
                after = edges["main"] if wager in ("river", "main") else edges[wager]
                pays = Odds(line.pays.pays + step, line.pays.per, line.pays.keeps_stake)
                yield Case(f"{line.event} pays {pays}", wager, edge, after)


def _stepped(game: Game, table: PayTable, event: str, step: int) -> PayTable:
    pays = [
        (line.event, Odds(line.pays.pays + step, line.pays.per, line.pays.keeps_stake))
        if line.event == event and isinstance(line.pays, Odds)
        else (line.event, line.pays)
        for line in table.lines
    ]
    return PayTable.build(table.wager, "stepped", game.book.scales[table.wager], pays)
