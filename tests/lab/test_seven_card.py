"""The lab of Ace Odd Even and Low Four against slower routes through the rule books."""

import json
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlab.cards import DECK, card_text, cards_text
from feltlab.errors import ChoiceError
from feltlab.exact.seven_card import DEALS, disagreements
from feltlab.games import GAMES, House, settle
from feltlab.games.ace_odd_even import fast as ace_odd_even
from feltlab.games.ace_odd_even.classes import BEST, showdown
from feltlab.games.ace_odd_even.classes import choices as odd_even_choices
from feltlab.games.ace_odd_even.joint import BEST_SIDE, FOLD, comparison, joint_plan, priced, separate_plan
from feltlab.games.low_four import fast as low_four
from feltlab.hands.low import hand_key, low_points
from feltlab.hands.parity import EVEN, ODD, best_strength, poker_grade, rank_word, side_cards, side_strength, suit_word
from feltlab.kernels.lattice import HANDS, WEIGHTS, class_of, dealer_weights
from feltlab.lab import advise, analyze, terms_of
from feltlab.rules.pay_table import PayTable
from tests.every import every

VECTORS = Path(__file__).parent.parent / "data" / "vectors"
LOW_FOUR, ODD_EVEN = GAMES["low-four"], GAMES["ace-odd-even"]


def _vectors(name: str) -> list[dict[str, Any]]:
    vectors: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text())["vectors"]
    return vectors


@every("vector", _vectors("low_four"), [vector["id"] for vector in _vectors("low_four")])
def test_low_four_advice_is_that_of_the_vectors(vector: dict[str, Any]) -> None:
    advice = advise({"game": "low-four", "player": vector["player"], "wagers": {"ante": 100}})
    values = {option.choice: option.ev for option in advice.options}
    assert values["fold"] == -1
    if "ev_play_exact" in vector:
        assert values["play"] == Fraction(vector["ev_play_exact"])
    assert advice.best.choice == vector["optimal_decision"]


@every("vector", _vectors("ace_odd_even"), [vector["id"] for vector in _vectors("ace_odd_even")])
def test_ace_odd_even_advice_is_that_of_the_vectors(vector: dict[str, Any]) -> None:
    advice = advise({"game": "ace-odd-even", "player": vector["player"], "wagers": {"ante": 100}})
    decision = advice.best.choice.split()[0]
    assert decision == vector["optimal_decision"]
    if decision == "play":
        assert advice.best.choice == f"play {vector['player_best']['side']}"


def _walk(line: dict[str, Any], left: list[int], choice: dict[str, str], house: House) -> Fraction:
    """Expected net in antes through the rule book, every dealer hand of the cards left."""
    nets = [
        settle({**line, "dealer": cards_text(dealer), "choices": choice}, house).net for dealer in combinations(left, 7)
    ]
    return Fraction(sum(nets), len(nets) * line["wagers"]["ante"])


@pytest.mark.parametrize("seed", range(6))
def test_the_dealer_side_equals_a_walk_through_the_rule_book_on_a_small_deck(seed: int) -> None:
    """Ten cards are left of the deck: all 120 dealer hands, for both games."""
    deck = list(DECK)
    Random(seed).shuffle(deck)
    player, left = deck[:7], deck[42:]
    seen = np.bincount([card >> 2 for card in DECK if card not in left], minlength=13)
    weights = dealer_weights(seen)
    assert weights.sum() == comb(10, 7)
    line = {"player": cards_text(player), "wagers": {"ante": 100}}
    numbers = ODD_EVEN.numbers
    own = side_strength(rank_word(player), ODD)
    scale = Fraction(weights.sum(), comb(45, 7))
    walked = _walk({"game": "ace-odd-even", **line}, left, {"decision": "play", "set": "odd"}, ODD_EVEN.house())
    assert ace_odd_even._main(own, weights, numbers) == walked * scale  # type: ignore[arg-type]
    walked = _walk({"game": "low-four", **line}, left, {"decision": "play"}, LOW_FOUR.house())
    dealer = np.bincount(low_four.TOTALS, weights=weights, minlength=35).astype(int)
    total = low_points(hand_key(player))
    net = dealer[17:].sum() + 2 * dealer[total + 1 : 17].sum() - 2 * dealer[: min(total, 17)].sum()
    assert Fraction(int(net), 120) == walked


@pytest.mark.parametrize("number", np.random.default_rng(5).choice(len(HANDS), 25, replace=False))
def test_the_solver_of_all_classes_agrees_with_the_advice_for_one(number: int) -> None:
    cards = [4 * rank + copy for rank in range(13) for copy in range(HANDS[number, rank])]
    line = {"player": cards_text(cards), "wagers": {"ante": 100}}
    low = {option.choice: option.ev for option in advise({"game": "low-four", **line}).options}
    assert low["play"] == low_four.showdown(LOW_FOUR.numbers).expectation(number, LOW_FOUR.numbers)  # type: ignore[arg-type]
    odd_even = advise({"game": "ace-odd-even", **line})
    best = max(option.ev for option in odd_even.options if option.choice != "fold")
    assert best == showdown(ODD_EVEN.numbers).expectation(number, ODD_EVEN.numbers)  # type: ignore[arg-type]


