"""Every figure that Exhibit A and the rules sheet of Quick Draw Hold'em print, beside the exact one.

The pay tables of the exhibit's rules are inputs, not claims; where their pays are printed again, they are claims.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Final

from feltlab.cards import DECK, RANKS
from feltlab.exact.claim import Claim, pays_again, rounded, section
from feltlab.exact.figures import Figures, Outcome
from feltlab.games.quick_draw_holdem.fast import FOLDED_ON_FLOP, FOLDED_ON_TURN, NOTHING, analyze, deals, side_bets
from feltlab.games.quick_draw_holdem.printed import BOARD_TABLES, FLOP_TABLES, MAIN_SENTENCES, MAIN_TABLES
from feltlab.games.quick_draw_holdem.river import RIVERS, TURNS
from feltlab.games.quick_draw_holdem.rules import GAME, SCALES
from feltlab.games.quick_draw_holdem.strategies import FOLD_FLOP, FOLD_TURN, classes
from feltlab.rules.game import Terms
from feltlab.rules.house import House
from feltlab.rules.pay_table import PayTable, Share
from feltlab.rules.wagers import Role

_ANALYSIS: Final = "Mathematical Analysis"
_SHEET: Final = "Rules sheet"

_FLOP_LINES: Final = """
Straight Flush   40 to 1
3 Of A Kind      30 to 1
Straight         6 to 1
Flush            4 to 1
Pair             1 to 1
"""
_BOARD_LINES: Final = """
Four Card Royal   500 to 1
Four Of A Kind    100 to 1
Straight Flush    50 to 1
Three Of A Kind   5 to 1
Flushes           3 to 1
Straights         3 to 1
Two Pair          2 to 1
Jack's thru Aces  1 to 1
"""
_RIVER_LINES: Final = """
Royal Flush                  200 to 1
Straight Flush               50 to 1
Four Of A Kind               25 to 1
Full House                   5 to 1
Flush                        4 to 1
Straight                     3 to 1
Three Of A Kind              2 to 1
Two Pair 7s & 2s or higher   1 to 1
"""
_EVENTS: Final = {
    "7s-High 2 Pair": "high 2 pair",
    "Two Pair 7s & 2s or higher": "high 2 pair",
    "One Pair": "pair",
    "Two Pair": "2 pair",
    "A Pair of Jacks O/B": "high pair",
    "Jack's thru Aces": "high pair",
    "Four Card Royal": "royal flush",
    "Flushes": "flush",
    "Straights": "straight",
    "Fold 1st Bet": FOLDED_ON_FLOP,
    "Nothing": NOTHING,
}
"""Labels that differ from the book's names."""


_REASONS: Final[dict[tuple[str, str], tuple[str, Fraction | None]]] = {
    (_ANALYSIS, "Ways to deal five cards, turn and river"): (
        "The factors beside it, 2,598,960 × 47 × 46, multiply to a tenth of the printed product. We suspect that the"
        " author also counted which two of the five cards are the player's own, ten ways, although footnote 1 says that"
        " it does not matter. No other figure depends on it.",
        Fraction(5_618_951_520),
    ),
    ("Pay Table B3", "Flush: % Return"): (
        "Exactly it is 3 × 1096/22100. We suspect that a rounded figure was multiplied: 3 × 4.9593%.",
        Fraction(3 * 1096, 22100),
    ),
}
"""Why a figure differs, and the exact value that this explains."""

_section = partial(section, GAME)


def claims(house: House) -> list[Claim]:
    felt = house.felt()
    found = [*_rules("Rules of Play", house), *_counts()]
    for id in MAIN_TABLES:
        found += _main_claims(_terms(house, "river", id))
    found += _side_claims(house, "flop-bonus", FLOP_TABLES, "3 Card Flop Bonus Side Bet", "25.6109%")
    found += _side_claims(house, "best-four", BOARD_TABLES, "Best 4 Out Of 5 Community Cards Side Bet", "27.8802%")
    found += _rules(_SHEET, house)
    found += pays_again(GAME, f"{_SHEET}, Flop Bonus", felt["flop-bonus"], _FLOP_LINES, _EVENTS)
    found += pays_again(GAME, f"{_SHEET}, Best 4 out of 5 Community Cards", felt["best-four"], _BOARD_LINES, _EVENTS)
    found += pays_again(GAME, f"{_SHEET}, River Bonus Pay Out Schedule", felt["river"], _RIVER_LINES, _EVENTS)
    return found


def _terms(house: House, wager: str, id: str) -> Terms:
    return GAME.terms(house, {wager: id})


def _claim(source: str, figure: str, published: str, value: Fraction, percent: bool = False) -> Claim:
    note, explains = _REASONS.get((source, figure), ("", None))
    return Claim(GAME.slug, source, figure, published, value, percent, note, explains)


def _rules(source: str, house: House) -> list[Claim]:
    """What both the exhibit and the sheet say about the round."""
    (hole,), (board,) = GAME.round.seat_deals, GAME.round.shared_deals
    return _section(
        source,
        ("Optional bonus side bets", "2", sum(wager.role is Role.SIDE for wager in GAME.wagers.values())),
        ("Cards dealt to a player", "2", hole.cards),
        ("Community cards", "5", board.cards),
        ("Cards of the flop", "3", board.parts["flop"]),
        ("Cards that a hand is made of", "7", hole.cards + board.cards),
        ("Lowest rank whose pair wins on top of two pair", "7", RANKS[house.numbers.high_pair]),
    )


