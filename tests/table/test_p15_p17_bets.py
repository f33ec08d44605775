"""No bet in, up, down or off once the first card is out; every bet within its limits and relations."""

from typing import Any

import pytest

from feltlab.table import Config, Refusal
from feltlab.table.commands import (
    Advance,
    Bet,
    ClientSeed,
    Command,
    Configure,
    Decide,
    Leave,
    Open,
    Presence,
    Rate,
    Ready,
    Sit,
    Status,
    Tick,
    Void,
)
from feltlab.table.dealer import step_of
from tests.table.driver import ALL_BETS, GAMES, OPENING, STAYING, Table, player

ROUND = 1
STEPS = {
    "ace-odd-even": ("deal seats", "deal dealer", "ask play", "turn dealer", "take and pay", "close"),
    "low-four": ("deal seats", "deal dealer", "ask play", "turn dealer", "take and pay", "close"),
    "quick-draw-holdem": (
        "deal seats", "deal board", "turn flop", "flop bonus", "ask flop", "turn turn", "ask turn", "turn river",
        "best four", "take and pay", "close",
    ),
    "rule-out": ("deal seats", "joker bets", "ask trade", "ask trade", "deal rules", "turn rules", "turn rules",
        "turn rules", "take and pay", "close"),
}  # fmt: skip
"""What the dealer does after "no more bets" when two seats with all bets play on."""


def commands(game: str) -> dict[str, Command]:
    """Seat 1 has bets and is ready in phases after "empty"; seat 2 has bets; seat 3 has none; seat 4 is free."""
    opening = OPENING[game]
    return {
        "bet in": Bet(player(3), 3, ROUND, {opening: 1000}),
        "bet up": Bet(player(1), 1, ROUND, {**ALL_BETS[game], opening: 2000}),
        "bet down": Bet(player(1), 1, ROUND, {opening: 500}),
        "bet off": Bet(player(1), 1, ROUND, {}),
        "another's bet": Bet(player(1), 2, ROUND, ALL_BETS[game]),
        "bet of another round": Bet(player(1), 1, ROUND + 1, ALL_BETS[game]),
        "bet without a seat": Bet(player(4), 4, ROUND, ALL_BETS[game]),
        "seed": ClientSeed(player(1), 1, ROUND, "late"),
        "ready": Ready(player(3), 3, ROUND),
        "unasked": Decide(player(3), 3, ROUND, "play", {"decision": "play"}),
        "another stage": Decide(player(1), 1, ROUND, "no such stage", {"decision": "play"}),
        "sit": Sit(player(4), "Four", 4),
        "sit twice": Sit(player(1), "One", 4),
        "sit where somebody sits": Sit(player(4), "Four", 1),
        "sit nowhere": Sit(player(4), "Four", 8),
        "bot without a strategy": Sit("bot", "Bot", 4, "lucky", ALL_BETS[game]),
        "another's leave": Leave(player(1), 2),
        "away": Presence("nobody", True),
        "tick": Tick(),
        "wrong step": Advance("shuffle"),
        "bad cause": Void("bad-luck", ""),
        "status as it is": Status("open"),
        "bad status": Status("on fire"),
        "open again": Open("table", Config(game)),
        "another game": Configure(Config("rule-out" if game != "rule-out" else "low-four")),
        "bad rate": Rate("nothing", 1),
    }


EVERYWHERE = {
    "another's bet": "not-your-seat",
    "bet without a seat": "not-your-seat",
    "unasked": "not-asked",
    "another stage": "not-asked",
    "sit twice": "already-seated",
    "sit where somebody sits": "seat-taken",
    "sit nowhere": "no-such-seat",
    "bot without a strategy": "no-such-strategy",
    "another's leave": "not-your-seat",
    "away": "nothing-to-do",
    "tick": "nothing-to-do",
    "bad cause": "bad-cause",
    "status as it is": "nothing-to-do",
    "bad status": "nothing-to-do",
    "open again": "table-exists",
    "another game": "bad-configuration",
    "bad rate": "bad-rate",
    "wrong step": "nothing-to-do",
    "bet of another round": "wrong-round",
    "sit": "ok",
}
BETS_OPEN = {
    "empty": EVERYWHERE
    | {"bet in": "ok", "bet up": "ok", "bet down": "ok", "bet off": "no-wager", "seed": "ok", "ready": "ok"},
    "bets": EVERYWHERE | dict.fromkeys(("bet in", "bet up", "bet down", "bet off", "seed", "ready"), "ok"),
}
CARDS_OUT = EVERYWHERE | dict.fromkeys(("bet in", "bet up", "bet down", "bet off", "seed", "ready"), "bets-closed")
NEXT_ROUND = EVERYWHERE | dict.fromkeys(
    ("bet in", "bet up", "bet down", "bet off", "seed", "ready", "unasked", "another stage"), "wrong-round"
) | {"bet of another round": "ok"}  # fmt: skip


