"""What a step turns, in words: a dealer says "the dealer's up card," not just "the up" card."""

from typing import Final

from feltlab.rules.round import Script
from feltlab.rules.steps import DEALER, Turn

STREETS: Final = ("flop", "turn", "river")
"""Parts of a board that everyone knows by these names."""
ORDINALS: Final = {"one": "first", "two": "second", "three": "third", "four": "fourth", "five": "fifth"}
"""Parts that an author counts: the first card of the board."""


def turned(script: Script, step: Turn) -> str:
    """The dealer's up card; the rest of the dealer's hand; the flop."""
    place, _ = script.part(step.place)
    spoken = ORDINALS.get(step.place, step.place.replace("_", " "))
    if place != DEALER:
        own = step.place in (place, *STREETS)
        return f"the {spoken}" if own else f"the {spoken} card{'s' * (_size(script, step) > 1)} of the {place}"
    before = [other for other in script.steps[: script.steps.index(step)] if isinstance(other, Turn)]
    shown = sum(_size(script, other) for other in before if script.part(other.place)[0] == DEALER)
    if step.place == place or shown + _size(script, step) == script.deal_at[place].cards:
        return f"{'the rest of ' if shown else ''}the dealer's hand"
    return f"the dealer's {spoken} card{'s' * (_size(script, step) > 1)}"


def _size(script: Script, step: Turn) -> int:
    cards = script.part(step.place)[1]
    return int(cards.stop - cards.start)


def on_stage(stage: str) -> str:
    """on the flop; on street 1: a numbered street has no article"""
    return f"on {stage}" if stage[-1:].isdigit() else f"on the {stage}"
