"""The general plans: against published fractions, each other, the games' own solvers, and every deal of a small deck."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from feltlab.cards import cards_text
from feltlab.errors import FeltlabError, RulesError
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.lab import KEPT, KEPT_STATES, GeneralLab, kept
from feltlab.exact.solving.paths import later_path, options_of
from feltlab.exact.solving.plain import Plain
from feltlab.exact.solving.ranks import Ranks, RankSeeing
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.solver import best, plan_of
from feltlab.exact.solving.walk import Walk
from feltlab.games import GAMES
from feltlab.games.loading import game_of_file
from feltlab.hands.ranking import Ranking
from feltlab.lab import lab_of, terms_of
from feltlab.rules.codes import LOSE, WIN, rule
from feltlab.rules.game import Game, Terms
from feltlab.rules.lines import read_round
from feltlab.rules.settling import Hand
from tests.exact import lighthouse, three_cards

DEALT = three_cards.GAME
TIDE = game_of_file(Path(__file__).parents[2] / "examples" / "spring_tide.py")


def small(*ranks: int) -> tuple[int, ...]:
    return tuple(card for card in range(52) if card >> 2 in ranks)


@pytest.fixture(scope="module")
def duelled() -> GeneralLab:
    return GeneralLab(DEALT)


@pytest.mark.parametrize(
    ("table", "edge"),
    [("5-4-1", "686689/20358520"), ("5-3-1", "3672957/101792600"), ("4-3-1", "778809/20358520"), ("3-2-1", "870929/20358520")],
)  # fmt: skip
def test_published_edges_come_out_as_the_same_fractions(duelled: GeneralLab, table: str, edge: str) -> None:
    figures = duelled.analyze(terms_of(DEALT, pay_tables={"ante-bonus": table})).main
    assert figures.house_edge == Fraction(edge)
    assert duelled.plan.name == "duel"
    if table == "5-4-1":
        assert round(float(figures.element_of_risk), 6) == 0.020147
        assert round(figures.standard_deviation, 5) == 1.63925


@pytest.mark.parametrize(("table", "edge"), [("40-30-6-4-1", "128/5525"), ("40-30-6-3-1", "402/5525")])
def test_a_published_side_bet(duelled: GeneralLab, table: str, edge: str) -> None:
    figures = duelled.analyze(terms_of(DEALT, pay_tables={"pair-plus": table})).wagers["pair-plus"]
    assert figures.house_edge == Fraction(edge)


def test_the_best_play_is_the_one_that_everybody_knows(duelled: GeneralLab) -> None:
    house = DEALT.house()
    asked = {"wagers": {"ante": 100}}
    assert duelled.advise({"player": "Qs 6d 4h", **asked}, house).best.choice == "play"
    assert duelled.advise({"player": "Qs 6d 3h", **asked}, house).best.choice == "fold"
    assert duelled.strategy_text(terms_of(DEALT))[-1] == "This is the optimum."


def test_another_qualifier_is_counted_again(duelled: GeneralLab) -> None:
    house = DEALT.house().changed({"qualifier": 0})
    other = duelled.analyze(terms_of(DEALT, house)).main
    walked = GeneralLab(DEALT, Walk(Seeing(DEALT, small(0, 1, 5, 12))))
    duelled_small = GeneralLab(DEALT, Duel(Seeing(DEALT, small(0, 1, 5, 12))))
    assert other.house_edge != duelled.analyze(terms_of(DEALT)).main.house_edge
    for terms in (terms_of(DEALT), terms_of(DEALT, house)):
        assert walked.analyze(terms).to_dict() == duelled_small.analyze(terms).to_dict()


PLANS = [
    (DEALT, (Duel, Walk), small(0, 1, 12)),
    (TIDE, (Duel, Walk), small(0, 5, 11)),
    (lighthouse.GAME, (Walk,), small(2, 3, 8)),
]


@pytest.mark.parametrize(("game", "kinds", "deck"), PLANS, ids=[game.slug for game, _, _ in PLANS])
def test_a_plan_is_every_deal_of_a_small_deck(game: Game, kinds: tuple[Any, ...], deck: tuple[int, ...]) -> None:
    terms = terms_of(game)
    plain = Plain(game, deck, terms)
    value = plain.expectation()
    sides = {slug: plain.side(slug, _nets(terms, slug)) for slug in game.sides}
    for kind in kinds:
        lab = GeneralLab(game, kind(Seeing(game, deck)))
        assert lab.solved(terms).expectation(best) == value
        assert (
            sum(outcome.net * outcome.combinations for outcome in lab.solved(terms).outcomes(best))
            == value * lab.seeing.deals
        )
        for slug, side in sides.items():
            counts = lab.counted(terms).grade_counts(slug, game.book.scales[slug].top)
            nets = _nets(terms, slug)
            assert sum(count * net for count, net in zip(counts, nets, strict=True)) == side * lab.seeing.deals


def _nets(terms: Terms, slug: str) -> list[Fraction]:
    return pay_nets(terms.pays[slug], {slug: Fraction(50)})


def test_duel_and_walk_agree_on_a_larger_deck() -> None:
    """Twenty cards: some 40 times as many deals as plain counting bears."""
    terms, deck = terms_of(TIDE), small(0, 4, 8, 11, 12)
    walked, duelled = (GeneralLab(TIDE, kind(Seeing(TIDE, deck))) for kind in (Walk, Duel))
    assert walked.analyze(terms).to_dict() == duelled.analyze(terms).to_dict()


def test_a_side_bets_pay_is_no_reason_to_decide_again(duelled: GeneralLab) -> None:
    felt, other = terms_of(three_cards.GAME), terms_of(three_cards.GAME, pay_tables={"pair-plus": "40-30-6-3-1"})
    assert felt.pays["pair-plus"] != other.pays["pair-plus"]
    assert duelled.solved(felt) is duelled.solved(other)
    assert duelled.side_figures("pair-plus", felt) != duelled.side_figures("pair-plus", other)


def test_of_what_is_large_few_are_kept() -> None:
    store: dict[int, int] = {}
    for number in range(2 * KEPT):
        kept(store, number, lambda: 0, states=1)
    assert len(store) == KEPT
    assert [kept(store, number, lambda: 1, KEPT_STATES // 2) for number in (KEPT, 1, KEPT)] == [0, 1, 0]
    assert list(store) == [1, KEPT]
    kept(store, 2, lambda: 2, KEPT_STATES // 2)
    assert list(store) == [KEPT, 2]
    kept(store, 3, lambda: 3, 2 * KEPT_STATES)
    assert list(store) == [3]


def test_a_round_with_two_questions() -> None:
    lab = GeneralLab(lighthouse.GAME)
    terms, house = terms_of(lighthouse.GAME), lighthouse.GAME.house()
    assert lab.plan.name == "walk"
    analysis = lab.analyze(terms)
    for strategy in lab.STRATEGIES:
        assert lab.analyze(terms, strategy).main.house_edge >= analysis.main.house_edge
    dusk = lab.advise({"player": "4s 5h", "wagers": {"ante": 100, "dark": 50}}, house)
    night = lab.advise({"player": "4s 5h", "first": "Ts", "wagers": {"ante": 100}}, house)
    assert [option.choice for option in dusk.options] == ["wait", "three"]
    assert [option.choice for option in night.options] == ["fold", "once"]
    # By hand: of the 49 cards that may be lit, eight, nine tens and court cards keep the nine and so on.
    wins = {9: 5, 8: 3, 7: 2, 6: 2}
    net = Fraction(0)
    for card in set(range(52)) - {2 * 4 + 3, 3 * 4 + 2, 8 * 4 + 3}:
        beams = (9 + (min((card >> 2) + 2, 10) if card < 48 else 1)) % 10
        net += wins.get(beams, 0 if beams == 5 else -2)
    assert night.options[1].ev == net / 49
    rows = list(lab.strategy_rows(terms))
    assert {row["stage"] for row in rows} == {"dusk", "night"}
    assert sum(row["hands"] for row in rows if row["stage"] == "dusk") == 52 * 51 // 2


def test_low_four_by_ranks_is_its_own_solver() -> None:
    game = GAMES["low-four"]
    lab = GeneralLab(game)
    assert lab.plan.name == "ranks"
    house = game.house().changed({"qualifier": 18, "no_qualify_odds": "2 to 1"})
    for terms in (terms_of(game), terms_of(game, house)):
        ours, its = lab.analyze(terms), lab_of("low-four").analyze(terms)
        assert ours.main.house_edge == its.main.house_edge
        assert ours.main.average_wager == its.main.average_wager
        assert ours.main.variance == its.main.variance
        for wager, figures in its.wagers.items():
            assert ours.wagers[wager].house_edge == figures.house_edge
            assert ours.wagers[wager].variance == figures.variance
    line = {"player": "As 2d 3h 9c Tc Js Qd", "wagers": {"ante": 100, "low-points": 20}}
    assert lab.advise(line, house) == lab_of("low-four").advise(line, house)


def test_quick_draw_by_every_deal_is_its_own_solver() -> None:
    """From the flop on: from the start the cards are too many for plain counting."""
    game, random = GAMES["quick-draw-holdem"], Random(14)
    plain, house = Plain(game, tuple(range(52)), terms_of(game)), game.house()
    for number, ask in enumerate(game.round.asks.values()):
        cards = random.sample(range(52), 6)
        known = (tuple(cards[:2]), tuple(cards[2:5]), tuple(cards[5:]))[: 2 + number]
        path = later_path(game, number)
        values = {option: plain._value(known, path.with_option(ask, option), number + 1) for option in options_of(ask)}
        line = {name: cards_text(held) for name, held in zip(("hole", "flop", "turn"), known, strict=False)}
        advice = lab_of(game.slug).advise({**line, "wagers": {"flop": 1}}, house)
        assert {option.choice: option.ev for option in advice.options} == values


@pytest.mark.parametrize(
    ("slug", "why"),
    [
        ("rule-out", "the question 'trade' asks for more than a raise"),
        ("quick-draw-holdem", "deals or more would be visited one by one"),
    ],
)
def test_what_fits_no_plan_is_told_why(slug: str, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        plan_of(GAMES[slug])
    with pytest.raises(RulesError, match=why):
        GeneralLab(GAMES[slug]).prove()


@rule
def _any_change(own: int, dealer: int, play: int) -> tuple[int, int, int]:
    """As good as the pips of both cards together are even: no order of hands explains it."""
    return (WIN, WIN, 0) if (own + dealer) % 2 == 0 and play else (LOSE, LOSE if play else 0, 0)


def test_rules_without_an_order_are_not_taken_for_a_duel() -> None:
    game = replace(DEALT, settle=_any_change)
    with pytest.raises(RulesError, match="the rules change at"):
        GeneralLab(game, Duel(Seeing(game))).analyze(terms_of(game))
    deck = small(0, 1, 12)
    assert (
        GeneralLab(game, Walk(Seeing(game, deck))).solved(terms_of(game)).expectation(best)
        == Plain(game, deck, terms_of(game)).expectation()
    )


@rule
def _reds(cards: Any) -> int:
    red = 0
    for card in cards:
        red += card & 3 == 1 or card & 3 == 2
    return red


def test_a_ranking_that_tells_suits_apart_is_not_solved_by_suit_classes() -> None:
    reds = Ranking("reds", _reds)
    game = replace(DEALT, hands={"own": Hand(reds, "player"), "dealer": Hand(reds, "dealer")})
    deck = small(3, 7, 9)
    for kind in (Duel, Walk):
        seeing = Seeing(game, deck)
        assert not seeing.by_suit
        lab = GeneralLab(game, kind(seeing))
        assert lab.solved(terms_of(game)).expectation(best) == Plain(game, deck, terms_of(game)).expectation()


def test_a_state_is_found_whatever_the_suits_are_called() -> None:
    seeing = Seeing(lighthouse.GAME)
    random = Random(3)
    rows = np.array([random.sample(range(52), 4) for _ in range(200)])
    for renaming in ([0, 1, 2, 3], [3, 1, 0, 2]):
        renamed = (rows & ~3) | np.array(renaming)[rows & 3]
        states = seeing.located(renamed, 0)
        assert (seeing.located(renamed[:, [1, 0, 2, 3]], 0) == states).all()
        for row, state in zip(renamed, states, strict=True):
            assert sorted(card >> 2 for card in seeing.first[state]) == sorted(card >> 2 for card in row[:2])
    whole = seeing.following(seeing.first[7], 1)
    assert seeing.located(whole, 1).tolist() == [7 * 50 + number for number in range(50)]


@rule
def _beyond(cards: Any) -> int:
    return int(cards[7])


@rule
def _too_good(own: int) -> int:
    return 9 if own else -1


def test_rules_that_cannot_be_are_told_in_a_line() -> None:
    beyond = Ranking("beyond", _beyond)
    game = replace(DEALT, hands={"own": Hand(beyond, "player"), "dealer": Hand(beyond, "dealer")})
    with pytest.raises(RulesError, match="the ranking '_beyond' of 3 cards fails: IndexError"):
        GeneralLab(game).analyze(terms_of(game))
    graded = replace(DEALT, sides={"pair-plus": _too_good})
    with pytest.raises(RulesError, match=r"pair-plus gives grade (9|-1): its pay table has grades 0 to 5"):
        GeneralLab(graded).analyze(terms_of(graded))
    line = {"game": "three-cards", "player": "As Kd Qc", "dealer": "2c 3d 4h", "choices": {"play": "play"}}
    for broken, words in ((game, "a rule or a ranking fails: IndexError"), (graded, "pair-plus is paid by grade 9")):
        round = read_round({**line, "wagers": {"ante": 100, "pair-plus": 100}}, broken, broken.house())
        with pytest.raises(RulesError, match=words):
            round.settle()


def test_advice_knows_what_was_answered_before() -> None:
    lab, house = GeneralLab(lighthouse.GAME), lighthouse.GAME.house()
    line = {"player": "4s 5h", "first": "Ts", "wagers": {"ante": 100}}
    assert lab.advise({**line, "choices": {"dusk": "wait"}}, house) == lab.advise(line, house)
    with pytest.raises(FeltlabError, match="nothing is asked on the night"):
        lab.advise({**line, "choices": {"dusk": "three"}}, house)


def test_ranks_need_seven_cards_on_both_sides() -> None:
    assert "7 cards" in Ranks.unfit(RankSeeing(DEALT))
    assert "looks at suits" in Ranks.unfit(RankSeeing(GAMES["ace-odd-even"]))