def test_side_bets_are_part_of_the_advice() -> None:
    line = {
        "game": "low-four", "player": "Ac Ad Ah As 9c 9d 8h", "wagers": {"ante": 100, "low-points": 200},
    }  # fmt: skip
    plain = advise({**line, "wagers": {"ante": 100}})
    for with_bonus, without in zip(advise(line).options, plain.options, strict=True):
        assert with_bonus.ev == without.ev + 2 * 300


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_set_card_by_card_is_an_option_with_its_exact_value(seed: int) -> None:
    """Fewer cards of a side are never better; what is held is compared, and the poker rank is read as it is settled."""
    rng = Random(seed)
    player = tuple(rng.sample(range(52), 7))
    line = {"game": "ace-odd-even", "player": cards_text(player), "wagers": {"ante": 100, "poker": 500}}
    for side in (ODD, EVEN):
        whole = side_cards(player, side)
        held = whole[: max(1, len(whole) // 2)]
        if not whole or held == whole:
            continue
        *usual, option = advise({**line, "choices": {"set": [card_text(card) for card in held]}}).options
        assert option.choice == f"play {cards_text(held)}"
        assert tuple(usual) == advise(line).options
        assert option.ev <= max(each.ev for each in usual)
        round = {**line, "dealer": cards_text([c for c in range(52) if c not in player][:7])}
        poker = settle({**round, "choices": {"decision": "play", "set": option.choice.split()[1:]}}).results[-1]
        weights = dealer_weights(HANDS[class_of(player)])
        main = ace_odd_even._main(best_strength(rank_word(held)), weights, ODD_EVEN.numbers)  # type: ignore[arg-type]
        assert option.ev == main + Fraction(poker.returned - poker.staked, 100)


def test_a_whole_side_adds_no_option_and_a_wrong_set_is_refused() -> None:
    line = {"game": "ace-odd-even", "player": "Ac Kd Jh 9c 7c 2d 4h"}
    for made in ("odd", ["7c", "Kd", "Jh", "9c", "Ac"], ["2d", "4h", "Ac"]):
        assert advise({**line, "choices": {"set": made}}) == advise(line)
    wrong_ones: list[Any] = [{"set": ["Kd", "2d"]}, {"set": ["Ks"]}, {"set": []}, {"held": ["Kd"]}, ["Kd"]]
    for wrong in wrong_ones:
        with pytest.raises(ChoiceError):
            advise({**line, "choices": wrong})


def test_the_progressive_is_part_of_the_advice() -> None:
    """Four aces, two points or three needed from the dealer: exact over the dealer's hands."""
    line = {
        "game": "low-four", "player": "Ac Ad Ah As 9c 9d 8h",
        "wagers": {"ante": 100, "combo-progressive": 100}, "meters": {"combo-progressive": 1_000_000},
    }  # fmt: skip
    dealer = np.bincount(low_four.TOTALS, dealer_weights(HANDS[class_of([48, 49, 50, 51, 28, 29, 26])]), 35)
    value = Fraction(0)
    for total, count in enumerate(dealer.astype(int).tolist()):
        pays = 10_000 if 1 + total in (3, 4) else 1_000 if 1 + total in (5, 6) else 275 if 7 <= 1 + total <= 11 else 0
        value += Fraction(count, comb(45, 7)) * (pays - 1)
    assert advise(line).options[0].ev == value - 1


def test_the_joint_decision_sets_the_other_side_for_the_bonus() -> None:
    """The packet's own example: A A 8 8 9 7 5."""
    line = {"game": "ace-odd-even", "player": "Ac Ad 8s 8h 9c 7d 5s", "wagers": {"ante": 100}}
    assert advise(line).best.choice == "play odd"
    assert advise({**line, "wagers": {"ante": 100, "poker": 100}}).best.choice == "play even"


def test_advice_values_the_poker_bonus_as_it_is_settled() -> None:
    line = {"game": "ace-odd-even", "player": "Ac Ad 8s 8h 9c 7d 5s", "wagers": {"ante": 100, "poker": 300}}
    plain = {option.choice: option.ev for option in advise({**line, "wagers": {"ante": 100}}).options}
    both = {option.choice: option.ev for option in advise(line).options}
    assert {choice: both[choice] - plain[choice] for choice in plain} == {"fold": 6, "play odd": -3, "play even": 6}


def test_the_strategies_people_can_remember_are_exactly_optimal() -> None:
    best = low_four.choices("optimal", LOW_FOUR.numbers)  # type: ignore[arg-type]
    assert disagreements(low_four.choices("human", LOW_FOUR.numbers), best) == (0, 0)  # type: ignore[arg-type]
    best = odd_even_choices("optimal", ODD_EVEN.numbers)  # type: ignore[arg-type]
    assert disagreements(odd_even_choices("ace-high", ODD_EVEN.numbers), best) == (0, 0)  # type: ignore[arg-type]


def test_the_one_liner_is_nearly_as_good() -> None:
    cost = analyze("low-four", "one-liner").main.house_edge - analyze("low-four").main.house_edge
    assert 0 < cost < Fraction(1, 100_000)


def test_joint_play_beats_the_ante_played_for_itself_and_stays_below_what_the_edges_promise() -> None:
    terms = terms_of(ODD_EVEN)
    both = {key: Fraction(value) for key, value in comparison(terms).items() if not key.endswith("_float")}
    assert both["ante_played_for_itself"] < both["joint_optimum"] < both["promised_by_separate_edges"]
    assert both["hidden_cost"] == both["promised_by_separate_edges"] - both["joint_optimum"]


def test_the_joint_plan_agrees_with_advice_hand_by_hand() -> None:
    """Random hands: the plan's action for the hand's class and suits is the best choice that `advise` gives."""
    terms, rng = terms_of(ODD_EVEN), Random(8)
    plan = joint_plan(terms)
    seen = set()
    for _ in range(60):
        cards = rng.sample(DECK, 7)
        line = {"game": "ace-odd-even", "player": cards_text(cards), "wagers": {"ante": 100, "poker": 100}}
        ranks, suits = rank_word(cards), suit_word(cards)
        if max(poker_grade(ranks, suits, choice) for choice in range(3)) >= 5:
            continue  # a flush: its pattern is not the last one
        action = int(plan[class_of(cards)][-1])
        seen.add(action)
        choice = advise(line).best.choice
        assert (choice == "fold") == (action == FOLD)
    assert seen >= {BEST_SIDE, FOLD}


def test_a_plan_prices_to_the_same_as_the_strategy_it_copies() -> None:
    terms = terms_of(ODD_EVEN)
    assert priced(terms, separate_plan(terms), "copy").main.house_edge == analyze("ace-odd-even").main.house_edge


odds = st.builds(lambda pays, per: f"{pays} to {per}", st.integers(0, 8), st.integers(1, 3))


@settings(max_examples=15, deadline=None)
@given(odds, odds, st.integers(1, 34))
def test_no_strategy_beats_the_optimum_at_low_four_whatever_is_paid(win: str, no_qualify: str, qualifier: int) -> None:
    changes = {"win_odds": win, "no_qualify_odds": no_qualify, "qualifier": qualifier}
    terms = terms_of(LOW_FOUR, LOW_FOUR.house().changed(changes))
    best = low_four.analyze(terms).main
    assert sum(outcome.combinations for outcome in best.outcomes) == DEALS
    for strategy in low_four.STRATEGIES:
        assert low_four.analyze(terms, strategy).main.expectation <= best.expectation


@settings(max_examples=10, deadline=None)
@given(odds, odds, st.integers(0, 7), st.sampled_from("23456789TJQKA"))
def test_no_strategy_beats_the_optimum_at_ace_odd_even_whatever_is_paid(
    win: str, no_qualify: str, cards: int, rank: str
) -> None:
    changes = {"win_odds": win, "no_qualify_odds": no_qualify, "qualifier_cards": cards, "qualifier_rank": rank}
    terms = terms_of(ODD_EVEN, ODD_EVEN.house().changed(changes))
    best = ace_odd_even.analyze(terms).main
    for strategy in ace_odd_even.STRATEGIES:
        assert ace_odd_even.analyze(terms, strategy).main.expectation <= best.expectation


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 500), min_size=4, max_size=4))
def test_doubling_all_pays_never_lowers_a_side_bets_return(pays: list[int]) -> None:
    scale = LOW_FOUR.book.scales["low-points"]
    rtp = []
    for factor in (1, 2):
        text = "\n".join(
            f"{2 * step + 1} or {2 * step + 2} points  {factor * pay} to 1" for step, pay in enumerate(pays)
        )
        house = LOW_FOUR.house().with_pay_table(PayTable.parse("low-points", "own", scale, text))
        rtp.append(analyze("low-four", house=house).wagers["low-points"].rtp)
    assert rtp[1] >= rtp[0]


def test_probabilities_sum_to_exactly_one() -> None:
    for slug in ("low-four", "ace-odd-even"):
        analysis = analyze(slug)
        for figures in (analysis.main, *analysis.wagers.values()):
            assert sum(figures.probability(outcome.event) for outcome in figures.outcomes) == 1


def test_hands_by_class_are_dealt_in_proportion_to_their_weights() -> None:
    """The dealer's own qualification, by weights alone, is the figure that the main analysis reports."""
    numbers: Any = ODD_EVEN.numbers
    share = Fraction(int(WEIGHTS[numbers.qualifier <= BEST].sum()), comb(52, 7))
    assert analyze("ace-odd-even").main.extra["dealer_qualifies"] == share
