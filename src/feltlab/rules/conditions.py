"""Draws and questions that depend on the hands so far: what is due when a round reaches such a step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from feltlab.errors import CardError, RulesError
from feltlab.rules.round import Script
from feltlab.rules.settling import Bound, Cards
from feltlab.rules.steps import CARDS, SEATS, TRADED, Ask, Deal, Step, Turn, step_name

if TYPE_CHECKING:
    from feltlab.rules.game import Game

Units = Mapping[str, int]
"""By raise: how many times its stake was bet on it."""


class Condition(NamedTuple):
    """The `when` of a step, with what it may look at."""

    bound: Bound
    places: frozenset[str]
    """The places dealt before it, with their parts."""
    raises: tuple[tuple[str, str], ...]
    """The wagers that were asked about before it, by the rules' names for them."""
    raised: tuple[str, ...]
    """The names of all raises that the rule asks for."""
    numbers: tuple[str, ...]

    def holds(self, cards: Cards, units: Units, numbers: Any) -> bool:
        values = {name: int(getattr(numbers, name)) for name in self.numbers}
        values |= dict.fromkeys(self.raised, 0)
        values |= {name: units.get(slug, 0) for name, slug in self.raises}
        return bool(self.bound.of({place: held for place, held in cards.items() if place in self.places}, values))


@dataclass(frozen=True)
class Conditions:
    """All conditions of a game, by place and by stage; most games have none."""

    deals: Mapping[str, Condition]
    asks: Mapping[str, Condition]
    before: Mapping[str, tuple[str, ...]]
    """By stage, the conditional places dealt between the previous question and this one; under "", those after the
    last.
    """

    def __bool__(self) -> bool:
        return bool(self.deals or self.asks)

    @property
    def bounds(self) -> tuple[Bound, ...]:
        return tuple(condition.bound for condition in (*self.deals.values(), *self.asks.values()))


def conditions_of(game: "Game") -> Conditions:
    script = game.round
    _check(script)
    deals: dict[str, Condition] = {}
    asks: dict[str, Condition] = {}
    before: dict[str, tuple[str, ...]] = {}
    waiting: list[str] = []
    for number, step in enumerate(script.steps):
        if isinstance(step, Deal) and step.when is not None:
            deals[step.place] = _condition(game, step, step.when, script.steps[:number])
            waiting.append(step.place)
        elif isinstance(step, Ask):
            before[step.stage], waiting = tuple(waiting), []
            if step.when is not None:
                asks[step.stage] = condition = _condition(game, step, step.when, script.steps[:number])
                _check_open(game, condition, step, script.steps[:number])
    return Conditions(deals, asks, before | {"": tuple(waiting)})


def _condition(game: "Game", step: Step, when: Any, earlier: tuple[Step, ...]) -> Condition:
    known = [name for name in game.rule_names if name != TRADED]
    bound = Bound.bind(when, known, game.hands, f"{game.slug}: the when of {step_name(step)}")
    places = {name for deal in earlier if isinstance(deal, Deal) for name in (deal.place, *deal.parts)}
    wagers = dict.fromkeys(ask.raises.wager for ask in earlier if isinstance(ask, Ask) and ask.raises)
    raises = tuple((slug.replace("-", "_"), slug) for slug in wagers)
    all_raises = {slug.replace("-", "_") for slug in game.round.raised}
    others = [name for name in bound.names if name not in game.hands]
    return Condition(
        bound,
        frozenset(places),
        tuple((name, slug) for name, slug in raises if name in others),
        tuple(name for name in others if name in all_raises),
        tuple(name for name in others if name not in all_raises),
    )


def _check(script: Script) -> None:
    seats = script.seat_deals
    for deal in script.deals:
        if deal.when is None:
            continue
        where = f"{step_name(deal)}, which has a when"
        if deal.parts or deal.deck != CARDS:
            raise RulesError(f"{where}: it is a place without parts, from the deck of cards")
        if deal.to == SEATS and deal is not seats[-1]:
            raise RulesError(f"{where}: it must be the last card dealt to a seat")


def _check_open(game: "Game", condition: Condition, ask: Ask, earlier: tuple[Step, ...]) -> None:
    """A question that depended on hidden cards would give them away."""
    seen: set[str] = set()
    for step in earlier:
        if isinstance(step, Deal) and (step.to == SEATS or step.face == "up"):
            seen |= {step.place, *step.parts}
        elif isinstance(step, Turn):
            seen |= {step.place, *game.round.deal_at[game.round.part(step.place)[0]].parts}
    for name in condition.bound.hands:
        hidden = [place for place in game.hands[name].places if place in condition.places - seen]
        if hidden:
            raise RulesError(
                f"{game.slug}: the when of {step_name(ask)} looks at {name}, but {hidden[0]} is face down then"
            )


class DueCards:
    """The cards of one round in progress. A place that is not due is taken out of a pack, and refused in a line."""

    def __init__(self, conditions: Conditions, cards: dict[str, tuple[int, ...]], numbers: Any, strict: bool) -> None:
        self.conditions, self.cards, self.numbers, self.strict = conditions, cards, numbers, strict

    def asks(self, stage: str, units: Units) -> bool:
        """Deals up to the question and says whether it is asked."""
        self.deal_before(stage, units)
        condition = self.conditions.asks.get(stage)
        return condition is None or condition.holds(self.cards, units, self.numbers)

    def deal_before(self, stage: str, units: Units) -> None:
        for place in self.conditions.before[stage]:
            due, given = self.conditions.deals[place].holds(self.cards, units, self.numbers), place in self.cards
            if given and not due:
                if self.strict:
                    raise CardError(f"'{place}' is given, but under the rules it is not dealt in this round")
                del self.cards[place]
            elif due and not given:
                raise CardError(f"'{place}' is missing: under the rules it is dealt in this round")
