"""Simulated rounds beside the exact values: whether dealing and settling give what was counted."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from feltlab.report.document import Block, Column, Grid, Paragraph, Section
from feltlab.report.numerals import count, decimal, of, percent, signed
from feltlab.simulation.plan import Plan
from feltlab.simulation.run import Run, play
from feltlab.simulation.statistics import Statistics, statistics

ROUNDS: Final = 1_000_000
"""Enough to find a mistake of one percent of the initial wager, in seconds."""
FAR: Final = 3.0
"""Standard errors; even if a figure is right, one simulation in 370 is farther off."""
_SHARDS: Final = 40

Watch = Callable[[int, int], None]
"""Receives how many rounds are done, and out of how many."""
_COLUMNS: Final = (
    Column("Wager", wide=1), Column("Exact", right=True), Column("Simulated", right=True),
    Column("Std. error", right=True), Column("z", right=True), Column("Rounds won", right=True),
)  # fmt: skip


@dataclass(frozen=True)
class Confirmation:
    rounds: int
    seed: int
    found: dict[str, Statistics]
    """By wager; `main` is the main game."""

    @property
    def far(self) -> list[str]:
        """Wagers whose simulated mean is too far off for chance."""
        return [wager for wager, one in self.found.items() if one.z is not None and abs(one.z) > FAR]

    def to_dict(self) -> dict[str, Any]:
        """Whole numbers and fractions only: the same on any machine."""
        return {
            "rounds": self.rounds,
            "seed": self.seed,
            "wagers": {wager: {"net": str(one.net), "hits": one.hits} for wager, one in self.found.items()},
        }


def confirm(plan: Plan, rounds: int = ROUNDS, watch: Watch | None = None) -> Confirmation:
    def seen(run: Run) -> None:
        if watch:
            watch(run.tally.rounds, rounds)

    run = play(Run.new(plan, rounds), shard=max(1, rounds // _SHARDS), progress=seen)
    if not run.complete:
        raise KeyboardInterrupt
    return Confirmation(rounds, plan.seed, statistics(plan, run.tally))


def row_of(name: str, one: Statistics) -> tuple[str, ...]:
    known = one.exact is not None
    return (
        name, signed(one.exact) if one.exact is not None else "sampled", signed(Fraction(one.net, one.seat_rounds)),
        percent(one.standard_error), z_of(one) if known else "–", count(one.hits),
    )  # fmt: skip


def z_of(one: Statistics) -> str:
    if one.z is None:
        return "–"
    text = decimal(one.z, 2)
    return f"+{text}" if one.z > 0 and not text.startswith("0.00") else text


def confirmation_section(found: Confirmation, names: dict[str, str], command: str, terms: str = "") -> Section:
    """With the command that plays the same rounds again, and the name of the terms if there are several."""
    caption = f"{count(found.rounds)} simulated rounds, seed {found.seed}{f', terms {terms}' if terms else ''}"
    rows = tuple(row_of(names[wager], one) for wager, one in found.found.items())
    blocks: tuple[Block, ...] = (
        Paragraph(
            f"{of(count(found.rounds), 'round')} were dealt from seed {found.seed}, decided by the strategy of this"
            " report and settled by the rule book. Exact and simulated are what a player wins on average, in percent"
            " of the initial wager or of the side bet; z is their distance in standard errors, which lies between −2"
            f" and 2 in 95 of 100 simulations. {_verdict(found, names)}"
        ),
        Grid(f"confirmation-table{f'-{terms.lower()}' if terms else ''}", caption, _COLUMNS, rows),
        Paragraph(f"The same rounds again, or more of them: `{command}`."),
    )
    return Section("confirmation", "Confirmation by simulation", blocks)


def _verdict(found: Confirmation, names: dict[str, str]) -> str:
    if all(one.z is None for one in found.found.values()):
        return "There is no exact value to compare them with."
    if far := [names[wager] for wager in found.far]:
        said = f"Farther than {FAR:.0f} standard errors from the exact value: {', '.join(far)}."
        return f"{said} This needs an explanation."
    which = "No wager" if all(one.exact is not None for one in found.found.values()) else "No wager that has one"
    return f"{which} is farther than {FAR:.0f} standard errors from its exact value."


__all__ = ["FAR", "ROUNDS", "Confirmation", "Watch", "confirm", "confirmation_section", "row_of", "z_of"]
