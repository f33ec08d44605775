"""One-file games: the time to solve them, beside settling every deal by the file's own rules."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.measure import Row, best_of, seconds
from bench.rounds import BY_THE_BOOK, ROUNDS, by_the_book
from feltlab.exact.figures import Analysis
from feltlab.exact.solving.keeping import OFF, SETTING
from feltlab.exact.solving.parts import general_lab
from feltlab.games.loading import load_game
from feltlab.lab import terms_of
from feltlab.rules.game import Game
from feltlab.rules.pay_table import PayTable
from feltlab.simulation.plan import Plan
from feltlab.simulation.tally import run_shard

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
GALLERY = EXAMPLES / "games"
SOLVES = {"three_card_poker": "0.5 s", "let_it_ride": "0.5 s", "caribbean_stud": "3 s", "baccarat": "2 s"}
LONG = GALLERY / "ultimate_texas_holdem.py"
OTHER_BLIND = (
    "royal flush 400 to 1\n straight flush 50 to 1\n 4 of a kind 10 to 1\n full house 4 to 1\n flush 2 to 1\n"
    " straight 1 to 1"
)
ASKED = 100_000
YEAR = 365.25 * 86_400


@contextmanager
def _nothing_kept() -> Iterator[None]:
    """No table is read from disk: what is measured is counted."""
    before = os.environ.get(SETTING)
    os.environ[SETTING] = OFF
    try:
        yield
    finally:
        os.environ.pop(SETTING)
        if before is not None:
            os.environ[SETTING] = before


def _solve(game: Game) -> Analysis:
    """By a lab that has seen nothing yet; the game's rules stay compiled."""
    return type(general_lab(game))(game).analyze(terms_of(game))


def _row(game: Game, measured: float, deals: int, target: str) -> Row:
    """Beside the rules alone, asked in plain Python about every deal."""
    settle = game.bound_settle
    arguments = [0] * len(settle.names)
    once = best_of(1, lambda: [settle.function(*arguments) for _ in range(ASKED)]) / ASKED
    slow = deals * once
    taken = seconds(slow) if slow < YEAR / 100 else f"{slow / YEAR:,.1f} years"
    beside = f"{taken}, calling the rules for every deal (extrapolated)"
    return Row(f"{game.title} solved", seconds(measured), beside, f"{slow / measured:,.0f}×", f"≤ {target}")


def _solved(file: str, target: str) -> Row:
    game = load_game(GALLERY / f"{file}.py")
    with _nothing_kept():
        deals = _solve(game).main.total
        return _row(game, best_of(3, lambda: _solve(game)), deals, target)


def decided_again(game: Game) -> float:
    """Seconds for a table of the Blind that turns no decision on the whole board, of a game that is solved."""
    table = PayTable.parse("blind", "other", game.book.scales["blind"], OTHER_BLIND)
    terms = terms_of(game)
    start = perf_counter()
    general_lab(game).analyze(terms._replace(pays={**terms.pays, "blind": table}))
    return perf_counter() - start


_ONCE = """
import json, os, sys
from pathlib import Path
from time import perf_counter
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from bench.games_from_files import decided_again
from feltlab.exact.solving.parts import general_lab
from feltlab.games.loading import load_game
from feltlab.lab import terms_of
game = load_game(sys.argv[1])
start = perf_counter()
figures = general_lab(game).analyze(terms_of(game))
whole, again = perf_counter() - start, decided_again(game)
status = Path("/proc/self/status").read_text().splitlines()
most = int(next(line for line in status if "VmHWM" in line).split()[1]) / 1024
print(json.dumps({"deals": figures.main.total, "whole": whole, "again": again, "most": most}))
"""


def _once(folder: str) -> dict[str, float]:
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _ONCE, str(LONG)], check=True, capture_output=True, text=True,
        env=os.environ | {SETTING: folder},
    )  # fmt: skip
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _long() -> list[Row]:
    """Every bet of the longest game, in a process of its own on one core; and in another, which reads what it kept."""
    with TemporaryDirectory() as folder:
        first, second = _once(folder), _once(folder)
    whole, beside = first["whole"], f"{seconds(first['whole'])} to solve it"
    return [
        _row(load_game(LONG), whole, int(first["deals"]), "40 s"),
        Row("the same in another process", seconds(second["whole"]), beside, f"{whole / second['whole']:.0f}×"),
        Row(
            "another pay table that changes no river decision",
            seconds(first["again"]),
            beside,
            f"{whole / first['again']:.0f}×",
            "≤ 0.5 s",
        ),
        Row("peak memory for it", f"{first['most']:,.0f} MB", "", "", "≤ 1,500 MB"),
    ]


def _feltlab(*arguments: str, **environment: str) -> float:
    command = [str(Path(sys.executable).parent / "feltlab"), *arguments]
    start = perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=os.environ | environment)  # noqa: S603
    return perf_counter() - start


def _new_file() -> Row:
    """Whole processes: nobody has seen the file, and then somebody has."""
    with TemporaryDirectory() as folder:
        file = str(copyfile(EXAMPLES / "spring_tide.py", Path(folder) / "new_tide.py"))
        first, *others = (_feltlab("analyze", file, "--json", **{SETTING: f"{folder}/kept"}) for _ in range(3))
    again = min(others)
    beside = f"{seconds(again)} the next time"
    return Row("first run of a new file", seconds(first), beside, f"{seconds(first - again)} more", "≤ 3 s more")


def _compile() -> Row:
    with TemporaryDirectory() as folder:
        whole = _feltlab("compile", NUMBA_CACHE_DIR=folder)
    start_up = best_of(3, lambda: subprocess.run([sys.executable, "-c", "import numba"], check=True))
    beside = f"{seconds(start_up)} to start Python and import numba alone"
    return Row("feltlab compile, all plans", seconds(whole), beside, f"{whole / start_up:.0f}×", "≤ 40 s on two cores")


def _simulated() -> Row:
    game = load_game(GALLERY / "three_card_poker.py")
    plan = Plan(game.slug, 1)
    rate = ROUNDS / best_of(3, lambda: run_shard(plan, 0, ROUNDS))
    plain = BY_THE_BOOK / best_of(3, lambda: by_the_book(plan))
    beside = f"{plain:,.0f} rounds/s, plain Python through the rule book"
    what = f"{game.title}, full rounds"
    return Row(what, f"{rate / 1e6:.1f} M rounds/s", beside, f"{rate / plain:,.0f}×", "≥ 3 M rounds/s")


def rows() -> list[Row]:
    return [
        *(_solved(file, target) for file, target in SOLVES.items()),
        *_long(),
        _new_file(),
        _compile(),
        _simulated(),
    ]
