"""The lab of any game without its own solver: figures, advice and strategy from its declaration."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from feltlab.errors import FeltlabError, RulesError
from feltlab.exact.edges import edge_notes
from feltlab.exact.figures import Advice, Analysis, Figures, Option
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.exact.side_bets import paid_by_table, pay_nets
from feltlab.exact.solving.answering import Bools, Choices, Chooser, named
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.outlook import Outlook, outlook_of
from feltlab.exact.solving.paths import Path, later_path, options_of, start
from feltlab.exact.solving.priced_words import beside_the_optimum, titled
from feltlab.exact.solving.remembered import ByValue
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.solver import Counted, GeneralPlan, Solved, always, best, plan_of
from feltlab.kernels.subsets import Ints
from feltlab.rules.dealt import one_of
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House
from feltlab.rules.lines import read_terms
from feltlab.rules.steps import FOLD, Ask
from feltlab.rules.turning import on_stage

OPTIMAL, BY_VALUE = "optimal", "by-value"
MOST_ROWS, PICTURED_ROWS = 8_000_000, 500_000
"""The limit for a question's strategy written state by state, and for one that is drawn."""
_AT_A_TIME = 50_000
KEPT = 8
"""How many sets of rule numbers keep their counts, and sets of terms their values, if these are small."""
KEPT_STATES = 16_000_000
"""The limit for all of these together; each state takes about twenty bytes."""


