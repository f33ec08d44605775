"""Every figure printed in the Low Four packet."""

from fractions import Fraction

from feltlab.exact.claim import Claim
from feltlab.exact.figures import Figures
from feltlab.exact.seven_card import DEALS
from feltlab.games.low_four.fast import TOTALS, analyze, choices, combined_counts, progressive
from feltlab.games.low_four.rules import GAME
from feltlab.hands.low import hand_key, low_points
from feltlab.kernels.lattice import WEIGHTS
from feltlab.rules.game import Terms
from feltlab.rules.house import House

_MAIN = {
    "Average Wager": ("1.6697", "1.6747"),
    "Average Win": ("1.6234", "1.6282"),
    "RTP": ("97.23%", "97.22%"),
    "RTH": ("2.77%", "2.78%"),
    "HE": ("4.63%", "4.66%"),
}
_LOW = {"1 or 2": "0.000259", "3 or 4": "0.013911", "5 or 6": "0.044871", "7": "0.032657", "7 or 8": "0.075711"}
_LOW_RTP = {"1": ("94.86%", "5.14%"), "2": ("92.27%", "7.73%"), "3": ("93.59%", "6.41%"), "4": ("91.80%", "8.20%")}
_HIGH = {"33 - 34": "0.000245", "28 - 32": "0.004531", "24 - 27": "0.020819", "19 - 23": "0.119997"}
_HIGH_RTP = {"1": ("94.40%", "5.60%"), "2": ("92.57%", "7.43%"), "3": ("91.83%", "8.17%"), "4": ("90.73%", "9.27%")}
_SUMS = {"3 - 4": "0.00000009", "5 - 6": "0.00000925", "7 - 11": "0.00222183"}
_EXAMPLES = {
    "Example 1: 2 2 6 8 J Q K": ((0, 0, 4, 6, 9, 10, 11), "16"),
    "Example 2: 3 3 4 5 5 7 9": ((1, 1, 2, 3, 3, 5, 7), "8"),
}
_NOT_A_HOUSE_EDGE = (
    "2.77 % is the element of risk, which the report calls RTH; "
    "by the report's own definition the house edge is 4.63 % of the ante"
)


def _claim(source: str, figure: str, published: str, value: Fraction, note: str = "") -> Claim:
    return Claim(GAME.slug, source, figure, published, value, note=note)


def claims(house: House) -> list[Claim]:
    terms = Terms(house.numbers, house.felt(), {})
    felt, raised = analyze(terms), analyze(terms, "raise-15")
    return [
        *_statements(felt.main, raised.main, house),
        *_main_tables(felt.main, raised.main),
        *_side_bet_tables(house),
        *_progressive(terms),
        _claim("Benefits", "Low Points Bonus house edge", "6.41%", felt.wagers["low-points"].house_edge),
        _claim("Benefits", "High Points Bonus house edge", "7.43%", felt.wagers["high-points"].house_edge),
        _claim("Summary", "Maximum RTP", "97.23%", felt.main.rtp),
        _claim("Summary", "House Edge of the main game", "2.77%", felt.main.house_edge, _NOT_A_HOUSE_EDGE),
    ]


def _statements(optimal: Figures, raised: Figures, house: House) -> list[Claim]:
    strategy = "Rules of Play, Optimal Player Strategy"
    fifteen = TOTALS == 15
    played = choices("optimal", house.numbers)
    share = Fraction(int(WEIGHTS[fifteen & played].sum()), int(WEIGHTS[fifteen].sum()))
    rows = []
    for name, (ranks, printed) in _EXAMPLES.items():
        cards = [4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        for source in ("Rules of Play", "Game Description"):
            rows.append(_claim(source, f"{name}, total", printed, Fraction(low_points(hand_key(cards)))))
    return [
        *rows,
        _claim(strategy, "House edge, of the ante", "4.63%", optimal.house_edge),
        _claim(strategy, "Edge of the average expected wager", "2.77%", optimal.element_of_risk),
        _claim(strategy, "Play 15 or lower: house edge, of the ante", "4.66%", raised.house_edge),
        _claim(strategy, "Play 15 or lower: edge of the average expected wager", "2.78%", raised.element_of_risk),
        _claim("Benefits", "Edge of the average expected bet", "2.78%", raised.element_of_risk),
        _claim("How to Play", "Play 15 or lower: house edge, of the ante", "4.66%", raised.house_edge),
        _claim("Mathematical Analysis", "15 points: share of hands to raise", "93.94%", share),
        _claim("Mathematical Analysis", "15 points: share of hands to fold", "6.06%", 1 - share),
        _claim("Mathematical Analysis", "RTP lost by raising every 15", "0.01%", optimal.rtp - raised.rtp),
    ]


def _main_tables(optimal: Figures, raised: Figures) -> list[Claim]:
    rows = []
    for source, figures, column in (("Table 3a", optimal, 0), ("Table 3b", raised, 1)):
        values = {
            "Average Wager": figures.average_wager,
            "Average Win": figures.average_return,
            "RTP": figures.rtp,
            "RTH": figures.element_of_risk,
            "HE": figures.house_edge,
        }
        rows += [_claim(source, name, printed[column], values[name]) for name, printed in _MAIN.items()]
    return rows


def _side_bet_tables(house: House) -> list[Claim]:
    hands = int(WEIGHTS.sum())
    rows = []
    for source, wager, printed in (("Table 4a", "low-points", _LOW), ("Table 5a", "high-points", _HIGH)):
        for event, published in printed.items():
            grades = GAME.book.scales[wager].grades(f"{event} points")
            count = sum(int(WEIGHTS[grade == TOTALS].sum()) for grade in grades)
            rows.append(_claim(source, f"Probability of {event} points", published, Fraction(count, hands)))
    for source, wager, tables in (("Table 4b", "low-points", _LOW_RTP), ("Table 5b", "high-points", _HIGH_RTP)):
        for id, (rtp, edge) in tables.items():
            figures = analyze(Terms(house.numbers, house.chosen({wager: id}), {})).wagers[wager]
            rows.append(_claim(source, f"Pay Table {id} RTP", rtp, figures.rtp))
            rows.append(_claim(source, f"Pay Table {id} HE", edge, figures.house_edge))
    return rows


def _progressive(terms: Terms) -> list[Claim]:
    meter = progressive(terms)
    rule = GAME.book.progressives["combo-progressive"]
    sums = combined_counts()
    rows = []
    for event, published in _SUMS.items():
        grades = GAME.book.scales["combo-progressive"].grades(event)
        value = Fraction(sum(sums[grade] for grade in grades), DEALS)
        rows.append(_claim("Table 6a", f"Probability of a sum of {event}", published, value))
    return [
        *rows,
        _claim("Table 6b", "Seed, in bets", "10,000", Fraction(rule.base_bets)),
        _claim("Table 6b", "Increment Contribution", "20.00%", rule.increment_rate),
        _claim("Table 6b", "Average Jackpot Win, in bets", "197,442.05", meter.mean_meter),
        _claim("Table 6b", "RTP", "81.19%", meter.rtp),
        _claim("Table 6b", "HE", "18.81%", meter.house_edge),
        _claim("Summary", "Minimum RTP, progressive", "81.19%", meter.rtp),
        _claim("Summary", "House Edge of the progressive", "18.81%", meter.house_edge),
    ]
