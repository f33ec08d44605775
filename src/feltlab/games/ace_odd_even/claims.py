"""Every figure printed in the Ace Odd Even packet. Tables 1 to 3 are the pay tables themselves: inputs, not claims."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np

from feltlab.cards import DECK, RANKS, parse_cards
from feltlab.exact.claim import TRUE, Claim, Value, long_run_note, pays_again, returns, section
from feltlab.exact.figures import Analysis, Figures
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.exact.side_bets import pay_nets
from feltlab.games.ace_odd_even.classes import ACE, BEST, BONUS, choices, side_bets
from feltlab.games.ace_odd_even.fast import analyze, progressive
from feltlab.games.ace_odd_even.reading import told
from feltlab.games.ace_odd_even.rules import GAME, POKER_RANKS, AceOddEven
from feltlab.hands.parity import (
    EVEN,
    NEITHER,
    ODD,
    best_side,
    poker_grade,
    rank_word,
    side_cards,
    side_count,
    suit_word,
)
from feltlab.hands.poker import rank_name
from feltlab.kernels.lattice import HANDS
from feltlab.money import dollars
from feltlab.rules.game import Terms
from feltlab.rules.house import House
from feltlab.rules.pay_table import PayTable
from feltlab.rules.wagers import Role

_PROCEDURES: Final = "Dealer's Policies & Procedures"
_REPORT: Final = "Math Analysis"

_ODD_EVEN_LINES: Final = """
7 Cards No Ace   20 to 1
7 Cards          10 to 1
6 Cards No Ace   4 to 1
6 Cards          2 to 1
5 Cards No Ace   Push
"""
_POKER_LINES: Final = """
7 Card Flush   8,000 to 1
6 Card Flush   1,000 to 1
5 Card Flush   40 to 1
4 of a Kind    25 to 1
Full House     10 to 1
3 of a Kind    3 to 1
2 Pair         2 to 1
"""
_METER_LINES: Final = """
7 Card Flush   100% of Jackpot
6 Card Flush   10% of Jackpot
5 Card Flush   500 for 1
"""
_ODD_EVEN: Final = {
    "7 cards no ace": "0.00517405",
    "7 cards": "0.01252665",
    "6 cards no ace": "0.04829113",
    "6 cards": "0.08687783",
    "5 cards no ace": "0.17537306",
}
_POKER: Final = {
    "7 card flush": "0.00000006",
    "6 card flush": "0.00001884",
    "5 card flush": "0.00124319",
    "4 of a kind": "0.00168067",
    "full house": "0.01421151",
    "3 of a kind": "0.06098480",
    "2 pair": "0.13770378",
}
_ODD_EVEN_RETURNS: Final = {
    "1": ("92.41%", "7.59%"),
    "2": ("93.66%", "6.34%"),
    "3": ("91.12%", "8.88%"),
    "4": ("92.39%", "7.61%"),
    "5": ("90.96%", "9.04%"),
    "6": ("90.03%", "9.97%"),
}
_POKER_RETURNS: Final = {
    "1": ("93.95%", "6.05%"),
    "2": ("91.28%", "8.72%"),
    "3": ("92.74%", "7.26%"),
    "4": ("90.16%", "9.84%"),
}

_section = partial(section, GAME)


def claims(house: House) -> list[Claim]:
    terms = GAME.terms(house)
    felt, meter = analyze(terms), progressive(terms)
    tables = {wager: _by_table(house, wager) for wager in ("odd-even", "poker")}
    return [
        *_felt(terms),
        *_rules(terms, felt.main),
        *_benefits(felt),
        *_procedures(terms, felt.main),
        *_description(terms),
        *_main_analysis(house.numbers, felt.main),
        *_side_bet_analysis(tables, meter),
        *_summary(felt.main, tables, meter),
    ]


def _by_table(house: House, wager: str) -> dict[str, Figures]:
    return {id: side_bets(GAME.terms(house, {wager: id}))[wager] for id in house.pay_tables[wager]}


def _felt(terms: Terms) -> list[Claim]:
    source, pays = "Felt Layout", terms.pays
    return [
        *_parities(source),
        *pays_again(GAME, source, pays["poker"], _POKER_LINES.replace(",", "")),
        *pays_again(GAME, source, pays["odd-even"], _ODD_EVEN_LINES),
        *pays_again(GAME, source, pays["poker-progressive"], _METER_LINES),
        *_section(source, ("Dealer qualifies", "4-card, King-high", _qualifier(terms.numbers))),
    ]


def _rules(terms: Terms, main: Figures) -> list[Claim]:
    source, numbers, pays = "Rules of Play", terms.numbers, terms.pays
    return [
        *_section(source, ("Cards in the deck", "52", len(DECK))),
        *_section(f"{source}, How to Play the Game", _dealt()),
        *_parities(f"{source}, How to Play the Game"),
        *_section(
            f"{source}, Optimal Player Strategy",
            ("It is best to play with 4 cards Ace-high or better, and only then", TRUE, _best_is("ace-high", numbers)),
            ("Fold frequency", "32.15%", main.fold_frequency),
            ("House edge, of the ante", "3.21%", main.house_edge),
        ),
        *_section(f"{source}, How to Win", ("Dealer qualifies", "4-card, King-high", _qualifier(numbers))),
        *_odd_even_bonus(f"{source}, Side Bets", pays),
        *_poker_bonus(f"{source}, Side Bets", pays),
    ]


def _benefits(felt: Analysis) -> list[Claim]:
    return _section(
        "Benefits",
        ("Main game house edge, of the ante", "3.21%", felt.main.house_edge),
        ("Side bets but the progressive", "2", sum(wager.role is Role.SIDE for wager in GAME.wagers.values())),
        ("Odd-Even Bonus house edge", "7.61%", felt.wagers["odd-even"].house_edge),
        ("Poker Bonus house edge", "7.26%", felt.wagers["poker"].house_edge),
    )


def _procedures(terms: Terms, main: Figures) -> list[Claim]:
    source, numbers, pays = _PROCEDURES, terms.numbers, terms.pays
    return [
        *_section(source, ("Cards in the deck", "52", len(DECK))),
        *_section(
            f"{source}, Placing a Bet",
            ("Cap of bonus tokens, in dollars", "25", Fraction(numbers.bonus_token_cap, 100)),
        ),
        *_section(f"{source}, Dealing the Hand", _dealt()),
        *_parities(f"{source}, Player Options"),
        *_section(
            f"{source}, Take-and-Pay Procedure",
            ("Dealer qualifies", "4-card, King-high", _qualifier(numbers)),
            ("House edge, of the ante", "3.2%", main.house_edge),
        ),
        *_odd_even_bonus(f"{source}, Odd-Even Bonus Side Bet", pays),
        *_poker_bonus(f"{source}, Poker Bonus Side Bet", pays),
    ]


def _description(terms: Terms) -> list[Claim]:
    source, numbers = f"{_REPORT}, Game Description", terms.numbers
    rule = GAME.book.progressives["poker-progressive"]
    hand = parse_cards("Ac Qd Qh 8s 5c 5d 5h", GAME.round.hand, "example")
    least, most = GAME.wagers["poker-progressive"].fixed_stakes
    return [
        *_parities(source),
        *_section(
            source,
            _dealt(),
            ("Dealer qualifies", "4-card, King-high", _qualifier(numbers)),
            ("Ante when the dealer does not qualify", "1 to 1", str(numbers.no_qualify_odds)),
            ("Ante and Play when the player wins", "1 to 1", str(numbers.win_odds)),
            ("Odd-Even Bonus paytables", "6", len(GAME.book.pay_tables["odd-even"])),
            ("Example A Q Q 8 5 5 5, the hand that is set", "A Q Q 8", _ranks(side_cards(hand, EVEN))),
            ("Example A Q Q 8 5 5 5, Poker Bonus", "Three of a Kind", _poker(hand, EVEN)),
            ("Poker Bonus paytables", "4", len(GAME.book.pay_tables["poker"])),
            ("Progressive, seed value in bets", "10,000", rule.base_bets),
            ("Progressive, contribution rate", "20%", rule.increment_rate),
            ("Progressive, smaller cost", "$1.00", dollars(least)),
            ("Progressive, larger cost", "$5.00", dollars(most)),
        ),
    ]


def _main_analysis(numbers: AceOddEven, main: Figures) -> list[Claim]:
    four_without_aces = (BONUS == 0) & (HANDS[:, ACE] == 0)  # no hand has fewer than four cards of one parity
    folded = ~choices("optimal", numbers)
    return [
        *_section(
            _REPORT,
            ("It is best to fold if and only if the hand is 4 cards without any Aces", TRUE,
             bool((folded == four_without_aces).all())),
        ),
        *_section(
            "Table 4",
            ("Avg Wager", "1.6785", main.average_wager),
            ("RTP", "98.09%", main.rtp),
            ("RTH", "1.91%", main.element_of_risk),
            ("HE", "3.21%", main.house_edge),
        ),
    ]  # fmt: skip


def _side_bet_analysis(tables: dict[str, dict[str, Figures]], meter: ProgressiveFigures) -> list[Claim]:
    odd_even, poker = tables["odd-even"], tables["poker"]
    return [
        *_probabilities("Table 5", odd_even["1"], _ODD_EVEN),
        *returns(GAME, "Table 6", "Paytable", odd_even, _ODD_EVEN_RETURNS),
        *_two_pair_example(),
        *_probabilities("Table 7", poker["1"], _POKER),
        *returns(GAME, "Table 8", "Paytable", poker, _POKER_RETURNS),
        *_section(_REPORT, ("Progressive RTP", "82.22%", meter.rtp), ("Progressive HE", "17.78%", meter.house_edge)),
    ]


def _two_pair_example() -> list[Claim]:
    """The sides of a hand that the Ante and the Poker Bonus would set differently."""
    hand = parse_cards("Ac Ad 8h 8s 9c 7d 5h", GAME.round.hand, "example")
    kept = best_side(rank_word(hand))
    for_bonus = next(side for side in (ODD, EVEN) if _poker(hand, side) == _poker(hand, NEITHER))
    name = "Example A A 8 8 9 7 5"
    return _section(
        _REPORT,
        (f"{name}, Even cards", "A A 8 8", _ranks(side_cards(hand, EVEN))),
        (f"{name}, Odd cards", "A A 9 7 5", _ranks(side_cards(hand, ODD))),
        (f"{name}, discarded for the main wager", "8 8", _ranks(_discards(hand, kept))),
        (f"{name}, discarded for the Poker Bonus", "9 7 5", _ranks(_discards(hand, for_bonus))),
        (f"{name}, retained for the Poker Bonus", "Two Pair", _poker(hand, for_bonus)),
    )


def _summary(main: Figures, tables: dict[str, dict[str, Figures]], meter: ProgressiveFigures) -> list[Claim]:
    rtps = [main.rtp, meter.rtp, *(figures.rtp for by_id in tables.values() for figures in by_id.values())]
    source = f"{_REPORT}, Summary"
    return [
        *_section(
            source,
            ("Maximum RTP", "98.09%", max(rtps)),
            ("Maximum RTP is that of the main wager", TRUE, main.rtp == max(rtps)),
        ),
        Claim(GAME.slug, source, "Minimum RTP", "82.22%", min(rtps), note=long_run_note(meter), wager=meter.wager),
        *_section(source, ("Minimum RTP is that of the progressive Poker Bonus", TRUE, meter.rtp == min(rtps))),
    ]


def _dealt() -> tuple[str, str, Value]:
    return "Cards dealt to a hand", "7", GAME.round.hand


def _parities(source: str) -> list[Claim]:
    alone = told()
    both = [rank for rank in RANKS if rank not in (*alone["odd"], *alone["even"])]
    return _section(
        source,
        ("Odd cards", "3 5 7 9 J K", _symbols(alone["odd"])),
        ("Even cards", "2 4 6 8 10 Q", _symbols(alone["even"])),
        ("Odd or even", "A", _symbols(both)),
    )


def _odd_even_bonus(source: str, pays: Mapping[str, PayTable]) -> list[Claim]:
    paid = [grade for grade, net in enumerate(pay_nets(pays["odd-even"])) if net > 0]
    fewest = side_count(int(BEST[np.isin(BONUS, paid)].min(initial=BEST.max())))
    return [
        *_section(source, ("Odd-Even Bonus, fewest cards that win", "6", fewest)),
        *pays_again(GAME, source, pays["odd-even"], _ODD_EVEN_LINES),
    ]


def _poker_bonus(source: str, pays: Mapping[str, PayTable]) -> list[Claim]:
    discards = parse_cards("5c 5d 5h", 3, "example")
    return [
        *_section(source, ("Poker Bonus of discards 5 5 5", "3 of a Kind", _poker(discards, NEITHER))),
        *pays_again(GAME, source, pays["poker"], _POKER_LINES),
    ]


def _probabilities(source: str, figures: Figures, printed: dict[str, str]) -> list[Claim]:
    rows = [(f"Probability of {event}", text, figures.probability(event)) for event, text in printed.items()]
    return _section(source, *rows)


def _best_is(strategy: str, numbers: AceOddEven) -> bool:
    return bool((choices("optimal", numbers) == choices(strategy, numbers)).all())


def _qualifier(numbers: AceOddEven) -> str:
    return f"{numbers.qualifier_cards}-card, {rank_name(numbers.qualifier_rank)}-high"


def _poker(cards: tuple[int, ...], set: int) -> str:
    grade = poker_grade(rank_word(cards), suit_word(cards), set)
    return POKER_RANKS.of(grade) if grade else "nothing"


def _discards(hand: tuple[int, ...], set: int) -> list[int]:
    kept = side_cards(hand, set)
    return sorted((card for card in hand if card not in kept), reverse=True)


def _ranks(cards: Sequence[int]) -> str:
    return _symbols([RANKS[card >> 2] for card in cards])


def _symbols(ranks: list[str]) -> str:
    return " ".join(ranks).replace("T", "10")
