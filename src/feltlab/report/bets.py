"""The bets of a game in words: the kind and size of each, and all bets made before the deal."""

from collections.abc import Mapping, Sequence
from typing import Final

from feltlab.money import dollars
from feltlab.rules.game import Game
from feltlab.rules.wagers import Role, Wager

_KINDS: Final[Mapping[Role, str]] = {
    Role.INITIAL: "mandatory",
    Role.RAISE: "by a decision",
    Role.BONUS: "paid with another",
    Role.SIDE: "optional",
    Role.PROGRESSIVE: "optional, progressive",
}
_LIMITS: Final = "within the table limits"


def kind_of(game: Game, wager: Wager) -> str:
    return "opens a round by itself" if _opens_alone(game, wager) else _KINDS[wager.role]


def _opens_alone(game: Game, wager: Wager) -> bool:
    return wager.alone or (wager.role is Role.INITIAL and any(other.alone for other in game.wagers.values()))


def size_of(game: Game, wager: Wager) -> str:
    names = {slug: other.name for slug, other in game.wagers.items()}
    if wager.role is Role.BONUS:
        return f"no stake of its own: paid on the {names[wager.equals or game.initial]}"
    if wager.slug in game.round.raised and (units := _times(game, wager.slug)) != [1]:
        return f"{' or '.join(map(str, units))} times the {names[wager.equals or game.initial]}"
    if wager.equals:
        return f"equal to the {names[wager.equals]}"
    if wager.fixed_stakes:
        return " or ".join(dollars(cents).removesuffix(".00") for cents in wager.fixed_stakes)
    return f"not above the {names[wager.not_above]}" if wager.not_above else _LIMITS


def _times(game: Game, slug: str) -> list[int]:
    """The possible multiples of another bet that a raise may be."""
    asks = [ask.raises for ask in game.round.asks.values() if ask.raises and ask.raises.wager == slug]
    return sorted({units for raises in asks for units in raises.options.values() if units})


def before_the_deal(game: Game) -> str:
    """Every bet made before the deal: Bet the Ante. You may add the Pair Plus and the Six Card Bonus ($1 or $5)."""
    placed = [wager for wager in game.wagers.values() if not wager.follows]
    opening = [wager for wager in placed if wager.role is Role.INITIAL or wager.alone]
    added = [wager for wager in placed if wager not in opening]
    either = any(wager.alone for wager in opening)
    said = f"Bet {_listed(game, opening, 'or' if either else 'and')}."
    return f"{said} You may add {_listed(game, added, 'and')}." if added else said


def _listed(game: Game, wagers: Sequence[Wager], last: str) -> str:
    named = []
    for wager in wagers:
        size = size_of(game, wager)
        named.append(f"the {wager.name}" + ("" if size == _LIMITS else f" ({size})"))
    return f"{', '.join(named[:-1])} {last} {named[-1]}" if len(named) > 1 else named[0]
