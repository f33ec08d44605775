"""The coach says what the lab says; a bot does what its strategy says."""

from random import Random
from typing import Any

import pytest

from feltlab.cards.names import card_names
from feltlab.games import GAMES as BOOKS
from feltlab.hands.parity import best_side_of, side_cards
from feltlab.lab import advise, lab_of
from feltlab.table import Config
from feltlab.table.bots import bot_choice, strategies
from feltlab.table.coach import advice, choice_name, judged
from feltlab.table.commands import Sit
from tests.table.driver import ALL_BETS, GAMES, OPENING, Table, at_risk
from tests.table.low_points import points


def seen_line(table: Table, seat: int, bets: dict[str, int], meters: dict[str, int]) -> dict[str, Any]:
    """The question that a player in that seat would put to `feltlab advise`."""
    cards, board = card_names(table.round.hands[seat].cards), card_names(table.round.places.get("board", ()))
    line: dict[str, Any] = {"game": table.game, "wagers": bets, **({"meters": meters} if meters else {})}
    if table.game == "rule-out":
        return {**line, "decks": table.table.config.terms.numbers.decks, "dealt": cards}
    if table.game == "quick-draw-holdem":
        turn = {"turn": board[3]} if table.round.asked == "turn" else {}
        return {**line, "hole": cards, "flop": board[:3], **turn}
    return {**line, "player": cards}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("every_bet", [True, False])
def test_the_coach_says_what_the_lab_says(game: str, every_bet: bool) -> None:
    bets = dict(ALL_BETS[game]) if every_bet else {OPENING[game]: 700}
    meters = {wager: 1_000_000 + 2 * 20 for wager in BOOKS[game].progressive_wagers if every_bet}
    for number in range(4):
        table = Table(game, name=f"coach-{number}", decks=6 if game == "rule-out" else None).sit(1, 2)
        assert advice(table.table, 1) is None
        table.lock((1, 2), {1: bets, 2: bets})
        while table.round.number == 1:
            seat, stage = table.round.waiting[0], table.round.asked
            found = advice(table.table, seat)
            assert found is not None
            assert found[0] == stage
            assert found[1] == advise(seen_line(table, seat, bets, meters))
            assert choice_name(BOOKS[game].round.asks[stage], at_risk(table, seat, stage)).split()[0] in (
                "play",
                "bet",
                "keep",
            )
            table.decide(seat, at_risk(table, seat, stage))
    assert advice(table.table, 9) is None


def test_choices_as_the_lab_names_them() -> None:
    ace, four, quick, rule = (BOOKS[game].round.asks for game in GAMES)
    assert choice_name(rule["trade"], {"trade": "Td"}) == "trade Td"
    assert choice_name(rule["trade"], {"trade": None}) == "keep"
    assert choice_name(quick["flop"], {"flop": "fold"}) == "fold"
    assert choice_name(ace["play"], {"decision": "play", "set": "odd"}) == "play odd"
    assert choice_name(four["play"], {"decision": "play", "set": ["As", "2d", "3c", "4h"]}) == "play"
    assert choice_name(ace["play"], {"decision": "play", "set": ["Kd", "9c"]}) == "play Kd 9c"
    assert choice_name(ace["play"], {"decision": "fold"}) == "fold"


def test_a_hand_set_wrong_is_played_and_judged_as_it_was_set() -> None:
    """The highest card of the best side stays out: the table holds the seat to it, the coach names what it costs."""
    costs = 0
    for number in range(6):
        table = Table("ace-odd-even", name=f"short-{number}").sit(1)
        table.lock((1,), {1: {"ante": 100}})
        own = table.round.hands[1].cards
        best = side_cards(own, best_side_of(own))
        worth, name = judged(table.table, 1, {"decision": "play", "set": card_names(best)})
        assert name in ("play odd", "play even")
        short = card_names(best[1:])
        worth, name = judged(table.table, 1, {"decision": "play", "set": list(reversed(short))})
        assert name == f"play {' '.join(short)}"
        values = {option.choice: option.ev for option in worth.options}
        assert values[name] <= max(values["play odd"], values["play even"])
        costs += values[name] < max(values["play odd"], values["play even"])
        table.decide(1, {"decision": "play", "set": short})
        assert table.table.last is not None
        hand = table.table.last.hands[1]
        assert hand.choices["set"] == list(short)
        assert hand.hands["player"].startswith(f"{len(short)}-card")
        assert {place for place in range(7) if place not in hand.down} == {own.index(card) for card in best[1:]}
    assert costs


