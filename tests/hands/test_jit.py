"""A few hands are read in plain Python; many, and all compiled code, by machine code: with the same answers."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from feltlab.hands import jit
from feltlab.hands.low import lowest_of_seven
from feltlab.hands.poker import best_of_seven, seven_card_strength

FEW_AND_MANY = """
import sys
from random import Random
from feltlab.hands import flushes, jit, low, parity, poker, poker_hands, survivors

deal = Random(1)
hands = [tuple(deal.sample(range(52), 7)) for _ in range(40)]
readers = [low.lowest_of_seven.of, low.lowest_four, parity.better_side.of, parity.best_side_of, poker.best_of_seven,
           poker_hands.seven_cards.of, lambda hand: low.four_as_set.of(hand[:4])]
assert not jit.is_loaded() and "numba" not in sys.modules
plain = [read(hand) for read in readers for hand in hands]
assert not jit.is_loaded() and "numba" not in sys.modules
assert {type(part) for found in plain for part in (found if isinstance(found, tuple) else [found])} == {int}
jit.load()
assert plain == [read(hand) for read in readers for hand in hands]
assert poker.best_of_seven.signatures
"""

MANY = """
from feltlab.hands import jit
from feltlab.hands.low import lowest_of_seven
for number in range(jit.FEW):
    lowest_of_seven.of(range(7))
assert not jit.is_loaded()
lowest_of_seven.of(range(7))
assert jit.is_loaded()
"""

FIRST_ROUNDS = """
from feltlab.games import GAMES
from feltlab.hands import jit
from feltlab.table.first_rounds import play_first_rounds
assert not jit.is_loaded()
play_first_rounds(next(iter(GAMES)))
assert jit.is_loaded()
"""

LOOP = """
import numpy as np
from feltlab.hands import jit
from feltlab.kernels.evaluate import seven_card_strengths
from feltlab.hands.poker import best_of_seven
(found,) = seven_card_strengths(np.arange(7)[None, :])
assert jit.is_loaded()
assert found == best_of_seven(tuple(range(7)))
"""


BESIDE_SCIPY = """
import sys
from feltlab.hands import jit
from feltlab.hands.poker import seven_card_strength
jit.load()
assert seven_card_strength(*range(7)) > 0 and seven_card_strength.signatures
assert not {"scipy", "coverage"} & set(sys.modules)
import scipy, coverage  # whoever needs them finds them then
assert scipy.__version__ == coverage.__version__ == "a stand-in"
"""

ALL_PLAIN = """
import numba
from feltlab.hands.poker import best_of_seven, flop_grade
assert best_of_seven(tuple(range(7))) > 0 and flop_grade(0, 1, 2) == 4
"""


def run(code: str, **said: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **said})


@pytest.mark.compiled("compares plain Python with machine code")
def test_a_few_hands_are_read_alike_without_numba() -> None:
    run(FEW_AND_MANY)


def test_numba_is_loaded_for_many_hands() -> None:
    run(MANY)


def test_numba_is_loaded_before_a_table_opens() -> None:
    run(FIRST_ROUNDS)


def test_a_loop_is_compiled_at_once() -> None:
    run(LOOP)


@pytest.mark.compiled("only machine code is loaded by numba")
def test_numba_does_not_load_packages_that_only_others_use(tmp_path: Path) -> None:
    for package in ("scipy", "coverage"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text('__version__ = "a stand-in"\n', "utf-8")
    run(BESIDE_SCIPY, PYTHONPATH=str(tmp_path), COVERAGE_PROCESS_START="", COVERAGE_PROCESS_CONFIG="")


def test_another_thread_finds_every_package_meanwhile() -> None:
    unseen = jit._Unseen()
    found: list[object] = []
    with pytest.raises(ModuleNotFoundError):
        unseen.find_spec("scipy")
    other = Thread(target=lambda: found.append(unseen.find_spec("scipy")))
    other.start()
    other.join()
    assert found == [unseen.find_spec("scipy.linalg")] == [None]


def test_without_a_compiler_everything_stays_plain() -> None:
    run(ALL_PLAIN, NUMBA_DISABLE_JIT="1")


def test_a_compiled_function_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(seven_card_strength)) is seven_card_strength  # noqa: S301


def test_what_compiled_code_alone_calls_is_never_called_as_such_from_python() -> None:
    jit.load()
    assert lowest_of_seven.of(range(7)) == lowest_of_seven.value.py_func(tuple(range(7)))  # type: ignore[attr-defined]
    assert best_of_seven(tuple(range(7))) > 0
