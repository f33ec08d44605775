"""The drills of a game: those its words name, or those its declaration makes possible."""

from collections.abc import Mapping
from random import Random
from typing import Final

from feltlab.rules.about import is_said
from feltlab.rules.dealer_drills import call, choice, has_a_call
from feltlab.rules.drill import Key, Make, Posed, Question
from feltlab.rules.game import Game
from feltlab.rules.parts import part_of
from feltlab.rules.steps import FOLD, step_name
from feltlab.rules.words import Words
from feltlab.web.school.manual import title_of
from feltlab.web.school.pays import find_mistake, fold_live, live_sides, progressive, side_bet, side_bets, take_and_pay
from feltlab.web.site.text import told

_OPTIONS: Final = 4


def what_is_said(game: Game, rng: Random, say: Words) -> Posed:
    """The dealer's words for an occasion."""
    calls = game.book.procedure.calls
    occasion, right = rng.choice(list(calls.items()))
    others = sorted({words for words in calls.values() if words != right})
    options = {right, *rng.sample(others, min(_OPTIONS - 1, len(others)))}
    prompt = say["prompt"].format(occasion=occasion)
    return Question(prompt, {}, choice(rng, options), say["hint"]), Key(right, [f"{occasion}: {right}"])


def what_comes_next(game: Game, rng: Random, say: Words) -> Posed:
    """The dealer's next step."""
    steps = [say["first"], *(title_of(game, step_name(step)) for step in game.round.steps)]
    at = rng.randrange(len(steps) - 1)
    right = steps[at + 1]
    others = sorted({words for words in steps[1:] if words != right})
    options = {right, *rng.sample(others, min(_OPTIONS - 1, len(others)))}
    prompt = say["prompt"].format(step=steps[at])
    return Question(prompt, {}, choice(rng, options), say["hint"]), Key(right, [f"{steps[at]}: {right}"])


def _derived(game: Game) -> Mapping[str, Make]:
    """The drills that a declaration makes possible."""
    folds = any(FOLD in ask.options for ask in game.round.asks.values())
    makes: dict[str, tuple[Make, bool]] = {
        "call": (call, has_a_call(game)),
        "calls": (what_is_said, len(set(game.book.procedure.calls.values())) > 1),
        "steps": (what_comes_next, True),
        "side": (side_bet, bool(side_bets(game))),
        "fold": (fold_live, folds and bool(live_sides(game))),
        "round": (take_and_pay, True),
        "progressive": (progressive, bool(game.progressive_wagers)),
        "mistake": (find_mistake, True),
    }
    return {slug: make for slug, (make, fits) in makes.items() if fits}


def offered(game: Game) -> Mapping[str, Make]:
    """By slug, in the order to learn them."""
    derived, part = _derived(game), part_of(game, "drills")
    makes = {**derived, **(part.DRILLS if part else {})}
    named = told(game).get("school", {}).get("drills")
    if not named:
        return derived
    return {slug: makes[slug] for slug, words in named.items() if slug in makes and is_said(words, game.wagers)}


__all__ = ["offered"]
