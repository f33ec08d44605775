"""The tree plan: against every order of a tiny shoe, published counts, and a shoe whose counts leave 64 bits."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb, perm
from pathlib import Path

import pytest

from feltlab.cards import parse_cards
from feltlab.errors import RulesError
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.solving.parts import general_lab, solver_of
from feltlab.exact.solving.plain import PlainShoe
from feltlab.exact.solving.shoe_classes import ShoeClasses
from feltlab.exact.solving.solver import best
from feltlab.exact.solving.tree_lab import TreeLab
from feltlab.games import GAMES
from feltlab.games.loading import game_of_file, load_game
from feltlab.hands.ranking import Cards, Ranking
from feltlab.lab import advise, claims_of, terms_of
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, rule
from feltlab.rules.declaring import declare, opening, raised, side
from feltlab.rules.game import Game
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Deal, Raise

FILES = Path(__file__).parents[2] / "examples" / "games"
BACCARAT, WAR, DOG = (game_of_file(FILES / f"{name}.py") for name in ("baccarat", "casino_war", "red_dog"))


@rule
def _rank(cards: Cards) -> int:
    total = 0
    for card in cards:
        total += (card >> 2) + 1
    return total


@rule
def _red(cards: Cards) -> int:
    red = 0
    for card in cards:
        red += (card & 3) in (1, 2)
    return red


@rule
def small(dealer: int) -> bool:
    return dealer <= 6


@rule
def raised_once(play: int) -> bool:
    return play == 1


@rule
def settle(own: int, dealer: int, play: int) -> tuple[int, int]:
    if play == 0:
        return LOSE, NONE
    code = PUSH if own == dealer else WIN if own > dealer else LOSE
    return code, code


@rule
def reds(red: int) -> int:
    return red


RANK = Ranking("rank", _rank)
HIDDEN = declare(
    "hidden-draw", "Hidden Draw", "Hidden Draw: a small game.", [opening("ante"), raised("play"), side("red")],
    [
        Deal("player", 1, SEATS), Deal("dealer", 1), Deal("drawn", 1, when=small),
        Ask("play", "Play?", Raise("play", "ante", {"fold": 0, "once": 1, "twice": 2})),
        Deal("bought", 1, SEATS, when=raised_once),
    ],
    {"own": Hand(RANK, "player", "bought"), "dealer": Hand(RANK, "dealer", "drawn"), "red": Hand(Ranking("red", _red), "dealer")},
    settle, sides={"red": reds}, pays={"red": {"a": "red 1 to 1"}}, decks=2,
)  # fmt: skip
"""Where a card face down decides about a draw, which is seen, and an answer about another."""


@pytest.mark.parametrize(
    ("game", "shoe"),
    [(BACCARAT, "Ac 3c 4d 6h 9s Kd 3c"), (WAR, "2c 2d 3c 5d 5h Kd Ks"), (DOG, "2c 2d 2h 3c 5d 8h Kd Ks"), (HIDDEN, "2c 2d 3c 5d 5h 8d Ks")],
    ids=lambda value: getattr(value, "slug", ""),
)  # fmt: skip
def test_a_tree_is_every_order_of_a_tiny_shoe(game: Game, shoe: str) -> None:
    cards, terms = parse_cards(shoe, len(shoe.split()), "shoe"), terms_of(game)
    plain, lab = PlainShoe(game, cards, terms), TreeLab(game, cards)
    analysis = lab.analyze(terms)
    assert analysis.main.expectation == plain.expectation()
    for slug in game.sides:
        assert analysis.wagers[slug].expectation == plain.side(slug, pay_nets(terms.pays[slug]))
    joint = lab.solved_tree(terms).joint_counts(best)
    assert int(joint.sum()) == len(plain.orders)
    for strategy in lab.STRATEGIES:
        assert lab.analyze(terms, strategy).main.expectation <= analysis.main.expectation


def test_baccarat_has_its_published_counts() -> None:
    lab, terms = TreeLab(BACCARAT), terms_of(BACCARAT)
    told = lab.outlook()
    assert told.plan == "tree"
    assert told.reason.startswith("10 kinds of cards")
    main = lab.analyze(terms).main
    assert {outcome.event: outcome.combinations for outcome in main.outcomes} == {
        "Banker wins 19 to 20": 2292252566437888, "Banker pushes": 475627426473216, "Banker loses": 2230518282592256,
    }  # fmt: skip
    assert main.total == 4998398275503360


@pytest.fixture
def loaded() -> Iterator[None]:
    slugs = [load_game(FILES / f"{name}.py").slug for name in ("baccarat", "casino_war", "red_dog")]
    yield
    for slug in slugs:
        del GAMES[slug]


def test_published_figures(loaded: None) -> None:
    for slug in ("baccarat", "casino-war", "red-dog"):
        assert all(claim.status == "matches" for claim in claims_of(slug)), slug
    war, terms = TreeLab(WAR), terms_of(WAR)
    assert round(float(war.analyze(terms, "always-surrender").main.house_edge), 4) == 0.0370
    paying = terms_of(WAR, WAR.house().changed({"tie_bonus": 1}))
    assert round(float(war.analyze(paying).main.house_edge), 4) == 0.0233
    assert round(float(TreeLab(DOG).analyze(terms_of(DOG, decks=1)).main.house_edge), 5) == 0.03155


def test_advice_is_the_strategy_and_knows_when_nothing_is_asked(loaded: None) -> None:
    said = advise({"game": "red-dog", "first": "2c Tc", "wagers": {"ante": 100}})
    assert said.best.choice == "ride"
    assert advise({"game": "red-dog", "first": "2c 8c", "wagers": {"ante": 100}}).best.choice == "call"
    with pytest.raises(Exception, match="with these cards nothing is asked on the ride"):
        advise({"game": "red-dog", "first": "2c 3c", "wagers": {"ante": 100}})
    lab = general_lab(GAMES["red-dog"])
    rows = {row["first"]: row["decision"] for row in lab.strategy_rows(terms_of(DOG))}
    assert len(rows) == 66
    assert rows["2c Tc"] == "ride"


def test_counts_larger_than_64_bits_stay_exact() -> None:
    places = [Deal("player", 2, SEATS), Deal("dealer", 2), Deal("burnt", 4)]
    hands = {"own": Hand(Ranking("red", _red), "player"), "dealer": Hand(Ranking("red", _red), "dealer")}
    game = declare("long", "Long", "Long: eight cards.", [opening("ante")], places, hands, higher, decks=8)
    main = TreeLab(game).analyze(terms_of(game)).main
    assert main.total == perm(416, 8) > 2**63
    alike = sum(comb(208, r) * comb(208, 2 - r) * comb(208 - r, r) * comb(206 + r, 2 - r) for r in range(3))
    assert main.push_frequency == Fraction(alike, comb(416, 2) * comb(414, 2))  # 208 of 416 cards are red


@rule
def higher(own: int, dealer: int) -> int:
    return WIN if own > dealer else PUSH if own == dealer else LOSE


def test_cards_are_alike_where_no_hand_tells_them_apart() -> None:
    shoe = list(range(52)) * 2
    assert ShoeClasses(shoe, [(_rank, 2)]).count == 13
    assert ShoeClasses(shoe, [(_red, 3)]).count == 2
    assert ShoeClasses(shoe, [(_red, 2), (_rank, 1)]).count == 26
    with pytest.raises(RulesError, match="depends on the order of the cards"):
        ShoeClasses(shoe, [(_first, 2)])


@rule
def _first(cards: Cards) -> int:
    return int(cards[0])


def test_a_side_bet_that_an_answer_decides_has_no_counts_of_its_own() -> None:
    wide = declare(
        "wide", "Wide", "Wide: a small game.", [opening("ante"), raised("play"), side("s")],
        [*HIDDEN.round.steps[:3], Ask("play", "Play?", Raise("play", "ante", {"fold": 0, "once": 1})), *HIDDEN.round.steps[4:5]],
        {"own": Hand(RANK, "player", "bought"), "dealer": Hand(RANK, "dealer", "drawn")},
        settle, sides={"s": is_high}, pays={"s": {"a": "high 1 to 1"}}, decks=2,
    )  # fmt: skip
    with pytest.raises(RulesError, match="s depends on play, so it cannot be counted by itself"):
        TreeLab(wide).analyze(terms_of(wide))


@rule
def is_high(own: int) -> int:
    return 1 if own > 12 else 0


def test_a_question_is_told_by_what_lies_open() -> None:
    lab = solver_of(DOG)
    asked, _, when, priced = lab.strategy_text(terms_of(DOG))
    assert asked.startswith("Ride: asked in 78.29% of rounds")
    assert when.endswith("call, ride from 8 apart")
    assert priced == "This is the optimum."
