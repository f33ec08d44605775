"""The table of three-card hands and the sums over replacements, against plain counting."""

from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from feltlab.cards import JOKER, RULE_CARDS
from feltlab.games.rule_out import trades
from feltlab.games.rule_out.decisions import DECISIONS, MATCHES, choices_by, decide, look_up
from feltlab.games.rule_out.round_kernels import KEEP as NO_TRADE
from feltlab.games.rule_out.round_kernels import by_cards
from feltlab.games.rule_out.round_kernels import decide as decide_rounds
from feltlab.games.rule_out.trades import (
    CARDS,
    HANDS,
    KEEP,
    TYPES,
    hand_index,
    hand_weights,
    index_of,
    option_counts,
    rule_masks,
)
from feltlab.hands.survivors import STRUCK_BY, survivors

RANDOM = Random(3)
DEALS = [int(mask) for mask in rule_masks()]


def shoe_of(decks: int, jokers: int = 2) -> trades.Ints:
    return np.array([decks] * 52 + [decks * jokers], np.int64)


@pytest.fixture(scope="module")
def counts() -> trades.Ints:
    return trades.survivor_counts(rule_masks())


def test_every_hand_has_its_number() -> None:
    assert len(CARDS) == HANDS == 26_235
    assert [hand_index(*cards) for cards in CARDS.tolist()] == list(range(HANDS))
    for cards in RANDOM.sample(CARDS.tolist(), 200):
        assert {index_of(*order) for order in permutations(cards)} == {hand_index(*cards)}


def test_three_of_fifteen_rule_cards_are_455_deals_and_91_with_one_known() -> None:
    assert len(set(DEALS)) == 455
    known = rule_masks(known=1 << RULE_CARDS.index("Red")).tolist()
    assert sorted(known) == sorted(mask for mask in DEALS if mask >> RULE_CARDS.index("Red") & 1)
    assert len(known) == 91


@pytest.mark.compiled("counts every hand under every deal of Rule Cards: minutes without machine code")
def test_the_histograms_count_the_survivors(counts: trades.Ints) -> None:
    assert (counts.sum(axis=1) == 455).all()
    jokers = [hand for hand in range(HANDS) if JOKER in CARDS[hand]]
    identical = [hand for hand in range(HANDS) if len(set(CARDS[hand].tolist())) < 3]
    for hand in [*RANDOM.sample(range(HANDS), 300), *RANDOM.sample(jokers, 60), *RANDOM.sample(identical, 60)]:
        c0, c1, c2 = CARDS[hand].tolist()
        left = [survivors(c0, c1, c2, mask) for mask in DEALS]
        assert counts[hand].tolist() == [left.count(number) for number in range(4)]


@pytest.mark.compiled("counts every hand under every deal of Rule Cards: minutes without machine code")
def test_identical_cards_survive_alike_in_any_order(counts: trades.Ints) -> None:
    for hand in RANDOM.sample(range(HANDS), 100):
        for c0, c1, c2 in permutations(CARDS[hand].tolist()):
            left = [survivors(c0, c1, c2, mask) for mask in DEALS]
            assert counts[hand].tolist() == [left.count(number) for number in range(4)]


def test_a_given_list_of_rule_deals_is_all_that_is_counted() -> None:
    none = trades.survivor_counts(np.array([0], np.int64))
    assert none.argmax(axis=1).tolist() == [3 - cards.count(JOKER) for cards in CARDS.tolist()]


@pytest.mark.parametrize(("decks", "jokers"), [(1, 0), (1, 2), (4, 2), (8, 4)])
def test_the_weights_are_all_hands_of_the_shoe(decks: int, jokers: int) -> None:
    shoe = shoe_of(decks, jokers)
    cards = int(shoe.sum())
    assert hand_weights(shoe).sum() == cards * (cards - 1) * (cards - 2) // 6
    assert (hand_weights(shoe) >= 0).all()


