"""A client never learns a face-down card, how another player set a hand, or a seed too early."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from feltlab.cards.names import card_names
from feltlab.games import GAMES as RULE_BOOKS
from feltlab.table import State
from feltlab.table.announce import heard
from feltlab.table.commands import Leave, Sit
from feltlab.table.events import KINDS, Dealt, Decided, Event, SeatSettled, Turned
from feltlab.table.state import Round
from feltlab.table.views import results_told, view
from feltlab.wire import dump
from tests.table.driver import ALL_BETS, GAMES, OPENING, PLACES, Table, Wild, by_seat, folding, player, some_bets
from tests.table.test_p19_p23_limits_and_meters import METER, winners_pack

CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][cdhs]|Jo)(?![0-9A-Za-z])")
POKER_HAND = re.compile(r"pair|of a kind|full house")
RULE_CARDS = {"2-5", "6-9", "10-K", "Even", "Odd", "Diamonds", "Clubs", "Hearts", "Spades", "Ace & Face", "Red", "Black",
              "Highest", "Middle", "Lowest"}  # fmt: skip

SIDES = {wager for bets in ALL_BETS.values() for wager in bets} - {"ante", "flop", "main"}
BOARD = {"flop": slice(0, 3), "turn": slice(3, 4), "river": slice(4, 5)}


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, str):
        yield value


def shown_cards(value: Any) -> set[str]:
    """Two pair, queens and 8s: that is eights and no eight of spades."""
    return {card for text in strings(value) if not POKER_HAND.search(text) for card in CARD.findall(text)}


def may_know(round: Round | None, seat: int | None, who: str | None) -> set[str]:
    """The cards of a round that someone at the table has seen."""
    if round is None:
        return set()
    known = set(round.places["dealer"]) if "dealer" in round.turned else set()
    for what in round.turned:
        known |= set(round.places["board"][BOARD[what]]) if what in BOARD else set()
    for number, hand in round.hands.items():
        if (number == seat and hand.player == who) or round.config.game == "rule-out":
            known |= set(hand.cards) | (set() if hand.replacement is None else {hand.replacement})
        elif hand.shown:
            known |= {card for at, card in enumerate(hand.cards) if at not in hand.down}
    return set(card_names(known))


def check_named(cards: list[Any]) -> None:
    """No number stands where a card is shown: the search for cards reads names."""
    assert all(card is None or isinstance(card, str) for card in cards), cards


def check_view(state: State, seat: int | None) -> None:
    who = state.seats[seat].player if seat and seat in state.seats else None
    seen = view(state, seat)
    for part, round in (("round", state.round), ("last", state.last)):
        assert shown_cards(seen[part]) <= may_know(round, seat, who)
        if round is None:
            continue
        for place in ("dealer", "board", "rules"):
            check_named(seen[part][place])
        faced = {round.places["rules"][at] for at in round.faced.get("rules", ())}
        assert RULE_CARDS & set(strings(seen[part]["rules"])) == set(card_names(faced))
        for number, hand in round.hands.items():
            told = seen[part]["seats"][str(number)]
            check_named([*told["cards"], told["replacement"]])
            if (number == seat and hand.player == who) or round.config.game == "rule-out":
                continue
            if not hand.shown:
                assert "set" not in told["choices"]
                assert told["hands"] == {}
            if hand.down or not hand.shown:
                lost = [done for done in told["results"] if done["wager"] in SIDES and not done["returned"]]
                assert not any(":" in done["why"] for done in lost)
        assert ("seed" in seen[part]) == (round.phase in ("closed", "void"))
    secret = state.round.seed if state.round else "no seed"
    text = dump(seen)
    assert secret not in text
    assert not any(each.player in text for each in state.seats.values())


def check_heard(before: State | None, event: Event, after: State, seat: int | None) -> None:
    told = heard(event, {seat}, after.config.rule_book)
    assert told["kind"] in KINDS
    round = after.round or after.last
    who = after.seats[seat].player if seat and seat in after.seats else None
    check_named([*told.get("cards", ()), told.get("card")])
    if isinstance(event, Dealt | Decided | SeatSettled | Turned):
        assert shown_cards(told) <= may_know(round, seat, who), told
    if isinstance(event, Decided) and event.seat != seat and event.stage == "play":
        assert "set" not in told["choice"]
    if isinstance(event, Dealt) and event.to in ("dealer", "board", "rules"):
        assert told["cards"] == [None] * len(event.cards)
    if after.round:
        assert after.round.seed not in dump(told)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_sees_more_than_they_may(game: str) -> None:
    for number in range(6):
        rng = Random(f"views/{game}/{number}")
        seats = tuple(range(1, 5))
        table = Table(game, name=f"views-{number}", dealer=rng.choice(("manual", "automatic"))).sit(*seats)
        watch(table)
        for _ in range(2):
            table.lock(seats, {seat: some_bets(game, rng) for seat in seats})
            table.play_out(by_seat, order=rng)


def watch(table: Table) -> None:
    """Look at every event and every state with the eyes of three people."""
    plain_add = table.add

    def add(event: Event) -> None:
        before = table.state
        plain_add(event)
        for seat in (None, 1, 2):
            check_heard(before, event, table.table, seat)
            check_view(table.table, seat)

    table.add = add  # type: ignore[method-assign]


@pytest.mark.parametrize("game", GAMES)
def test_nobody_sees_more_than_they_may_whatever_happens(game: str) -> None:
    wild = Wild(game, 77)
    watch(wild.table)
    wild.run(150)


@pytest.mark.parametrize("leak", ["_face", "results_told", "public", "words_told"])
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    planted: dict[str, Any] = {
        "_face": lambda cards, up: card_names(cards),
        "results_told": lambda game, results, knows: results_told(game, results, True),
        "words_told": lambda game, hands, shown, knows: dict(hands),
        "public": lambda choices, script: dict(choices),
    }
    monkeypatch.setattr(f"feltlab.table.views.{leak}", planted[leak])
    table = Table("low-four", name="leak").sit(1, 2)
    table.lock((1, 2))
    found = []
    for choice in ({"decision": "play"}, {"decision": "fold"}):
        try:
            check_view(table.table, 3)
        except AssertionError:
            found.append(leak)
        table.decide(table.round.waiting[0], choice)
    try:
        check_view(table.table, 3)
    except AssertionError:
        found.append(leak)
    assert found


def test_who_takes_a_seat_does_not_see_the_cards_of_the_player_before() -> None:
    table = Table("low-four").sit(1, 2)
    table.lock((1, 2))
    table.play_out(folding)
    assert shown_cards(view(table.table, 2)["last"]["seats"]["2"])
    table.must(Leave(player(2), 2))
    table.must(Sit("somebody-else", "Else", 2))
    assert not shown_cards(view(table.table, 2)["last"]["seats"]["2"])
    check_view(table.table, 2)


@pytest.mark.parametrize("game", GAMES)
def test_the_view_says_what_is_asked(game: str) -> None:
    table = Table(game, decision_seconds=10).sit(1, 2)
    table.lock((1, 2))
    seen = view(table.table, 1)
    assert seen["round"]["asked"] == table.round.asked
    assert seen["round"]["deadline"] == table.now + 10_000
    assert seen["you"] == 1
    assert len(seen["round"]["seats"]["1"]["cards"]) == len(table.round.hands[1].cards)
    assert None not in seen["round"]["seats"]["1"]["cards"]
    assert seen["round"]["seats"]["1"]["stakes"] == ALL_BETS[game]
    assert seen["config"]["seats"] == PLACES[game]


def test_a_settled_seat_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltlab.table.pack._pack", lambda *_: winners_pack(("tenth", "fixed", "none")))
    table = Table("ace-odd-even").sit(1, 2, 3)
    table.lock((1, 2, 3), {seat: {"ante": 500, "odd-even": 100, METER: 100} for seat in (1, 2, 3)})
    for seat in (1, 2):
        table.decide(seat, {"decision": "play", "set": "odd"})
    table.decide(3, {"decision": "fold"})
    settled = [event for event in table.log if isinstance(event, SeatSettled)]
    words = [(event.seat, event.shows, event.hands["player"], event.hands.get("dealer", "")[:6]) for event in settled]
    assert words == [
        (3, False, "folded", ""),  # collected at the fold: the dealer's hand is not turned yet
        (2, True, "5-card odd, jack high: J-9-7-5-3", "7-card"),
        (1, True, "6-card odd, king high: K-J-9-7-5-3", "7-card"),
    ]
    assert [event.call for event in settled] == [
        "Seat 3: Ante loses, Odd-Even Bonus loses, Poker Bonus Progressive loses",
        "Seat 2: Ante loses, Play loses, Odd-Even Bonus pushes, Poker Bonus Progressive pays $499.00",
        "Seat 1: Ante loses, Play loses, Odd-Even Bonus pays $4.00, Poker Bonus Progressive wins $1,000.06 of the meter",
    ]
    assert [f"Seat {event.seat}: {event.says}" for event in settled] == [event.call for event in settled]


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_called_of_a_seat_is_in_the_book(slug: str) -> None:
    """A fold, a trade, and how its bets end: the book has an example of each, in the table's own form."""
    book = RULE_BOOKS[slug].book.procedure.calls
    names = "|".join(wager.name for wager in RULE_BOOKS[slug].wagers.values())
    settled = re.compile(rf"Seat \d: (({names}) (pays \$[\d.]+|pushes|loses)(, |$))+")
    heard_calls = set()
    for number in range(6):
        table = Table(slug, name=f"calls-{number}").sit(3, 4)
        table.lock((3, 4), {seat: {OPENING[slug]: 1000} for seat in (3, 4)})
        table.play_out(by_seat)
        for event in table.log:
            if isinstance(event, Decided) and event.call and event.seat == 3:
                heard_calls.add(re.sub(r"trades \w\w", "trades Ts", event.call))
            if isinstance(event, SeatSettled):
                assert settled.fullmatch(event.call)
    assert heard_calls
    assert heard_calls <= set(book.values())
    assert settled.fullmatch(book["a seat is settled"])


def test_nobody_else_hears_what_face_down_discards_come_to() -> None:
    """A rank among cards that stay down is its player's business, unless a bonus is paid on it."""
    bets = {"ante": 1000, "poker-progressive": 100}
    looked = 0
    for number in range(60):
        table = Table("ace-odd-even", name=f"discards-{number}").sit(1, 2)
        table.lock((1, 2), dict.fromkeys((1, 2), bets))
        table.play_out()
        own, others = (view(table.table, seat)["last"]["seats"]["1"] for seat in (1, 2))
        if None in others["cards"] and "poker" in own["hands"]:
            looked += 1
            assert "poker" not in others["hands"]
        settled = [event for event in table.log if isinstance(event, SeatSettled) and event.seat == 1]
        for event in settled:
            told = heard(event, {2}, table.table.config.rule_book)
            assert "poker" not in told["hands"] or None not in others["cards"]
    assert looked
