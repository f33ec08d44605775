"""Properties of every deal of Ace Odd Even and Low Four, however dealt, set or bet."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlab.cards import cards_text
from feltlab.games import GAMES, Settlement, settle, void
from feltlab.rules.lines import read_round

METER = 1_234_567
BONUSES = {
    "ace-odd-even": ("odd-even", "poker", "poker-progressive"),
    "low-four": ("low-points", "high-points", "combo-progressive"),
}
PROGRESSIVE = {"ace-odd-even": "poker-progressive", "low-four": "combo-progressive"}
CHOICES: dict[str, list[dict[str, object]]] = {
    "ace-odd-even": [
        {"decision": "fold"},
        {"decision": "play"},
        {"decision": "play", "set": "odd"},
        {"decision": "play", "set": "even"},
    ],
    "low-four": [{"decision": "fold"}, {"decision": "play"}],
}
Cards = tuple[int, ...]

fourteen = st.lists(st.integers(0, 51), min_size=14, max_size=14, unique=True).map(tuple)
"""Seven cards for the player, seven for the dealer."""
suit_orders = st.permutations(range(4)).map(tuple)
games = st.sampled_from(list(CHOICES))
tried = settings(deadline=None, max_examples=120)


@st.composite
def bets(draw: st.DrawFn) -> tuple[str, dict[str, object], dict[str, int]]:
    """A game, a choice and stakes."""
    game = draw(games)
    wagers = {"ante": draw(st.integers(1, 10**6))}
    for wager in BONUSES[game]:
        if draw(st.booleans()):
            wagers[wager] = 500 if wager == "poker-progressive" else draw(st.integers(1, 10**6))
    return game, draw(st.sampled_from(CHOICES[game])), wagers


def line(
    game: str, cards: Cards, choices: dict[str, object], wagers: dict[str, int] | None = None
) -> dict[str, object]:
    every = {"ante": 100} | dict.fromkeys(BONUSES[game], 100)
    return {
        "game": game,
        "player": cards_text(cards[:7]),
        "dealer": cards_text(cards[7:]),
        "choices": choices,
        "wagers": every if wagers is None else wagers,
        "meters": {PROGRESSIVE[game]: METER},
    }


def returned(settlement: Settlement, *wagers: str) -> dict[str, int]:
    """What comes back, for these wagers or for all."""
    return {row.wager: row.returned for row in settlement.results if not wagers or row.wager in wagers}


def settled(game: str, cards: Cards, choices: dict[str, object], *wagers: str) -> dict[str, int]:
    return returned(settle(line(game, cards, choices)), *wagers)


def main_net(game: str, cards: Cards, choices: dict[str, object]) -> int:
    return settle(line(game, cards, choices, {"ante": 100})).net


@tried
@given(bets(), fourteen, st.permutations(range(7)), st.permutations(range(7)))
def test_the_order_of_the_cards_never_matters(
    bet: tuple[str, dict[str, object], dict[str, int]], cards: Cards, own: list[int], dealers: list[int]
) -> None:
    mixed = tuple(cards[place] for place in own) + tuple(cards[7 + place] for place in dealers)
    game, choices, wagers = bet
    assert settle(line(game, mixed, choices, wagers)) == settle(line(game, cards, choices, wagers))


@tried
@given(games, fourteen, st.lists(suit_orders, min_size=13, max_size=13))
def test_suits_of_each_rank_may_be_permuted_but_for_the_poker_bonus(
    game: str, cards: Cards, orders: list[tuple[int, ...]]
) -> None:
    other = tuple(card & ~3 | orders[card >> 2][card & 3] for card in cards)
    wagers = {"ante": 100, "odd-even": 100} if game == "ace-odd-even" else None
    for choices in CHOICES[game]:
        before, after = (settle(line(game, hand, choices, wagers)) for hand in (cards, other))
        assert before.results == after.results
        assert before.hands == after.hands


@tried
@given(games, fourteen, suit_orders)
def test_suits_permuted_everywhere_alike_keep_every_bet(game: str, cards: Cards, order: tuple[int, ...]) -> None:
    other = tuple(card & ~3 | order[card & 3] for card in cards)
    for choices in CHOICES[game]:
        assert settle(line(game, cards, choices)) == settle(line(game, other, choices))


@tried
@given(bets(), fourteen)
def test_nothing_returned_is_negative_and_every_stake_is_settled_once(
    bet: tuple[str, dict[str, object], dict[str, int]], cards: Cards
) -> None:
    game, choices, wagers = bet
    settlement = settle(line(game, cards, choices, wagers))
    made = wagers | ({"play": wagers["ante"]} if choices["decision"] == "play" else {})
    assert {row.wager: row.staked for row in settlement.results} == made
    assert len(settlement.results) == len(made)
    assert all(type(row.returned) is int and row.returned >= 0 for row in settlement.results)


@tried
@given(bets(), fourteen)
def test_staked_returned_and_net_add_up(bet: tuple[str, dict[str, object], dict[str, int]], cards: Cards) -> None:
    game, choices, wagers = bet
    settlement = settle(line(game, cards, choices, wagers))
    assert settlement.staked == sum(row.staked for row in settlement.results)
    assert settlement.returned == sum(row.returned for row in settlement.results)
    assert settlement.net == settlement.returned - settlement.staked >= -settlement.staked


@tried
@given(games, fourteen)
def test_folding_never_returns_the_ante_nor_makes_the_play_bet(game: str, cards: Cards) -> None:
    folded = settled(game, cards, {"decision": "fold"})
    assert folded["ante"] == 0
    assert "play" not in folded


@tried
@given(bets(), fourteen)
def test_a_void_round_returns_every_stake(bet: tuple[str, dict[str, object], dict[str, int]], cards: Cards) -> None:
    game, choices, wagers = bet
    stakes = {row.wager: row.staked for row in settle(line(game, cards, choices, wagers)).results}
    settlement = void(stakes)
    assert returned(settlement) == stakes
    assert settlement.net == 0


@tried
@given(games, fourteen, st.integers(2, 1_000))
def test_larger_stakes_are_paid_in_proportion(game: str, cards: Cards, factor: int) -> None:
    fixed = [wager for wager in BONUSES[game] if wager != PROGRESSIVE[game]]
    one = {"ante": 100} | dict.fromkeys(fixed, 100)
    many = {wager: stake * factor for wager, stake in one.items()}
    for choices in CHOICES[game]:
        small, large = (returned(settle(line(game, cards, choices, wagers))) for wagers in (one, many))
        assert large == {wager: cents * factor for wager, cents in small.items()}


@tried
@given(games, fourteen)
def test_a_bonus_beside_it_never_changes_a_wager(game: str, cards: Cards) -> None:
    for choices in CHOICES[game]:
        together = settled(game, cards, choices)
        assert returned(settle(line(game, cards, choices, {"ante": 100}))).items() <= together.items()
        for wager in BONUSES[game]:
            apart = returned(settle(line(game, cards, choices, {"ante": 100, wager: 100})))
            assert apart[wager] == together[wager]


@tried
@given(games, fourteen)
def test_a_fold_costs_the_ante_and_a_play_at_most_twice_that(game: str, cards: Cards) -> None:
    assert main_net(game, cards, {"decision": "fold"}) == -100
    for choices in CHOICES[game][1:]:
        assert main_net(game, cards, choices) in (-200, 0, 100, 200)


@tried
@given(games, fourteen)
def test_swapping_the_hands_turns_the_result_round_unless_a_dealer_does_not_qualify(game: str, cards: Cards) -> None:
    one, other = (main_net(game, hand, {"decision": "play"}) for hand in (cards, cards[7:] + cards[:7]))
    assert 100 in (one, other) or one == -other


@tried
@given(fourteen)
def test_no_seat_sees_more_than_its_own_cards_and_the_dealers(cards: Cards) -> None:
    """The bonuses of a player do not turn on the dealer's cards, the Combo Progressive apart."""
    others = tuple(card for card in range(52) if card not in cards)[:7]
    for game in CHOICES:
        alone = [wager for wager in BONUSES[game] if wager != "combo-progressive"]
        for choices in CHOICES[game]:
            assert settled(game, cards, choices, *alone) == settled(game, cards[:7] + others, choices, *alone)


