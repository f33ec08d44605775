"""feltlab compile: make the machine code once, so that nobody waits for it later."""

from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from feltlab.games import GAMES
from feltlab.kernels.evaluate import seven_card_strengths
from feltlab.lab import advise, claims_of, lab_of, terms_of

_SEEN: dict[str, dict[str, object]] = {
    "ace-odd-even": {"player": "As Qd Th 8s 6c 2d 3h"},
    "low-four": {"player": "6c 6d 5h 4s Kd Qh Js"},
    "quick-draw-holdem": {"hole": "9c 9d", "flop": "9h 4s 4c", "turn": "Kd"},
    "rule-out": {"dealt": "2d 3h Ts"},
}


def _steps() -> dict[str, Callable[[], object]]:
    steps: dict[str, Callable[[], object]] = {
        "seven-card evaluator": lambda: seven_card_strengths(np.arange(7)[None, :])
    }
    for slug, game in GAMES.items():
        steps[f"{game.title}, solver"] = lambda slug=slug: claims_of(slug)  # type: ignore[misc]
        steps[f"{game.title}, strategies"] = lambda slug=slug, game=game: lab_of(slug).strategy_text(terms_of(game))  # type: ignore[misc]
        steps[f"{game.title}, advice"] = lambda slug=slug: advise({"game": slug, **_SEEN[slug]})  # type: ignore[misc]
    return steps


def compile_all() -> None:
    """Compile every kernel for this machine and keep the result: once after installation, about half a minute.

    Example: feltlab compile
    """
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("compiling once: {task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None)
        for name, work in _steps().items():
            progress.update(task, description=name)
            work()
    console.print("compiled; later starts take the stored code")
