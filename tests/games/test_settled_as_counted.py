"""For declared games of many shapes: a round returns what the exact figures count for the same codes."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from feltlab.errors import RulesError
from feltlab.exact.solving.paths import Path, end_of, paths
from feltlab.hands.ranking import Ranking
from feltlab.money import Odds
from feltlab.rules.codes import LOSE, NONE, PAID, PUSH, WIN, rule
from feltlab.rules.declaring import bonus, declare, opening, raised
from feltlab.rules.game import Game
from feltlab.rules.settling import Facts, Hand, SeatRound, settled
from feltlab.rules.steps import SEATS, Ask, Deal, Raise
from feltlab.rules.wagers import Role, Wager

UNIT = 2 * 3 * 5 * 7
"""Cents: the pays of these games leave no fraction of one."""
high = Ranking("high", rule(lambda cards: max(cards) >> 2), lambda value, cards: f"{value} high")


def game_of(seed: int) -> Game:
    """One or two opening bets, one or two raises, up to two bonuses, some of them paid by a table."""
    rng = Random(seed)
    openings = [opening("ante", odds=_odds(rng)), *([opening("blind", equals="ante")] if rng.random() < 0.5 else [])]
    raises = [raised(f"raise-{number}", odds=_odds(rng)) for number in range(rng.randint(1, 2))]
    bonuses = [bonus(f"bonus-{number}", on=rng.choice(openings).slug) for number in range(rng.randint(0, 2))]
    bets = [*openings, *raises, *bonuses]
    rng.shuffle(bets)
    bets.sort(key=lambda bet: bet.slug != "ante")  # the first opening bet is the unit
    tabled = [*bonuses, *(bet for bet in (*openings, *raises) if rng.random() < 0.5)]
    return declare(
        f"random-{seed}", f"Random {seed}", "A game.\n\n 1. Raise or not.", bets,
        [
            Deal("player", 2, SEATS),
            *(
                Ask(f"ask-{bet.slug}", "Raise?", Raise(bet.slug, "ante", {rng.choice(("fold", "check")): 0, "bet": 1, "big": 3}))
                for bet in raises
            ),
        ],
        {"own": Hand(high, "player")},
        rule(eval(f"lambda own: ({'0, ' * len(bets)})")),  # noqa: S307 - as many codes as there are bets
        pays={bet.slug: {"felt": "\n".join(f"event {line} {_pay(rng)}" for line in range(3))} for bet in tabled},
    )  # fmt: skip


def _odds(rng: Random) -> Odds:
    return Odds(rng.randint(1, 9), rng.choice((1, 2, 3, 5)))


def _pay(rng: Random) -> str:
    return rng.choice(("push", f"{rng.randint(1, 9)} to {rng.choice((1, 2, 3, 5))}", f"{rng.randint(1, 9)} for 1"))


def _codes(game: Game, wager: Wager, path: Path) -> list[int]:
    """All that a rule may give for a bet."""
    tabled = [PAID + grade for grade in range(4)] if wager.slug in game.book.pay_tables else []
    if wager.role is Role.BONUS:
        return [NONE, *tabled]
    made = dict(path.units).get(wager.slug, 1)
    return [LOSE, PUSH, WIN, *tabled] if made else [NONE]


def _settled(game: Game, path: Path, codes: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """What a round puts up and wins, in opening bets."""
    stakes = {slug: UNIT for slug, wager in game.wagers.items() if not wager.follows}
    house = game.house()
    round = SeatRound(game, {}, path.choices(game), dict(path.units), path.folded, stakes, game.terms(house), {})
    found = settled(Facts(round, {"own": 0}, dict(zip(game.settled, codes, strict=True))))
    return Fraction(found.staked, UNIT), Fraction(found.net, UNIT)


@pytest.mark.parametrize("seed", range(20))
def test_a_round_is_settled_with_what_the_figures_count(seed: int) -> None:
    game, rng = game_of(seed), Random(seed)
    for path in paths(game):
        every = list(product(*(_codes(game, game.wagers[slug], path) for slug in game.settled)))
        for codes in rng.sample(every, min(len(every), 120)):
            end = end_of(game, path, codes, game.terms(game.house()))
            assert _settled(game, path, codes) == (end.staked, end.net), (path, codes)


@pytest.mark.parametrize("code", [LOSE, PUSH, WIN])
def test_a_bonus_that_loses_is_counted_nowhere_and_takes_no_stake(code: int) -> None:
    games = [game for game in map(game_of, range(20)) if "bonus-0" in game.wagers]
    assert games
    for game in games:
        path = paths(game)[-1]
        roles = [game.wagers[slug].role for slug in game.settled]
        codes = tuple(code if role is Role.BONUS else PUSH if role is Role.INITIAL else LOSE for role in roles)
        with pytest.raises(RulesError, match="a bonus is NONE or paid"):
            end_of(game, path, codes, game.terms(game.house()))
        made = roles.count(Role.INITIAL) + sum(units for _, units in path.units)
        assert _settled(game, path, codes)[0] == made
