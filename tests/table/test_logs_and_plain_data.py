"""What is written is what is read: every event and every state through text and back, and a log gives its state to the bit."""

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlab.table import State, evolve
from feltlab.table.events import KINDS, RoundClosed, RoundVoided, event_body, read_event
from feltlab.table.history import history
from feltlab.table.plain import encode
from feltlab.verify_shuffle import differences, read_round
from feltlab.wire import dump, read_object
from tests.table.driver import GAMES, Table, Wild, replayed

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


def made(kind: Any) -> st.SearchStrategy[Any]:
    """Anything of a type, as the annotations have it."""
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return st.builds(kind, **{part.name: made(hints[part.name]) for part in fields(kind)})
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (types.UnionType, Union):
        return st.one_of(*map(made, inner))
    if origin is tuple:
        return st.lists(made(inner[0]), max_size=3).map(tuple)
    if origin in (Mapping, dict):
        return st.dictionaries(made(inner[0]), made(inner[1]), max_size=3)
    simple = {str: st.text(max_size=8), int: st.integers(-(2**60), 2**60), bool: st.booleans(), type(None): st.none()}
    return simple.get(kind, VALUES)


EVENTS = {name: made(kind) for name, kind in KINDS.items()}


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_event_comes_back(name: str, data: st.DataObject) -> None:
    event = data.draw(EVENTS[name])
    assert read_event(name, read_object(dump(event_body(event)).encode())) == event


@settings(max_examples=15, deadline=None)
@given(made(State))
def test_every_state_comes_back(state: State) -> None:
    again = State.of(read_object(dump(state.to_dict()).encode()))
    assert again == state
    assert again.digest == state.digest


@pytest.mark.parametrize("bad", [1.5, {1, 2}, object()])
def test_what_is_not_plain_is_refused(bad: object) -> None:
    with pytest.raises(TypeError):
        encode({"value": bad})


@pytest.mark.parametrize("game", GAMES)
def test_wild_runs_are_replayed_to_the_bit(game: str) -> None:
    for seed in range(6):
        table, twin = (Wild(game, seed).run(150) for _ in range(2))
        assert table.log == twin.log
        assert table.table.digest == twin.table.digest
        again = replayed(table.log)
        assert again == table.state
        assert again.digest == table.table.digest
        assert State.of(read_object(dump(table.table.to_dict()).encode())).digest == table.table.digest
        check_money(table)


def check_money(table: Table) -> None:
    """Every cent that is not in a purse lies on the felt, is the house's or was paid by a meter."""
    round = table.table.round
    felt = sum(sum(hand.open_stakes.values()) for hand in round.hands.values()) if round else 0
    assert sum(table.purses.values()) + felt + table.bank == 0


@pytest.mark.parametrize("game", GAMES)
def test_wild_rounds_verify(game: str) -> None:
    """Every round that is over is dealt again by the program that shares nothing with the dealer."""
    verified = 0
    for seed in range(20, 25):
        wild = Wild(game, seed)
        state: State | None = None
        for event in wild.run(150).log:
            state = evolve(state, event)
            if isinstance(event, RoundClosed | RoundVoided):
                assert state.last is not None
                assert differences(read_round(dump(history(state, state.last)).encode())) == []
                verified += 1
    assert verified > 10
