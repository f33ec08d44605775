"""Rounds with one mistake each, made by breaking a good round of every game."""

import copy
import json
from collections.abc import Iterator
from typing import Any

GOOD: dict[str, dict[str, Any]] = {
    "ace-odd-even": {
        "game": "ace-odd-even",
        "player": ["As", "Qd", "Th", "8s", "6c", "2d", "3h"],
        "dealer": ["Kc", "Jd", "9h", "7s", "4c", "2h", "Ah"],
        "choices": {"decision": "play", "set": "even"},
        "wagers": {"ante": 1000, "odd-even": 500, "poker": 500, "poker-progressive": 100},
        "meters": {"poker-progressive": 1_000_000},
        "pay_tables": {"odd-even": "4"},
        "tokens": {"ante": 1000, "play": 1000},
    },
    "low-four": {
        "game": "low-four",
        "player": ["6c", "6d", "5h", "4s", "Kd", "Qh", "Js"],
        "dealer": ["7c", "7d", "8h", "9s", "Kc", "Qc", "Jc"],
        "choices": {"decision": "play"},
        "wagers": {"ante": 1000, "low-points": 500, "high-points": 500, "combo-progressive": 100},
        "meters": {"combo-progressive": 1_000_000},
        "pay_tables": {"low-points": "3"},
    },
    "quick-draw-holdem": {
        "game": "quick-draw-holdem",
        "hole": ["9c", "9d"],
        "flop": ["9h", "4s", "4c"],
        "turn": "Kd",
        "river": "2h",
        "choices": {"flop": "bet", "turn": "bet"},
        "wagers": {"flop": 1000, "flop-bonus": 500, "best-four": 500},
        "pay_tables": {"river": "A3"},
    },
    "rule-out": {
        "game": "rule-out",
        "decks": 1,
        "dealt": ["2d", "3h", "Jo"],
        "choices": {"trade": "3h"},
        "replacement": "4d",
        "rules": ["6-9", "Spades", "Highest"],
        "wagers": {"main": 1000, "joker": 500},
        "pay_tables": {"main": "single"},
    },
}
INITIAL = {"ace-odd-even": "ante", "low-four": "ante", "quick-draw-holdem": "flop", "rule-out": "main"}
SIDE = {"ace-odd-even": "poker", "low-four": "low-points", "quick-draw-holdem": "best-four", "rule-out": "joker"}
RAISE = {"ace-odd-even": "play", "low-four": "play", "quick-draw-holdem": "river"}

NOT_MONEY = {
    "0": 0, "negative": -100, "true": True, "text": "100", "float": 100.0, "1e400": float("inf"), "nan": float("nan"),
    "null": None, "list": [100], "object": {"cents": 100}, "huge": 10**40, "above the most": 10**12 + 1, "fraction": 0.5,
}  # fmt: skip
NOT_A_CARD = [
    "",
    "A",
    "as",
    "AS",
    "10s",
    "1s",
    "Ax",
    "As ",
    "Joker",
    7,
    None,
    True,
    ["As"],
    {"card": "As"},
    "🂡",
    "\ud800",
]
NOT_CARDS: list[Any] = [None, 5, True, {}, {"a": 1}, [], "", "As"]


def _with(game: str, **changes: Any) -> str:
    return json.dumps({**copy.deepcopy(GOOD[game]), **changes})


def _without(game: str, key: str) -> str:
    return json.dumps({name: value for name, value in GOOD[game].items() if name != key})


def _wagers(game: str, **changes: Any) -> str:
    stakes = {**GOOD[game]["wagers"], **{name.replace("_", "-"): stake for name, stake in changes.items()}}
    return _with(game, wagers={name: stake for name, stake in stakes.items() if stake is not ...})


def _hands(game: str) -> list[str]:
    return [name for name in ("player", "dealer", "hole", "flop", "dealt") if name in GOOD[game]]


