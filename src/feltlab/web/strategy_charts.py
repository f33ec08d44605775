"""Charts of a whole strategy: every hand of it counted, none sampled."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from feltlab.cards import JOKER, RANKS, parse_card
from feltlab.games import GAMES
from feltlab.hands.survivors import STRUCK_BY
from feltlab.lab import lab_of, terms_of
from feltlab.web import charts
from feltlab.web.charts import Cell, Chart, Column, Curve
from feltlab.web.shown import decimal, percent
from feltlab.web.text import TEXT

_T = TEXT["strategy_chart"]
Row = dict[str, Any]
Label = str | int


class Shares:
    """Hands and their value by label, those that are played apart from the rest."""

    def __init__(self) -> None:
        self.hands: Counter[Label] = Counter()
        self.active: Counter[Label] = Counter()
        self.value: defaultdict[Label, float] = defaultdict(float)

    def add(self, label: Label, hands: int, active: bool, value: float) -> None:
        self.hands[label] += hands
        self.active[label] += hands * active
        self.value[label] += hands * value

    def share(self, label: Label) -> float:
        return self.active[label] / self.hands[label]

    def mean(self, label: Label) -> float:
        return self.value[label] / self.hands[label]


def _stacked(found: Shares, labels: Iterable[Label], words: dict[str, str], below: str = "") -> Chart:
    total = found.hands.total()
    rows = []
    for label in labels:
        hands, active = found.hands[label], found.active[label]
        rows.append(
            Column(
                str(label),
                [(active / total, "c1"), ((hands - active) / total, "c3")],
                [percent(hands / total), percent(found.share(label), 1)],
            )
        )
    head = (words["label"], _T["of_hands"], words["active"])
    keys = [("c1", words["active"]), ("c3", words["passive"])]
    return charts.columns(words["title"], words["words"], rows, head, lambda y: f"{100 * y:g}%", keys, below)


def _low_four(rows: Iterable[Row]) -> list[Chart]:
    found = Shares()
    for row in rows:
        found.add(row["points"], row["hands"], row["decision"] == "play", row["ev_play_float"])
    labels: list[Any] = sorted(found.hands)
    words = _T["low-four"]
    curve = Curve([(float(label), found.mean(label)) for label in labels], "line1")
    return [
        _stacked(found, labels, words, words["below"]),
        charts.lines(
            words["value"], words["value_words"], [curve], lambda x: f"{x:g}", lambda y: decimal(y, 1),
            (words["label"], _T["mean_value"]), [(str(label), decimal(found.mean(label), 4)) for label in labels],
            limit=-1.0, below=words["below"],
        ),
    ]  # fmt: skip


def _ace_odd_even(rows: Iterable[Row]) -> list[Chart]:
    found = Shares()
    for row in rows:
        parity = 1 if row["set"] == "odd" else 0
        places = [RANKS.index(rank) for rank in row["ranks"]]
        high = max(place for place in places if place == 12 or place % 2 == parity)  # the deuce is place 0, and even
        found.add(f"{row['cards']}{RANKS[high]}", row["hands"], row["decision"] == "play", row["ev_play_float"])
    words = _T["ace-odd-even"]
    counts = sorted({str(label)[0] for label in found.hands}, reverse=True)
    across = [rank for rank in RANKS if any(f"{cards}{rank}" in found.hands for cards in counts)]
    grid = []
    for cards in counts:
        cells = [
            Cell(found.share(label), f"{percent(found.share(label), 1)}, {decimal(found.mean(label), 2)}")
            if (label := f"{cards}{rank}") in found.hands
            else None
            for rank in across
        ]
        grid.append((words["cards"].format(cards=cards), cells))
    names = ["10" if rank == "T" else rank for rank in across]
    keys = [("c1", words["active"]), ("pale", words["passive"])]
    by_count = Shares()
    for key, hands in found.hands.items():
        by_count.hands[str(key)[0]] += hands
        by_count.active[str(key)[0]] += found.active[key]
    return [
        charts.grid(words["grid"], words["grid_words"], names, grid, words["corner"], keys),
        _stacked(by_count, sorted(by_count.hands, key=str), words, words["below"]),
    ]


_WINDOWS: Final = [0b1000000001111, *(0b11111 << low for low in range(9))]


def _outs(ranks: set[int]) -> int:
    """How many ranks would complete a straight."""
    mask = sum(1 << rank for rank in ranks)
    return sum(
        any((mask | 1 << rank) & window == window for window in _WINDOWS) for rank in range(13) if not mask >> rank & 1
    )


def _flop_class(hand: str, high_pair: int) -> str:
    suits = hand[1::3]
    return _class_of(hand[::3], max(map(suits.count, suits)), high_pair)


@lru_cache(maxsize=1 << 15)  # every set of ranks comes in many suits
def _class_of(letters: str, suited: int, high_pair: int) -> str:
    names = _T["quick-draw-holdem"]["classes"]
    ranks = [RANKS.index(letter) for letter in letters]
    same = sorted(Counter(ranks).values(), reverse=True)
    distinct = set(ranks)
    straight = any(sum(1 << rank for rank in distinct) & window == window for window in _WINDOWS)
    if same[0] > 2 or same[:2] == [2, 2] or suited == 5 or straight:
        return str(names["made"])
    if same[0] == 2:
        pair = next(rank for rank, count in Counter(ranks).items() if count == 2)
        return str(names["high_pair" if pair >= high_pair else "low_pair"]).format(rank=RANKS[high_pair])
    if suited == 4:
        return str(names["four_flush"])
    return str(names[("nothing", "gutshot", "open")[min(_outs(distinct), 2)]])


def _quick_draw(rows: Iterable[Row]) -> list[Chart]:
    words = _T["quick-draw-holdem"]
    high_pair: int = terms_of(GAMES["quick-draw-holdem"]).numbers.high_pair
    flop, turn = Shares(), Shares()
    for row in rows:
        label = _flop_class(row["hand"], high_pair)
        bet = row["decision"] == "bet"
        flop.add(label, row["hands"], bet, row["ev_bet_float"])
        if bet:
            turn.hands[label] += 47 * row["hands"]
            turn.active[label] += row["turn_cards_to_bet"] * row["hands"]
    rank = RANKS[high_pair]
    order = [name.format(rank=rank) for name in words["classes"].values()]
    order = [name for name in order if name in flop.hands]
    bars = [
        charts.Bar(name, flop.share(name), f"{percent(flop.share(name), 1)} · {decimal(flop.mean(name), 2)}")
        for name in order
    ]
    later = [charts.Bar(name, turn.share(name), percent(turn.share(name), 1)) for name in order if turn.hands[name]]
    return [
        charts.bars(words["title"], words["words"], bars, (words["label"], words["active"])),
        charts.bars(words["turn"], words["turn_words"], later, (words["label"], words["turn_active"])),
    ]


def _rule_out(rows: Iterable[Row]) -> list[Chart]:
    words = _T["rule-out"]
    by_jokers = {0: Shares(), 1: Shares()}
    for row in rows:
        cards = [card for card in map(parse_card, row["hand"].split()) if card != JOKER]
        jokers = 3 - len(cards)
        if jokers in by_jokers:
            matches = sum(int(STRUCK_BY[a] & STRUCK_BY[b]).bit_count() for a, b in combinations(cards, 2))
            by_jokers[jokers].add(matches, row["hands"], row["decision"] != "keep", row["ev_keep_float"])
    return [
        _stacked(found, sorted(found.hands, key=int), {**words, **words[str(jokers)]}, words["below"])
        for jokers, found in by_jokers.items()
    ]


_CHARTS: Final[dict[str, Callable[[Iterable[Row]], list[Chart]]]] = {
    "low-four": _low_four,
    "ace-odd-even": _ace_odd_even,
    "quick-draw-holdem": _quick_draw,
    "rule-out": _rule_out,
}


@lru_cache(maxsize=8)
def drawn(slug: str) -> dict[str, Any]:
    """All hands of a strategy in a few pictures; a second or a few for the first who asks."""
    found = _CHARTS[slug](lab_of(slug).strategy_rows(terms_of(GAMES[slug])))
    return {"game": slug, "charts": [chart.to_dict() for chart in found]}
