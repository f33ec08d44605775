"""Every figure that Exhibit A of Quick Draw Hold'em prints, beside the exact one. Its pays are inputs, not figures."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from feltlab.exact.claim import Claim
from feltlab.exact.figures import Figures
from feltlab.games.quick_draw_holdem.fast import FOLDED_ON_FLOP, FOLDED_ON_TURN, NOTHING, analyze, deals, side_bets
from feltlab.games.quick_draw_holdem.river import RIVERS, TURNS
from feltlab.games.quick_draw_holdem.rules import GAME
from feltlab.games.quick_draw_holdem.strategies import classes
from feltlab.rules.game import Terms
from feltlab.rules.house import House

_MAIN_TABLES: Final = {
    "A1": """
Royal Flush    | 0        | 0.002925  | 0.002925   | 0.7370
Straight Flush | 0        | 0.025444  | 0.025444   | 1.3231
4 of a Kind    | 0        | 0.166641  | 0.166641   | 3.6661
Full House     | 0        | 2.557596  | 2.557596   | 17.9032
Flush          | 0        | 2.450435  | 2.450435   | 14.7026
Straight       | 0.241582 | 3.204102  | 3.445684   | 15.5373
3 of a Kind    | 0        | 4.199194  | 4.199194   | 16.7968
7s-High 2 Pair | 0        | 17.676716 | 17.676716  | 53.0301
Nothing        | 2.536616 | 27.346451 | 29.883067  | -87.1126
Fold 1st Bet   | 0        | 0         | 39.592298  | -39.5923
Total          | 2.778198 | 57.629504 | 100.000000 | -3.0086
""",
    "A2": """
Royal Flush    | 0        | 0.002925  | 0.002925   | 0.7370
Straight Flush | 0        | 0.025444  | 0.025444   | 1.3231
4 of a Kind    | 0        | 0.166641  | 0.166641   | 2.8329
Full House     | 0        | 2.557596  | 2.557596   | 17.9032
Flush          | 0        | 2.450435  | 2.450435   | 14.7026
Straight       | 0.241582 | 3.204102  | 3.445684   | 15.5373
3 of a Kind    | 0        | 4.199194  | 4.199194   | 16.7968
7s-High 2 Pair | 0        | 17.676716 | 17.676716  | 53.0301
Nothing        | 2.536616 | 27.346451 | 29.883067  | -87.1126
Fold 1st Bet   | 0        | 0         | 39.592298  | -39.5923
Total          | 2.778198 | 57.629504 | 100.000000 | -3.8419
""",
    "A3": """
Royal Flush    | 0        | 0.002925  | 0.002925   | 0.5908
Straight Flush | 0        | 0.025444  | 0.025444   | 1.3231
4 of a Kind    | 0        | 0.166641  | 0.166641   | 4.4993
Full House     | 0        | 2.557596  | 2.557596   | 17.9032
Flush          | 0        | 2.450435  | 2.450435   | 14.7026
Straight       | 0.241582 | 3.204102  | 3.445684   | 15.5373
3 of a Kind    | 0        | 4.199194  | 4.199194   | 16.7968
7s-High 2 Pair | 0        | 17.676716 | 17.676716  | 53.0301
Nothing        | 2.536616 | 27.346451 | 29.883067  | -87.1126
Fold 1st Bet   | 0        | 0         | 39.592298  | -39.5923
Total          | 2.778198 | 57.629504 | 100.000000 | -2.3217
""",
}
"""As printed, without the pays."""

_MAIN_SENTENCES: Final = {
    "A1": ("30.2831%", "2.1804", "3.0086%", "1.3799%"),
    "A2": ("30.2831%", "2.1804", "3.8419%", "1.7620%"),
    "A3": ("30.2831%", "2.1804", "2.3217%", "1.0648%"),
}
"""Hit frequency, average bet, house advantage of the ante and per total wager."""

_FLOP_TABLES: Final = {
    "B1": """