def _money() -> Iterator[tuple[str, str]]:
    for game in GOOD:
        for wager in (INITIAL[game], SIDE[game]):
            for what, stake in NOT_MONEY.items():
                yield f"{game} {wager} {what}", _wagers(game, **{wager.replace("-", "_"): stake})
        yield f"{game} side bet alone", _with(game, wagers={SIDE[game]: 100})
        yield f"{game} unknown wager", _wagers(game, tips=100)
        shapes: dict[str, Any] = {"none": {}, "list": [], "null": None, "number": 5, "text": "ante"}
        for what, wagers in shapes.items():
            yield f"{game} wagers are {what}", _with(game, wagers=wagers)
        yield f"{game} no wagers", _without(game, "wagers")
    for game, wager in RAISE.items():
        yield f"{game} raise is given", _wagers(game, **{wager: 1000})
    for game in ("ace-odd-even", "low-four"):
        progressive = "poker-progressive" if game == "ace-odd-even" else "combo-progressive"
        yield f"{game} no meter", _without(game, "meters")
        for what, cents in {
            "negative": -1,
            "text": "5",
            "float": 1.5,
            "true": True,
            "null": None,
            "huge": 10**30,
        }.items():
            yield f"{game} meter {what}", _with(game, meters={progressive: cents})
        yield f"{game} meter of a bet without one", _with(game, meters={progressive: 5, "ante": 5})
        yield f"{game} meters are a list", _with(game, meters=[5])
    yield "progressive of two dollars", _wagers("ace-odd-even", poker_progressive=200)
    yield "joker bet above main", _wagers("rule-out", joker=1001)
    yield "token on the play alone", _with("ace-odd-even", tokens={"play": 1000})
    yield "token on the play unlike the ante's", _with("ace-odd-even", tokens={"ante": 500, "play": 1000})
    yield "token above the stake", _with("ace-odd-even", tokens={"ante": 2000})
    yield (
        "token above the cap",
        _with("ace-odd-even", tokens={"poker": 2600}, wagers={"ante": 1000, "poker": 5000}, meters={}),
    )
    yield "token on a progressive", _with("ace-odd-even", tokens={"poker-progressive": 100})
    yield "token on an unknown wager", _with("ace-odd-even", tokens={"tips": 100})
    yield "tokens are a list", _with("ace-odd-even", tokens=[1])
    yield "tokens where there are none", _with("low-four", tokens={"ante": 1000})


def _cards() -> Iterator[tuple[str, str]]:
    for game, good in GOOD.items():
        for hand in _hands(game):
            cards = good[hand]
            yield f"{game} {hand} short", _with(game, **{hand: cards[:-1]})
            yield f"{game} {hand} long", _with(game, **{hand: [*cards, "5s"]})
            yield f"{game} {hand} missing", _without(game, hand)
            yield f"{game} {hand} twice", _with(game, **{hand: [cards[0], *cards[:-1]]})
            for number, given in enumerate(NOT_CARDS):
                yield f"{game} {hand} not cards {number}", _with(game, **{hand: given})
        for number, text in enumerate(NOT_A_CARD):
            hand = _hands(game)[0]
            yield f"{game} not a card {number}", _with(game, **{hand: [text, *good[hand][1:]]})
    for game in ("ace-odd-even", "low-four"):
        cards = GOOD[game]["dealer"]
        yield f"{game} the dealer holds the player's card", _with(game, dealer=[GOOD[game]["player"][0], *cards[1:]])
        yield f"{game} a Joker", _with(game, dealer=["Jo", *cards[1:]])
    yield "the turn is in the hole", _with("quick-draw-holdem", turn="9c")
    yield "the river is the turn", _with("quick-draw-holdem", river="Kd")
    yield "a Joker on the river", _with("quick-draw-holdem", river="Jo")
    yield "no turn", _without("quick-draw-holdem", "turn")
    yield "turn is null", _with("quick-draw-holdem", turn=None)
    yield "the replacement is in the hand", _with("rule-out", replacement="2d")
    yield "the replacement is the traded card", _with("rule-out", replacement="3h")
    yield (
        "three Jokers in one deck",
        _with("rule-out", dealt=["Jo", "Jo", "Jo"], choices={"trade": None}, replacement=None),
    )
    yield "no replacement", _without("rule-out", "replacement")
    yield "replacement is not a card", _with("rule-out", replacement="4x")
    yield "a replacement without a trade", _with("rule-out", choices={"trade": None})
    for number, decks in enumerate([0, 9, -1, 1.0, "1", None, True, [1], 10**30]):
        yield f"decks {number}", _with("rule-out", decks=decks)
    for number, rules in enumerate(
        [
            [], ["6-9"], ["6-9", "Spades"], ["6-9", "Spades", "Highest", "Lowest"], ["6-9", "6-9", "Spades"],
            ["6-9", "Spades", "highest"], ["6-9", "Spades", "Jokers"], ["6-9", "Spades", None], ["6-9", "Spades", 3],
            ["6-9", "Spades", ["Red"]], "6-9", None, {"a": "Red"}, 3,
        ]
    ):  # fmt: skip
        yield f"rules {number}", _with("rule-out", rules=rules)
    yield "no rules", _without("rule-out", "rules")


