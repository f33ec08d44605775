"""The exact lab: each solve beside the straightforward way, whose full time is extrapolated from a sample."""

import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np

from bench.measure import Row, best_of, seconds
from feltlab.cards import cards_text, joker_shoe
from feltlab.games import GAMES
from feltlab.games.ace_odd_even import classes as odd_even_classes
from feltlab.games.low_four import fast as low_four
from feltlab.games.quick_draw_holdem import fast as quick_draw_holdem
from feltlab.games.rule_out import fast as rule_out
from feltlab.hands.poker import river_grade, seven_card_strength
from feltlab.hands.survivors import survivors
from feltlab.kernels.lattice import HANDS, dealer_weights
from feltlab.lab import advise, analyze, terms_of

CLASSES = len(HANDS)


def _pairwise(strengths: "np.ndarray[tuple[int], np.dtype[np.int64]]", sample: int = 60) -> float:
    """Every dealer class against every player class, one player at a time."""
    start = perf_counter()
    for number in range(0, CLASSES, CLASSES // sample):
        weights = dealer_weights(HANDS[number])
        weights[strengths < strengths[number]].sum()
        weights[strengths == strengths[number]].sum()
    return (perf_counter() - start) / len(range(0, CLASSES, CLASSES // sample)) * CLASSES


def _solve_low_four() -> None:
    low_four.dealer_totals.cache_clear()
    low_four.combined_counts.cache_clear()
    analyze("low-four")


def _solve_ace_odd_even() -> None:
    for cached in (odd_even_classes.weaker_and_equal, odd_even_classes.not_qualified, odd_even_classes.patterns):
        cached.cache_clear()
    odd_even_classes.poker_counts.cache_clear()
    analyze("ace-odd-even")


def _river_walk(sample: int = 6) -> float:
    rng = Random(1)
    start = perf_counter()
    for _ in range(sample):
        five = rng.sample(range(52), 5)
        for turn, river in combinations([card for card in range(52) if card not in five], 2):
            river_grade(seven_card_strength(five[0], five[1], five[2], five[3], five[4], turn, river), 5)
    return (perf_counter() - start) / sample * 134_459


def _trade_walk(sample: int = 2000) -> float:
    """Three options of each hand, every replacement, every triple of Rule Cards, one call each."""
    rng = Random(1)
    shoe = joker_shoe(1)
    start = perf_counter()
    for _ in range(sample):
        first, second, third = rng.sample(shoe, 3)
        survivors(first, second, third, 0b111)
    return (perf_counter() - start) / sample * 26_235 * (1 + 3 * 53) * 455 * 3


def _solve_rule_out() -> None:
    rule_out.solve.cache_clear()
    for decks in (1, 4, 6):
        rule_out.analyze(terms_of(GAMES["rule-out"], decks=decks))


def _advise_lines() -> list[dict[str, object]]:
    rng = Random(2)
    cards = [rng.sample(range(52), 7) for _ in range(5)]
    lines: list[dict[str, object]] = []
    for seven in cards:
        lines += [
            {"game": "low-four", "player": cards_text(seven)},
            {"game": "ace-odd-even", "player": cards_text(seven)},
            {"game": "quick-draw-holdem", "hole": cards_text(seven[:2]), "flop": cards_text(seven[2:5])},
            {"game": "rule-out", "decks": 1, "dealt": cards_text(seven[:3])},
        ]
    return lines


def _against_low_four() -> float:
    return _pairwise(low_four.TOTALS)


def _against_ace_odd_even() -> float:
    return _pairwise(odd_even_classes.BEST)


SOLVES: list[tuple[str, Callable[[], object], Callable[[], float], str]] = [
    ("Low Four solved, all 49,205 classes", _solve_low_four, _against_low_four, "≤ 0.15 s"),
    ("Ace Odd Even solved, all 49,205 classes", _solve_ace_odd_even, _against_ace_odd_even, "≤ 0.15 s"),
    ("Quick Draw Hold'em solved, both decisions", quick_draw_holdem.solve_afresh, _river_walk, "≤ 1 s"),
    ("Rule Out! solved for 1, 4 and 6 decks", _solve_rule_out, _trade_walk, "≤ 0.3 s"),
]


def rows() -> list[Row]:
    found = []
    for name, solve, walk, target in SOLVES:
        fast, slow = best_of(5, solve), walk()
        found.append(
            Row(name, seconds(fast), f"{seconds(slow)} class by class (extrapolated)", f"{slow / fast:,.0f}×", target)
        )
    lines = _advise_lines()
    per_hand = max(best_of(3, lambda line=line: advise(line)) for line in lines)  # type: ignore[misc]
    import_time = best_of(3, lambda: subprocess.run([sys.executable, "-c", "import numba"], check=True))
    whole = best_of(3, lambda: _verify_process())
    found.append(Row("advise, slowest of 20 hands", seconds(per_hand), "", "", "≤ 50 ms"))
    start_up = f"{seconds(import_time)} to start Python and import numba alone"
    found.append(Row("feltlab verify, whole process", seconds(whole), start_up, f"{whole / import_time:.1f}×", "≤ 4 s"))
    found.append(Row("feltlab verify, peak memory", f"{_verify_memory():.0f} MB", "", ""))
    return found


def _verify_process() -> None:
    command = Path(sys.executable).parent / "feltlab"
    subprocess.run([command, "verify", "--json"], check=True, stdout=subprocess.DEVNULL)  # noqa: S603


_MEMORY = """
import sys
from pathlib import Path
from feltlab.cli import main
sys.argv = ["feltlab", "verify", "--json"]
try:
    main()
finally:
    print(next(line for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line), file=sys.stderr)
"""


def _verify_memory() -> float:
    """The most memory that the process had at any time, in megabytes, by its own account (Linux)."""
    command = [sys.executable, "-c", _MEMORY]
    done = subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # noqa: S603
    return int(done.stderr.split()[1]) / 1024