Straight Flush | 0.2172   | 8.6878
3 of a Kind    | 0.2353   | 7.0588
Straight       | 3.2579   | 19.5475
Flush          | 4.9593   | 19.8371
One Pair       | 16.9412  | 16.9412
Nothing        | 74.3891  | -74.3891
Total          | 100.0000 | -2.3167
""",
    "B2": """
Straight Flush | 0.2172   | 8.6878
3 of a Kind    | 0.2353   | 5.8824
Straight       | 3.2579   | 19.5475
Flush          | 4.9593   | 19.8371
One Pair       | 16.9412  | 16.9412
Nothing        | 74.3891  | -74.3891
Total          | 100.0000 | -3.4932
""",
    "B3": """
Straight Flush | 0.2172   | 8.6878
3 of a Kind    | 0.2353   | 7.0588
Straight       | 3.2579   | 19.5475
Flush          | 4.9593   | 14.8779
One Pair       | 16.9412  | 16.9412
Nothing        | 74.3891  | -74.3891
Total          | 100.0000 | -7.2760
""",
}
_BOARD_TABLES: Final = {
    "C1": """
Royal Flush         | 0.007388   | 3.6938
4 of a Kind         | 0.024010   | 2.4010
Straight Flush      | 0.072337   | 3.6168
3 of a kind         | 2.256903   | 11.2845
Flush               | 4.410072   | 13.2302
Straight            | 3.917259   | 11.7518
Two Pair            | 4.753902   | 9.5078
A Pair of Jacks O/B | 12.438360  | 12.4384
Nothing             | 72.119771  | -72.1198
Total               | 100.000000 | -4.1955
""",
    "C2": """
Royal Flush         | 0.007388   | 3.6938
4 of a Kind         | 0.024010   | 2.4010
Straight Flush      | 0.072337   | 2.1701
3 of a kind         | 2.256903   | 11.2845
Flush               | 4.410072   | 13.2302
Straight            | 3.917259   | 11.7518
Two Pair            | 4.753902   | 9.5078
A Pair of Jacks O/B | 12.438360  | 12.4384
Nothing             | 72.119771  | -72.1198
Total               | 100.000000 | -5.6423
""",
    "C3": """