def answers(table: Table) -> dict[str, str]:
    """Each command at this very state; the state is put back after one that is done."""
    found = {}
    for name, command in commands(table.game).items():
        state, log, purses = table.state, list(table.log), table.purses.copy()
        done = table.do(command)
        found[name] = done.reason if isinstance(done, Refusal) else "ok"
        if isinstance(done, Refusal):
            assert table.state is state
        table.state, table.log, table.purses = state, log, purses
    return found


@pytest.mark.parametrize("dealer", ["manual", "automatic"])
@pytest.mark.parametrize("game", GAMES)
def test_p15_every_command_in_every_phase(game: str, dealer: str) -> None:
    table = Table(game, dealer=dealer).sit(1, 2, 3)
    manual = dealer == "manual"
    right = {} if manual else {"wrong step": "not-manual"}
    assert answers(table) == BETS_OPEN["empty"] | right
    table.bet(1)
    table.bet(2)
    assert answers(table) == BETS_OPEN["bets"] | right
    table.ready(1, 2, 3)
    phases = []
    if manual:
        assert answers(table) == BETS_OPEN["bets"] | right | {"ready": "nothing-to-do"}
        table.must(Advance("no more bets"))
    while table.table.round and table.round.number == ROUND:
        phases.append(step_of(table.round))
        assert answers(table) == CARDS_OUT | right, phases
        if manual:
            table.must(Advance(step_of(table.round)))
        while table.table.round and table.round.number == ROUND and table.round.waiting:
            assert answers(table) == CARDS_OUT | right, phases
            if manual:
                assert table.refused(Advance(step_of(table.round))) == "nothing-to-do"
            seat = table.round.waiting[0]
            assert table.refused(Decide(player(seat), seat, ROUND, table.round.asked, {})) == "bad-choice"
            assert table.refused(Decide(player(seat), seat, ROUND + 1, table.round.asked, {})) == "wrong-round"
            table.decide(seat, STAYING[table.round.asked])
    if manual:
        assert tuple(phases) == STEPS[game]
    assert answers(table) == NEXT_ROUND | right


@pytest.mark.parametrize("game", GAMES)
def test_p15_the_only_money_after_the_lock_is_a_raise(game: str) -> None:
    table = Table(game).sit(1, 2)
    table.lock((1, 2))
    before = table.purses.copy()
    while table.round.number == ROUND:
        seat, stage = table.round.waiting[0], table.round.asked
        stake = ALL_BETS[game][OPENING[game]]
        table.decide(seat, STAYING[stage])
        raised = 0 if stage == "trade" else stake
        if table.round.number == ROUND and stage in ("play", "flop"):
            back = sum(done.returned for done in table.round.hands[seat].results)
            flop = sum(done.returned for done in table.round.hands[seat].results if done.wager == "flop-bonus")
            assert before[player(seat)] - table.purses[player(seat)] == raised - back + flop
    assert all(type(cents) is int for cents in table.purses.values())


@pytest.mark.parametrize(
    ("game", "stage", "choice"),
    [
        ("ace-odd-even", "play", {"decision": "play", "set": "both"}),
        ("ace-odd-even", "play", {"decision": "fold", "set": "odd"}),
        ("ace-odd-even", "play", {"decision": "play", "raise": 5}),
        ("ace-odd-even", "play", {"set": "odd"}),
        ("low-four", "play", {"decision": "play", "set": ["As"]}),
        ("low-four", "play", {"decision": "play", "set": []}),
        ("low-four", "play", {"decision": "play", "set": "odd"}),
        ("low-four", "play", {"decision": None}),
        ("quick-draw-holdem", "flop", {"flop": "bet", "turn": "bet"}),
        ("quick-draw-holdem", "flop", {"turn": "bet"}),
        ("quick-draw-holdem", "flop", {"flop": True}),
        ("rule-out", "trade", {"trade": "Jo"}),
        ("rule-out", "trade", {"trade": ["2c"]}),
        ("rule-out", "trade", {"trade": None, "again": None}),
        ("rule-out", "trade", {}),
    ],
)
def test_p15_a_choice_that_is_not_offered(game: str, stage: str, choice: dict[str, Any]) -> None:
    table = Table(game).sit(1)
    table.lock((1,))
    assert table.refused(Decide(player(1), 1, 1, stage, choice)) == "bad-choice"


