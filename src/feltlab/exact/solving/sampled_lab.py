"""The lab of a game that no exact plan takes, or takes within the given time: estimates with their intervals.

Nothing here is best play, and nothing is called exact except the side bets that are counted over all deals.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, Final

import numpy as np

from feltlab.cards import JOKER, card_text
from feltlab.errors import FeltlabError, RulesError
from feltlab.exact.edges import edge_notes
from feltlab.exact.figures import SAMPLED, Advice, Analysis, Figures, Option, Priced
from feltlab.exact.side_bets import paid_by_table, pay_nets
from feltlab.exact.solving.answering import Chooser
from feltlab.exact.solving.lab import GeneralLab, kept
from feltlab.exact.solving.outlook import Outlook
from feltlab.exact.solving.paths import Path, options_of, outcome_of
from feltlab.exact.solving.sampled_playing import Answer, LaidRounds
from feltlab.exact.solving.sampled_sides import counted_side
from feltlab.exact.solving.sampled_tally import (
    SEED,
    Sampler,
    Tallied,
    answers_by,
    dealt_rounds,
    strategies_of,
    unplayable,
)
from feltlab.kernels.subsets import Ints
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House, most_of
from feltlab.rules.lines import read_terms
from feltlab.rules.seen import seen_at
from feltlab.rules.steps import Ask
from feltlab.rules.turning import on_stage

SECONDS_A_ROUND: Final = 6e-7
MEGABYTES: Final = 350
FOLLOWED: Final = 4_000
"""Rounds to play on from a decision to value each answer."""
KEEP, TRADE = "keep", "trade"
NO_BEST: Final = "best play is not computed: the named strategy is played"


class SampledLab(GeneralLab):
    def __init__(self, game: Game, reason: str) -> None:
        super().__init__(game)
        self.reason = reason
        self._tallied: dict[Any, Tallied] = {}
        self._sides: dict[Any, list[int] | None] = {}

    @cached_property
    def plan(self) -> Any:
        raise RulesError(self.reason)

    @cached_property
    def rounds(self) -> Any:
        from feltlab.exact.solving.sampled_rounds import SampledRounds  # which consists of labs

        return SampledRounds(self)

    @cached_property
    def STRATEGIES(self) -> Mapping[str, str]:  # noqa: N802 - as the modules of the games have it
        return {} if unplayable(self.game) else strategies_of(self.game)

    def outlook(self) -> Outlook:
        if why := unplayable(self.game):
            return Outlook("", 0, 0, 0.0, 0, f"{self.reason}; it cannot be sampled either: {why}")
        sampler = self.sampler(self.game.terms(self.game.house()))
        seconds = 1 + len(self.STRATEGIES) * sampler.rounds * SECONDS_A_ROUND
        return Outlook(SAMPLED, 0, sampler.rounds, seconds, MEGABYTES, self.reason)

    def sampler(self, terms: Terms) -> Sampler:
        return Sampler(self.game, terms)

    def tallied(self, terms: Terms, strategy: str) -> Tallied:
        sampler = self.sampler(terms)
        key = tuple(sampler.numbers.items()), len(sampler.deck), strategy
        found: Tallied = kept(self._tallied, key, lambda: sampler.tallied(strategy))
        return found

    def chooser(self, strategy: str, terms: Terms) -> Chooser:
        raise RulesError(self.reason)

    def analyze(self, terms: Terms, strategy: str = "") -> Analysis:
        if not self.STRATEGIES:
            raise RulesError(self.outlook().reason)
        strategy = strategy or next(iter(self.STRATEGIES))
        tallied = self.tallied(terms, strategy)
        ends = sorted(tallied.end_counts(terms).items(), key=lambda item: (-item[0].net, item[0].event))
        outcomes = tuple(outcome_of(self.game, end, many) for end, many in ends)
        ids = {wager: table.id for wager, table in terms.pays.items()}
        main = Figures(self.game.slug, "main", strategy, ids, outcomes, tallied.rounds, SAMPLED, NO_BEST, seed=SEED)
        wagers = {slug: self.side_figures(slug, terms) for slug in self.game.sides if slug in terms.pays}
        notes = (f"sampled, not exact: {self.reason}", *edge_notes(main, *wagers.values()))
        return Analysis(self.game.slug, main, wagers, notes)

    def side_figures(self, slug: str, terms: Terms) -> Figures:
        meter = self.progressive_of(slug, terms).mean_meter if slug in terms.progressives else None
        figures = paid_by_table(self.game, terms.pays[slug], self.grade_counts(slug, terms) or [], meter)
        if self.is_counted(slug, terms):
            return figures
        return replace(figures, method=SAMPLED, seed=SEED, strategy=next(iter(self.STRATEGIES)))

    def is_counted(self, slug: str, terms: Terms) -> bool:
        """Whether a side bet is counted over all deals."""
        return self._counted_side(slug, terms) is not None

    def _counted_side(self, slug: str, terms: Terms) -> list[int] | None:
        key = slug, len(self.sampler(terms).deck), repr(terms.numbers)
        found: list[int] | None = kept(self._sides, key, lambda: counted_side(self.game, slug, terms))
        return found

    def grade_counts(self, wager: str, terms: Terms) -> list[int] | None:
        if wager not in self.game.sides:
            return None
        counted = self._counted_side(wager, terms)
        return counted or self.tallied(terms, next(iter(self.STRATEGIES))).grade_counts(wager)

    def class_count(self) -> int:
        return 0

    def advise(self, line: Mapping[str, object], house: House) -> Advice:
        """The named strategy's choice, and the value of each answer if the strategy is followed afterward."""
        game, strategy = self.game, next(iter(self.STRATEGIES), "")
        if not strategy:
            raise RulesError(self.outlook().reason)
        stakes = house.stakes(line.get("wagers", game.opening_stakes(1)))
        terms = read_terms(game, house, line, stakes)
        ask, given = self._asked_about(line)
        sampler = self.sampler(terms)
        cards = _filled(sampler, given)
        offered, found, said = self._offered(ask, given), [], ""
        for option in offered:
            played = _Earlier(game, line.get("choices") or {}, given)
            followed = _Followed(answers_by(sampler.playing, strategy), ask, offered, option, played)
            nets = self._nets(sampler, sampler.playing.laid(cards, 1, 0), followed, terms, stakes)
            if not followed.asked.all():
                raise FeltlabError(f"{game.slug}: with these cards nothing is asked {on_stage(ask.stage)}")
            found.append(Option(option, Fraction(float(nets.mean())), float(nets.std() / len(nets) ** 0.5)))
            said = followed.said
        return Advice(tuple(found), method=SAMPLED, strategy=strategy, followed=said)

    def _nets(self, sampler: Sampler, laid: LaidRounds, answer: Answer, terms: Terms, stakes: Mapping[str, int]) -> Any:
        """By round, the net of all bets on the table, in initial wagers."""
        keys = sampler.keys(laid, answer)
        rows, which = np.unique(keys, axis=0, return_inverse=True)
        tallied = Tallied(self.game, sampler.ways, rows, np.ones(len(rows), np.int64))
        worth = np.array([float(tallied.end(row, terms).net) for row in rows.tolist()])
        for column, slug in enumerate(self.game.grades, start=1 + len(self.game.settled)):
            if slug in stakes:
                meter = terms.meters.get(slug)
                nets = pay_nets(terms.pays[slug], {slug: Fraction(meter, stakes[slug])} if meter is not None else None)
                share = stakes[slug] / stakes[self.game.initial]
                worth += share * np.array([float(nets[grade]) for grade in rows[:, column].tolist()])
        return worth[which.reshape(-1)]

    def _asked_about(self, line: Mapping[str, object]) -> tuple[Ask, dict[str, list[int]]]:
        """The question that the given cards belong to."""
        game = self.game
        if not game.round.asks:
            raise FeltlabError(f"{game.slug} has nothing to decide")
        several, choices = bool(hasattr(game.numbers, "decks") or most_of(game.numbers, "jokers")), line.get("choices")
        answered = set(choices) if isinstance(choices, dict) and game.round.trade else set()
        drawn = {game.round.draws: list(game.reader.drawn(line))} if game.round.trade else {}
        found = list(seen_at(game).items())
        for stage, seen in found if game.round.trade else reversed(found):  # a trade shows the others no more
            if game.round.asks[stage].name in answered:
                continue
            fields = self._fields(seen)
            needed = {name for name in fields if name not in game.conditions.deals}
            given = {name for name in game.round.seen_fields if line.get(name) is not None}
            if needed <= given <= set(fields):
                cards = {name: game.reader.seen_cards(line, [name], several) for name in fields if name in given}
                return game.round.asks[stage], {**cards, **drawn}
        wanted = [", ".join(seen) for seen in seen_at(game).values()]
        raise FeltlabError(f"{game.slug} is decided on {' or on '.join(wanted)}: give those cards")

    def _offered(self, ask: Ask, given: Mapping[str, list[int]]) -> dict[str, int]:
        """By option, the answer that stands for it: its place or, for a trade, the cards traded."""
        if ask.trade is None:
            return {option: place for place, option in enumerate(options_of(ask))}
        hand = [card for name in self.game.reader.own for card in given[name]]
        places = [at for at, card in enumerate(hand) if card != JOKER]
        gone = [some for many in range(ask.trade.most + 1) for some in combinations(places, many)]
        names = {some: " ".join((TRADE, *(card_text(hand[at]) for at in some))) if some else KEEP for some in gone}
        if ask.trade.several:
            return {names[some]: sum(1 << at for at in some) for some in gone}
        return {names[some]: some[0] + 1 if some else 0 for some in gone}

    def _fields(self, seen: Iterable[str]) -> list[str]:
        """The fields of the places seen; a place divided into parts has theirs."""
        deals = self.game.round.deal_at
        cut = {place: deals[place].parts for place in seen if place in deals}
        return list(dict.fromkeys(name for place in seen for name in cut.get(place) or (place,)))

    def strategy_rows(self, terms: Terms) -> Iterator[dict[str, Any]]:
        raise RulesError(f"{self.game.slug} is sampled by named strategies: there is no best play to write")

    def strategy_text(self, terms: Terms) -> list[str]:
        lines = ["Best play is not computed for this game: it is sampled by named strategies."]
        for name in self.STRATEGIES:
            main, words = self.analyze(terms, name).main, self.STRATEGIES[name]
            edge = f"House edge {float(main.house_edge):.3%} ± {main.margin:.3%}, sampled."
            lines.append(Priced(name, f"{name}: {words}. {edge}"))
        return lines


