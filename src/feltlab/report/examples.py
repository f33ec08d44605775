"""Worked rounds: the first of each kind among the rounds of a plan, dealt and decided as simulated, settled in full."""

from dataclasses import dataclass
from typing import Final

from feltlab.rules.settlement import Settlement
from feltlab.rules.settling import SeatRound
from feltlab.rules.transcript import transcript
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed_many

MOST_ROUNDS: Final = 4000
"""How many rounds to search for a kind before giving up."""
KINDS: Final = ("win", "loss", "tie", "fold", "bonus")
TITLES: Final = {
    "win": "The player wins",
    "loss": "The player loses",
    "tie": "The main game pushes",
    "fold": "The player folds",
    "bonus": "The main game loses, a side bet wins",
}


@dataclass(frozen=True)
class Example:
    kind: str
    number: int
    """The round's number, under the plan's seed."""
    transcript: str

    @property
    def title(self) -> str:
        return TITLES[self.kind]


def _kinds(round: SeatRound, settlement: Settlement) -> list[str]:
    """The kinds that a round is an example of."""
    main, side = 0, 0
    for result in settlement.results:
        if round.game.wagers[result.wager].in_main_game:
            main += result.returned - result.staked
        else:
            side = max(side, result.returned - result.staked)
    played = "win" if main > 0 else "loss" if main < 0 else "tie"
    return [*(["fold"] if round.folded else [played]), *(["bonus"] if side > 0 > main else [])]


def examples_of(plan: Plan) -> tuple[Example, ...]:
    found: dict[str, Example] = {}
    for number, (round,) in enumerate(replayed_many(plan, 0, MOST_ROUNDS)):
        for kind in _kinds(round, round.settle()):
            if kind not in found and not any(example.number == number for example in found.values()):
                found[kind] = Example(kind, number, transcript(round))
        if len(found) == len(KINDS):
            break
    return tuple(found[kind] for kind in KINDS if kind in found)