def test_p15_a_raise_that_the_purse_does_not_hold() -> None:
    table = Table("quick-draw-holdem").sit(1)
    table.lock((1,))
    table.purses[player(1)] = -1_000_000_000 + 999
    assert table.refused(Decide(player(1), 1, 1, "flop", {"flop": "bet"})) == "insufficient-funds"
    table.decide(1, {"flop": "fold"})


LOW, OVER, BAD, OK = "below-minimum", "above-maximum", "bad-wager", "ok"
LIMITS: dict[str, list[tuple[dict[str, Any], str]]] = {
    "ace-odd-even": [
        ({"ante": 99}, LOW), ({"ante": 100}, OK), ({"ante": 100_000}, OK), ({"ante": 100_001}, OVER),
        ({"ante": 100, "odd-even": 99}, LOW), ({"ante": 100, "odd-even": 100}, OK),
        ({"ante": 100, "odd-even": 10_000}, OK), ({"ante": 100, "odd-even": 10_001}, OVER),
        ({"ante": 100, "poker": 99}, LOW), ({"ante": 100, "poker": 100}, OK),
        ({"ante": 100, "poker": 10_000}, OK), ({"ante": 100, "poker": 10_001}, OVER),
        ({"ante": 100, "poker-progressive": 99}, BAD), ({"ante": 100, "poker-progressive": 100}, OK),
        ({"ante": 100, "poker-progressive": 101}, BAD), ({"ante": 100, "poker-progressive": 500}, OVER),
        ({"odd-even": 100}, BAD), ({"poker": 100}, BAD), ({"poker-progressive": 100}, BAD),
        ({"ante": 100, "play": 100}, BAD), ({"ante": 100, "main": 100}, BAD),
        ({"ante": 0}, BAD), ({"ante": -100}, BAD), ({"ante": 100.0}, BAD), ({"ante": True}, BAD), ({"ante": "100"}, BAD),
        ({"ante": None}, BAD), ({"ante": 10**30}, BAD),
    ],
    "low-four": [
        ({"ante": 99}, LOW), ({"ante": 100}, OK), ({"ante": 100_000}, OK), ({"ante": 100_001}, OVER),
        ({"ante": 100, "low-points": 99}, LOW), ({"ante": 100, "low-points": 10_001}, OVER),
        ({"ante": 100, "high-points": 100}, OK), ({"ante": 100, "high-points": 10_000}, OK),
        ({"ante": 100, "high-points": 99}, LOW), ({"ante": 100, "high-points": 10_001}, OVER),
        ({"ante": 100, "combo-progressive": 99}, LOW), ({"ante": 100, "combo-progressive": 100}, OK),
        ({"ante": 100, "combo-progressive": 101}, OVER),
        ({"low-points": 100}, BAD), ({"high-points": 100}, BAD), ({"combo-progressive": 100}, BAD),
        ({"ante": 100, "play": 100}, BAD),
    ],
    "quick-draw-holdem": [
        ({"flop": 99}, LOW), ({"flop": 100}, OK), ({"flop": 100_000}, OK), ({"flop": 100_001}, OVER),
        ({"flop": 100, "flop-bonus": 99}, LOW), ({"flop": 100, "flop-bonus": 100}, OK),
        ({"flop": 100, "flop-bonus": 10_000}, OK), ({"flop": 100, "flop-bonus": 10_001}, OVER),
        ({"flop": 100, "best-four": 99}, LOW), ({"flop": 100, "best-four": 100}, OK),
        ({"flop": 100, "best-four": 10_000}, OK), ({"flop": 100, "best-four": 10_001}, OVER),
        ({"flop-bonus": 100}, BAD), ({"best-four": 100}, BAD), ({"flop": 100, "turn": 100}, BAD),
        ({"flop": 100, "river": 100}, BAD),
    ],
    "rule-out": [
        ({"main": 99}, LOW), ({"main": 100}, OK), ({"main": 100_000}, OK), ({"main": 100_001}, OVER),
        ({"main": 500, "joker": 99}, LOW), ({"main": 500, "joker": 100}, OK), ({"main": 500, "joker": 500}, OK),
        ({"main": 500, "joker": 501}, BAD), ({"main": 99_999, "joker": 10_000}, OK),
        ({"main": 99_999, "joker": 10_001}, OVER), ({"joker": 100}, BAD),
    ],
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_p17_limits_and_relations(game: str) -> None:
    for bets, right in LIMITS[game]:
        table = Table(game).sit(1)
        done = table.do(Bet(player(1), 1, 1, bets))
        assert (done.reason if isinstance(done, Refusal) else "ok") == right, bets
        bot = table.do(Sit("bot", "Bot", 2, "never-fold" if game != "rule-out" else "keep", bets))
        assert (bot.reason if isinstance(bot, Refusal) else "ok") == right, bets


def test_p17_a_table_has_its_own_limits() -> None:
    limits = {"main": (2500, 2500), "joker": (1, 7)}
    for bets, right in [
        ({"main": 2499}, LOW), ({"main": 2500}, OK), ({"main": 2501}, OVER),
        ({"main": 2500, "joker": 1}, OK), ({"main": 2500, "joker": 7}, OK), ({"main": 2500, "joker": 8}, OVER),
    ]:  # fmt: skip
        done = Table("rule-out", limits=limits).sit(1).do(Bet(player(1), 1, 1, bets))
        assert (done.reason if isinstance(done, Refusal) else "ok") == right, bets


@pytest.mark.parametrize(
    ("price", "bet", "right"), [(500, 500, OK), (500, 100, LOW), (100, 500, OVER), (500, 501, BAD)]
)
def test_p17_the_progressive_has_one_price_at_a_table(price: int, bet: int, right: str) -> None:
    table = Table("ace-odd-even", progressive_bet=price).sit(1)
    done = table.do(Bet(player(1), 1, 1, {"ante": 100, "poker-progressive": bet}))
    assert (done.reason if isinstance(done, Refusal) else "ok") == right
    assert table.table.meters["poker-progressive"].cents == 10_000 * price


@pytest.mark.parametrize(
    "settings",
    [
        {"progressive_bet": 200}, {"progressive_bet": 0}, {"limits": {"play": (1, 2)}}, {"limits": {"ante": (5, 4)}},
        {"limits": {"ante": (0, 4)}}, {"limits": {"ante": (5,)}}, {"limits": {"poker-progressive": (100, 500)}},
        {"limits": {"main": (1, 2)}}, {"limits": {"ante": (1, 10**13)}}, {"limits": {"ante": ("1", 2)}},
        {"seats": 0}, {"seats": 7}, {"seats": "6"}, {"decks": 2}, {"dealer": "robot"}, {"title": "x" * 61},
        {"title": 5}, {"betting_seconds": -1}, {"decision_seconds": 3601}, {"betting_seconds": 1.5},
        {"aggregate_limit": 0}, {"aggregate_limit": True}, {"pay_tables": {"poker": "9"}}, {"pay_tables": {"poker": 1}},
        {"rules": "not toml ["}, {"rules": "game = 'low-four'"}, {"private": "yes"},
    ],
)  # fmt: skip
def test_p17_a_configuration_that_cannot_be(settings: dict[str, Any]) -> None:
    table = Table("ace-odd-even")
    bad = Config("ace-odd-even", **settings)
    assert table.refused(Configure(bad)) == "bad-configuration"
    table.state = None
    assert table.refused(Open("table", bad)) == "bad-configuration"


def test_p17_a_felt_has_seven_places_whatever_the_deck_would_serve() -> None:
    many = "game = 'quick-draw-holdem'\n[rules]\nseats = 8"
    table = Table("quick-draw-holdem")
    table.state = None
    assert table.refused(Open("table", Config("quick-draw-holdem", rules=many))) == "bad-configuration"
    assert table.refused(Open("table", Config("quick-draw-holdem", seats=8))) == "bad-configuration"
    table.must(Open("table", Config("quick-draw-holdem", seats=7)))


@pytest.mark.parametrize("name", ["", "täble", "line\nbreak"])
def test_p17_a_table_name_goes_into_the_deal(name: str) -> None:
    table = Table("low-four")
    table.state = None
    assert table.refused(Open(name, Config("low-four"))) == "bad-configuration"
    assert table.refused(Tick()) == "table-closed"


def test_p17_more_than_the_purse_holds() -> None:
    table = Table("rule-out").sit(1)
    table.purses[player(1)] = -1_000_000_000 + 5000
    assert table.refused(Bet(player(1), 1, 1, {"main": 5001})) == "insufficient-funds"
    table.bet(1, {"main": 5000})
    assert table.refused(Bet(player(1), 1, 1, {"main": 5001})) == "insufficient-funds"
    table.bet(1, {"main": 2500, "joker": 2500})
    assert table.purses[player(1)] == -1_000_000_000