class _Followed:
    """A strategy with one question answered differently, and those before it unchanged."""

    def __init__(
        self, strategy: Answer, ask: Ask, offered: Mapping[str, int], option: str, earlier: "_Earlier"
    ) -> None:
        self.strategy, self.ask, self.offered, self.option, self.earlier = strategy, ask, offered, option, earlier
        self.said, self.asked = "", np.zeros(FOLLOWED, np.bool_)
        self.before = True

    def __call__(self, ask: Ask, path: Path, laid: LaidRounds, rows: Ints) -> Ints:
        if ask.stage == self.ask.stage:
            self.before = False
            self.asked[rows] = True
            taken = int(self.strategy(ask, path, laid, rows)[0])
            self.said = next(option for option, answer in self.offered.items() if answer == taken)
            return np.full(len(rows), self.offered[self.option])
        return np.full(len(rows), self.earlier(ask)) if self.before else self.strategy(ask, path, laid, rows)


class _Earlier:
    """The earlier answers that a line gives; others are answered with as little at risk as possible."""

    def __init__(self, game: Game, choices: Any, given: Mapping[str, list[int]]) -> None:
        self.game, self.given = game, given
        self.choices = choices if isinstance(choices, dict) else {}

    def __call__(self, ask: Ask) -> int:
        told = self.choices.get(ask.name)
        if ask.trade is None:
            offered = options_of(ask)
            quiet = next((place for place, option in enumerate(offered) if not ask.folds(option)), 0)
            return offered.index(told) if told in offered else quiet
        hand = [card for name in self.game.reader.own for card in self.given[name]]
        places = self.game.reader.traded_places(tuple(hand), self.choices) if told is not None else ()
        return sum(1 << at for at in places) if ask.trade.several else sum(at + 1 for at in places)


def _filled(sampler: Sampler, given: Mapping[str, list[int]]) -> Any:
    """Rounds with these cards in their places and others dealt at random from the rest, always the same."""
    game, left = sampler.game, sampler.deck.tolist()
    for cards in given.values():
        for card in cards:
            if card not in left:
                raise FeltlabError(f"{game.slug}: a card is given more often than the deck holds it")
            left.remove(card)
    many = game.round.cards(1)
    drawn = {game.round.draws: slice(game.round.hand + game.round.shared, many)} if game.round.trade else {}
    columns = sampler.playing.columns(1, 0) | drawn
    taken = [at for name, cards in given.items() for at in _at(columns[name], cards)]
    free = [at for at in range(many) if at not in taken]
    found = np.empty((FOLLOWED, many), np.uint8)
    found[:, free] = dealt_rounds(np.array(left, np.uint8), len(free), SEED, 0, FOLLOWED)
    for name, cards in given.items():
        found[:, _at(columns[name], cards)] = np.array(cards, np.uint8)
    return found


def _at(columns: slice, cards: list[int]) -> list[int]:
    """The columns of a place's cards, from the first on."""
    return list(range(columns.start, columns.start + len(cards)))