@tried
@given(games, fourteen, st.data())
def test_one_card_in_two_hands_is_refused(game: str, cards: Cards, data: Any) -> None:
    mine, theirs = data.draw(st.integers(0, 6)), data.draw(st.integers(7, 13))
    twice = tuple(cards[mine] if place == theirs else card for place, card in enumerate(cards))
    with pytest.raises(Exception, match="dealt twice"):
        settle(line(game, twice, {"decision": "play"}))


# Ace Odd Even alone.


@tried
@given(fourteen)
def test_the_best_set_is_never_worse_for_ante_and_play(cards: Cards) -> None:
    best, odd, even = (main_net("ace-odd-even", cards, choices) for choices in CHOICES["ace-odd-even"][1:])
    assert best == max(odd, even)


@tried
@given(fourteen)
def test_a_set_left_out_is_one_of_the_two_sides(cards: Cards) -> None:
    best, odd, even = (settle(line("ace-odd-even", cards, choices)) for choices in CHOICES["ace-odd-even"][1:])
    assert best in (odd, even)


@tried
@given(fourteen)
def test_the_odd_even_bonus_is_the_same_folded_played_and_however_set(cards: Cards) -> None:
    found = [settled("ace-odd-even", cards, choices, "odd-even")["odd-even"] for choices in CHOICES["ace-odd-even"]]
    assert len(set(found)) == 1


