"""Would the tests notice? In each module that moves money or cards, they must find 95 of 100 small changes."""

import pytest

from tests.live.soak import size
from tests.mutation.argued import ARGUED, why
from tests.mutation.mutants import TESTS, mutants_of, run, source_of


def test_p36_the_runner_changes_one_thing_at_a_time() -> None:
    source = 'def f(a: int, b: int) -> int:\n    """Words 1."""\n    return a + 1 if a < b else -b\n'
    made = list(mutants_of(source))
    assert len({mutant.text for mutant in made}) == len(made) == 6
    assert {mutant.what for mutant in made} == {
        "returns nothing", "the other branch", "Add is Sub", "1 is 2", "Lt is LtE", "minus is gone",
    }  # fmt: skip
    assert all("Words 1" in mutant.text for mutant in made)


def test_p36_what_is_argued_is_there() -> None:
    for module, lines in ARGUED.items():
        assert all(text in source_of(module) for text, *_ in lines)
        assert all(reason for *_, reason in lines)
    assert why("feltlab.hands.low", "    best, lowest = (0, 0, 0, 0), 99", "99 is 100")
    assert why("feltlab.hands.low", "    seen, total = 0, 0", "1 is 2") is None


@pytest.mark.soak
@pytest.mark.parametrize("module", TESTS)
def test_p36_19_of_20_mutants_are_killed(module: str) -> None:
    """FELTLAB_P36_SIZE=4 takes each fourth; those that no test could kill are argued in `argued.py`."""
    count, survivors = run(module, size("p36", 1))
    assert len(survivors) <= count * 0.05
