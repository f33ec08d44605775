"""The lab of a game dealt from a shoe, or with draws and questions that depend on the hands."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from feltlab.cards import cards_text, joker_shoe
from feltlab.errors import FeltlabError, RulesError
from feltlab.exact.edges import edge_notes
from feltlab.exact.figures import Advice, Analysis, Figures, Option
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.solving.answering import Chooser
from feltlab.exact.solving.lab import OPTIMAL, GeneralLab, decided_by, kept
from feltlab.exact.solving.nodes import packed
from feltlab.exact.solving.outlook import Outlook
from feltlab.exact.solving.paths import Path, options_of, start
from feltlab.exact.solving.priced_words import beside_the_optimum, titled
from feltlab.exact.solving.solver import GeneralPlan, always, best
from feltlab.exact.solving.tree import PER_NODE_BYTES, PER_NODE_SECONDS, TreeQuestion
from feltlab.exact.solving.tree_named import named_in, tells_apart
from feltlab.exact.solving.tree_solved import TreeCounted, TreeSolved
from feltlab.exact.solving.tree_words import OpenQuestion
from feltlab.kernels.subsets import Ints
from feltlab.rules.dealt import one_of
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House
from feltlab.rules.lines import read_terms
from feltlab.rules.steps import FOLD
from feltlab.rules.turning import on_stage


class TreeLab(GeneralLab):
    name = "tree"

    @staticmethod
    def fits(game: Game) -> bool:
        script = game.round
        raises = all(ask.raises and not ask.trade and not ask.set for ask in script.asks.values())
        shoe = hasattr(game.numbers, "decks") or bool(game.conditions) or not script.seat_deals
        return shoe and raises and not script.second_deals and not game.allows

    def __init__(self, game: Game, shoe: tuple[int, ...] = ()) -> None:
        super().__init__(game)
        self._shoe = shoe

    @cached_property
    def rounds(self) -> Any:
        from feltlab.exact.solving.tree_rounds import TreeRounds  # which consists of labs

        return TreeRounds(self)

    @cached_property
    def plan(self) -> GeneralPlan:
        raise RulesError(f"{self.game.slug} is solved as a tree of draws: knowledge of hidden cards is not priced")

    def shoe(self, terms: Terms) -> tuple[int, ...]:
        numbers = terms.numbers
        return self._shoe or tuple(joker_shoe(getattr(numbers, "decks", 1), getattr(numbers, "jokers", 0)))

    def counted_tree(self, terms: Terms, strategy: str = "") -> TreeCounted:
        """An author's strategy gets its own tree only if it looks at more than the rules do."""
        numbers = tuple((name, int(getattr(terms.numbers, name))) for name in self.game.asked_numbers)
        shoe = self.shoe(terms)

        def counted(by: str) -> TreeCounted:
            found: TreeCounted = kept(
                self._counted, (by, len(shoe), *numbers), lambda: TreeCounted(self.game, shoe, numbers, by)
            )
            return found

        own = strategy in self.game.strategies and not tells_apart(counted("").tree, strategy)
        return counted(strategy if own else "")

    def solved_tree(self, terms: Terms, strategy: str = "") -> TreeSolved:
        counted = self.counted_tree(terms, strategy)
        key = counted.strategy, decided_by(self.game, terms)
        found: TreeSolved = kept(self._solved, key, lambda: TreeSolved(counted, terms))
        return found

    def prove(self) -> None:
        self.counted_tree(self.game.terms(self.game.house())).tree.check()

    def outlook(self) -> Outlook:
        tree = self.counted_tree(self.game.terms(self.game.house())).tree
        ends = tree.expected_nodes
        told = f"{tree.classes.count} kinds of cards that no ranking tells apart, drawn in the order of the round"
        megabytes = round(ends * PER_NODE_BYTES / 2**20)
        return Outlook(self.name, ends, tree.deals, 0.2 + ends * PER_NODE_SECONDS, megabytes, told)

    @cached_property
    def STRATEGIES(self) -> Mapping[str, str]:  # noqa: N802 - as the modules of the games have it
        found = {OPTIMAL: "the exact optimum for everything that is face up"}
        found |= self._by_the_author
        offered = [option for ask in self.game.round.asks.values() for option in options_of(ask)]
        for option in dict.fromkeys(offered):
            if option != FOLD:
                found[f"always-{option}"] = f"{option} whenever it is asked"
        return found

    @cached_property
    def UNPRICED(self) -> Mapping[str, str]:  # noqa: N802 - beside STRATEGIES
        found = {}
        for name in self.game.strategies:
            try:
                self.counted_tree(self.game.terms(self.game.house()), name).tree.check()
            except RulesError as error:
                found[name] = f"it looks at more than the rules do, and with that {error}"
        return found

    def chooser(self, strategy: str, terms: Terms) -> Chooser:
        self.check_priced(strategy)
        if strategy in self.game.strategies:
            return named_in(self.counted_tree(terms, strategy).tree, strategy)
        return best if strategy == OPTIMAL else always(strategy.removeprefix("always-"))

    def analyze(self, terms: Terms, strategy: str = OPTIMAL) -> Analysis:
        choose, solved = self.chooser(strategy, terms), self.solved_tree(terms, strategy)
        ids = {wager: table.id for wager, table in terms.pays.items()}
        deals = solved.counted.tree.deals
        main = Figures(self.game.slug, "main", strategy, ids, solved.outcomes(choose), deals)
        if main.expectation != solved.expectation(choose):
            raise AssertionError(f"{self.game.slug}: counted forward and backward, the figures differ")
        wagers = {slug: self.side_figures(slug, terms) for slug in self.game.sides if slug in terms.pays}
        return Analysis(self.game.slug, main, wagers, edge_notes(main, *wagers.values()))

    def grade_counts(self, wager: str, terms: Terms) -> list[int] | None:
        return self.counted_tree(terms).grade_counts(wager) if wager in self.game.sides else None

    def class_count(self) -> int:
        """The number of sights at the first question, or of all deals if nothing is asked."""
        tree = self.counted_tree(self.game.terms(self.game.house())).tree
        first = tree.questions.get(start(self.game))
        return int(first.asked.sum()) if first else sum(len(leaf.nodes) for leaf in tree.leaves)

    def advise(self, line: Mapping[str, object], house: House) -> Advice:
        stakes = house.stakes(line.get("wagers", {self.game.initial: 1}))
        terms = read_terms(self.game, house, line, stakes)
        solved = self.solved_tree(terms)
        question, info = self._asked(solved, line)
        weight = int(question.weight[info])
        side = self._side_value_at(solved, stakes, question, info)
        values = solved.option_values(question, best)
        offered = zip(options_of(solved.asks[question.number]), values, strict=True)
        scale = solved.scale * weight
        return Advice(tuple(Option(option, side + Fraction(int(value[info]), scale)) for option, value in offered))

    def _asked(self, solved: TreeSolved, line: Mapping[str, object]) -> tuple[TreeQuestion, int]:
        """The question that the given cards belong to, and what is seen there."""
        game, scope = self.game, solved.counted.tree.scope
        if not game.round.asks:
            raise FeltlabError(f"{game.slug} has nothing to decide")
        given = {name for fields in scope.seen.values() for name in fields if line.get(name) is not None}
        always_there = {stage: {n for n in f if n not in game.conditions.deals} for stage, f in scope.seen.items()}
        stages = [stage for stage, f in scope.seen.items() if always_there[stage] <= given <= set(f)]
        if not stages:
            wanted = [", ".join(fields) for fields in scope.seen.values()]
            raise FeltlabError(f"{game.slug} is decided on {' or on '.join(wanted)}: give those cards")
        cards = {name: game.reader.seen_cards(line, [name], self._several) for name in given}
        out = tuple(card for held in cards.values() for card in held)
        game.reader.check_deck({game.reader.in_deck[0]: out}, solved.terms.numbers)
        number = [*scope.seen].index(stages[-1])
        return self._follow(solved, number, {name: np.array([held]) for name, held in cards.items()}, line)

    @property
    def _several(self) -> bool:
        return hasattr(self.game.numbers, "decks")

    def _follow(
        self, solved: TreeSolved, number: int, cards: dict[str, Ints], line: Mapping[str, object]
    ) -> tuple[TreeQuestion, int]:
        path, info = start(self.game), np.zeros(1, np.int64)
        for ask in solved.asks[:number]:
            info = self.seen(solved, path, cards, info)
            asked = solved.questions[path].asked[info[0]]
            path = path.with_option(ask, self._made(ask, line)) if asked else path.skipped()
        question = solved.questions.get(path)
        at = int(self.seen(solved, path, cards, info)[0]) if question else 0
        if question is None or not question.asked[at]:
            raise FeltlabError(
                f"{self.game.slug}: with these cards nothing is asked {on_stage(solved.asks[number].stage)}"
            )
        return question, at

    def _made(self, ask: Any, line: Mapping[str, object]) -> str:
        """The answers that the line gives; others with as little at risk as possible."""
        if not line.get("choices"):
            return next(option for option in options_of(ask) if not ask.folds(option))
        return one_of(line["choices"], ask.name, ask.options, [other.name for other in self.game.round.asks.values()])

    def seen(self, solved: TreeSolved, path: Path, cards: Mapping[str, Ints], info: Ints) -> Ints:
        """The numbers of what is seen at a question, by rows of cards of the fields there."""
        question, classes = solved.questions[path], solved.counted.tree.classes
        columns = [info]
        for field in question.fields:
            held = cards.get(field)
            if held is None:
                columns.append(np.zeros(len(info), np.int64))
                continue
            there = held[:, 0] >= 0
            sets = classes.sets(held.shape[1]).located(classes.class_of[np.where(held < 0, 0, held)])
            columns.append(np.where(there, sets + 1, 0))
        columns += [
            (cards[name][:, 0] >= 0).astype(np.int64) if name in cards else info * 0 for name in question.hidden
        ]
        found: Ints = np.searchsorted(question.keys, packed(columns, question.sizes))
        return np.minimum(found, len(question.keys) - 1)

    def _side_value_at(
        self, solved: TreeSolved, stakes: Mapping[str, int], question: TreeQuestion, info: int
    ) -> Fraction:
        """The value of the side bets on the table, in initial wagers, given the cards seen."""
        value = Fraction(0)
        for slug in self.game.sides:
            if slug in stakes and (counts := solved.counted.side_counts(slug, question, info)):
                meter = solved.terms.meters.get(slug)
                meters = {slug: Fraction(meter, stakes[slug])} if meter is not None else None
                nets = pay_nets(solved.terms.pays[slug], meters)
                mean = sum((net * count for net, count in zip(nets, counts, strict=True)), Fraction(0)) / sum(counts)
                value += Fraction(stakes[slug], stakes[self.game.initial]) * mean
        return value

    def _first_ways(self, solved: TreeSolved) -> Iterator[TreeQuestion]:
        """Each question, reached with the smallest answers before it."""
        for path, question in solved.questions.items():
            earlier = zip(solved.asks, path.options, strict=False)
            if all(option in ("", self._made(ask, {})) for ask, option in earlier) and question.asked.any():
                yield question

    def strategy_rows(self, terms: Terms) -> Iterator[dict[str, Any]]:
        solved = self.solved_tree(terms)
        for question in self._first_ways(solved):
            ask = solved.asks[question.number]
            offered, values = options_of(ask), solved.option_values(question, best)
            taken, sets = solved.taken(question, values, best), question.sets()
            for info in np.flatnonzero(question.asked).tolist():
                weight = int(question.weight[info])
                expected = [Fraction(int(value[info]), solved.scale * weight) for value in values]
                yield {
                    **({"stage": ask.stage} if len(solved.asks) > 1 else {}),
                    **self._example(solved, sets, info),
                    "hands": weight,
                    "decision": offered[taken[info]],
                    **{f"ev_{option}": str(ev) for option, ev in zip(offered, expected, strict=True)},
                    **{f"ev_{option}_float": float(ev) for option, ev in zip(offered, expected, strict=True)},
                }

    @staticmethod
    def _example(solved: TreeSolved, sets: Mapping[str, Ints], info: int) -> dict[str, str]:
        """Cards that represent what is seen, dealt from one shoe."""
        tree = solved.counted.tree
        used: dict[int, int] = {}
        found = {}
        for field, at in sets.items():
            cards = []
            for label in tree.classes.sets(tree.scope.sizes[field]).rows[at[info]].tolist() if at[info] >= 0 else ():
                cards.append(tree.classes.members[label][used.get(label, 0)])
                used[label] = used.get(label, 0) + 1
            found[field] = cards_text(cards)
        return found

    def strategy_text(self, terms: Terms) -> list[str]:
        solved = self.solved_tree(terms)
        lines = []
        for question in self._first_ways(solved):
            ask = solved.asks[question.number]
            taken = solved.taken(question, solved.option_values(question, best), best)
            total = int(question.weight[question.asked].sum())
            often = ", ".join(
                f"{option} in {int(question.weight[taken == place].sum()) / total:.2%}"
                for place, option in enumerate(options_of(ask))
            )
            asked = Fraction(total, solved.counted.tree.deals)
            lines.append(f"{ask.stage.capitalize()}: asked in {float(asked):.2%} of rounds, then {often}.")
            lines += self._when(solved, question)
        lines += self._costs(solved.expectation(best), terms)
        return lines or ["There is nothing to decide."]

    def _costs(self, most: Fraction, terms: Terms) -> Iterator[str]:
        unit = self.game.wagers[self.game.initial].name
        for name in self._by_the_author:
            cost = most - self.solved_tree(terms, name).expectation(self.chooser(name, terms))
            yield beside_the_optimum(titled(name), cost, unit)

    def _when(self, solved: TreeSolved, question: TreeQuestion) -> list[str]:
        """When to give which answer, by the open hands, and its cost; limited to a few sets of earlier answers."""
        ask, values = solved.asks[question.number], solved.option_values(question, best)
        simple = OpenQuestion(solved.counted.tree, question, options_of(ask), values).simplest()
        if simple is None or len(set(simple.taken.tolist())) == 1:
            return []
        cost = float(Fraction(simple.loss, solved.scale * solved.counted.tree.deals))
        most = "at most " if len(solved.asks) > 1 else ""
        unit = self.game.wagers[self.game.initial].name
        priced = f"This costs {most}{cost:.5%} of the {unit} over the optimum." if cost else "This is the optimum."
        return ["By what is face up, from the lowest up:", *(f"  {line}" for line in simple.lines), priced]
