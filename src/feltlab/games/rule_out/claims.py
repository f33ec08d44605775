"""Every figure printed in the Rule Out! document. The pays of its tables are inputs, not claims."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Final

import numpy as np

from feltlab.cards import JOKER, card_text, cards_text, joker_shoe, parse_cards
from feltlab.exact.claim import TRUE, Claim, rounded, section
from feltlab.exact.figures import Figures
from feltlab.games.rule_out.claims_rules import equipment, rulings
from feltlab.games.rule_out.fast import analyze, choices, side_bets, solve
from feltlab.games.rule_out.rules import GAME, RuleOut
from feltlab.games.rule_out.trades import (
    CARDS,
    DRAWN,
    KEEP,
    hand_weights,
    index_of,
    option_counts,
    option_values,
    rule_masks,
    survivor_counts,
)
from feltlab.hands.survivors import HIGHEST, LOWEST, STRUCK_BY
from feltlab.rules.game import Terms
from feltlab.rules.house import House

_MAIN: Final = {1: ("single", "95.11%", "99.08%"), 4: ("four", "94.85%", "98.45%"), 6: ("six", "94.91%", "98.55%")}
_JOKER: Final = {
    "primary": {1: "72.75%", 4: "72.38%", 6: "72.71%"},
    "alternate": {1: "85.32%", 4: "85.06%", 6: "84.82%"},
}
_NAMES: Final = {1: "Single Deck", 4: "Four Decks", 6: "Six Decks"}
_TABLES: Final = "Recommended Pay Tables"
_EXPLAINED: Final = Fraction(9_927_468, 10_467_275)
"""The return of never trading from four decks: the one value that differs, which the note explains."""

_EXAMPLE: Final = parse_cards("2d 3h Ts", DRAWN, "example")

ByDecks = Mapping[int, Figures]
_section = partial(section, GAME)


def claims(house: House) -> list[Claim]:
    played = {name: _by_decks(house, name) for name in ("keep", "optimal", "unify", "diversify")}
    return [
        *equipment(house),
        *_strategies(house, played),
        *_main_bet(house, played),
        *_side_bet(house),
        *rulings(),
    ]


def _terms(house: House, decks: int, pay_tables: dict[str, str]) -> Terms:
    """Not checked: printed figures are computed even if a house has more Jokers than a printed table pays."""
    return Terms(house.with_decks(decks), house.chosen(pay_tables, decks), {}, house.progressives)


def _by_decks(house: House, strategy: str) -> ByDecks:
    return {decks: analyze(_terms(house, decks, {"main": id}), strategy).main for decks, (id, *_) in _MAIN.items()}


def _strategies(house: House, played: Mapping[str, ByDecks]) -> list[Claim]:
    """Statements about strategies must hold for each number of decks that has a table."""
    three = [tuple(played[name][decks] for name in ("diversify", "keep", "unify")) for decks in _MAIN]
    best = {_best_choice(_EXAMPLE, _terms(house, decks, {"main": id})) for decks, (id, *_) in _MAIN.items()}
    losses = all(diversified.loss_frequency < kept.loss_frequency for diversified, kept, _ in three)
    wins = all(diversified.hit_frequency < kept.hit_frequency for diversified, kept, _ in three)
    pushes = all(diversified.push_frequency > kept.push_frequency for diversified, kept, _ in three)
    return [
        *_section(
            "Unify Strategy",
            (
                "Unifying returns more than doing nothing",
                TRUE,
                all(kept.rtp < unified.rtp for _, kept, unified in three),
            ),
            (f"Example {cards_text(_EXAMPLE)}", "trade Ts", " or ".join(sorted(best))),
        ),
        *_section(
            "Diversify Strategy",
            (
                "Diversifying returns less than doing nothing",
                TRUE,
                all(other.rtp < kept.rtp for other, kept, _ in three),
            ),
            ("Diversifying loses less often than doing nothing", TRUE, losses),
            ("Diversifying wins less often than doing nothing", TRUE, wins),
            ("Diversifying pushes more often than doing nothing", TRUE, pushes),
        ),
        _diversify_example(house),
    ]


def _best_choice(hand: tuple[int, ...], terms: Terms) -> str:
    place = int(choices("optimal", terms)[index_of(*hand)])
    return "keep" if place == KEEP else f"trade {card_text(sorted(hand)[place])}"


def _diversify_example(house: House) -> Claim:
    """How often one card or none is left of 2d 3h Ts from a single deck: kept, and with each of the cards traded."""
    shoe = solve(1, house.numbers.jokers)
    counts = shoe.options[index_of(*_EXAMPLE)].tolist()
    kept, two, three, ten = (f"{rounded(Fraction(100 * sum(left[:2]), shoe.outcomes), 2)}%" for left in counts)
    return Claim(
        GAME.slug,
        "Diversify Strategy",
        f"Example {cards_text(_EXAMPLE)}: trading 2d or 3h leaves one card or none more often than trading Ts",
        TRUE,
        all(sum(counts[option][:2]) > sum(counts[3][:2]) for option in (1, 2)),
        note=(
            "The document does not say more often than what. With a single deck one card or none is left in"
            f" {two} when 2d is traded, {three} when 3h is, {ten} when Ts is, and {kept} when all three are kept."
        ),
    )


def _main_bet(house: House, played: Mapping[str, ByDecks]) -> Iterator[Claim]:
    source = f"{_TABLES}, Main Bet"
    unified = []
    for decks, (_, plain, optimal) in _MAIN.items():
        kept, name = played["keep"][decks], _NAMES[decks]
        claim = Claim(GAME.slug, source, f"{name}, RTP", plain, kept.rtp)
        beside = Claim(GAME.slug, source, f"{name}, Optimal RTP", optimal, played["optimal"][decks].rtp)
        if claim.value == _EXPLAINED:
            claim = replace(claim, note=_note(claim, beside, kept, house.with_decks(decks)), explains=_EXPLAINED)
        yield from (claim, beside)
        unified.append(replace(beside, value=played["unify"][decks].rtp).matches)
    yield Claim(GAME.slug, source, "Optimal RTP is that of the unifying strategy", TRUE, all(unified))


def _note(claim: Claim, beside: Claim, kept: Figures, numbers: RuleOut) -> str:
    """Says, if it is so, that another reading gives the printed figure and loses the one beside it."""
    kept_rtp, best_rtp = _one_taken(kept, numbers)
    plain, optimal = replace(claim, value=kept_rtp), replace(beside, value=best_rtp)
    if not plain.matches or optimal.matches:
        return ""
    return (
        f"The exact return of never trading is {claim.computed}, which rounds to {claim.rounded}. It would be"
        f" {plain.computed} if Highest and Lowest took the same one of two identical cards beside a Joker, but then"
        f" Optimal RTP would be {optimal.computed}, and {beside.published} is printed. We suspect a misprint."
    )


def _one_taken(kept: Figures, numbers: RuleOut) -> tuple[Fraction, Fraction]:
    """RTP of never trading and of best play if Highest and Lowest took one and the same of two cards beside a Joker."""
    masks = rule_masks()
    counts = survivor_counts(masks)
    both = masks[(masks >> HIGHEST & masks >> LOWEST & 1) == 1]
    for hand in np.flatnonzero((CARDS[:, 0] == CARDS[:, 1]) & (CARDS[:, 1] != JOKER) & (CARDS[:, 2] == JOKER)):
        spared = np.count_nonzero(both & STRUCK_BY[CARDS[hand, 0]] == 0)
        counts[hand, :2] += (-spared, spared)
    shoe = np.bincount(joker_shoe(numbers.decks, numbers.jokers), minlength=JOKER + 1)
    weights = hand_weights(shoe)
    returned = [1 + outcome.net for outcome in reversed(kept.outcomes)]  # by survivors, none first
    scale = lcm(*(value.denominator for value in returned))
    values = option_values(option_counts(counts, shoe, weights), [int(value * scale) for value in returned])
    total = int(weights.sum()) * (len(masks) * (int(shoe.sum()) - DRAWN)) * scale
    plain, best = (int((weights * chosen).sum()) for chosen in (values[:, 0], values.max(axis=1)))
    return Fraction(plain, total), Fraction(best, total)


def _side_bet(house: House) -> Iterator[Claim]:
    for name, printed in _JOKER.items():
        for decks, published in printed.items():
            joker = side_bets(_terms(house, decks, {"joker": f"{name}-{decks}"}))["joker"]
            source = f"{_TABLES}, Side Bet, {name.title()} tables"
            yield Claim(GAME.slug, source, f"{_NAMES[decks]}, RTP", published, joker.rtp)
