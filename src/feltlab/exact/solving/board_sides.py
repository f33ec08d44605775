"""Side bets beside a board: on hands with the whole board by strength and zone, on fewer cards deal by deal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, lcm, prod

import numpy as np

from feltlab.errors import RulesError
from feltlab.exact.solving.answering import on_the_scale
from feltlab.exact.solving.board import Board
from feltlab.exact.solving.board_counting import LARGEST_SUM, totals
from feltlab.exact.solving.board_ranks import Ranked
from feltlab.exact.solving.board_zones import Zoned, all_units
from feltlab.exact.solving.keeping import kept
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.tabulating import answers_of, rows_of, values_of
from feltlab.exact.solving.walk import Walk
from feltlab.kernels.board_paths import Labels
from feltlab.kernels.boards import PAIRS
from feltlab.kernels.subsets import Ints, all_sets, extended
from feltlab.rules.settling import Bound

MOST_ROWS = 4_000_000


@dataclass(frozen=True)
class PartSeeing(Seeing):
    """The cards of some hands alone."""

    only: tuple[str, ...] = ()

    @property
    def hands(self) -> tuple[str, ...]:
        return self.only

    @cached_property
    def groups(self) -> dict[str, int]:
        whole = Seeing(self.game, self.deck)
        fields = {name for hand in self.only for place in self.game.hands[hand].places for name in whole.parts(place)}
        return {name: size for name, size in whole.groups.items() if name in fields}

    @cached_property
    def seen(self) -> tuple[int, ...]:
        return (1,)


@dataclass(frozen=True)
class BoardSides:
    """The side bets of a game on some rule numbers."""

    board: Board
    numbers: tuple[tuple[str, int], ...]

    def bound(self, slug: str) -> Bound:
        bound = self.board.game.grades[slug]
        if raised := [name for name in bound.names if name in all_units(self.board)[0]]:
            raise RulesError(
                f"{self.board.game.slug}: {slug} depends on {raised[0]}, so it cannot be counted by itself"
            )
        return bound

    def on_whole_boards(self, slug: str) -> bool:
        """Its hands have two cards and the whole board, the player's or the dealer's or both, ranked the same way."""
        board, names = self.board, self.bound(slug).hands
        rankings = {board.game.hands[name].ranking.value for name in names}
        own = [name for name in names if board.is_own(name)]
        dealers = [name for name in names if board.is_dealers(name)]
        return len(own) <= 1 and len(dealers) <= 1 and len(own) + len(dealers) == len(names) > 0 == len(rankings) - 1

    @cached_property
    def _zones(self) -> dict[str, Zoned]:
        """By side bet on whole boards; bets ranked the same way share their zones."""
        found: dict[str, Zoned] = {}
        whole = [slug for slug in self.board.game.grades if self.on_whole_boards(slug)]
        ranking = {slug: self.board.game.hands[self.bound(slug).hands[0]].ranking.value for slug in whole}
        for value in dict.fromkeys(ranking.values()):
            alike = [slug for slug in whole if ranking[slug] is value]
            hand = self.board.game.hands[self.bound(alike[0]).hands[0]]
            bounds = tuple(self.bound(slug) for slug in alike)
            found |= dict.fromkeys(alike, Zoned(self.board, Ranked(self.board, hand), bounds, self.numbers))
        return found

    @cached_property
    def _totals(self) -> dict[int, Ints]:
        return {}

    def grade_counts(self, slug: str) -> list[int]:
        top = self.board.game.book.scales[slug].top
        if not self.on_whole_boards(slug):
            return self._few(slug, top)
        zones = self._zones[slug]
        counts = np.zeros(top + 1, np.int64)
        np.add.at(counts, self._codes(slug, zones), self._ends(zones))
        return [int(count) for count in counts]

    def _ends(self, zones: Zoned) -> Ints:
        """Deals by kind; kept for all side bets that share these zones."""
        if id(zones) not in self._totals:
            key = (zones.ranked.ranking.value, self.board.deck, self.board.size, zones.kinds, zones.floors)
            found = kept("totals", key, lambda: {"totals": totals(self.board, zones)})
            self._totals[id(zones)] = found["totals"]
        return self._totals[id(zones)]

    def _seeing(self, slug: str) -> PartSeeing:
        names = self.bound(slug).hands
        if not names:
            raise RulesError(f"{self.board.game.slug}: {slug} looks at no hand")
        return PartSeeing(self.board.game, tuple(self.board.deck.tolist()), names)

    def _few(self, slug: str, top: int) -> list[int]:
        seeing = self._seeing(slug)
        if reason := Walk.unfit(seeing):
            raise RulesError(
                f"{self.board.game.slug}: {slug} uses neither one hand of each side with the whole board, ranked"
                f" alike, nor few cards: {reason}"
            )
        view = Walk(seeing).view(self.bound(slug), dict(self.numbers))
        counts = np.zeros(top + 1, np.int64)
        np.add.at(counts, on_the_scale(self.board.game, slug, view.answers({})[:, 0]), view.tally(seeing.last_weights))
        return [int(count) for count in counts]

    def nets_by_zone(self, slug: str, nets: Sequence[Fraction]) -> tuple[Zoned, Ints, int]:
        """The value of a side bet by zone and rank, times a factor."""
        zones, scale = self._zones[slug], lcm(*(net.denominator for net in nets))
        if max(abs(net) for net in nets) * scale * 24 * self.board.follows(0) > LARGEST_SUM:
            raise RulesError("the odds are too long, or their fractions too fine, for sums in 64 bits")
        by_grade = np.array([int(net * scale) for net in nets], np.int64)
        return (
            zones,
            by_grade[self._codes(slug, zones)][zones.kinds],
            scale,
        )

    def _codes(self, slug: str, zones: Zoned) -> Ints:
        return on_the_scale(self.board.game, slug, zones.codes(self.bound(slug), {})[:, 0])

    def mean(self, slug: str, nets: Sequence[Fraction], known: dict[str, list[int]]) -> Fraction:
        """The mean of a bet on few cards, given some fields."""
        seeing = self._seeing(slug)
        taken = [card for cards in known.values() for card in cards]
        names = [name for name in seeing.groups if name in known]
        names += [name for name in seeing.groups if name not in known]
        states = np.array([[card for name in names if name in known for card in known[name]]], np.int64)
        left = np.array([card for card in self.board.deck.tolist() if card not in taken], np.int64)
        sizes = [seeing.groups[name] for name in names if name not in known]
        count = len(left)
        if prod(comb(count - sum(sizes[:at]), size) for at, size in enumerate(sizes)) > MOST_ROWS:
            raise RulesError(f"{self.board.game.slug}: {slug} looks at too many cards that are not known yet")
        for size in sizes:
            states = extended(left, states, all_sets(count, size))
            count -= size
        grades = self._grades(slug, states, names)
        scale = lcm(*(net.denominator for net in nets))
        worth = np.array([int(net * scale) for net in nets], object)[grades]
        return Fraction(int(worth.sum()), scale * len(grades))

    def _grades(self, slug: str, rows: Ints, names: Sequence[str]) -> Ints:
        """For rows of cards that have these fields in order."""
        seeing, bound = self._seeing(slug), self.bound(slug)
        starts = dict(zip(names, np.cumsum([0, *(seeing.groups[name] for name in names)]).tolist(), strict=False))
        columns = {}
        for hand in bound.hands:
            fields = [name for place in self.board.game.hands[hand].places for name in seeing.parts(place)]
            at = [starts[name] + number for name in fields for number in range(seeing.groups[name])]
            columns[hand] = values_of(self.board.game.hands[hand].ranking.value, rows[:, at])
        answers = answers_of(bound, rows_of(bound.names, columns, dict(self.numbers), len(rows)))
        return on_the_scale(self.board.game, slug, answers[:, 0])

    def stop_of(self, slug: str) -> int:
        """The stop at which a bet on the player's cards and the board so far is known; -1 if none."""
        fields = set(self._seeing(slug).groups)
        own, board, _ = self.board.places
        for number, stop in enumerate(self.board.stops[:-1]):
            open_fields, cards = set(own), 0
            for name in board:
                cards += self.board.seeing.groups[name]
                open_fields |= {name} if cards <= stop.cards else set()
            if fields <= open_fields and (number == 0 or sum(self._seeing(slug).groups.values()) == 2 + stop.cards):
                return number
        return -1

    def labels(self, slugs: Sequence[str]) -> tuple[Labels, int]:
        """By class of all stops and pair: the grades of side bets known there, as one number."""
        starts, step = self.board.chains.starts, 1
        found = np.zeros((int(starts[-1]), PAIRS), np.int32)
        for slug in slugs:
            stop = self.stop_of(slug)
            if stop < 0:
                raise RulesError(
                    f"{self.board.game.slug}: {slug} uses neither cards that the player sees at a question nor the"
                    " hands that the rules compare: its results cannot be counted together with the other bets"
                )
            classes = self.board.classes(self.board.stops[stop].cards).hands
            for number, open_cards in enumerate(classes):
                left = np.setdiff1d(self.board.deck, open_cards)
                pairs = left[all_sets(len(left), 2)]
                rows = np.concatenate([pairs, np.repeat(open_cards[None, :], len(pairs), 0)], axis=1)
                fields = [*self.board.places[0], *self.board.places[1]][: len(self._seeing(slug).groups)]
                where = pairs[:, 1] * (pairs[:, 1] - 1) // 2 + pairs[:, 0]
                rows = rows[:, : sum(self.board.seeing.groups[name] for name in fields)]
                found[starts[stop] + number, where] += step * self._grades(slug, rows, fields).astype(np.int32)
            step *= self.board.game.book.scales[slug].top + 1
        return found, step


def with_settle(sides: BoardSides, zones: Zoned) -> tuple[Zoned, tuple[str, ...], tuple[str, ...]]:
    """The zones of the main game refined by every side bet on the same hands; those, and the side bets on others."""
    game = sides.board.game
    alike = [
        slug
        for slug in game.grades
        if sides.on_whole_boards(slug)
        and game.hands[sides.bound(slug).hands[0]].ranking.value is zones.ranked.ranking.value
    ]
    others = tuple(slug for slug in game.grades if slug not in alike)
    return replace(zones, bounds=(*zones.bounds, *(sides.bound(slug) for slug in alike))), tuple(alike), others
