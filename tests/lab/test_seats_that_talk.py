"""Seats that talk, each with seven cards against the dealer's seven: every sample is exact, and the mean is unbiased."""

from collections.abc import Sequence
from functools import partial
from itertools import permutations

import numpy as np
import pytest

from feltlab.cards import DECK
from feltlab.exact.seven_card_protection import EFFORTS, AgainstDealer
from feltlab.games import GAMES
from feltlab.kernels.dealing import shuffle
from feltlab.kernels.lattice import class_of, dealer_weights
from feltlab.kernels.protection import mean_ways, ways_to_take
from feltlab.lab import terms_of
from feltlab.lab.protection.collusion import known_hands
from feltlab.rules.parts import part_of

SEED = 7
SLUGS = ["ace-odd-even", "low-four"]


def against(slug: str) -> AgainstDealer:
    found: AgainstDealer = part_of(GAMES[slug], "protection").against(terms_of(GAMES[slug]))
    return found


def ranks_of(cards: Sequence[int]) -> list[int]:
    return [sum(card >> 2 == rank for card in cards) for rank in range(13)]


def gain(deal: AgainstDealer, own: int, ways: np.ndarray) -> float:
    """By the weights of the dealer's classes, without a walk."""
    qualified, strength = deal.strengths >= deal.qualifier, deal.strengths[own]
    ends = [~qualified, *(qualified & test(deal.strengths, strength) for test in (np.less, np.equal, np.greater))]
    weights, nets = [ways[end].sum() for end in ends], deal.showdown.nets(deal.numbers)
    play = sum(float(net) * int(weight) for net, weight in zip(nets, weights, strict=True)) / int(ways.sum())
    return max(play, -1) - (play if deal.showdown.best(deal.numbers)[own] else -1)


@pytest.mark.parametrize(("hands", "deals"), [(2, 60), (3, 6), (6, 6)])
@pytest.mark.parametrize("slug", SLUGS)
def test_cards_dealt_again_among_the_hands(slug: str, hands: int, deals: int) -> None:
    deal = against(slug)
    gains = deal.draw(SEED, hands, 2)(0, deals)
    assert gains.max() > 0
    for number, row in enumerate(gains):
        cards = np.array(DECK, np.uint8)
        shuffle(np.uint64(SEED), np.uint64(number), hands, cards, 7 * hands)
        first, ways = sorted(cards[: 7 * hands]), dealer_weights(ranks_of(cards[: 7 * hands].tolist()))
        for again in range(2):
            if again:
                shuffle(np.uint64(SEED), np.uint64(number), 7 * 13 + hands, cards[: 7 * hands], 7 * hands - 1)
                assert sorted(cards[: 7 * hands]) == first
            for hand in range(hands):
                own = class_of(cards[7 * hand : 7 * hand + 7])
                assert row[hands * again + hand] == pytest.approx(gain(deal, own, ways), abs=1e-12)


@pytest.mark.parametrize(("hands", "most"), [(4, 2), (6, 3)])
def test_ways_to_take_ranks_and_their_mean(hands: int, most: int) -> None:
    means = mean_ways(hands, most)
    ways = np.empty((4_000, len(means)))
    ways_to_take(np.uint64(SEED), 0, hands, ways)
    cards = np.array(DECK, np.uint8)
    shuffle(np.uint64(SEED), np.uint64(0), hands, cards, 7 * hands)
    taken = [
        tuple(card >> 2 for card in taken)
        for size in range(1, most + 1)
        for taken in permutations(cards[7 * hands :].tolist(), size)
    ]
    sequences: list[tuple[int, ...]] = [(a,) for a in range(12)]
    sequences += [(a, b) for a in range(12) for b in range(a + 1)]
    sequences += [(a, b, c) for a in range(12) for b in range(a + 1) for c in range(b + 1)] if most > 2 else []
    assert ways[0].tolist() == [taken.count(sequence) for sequence in sequences]
    off = (ways.mean(axis=0) - means) / (ways.std(axis=0) / len(ways) ** 0.5)
    assert abs(off).max() < 5
    assert off.std() == pytest.approx(1, abs=0.5)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_the_cards_explain_changes_the_error_and_not_the_mean(slug: str) -> None:
    deal, deals = against(slug), 20_000
    gains = deal.draw(SEED, 6)(0, deals).mean(axis=1)
    taken_off = deal.control(SEED, 6)(0, deals)
    assert abs(taken_off.mean()) < 4 * taken_off.std() / deals**0.5
    assert (gains - taken_off).var() < 0.75 * gains.var()


@pytest.mark.parametrize("slug", SLUGS)
def test_an_estimate_with_all_of_it_agrees_with_plain_samples(slug: str) -> None:
    hands, plain = 6, 20_000
    known = partial(known_hands, slug, terms_of(GAMES[slug]), hands - 1)
    (row,) = known(EFFORTS[hands].first, SEED, lambda *_: None)
    gains = against(slug).draw(SEED + 1, hands)(0, plain).mean(axis=1)
    error = gains.std() / plain**0.5
    assert row.gain == pytest.approx(gains.mean(), abs=4 * (row.standard_error**2 + error**2) ** 0.5)
    assert row.standard_error < 0.85 * error * (plain / row.samples) ** 0.5
    assert row.changed == pytest.approx((against(slug).draw(SEED, hands)(0, 2_000) > 0).mean(), rel=0.2)