def small_shoe() -> trades.Ints:
    """Three copies of one card, two of another, single ones and Jokers: everything that can go wrong with copies."""
    shoe = np.zeros(53, np.int64)
    for card, copies in {0: 3, 5: 2, 17: 1, 34: 2, 51: 1, 45: 1, JOKER: 3}.items():
        shoe[card] = copies
    return shoe


@pytest.mark.compiled("counts every hand under every deal of Rule Cards: minutes without machine code")
def test_weights_and_options_of_a_depleted_shoe_by_dealing_every_card(counts: trades.Ints) -> None:
    shoe = small_shoe()
    cards = [card for card in range(53) for _ in range(shoe[card])]
    weights = hand_weights(shoe)
    options = option_counts(counts, shoe, weights)
    seen: dict[int, int] = {}
    for places in combinations(range(len(cards)), 3):
        held = sorted(cards[place] for place in places)
        hand = hand_index(*held)
        seen[hand] = seen.get(hand, 0) + 1
        rest = [cards[place] for place in range(len(cards)) if place not in places]
        assert options[hand, 0].tolist() == (counts[hand] * len(rest)).tolist()
        for place in range(3):
            one, two = held[:place] + held[place + 1 :]
            drawn = [] if held[place] == JOKER else [index_of(one, two, card) for card in rest]
            assert options[hand, 1 + place].tolist() == counts[drawn].sum(axis=0).tolist()
    assert {hand: weights[hand] for hand in np.flatnonzero(weights)} == seen


@pytest.mark.compiled("counts every hand under every deal of Rule Cards: minutes without machine code")
def test_an_option_that_is_not_offered_is_never_best(counts: trades.Ints) -> None:
    shoe = shoe_of(2)
    values = trades.option_values(option_counts(counts, shoe, hand_weights(shoe)), [0, 0, 0, 0])
    assert (values[:, 1:][CARDS == JOKER] == -1).all()
    assert set(trades.best_choices(values).tolist()) == {KEEP}


def test_every_card_but_a_joker_is_named_by_exactly_four_fixed_rules() -> None:
    assert [int(mask).bit_count() for mask in STRUCK_BY] == [4] * 52 + [0]
    assert MATCHES.diagonal().tolist() == [4] * 52 + [0]


@pytest.mark.parametrize("name", DECISIONS)
def test_a_decision_depends_on_the_cards_and_not_on_their_order(name: str) -> None:
    choices = choices_by(name)
    for hand in RANDOM.sample(range(HANDS), 300):
        cards = CARDS[hand].tolist()
        traded = KEEP if choices[hand] == KEEP else cards[choices[hand]]
        assert traded != JOKER
        for order in permutations(cards):
            place = decide(DECISIONS.index(name), *order)
            assert (KEEP if place == KEEP else order[place]) == traded
            assert look_up(choices, *order) in (place, *[i for i in range(3) if place != KEEP and order[i] == traded])


def test_a_loop_over_rounds_decides_hands_as_they_are_looked_up() -> None:
    choices = choices_by("unify")
    table = np.empty((TYPES, TYPES, TYPES), np.uint8)
    by_cards(choices, table)
    orders = [order for hand in RANDOM.sample(range(HANDS), 300) for order in permutations(CARDS[hand].tolist())]
    actions = np.empty(len(orders), np.uint8)
    decide_rounds(np.array(orders, np.uint8), 1, table, actions)
    for order, action in zip(orders, actions.tolist(), strict=True):
        place = look_up(choices, *order)
        assert action == (NO_TRADE if place == KEEP else place), order


def test_the_documents_example_is_unified_and_diversified_as_it_says() -> None:
    two_of_diamonds, three_of_hearts, ten_of_spades = 1, 6, 35
    hand = (two_of_diamonds, three_of_hearts, ten_of_spades)
    assert decide(DECISIONS.index("unify"), *hand) == 2
    assert decide(DECISIONS.index("diversify"), *hand) in (0, 1)
