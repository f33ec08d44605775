"""The figures printed in the Low Four packet's felt, rules, benefits, procedures and game description."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np

from feltlab.cards import DECK, RANKS
from feltlab.exact.claim import TRUE, Claim, Value, pays_again, section
from feltlab.exact.figures import Analysis, Figures
from feltlab.exact.seven_card import Choices
from feltlab.exact.side_bets import pay_nets
from feltlab.games.low_four.fast import TOTALS, choices, dealer_totals
from feltlab.games.low_four.rules import GAME, LowFour
from feltlab.hands.low import hand_key, low_points, lowest_four
from feltlab.hands.points import HIGHEST_TOTAL, POINTS, four_points
from feltlab.kernels.lattice import WEIGHTS
from feltlab.rules.game import Terms
from feltlab.rules.pay_table import PayTable
from feltlab.rules.wagers import Role

_PROCEDURES: Final = "Dealer's Policies & Procedures"
_REPORT: Final = "Math Analysis"

_LOW_LINES: Final = """
1 or 2 Points   300 to 1
3 or 4 Points   25 to 1
5 or 6 Points   5 to 1
7 or 8 Points   2 to 1
"""
_HIGH_LINES: Final = """
33 to 34 Points   300 to 1
28 to 32 Points   80 to 1
24 to 27 Points   5 to 1
19 to 23 Points   2 to 1
"""
_METER_LINES: Final = """
3 or 4 Points         100% of Jackpot
5 or 6 Points         10% of Jackpot
7 through 11 Points   275 for 1
"""
_EXAMPLES: Final = {"2 2 6 8 J Q K": ("2 2 6 8", "16"), "3 3 4 5 5 7 9": ("3 3 5 5", "8")}
"""Seven cards with the four to set and their total."""

_section = partial(section, GAME)


def felt(terms: Terms) -> list[Claim]:
    source, pays = "Felt Layout", terms.pays
    first, _, last = _METER_LINES.strip().splitlines()  # this felt has lost the line between
    return [
        *pays_again(GAME, source, pays["high-points"], _HIGH_LINES),
        *pays_again(GAME, source, pays["low-points"], _LOW_LINES),
        *pays_again(GAME, source, pays["combo-progressive"], f"{first}\n{last}"),
        *_section(source, ("Cards of a hand that count", "4", _cards_set())),
    ]


def rules(terms: Terms, optimal: Figures, raised: Figures) -> list[Claim]:
    source, numbers, pays = "Rules of Play", terms.numbers, terms.pays
    played = choices("optimal", numbers)
    return [
        *_section(f"{source}, Introduction", ("Cards in the deck", "52", len(DECK)), *_dealt_and_set()),
        *_section(f"{source}, How to Play the Game", ("Optional side bets", "3", _side_bets_offered()), *_points()),
        *_counted_once(f"{source}, How to Play the Game", "3 3", "7 7 7", "Q Q Q Q"),
        *_examples(f"{source}, How to Play the Game"),
        *_section(
            f"{source}, Optimal Player Strategy",
            *cuts(played),
            ("It is best to play most hands of 15 points", TRUE, share_of_fifteen(played) > Fraction(1, 2)),
            ("House edge, of the ante", "4.63%", optimal.house_edge),
            ("Edge of the average expected wager", "2.77%", optimal.element_of_risk),
            ("Play 15 or lower: house edge, of the ante", "4.66%", raised.house_edge),
            ("Play 15 or lower: edge of the average expected wager", "2.78%", raised.element_of_risk),
        ),
        *_section(f"{source}, How to Win", _qualifier(numbers)),
        *_bonuses(f"{source}, Side Bets", pays),
        *_section(
            f"{source}, Side Bets",
            ("Optional side bets", "3", _side_bets_offered()),
            ("It is never best to fold a winning Low Points hand", TRUE, not _wins("low-points", ~played, pays)),
            ("It is never best to play a winning High Points hand", TRUE, not _wins("high-points", played, pays)),
            ("It is never best to fold a winning Combo Progressive hand", TRUE, not _combo_wins(~played, pays)),
        ),
    ]


def benefits(optimal: Analysis, raised: Figures) -> list[Claim]:
    return _section(
        "Benefits",
        ("Edge of the average expected bet", "2.78%", raised.element_of_risk),
        ("Side bets but the progressive", "2", sum(wager.role is Role.SIDE for wager in GAME.wagers.values())),
        ("Low Points Bonus house edge", "6.41%", optimal.wagers["low-points"].house_edge),
        ("High Points Bonus house edge", "7.43%", optimal.wagers["high-points"].house_edge),
    )


def procedures(terms: Terms, raised: Figures) -> list[Claim]:
    source = _PROCEDURES
    return [
        *_section(f"{source}, Object of the Game", ("Cards in the deck", "52", len(DECK)), *_dealt_and_set()),
        *_section(f"{source}, How to Play", *_points()),
        *_counted_once(f"{source}, How to Play", "3 3", "7 7 7", "Q Q Q Q"),
        *_section(
            f"{source}, How to Play",
            ("2 2 2 2, points", "2", _total("2 2 2 2")),
            ("Play 15 or lower: house edge, of the ante", "4.66%", raised.house_edge),
        ),
        *_section(f"{source}, Take-and-Pay Procedure", _qualifier(terms.numbers)),
        *_bonuses(f"{source}, Side Bets", terms.pays),
    ]


def description(terms: Terms) -> list[Claim]:
    source, numbers, tables = f"{_REPORT}, Game Description", terms.numbers, GAME.book.pay_tables
    rule = GAME.book.progressives["combo-progressive"]
    low = {id: max(_paid(table), default=0) for id, table in tables["low-points"].items()}
    return [
        *_section(source, ("Cards in the deck", "52", len(DECK)), *_dealt_and_set()),
        *_section(source, ("Optional side wagers", "3", _side_bets_offered()), *_points()),
        *_counted_once(source, "3 3", "7 7 7 7", "2 2", "5 5"),
        *_examples(source),
        *_section(
            source,
            _qualifier(numbers),
            ("Ante when the dealer does not qualify", "1 to 1", str(numbers.no_qualify_odds)),
            ("Ante and Play when the player wins", "1 to 1", str(numbers.win_odds)),
            ("Low Points Bonus, highest total that wins, tables 1 and 2", "7", max(low["1"], low["2"])),
            ("Low Points Bonus, highest total that wins, tables 3 and 4", "8", max(low["3"], low["4"])),
            ("High Points Bonus, lowest total that wins", "19", min(_paid(terms.pays["high-points"]), default=0)),
            ("Progressive, seed in bets", "10,000", rule.base_bets),
            ("Progressive, increment contribution", "20%", rule.increment_rate),
        ),
        *pays_again(GAME, source, terms.pays["combo-progressive"], _METER_LINES),
    ]


def _cards_set() -> int:
    return sum(ask.set.cards for ask in GAME.round.asks.values() if ask.set)


def _dealt_and_set() -> list[tuple[str, str, Value]]:
    return [("Cards dealt to a hand", "7", GAME.round.hand), ("Cards of a hand that count", "4", _cards_set())]


def _side_bets_offered() -> int:
    return sum(not wager.in_main_game for wager in GAME.wagers.values())


def _qualifier(numbers: LowFour) -> tuple[str, str, Value]:
    return "Dealer qualifies, highest total", "16", numbers.qualifier


def _points() -> list[tuple[str, str, Value]]:
    points = dict(zip(RANKS, POINTS, strict=True))
    faces = {points[rank] for rank in "JQK"}
    return [
        ("Ace, points", "1", points["A"]),
        ("2 to 10 count their face value", TRUE, all(points[rank] == face for face, rank in enumerate(RANKS[:9], 2))),
        ("Jack, Queen and King, points", "10", " ".join(map(str, sorted(faces)))),
    ]


def _hand(ranks: str) -> list[int]:
    """Cards of those ranks; the suits do not matter."""
    numbers = [RANKS.index(rank) for rank in ranks.split()]
    return [4 * rank + numbers[:place].count(rank) for place, rank in enumerate(numbers)]


def _total(ranks: str) -> int:
    return four_points(card >> 2 for card in _hand(ranks))


def _counted_once(source: str, *duplicates: str) -> list[Claim]:
    rows = [(f"{cards}, times counted", "1", Fraction(_total(cards), _total(cards[0]))) for cards in duplicates]
    return _section(source, *rows)


def _examples(source: str) -> list[Claim]:
    rows: list[tuple[str, str, Value]] = []
    for number, (seven, (four, total)) in enumerate(_EXAMPLES.items(), start=1):
        cards = _hand(seven)
        found = " ".join(RANKS[card >> 2] for card in reversed(lowest_four(cards)))
        rows.append((f"Example {number}: {seven}, four-card hand", four, found))
        rows.append((f"Example {number}: {seven}, total", total, int(low_points(hand_key(cards)))))
    return _section(source, *rows)


def cuts(played: Choices) -> list[tuple[str, str, Value]]:
    least_folded, most_played = TOTALS[~played].min(initial=HIGHEST_TOTAL + 1), TOTALS[played].max(initial=0)
    return [
        ("Every hand of this total or lower is best played", "14", int(least_folded) - 1),
        ("Every hand of this total or higher is best folded", "16", int(most_played) + 1),
    ]


def share_of_fifteen(played: Choices) -> Fraction:
    fifteen = TOTALS == 15
    return Fraction(int(WEIGHTS[fifteen & played].sum()), int(WEIGHTS[fifteen].sum()))


def _paid(table: PayTable) -> list[int]:
    """The totals that win."""
    return [total for total, net in enumerate(pay_nets(table)) if net > 0]


def _bonuses(source: str, pays: Mapping[str, PayTable]) -> list[Claim]:
    """Statements about the side bets that rules and procedures make in the same words."""
    low, high = pays["low-points"], pays["high-points"]
    return [
        *_section(source, ("Low Points Bonus, highest total that wins", "8", max(_paid(low), default=0))),
        *pays_again(GAME, source, low, _LOW_LINES),
        *_section(source, ("High Points Bonus, lowest total that wins", "19", min(_paid(high), default=0))),
        *pays_again(GAME, source, high, _HIGH_LINES),
    ]


def _wins(wager: str, hands: Choices, pays: Mapping[str, PayTable]) -> bool:
    """Whether any of these hands wins the side bet."""
    return not set(TOTALS[hands].tolist()).isdisjoint(_paid(pays[wager]))


def _combo_wins(hands: Choices, pays: Mapping[str, PayTable]) -> bool:
    """Whether any of these hands can win the progressive with some hand of the dealer's."""
    paid = {grade for line in pays["combo-progressive"].lines for grade in line.grades}
    dealer = dealer_totals()[hands]
    together = TOTALS[hands][:, None] + np.arange(dealer.shape[1])
    return bool(np.isin(together[dealer > 0], list(paid)).any())