@tried
@given(fourteen)
def test_a_fold_is_paid_the_better_poker_bonus_of_the_two_sets(cards: Cards) -> None:
    for wager in ("poker", "poker-progressive"):
        fold, best, odd, even = (
            settled("ace-odd-even", cards, choices, wager)[wager] for choices in CHOICES["ace-odd-even"]
        )
        assert fold == max(odd, even) >= best


@tried
@given(fourteen)
def test_without_an_ace_the_poker_bonus_is_the_same_however_set(cards: Cards) -> None:
    plain = tuple(card for card in cards if card < 48)
    spare = [card for card in range(48) if card not in plain]
    whole = plain + tuple(spare[: 14 - len(plain)])
    found = {settled("ace-odd-even", whole, choices, "poker")["poker"] for choices in CHOICES["ace-odd-even"]}
    assert len(found) == 1


# Low Four alone.


@tried
@given(fourteen)
def test_no_four_cards_do_better_than_the_lowest_and_some_do_as_well(cards: Cards) -> None:
    lowest = main_net("low-four", cards, {"decision": "play"})
    nets = [
        main_net("low-four", cards, {"decision": "play", "set": cards_text(four)})
        for four in combinations(cards[:7], 4)
    ]
    assert max(nets) == lowest


@tried
@given(fourteen, st.sampled_from(list(combinations(range(7), 4))))
def test_low_points_high_points_and_combo_do_not_turn_on_the_set(cards: Cards, four: tuple[int, ...]) -> None:
    chosen: dict[str, object] = {"decision": "play", "set": cards_text(cards[place] for place in four)}
    by_set, lowest, folded = (
        settled("low-four", cards, choices, *BONUSES["low-four"]) for choices in (chosen, *CHOICES["low-four"][::-1])
    )
    assert by_set == lowest == folded


@tried
@given(fourteen)
def test_low_points_and_high_points_never_both_win(cards: Cards) -> None:
    found = settled("low-four", cards, {"decision": "fold"}, "low-points", "high-points")
    assert 0 in found.values()


@tried
@given(fourteen)
def test_the_set_read_is_four_of_the_players_seven(cards: Cards) -> None:
    game = GAMES["low-four"]
    choice = read_round(line("low-four", cards, {"decision": "play"}), game, game.house()).cards["set"]
    assert len(set(choice)) == 4
    assert set(choice) <= set(cards[:7])
