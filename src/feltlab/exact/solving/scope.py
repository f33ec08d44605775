"""The parts of a round that some rules look at."""

from collections.abc import Callable, Sequence
from functools import cached_property

from feltlab.rules.game import Game
from feltlab.rules.seen import fields_of
from feltlab.rules.settling import Bound
from feltlab.rules.steps import SEATS, Ask, Deal, Turn


class Scope:
    """The parts of a round that some rules look at, directly or through the draws that bring their cards."""

    def __init__(self, game: Game, bounds: Sequence[Bound]) -> None:
        self.game = game
        self.answers = any(bound is game.bound_settle for bound in bounds)
        self.sizes = {name: size for deal in game.round.deals for name, size in fields_of(deal).items()}
        conditions = game.conditions
        every = [*bounds, *(condition.bound for condition in conditions.asks.values() if self.answers)]
        places = {field for bound in every for name in bound.hands for field in self.fields_of_hand(name)}
        if self.answers:
            places |= {field for fields in self.seen.values() for field in fields}
        while more := [
            field
            for place in places & conditions.deals.keys()
            for name in conditions.deals[place].bound.hands
            for field in self.fields_of_hand(name)
            if field not in places
        ]:
            places |= set(more)
        self.fields = frozenset(places)
        drawn = [conditions.deals[place] for place in places & conditions.deals.keys()]
        self.bounds = (*every, *(condition.bound for condition in drawn))
        self.raises = sorted({name for condition in drawn for name in condition.raised})
        """The answers on which a draw depends."""

    def fields_of_hand(self, name: str) -> list[str]:
        deals = self.game.round.deal_at
        return [
            field
            for place in self.game.hands[name].places
            for field in (fields_of(deals[place]) if place in deals else (place,))
        ]

    @cached_property
    def seen(self) -> dict[str, tuple[str, ...]]:
        """By stage, the open fields and the seat's own."""
        known: list[str] = []
        found: dict[str, tuple[str, ...]] = {}
        for step in self.game.round.steps:
            if isinstance(step, Deal) and (step.to == SEATS or step.face == "up"):
                known += fields_of(step)
            elif isinstance(step, Turn):
                deals = self.game.round.deal_at
                known += fields_of(deals[step.place]) if step.place in deals else (step.place,)
            elif isinstance(step, Ask):
                found[step.stage] = tuple(dict.fromkeys(known))
        return found

    @property
    def asked(self) -> list[tuple[Callable[..., int], int]]:
        """Rankings, each with the numbers of cards it gets at some step."""
        found: dict[tuple[Callable[..., int], int], None] = {}
        names = {name for bound in self.bounds for name in bound.hands}
        for name in sorted(names):
            for size in self._sizes_of(name):
                found[self.game.hands[name].ranking.value, size] = None
        return list(found)

    def _sizes_of(self, name: str) -> set[int]:
        """As its places fill up; those that may stay empty count as empty and as filled."""
        fields, conditional = self.fields_of_hand(name), self.game.conditions.deals
        sizes, found = {0}, set()
        for step in self.game.round.steps:
            if isinstance(step, Ask | Deal) and self._looks(step, name):
                found |= sizes
            for field in fields_of(step) if isinstance(step, Deal) else ():
                if field in fields:
                    more = {size + self.sizes[field] for size in sizes}
                    sizes = sizes | more if field in conditional else more
        return (found | sizes) - {0}

    def _looks(self, step: Ask | Deal, name: str) -> bool:
        conditions = self.game.conditions
        by = conditions.asks.get(step.stage) if isinstance(step, Ask) else conditions.deals.get(step.place)
        return by is not None and name in by.bound.hands
