"""A table plays any declared round: no part of it knows the game."""

from collections.abc import Mapping
from typing import Any

import pytest

from feltlab import games
from feltlab.cards.names import card_name, card_names
from feltlab.errors import FeltlabError
from feltlab.rules.arguments import TAKEN
from feltlab.rules.round import Script
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Close, Deal, Take
from feltlab.table import Config, Refusal, State, evolve, rehearsal, step
from feltlab.table.announce import heard
from feltlab.table.coach import advice_line, choice_name
from feltlab.table.commands import Advance, Open, Sit, Void
from feltlab.table.dealer import step_of
from feltlab.table.events import Decided, Drawn, Turned
from feltlab.table.history import history
from feltlab.table.irregular import round_causes, seat_causes
from feltlab.table.pack import pack_of
from feltlab.table.views import ALWAYS, view
from feltlab.verify_shuffle import MalformedRoundError, differences, read_round
from feltlab.wire import dump
from tests.table.driver import Table, replayed
from tests.table.strangers import ANTE, CARD_SUM, STRANGERS, made, swap

CHOICES: Mapping[int, Mapping[str, str]] = {
    1: {"first": "bet"},
    2: {"first": "check", "last": "bet"},
    3: {"first": "check", "last": "fold"},
}


@pytest.fixture(autouse=True)
def strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, game in STRANGERS.items():
        monkeypatch.setitem(games.GAMES, slug, game)


def chosen(table: Table, seat: int, stage: str) -> dict[str, Any]:
    return {stage: CHOICES[seat][stage]}


def harbour(**settings: Any) -> Table:
    table = Table("harbour", **settings).sit(1, 2, 3)
    table.lock((1, 2, 3), {seat: {"ante": 500} for seat in (1, 2, 3)})
    return table


def last_record(table: Table) -> dict[str, Any]:
    assert table.table.last is not None
    return history(table.table, table.table.last)


def verifier_refuses(record: Mapping[str, Any]) -> bool:
    try:
        return bool(differences(read_round(dump(record).encode())))
    except MalformedRoundError:
        return True


def replay_refuses(record: Mapping[str, Any]) -> bool:
    try:
        return bool(rehearsal.differences(record))
    except FeltlabError:
        return True


def test_raises_in_units_and_a_raise_that_was_made_is_not_asked_for_again() -> None:
    table = harbour()
    for seat in (1, 2, 3):
        table.decide(seat, chosen(table, seat, "first"))
    assert table.round.waiting == (2, 3)
    table.play_out(chosen)
    assert table.table.last is not None
    hands = table.table.last.hands
    assert {seat: dict(hand.stakes) for seat, hand in hands.items()} == {
        1: {"ante": 500, "raised": 1500},
        2: {"ante": 500, "raised": 500},
        3: {"ante": 500},
    }
    for hand in hands.values():
        assert {done.wager for done in hand.results} == set(hand.stakes)
    assert replayed(table.log) == table.state


def test_a_seat_that_does_not_decide_puts_nothing_more_at_risk() -> None:
    table = harbour(decision_seconds=10)
    asks = table.round.config.rule_book.round.asks
    assert [dict(ask.default) for ask in asks.values()] == [{"first": "check"}, {"last": "fold"}]
    table.decide(1, {"first": "bet"})
    table.now += 10_000
    table.do(Sit("late", "Late", 5))  # anything moves the clock
    table.now += 10_000
    table.do(Sit("later", "Later", 6))
    assert table.table.last is not None
    assert table.table.last.hands[2].choices == {"first": "check", "last": "fold"}
    assert table.table.last.hands[1].choices == {"first": "bet"}


def test_every_place_is_seen_in_its_time() -> None:
    table = harbour(dealer="manual")
    while step_of(table.round) != "ask first":
        table.must(Advance(step_of(table.round)))
    own, other = (view(table.table, seat)["round"] for seat in (1, 2))
    pack = pack_of(table.name, table.round)
    hand, (flag,), weather = map(card_names, (pack.seats[1], pack.places["flag"], pack.places["weather"]))
    assert own["flag"] == [flag]
    assert own["dealer"] == [None] * 3
    assert own["weather"] == [None] * 2
    assert own["board"] == own["rules"] == []
    assert own["seats"]["1"]["cards"] == hand
    assert other["seats"]["1"]["cards"] == [None, None, hand[2]]
    assert set(own) - {"flag", "weather", *ALWAYS} | {"seed", "seat", "replacements"} == TAKEN
    table.must(Advance(step_of(table.round)))
    line = advice_line(table.table, table.round, 1)
    assert line["hole"] == hand[:2]
    assert (line["door"], line["flag"]) == (hand[2], flag)
    assert not {"weather", "dealer"} & set(line)
    for seat in (1, 2, 3):
        table.decide(seat, chosen(table, seat, "first"))
    table.must(Advance(step_of(table.round)))
    assert sorted(filter(None, view(table.table)["round"]["weather"])) != sorted(weather)  # one card at a time
    table.must(Advance(step_of(table.round)))
    assert view(table.table)["round"]["weather"] == weather
    table.must(Advance(step_of(table.round)))
    assert advice_line(table.table, table.round, 2)["weather"] == weather


