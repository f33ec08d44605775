"""Counting at Rule Out!: bets based on the cards still in a shoe, and a rule deck that is not shuffled.

Shoes are sampled and dealt down with the usual trades; at the start of each round both bets are valued exactly for the
remaining cards. Jokers account for nearly all of it, and they affect the bets in opposite ways: they hurt the Main bet
and make the Joker bet.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.cards import DECK, JOKER, card_text
from feltlab.exact.protection import WORKERS, Counting, Priced, Progress, workers
from feltlab.exact.side_bets import pay_nets
from feltlab.games.rule_out.counting_kernels import best_totals, deal_shoe
from feltlab.games.rule_out.counting_words import findings
from feltlab.games.rule_out.fast import choices
from feltlab.games.rule_out.rule_deck import RuleDeck, deck_of, main_pays, rule_sets
from feltlab.games.rule_out.rules import GAME, RuleOut
from feltlab.games.rule_out.trades import DRAWN, RULES, Ints, rule_masks, survivor_counts
from feltlab.kernels.protection import Floats
from feltlab.rules.game import Terms
from feltlab.rules.pay_table import PayTable
from feltlab.wire import exact

PENETRATION: Final = 0.75
HALF: Final = 0.5
"""The remedy priced beside a shuffle: the longest shoe, half of it cut off."""
DECKS: Final = tuple(range(1, 9))
PLAYERS: Final = (1, 4, 7)
SHOES: Final = 4_000
MAIN_ROUNDS: Final = 1_500
"""Rounds in which the Main bet is valued, for each number of decks and players."""
SPREAD: Final = 8
_STREAMS: Final = 8
"""More than the players at a table, so shoes for different numbers of players differ."""
_MIX: Final = tuple(map(np.uint64, (0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB)))
_HALF_DECKS: Final = 2


@dataclass(frozen=True)
class Rounds:
    """The rounds of some shoes at their start."""

    shoe: Ints
    """The number of the shoe that deals the round."""
    left: Ints
    """Cards left of each type, a row per round."""
    fresh: Ints
    """Cards of each type in a full shoe, where a count begins."""

    def only(self, chosen: npt.NDArray[np.bool_]) -> "Rounds":
        return Rounds(self.shoe[chosen], self.left[chosen], self.fresh)

    @property
    def jokers(self) -> Ints:
        jokers: Ints = self.left[:, JOKER]
        return jokers

    @property
    def cards(self) -> Ints:
        cards: Ints = self.left.sum(axis=1)
        return cards


def deal_shoes(terms: Terms, players: int, penetration: float, shoes: int, seed: int) -> Rounds:
    deck, usual = deck_of(terms), choices("optimal", terms)
    cut = int(penetration * len(deck))
    rows = np.empty((len(deck) // DRAWN + 1, JOKER + 1), np.int64)
    numbers, left = [], []
    for number in range(shoes):
        rounds = deal_shoe(np.uint64(seed), number * _STREAMS + players, deck, players, cut, usual, rows)
        numbers.append(np.full(rounds, number))
        left.append(rows[:rounds].astype(np.int16))
    fresh = np.bincount(deck).astype(np.int64)
    return Rounds(np.concatenate(numbers), np.concatenate(left).astype(np.int64), fresh)


def main_values(terms: Terms, left: Ints) -> Floats:
    """Expected net of the Main bet under best play from each shoe, exact except for the last division."""
    pays, scale = main_pays(terms)
    masks = rule_masks()
    totals = best_totals(survivor_counts(masks) @ pays, left)
    cards = left.sum(axis=1).astype(np.float64)
    hands = cards * (cards - 1) * (cards - 2) / 6
    values: Floats = totals / (hands * (cards - DRAWN) * (len(masks) * scale)) - 1
    return values


def joker_values(table: PayTable, jokers: Ints, cards: Ints) -> Floats:
    """Expected net of the Joker bet with that many Jokers in that many cards; whole numbers up to one division."""
    nets = [float(net) for net in pay_nets(table)]
    nets += [-1.0] * (DRAWN + 1 - len(nets))
    others = cards - jokers
    one = jokers * (others * (others - 1) // 2)
    two = jokers * (jokers - 1) // 2 * others
    three = jokers * (jokers - 1) * (jokers - 2) // 6
    every = cards * (cards - 1) * (cards - 2) // 6
    none = every - one - two - three
    values: Floats = (none * nets[0] + one * nets[1] + two * nets[2] + three * nets[3]) / every
    return values


def _mean(values: Floats, shoe: Ints) -> tuple[float, float]:
    """Mean per round, and its standard error: rounds of one shoe go together, shoes are independent."""
    sums, rounds = np.bincount(shoe, weights=values), np.bincount(shoe).astype(np.float64)
    mean = float(sums.sum() / rounds.sum())
    error = float(np.sqrt(((sums - mean * rounds) ** 2).sum()) / rounds.sum())
    return mean, error


def _per_100(name: str, values: Floats, shoe: Ints) -> dict[str, float]:
    mean, error = _mean(values, shoe)
    return {f"{name}_per_100_float": 100 * mean, f"{name}_per_100_standard_error": 100 * error}


def _priced(values: Floats, shoe: Ints) -> dict[str, Any]:
    """A bet whose value at the start of each round is known, in bets."""
    share, error = _mean((values > 0).astype(np.float64), shoe)
    return {
        "positive_fraction_float": share,
        "positive_fraction_standard_error": error,
        "mean_float": _mean(values, shoe)[0],
        "best_round_float": float(values.max()),
        **_per_100("flat", np.maximum(values, 0), shoe),
        **_per_100("spread", np.where(values > 0, SPREAD, 1) * values, shoe),
    }


def true_count(rounds: Rounds, tag: int) -> npt.NDArray[np.float64]:
    """The practical count: every other card +1, a Joker the tag, divided by the decks left to the nearest half."""
    running = running_count(rounds, tag)
    halves = np.maximum(np.rint(rounds.cards * _HALF_DECKS / _deck_cards()), 1)
    count: Floats = running * _HALF_DECKS / halves
    return count


def running_count(rounds: Rounds, tag: int) -> Ints:
    seen = int(rounds.fresh[JOKER]) - rounds.jokers
    running: Ints = (int(rounds.fresh.sum()) - rounds.cards - seen) + tag * seen
    return running


def _deck_cards() -> int:
    return len(DECK) + RuleOut().jokers


def _by_count(values: Floats, count: npt.NDArray[Any], sign: int) -> dict[str, Any]:
    """The best whole index for a bet made at that count or beyond, and its share of the profit."""
    perfect = float(np.maximum(values, 0).sum())
    indices, place = np.unique(np.floor(sign * count).astype(np.int64), return_inverse=True)
    profits = np.bincount(place, weights=values)[::-1].cumsum()[::-1]  # for a bet at each index or beyond
    best = int(np.argmax(profits))
    spread = float(np.std(count)) > 0 and float(np.std(values)) > 0
    return {
        "index": sign * int(indices[best]),
        "correlation_float": float(np.corrcoef(sign * count, values)[0, 1]) if spread else 0.0,
        "captured_float": float(profits[best]) / perfect if perfect > 0 else 0.0,
    }


def removal_effects(terms: Terms) -> tuple[dict[str, float], int]:
    """The effect on the Main bet of removing one card from a fresh shoe, by card; and the Joker's tag that follows.

    Other cards differ little from each other and are tagged +1; a Joker is tagged so that the shoe sums to zero.
    """
    fresh = np.bincount(deck_of(terms)).astype(np.int64)
    shoes = np.vstack([fresh, fresh - np.eye(len(fresh), dtype=np.int64)])
    values = main_values(terms, shoes)
    effects = {card_text(card): float(values[1 + card] - values[0]) for card in range(len(fresh))}
    tag = -round(int(fresh[:JOKER].sum()) / int(fresh[JOKER]))
    return effects, tag


def _scattered(rounds: int, wanted: int) -> npt.NDArray[np.bool_]:
    """About that many of the rounds, picked as if by chance over all shoes and depths (SplitMix64)."""
    mixed = np.arange(1, rounds + 1, dtype=np.uint64) * _MIX[0]
    for shift, factor in zip((30, 27), _MIX[1:], strict=True):
        mixed = (mixed ^ mixed >> np.uint64(shift)) * factor
    chosen: npt.NDArray[np.bool_] = (mixed ^ mixed >> np.uint64(31)) % np.uint64(rounds) < wanted
    return chosen


def alternate(terms: Terms) -> PayTable:
    """The alternate Joker table printed for as many decks as the primary one on the felt."""
    printed = terms.pays["joker"].id.rpartition("-")[2]
    return GAME.house().pay_table("joker", f"alternate-{printed}")


def _on_decks(decks: int) -> Terms:
    house = GAME.house()
    return GAME.terms(house, decks=decks)


def count_shoe(decks: int, players: int, penetration: float, shoes: int, seed: int) -> dict[str, Any]:
    """Every figure of counting one kind of shoe at one kind of table."""
    terms = _on_decks(decks)
    rounds = deal_shoes(terms, players, penetration, shoes, seed)
    some = _scattered(len(rounds.shoe), MAIN_ROUNDS)
    few = rounds.only(some)
    main = main_values(terms, few.left)
    tag = removal_effects(terms)[1]
    found: dict[str, Any] = {
        "decks": decks,
        "players": players,
        "shoes": shoes,
        "rounds": len(rounds.shoe),
        "main": {
            "pay_table": terms.pays["main"].id,
            "rounds": len(few.shoe),
            **_priced(main, few.shoe),
            "true_count": _by_count(main, true_count(few, tag), -1),
            "running_count": _by_count(main, running_count(few, tag), -1),
        },
    }
    for name, table in (("primary", terms.pays["joker"]), ("alternate", alternate(terms))):
        joker = joker_values(table, rounds.jokers, rounds.cards)
        both = main + np.maximum(joker[some], 0)
        found[f"joker_{name}"] = {
            "pay_table": table.id,
            "rounds": len(rounds.shoe),
            **_priced(joker, rounds.shoe),
            "true_count": _by_count(joker, true_count(rounds, tag), 1),
            "running_count": _by_count(joker, running_count(rounds, tag), 1),
            "with_main": _per_100("flat", np.maximum(both, 0), few.shoe),
        }
    return found


def unshuffled_rule_deck(terms: Terms) -> dict[str, Any]:
    """The rule deck dealt down, three cards per round, by a player who knows which are gone: exact for every round."""
    deck = RuleDeck.build(terms)
    edges = []
    for gone in range(0, RULES, DRAWN):
        sets = rule_sets(RULES - gone)
        parts = np.array_split(np.array(sets), WORKERS)
        with workers() as pool:
            means = pool.map(lambda part: len(part) * deck.edge([0] * len(part), part.tolist()), filter(len, parts))
            edges.append(sum(means, Fraction(0)) / len(sets))
    return {
        "rounds": [
            {"round": number + 1, "rules_gone": DRAWN * number, **exact(house_edge=edge)}
            for number, edge in enumerate(edges)
        ],
        **exact(mean_house_edge=sum(edges, Fraction(0)) / len(edges)),
        "method": "exact",
    }


def counted_shoes(
    terms: Terms, penetration: float, shoes: int, seed: int, progress: Progress, players: tuple[int, ...] = PLAYERS
) -> Priced:
    """Both bets at every number of decks, and the rule deck left unshuffled."""
    tables = [(decks, seats) for decks in DECKS for seats in players]
    rows: list[dict[str, Any]] = []
    with workers() as pool:
        for row in pool.map(lambda table: count_shoe(table[0], table[1], penetration, shoes, seed), tables):
            rows.append(row)
            progress("counting the shoe", len(rows) / len(tables))
    effects, tag = removal_effects(terms)
    progress("the rule deck unshuffled", 0.0)
    return {
        "method": "sampled shoes, both bets exact for the cards left as each round starts",
        "penetration_float": penetration,
        "spread": SPREAD,
        "rows": rows,
        "half_shoe": {"penetration_float": HALF, **count_shoe(max(DECKS), players[-1], HALF, shoes, seed)},
        "count": {
            "tags": {"Joker": tag, "every other card": 1},
            "divided_by": "decks left, to the nearest half",
            "use": [
                {"words": "Joker bet at the index or above,", "about": "joker"},
                "Main bet at its index or below",
            ],
            "effects_of_removal": effects,
        },
        "rule_deck": unshuffled_rule_deck(terms),
    }


def _one_shoe(terms: Terms) -> Floats:
    return main_values(terms, deal_shoes(terms, 1, PENETRATION, 1, 1).left)


COUNTING: Final = Counting(PENETRATION, SHOES, counted_shoes, findings, _one_shoe)
