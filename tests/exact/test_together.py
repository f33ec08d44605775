"""All bets of a round together, by the general plans: against every deal of a small deck, each other, a game's own."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from feltlab.errors import RulesError
from feltlab.exact.solving.answering import Chooser
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.lab import GeneralLab
from feltlab.exact.solving.paths import Path as Way
from feltlab.exact.solving.paths import end_of, start
from feltlab.exact.solving.plain import Plain
from feltlab.exact.solving.rounds import GeneralRounds
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.solver import always, best
from feltlab.exact.solving.walk import Walk
from feltlab.games import GAMES
from feltlab.games.loading import game_of_file
from feltlab.hands.ranking import Ranking
from feltlab.lab import analyze, terms_of
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, rule
from feltlab.rules.game import Game
from feltlab.rules.settling import Hand, SeatRound, coded
from feltlab.simulation import risk
from feltlab.simulation.bets import Bets
from feltlab.simulation.plan import Plan
from feltlab.simulation.risk import risk_of, variance_of
from feltlab.simulation.rounds import engine_of
from tests.exact import lighthouse, three_cards
from tests.exact.test_solving import small

DEALT = three_cards.GAME
TIDE = game_of_file(Path(__file__).parents[2] / "examples" / "spring_tide.py")
Together = Counter[tuple[Any, ...]]
"""How many deals come to an end and to a grade of each side bet."""


def counted(lab: GeneralLab, choose: Chooser) -> Together:
    solved = lab.solved(terms_of(lab.game))
    joint = solved.joint_counts(choose)
    assert joint.sum() == lab.seeing.deals
    found: Together = Counter()
    for codes in zip(*joint.nonzero(), strict=True):
        end, *grades = map(int, codes)
        found[solved.all_ends[end], *grades] += int(joint[codes])
    return found


def dealt(game: Game, deck: tuple[int, ...], path: Way) -> Together:
    """Every deal settled by the rule book, with the same answers for every hand."""
    terms, found = terms_of(game), Counter[tuple[Any, ...]]()
    plain = Plain(game, deck, terms)
    for known in plain._all(()):
        held = plain._cards(known)
        round = SeatRound(game, held, path.choices(game), dict(path.units), path.folded, {}, terms, {})
        codes = coded(round).codes
        values = {name: int(getattr(terms.numbers, name)) for name in game.asked_numbers}
        grades = [bound.of(held, dict(values)) for bound in game.grades.values()]
        found[end_of(game, path, [codes[slug] for slug in game.settled], terms), *grades] += 1
    return found


@pytest.mark.parametrize(
    ("game", "kinds", "deck", "options"),
    [
        (DEALT, (Duel, Walk), small(0, 1, 12), ["play"]),
        (TIDE, (Duel, Walk), small(0, 5, 11), ["twice"]),
        (lighthouse.GAME, (Walk,), small(2, 3, 8), ["wait", "once"]),
    ],
    ids=["three-cards", "spring-tide", "lighthouse"],
)
def test_every_deal_of_a_small_deck(game: Game, kinds: Any, deck: tuple[int, ...], options: list[str]) -> None:
    path = start(game)
    for ask, option in zip(game.round.asks.values(), options, strict=True):
        path = path.with_option(ask, option)

    def choose(ask: Any, before: Any, values: Any) -> Any:
        return always(options[list(game.round.asks.values()).index(ask)])(ask, before, values)

    for kind in kinds:
        assert counted(GeneralLab(game, kind(Seeing(game, deck))), choose) == dealt(game, deck, path)


@rule
def _reds(cards: Any) -> int:
    red = 0
    for card in cards:
        red += card & 3 == 1 or card & 3 == 2
    return red


@rule
def beats(own: int, dealer: int) -> int:
    return 2 if own > dealer else 1 if own == dealer else 0


@rule
def of_the_dealer(dealer: int) -> int:
    return dealer >> 12


@rule
def of_the_dealers_colours(reds: int, own: int) -> int:
    return 0 if own >> 12 == 0 else reds


@rule
def weaker_than_its_suits(ours: int, dealer: int) -> int:
    return 1 if dealer % 4 == ours else 0


@rule
def alone(own: int, play: int) -> tuple[int, int, int]:
    if play == 0:
        return LOSE, NONE, NONE
    return (WIN, PUSH, NONE) if own >> 12 else (LOSE, LOSE, NONE)


@pytest.mark.parametrize("settle", [DEALT.settle, alone], ids=["against the dealer", "alone"])
@pytest.mark.parametrize("side", [beats, of_the_dealer, of_the_dealers_colours, weaker_than_its_suits])
def test_whatever_a_side_bet_looks_at(settle: Any, side: Any) -> None:
    """The dealer's hand or another view of it, beside the player's or not."""
    reds = Ranking("reds", _reds)
    hands = {**DEALT.hands, "reds": Hand(reds, "dealer"), "ours": Hand(reds, "player")}
    game = replace(DEALT, settle=settle, sides={"pair-plus": side}, hands=hands)
    deck = small(0, 1, 8, 12)
    duelled, walked = (GeneralLab(game, kind(Seeing(game, deck))) for kind in (Duel, Walk))
    assert counted(duelled, best) == counted(walked, best)
    assert len(counted(walked, best)) > 3


def test_duel_and_walk_agree_on_a_larger_deck() -> None:
    deck = small(0, 4, 8, 11, 12)
    walked, duelled = (GeneralLab(TIDE, kind(Seeing(TIDE, deck))) for kind in (Walk, Duel))
    assert counted(duelled, best) == counted(walked, best)


def test_low_four_by_ranks_is_its_own_count(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, bets = Plan("low-four", 1), Bets.read("low-four", {"high-points": 2, "combo-progressive": 1})
    own = risk_of(plan, bets)
    general = GeneralRounds(GeneralLab(GAMES["low-four"]))
    engine, joint = general.engine(plan), general.joint_counts(plan)
    assert joint.shape == engine.tops
    monkeypatch.setattr(risk, "engine_of", lambda plan: engine)
    monkeypatch.setattr(risk, "joint_counts", lambda plan: joint)
    other = risk_of(plan, bets)
    assert [(net, Fraction(count, other.total)) for net, count in other.results] == [
        (net, Fraction(count, own.total)) for net, count in own.results
    ]
    by_wagers = {one[:2]: one.covariance for one in own.correlations}
    assert {one[:2]: one.covariance for one in other.correlations} == by_wagers


@rule
def beats_again(own: int, again: int) -> int:
    return 1 if own > again else 0


def test_bets_that_cannot_be_counted_together_are_refused_and_the_main_game_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    again = {**DEALT.hands, "again": Hand(Ranking("again", three_cards.strength.value), "dealer")}
    game = replace(DEALT, slug="three-again", sides={"pair-plus": beats_again}, hands=again)
    monkeypatch.setitem(GAMES, game.slug, game)
    plan = Plan(game.slug, 1)
    assert engine_of(plan).tops[1] == 6
    both = Bets.read(game.slug, {"pair-plus": 1})
    with pytest.raises(RulesError, match="the rules change at"):
        risk_of(plan, both)
    alone = risk_of(plan)
    assert (alone.expectation, alone.variance) == (
        analyze(game.slug).main.expectation,
        analyze(game.slug).main.variance,
    )
    assert "the rules change at" in alone.unknown
    assert alone.to_dict()["correlations"] == []
    assert variance_of(plan, both) is None
    assert variance_of(plan, Bets.read(game.slug)) == alone.variance
