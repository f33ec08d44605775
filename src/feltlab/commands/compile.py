"""feltlab compile: make the machine code once, so that nobody waits for it later."""

import gc
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from fractions import Fraction
from shutil import rmtree
from typing import Annotated, Any, Final

import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from feltlab.commands.examples import seen, side_bets
from feltlab.games import GAMES
from feltlab.hands.jit import cache_folder
from feltlab.kernels import board_paths, board_tallies, coding, draws, duels, knowing, subsets, unions, valuing
from feltlab.kernels.evaluate import seven_card_strengths
from feltlab.lab import advise, analyze, claims_of, lab_of, terms_of
from feltlab.lab.design import Wish, design
from feltlab.lab.protection.collusion import LEAST, exposed_cards, known_hands
from feltlab.lab.protection.threats import counting_of, set_for_a_bonus
from feltlab.simulation.bets import Bets
from feltlab.simulation.joint_counts import joint_counts
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed_many
from feltlab.simulation.sessions import SessionRules, play_sessions
from feltlab.simulation.shift import ShiftRules, play_shifts
from feltlab.simulation.shoe import ShoePlan, dealt_from_shoes, run_shoes
from feltlab.simulation.tally import run_shard


def _solver(slug: str) -> None:
    if not claims_of(slug):
        analyze(slug)


def _strategies(slug: str) -> None:
    lab_of(slug).strategy_text(terms_of(GAMES[slug]))


def _advice(slug: str) -> None:
    game = GAMES[slug]
    if not any(deal.place in game.seen_fields for deal in game.round.second_deals):  # names known only to the game
        advise({"game": slug, **seen(game)})


def _rounds(slug: str) -> None:
    for seats in (1, 3):
        run_shard(Plan(slug, 1, seats=seats), 0, 64)
    for (round,) in replayed_many(Plan(slug, 1), 0, 16):
        round.settle()
    if GAMES[slug] in dealt_from_shoes():
        run_shoes(ShoePlan(Plan(slug, 1), Fraction(1, 2)), 0, 2)


def _game(slug: str) -> None:
    for work in (_solver, _strategies, _advice, _rounds):
        work(slug)


def _risk(slug: str) -> None:
    joint_counts(Plan(slug, 1))
    bets = Bets.read(slug)
    play_sessions(SessionRules(Plan(slug, 1), bets, 4), 0, 4)
    play_shifts(ShiftRules(Plan(slug, 1, seats=2), (bets, bets), 4, Fraction(1)), 0, 2)


def _protection(slug: str) -> None:
    """A few samples of everything, and one shoe: counting everything takes longer than compiling."""
    terms = terms_of(GAMES[slug])
    known_hands(slug, terms, None, LEAST, 1, lambda *_: None)
    exposed_cards(slug, terms)
    set_for_a_bonus(slug, terms)
    if counting := counting_of(slug):
        counting.one_shoe(terms)


def _kernels(plan: str) -> None:
    """Those of a general plan, in their own process: together they would be the last to be ready."""
    for module in _OF_PLANS[plan]:
        module.compile_all()


def _other_tools(_: str) -> None:
    knowing.compile_all()
    seven_card_strengths(np.arange(7)[None, :])
    game, wager = next((game, wager) for game in GAMES.values() for wager in side_bets(game))
    design(game, wager, Wish(Fraction(1, 20)))


_OF_PLANS: Final[dict[str, tuple[Any, ...]]] = {
    "board": (board_paths, board_tallies),
    "duel": (subsets, duels, coding, unions, draws),
    "ranking": (valuing,),
}
_PARTS: Final[dict[str, Callable[[str], None]]] = {
    "game": _game, "kernels": _kernels, "tools": _other_tools, "risk": _risk, "protection": _protection,
}  # fmt: skip


def _jobs() -> list[tuple[str, str]]:
    """Solving, dealing and playing. The longest jobs come first; short ones fill the gaps at the end."""
    (board, duel, *others), (one, *games) = _OF_PLANS, GAMES
    order = [(board, "kernels"), (duel, "kernels"), (one, "game")]
    return order + [(slug, "game") for slug in reversed(games)] + [(plan, "kernels") for plan in others]


def _more_jobs() -> list[tuple[str, str]]:
    """Rarely used tools. They share code with the games, which is stored by then."""
    return [*((slug, part) for part in ("risk", "protection") for slug in GAMES), ("other", "tools")]


def _leave_garbage() -> None:
    """Loaded code stays, and compiling makes much short-lived garbage: looking through it took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _compile(of: str, part: str) -> str:
    """One part of the work, in its own process; all share the stored code."""
    _PARTS[part](of)
    return f"{of} {part}"


def compile_all(
    everything: Annotated[bool, typer.Option("--all", help="Compile risk, protection and design, too.")] = False,
) -> None:
    """Compile for this machine and keep the result: once after installation, about 40 seconds on two cores.

    This covers solving, dealing and playing. The code for risk, protection and design is compiled when you first
    use it, which takes a few seconds, or now with --all.

    Example: feltlab compile --all
    """
    console = Console(stderr=True)
    jobs = [*_jobs(), *(_more_jobs() if everything else ())]
    columns = (SpinnerColumn(), TextColumn("compiling once, {task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("for this machine", total=None)
        with ProcessPoolExecutor(os.cpu_count() or 1, initializer=_leave_garbage) as pool:
            for done in as_completed([pool.submit(_compile, *job) for job in jobs]):
                progress.update(task, description=f"{done.result()} done")
    folder = cache_folder()
    for stale in folder.parent.glob("compiled-*"):  # made from sources that have changed since
        if stale != folder:
            rmtree(stale, ignore_errors=True)
    console.print("compiled; from now on feltlab starts with the stored code")