class GeneralLab:
    def __init__(self, game: Game, plan: GeneralPlan | None = None) -> None:
        self.game = game
        self._given = plan
        self._counted: dict[Any, Any] = {}
        self._solved: dict[str, Any] = {}

    @staticmethod
    def fits(_: Game) -> bool:
        """Games that no other lab takes come here; if no plan fits, the error says why."""
        return True

    @cached_property
    def rounds(self) -> Any:
        """Stands in for a game's own `rounds`."""
        from feltlab.exact.solving.rounds import GeneralRounds  # which consists of labs

        return GeneralRounds(self)

    @cached_property
    def plan(self) -> GeneralPlan:
        return self._given or plan_of(self.game)

    def prove(self) -> None:
        """Refuse a game that the plan cannot solve, before beginning it."""
        if isinstance(self.plan, Duel):
            _ = self.counted(self.game.terms(self.game.house())).main  # whose rules are asked about every two hands

    def outlook(self) -> Outlook:
        """What solving it will take."""
        return outlook_of(self.game, self._given)

    @property
    def seeing(self) -> Seeing:
        return self.plan.seeing

    @cached_property
    def STRATEGIES(self) -> Mapping[str, str]:  # noqa: N802 - as the modules of the games have it
        found = {OPTIMAL: "the exact optimum of every hand"}
        if self._valued:
            seen = f" and the rank of the {self._by_value.open_card} card" if self._by_value.open_card else ""
            found[BY_VALUE] = f"by the value of the player's hand{seen}, in as few steps as there are answers"
        asks = self.game.round.asks
        offered = [option for ask in asks.values() for option in options_of(ask)]
        found |= self._by_the_author
        for option in dict.fromkeys(offered):
            if option != FOLD:
                barred = any(option in ask.options and stage in self.game.allows for stage, ask in asks.items())
                often = (
                    "with every hand that may; with the others, the next lower answer" if barred else "with every hand"
                )
                found[f"always-{option}"] = f"{option} {often}"
        return found

    @property
    def UNPRICED(self) -> Mapping[str, str]:  # noqa: N802 - beside STRATEGIES
        """Strategies of the author that this plan cannot price, and why; nothing else is priced in their place."""
        return {}

    @property
    def _by_the_author(self) -> dict[str, str]:
        names = [name for name in self.game.strategies if name not in self.UNPRICED]
        return {name: f"{name.replace('-', ' ')}, as the game's author wrote it" for name in names}

    def check_priced(self, strategy: str) -> None:
        if why := self.UNPRICED.get(strategy):
            raise RulesError(f"{self.game.slug}: the strategy {strategy!r} is not priced: {why}")
        if strategy not in self.STRATEGIES:
            raise RulesError(f"{self.game.slug} has no strategy {strategy!r}: choose from {', '.join(self.STRATEGIES)}")

    @property
    def _valued(self) -> str:
        """The hand that a simple strategy looks at, if there is one question."""
        return self.plan.compared if len(self.game.round.asks) == 1 else ""

    def counted(self, terms: Terms) -> Counted:
        numbers = tuple((name, int(getattr(terms.numbers, name))) for name in self.game.asked_numbers)
        found: Counted = kept(self._counted, numbers, lambda: Counted(self.plan, numbers), self._last_states)
        return found

    def solved(self, terms: Terms) -> Solved:
        solve = partial(Solved, self.counted(terms), terms)
        found: Solved = kept(self._solved, decided_by(self.game, terms), solve, self._last_states)
        return found

    @property
    def _last_states(self) -> int:
        return self.seeing.states(-1)

    def chooser(self, strategy: str, terms: Terms) -> Chooser:
        self.check_priced(strategy)
        if strategy in self.game.strategies:
            return named(self.plan, dict(self.counted(terms).numbers), strategy)
        if strategy == OPTIMAL:
            return best
        if strategy == BY_VALUE:
            return self._by_value.choose
        return always(strategy.removeprefix("always-"))

    @cached_property
    def _by_value(self) -> ByValue:
        return ByValue(self.plan, self._valued)

    def analyze(self, terms: Terms, strategy: str = OPTIMAL) -> Analysis:
        solved, choose = self.solved(terms), self.chooser(strategy, terms)
        outcomes = solved.outcomes(choose)
        ids = {wager: table.id for wager, table in terms.pays.items()}
        main = Figures(self.game.slug, "main", strategy, ids, outcomes, self.seeing.deals)
        if main.expectation != solved.expectation(choose):
            raise AssertionError(f"{self.game.slug}: counted forward and backward, the figures differ")
        wagers = {slug: self.side_figures(slug, terms) for slug in self.game.sides if slug in terms.pays}
        return Analysis(self.game.slug, main, wagers, edge_notes(main, *wagers.values()))

    def side_figures(self, slug: str, terms: Terms) -> Figures:
        meter = self.progressive_of(slug, terms).mean_meter if slug in terms.progressives else None
        return paid_by_table(self.game, terms.pays[slug], self.grade_counts(slug, terms) or [], meter)

    def grade_counts(self, wager: str, terms: Terms) -> list[int] | None:
        """None for a wager whose pays change how the game is played."""
        if wager not in self.game.sides:
            return None
        return self.counted(terms).grade_counts(wager, self.game.book.scales[wager].top)

    def progressive_of(self, slug: str, terms: Terms) -> ProgressiveFigures:
        counts = self.grade_counts(slug, terms) or []
        return ProgressiveFigures.from_pay_table(terms.progressives[slug], terms.pays[slug], counts)

    def progressive(self, terms: Terms) -> ProgressiveFigures:
        return self.progressive_of(next(iter(terms.progressives)), terms)

    def class_count(self) -> int:
        """The number of classes, up to renamed suits, of what a player sees at the first question."""
        return self.seeing.states(0)

    def advise(self, line: Mapping[str, object], house: House) -> Advice:
        game = self.game
        stakes = house.stakes(line.get("wagers", game.opening_stakes(1)))
        terms = read_terms(game, house, line, stakes)
        number, cards = self._seen(line)
        solved = self.solved(terms)
        state = int(self.seeing.located(np.array([cards]), number)[0])
        ask = solved.asks[number]
        values = solved.option_values(number, self._answered(line, number), best)
        ways = self.seeing.leaves // self.seeing.states(number)
        side = self._side_value(terms, stakes, number, state)
        barring = solved.counted.open_options
        options = [
            Option(option, side + Fraction(int(value[state]), solved.scale * ways))
            for place, (option, value) in enumerate(zip(options_of(ask), values, strict=True))
            if number not in barring or barring[number][place][state]
        ]
        return Advice(tuple(options))

    def _answered(self, line: Mapping[str, object], number: int) -> Path:
        """The way to a question: as the line tells it, otherwise with as little at risk as possible."""
        given, path = line.get("choices"), start(self.game)
        if not given:
            return later_path(self.game, number)
        asks = list(self.game.round.asks.values())
        for ask in asks[:number]:
            if not path.asked(ask):
                path = path.skipped()
                continue
            path = path.with_option(ask, one_of(given, ask.name, ask.options, [other.name for other in asks]))
        if not path.asked(asks[number]):
            raise FeltlabError(f"{self.game.slug}: after these choices nothing is asked {on_stage(asks[number].stage)}")
        return path

    def _seen(self, line: Mapping[str, object]) -> tuple[int, list[int]]:
        """The question that the given cards belong to, and the cards in the order of the groups."""
        given = [name for name in self.seeing.groups if line.get(name) is not None]
        names = list(self.seeing.groups)
        if not self.game.round.asks:
            raise FeltlabError(f"{self.game.slug} has nothing to decide")
        for number, count in reversed(list(enumerate(self.seeing.seen))):
            if given == names[:count]:
                cards = self.game.reader.seen_cards(line, given)
                return number, cards
        wanted = [", ".join(names[:count]) for count in self.seeing.seen]
        raise FeltlabError(f"{self.game.slug} is decided on {' or on '.join(wanted)}: give those cards")

    def _side_value(self, terms: Terms, stakes: Mapping[str, int], number: int, state: int) -> Fraction:
        """The value of the side bets on the table, in initial wagers, given the cards seen."""
        each = self.seeing.states(-1) // self.seeing.states(number)
        value = Fraction(0)
        for slug in self.game.sides:
            if slug in stakes:
                meter = terms.meters.get(slug)
                meters = {slug: Fraction(meter, stakes[slug])} if meter is not None else None
                nets = pay_nets(terms.pays[slug], meters)
                mean = self.counted(terms).side_value(slug, nets, slice(state * each, (state + 1) * each))
                value += Fraction(stakes[slug], stakes[self.game.initial]) * mean
        return value

    def strategy_rows(self, terms: Terms) -> Iterator[dict[str, Any]]:
        """The optimal strategy, a row for each state of each question."""
        return self._rows(terms, MOST_ROWS)

    def pictured_rows(self, terms: Terms) -> Iterator[dict[str, Any]]:
        """The same, as far as it can be drawn at once."""
        own = type(self).strategy_rows is not GeneralLab.strategy_rows
        return self.strategy_rows(terms) if own else self._rows(terms, PICTURED_ROWS)

    def _rows(self, terms: Terms, most: int) -> Iterator[dict[str, Any]]:
        """A row for each state of each question; if there are too many, one for each hand."""
        solved = self.solved(terms)
        for number, ask in enumerate(solved.asks):
            path = later_path(self.game, number)
            values = solved.option_values(number, path, best)
            taken = solved.choice(number, path, values, best)
            ways = solved.scale * (self.seeing.leaves // self.seeing.states(number))
            if self.seeing.states(number) > most:
                yield from self._hand_rows(number, ask, values, taken, ways)
                continue
            barring = solved.counted.open_options.get(number)
            stage = {"stage": ask.stage} if len(solved.asks) > 1 else {}
            told = _told(options_of(ask), values, taken, barring, ways)
            for (fields, weight), row in zip(self._states(number), told, strict=True):
                yield {**stage, **fields, "hands": weight, **row}

    def _hand_rows(
        self, number: int, ask: Ask, values: list[Ints], taken: Choices, ways: int
    ) -> Iterator[dict[str, Any]]:
        """By first group: the average value of each option, and the most frequent choice over the later cards."""
        each, offered = self.seeing.states(number) // len(self.seeing.first), options_of(ask)
        often = np.stack([(taken.reshape(-1, each) == place).sum(axis=1) for place in range(len(offered))], axis=1)
        means = [value.reshape(-1, each).sum(axis=1).tolist() for value in values]
        for state, (hand, weight) in enumerate(zip(self.seeing.first, self.seeing.weights.tolist(), strict=True)):
            expected = {option: Fraction(mean[state], ways * each) for option, mean in zip(offered, means, strict=True)}
            yield {
                **({"stage": ask.stage} if len(self.game.round.asks) > 1 else {}),
                **self.seeing.fields(hand, number, 1),
                "hands": weight * each,
                "decision": offered[int(often[state].argmax())],
                **{f"share_{option}": often[state, place] / each for place, option in enumerate(offered)},
                **{f"ev_{option}": str(expected[option]) for option in offered},
                **{f"ev_{option}_float": float(expected[option]) for option in offered},
            }

    def _states(self, number: int) -> Iterator[tuple[dict[str, str], int]]:
        for hand, weight in zip(self.seeing.first, self.seeing.weights.tolist(), strict=True):
            for cards in self.seeing.following(hand, number):
                yield self.seeing.fields(cards, number), weight

    def strategy_text(self, terms: Terms) -> list[str]:
        solved = self.solved(terms)
        lines = []
        for ask, shares in zip(solved.asks, solved.shares(best), strict=True):
            there = sum(shares)
            of = [share / there if there else share for share in shares]
            often = ", ".join(
                f"{option} with {float(share):.2%}" for option, share in zip(options_of(ask), of, strict=True)
            )
            whose = "hands" if there == 1 else f"the hands that get there, which are {float(there):.2%} of all"
            lines.append(f"{ask.stage.capitalize()}: {often} of {whose}.")
        if self._valued:
            lines += self._simple(terms)
        for name in self._by_the_author:
            cost = solved.expectation(best) - solved.expectation(self.chooser(name, terms))
            unit = self.game.wagers[self.game.initial].name
            lines.append(beside_the_optimum(titled(name), cost, unit))
        return lines or ["There is nothing to decide."]

    def _simple(self, terms: Terms) -> list[str]:
        """The strategy that looks at the hand's value and the rank of an open card, and its cost."""
        solved, first = self.solved(terms), start(self.game)
        values = solved.offered_values(0, solved.option_values(0, first, best))
        cost = solved.expectation(best) - solved.expectation(self._by_value.choose)
        unit = self.game.wagers[self.game.initial].name
        priced = beside_the_optimum("This", cost, unit)
        said = self._by_value.words(values, options_of(solved.asks[0]), solved.counted.open_options.get(0))
        return [*said, priced]


def _told(
    offered: tuple[str, ...], values: list[Ints], taken: Choices, barring: list[Bools] | None, ways: int
) -> Iterator[dict[str, Any]]:
    """By state, the decision and the value of each option; leaves out options that are not allowed."""
    exact, near = [f"ev_{option}" for option in offered], [f"ev_{option}_float" for option in offered]
    for first in range(0, len(taken), _AT_A_TIME):
        part = slice(first, first + _AT_A_TIME)
        columns = []
        for place, value in enumerate(values):
            shared = np.gcd(value[part], ways)
            may = np.ones(len(shared), np.bool_) if barring is None else barring[place][part]
            columns.append((value[part].tolist(), (value[part] // shared).tolist(), (ways // shared).tolist(), may))
        for at, decided in enumerate(taken[part].tolist()):
            row: dict[str, Any] = {"decision": offered[decided]}
            for name, (_, above, below, may) in zip(exact, columns, strict=True):
                row[name] = (f"{above[at]}/{below[at]}" if below[at] > 1 else str(above[at])) if may[at] else ""
            for name, (whole, _, _, may) in zip(near, columns, strict=True):
                row[name] = whole[at] / ways if may[at] else ""
            yield row


def decided_by(game: Game, terms: Terms) -> str:
    """The terms that best play depends on; the pays of a side bet are not among them."""
    return repr((terms.numbers, [(slug, str(table)) for slug, table in terms.pays.items() if slug not in game.sides]))


def kept(store: dict[Any, Any], key: Any, make: Callable[[], Any], states: int = 1) -> Any:
    """Results by key, for the last few keys; fewer if each has many states."""
    if key in store:
        store[key] = store.pop(key)  # used last
        return store[key]
    while len(store) >= max(1, min(KEPT, KEPT_STATES // states)):
        store.pop(next(iter(store)))
    store[key] = make()
    return store[key]
