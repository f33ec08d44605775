"""Every line of every pay table, in odd cents, through the engine, against the tables as printed."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import feltlab
from feltlab.cards.names import card_named, cards_named
from feltlab.table import Config
from feltlab.table.pack import Pack
from tests.table.driver import GAMES, OPENING, Table, Wild, at_risk, folding
from tests.table.low_points import points

STAKES = (100, 101, 333, 9999)
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@cache
def printed(game: str) -> dict[tuple[str, str], dict[str, str]]:
    """By wager and table: what each line pays, straight from the rule book's text."""
    text = (Path(feltlab.__file__).parent / "games" / game.replace("-", "_") / "book.toml").read_text("utf-8")
    tables = {}
    for entry in tomllib.loads(text)["pay_table"]:
        lines = [line.rsplit("  ", 1) for line in entry["lines"].strip().splitlines()]
        tables[entry["wager"], entry["id"]] = {event.strip(): pays.strip() for event, pays in lines}
    return tables


def pays(text: str, stake: int) -> int:
    """What comes back: `10 to 1` gives the stake back as well, `500 for 1` does not."""
    if text == "push":
        return stake
    amount, kind, per = text.split()
    assert per == "1"
    return stake * int(amount.replace(",", "")) + (stake if kind == "to" else 0)


def rest(*used: str) -> list[str]:
    return [card for card in DECK if card not in used]


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def returned(table: Table, wager: str) -> int:
    (amount,) = (done.returned for done in table.results()[1] if done.wager == wager)
    assert isinstance(amount, int)
    return amount


def settled(pack: Pack, patch: pytest.MonkeyPatch, config: Config, bets: Mapping[str, int], choose: Any) -> Table:
    patch.setattr("feltlab.table.pack._pack", lambda *_: pack)
    table = Table(config).sit(1)
    table.lock((1,), {1: bets})
    table.play_out(choose)
    return table


# Ace Odd Even: the seven cards of each line, as the rules describe them.

ODD_EVEN = {
    "7 cards no ace": "3c 5d 7h 9s Jc Kd 3d",
    "7 cards": "2c 4d 6h 8s Tc Qd Ad",
    "6 cards no ace": "3c 5d 7h 9s Jc Kd 2d",
    "6 cards": "Ac 5d 7h 9s Jc Kd 2d",
    "5 cards no ace": "3c 5d 7h 9s Jc 2d 4d",
}
POKER = {
    "7 card flush": "As 3s 5s 7s 9s Js Ks",
    "6 card flush": "2h 4h 6h 8h Th Qh 3d",
    "5 card flush": "3c 5c 7c 9c Jc 2d 4h",
    "4 of a kind": "8c 8d 8h 8s 2c 3d 5h",
    "full house": "7c 7d 7h Js Jd 2c 4d",
    "3 of a kind": "Qc Qd Qh 3s 5d 8c 6d",
    "2 pair": "Qc Qd 8h 8s 5d 3c 7d",
}


def seven(player: tuple[str, ...], dealer: tuple[str, ...] | None = None) -> Pack:
    others = dealer or Random(str(player)).sample(rest(*player), 7)
    return Pack({1: cards_named(player)}, {"dealer": cards_named(others)})


def wide(game: str, wager: str, table: str) -> Config:
    return Config(game, pay_tables={wager: table} if table else {}, limits={OPENING[game]: (100, 100_000)})


