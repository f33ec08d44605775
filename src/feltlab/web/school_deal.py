"""Rounds for the school: dealt with a seeded generator, settled by the rule books."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from feltlab.cards import DECK, JOKER, RULE_CARDS, card_text, cards_text
from feltlab.games import GAMES, Settlement, settle
from feltlab.rules.game import Game
from feltlab.rules.wagers import Role
from feltlab.web.shown import with_signs

STAKES = (500, 700, 750, 1_100, 1_250, 1_300, 1_500, 1_700, 2_250, 2_500, 3_500)
"""Cents: odd enough that the pays must be worked out."""
TRIES = 800

Line = dict[str, Any]


class Seat(NamedTuple):
    number: int
    line: Line
    """The round of this seat as `feltlab settle` reads it."""
    settlement: Settlement


def texts(cards: tuple[int, ...] | list[int]) -> list[str]:
    return [card_text(card) for card in cards]


def stakes(game: Game, rng: Random, bets: int) -> dict[str, int]:
    """The opening bet and so many others that are not progressive."""
    first = rng.choice(STAKES)
    found = {game.initial: first}
    sides = [wager for wager in game.wagers.values() if wager.role is Role.SIDE]
    for wager in rng.sample(sides, min(bets, len(sides))):
        lower = [stake for stake in STAKES if stake <= first] if wager.not_above else list(STAKES)
        found[wager.slug] = rng.choice(lower)
    return {slug: found[slug] for slug in game.wagers if slug in found}


def _shoe(game: Game) -> list[int]:
    jokers: int = getattr(game.numbers, "jokers", 0) * getattr(game.numbers, "decks", 0)
    return [*DECK, *[JOKER] * jokers]


class Shared(NamedTuple):
    """What all seats of a round look at, and the cards that are left."""

    fields: Mapping[str, Any]
    left: list[int]


def shared(game: Game, rng: Random) -> Shared:
    shoe = _shoe(game)
    rng.shuffle(shoe)
    if game.slug == "quick-draw-holdem":
        flop, turn, river = cards_text(shoe[:3]), card_text(shoe[3]), card_text(shoe[4])
        return Shared({"flop": flop, "turn": turn, "river": river}, shoe[5:])
    if game.slug == "rule-out":
        return Shared({"rules": rng.sample(list(RULE_CARDS), 3)}, shoe)
    return Shared({"dealer": cards_text(shoe[:7])}, shoe[7:])


def hand(game: Game, rng: Random, table: Shared, fold: bool | None = None) -> Line:
    """One seat's cards, taken from those that are left, with a decision such as people make."""
    folds = rng.random() < 0.3 if fold is None else fold
    if game.slug == "quick-draw-holdem":
        hole = [table.left.pop() for _ in range(2)]
        on_flop = rng.random() < 0.5
        choices = {"flop": "bet", "turn": "bet"}
        if folds:
            choices = {"flop": "fold"} if on_flop else {"flop": "bet", "turn": "fold"}
        return {"hole": cards_text(hole), "choices": choices}
    if game.slug == "rule-out":
        dealt = [table.left.pop() for _ in range(3)]
        tradable = [card for card in dealt if card != JOKER]
        if tradable and rng.random() < 0.6:
            trade = rng.choice(tradable)
            new = table.left.pop()
            return {"dealt": cards_text(dealt), "choices": {"trade": card_text(trade)}, "replacement": card_text(new)}
        return {"dealt": cards_text(dealt), "choices": {"trade": None}}
    seven = [table.left.pop() for _ in range(7)]
    return {"player": cards_text(seven), "choices": {"decision": "fold" if folds else "play"}}


def seated(game: Game, rng: Random, seats: list[int], bets: int, fold: bool | None = None) -> list[Seat]:
    """A round with these seats taken, in the order of their numbers."""
    table = shared(game, rng)
    found = []
    for number in seats:
        line = {"game": game.slug, **table.fields, **hand(game, rng, table, fold), "wagers": stakes(game, rng, bets)}
        found.append(Seat(number, line, settle(line)))
    return found


def until(make: Callable[[], Seat], wanted: Callable[[Seat], bool]) -> Seat:
    """The first round that will do, or the last one that was tried."""
    found = make()
    for _ in range(TRIES):
        if wanted(found):
            break
        found = make()
    return found


def on_table(game: Game, line: Line) -> dict[str, Any]:
    """The cards of a round as they lie: what all look at, and the seat's own."""
    common: dict[str, Any] = {}
    if "dealer" in line:
        common["dealer"] = line["dealer"].split()
    if "flop" in line:
        common["board"] = [*line["flop"].split(), line["turn"], line["river"]]
    if "rules" in line:
        common["rules"] = list(line["rules"])
    return common


def own_cards(line: Line) -> list[str]:
    name = next(name for name in ("player", "hole", "dealt") if name in line)
    return str(line[name]).split()


def decision(line: Line) -> str:
    """What the seat did, in words."""
    game = GAMES[line["game"]]
    deal, choice = game.read(line, game.numbers)
    words = game.choice_text(deal, choice)
    return with_signs(words if "replacement" not in line else f"{words}, draws {line['replacement']}")
