"""feltlab compile: make the machine code once, so that nobody waits for it later."""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from fractions import Fraction
from shutil import rmtree

import numpy as np
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from feltlab.games import GAMES
from feltlab.hands.jit import cache_folder
from feltlab.kernels.evaluate import seven_card_strengths
from feltlab.lab import advise, claims_of, lab_of, terms_of
from feltlab.lab.design import Wish, design
from feltlab.lab.protection import protect
from feltlab.lab.protection.collusion import LEAST, known_hands
from feltlab.lab.protection.counting import PENETRATION, deal_shoes, main_values
from feltlab.lab.protection.exposed import exposed_cards
from feltlab.simulation.bets import Bets
from feltlab.simulation.plan import Plan
from feltlab.simulation.sessions import SessionRules, play_sessions
from feltlab.simulation.shift import ShiftRules, play_shifts
from feltlab.simulation.shoe import ShoePlan, run_shoes
from feltlab.simulation.tally import run_shard

_SEEN: dict[str, dict[str, object]] = {
    "ace-odd-even": {"player": "As Qd Th 8s 6c 2d 3h"},
    "low-four": {"player": "6c 6d 5h 4s Kd Qh Js"},
    "quick-draw-holdem": {"hole": "9c 9d", "flop": "9h 4s 4c", "turn": "Kd"},
    "rule-out": {"dealt": "2d 3h Ts"},
}


def _strategies(slug: str) -> None:
    lab_of(slug).strategy_text(terms_of(GAMES[slug]))


def _advice(slug: str) -> None:
    advise({"game": slug, **_SEEN[slug]})


def _rounds(slug: str) -> None:
    for seats in (1, 3):
        run_shard(Plan(slug, 1, seats=seats), 0, 64)
    bets = Bets.read(slug)
    play_sessions(SessionRules(Plan(slug, 1), bets, 4), 0, 4)
    play_shifts(ShiftRules(Plan(slug, 1, seats=2), (bets, bets), 4, Fraction(1)), 0, 2)
    if slug == "rule-out":
        run_shoes(ShoePlan(Plan(slug, 1), Fraction(1, 2)), 0, 2)


_WORK: dict[str, Callable[[str], object]] = {
    "solver": claims_of,
    "strategies": _strategies,
    "advice": _advice,
    "rounds": _rounds,
}


def _game(slug: str) -> None:
    for work in _WORK.values():
        work(slug)


def _protection(slug: str) -> None:
    """Few samples of everything. Of Rule Out! a few shoes only: to count them all takes longer than to compile."""
    if slug != "rule-out":
        protect(slug, samples=LEAST)
        return
    terms = terms_of(GAMES[slug])
    known_hands(slug, terms, None, LEAST, 1, lambda *_: None)
    exposed_cards(slug, terms)
    main_values(terms, deal_shoes(terms, 1, PENETRATION, 1, 1).left)


def _other_tools(_: str) -> None:
    seven_card_strengths(np.arange(7)[None, :])
    design(GAMES["low-four"], "low-points", Wish(Fraction(1, 20)))


_PARTS: dict[str, Callable[[str], None]] = {"game": _game, "tools": _other_tools, "protection": _protection}
_JOBS = (
    *((slug, "game") for slug in GAMES),
    ("other", "tools"),
    *((slug, "protection") for slug in GAMES),  # last: by then what it shares with the game is stored
)


def _compile(of: str, part: str) -> str:
    """One part of the work, in a process of its own: the stored code is shared by all."""
    _PARTS[part](of)
    return f"{of} {part}"


def compile_all() -> None:
    """Compile every kernel for this machine and keep the result: once after installation, about half a minute.

    Example: feltlab compile
    """
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("compiling once, {task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("for this machine", total=None)
        with ProcessPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            for done in as_completed([pool.submit(_compile, *job) for job in _JOBS]):
                progress.update(task, description=f"{done.result()} done")
    folder = cache_folder()
    for stale in folder.parent.glob("compiled-*"):  # made from sources that have since changed
        if stale != folder:
            rmtree(stale, ignore_errors=True)
    console.print("compiled; later starts take the stored code")