@pytest.mark.parametrize(("wager", "hands"), [("odd-even", ODD_EVEN), ("poker", POKER)])
def test_p18_ace_odd_even_bonuses(wager: str, hands: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {key: lines for key, lines in printed("ace-odd-even").items() if key[0] == wager}
    assert len(tables) == {"odd-even": 6, "poker": 4}[wager]
    for (_, id), lines in tables.items():
        for (event, hand), stake, choose in product(hands.items(), STAKES, (at_risk, folding)):
            bets = {"ante": 100, wager: stake}
            table = settled(seven(cards(hand)), monkeypatch, wide("ace-odd-even", wager, id), bets, choose)
            right = pays(lines[event], stake) if event in lines else 0
            assert returned(table, wager) == right, (id, event, stake)
        assert set(lines) <= set(hands)


def test_p18_progressives(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole meter, a tenth of it, a fixed award: the stake is not given back."""
    for price, (event, right) in product((100, 500), (("7 card flush", 1), ("6 card flush", 10), ("5 card flush", 0))):
        config = Config("ace-odd-even", progressive_bet=price)
        bets = {"ante": 100, "poker-progressive": price}
        table = settled(seven(cards(POKER[event])), monkeypatch, config, bets, folding)
        meter = 10_000 * price + price // 5
        assert returned(table, "poker-progressive") == (meter // right if right else 500 * price)
    for price, (own, dealers), part in [
        (100, (1, 2), 1), (333, (1, 3), 1), (333, (1, 4), 10), (100, (2, 3), 10), (101, (3, 4), 0), (333, (5, 6), 0),
        (100, (7, 5), None),
    ]:  # fmt: skip
        player = low_hand(own)
        pack = seven(player, low_hand(dealers, player))
        config = Config("low-four", progressive_bet=price)
        table = settled(pack, monkeypatch, config, {"ante": 100, "combo-progressive": price}, folding)
        meter = (10_000_000_000 * price + price * 200_000) // 1_000_000
        right = {1: meter, 10: meter // 10, 0: 275 * price, None: 0}[part]
        assert returned(table, "combo-progressive") == right, (own, dealers, price)


# Low Four: hands by their total, found with the plainest reading of the rules.


@cache
def low_hand(total: int, without: tuple[str, ...] = ()) -> tuple[str, ...]:
    """High totals need seven ranks, low ones few: both are looked for."""
    rng = Random(f"{total}/{without}")
    for _ in range(100_000):
        ranks = rng.sample("23456789TJQKA", 7 if total > 18 else rng.randint(2, 4))
        pool = [card for card in rest(*without) if card[0] in ranks]
        if total > 18:
            pool = [rng.choice([card for card in pool if card[0] == rank]) for rank in ranks]
        if len(pool) >= 7 and points(hand := tuple(rng.sample(pool, 7))) == total:
            return hand
    raise AssertionError(f"no hand of {total} points")


def in_line(event: str, total: int) -> bool:
    """`1 or 2 points`, `33 to 34 points`, `7 points`."""
    numbers = [int(word) for word in event.split() if word.isdigit()]
    return numbers[0] <= total <= numbers[-1]


@pytest.mark.parametrize("wager", ["low-points", "high-points"])
def test_p18_low_four_bonuses(wager: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {key: lines for key, lines in printed("low-four").items() if key[0] == wager}
    assert len(tables) == 4
    for (_, id), lines in tables.items():
        for total in (1, 2, 3, 4, 5, 6, 7, 8, 9, 18, 19, 23, 24, 27, 28, 32, 33, 34):
            (line,) = [text for event, text in lines.items() if in_line(event, total)] or [""]
            for stake in (101, 9999):
                bets = {"ante": 100, wager: stake}
                choose = folding if total % 2 else at_risk
                table = settled(seven(low_hand(total)), monkeypatch, wide("low-four", wager, id), bets, choose)
                assert returned(table, wager) == (pays(line, stake) if line else 0), (id, total)


@pytest.mark.parametrize(
    ("game", "player", "dealer", "right"),
    [
        ("ace-odd-even", "3c 5d 7h 9s Jc 2d 4d", "Kc Jd 7d 9c 2c 4c 6c", (2, 2)),  # five cards beat four
        ("ace-odd-even", "3c 5d 7h 9s 2h 2d 4d", "2c 4c 6c 8c Tc 3d 5h", (0, 0)),
        ("ace-odd-even", "3c 5d 7h 9s 2h 4h 6h", "3d 5c 7c 9c 2c 4c 6c", (2, 1)),  # nine high does not qualify
        ("ace-odd-even", "Kc Jd 7h 9s 2h 4h 6h", "Kd Jc 7c 9c 2c 4c 6c", (1, 1)),  # every card matches
        ("low-four", "As Ad Ac Ah 5c 6c 7c", "2c 2d 2h 2s 5d 6d 7d", (2, 2)),  # 1 point beats 2
        ("low-four", "2c 2d 2h 2s 5d 6d 7d", "As Ad Ac Ah 5c 6c 7c", (0, 0)),
        ("low-four", "As 2s 3s 4s 8c 9c Tc", "Ac 2c 3c 4c 8d 9d Td", (1, 1)),
        ("low-four", "Ks Qs Js Ts 9s 8s 7s", "2c 4c 5c 6c 8d 9d Td", (2, 1)),  # 17 points do not qualify
    ],
)
def test_p18_ante_and_play(
    game: str, player: str, dealer: str, right: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even money in odd cents."""
    for stake in (100, 101, 99_999):
        pack = seven(cards(player), cards(dealer))
        table = settled(pack, monkeypatch, Config(game), {"ante": stake}, at_risk)
        assert (returned(table, "ante"), returned(table, "play")) == (right[0] * stake, right[1] * stake)
        table = settled(pack, monkeypatch, Config(game), {"ante": stake}, folding)
        assert [done.returned for done in table.results()[1]] == [0]


# Quick Draw Hold'em: two cards and a board for each line.

RIVER = {
    "royal flush": ("As Ks", "Qs Js Ts 2c 3d"),
    "straight flush": ("9h 8h", "7h 6h 5h 2c Kd"),
    "4 of a kind": ("9h 9c", "9d 9s 5h 2c Kd"),
    "full house": ("9h 9c", "9d 5s 5h 2c Kd"),
    "flush": ("Ah 9h", "2h 5h 7h Kc Qd"),
    "straight": ("Ah 2c", "3d 4s 5h Kc Qd"),
    "3 of a kind": ("9h 9c", "9d 4s 5h Kc Qd"),
    "high 2 pair": ("7h 7c", "2d 2s 5h Kc Qd"),
    "": ("6h 6c", "3d 3s 5h Kc Qd"),
}
FLOP = {
    "straight flush": "Ah 2h 3h",
    "3 of a kind": "9h 9c 9d",
    "straight": "Qh Kc Ad",
    "flush": "2h 9h Jh",
    "pair": "2h 2c Jh",
    "": "Kh Ac 2d",
}
BEST_FOUR = {
    "royal flush": "Ah Kh Qh Jh 2c",
    "4 of a kind": "9h 9c 9d 9s 2c",
    "straight flush": "Ah 2h 3h 4h Kc",
    "3 of a kind": "9h 9c 9d 2s 2c",
    "flush": "2h 5h 9h Kh 3c",
    "straight": "Ah 2c 3h 4d Kc",
    "2 pair": "9h 9c 2d 2s Kc",
    "high pair": "Jh Jc 2d 5s Kc",
    "": "Th Tc 2d 5s Kc",
}


def holdem(hole: str, board: str) -> Pack:
    return Pack({1: cards_named(cards(hole))}, {"board": cards_named(cards(board))})


def holdem_cases() -> Iterator[tuple[str, str, Pack]]:
    yield from (("river", event, holdem(*deal)) for event, deal in RIVER.items())
    for event, flop in FLOP.items():
        more = rest(*cards(flop))
        yield "flop-bonus", event, holdem(" ".join(more[20:22]), f"{flop} {more[30]} {more[36]}")
    for event, board in BEST_FOUR.items():
        yield "best-four", event, holdem(" ".join(rest(*cards(board))[20:22]), board)


def test_p18_quick_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = printed("quick-draw-holdem")
    assert len(tables) == 9
    for (wager, id), lines in tables.items():
        cases = [(event, pack) for name, event, pack in holdem_cases() if name == wager]
        assert {event for event, _ in cases} >= set(lines)
        for (event, pack), stake in product(cases, STAKES):
            bets = {"flop": stake} if wager == "river" else {"flop": 100, wager: stake}
            config = wide("quick-draw-holdem", wager, id)
            chosen: tuple[Callable[..., Any], ...] = (at_risk,) if wager == "river" else (at_risk, folding)
            for choose in chosen:
                table = settled(pack, monkeypatch, config, bets, choose)
                assert returned(table, wager) == (pays(lines[event], stake) if event in lines else 0), (id, event)
            if wager == "river":
                assert returned(table, "flop") == returned(table, "turn") == (2 * stake if event else 0)


# Rule Out!: three cards, a draw and three Rule Cards.

MAIN = {
    "3 surviving": ("2c 2d 3h", ("10-K", "Ace & Face", "Spades")),
    "2 surviving": ("2c 2d Kh", ("10-K", "Ace & Face", "Spades")),
    "1 surviving": ("2c Qd Kh", ("10-K", "Ace & Face", "Spades")),
    "0 surviving": ("Tc Qd Kh", ("10-K", "Ace & Face", "Spades")),
}
JOKERS = {"3 jokers": "Jo Jo Jo", "2 jokers": "Jo Jo 5h", "1 joker": "Jo 4d 5h", "": "2c 4d 5h"}


def test_p18_rule_out(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = printed("rule-out")
    for (wager, id), lines in tables.items():
        decks = 8 if wager == "main" or "3 jokers" in lines else 1
        config = Config("rule-out", pay_tables={wager: id}, decks=decks)
        if wager == "main":
            cases = [(event, *case) for event, case in MAIN.items()]
        else:
            cases = [
                (event, hand, MAIN["3 surviving"][1])
                for event, hand in JOKERS.items()
                if decks == 8 or hand.count("Jo") < 3
            ]
        assert {event for event, *_ in cases} >= set(lines)
        for (event, hand, rules), stake in product(cases, STAKES):
            bets = {"main": stake} if wager == "main" else {"main": 9999, "joker": stake}
            pack = Pack({1: cards_named(cards(hand))}, {"rules": cards_named(rules)}, {1: (card_named("9c"),)})
            table = settled(pack, monkeypatch, config, bets, at_risk)
            assert returned(table, wager) == (pays(lines[event], stake) if event in lines else 0), (id, event)


# Nothing is ever a float.


def plain(value: Any) -> bool:
    if is_dataclass(value):
        return all(plain(getattr(value, part.name)) for part in fields(value))
    if isinstance(value, Mapping):
        return all(plain(key) and plain(item) for key, item in value.items())
    if isinstance(value, tuple | list):
        return all(map(plain, value))
    return value is None or type(value) in (str, int, bool)


@pytest.mark.parametrize("game", GAMES)
def test_p18_no_float_anywhere(game: str) -> None:
    for seed in range(5):
        table = Wild(game, 100 + seed).run(150)
        assert plain(table.state)
        assert all(map(plain, table.log))
    assert not plain({"cents": (1, 2.0)})