def _counts() -> list[Claim]:
    hands, weights = classes()
    all_hands, distinct = int(weights.sum()), len(hands)
    pairs = Fraction(TURNS * RIVERS, 2)
    return [
        *_section(
            _ANALYSIS,
            ("Cards in the deck", "52", len(DECK)),
            ("Five-card hands", "2,598,960", all_hands),
            ("Turn cards", "47", TURNS),
            ("River cards", "46", RIVERS),
        ),
        _claim(_ANALYSIS, "Ways to deal five cards, turn and river", "56,189,515,200", Fraction(deals())),
        *_section(
            _ANALYSIS,
            ("Distinct five-card hands", "134,459", distinct),
            ("Two-card combinations of the other cards", "1081", pairs),
            ("Six-card hands that follow a five-card hand", "47", TURNS),
            ("Ways to deal a two-card combination", "2", TURNS * RIVERS / pairs),
            ("Return of a fold with six cards", "-2", FOLD_TURN),
            ("Return of a fold with five cards", "-1", FOLD_FLOP),
        ),
        *_section(
            f"{_ANALYSIS}, footnote 1",
            ("Five-card hands", "2598960", all_hands),
            ("Distinct five-card hands", "134459", distinct),
        ),
    ]


def _main_claims(terms: Terms) -> Iterator[Claim]:
    main, table = analyze(terms).main, terms.pays["river"]
    source = f"Pay Table {table.id}"
    yield from _table(main, table, MAIN_TABLES[table.id], ("% 2 Bets", "% 3 Bets", "Pays", "% Probability", "% Return"))
    hit, average, edge, risk = MAIN_SENTENCES[table.id]
    yield _claim(source, "Hit frequency", hit, main.hit_frequency)
    yield _claim(source, "Average bet, in Flop bets", average, main.average_wager)
    yield _claim(source, "House advantage, of the Flop bet", edge, main.house_edge)
    yield Claim(
        GAME.slug,
        source,
        "House advantage, per total wager",
        risk,
        main.element_of_risk,
        note=_quotient_note(edge, average, risk),
    )


def _quotient_note(edge: str, average: str, printed: str) -> str:
    """Says where the quotient of the two printed figures differs from the printed one."""
    quotient = rounded(Fraction(edge.rstrip("%")) / Fraction(average), 4)
    if quotient == printed.rstrip("%"):
        return ""
    operands = f"{edge.rstrip('%')}% / {average}"
    return f"The operands as printed, {operands}, give {quotient}%; unrounded they give what is printed."


def _side_claims(
    house: House, wager: str, tables: Mapping[str, str], heading: str, hit_frequency: str
) -> Iterator[Claim]:
    hits = set()
    for id, printed in tables.items():
        terms = _terms(house, wager, id)
        figures = side_bets(terms)[wager]
        yield from _table(figures, terms.pays[wager], printed, ("% Probability", "Pays", "% Return"))
        hits.add(figures.hit_frequency)
    value = hits.pop() if len(hits) == 1 else "not one for all three"
    yield Claim(GAME.slug, heading, "Hit frequency of all three pay tables", hit_frequency, value)


def _table(figures: Figures, table: PayTable, printed: str, columns: tuple[str, ...]) -> Iterator[Claim]:
    """Every cell of a printed table; the last row is the sum of the others."""
    above: list[Outcome] = []
    for row in printed.strip().splitlines():
        label, *cells = (cell.strip() for cell in row.split("|"))
        event = _EVENTS.get(label, label.lower())
        own = [outcome for outcome in figures.outcomes if outcome.event in (event, FOLDED_ON_TURN + event)]
        above += own
        outcomes = above if label == "Total" else own
        for column, published in zip(columns, cells, strict=True):
            if published:
                value = _pays(table, event, outcomes) if column == "Pays" else _cell(column, figures, outcomes)
                yield _claim(f"Pay Table {table.id}", f"{label}: {column}", published, value, percent="%" in column)


def _cell(column: str, figures: Figures, outcomes: list[Outcome]) -> Fraction:
    """A row includes the rounds folded on the turn by what they would have made, at the two bets they lost."""
    if column == "% Return":
        return sum((outcome.combinations * outcome.net for outcome in outcomes), Fraction(0)) / figures.total
    bets = {"% 2 Bets": 2, "% 3 Bets": 3}.get(column)
    counted = [outcome.combinations for outcome in outcomes if bets in (None, outcome.staked)]
    return Fraction(sum(counted), figures.total)


def _pays(table: PayTable, event: str, outcomes: list[Outcome]) -> Fraction:
    """What the line of the event pays to one; without a line, the result for each unit staked."""
    scale = SCALES[table.wager]
    line = table.line(scale.grades(event).start) if event in scale.names else None
    if line and not isinstance(line.pays, Share):
        return line.pays.net
    (lost,) = {outcome.net / outcome.staked for outcome in outcomes}
    return lost
