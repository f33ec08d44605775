"""Which options of a question a hand may take, and what an author's own strategies answer.

Both are rules of what the player sees at the question: `allow` gets the units of each option that puts money up and
says whether the hand may take it; a strategy's rule gives the units that it puts up.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any, Final

from feltlab.errors import ChoiceError
from feltlab.rules.faults import RuleAtFaultError
from feltlab.rules.settling import Bound, Cards
from feltlab.rules.steps import TRADED, Ask
from feltlab.rules.written import AtArgumentError

if TYPE_CHECKING:
    from feltlab.rules.game import Game

UNITS: Final = "units"
"""A rule's name for the units of an option."""

Strategies = Mapping[str, Mapping[str, Callable[..., Any]]]
"""By name and stage."""


def seen_hands(game: "Game", stage: str) -> frozenset[str]:
    """The hands whose cards a player sees when the question is asked."""
    from feltlab.rules.seen import fields_of, seen_at  # which look at games

    seen = set(seen_at(game)[stage])
    for deal in game.round.deals:
        parts = set(fields_of(deal))
        seen |= parts if deal.place in seen else set()
        seen |= {deal.place} if parts <= seen else set()
    asks = list(game.round.asks)
    if (asked := game.round.trade) and asked.trade and asks.index(asked.stage) < asks.index(stage):
        seen |= {asked.trade.makes, asked.trade.draws}
    return frozenset(name for name, hand in game.hands.items() if seen.issuperset(hand.places))


def _bound(game: "Game", stage: str, function: Callable[..., Any], what: str, more: tuple[str, ...]) -> Bound:
    others = {*game.hands, *game.raise_names, TRADED}
    numbers = [name for name in game.rule_names if name not in others]
    seen = [name for name in game.hands if name in seen_hands(game, stage)]
    for name in signature(getattr(function, "py_func", function)).parameters:
        if name in game.hands and name not in seen:
            words = f"{what} looks at the hand {name!r}, which is not seen when {stage!r} is asked"
            raise RuleAtFaultError(words, function)
    return Bound.bind(function, (*seen, *more, *numbers), game.hands, what)


def bound_allows(game: "Game") -> dict[str, Bound]:
    """By stage."""
    return {
        ask.stage: _bound(game, ask.stage, ask.raises.allow, f"{game.slug}: allow of {ask.stage!r}", (UNITS,))
        for ask in game.round.asks.values()
        if ask.raises and ask.raises.allow
    }


def bound_strategies(game: "Game") -> dict[str, dict[str, Bound]]:
    """By name and stage; every question about a raise has an answer, and one about a trade may have one."""
    asks = [ask.stage for ask in game.round.asks.values() if ask.raises]
    trades = [ask.stage for ask in game.round.asks.values() if ask.trade]
    found = {}
    for name, rules in game.strategies.items():
        path = "strategies", name
        if (
            name in ("optimal", "by-value", "never-fold", "as-dealt")
            or name.startswith("always-")
            or not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name)
        ):
            words = f"a strategy cannot be called {name!r}: use lowercase letters and hyphens, and no name of the lab's"
            raise AtArgumentError(f"{game.slug}: {words}", *path)
        if missing := [
            *(stage for stage in asks if stage not in rules),
            *(stage for stage in rules if stage not in (*asks, *trades)),
        ]:
            words = f"the strategy {name!r} has a rule for each question, which are {', '.join(asks)}"
            raise AtArgumentError(f"{game.slug}: {words}; see {missing[0]!r}", *path)
        found[name] = {
            stage: _bound(game, stage, rule, f"{game.slug}: the strategy {name!r} on the {stage}", ())
            for stage, rule in rules.items()
        }
    return found


def allowed(game: "Game", ask: Ask, cards: Cards, numbers: Any) -> tuple[str, ...]:
    """The options that may be taken with these cards: all that put up no money, and those that `allow` permits."""
    bound = game.allows.get(ask.stage)
    if bound is None or ask.raises is None:
        return ask.options
    values = {name: int(getattr(numbers, name)) for name in bound.names if name not in (UNITS, *bound.hands)}
    return tuple(
        option
        for option, units in ask.raises.options.items()
        if units == 0 or bound.of(cards, {**values, UNITS: units})
    )


def options_with(game: "Game", stage: str, own: Sequence[int], shared: Sequence[int], numbers: Any) -> tuple[str, ...]:
    """The same from a seat's cards and the shared cards, each in the order in which a line has their fields."""
    from feltlab.rules.seen import board_fields, fields_of, hand_fields  # which look at games

    cards: dict[str, tuple[int, ...]] = {}
    for fields, given in ((hand_fields(game), own), (board_fields(game), shared)):
        first = 0
        for field, size in fields.items():
            cards[field] = tuple(given[first : first + size])
            first += size
    for deal in game.round.deals:  # a hand may look at a whole place of which the line has parts
        cards.setdefault(deal.place, tuple(card for part in fields_of(deal) for card in cards.get(part, ())))
    if asked := game.round.trade:
        cards.setdefault(asked.trade.makes if asked.trade else "", tuple(own))
    return allowed(game, game.round.asks[stage], cards, numbers)


def check_allowed(game: "Game", ask: Ask, option: str, cards: Cards, numbers: Any) -> None:
    if game.allows and option not in (offered := allowed(game, ask, cards, numbers)):
        raise ChoiceError(f"with these cards the choice {ask.name!r} may be {' or '.join(offered)}, not {option!r}")
