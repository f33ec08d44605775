"""One card exposed too early, exactly: a dealer's card, a board card, a Rule Card."""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Any

import numpy as np

from feltlab.cards import RANKS
from feltlab.exact.seven_card import DEALS
from feltlab.games.quick_draw_holdem.protection_kernels import exposed_board
from feltlab.games.rule_out.counting_kernels import returns_by_rules, totals_by_rules
from feltlab.games.rule_out.trades import DRAWN, RULES, rule_masks
from feltlab.kernels.lattice import COPIES, HAND, HANDS, WEIGHTS, Ints
from feltlab.kernels.protection import exposed_sweep
from feltlab.lab import lab_of
from feltlab.lab.protection.collusion import deck_of, main_pays, seven_card_game
from feltlab.rules.game import Terms
from feltlab.wire import exact

ALL_RULES = (1 << RULES) - 1


@dataclass(frozen=True)
class Exposed:
    """The edge against best play by a seat that has seen a card, in initial wagers."""

    card: str
    house_edge: Fraction
    alone: Fraction
    by_rank: dict[str, Fraction] = field(default_factory=dict)
    """The edge by the rank of the card; every rank is as likely."""

    @property
    def gain(self) -> Fraction:
        return self.alone - self.house_edge

    @property
    def lost(self) -> "Lost | None":
        edges = {rank: edge for rank, edge in self.by_rank.items() if edge < 0}
        if not edges:
            return None
        mean = sum(edges.values(), Fraction(0)) / len(edges)
        return Lost(tuple(edges), Fraction(len(edges), len(self.by_rank)), mean)

    def to_dict(self) -> dict[str, Any]:
        ranks = [{"rank": rank, **exact(house_edge=edge)} for rank, edge in self.by_rank.items()]
        lost = self.lost
        return {
            "card": self.card, **exact(house_edge=self.house_edge, gain=self.gain), "method": "exact",
            **({"by_rank": ranks} if ranks else {}),
            **({"player_has_the_edge": lost.to_dict()} if lost else {}),
        }  # fmt: skip


@dataclass(frozen=True)
class Lost:
    """The ranks that give the player the edge, though the house may keep it on average."""

    ranks: tuple[str, ...]
    share: Fraction
    """Of exposed cards."""
    house_edge: Fraction
    """The mean over these ranks."""

    def to_dict(self) -> dict[str, Any]:
        return {"ranks": list(self.ranks), **exact(share=self.share, house_edge=self.house_edge)}


def exposed_cards(slug: str, terms: Terms) -> list[Exposed]:
    """What a card seen too early is worth; the likeliest slip first."""
    alone = lab_of(slug).analyze(terms).main.house_edge
    if slug == "quick-draw-holdem":
        return _board_card(terms, alone)
    if slug == "rule-out":
        return [_rule_cards(terms, alone, known) for known in range(1, DRAWN + 1)]
    return [_dealer_card(slug, terms, alone)]


def _dealer_card(slug: str, terms: Terms, alone: Fraction) -> Exposed:
    """Any of the dealer's seven cards is as likely to show. Dealer hands count once for each card of the rank."""
    strengths, qualifier, showdown = seven_card_game(slug, terms)
    weaker, equal = exposed_sweep(strengths, strengths)
    no_qualify, _ = exposed_sweep(strengths, np.full_like(strengths, qualifier))
    every = (COPIES - HANDS.astype(np.int64)) * comb(len(RANKS) * COPIES - HAND - 1, HAND - 1)
    win = np.maximum(weaker - no_qualify, 0)
    tie = np.maximum(weaker + equal - np.maximum(weaker, no_qualify), 0)
    nets = showdown.nets(terms.numbers)
    scale = lcm(*(net.denominator for net in nets))
    play = sum(
        int(net * scale) * column
        for net, column in zip(nets, (no_qualify, win, tie, every - no_qualify - win - tie), strict=True)
    )
    best = WEIGHTS @ np.maximum(play, -scale * every)
    seen = WEIGHTS @ every
    by_rank = {
        rank: -Fraction(int(value), scale * int(count)) for rank, value, count in zip(RANKS, best, seen, strict=True)
    }
    edge = -Fraction(sum(map(int, best)), scale * HAND * DEALS)
    return Exposed("one of the dealer's seven cards, seen before the decision", edge, alone, by_rank)


def _board_card(terms: Terms, alone: Fraction) -> list[Exposed]:
    from feltlab.games.quick_draw_holdem.strategies import DRAWS, FOLD_FLOP, FOLD_TURN, classes, histograms, scaled_nets

    nets = scaled_nets(terms)
    weights = classes().weights
    whole, folds = np.array(nets.scaled, np.int64), (FOLD_FLOP * nets.scale, FOLD_TURN * nets.scale)
    totals = exposed_board(histograms(terms.numbers.high_pair), weights, whole, *folds)
    deals = int(weights.sum()) * DRAWS * nets.scale
    cards = (
        "the turn card, seen before the flop decision",
        "the river card, seen before the flop decision",
        "the river card, seen before the turn decision",
    )
    return [
        Exposed(card, -Fraction(int(total), deals), alone) for card, total in zip(cards, totals.tolist(), strict=True)
    ]


@dataclass(frozen=True)
class RuleDeck:
    """Best play at Rule Out! when something is known about the Rule Cards to come."""

    returns: Any
    masks: Ints
    shoe: Ints
    scale: int

    @classmethod
    def build(cls, terms: Terms) -> "RuleDeck":
        pays, scale = main_pays(terms)
        masks = rule_masks()
        return cls(returns_by_rules(masks, pays), masks, np.bincount(deck_of(terms)).astype(np.int64), scale)

    def edge(self, known: list[int], left: list[int]) -> Fraction:
        """The mean edge over equally likely cases: rules sure to be dealt, and rules that may be, as masks."""
        totals = totals_by_rules(self.returns, self.masks, np.array(known), np.array(left), self.shoe)
        deals = comb(left[0].bit_count() - known[0].bit_count(), DRAWN - known[0].bit_count())
        cards = int(self.shoe.sum())
        every = comb(cards, DRAWN) * (cards - DRAWN) * deals * self.scale * len(known)
        return 1 - Fraction(sum(map(int, totals)), every)


def rule_sets(size: int) -> list[int]:
    """Every set of that many Rule Cards, as a mask."""
    return [sum(1 << rule for rule in rules) for rules in combinations(range(RULES), size)]


def _rule_cards(terms: Terms, alone: Fraction, count: int) -> Exposed:
    sets = rule_sets(count)
    names = ("one Rule Card", "two Rule Cards", "all three Rule Cards")
    edge = RuleDeck.build(terms).edge(sets, [ALL_RULES] * len(sets))
    return Exposed(f"{names[count - 1]}, seen before the trade", edge, alone)
