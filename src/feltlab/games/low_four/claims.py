"""Every figure printed in the Low Four packet.

Tables 1 and 2 and the rules' table of the progressive are the pay tables themselves: inputs, not claims.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Final

from feltlab.exact.claim import TRUE, Claim, Value, long_run_note, returns, rounded, section
from feltlab.exact.figures import Figures
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.exact.seven_card import DEALS
from feltlab.games.low_four.claims_rules import benefits, cuts, description, felt, procedures, rules, share_of_fifteen
from feltlab.games.low_four.fast import TOTALS, analyze, choices, combined_counts, progressive, side_bets
from feltlab.games.low_four.rules import GAME, SCALES, LowFour
from feltlab.kernels.lattice import WEIGHTS
from feltlab.rules.house import House

_REPORT: Final = "Math Analysis"
_MAIN: Final = {
    "Average Wager": ("1.6697", "1.6747"),
    "Average Win": ("1.6234", "1.6282"),
    "RTP": ("97.23%", "97.22%"),
    "RTH": ("2.77%", "2.78%"),
    "HE": ("4.63%", "4.66%"),
}
_LOW: Final = {"1 or 2": "0.000259", "3 or 4": "0.013911", "5 or 6": "0.044871", "7": "0.032657", "7 or 8": "0.075711"}
_LOW_RETURNS: Final = {
    "1": ("94.86%", "5.14%"),
    "2": ("92.27%", "7.73%"),
    "3": ("93.59%", "6.41%"),
    "4": ("91.80%", "8.20%"),
}
_HIGH: Final = {"33 - 34": "0.000245", "28 - 32": "0.004531", "24 - 27": "0.020819", "19 - 23": "0.119997"}
_HIGH_RETURNS: Final = {
    "1": ("94.40%", "5.60%"),
    "2": ("92.57%", "7.43%"),
    "3": ("91.83%", "8.17%"),
    "4": ("90.73%", "9.27%"),
}
_SUMS: Final = {"3 - 4": "0.00000009", "5 - 6": "0.00000925", "7 - 11": "0.00222183"}

_section = partial(section, GAME)


def claims(house: House) -> list[Claim]:
    terms = GAME.terms(house)
    optimal, raised, meter = analyze(terms), analyze(terms, "raise-15").main, progressive(terms)
    tables = {wager: _by_table(house, wager) for wager in ("low-points", "high-points")}
    return [
        *felt(terms),
        *rules(terms, optimal.main, raised),
        *benefits(optimal, raised),
        *procedures(terms, raised),
        *description(terms),
        *_main_analysis(house.numbers, optimal.main, raised),
        *_side_bet_analysis(tables, meter),
        *_summary(optimal.main, tables, meter),
    ]


def _by_table(house: House, wager: str) -> dict[str, Figures]:
    return {id: side_bets(GAME.terms(house, {wager: id}))[wager] for id in house.pay_tables[wager]}


def _main_analysis(numbers: LowFour, optimal: Figures, raised: Figures) -> list[Claim]:
    played = choices("optimal", numbers)
    share = share_of_fifteen(played)
    return [
        *_section(
            _REPORT,
            *cuts(played),
            ("15 points: share of hands to raise", "93.94%", share),
            ("15 points: share of hands to fold", "6.06%", 1 - share),
            ("RTP lost by raising every 15", "0.01%", optimal.rtp - raised.rtp),
        ),
        *_main_table("Table 3a", optimal, 0),
        *_main_table("Table 3b", raised, 1),
    ]


def _main_table(source: str, figures: Figures, column: int) -> list[Claim]:
    values: dict[str, Value] = {
        "Average Wager": figures.average_wager,
        "Average Win": figures.average_return,
        "RTP": figures.rtp,
        "RTH": figures.element_of_risk,
        "HE": figures.house_edge,
    }
    return _section(source, *((name, printed[column], values[name]) for name, printed in _MAIN.items()))


def _side_bet_analysis(tables: Mapping[str, Mapping[str, Figures]], meter: ProgressiveFigures) -> list[Claim]:
    return [
        *_probabilities("Table 4a", "low-points", _LOW),
        *returns(GAME, "Table 4b", "Pay Table", tables["low-points"], _LOW_RETURNS),
        *_probabilities("Table 5a", "high-points", _HIGH),
        *returns(GAME, "Table 5b", "Pay Table", tables["high-points"], _HIGH_RETURNS),
        *_section("Table 6a", *((f"Probability of a sum of {sums}", *row) for sums, row in _sums().items())),
        *_section(
            "Table 6b",
            ("Seed, in bets", "10,000", meter.base),
            ("Increment Contribution", "20.00%", meter.increment),
            ("Average Jackpot Win, in bets", "197,442.05", meter.mean_meter),
            ("RTP", "81.19%", meter.rtp),
            ("HE", "18.81%", meter.house_edge),
        ),
    ]


def _summary(main: Figures, tables: Mapping[str, Mapping[str, Figures]], meter: ProgressiveFigures) -> list[Claim]:
    source = f"{_REPORT}, Summary"
    rtps = [main.rtp, meter.rtp, *(figures.rtp for by_id in tables.values() for figures in by_id.values())]
    note = (
        "The sentence means 1 − RTP, the part of the average wager that the report otherwise calls RTH. As the report"
        f" defines house edge, by the ante, it is {rounded(main.house_edge * 100, 2)}%."
    )
    return [
        *_section(
            source,
            ("Maximum RTP", "97.23%", max(rtps)),
            ("Maximum RTP is that of the main wager, played best", TRUE, main.rtp == max(rtps)),
        ),
        Claim(GAME.slug, source, "House Edge that the maximum RTP corresponds to", "2.77%", 1 - max(rtps), note=note),
        Claim(GAME.slug, source, "Minimum RTP", "81.19%", min(rtps), note=long_run_note(meter), wager=meter.wager),
        *_section(
            source,
            ("House Edge that the minimum RTP corresponds to", "18.81%", 1 - min(rtps)),
            ("Minimum RTP is that of the progressive", TRUE, meter.rtp == min(rtps)),
        ),
    ]


def _probabilities(source: str, wager: str, printed: Mapping[str, str]) -> list[Claim]:
    hands = int(WEIGHTS.sum())
    rows = []
    for event, published in printed.items():
        count = sum(int(WEIGHTS[grade == TOTALS].sum()) for grade in SCALES[wager].grades(f"{event} points"))
        rows.append((f"Probability of {event} points", published, Fraction(count, hands)))
    return _section(source, *rows)


def _sums() -> dict[str, tuple[str, Value]]:
    counts, scale = combined_counts(), SCALES["combo-progressive"]
    return {
        sums: (published, Fraction(sum(counts[grade] for grade in scale.grades(sums)), DEALS))
        for sums, published in _SUMS.items()
    }
