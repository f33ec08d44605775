"""The board plan: against every deal of small decks, a game's own solver, and a published fraction."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from feltlab.cards import cards_text, parse_cards
from feltlab.errors import RulesError, WagerError
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.solving.board import Board
from feltlab.exact.solving.board_counting import solve
from feltlab.exact.solving.board_lab import BoardLab
from feltlab.exact.solving.board_solved import BoardSolved
from feltlab.exact.solving.board_tallies import still_holds
from feltlab.exact.solving.lab import GeneralLab
from feltlab.exact.solving.paths import later_path, options_of
from feltlab.exact.solving.plain import Plain
from feltlab.exact.solving.progress import watched
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.walk import Walk
from feltlab.games import GAMES
from feltlab.games.loading import game_of_file
from feltlab.hands.ranking import Ranking
from feltlab.kernels.board_paths import taken_ways
from feltlab.lab import lab_of, terms_of
from feltlab.rules.codes import LOSE, WIN, rule
from feltlab.rules.game import Game, Terms
from feltlab.rules.lines import read_round
from feltlab.rules.pay_table import PayTable
from feltlab.rules.settling import Hand
from tests.exact import streets
from tests.exact.test_solving import small

ULTIMATE = game_of_file(Path(__file__).parents[2] / "examples" / "games" / "ultimate_texas_holdem.py")
TWELVE = small(0, 1, 12)


class Suited(Seeing):
    """That the rankings do not tell suits apart is tried on all hands elsewhere."""

    by_suit = True


@rule
def _pocket_alone(two: int) -> int:
    return two


OPEN = replace(streets.GAME, sides={**streets.GAME.sides, "pocket": _pocket_alone})
"""Its side bets are all on what the player sees, or on the hands that are compared."""


@pytest.mark.parametrize("game", [ULTIMATE, streets.GAME, OPEN], ids=["ultimate", "streets", "open"])
def test_a_board_is_every_deal_of_a_small_deck(game: Game) -> None:
    """Three ranks, by the plan that looks at every deal: figures, ends, and how all bets end together."""
    terms = terms_of(game)
    walked, boarded = GeneralLab(game, Walk(Suited(game, TWELVE))), BoardLab(game, TWELVE)
    ours, theirs = boarded.analyze(terms), walked.analyze(terms)
    assert ours.main.to_dict() == theirs.main.to_dict()
    for slug, figures in theirs.wagers.items():
        events = [outcome.event for outcome in figures.outcomes]
        assert [ours.wagers[slug].probability(event) for event in events] == [*map(figures.probability, events)]
    always = next(name for name in boarded.STRATEGIES if name.startswith("always"))
    assert boarded.analyze(terms, always).main.to_dict() == walked.analyze(terms, always).main.to_dict()
    if game is streets.GAME:
        with pytest.raises(RulesError, match="pocket uses neither cards that the player sees at a question"):
            boarded.solved(terms).joint_counts("optimal")
        return
    at = [boarded.solved(terms).all_ends.index(end) for end in walked.solved(terms).all_ends]
    for strategy in ("optimal", always):
        counts = walked.solved(terms).joint_counts(walked.chooser(strategy, terms))
        found = boarded.solved(terms).joint_counts(strategy)
        assert (found[at] == counts).all()
        assert found.sum() == counts.sum()


@pytest.mark.parametrize(
    ("game", "cards"), [(ULTIMATE, 7), (ULTIMATE, 5), (streets.GAME, 6), (streets.GAME, 5)],
    ids=["ultimate-7", "ultimate-5", "streets-6", "streets-5"],
)  # fmt: skip
def test_advice_is_every_deal_that_may_follow(game: Game, cards: int) -> None:
    """Plain counting of what follows some cards of a small deck, side bets and all."""
    terms, lab = terms_of(game), BoardLab(game, TWELVE)
    dealt = [TWELVE[(5 * place + 3) % 12] for place in range(cards)]
    line: dict[str, str] = {}
    known: list[tuple[int, ...]] = []
    at = 0
    for name, size in lab.seeing.groups.items():
        if at < cards:
            line[name], known = cards_text(dealt[at : at + size]), [*known, tuple(dealt[at : at + size])]
            at += size
    plain = Plain(game, TWELVE, terms)
    number = list(lab.plan.cards_open).index(cards - 2)
    ask, path = plain.asks[number], later_path(game, number)
    values = [plain._value(tuple(known), path.with_option(ask, option), number + 1) for option in options_of(ask)]
    sides = {slug: 40 * (place + 1) for place, slug in enumerate(game.sides)}
    advice = lab.advise({**line, "wagers": {**game.opening_stakes(100), **sides}}, game.house())
    more = Fraction(0)
    for slug, stake in sides.items():
        grades = [_grade(plain, slug, whole) for whole in plain._all(tuple(known))]
        nets = pay_nets(terms.pays[slug])
        more += Fraction(stake, 100) * sum((nets[grade] for grade in grades), Fraction(0)) / len(grades)
    assert [option.ev for option in advice.options] == [value + more for value in values]


def _grade(plain: Plain, slug: str, known: Any) -> int:
    return int(plain.game.grades[slug].of(plain._cards(known), {}))


def test_advice_before_the_board_is_turned_is_the_solved_game() -> None:
    """Every two cards together are the game; and what is best is what the table says."""
    terms, lab = terms_of(ULTIMATE), BoardLab(ULTIMATE, TWELVE)
    every = list(lab.strategy_rows(terms))
    rows = [row for row in every if row["stage"] == "preflop"]
    total = sum(row["hands"] * max(Fraction(row[f"ev_{option}"]) for option in ("check", "3x", "4x")) for row in rows)
    assert sum(row["hands"] for row in rows) == 66
    assert total / 66 == lab.analyze(terms).main.expectation
    alone = lab.advise({"player": rows[1]["player"], "wagers": ULTIMATE.opening_stakes(1)}, ULTIMATE.house())
    assert alone.best.choice == rows[1]["decision"]
    trips = lab.grade_counts("trips", terms)
    assert trips is not None
    mean = sum(
        row["hands"] * lab._side_mean(terms, "trips", pay_nets(terms.pays["trips"]), _cards(row["player"]), [])
        for row in rows
    )
    assert mean / 66 == lab.analyze(terms).wagers["trips"].expectation


def test_rows_after_the_flop_say_how_often_each_answer_is_best() -> None:
    """Two cards of a class are asked about on every flop."""
    terms, lab = terms_of(ULTIMATE), BoardLab(ULTIMATE, TWELVE)
    rows = {row["player"]: row for row in lab.strategy_rows(terms) if row["stage"] == "flop"}
    row = next(row for row in rows.values() if 0 < row["share_2x"] < 1)
    flops = list(combinations(sorted(set(TWELVE) - set(_cards(row["player"]))), 3))
    best = [
        lab.advise({"player": row["player"], "flop": cards_text(flop)}, ULTIMATE.house()).best.choice for flop in flops
    ]
    assert row["share_2x"] == best.count("2x") / len(flops)
    assert sum(row["hands"] for row in rows.values()) == 66 * len(flops)
    assert {row["stage"] for row in lab.strategy_rows(terms)} == {"preflop", "flop", "river"}


def _cards(text: str) -> list[int]:
    return [int(card) for card in parse_cards(text, 2, "player")]


def test_a_games_own_solver_gives_the_same_advice() -> None:
    """Quick Draw has a board and no dealer's hand: the whole deck, from the flop and from the turn on."""
    game, random = GAMES["quick-draw-holdem"], Random(16)
    lab = BoardLab(game)
    for _ in range(3):
        cards = random.sample(range(52), 6)
        line: dict[str, Any] = {
            "hole": cards_text(cards[:2]),
            "flop": cards_text(cards[2:5]),
            "wagers": {"flop": 100, "best-four": 20},
        }
        for more in ({}, {"turn": cards_text(cards[5:])}):
            assert lab.advise(line | more, game.house()) == lab_of(game.slug).advise(line | more, game.house())