Royal Flush         | 0.007388   | 2.9550
4 of a Kind         | 0.024010   | 1.9208
Straight Flush      | 0.072337   | 1.8084
3 of a kind         | 2.256903   | 11.2845
Flush               | 4.410072   | 13.2302
Straight            | 3.917259   | 11.7518
Two Pair            | 4.753902   | 9.5078
A Pair of Jacks O/B | 12.438360  | 12.4384
Nothing             | 72.119771  | -72.1198
Total               | 100.000000 | -7.2229
""",
}

_EVENTS: Final = {
    "7s-High 2 Pair": "high 2 pair",
    "One Pair": "pair",
    "Two Pair": "2 pair",
    "A Pair of Jacks O/B": "high pair",
    "Fold 1st Bet": FOLDED_ON_FLOP,
    "Nothing": NOTHING,
}
_NOTES: Final = {
    ("Mathematical Analysis", "ways to deal: five cards, turn, river"): (
        "The factors beside it, 2,598,960 × 47 × 46, multiply to a tenth of the printed product, which is the number of"
        " deals when it also matters which two of the five cards are the player's own. No other figure depends on it."
    ),
    ("Pay Table B3", "Flush: % Return"): "Rounded from a rounded figure: 3 × 4.9593 %; exactly it is 3 × 1096/22100.",
}

Cell = Callable[[Figures, str], Fraction]


def _rows(table: str) -> Iterator[tuple[str, list[str]]]:
    for row in table.strip().splitlines():
        label, *cells = (cell.strip() for cell in row.split("|"))
        yield label, cells


def _claim(source: str, figure: str, published: str, value: Fraction, percent: bool = False) -> Claim:
    return Claim(GAME.slug, source, figure, published, value, percent, _NOTES.get((source, figure), ""))


def _terms(house: House, wager: str, id: str) -> Terms:
    return Terms(house.numbers, house.chosen({wager: id}), {})


def _three_bets(main: Figures, event: str) -> Fraction:
    return main.probability(event) if event != FOLDED_ON_FLOP else Fraction(0)


def _two_bets(main: Figures, event: str) -> Fraction:
    return main.probability(FOLDED_ON_TURN + event)


def _probability(figures: Figures, event: str) -> Fraction:
    return figures.probability(event) + _two_bets(figures, event)


def _return(figures: Figures, event: str) -> Fraction:
    """A row takes in the rounds folded on the turn, at the two bets that they lost."""
    return figures.return_of(event) + figures.return_of(FOLDED_ON_TURN + event)


_MAIN_COLUMNS: Final[dict[str, Cell]] = {
    "% 2 Bets": _two_bets, "% 3 Bets": _three_bets, "% Probability": _probability, "% Return": _return,
}  # fmt: skip
_SIDE_COLUMNS: Final[dict[str, Cell]] = {"% Probability": _probability, "% Return": _return}


def _table(figures: Figures, source: str, printed: str, columns: dict[str, Cell]) -> Iterator[Claim]:
    """Every cell but the printed zeros; the last row is the sum of the others."""
    rows = list(_rows(printed))
    events = {label: _EVENTS.get(label, label.lower()) for label, _ in rows[:-1]}
    for label, cells in rows:
        for (heading, cell), published in zip(columns.items(), cells, strict=True):
            if published == "0":
                continue
            chosen = events.values() if label == "Total" else [events[label]]
            value = sum((cell(figures, event) for event in chosen), Fraction(0))
            yield _claim(source, f"{label}: {heading}", published, value, percent=True)


def _ways() -> Iterator[Claim]:
    hands, weights = classes()
    all_hands, distinct = Fraction(int(weights.sum())), Fraction(len(hands))
    source = "Mathematical Analysis"
    yield _claim(source, "five-card hands", "2,598,960", all_hands)
    yield _claim(source, "turn cards", "47", Fraction(TURNS))
    yield _claim(source, "river cards", "46", Fraction(RIVERS))
    yield _claim(source, "ways to deal: five cards, turn, river", "56,189,515,200", Fraction(deals()))
    yield _claim(source, "distinct five-card hands", "134,459", distinct)
    yield _claim(source, "two-card combinations of the other cards", "1081", Fraction(TURNS * RIVERS, 2))
    yield _claim("footnote 1", "five-card hands", "2598960", all_hands)
    yield _claim("footnote 1", "distinct five-card hands", "134459", distinct)


def _main_claims(house: House, id: str) -> Iterator[Claim]:
    main = analyze(_terms(house, "river", id)).main
    source = f"Pay Table {id}"
    yield from _table(main, source, _MAIN_TABLES[id], _MAIN_COLUMNS)
    hit, average, edge, risk = _MAIN_SENTENCES[id]
    yield _claim(source, "hit frequency", hit, main.hit_frequency)
    yield _claim(source, "average bet, in Flop bets", average, main.average_wager)
    yield _claim(source, "house advantage, of the Flop bet", edge, main.house_edge)
    yield _claim(source, "house advantage, per total wager", risk, main.element_of_risk)


def claims(house: House) -> list[Claim]:
    found = [*_ways()]
    for id in _MAIN_TABLES:
        found += _main_claims(house, id)
    for wager, tables, hit in (("flop-bonus", _FLOP_TABLES, "25.6109%"), ("best-four", _BOARD_TABLES, "27.8802%")):
        for id, printed in tables.items():
            figures = side_bets(_terms(house, wager, id))[wager]
            found += _table(figures, f"Pay Table {id}", printed, _SIDE_COLUMNS)
        source = f"Pay Tables {', '.join(tables)}"
        found.append(_claim(source, "hit frequency of all three", hit, figures.hit_frequency))
    return found
