"""An author's own strategies: priced as written on every plan that can, refused by the others."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from feltlab.cards import parse_cards
from feltlab.errors import FeltlabError, RulesError
from feltlab.exact.solving.board_lab import BoardLab
from feltlab.exact.solving.parts import general_lab
from feltlab.exact.solving.priced_words import beside_the_optimum
from feltlab.exact.solving.sampled_lab import SampledLab
from feltlab.exact.solving.trade_lab import TradeLab
from feltlab.exact.solving.tree_lab import TreeLab
from feltlab.games import GAMES
from feltlab.games.loading import game_of_file
from feltlab.hands.ranking import Cards, Ranking
from feltlab.lab import analyze, claims_of, strategies_on, terms_of
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, rule
from feltlab.rules.declaring import claim, declare, opening, raised
from feltlab.rules.game import Game
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Deal, Raise
from feltlab.simulation.checking import Checker
from feltlab.simulation.plan import Plan
from feltlab.simulation.run import Run, play
from feltlab.simulation.statistics import statistics
from feltlab.table import Config
from feltlab.table.bots import strategies
from tests.exact import ferry, streets

FILES = Path(__file__).parents[2] / "examples" / "games"
Known = Callable[[Game], Game]


@rule
def never(own: int) -> int:
    return 0


@rule
def from_seven(low: int, high: int) -> int:
    return 1 if high - low - 1 >= 7 else 0


@rule
def brave(low: int) -> int:
    return 1


@rule
def nothing() -> int:
    return 0


@rule
def too_much(own: int) -> int:
    return 3


@rule
def _rank(cards: Cards) -> int:
    return (cards[0] >> 2) + 1


@rule
def _red(cards: Cards) -> int:
    return 1 if (cards[0] & 3) in (1, 2) else 0


@rule
def when_red(color: int) -> int:
    return color


@rule
def settle(own: int, dealer: int, play: int) -> tuple[int, int]:
    if play == 0:
        return LOSE, NONE
    code = PUSH if own == dealer else WIN if own > dealer else LOSE
    return code, code


WAR = game_of_file(FILES / "casino_war.py")
COWARD = replace(
    WAR,
    strategies={"coward": {"tie": never}},
    claims=(claim("house_edge", "counted by hand", "3.6977%", strategy="coward"),),
)
RED = declare(
    "red-raise", "Red Raise", "Red Raise: a small game.", [opening("ante"), raised("play")],
    [
        Deal("player", 1, SEATS), Deal("dealer", 1),
        Ask("play", "Play?", Raise("play", "ante", {"fold": 0, "once": 1})),
    ],
    {
        "own": Hand(Ranking("rank", _rank), "player"), "dealer": Hand(Ranking("rank", _rank), "dealer"),
        "color": Hand(Ranking("red", _red), "player"),
    },
    settle, decks=2, strategies={"when-red": {"play": when_red}},
)  # fmt: skip
"""Whose strategy looks at what no rule of the game looks at."""


@pytest.fixture
def known() -> Iterator[Known]:
    slugs: list[str] = []

    def add(game: Game) -> Game:
        slugs.append(game.slug)
        GAMES[game.slug] = game
        return game

    yield add
    for slug in slugs:
        GAMES.pop(slug, None)


def test_a_tree_prices_them_and_a_claim_of_them_is_theirs(known: Known) -> None:
    known(COWARD)
    terms = terms_of(COWARD)
    surrender = -Fraction(1, 2) * Fraction(23, 311)  # a tie, and half of the Ante
    assert analyze(COWARD.slug, "coward").main.expectation == surrender
    assert [claim.status for claim in claims_of(COWARD.slug)] == ["matches"]
    assert "coward" in strategies_on(COWARD.slug, terms)
    assert "coward" in strategies(Config(COWARD.slug))
    assert general_lab(COWARD).strategy_text(terms)[-1] == "Coward costs 0.82062% of the Ante over the optimum."


def test_rounds_are_played_by_them(known: Known) -> None:
    known(COWARD)
    plan = Plan(COWARD.slug, 3, strategy="coward")
    found = statistics(plan, play(Run.new(plan, 40_000)).tally)["main"]
    assert abs(found.z or 0) < 4
    assert found.exact == pytest.approx(-0.0369775, abs=1e-7)


def test_a_spread_is_raised_on_as_its_author_has_it() -> None:
    """Best play raises from a spread of seven on; always to raise costs a fifth of the Ante."""
    dog = replace(
        game_of_file(FILES / "red_dog.py"),
        strategies={"seven": {"ride": from_seven}, "brave": {"ride": brave}},
    )
    lab, terms = TreeLab(dog), terms_of(dog, decks=6)
    edges = {name: lab.analyze(terms, name).main.house_edge for name in lab.STRATEGIES}
    assert edges["seven"] == edges["optimal"]
    assert round(float(edges["seven"]), 6) == 0.027978
    assert edges["brave"] == edges["always-ride"]
    assert round(float(edges["brave"]), 6) == 0.217094


def test_one_that_looks_at_more_than_the_rules_is_every_order_of_a_tiny_shoe() -> None:
    shoe, terms = parse_cards("2c 2d 3c 5d 5h 8d Ks", 7, "shoe"), terms_of(RED)
    lab = TreeLab(RED, shoe)
    nets = []
    for own, dealer in permutations(shoe, 2):
        raises = (own & 3) in (1, 2)
        nets.append(2 * ((own >> 2 > dealer >> 2) - (own >> 2 < dealer >> 2)) if raises else -1)
    assert lab.analyze(terms, "when-red").main.expectation == Fraction(sum(nets), len(nets))
    assert lab.counted_tree(terms).tree.classes.count == 5
    assert lab.counted_tree(terms, "when-red").tree.classes.count > 5


def test_an_answer_that_is_not_offered_is_refused() -> None:
    game = replace(WAR, strategies={"bold": {"tie": too_much}})
    with pytest.raises(RulesError, match="'bold' puts up 3 units on the tie, where 0, 1 may be"):
        TreeLab(game).analyze(terms_of(game), "bold")


def test_a_board_refuses_them_and_never_prices_another(known: Known) -> None:
    game = replace(streets.GAME, strategies={"mine": dict.fromkeys(streets.GAME.round.asks, nothing)})
    lab = BoardLab(game)
    assert "mine" not in lab.STRATEGIES
    for strategy, why in (("mine", "the strategy 'mine' is not priced: a game with a board"), ("yours", "no strategy")):
        with pytest.raises(RulesError, match=why):
            lab.analyze(terms_of(game), strategy)


def test_a_trade_that_a_strategy_names_is_refused() -> None:
    trade = next(ask for ask in ferry.GAME.round.asks.values() if ask.trade)
    game = replace(ferry.GAME, strategies={"first": {**ferry.GAME.strategies["bold"], trade.stage: never}})
    lab = TradeLab(game)
    assert "first" not in lab.STRATEGIES
    with pytest.raises(RulesError, match="'first' is not priced: it says which card to trade"):
        lab.way("first", terms_of(game))


def test_a_sample_is_by_a_strategy_that_there_is() -> None:
    with pytest.raises(RulesError, match="is not sampled by 'optimal'"):
        SampledLab(COWARD, "for this test").analyze(terms_of(COWARD), "optimal")


def test_a_claim_on_what_is_not_priced_is_refused_and_check_says_it(known: Known) -> None:
    game = known(replace(COWARD, slug="coward-war", claims=(claim("house_edge", "S", "3%", strategy="hero"),)))
    with pytest.raises(FeltlabError, match="hero"):
        claims_of(game.slug)
    found = Checker(game)._claims()
    assert found.right is False
    assert "hero" in found.words


def test_a_strategy_that_costs_nothing_is_the_optimum() -> None:
    assert beside_the_optimum("Queen six four", Fraction(0), "Ante") == "Queen six four is the optimum."