def test_the_river_of_the_whole_deck_is_every_dealer_hand() -> None:
    terms, lab = terms_of(ULTIMATE), BoardLab(ULTIMATE)
    line = {"player": "As 7d", "flop": "Ks 8h 3c", "last": "Jd 2h"}
    known = tuple(tuple(parse_cards(text, len(text.split()), name)) for name, text in line.items())
    plain, path = Plain(ULTIMATE, tuple(range(52)), terms), later_path(ULTIMATE, 2)
    values = [plain._value(known, path.with_option(plain.asks[2], option), 3) for option in ("fold", "1x")]
    assert [option.ev for option in lab.advise(line, ULTIMATE.house()).options] == values


def _with_blind(terms: Terms, lines: str) -> Terms:
    table = PayTable.parse("blind", "other", ULTIMATE.book.scales["blind"], lines)
    return terms._replace(pays={**terms.pays, "blind": table})


def test_other_pays_are_decided_again_and_not_counted_again() -> None:
    """As long as no decision on a whole board can change; where one may, the game is solved again."""
    lab, walked = BoardLab(ULTIMATE, TWELVE), GeneralLab(ULTIMATE, Walk(Suited(ULTIMATE, TWELVE)))
    felt = terms_of(ULTIMATE)
    first = lab.solved(felt)
    found: tuple[Any, ...] = first.solution
    by_boards: tuple[Any, ...] = solve(first.worth)
    assert all(np.array_equal(ours, theirs) for ours, theirs in zip(found, by_boards, strict=True))
    kept = lab.counted(felt).tallies
    whole = kept[0]
    other = _with_blind(felt, "royal flush 9 to 1\n 4 of a kind 400 to 1\n full house 4 to 1\n straight 1 to 1")
    theirs = walked.analyze(other).main.to_dict()
    assert lab.analyze(other).main.to_dict() == theirs
    assert kept[0] is whole
    close = whole._replace(margins=0 * whole.margins, most=whole.most + 1)
    assert not still_holds(close, lab.solved(other).worth)
    kept[0] = close
    again = BoardSolved(lab.counted(felt), other)
    assert np.array_equal(again.solution.counts, lab.solved(other).solution.counts)
    assert kept[0] is not close