def test_named_cards_are_called_and_some_are_turned_first() -> None:
    for number in range(12):
        table = harbour(name=f"wind-{number}")
        for seat in (1, 2, 3):
            table.decide(seat, chosen(table, seat, "first"))
        turned = [event for event in table.log if isinstance(event, Turned) and event.what == "weather"]
        assert all(card_names(event.cards) == [event.call] for event in turned)
        assert len(turned) == len(table.round.places["weather"])
        assert "Wind" not in [event.call for event in turned][1:]


def test_its_causes_follow_from_its_places() -> None:
    book = STRANGERS["harbour"]
    assert [*seat_causes(book), *round_causes(book)] == [
        "wrong-count", "exposed", "flag-wrong-count", "dealer-wrong-count", "dealer-exposed", "weather-wrong-count",
        "weather-exposed", "shuffler", "misdeal", "stopped",
    ]  # fmt: skip
    assert "shoe-exposed" in round_causes(STRANGERS["swap"])
    table = harbour()
    assert table.refused(Void("weather-exposed", "")) == "nothing-to-do"  # it is dealt
    table.must(Void("dealer-exposed", ""))
    assert table.table.last is not None
    assert table.table.last.phase == "void"


def test_its_record_verifies_and_replays_and_nothing_else_can_be_claimed() -> None:
    table = harbour()
    table.play_out(chosen)
    record = last_record(table)
    assert record["cut"] == {
        "decks": 1,
        "jokers": 0,
        "seat": [["hole", 2], ["door", 1]],
        "shared": [["flag", 1], ["dealer", 3]],
        "second": [{"deck": "weather cards", "cards": ["Sun", "Rain", "Snow", "Wind"], "places": [["weather", 2]]}],
        "replacements": False,
    }
    assert not verifier_refuses(record)
    assert not replay_refuses(record)
    one_seat = record | {"dealt": {"seats": {"1": record["dealt"]["seats"]["1"]}}}
    second = record["cut"]["second"][0]
    claims: list[dict[str, Any]] = [
        {"seat": [["door", 1], ["hole", 2]]},
        {"shared": [["dealer", 3], ["flag", 1]]},
        {"shared": [["flag", 1], ["dealer", 4]]},
        {"second": [{**second, "cards": [*second["cards"], "Hail"]}]},
        {"second": []},
        {"replacements": True},
        {"jokers": 2},
        {"decks": 2},
    ]
    for claim in claims:  # of the top cards only the context tells one from another
        assert verifier_refuses(one_seat | {"cut": record["cut"] | claim}), claim
        assert replay_refuses(record | {"cut": record["cut"] | claim}), claim
    assert verifier_refuses({name: said for name, said in record.items() if name != "cut"})
    assert verifier_refuses(record | {"game": "swap"})
    assert verifier_refuses(record | {"seats": 5})


def test_hidden_cards_are_traded_in_secret() -> None:
    table = Table("swap").sit(1, 2)
    table.lock((1, 2), {seat: {"ante": 500} for seat in (1, 2)})
    traded = card_name(table.round.hands[1].cards[1])
    assert choice_name(table.round.config.rule_book.round.asks["swap"], {"swap": traded}) == f"trade {traded}"
    events = table.decide(1, {"swap": traded})
    drawn = card_name(pack_of(table.name, table.round).replacements[1][0])
    game = table.round.config.rule_book
    for event in events:
        if isinstance(event, Decided | Drawn):
            own, other = (dump(heard(event, {seat}, game)) for seat in (1, 2))
            assert traded in own or drawn in own
            assert traded not in other
            assert drawn not in other
    assert events[0] == Decided(1, "swap", {"swap": traded}, "player", {}, "Seat 1 trades a card")
    assert view(table.table, 2)["round"]["seats"]["1"]["choices"] == {"swap": True}
    assert view(table.table, 2)["round"]["seats"]["1"]["replacement"] is None
    assert view(table.table, 1)["round"]["seats"]["1"]["replacement"] == drawn
    table.decide(2, {"swap": None})
    record = last_record(table)
    assert record["dealt"]["replacements"] == {"1": drawn}
    assert not verifier_refuses(record)
    assert not replay_refuses(record)
    swapped = record["dealt"] | {"replacements": {"1": traded}}
    assert verifier_refuses(record | {"dealt": swapped})
    assert replay_refuses(record | {"dealt": swapped})


def test_a_table_that_cannot_be_dealt_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    take = Take("take and pay", ("ante",))
    bad = {
        "a round of 6 seats needs 54 cards": Script((Deal("cards", 9, SEATS), take, Close())),
        "cannot be called": Script((Deal("cards", 3, SEATS), Deal("turned", 1), take, Close())),
        "printable ASCII": Script((Deal("cards", 3, SEATS), Deal("Tür", 1), take, Close())),
    }
    for number, (words, round) in enumerate(bad.items()):
        slug = f"bad-{number}"
        monkeypatch.setitem(games.GAMES, slug, made(slug, round, swap, {"own": Hand(CARD_SUM, "cards")}, ANTE))
        done = step(None, Open("table", Config(slug)), 0, bytes(32), {})
        assert isinstance(done, Refusal)
        assert words in done.words


def test_no_bot_knows_how_to_play_it() -> None:
    table = Table("harbour")
    assert table.refused(Sit("bot", "Bot", 1, "optimal", {"ante": 500})) == "no-such-strategy"


def test_every_state_on_the_way_comes_back() -> None:
    table = harbour()
    table.play_out(chosen)
    state: State | None = None
    for event in table.log:
        state = evolve(state, event)
        assert State.of(state.to_dict()) == state
