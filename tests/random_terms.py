"""Terms that a user might write, drawn from a seed: rule numbers, pays, chosen tables, meters, bets left off."""

from dataclasses import fields, replace
from random import Random
from typing import Any

from feltlab.cards import RANKS
from feltlab.errors import FeltlabError
from feltlab.lab import terms_of
from feltlab.money import Odds
from feltlab.rules.game import Game
from feltlab.rules.house import House
from feltlab.rules.pay_table import PayTable
from feltlab.rules.progressive import Progressive


def random_house(game: Game, seed: int) -> House:
    """A house that the game can be played by and that is not the printed one."""
    chance = Random(f"{game.slug} {seed}")
    while True:
        house = _numbers(game, _meters(game, _tables(game, game.house(), chance), chance), chance)
        optional = [slug for slug, wager in house.wagers.items() if wager.optional]
        try:
            if optional and chance.random() < 0.4:
                house = house.without((chance.choice(optional),))
            terms_of(game, house)
        except FeltlabError:
            continue
        if house != game.house():
            return house


def _numbers(game: Game, house: House, chance: Random) -> House:
    changes: dict[str, Any] = {}
    for rule in fields(game.numbers):
        kind, value = rule.metadata["kind"], getattr(game.numbers, rule.name)
        if chance.random() < 0.5:
            continue
        if kind == "odds":
            changes[rule.name] = chance.choice(["1 to 1", "3 to 2", "2 to 1", "push"])
        elif kind == "rank":
            changes[rule.name] = RANKS[max(0, min(len(RANKS) - 1, value + chance.choice([-1, 1])))]
        else:
            least, most = rule.metadata["least"], rule.metadata["most"]
            changes[rule.name] = max(least, min(most, value + chance.choice([-2, -1, 1, 2])))
    return house.changed(changes)


def _tables(game: Game, house: House, chance: Random) -> House:
    for wager, tables in game.book.pay_tables.items():
        kind, printed = chance.random(), chance.choice([*tables.values()])
        if kind < 0.3:
            house = house.with_pay_table(replace(printed, felt_from=1))
        elif kind < 0.7 and wager not in game.book.progressives:
            pays = [
                (line.event, Odds(line.pays.pays + chance.randint(0, 2), line.pays.per, line.pays.keeps_stake))
                for line in printed.lines
                if isinstance(line.pays, Odds)
            ]
            own = PayTable.build(wager, "mine", game.book.scales[wager], pays)
            house = house.with_pay_table(own)
    return house


def _meters(game: Game, house: House, chance: Random) -> House:
    for wager in game.book.progressives:
        if chance.random() < 0.5:
            rule = Progressive.build(wager, chance.randrange(1_000, 20_000, 500), f"{chance.randint(5, 30)}%")
            house = house.with_progressive(rule)
    return house
