"""feltlab replay: one simulated round in full, settled by the rule book."""

from typing import Annotated, Any

import typer

from feltlab.commands.examples import examples
from feltlab.commands.history import replay_file
from feltlab.commands.options import (
    BudgetOption,
    DecksOption,
    JsonOption,
    PayTableOption,
    RuleFileOption,
    SeatsOption,
    SeedOption,
    StrategyFileOption,
    StrategyOption,
)
from feltlab.commands.simulate import read_plan
from feltlab.errors import FeltlabError, shown
from feltlab.games import GAMES
from feltlab.rules.lines import dealt_fields, settled
from feltlab.rules.settling import SeatRound
from feltlab.rules.transcript import transcript
from feltlab.simulation.plan import MOST_ROUNDS, Plan
from feltlab.simulation.replay import replayed
from feltlab.wire import dump

RoundOption = Annotated[
    int | None, typer.Option("--round", metavar="I", help="Its number; the first round of a run is 0.")
]
GameOrFile = Annotated[
    str,
    typer.Argument(
        metavar="GAME|FILE", help=f"One of {', '.join(GAMES)}; or a hand-history file, - for standard input."
    ),
]


@examples(
    "replay {game} --seed 7 --round 123456",
    "replay {shoe} --seed 7 --round 0 --seats 6 --json",
    "replay rounds.jsonl",
)
def replay(
    game: GameOrFile,
    round: RoundOption = None,
    seed: SeedOption = 1,
    strategy: StrategyOption = "",
    strategy_file: StrategyFileOption = None,
    seats: SeatsOption = 1,
    decks: DecksOption = None,
    pay_table: PayTableOption = None,
    rules: RuleFileOption = None,
    json: JsonOption = False,
    budget: BudgetOption = None,
) -> None:
    """Show one round of a simulation, with a dollar on every wager, or deal and settle recorded rounds again."""
    if game not in GAMES and round is None:
        replay_file(game, json)
        return
    if round is None:
        raise FeltlabError("give the number of the round with --round")
    plan = read_plan(game, seed, strategy, strategy_file, seats, pay_table, decks, rules)
    if not 0 <= round < MOST_ROUNDS:
        raise FeltlabError(f"a round has a number from 0 to 1e15 - 1, not {shown(round)}")
    played = replayed(plan, round)
    if json:
        typer.echo(dump(_entry(plan, round, played)))
        return
    typer.echo(f"Round {round:,} of seed {seed}, strategy {plan.decided_by}")
    for seat, of_seat in enumerate(played, start=1):
        typer.echo(f"\nSeat {seat}, {transcript(of_seat)}")


def _entry(plan: Plan, number: int, played: list[SeatRound]) -> dict[str, Any]:
    return {
        "game": plan.game,
        "seed": plan.seed,
        "round": number,
        "strategy": plan.decided_by,
        "seats": [
            {
                "seat": seat,
                "dealt": dealt_fields(of_seat),
                "decision": of_seat.game.choice_text(of_seat),
                **settled(of_seat),
            }
            for seat, of_seat in enumerate(played, start=1)
        ],
    }