def _choices() -> Iterator[tuple[str, str]]:
    for game, good in GOOD.items():
        yield f"{game} no choices", _without(game, "choices")
        shapes: list[Any] = [None, [], {}, "play", 1, True, {"decide": "play"}]
        for number, choices in enumerate(shapes):
            yield f"{game} choices {number}", _with(game, choices=choices)
        first = next(iter(good["choices"]))
        for number, choice in enumerate(["Play", "", 1, True, ["play"], {"a": 1}, "raise", "\ud800"]):
            yield f"{game} choice {number}", _with(game, choices={**good["choices"], first: choice})
        yield f"{game} a choice too many", _with(game, choices={**good["choices"], "surrender": "yes"})
        for number, chosen in enumerate(["3", ["3"], None, 3, {"nope": "1"}, {SIDE[game]: "99"}, {SIDE[game]: 3}]):
            yield f"{game} pay tables {number}", _with(game, pay_tables=chosen)
        yield f"{game} unknown field", _with(game, note="x")
    yield "set on a fold", _with("ace-odd-even", choices={"decision": "fold", "set": "odd"}, tokens={})
    yield "set both", _with("ace-odd-even", choices={"decision": "play", "set": "both"})
    yield "play token on a fold", _with("ace-odd-even", choices={"decision": "fold"})
    yield "set three", _with("low-four", choices={"decision": "play", "set": ["6c", "6d", "5h"]})
    yield "set a card not held", _with("low-four", choices={"decision": "play", "set": ["6c", "6d", "5h", "2c"]})
    yield "set a card twice", _with("low-four", choices={"decision": "play", "set": ["6c", "6c", "5h", "4s"]})
    yield "bet the turn after a fold", _with("quick-draw-holdem", choices={"flop": "fold", "turn": "bet"})
    yield "no choice on the turn", _with("quick-draw-holdem", choices={"flop": "bet"})
    yield "trade the Joker", _with("rule-out", choices={"trade": "Jo"})
    yield "trade a card not held", _with("rule-out", choices={"trade": "9s"})
    yield "one-deck joker table on four decks", _with("rule-out", decks=4, pay_tables={"joker": "primary-1"})


def _text() -> Iterator[tuple[str, str | bytes]]:
    yield from {
        "not JSON": "settle this", "half an object": '{"game":"low-four"', "an array": "[]", "a number": "5",
        "a text": '"low-four"', "null": "null", "true": "true", "NaN": "NaN", "two objects": "{} {}", "empty object": "{}",
        "a key twice": '{"game":"low-four","game":"low-four"}', "nested deeply": "[" * 100_000, "control": '{"game":"\x01"}',
        "five thousand digits": '{"game":' + "9" * 5000 + "}", "single quotes": "{'game':'low-four'}",
    }.items()  # fmt: skip
    yield "not UTF-8", b'{"game":"\xff\xfe"}'
    yield "a NUL", b"\x00"
    for number, slug in enumerate(["poker", "", "Low Four", "LOW-FOUR", None, 3, ["low-four"], {"a": 1}, True]):
        yield f"game {number}", json.dumps({**GOOD["low-four"], "game": slug})


def bad_rounds() -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for source in (_money(), _cards(), _choices(), _text()):
        for name, line in source:
            assert name not in found, name
            found[name] = line if isinstance(line, bytes) else line.encode()
    return found
