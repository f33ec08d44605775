"""The stored tables are those that tools/make_tables.py builds, and their index is perfect."""

import importlib.util
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from feltlab.hands import tables
from feltlab.hands.layout import RANK_KEYS
from feltlab.hands.tables import multiset_index

TOOL = Path(__file__).resolve().parents[2] / "tools" / "make_tables.py"
STORED = {
    "row_start": tables.ROW_START,
    "column": tables.COLUMN,
    "poker": tables.POKER,
    "poker_flush": tables.POKER_FLUSH,
    "low": tables.LOW,
}


@pytest.fixture(scope="module")
def built() -> dict[str, npt.NDArray[np.generic]]:
    spec = importlib.util.spec_from_file_location("make_tables", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: dict[str, npt.NDArray[np.generic]] = module.build()
    return made


def test_the_tool_builds_exactly_the_stored_tables(built: dict[str, npt.NDArray[np.generic]]) -> None:
    assert set(built) == set(STORED)


@pytest.mark.parametrize("name", sorted(STORED))
def test_stored_table_equals_the_built_one(built: dict[str, npt.NDArray[np.generic]], name: str) -> None:
    assert STORED[name].dtype == built[name].dtype
    np.testing.assert_array_equal(STORED[name], built[name])


def test_every_multiset_has_its_own_place_and_no_place_is_empty() -> None:
    keys = RANK_KEYS.tolist()
    places = [
        multiset_index(sum(keys[rank] for rank in ranks))
        for ranks in combinations_with_replacement(range(13), 7)
        if max(Counter(ranks).values()) <= 4
    ]
    assert sorted(places) == list(range(49_205)) == list(range(len(tables.LOW)))