@pytest.mark.parametrize(
    "lines",
    [
        "royal flush 500 to 1\n 4 of a kind 10 to 1\n full house 2 to 1\n straight 1 to 1",
        "royal flush 5 to 1\n 4 of a kind 3 to 1\n full house 1 to 1\n straight 1 to 1",
        "royal flush 50 to 1\n 4 of a kind 30 to 1\n full house 10 to 1\n straight 2 to 1",
    ],
)
def test_lower_pays_are_seen_to_turn_no_decision_that_wins_too_seldom_to_be_turned(lines: str) -> None:
    lab, felt = BoardLab(ULTIMATE, TWELVE), terms_of(ULTIMATE)
    _ = lab.solved(felt).solution
    other = lab.solved(_with_blind(felt, lines)).worth
    assert still_holds(lab.counted(felt).tallies[0], other)
    assert np.array_equal(solve(other).whole, lab.solved(felt).solution.whole)


@pytest.mark.soak
def test_ultimate_texas_holdem_comes_out_as_published() -> None:
    told: list[tuple[str, int, int]] = []
    lab = BoardLab(ULTIMATE)
    with watched(lambda *step: told.append(step)):
        figures = lab.analyze(terms_of(ULTIMATE))
    assert figures.main.house_edge == Fraction(50643648973, 2317817502000)
    assert round(float(figures.main.element_of_risk), 6) == 0.005262
    assert sum(row["hands"] for row in lab.strategy_rows(terms_of(ULTIMATE)) if row["decision"] == "4x") == 500
    assert round(float(figures.wagers["trips"].house_edge), 6) == 0.019040
    assert {step[1:] for step in told if step[1] == step[2]} == {(134459, 134459)}


@rule
def _any_change(own: int, dealer: int, play: int) -> tuple[int, int, int]:
    return (WIN, WIN, WIN) if (own + dealer) % 2 == 0 and play else (LOSE, LOSE, LOSE if play else 0)


@rule
def _reds(cards: Any) -> int:
    red = 0
    for card in cards:
        red += card & 3 == 1 or card & 3 == 2
    return red


