"""Every figure printed in the Ace Odd Even packet."""

from fractions import Fraction

from feltlab.exact.claim import Claim
from feltlab.games.ace_odd_even.fast import analyze, progressive
from feltlab.games.ace_odd_even.rules import GAME
from feltlab.rules.game import Terms
from feltlab.rules.house import House

_EVENTS = ("7 cards no ace", "7 cards", "6 cards no ace", "6 cards", "5 cards no ace")
_ODD_EVEN = ("0.00517405", "0.01252665", "0.04829113", "0.08687783", "0.17537306")
_ODD_EVEN_RTP = ("92.41%", "93.66%", "91.12%", "92.39%", "90.96%", "90.03%")
_ODD_EVEN_EDGE = ("7.59%", "6.34%", "8.88%", "7.61%", "9.04%", "9.97%")
_RANKS = ("7 card flush", "6 card flush", "5 card flush", "4 of a kind", "full house", "3 of a kind", "2 pair")
_POKER = ("0.00000006", "0.00001884", "0.00124319", "0.00168067", "0.01421151", "0.06098480", "0.13770378")
_POKER_RTP = ("93.95%", "91.28%", "92.74%", "90.16%")
_POKER_EDGE = ("6.05%", "8.72%", "7.26%", "9.84%")


def _claim(source: str, figure: str, published: str, value: Fraction, note: str = "") -> Claim:
    return Claim(GAME.slug, source, figure, published, value, note=note)


def claims(house: House) -> list[Claim]:
    felt = analyze(Terms(house.numbers, house.felt(), {}))
    main, odd_even, poker = felt.main, felt.wagers["odd-even"], felt.wagers["poker"]
    meter = progressive(Terms(house.numbers, house.felt(), {}))
    rows = [
        _claim("Rules of Play, Optimal Player Strategy", "Fold frequency", "32.15%", main.fold_frequency),
        _claim("Rules of Play, Optimal Player Strategy", "House edge, of the ante", "3.21%", main.house_edge),
        _claim("Benefits", "Main game house edge, of the ante", "3.21%", main.house_edge),
        _claim("Benefits", "Odd-Even Bonus house edge", "7.61%", odd_even.house_edge),
        _claim("Benefits", "Poker Bonus house edge", "7.26%", poker.house_edge),
        _claim("Take-and-Pay Procedure", "House edge, of the ante", "3.2%", main.house_edge),
        _claim("Table 4", "Avg Wager", "1.6785", main.average_wager),
        _claim("Table 4", "RTP", "98.09%", main.rtp),
        _claim("Table 4", "RTH", "1.91%", main.element_of_risk),
        _claim("Table 4", "HE", "3.21%", main.house_edge),
    ]
    for event, printed in zip(_EVENTS, _ODD_EVEN, strict=True):
        rows.append(_claim("Table 5", f"Probability of {event}", printed, odd_even.probability(event)))
    for number, printed in enumerate(_ODD_EVEN_RTP, start=1):
        figures = analyze(Terms(house.numbers, house.chosen({"odd-even": str(number)}), {})).wagers["odd-even"]
        rows.append(_claim("Table 6", f"Paytable {number} RTP", printed, figures.rtp))
        rows.append(_claim("Table 6", f"Paytable {number} HE", _ODD_EVEN_EDGE[number - 1], figures.house_edge))
    for event, printed in zip(_RANKS, _POKER, strict=True):
        rows.append(_claim("Table 7", f"Probability of {event}", printed, poker.probability(event)))
    for number, printed in enumerate(_POKER_RTP, start=1):
        figures = analyze(Terms(house.numbers, house.chosen({"poker": str(number)}), {})).wagers["poker"]
        rows.append(_claim("Table 8", f"Paytable {number} RTP", printed, figures.rtp))
        rows.append(_claim("Table 8", f"Paytable {number} HE", _POKER_EDGE[number - 1], figures.house_edge))
    return [
        *rows,
        _claim("Mathematical Analysis, progressive", "RTP", "82.22%", meter.rtp),
        _claim("Mathematical Analysis, progressive", "HE", "17.78%", meter.house_edge),
        _claim("Summary", "Maximum RTP, main wager", "98.09%", main.rtp),
        _claim("Summary", "Minimum RTP, progressive Poker Bonus", "82.22%", meter.rtp),
    ]
