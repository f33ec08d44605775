"""Every event and every state survives a trip through text, and a log gives its state to the bit."""

import types
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlab.cards import DECK, JOKER
from feltlab.cards.names import FIRST_NAMED, Card, card_named, card_names, cards_named
from feltlab.errors import CardError
from feltlab.table import Config, State, evolve
from feltlab.table.events import (
    KINDS,
    Dealt,
    Decided,
    Drawn,
    Event,
    RoundClosed,
    RoundVoided,
    Turned,
    event_body,
    read_event,
)
from feltlab.table.history import dealt_of, history
from feltlab.table.plain import decode, encode
from feltlab.table.state import Round, SeatHand
from feltlab.table.views import hand_view
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
        hints = get_type_hints(kind, include_extras=True)
        return st.builds(kind, **{part.name: made(hints[part.name]) for part in fields(kind)})
    if kind == Card:
        return st.sampled_from((*DECK, JOKER)) | st.text(max_size=8).map(card_named)
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
        event_body(Decided(1, "play", {"decision": bad}, "player", {}))


WRITTEN: list[tuple[Event, dict[str, Any]]] = [
    (Dealt("seat", 3, (0, 51, JOKER), "down"), {"to": "seat", "seat": 3, "cards": ["2c", "As", "Jo"], "face": "down"}),
    (Drawn(2, 0), {"seat": 2, "card": "2c", "call": ""}),
    (
        Turned("rules", cards_named(("Highest", "2-5", "Ace & Face")), "Highest, 2-5, Ace & Face"),
        {
            "what": "rules",
            "cards": ["Highest", "2-5", "Ace & Face"],
            "call": "Highest, 2-5, Ace & Face",
            "at": [],
            "struck": {},
            "laid": None,
        },
    ),
]


@pytest.mark.parametrize(("event", "body"), WRITTEN)
def test_cards_are_written_by_name(event: Event, body: dict[str, Any]) -> None:
    assert event_body(event) == body
    assert read_event(type(event).__name__, body) == event


def test_the_card_that_is_number_0_is_a_card() -> None:
    """Of all 52 the deuce of clubs alone is false in Python."""
    hand = SeatHand("ada", cards=(0,), replacement=0)
    written = encode(hand)
    assert (written["cards"], written["replacement"]) == (["2c"], "2c")
    assert decode(SeatHand, written) == hand
    round = Round(1, "", "", 0, Config("rule-out"), hands={1: hand})
    assert hand_view(round, 1, frozenset({1}))["replacement"] == "2c"
    assert dealt_of(round)["replacements"] == {"1": "2c"}


def test_names_are_numbered_once() -> None:
    cards = cards_named(("As", "Jo", "Sun", "Rain", "Sun"))
    assert cards[:2] == (51, JOKER)
    assert cards[2] == cards[4] != cards[3]
    assert min(cards[2:]) >= FIRST_NAMED
    assert card_names(cards) == ["As", "Jo", "Sun", "Rain", "Sun"]
    with ThreadPoolExecutor(4) as threads:
        names = [f"card {number}" for number in range(200)]
        found = list(threads.map(cards_named, [names] * 4))
    assert len(set(found)) == 1
    assert len(set(found[0])) == 200


@pytest.mark.parametrize("body", [5, None, ["As"]])
def test_what_is_no_name_is_no_card(body: object) -> None:
    with pytest.raises((CardError, TypeError)):
        read_event("Drawn", {"seat": 1, "card": body})


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
    """Every cent that is not in a purse or a token lies on the felt, is the house's or was paid by a meter."""
    round = table.table.round
    felt = sum(sum(hand.open_stakes.values()) for hand in round.hands.values()) if round else 0
    assert sum(table.purses.values()) + sum(table.tokens.values()) + felt + table.bank == 0


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