@rule
def _sum(cards: Any) -> int:
    total = 0
    for card in cards:
        total += card >> 2
    return total


def test_a_ranking_of_the_authors_own_is_ranked_as_it_is_written() -> None:
    pips = Ranking("pips", _sum)
    hands = {"own": Hand(pips, "player", "board"), "dealer": Hand(pips, "dealer", "board")}
    game = replace(ULTIMATE, hands=hands)
    ours = BoardLab(game, TWELVE).analyze(terms_of(game)).main
    assert ours.to_dict() == GeneralLab(game, Walk(Suited(game, TWELVE))).analyze(terms_of(game)).main.to_dict()


def test_what_a_board_is_not() -> None:
    odd = replace(ULTIMATE, settle=_any_change)
    with pytest.raises(RulesError, match="the rules change at"):
        BoardLab(odd, TWELVE).analyze(terms_of(odd))
    reds = Ranking("reds", _reds)
    hands = {
        "own": Hand(reds, "player", "flop"),
        "dealer": Hand(reds, "dealer", "board"),
        "all": Hand(reds, "player", "board"),
    }
    short = replace(ULTIMATE, hands=hands)
    assert "just one player's hand and one dealer's hand" in Board.unfit(Seeing(short))
    hands = {name: Hand(reds, *hand.places) for name, hand in ULTIMATE.hands.items()}
    suited = replace(ULTIMATE, hands=hands)
    with pytest.raises(RulesError, match="the ranking 'reds' tells suits apart"):
        BoardLab(suited, TWELVE).analyze(terms_of(suited))
    unlike = replace(ULTIMATE, hands={**ULTIMATE.hands, "own": Hand(reds, "player", "board")})
    assert Board.unfit(Seeing(unlike)) == "own and dealer are not ranked alike"
    assert BoardLab.fits(ULTIMATE)
    assert not BoardLab.fits(GAMES["low-four"])
    assert lab_of(GAMES["quick-draw-holdem"].slug) is not None


def test_decisions_of_the_simulation_are_those_of_the_lab() -> None:
    """Of a small deck, for all that can be dealt in some order: the way taken is the best at every question."""
    lab, terms = BoardLab(streets.GAME, TWELVE), terms_of(streets.GAME)
    solved = lab.solved(terms)
    rows = np.array([Random(number).sample(TWELVE, 7) for number in range(40)])
    found = np.empty(len(rows), np.uint8)
    whole = lab.plan.classes(5)
    taken_ways(lab.plan.deck, rows, lab.plan.chains, whole.keys, whole.numbers, solved.played, found)
    for row, way in zip(rows.tolist(), found.tolist(), strict=True):
        path = solved.paths[way]
        for number, option in enumerate(path.options):
            if option:
                cards = row[: 2 + lab.plan.cards_open[number]]
                names = ("player", "flop", "turn")
                parts = (cards[:2], cards[2:5], cards[5:6])
                line = {name: cards_text(part) for name, part in zip(names, parts, strict=True) if part}
                asks = [ask.name for ask in streets.GAME.round.asks.values()]
                choices = {asks[at]: path.options[at] for at in range(number)}
                advice = lab.advise(line | ({"choices": choices} if choices else {}), streets.GAME.house())
                best = max(each.ev for each in advice.options)
                assert next(each.ev for each in advice.options if each.choice == option) == best


def test_bets_that_must_be_equal() -> None:
    line = {
        "player": "As Ad", "dealer": "2c 7d", "flop": "Ah 2s 9c", "last": "5h Jd",
        "choices": {"preflop": "4x"},
    }  # fmt: skip
    house = ULTIMATE.house()
    assert read_round({**line, "wagers": {"ante": 500, "blind": 500}}, ULTIMATE, house).settle().net == 2500
    with pytest.raises(WagerError, match="the blind must equal the ante: 500 cents, not 400"):
        read_round({**line, "wagers": {"ante": 500, "blind": 400}}, ULTIMATE, house)
    with pytest.raises(WagerError, match="the blind is mandatory"):
        read_round({**line, "wagers": {"ante": 500}}, ULTIMATE, house)