@pytest.mark.parametrize("game", GAMES)
def test_an_optimal_bot_makes_the_best_choice(game: str) -> None:
    """With the opening bet alone: what the coach gives the highest value, or as much as the highest."""
    decided = 0
    for number in range(25 if game != "quick-draw-holdem" else 12):
        table = Table(game, name=f"best-{number}").sit(1)
        table.lock((1,), {1: {OPENING[game]: 100}})
        while table.round.number == 1:
            stage = table.round.asked
            choice = bot_choice(table.round, 1, "optimal", stage)
            found = advice(table.table, 1)
            assert found is not None
            values = {option.choice: option.ev for option in found[1].options}
            assert values[choice_name(BOOKS[game].round.asks[stage], choice)] == max(values.values()), (choice, values)
            table.decide(1, choice)
            decided += 1
    assert decided >= 12


def picks(game: str, strategy: str, rounds: int = 40) -> list[tuple[list[str], dict[str, Any]]]:
    found = []
    for number in range(rounds):
        table = Table(game, name=f"picks-{number}").sit(1)
        table.lock((1,), {1: {OPENING[game]: 100}})
        while table.round.number == 1:
            choice = bot_choice(table.round, 1, strategy, table.round.asked)
            found.append((card_names(table.round.hands[1].cards), choice))
            table.decide(1, choice)
    return found


@pytest.mark.parametrize(
    ("strategy", "most"), [("raise-15", 15), ("raise-14", 14), ("mimic-dealer", 16), ("never-fold", 99)]
)
def test_bots_at_low_four(strategy: str, most: int) -> None:
    for cards, choice in picks("low-four", strategy):
        assert (choice["decision"] == "play") == (points(tuple(cards)) <= most)


def test_bots_that_never_fold_and_keep() -> None:
    assert all(choice["decision"] == "play" for _, choice in picks("ace-odd-even", "never-fold"))
    assert all("fold" not in choice.values() for _, choice in picks("quick-draw-holdem", "never-fold"))
    assert all(choice == {"trade": None} for _, choice in picks("rule-out", "keep"))


def test_bots_at_ace_odd_even() -> None:
    """Five cards or more of one parity, aces with either; the longer side is set."""
    for cards, choice in picks("ace-odd-even", "five-cards"):
        odd = sum(card[0] in "A3579JK" for card in cards)
        even = sum(card[0] in "A2468TQ" for card in cards)
        assert (choice["decision"] == "play") == (max(odd, even) >= 5)
        if choice["decision"] == "play" and odd != even:
            assert choice["set"] == ("odd" if odd > even else "even")


@pytest.mark.parametrize("game", GAMES)
def test_every_strategy_can_sit(game: str) -> None:
    names = strategies(Config(game))
    assert names == tuple(lab_of(game).STRATEGIES)
    rng = Random(game)
    for strategy in names:
        table = Table(game, name=f"bot-{rng.random()}").sit(1).bots(2, strategy=strategy)
        table.lock((1,))
        table.play_out()
        assert table.table.last
        assert table.table.last.hands[2].decided_by == "bot"


def test_a_bot_without_money_sits_out_and_folds() -> None:
    table = Table("quick-draw-holdem").sit(1)
    table.purses["poor"] = -1_000_000_000 + 1999
    table.must(Sit("poor", "Poor", 2, "never-fold", {"flop": 1000, "best-four": 500}))
    table.lock((1,))
    assert table.round.hands[2].choices == {"flop": "fold"}  # 499 is left, the Turn bet is 1000
    table.play_out()
    left = 1_000_000_000 + table.purses["poor"]
    assert bool(table.round.hands[2].stakes) == (left + sum(table.round.hands[2].stakes.values()) >= 1500)


def test_a_bot_bets_with_what_it_has_just_won() -> None:
    """Winnings of a round count for the next, though both come of one decision."""
    for number in range(40):
        table = Table("rule-out", name=f"winner-{number}").sit(1)
        table.purses["bot"] = -1_000_000_000 + 1000
        table.must(Sit("bot", "Bot", 2, "keep", {"main": 1000}))
        table.lock((1,))
        table.play_out()
        assert table.table.last
        back = sum(done.returned for done in table.table.last.hands[2].results)
        assert bool(table.round.hands[2].stakes) == (back >= 1000)
