"""The lab of a game in which a player trades cards of the hand and there is no dealer's hand."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from math import comb
from typing import Any, Final

import numpy as np

from feltlab.cards import cards_text
from feltlab.errors import ChoiceError, FeltlabError, RulesError
from feltlab.exact.edges import edge_notes
from feltlab.exact.figures import Advice, Analysis, Figures, Option
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.solving.answering import Choices, Chooser, named
from feltlab.exact.solving.lab import OPTIMAL, GeneralLab, decided_by, kept
from feltlab.exact.solving.outlook import Outlook
from feltlab.exact.solving.paths import Path, options_of, start
from feltlab.exact.solving.priced_words import beside_the_optimum, titled
from feltlab.exact.solving.seeing import FULL_DECK
from feltlab.exact.solving.solver import always, best
from feltlab.exact.solving.trade import TradeCounted, TradePlan, TradeSeeing
from feltlab.exact.solving.trade_solved import EarlyHands, TradeSolved, WayToPlay, best_trade, keep_all
from feltlab.kernels.subsets import Ints, set_number, suit_key
from feltlab.rules.dealt import one_of
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House
from feltlab.rules.lines import read_terms
from feltlab.rules.steps import FOLD, Ask

KEEP, TRADE = "keep", "trade"
BEST: Final = WayToPlay(best, best_trade)
BySide = tuple[str, list[Fraction]]
"""A side bet and the value of each of its grades."""


class TradeLab(GeneralLab):
    def __init__(self, game: Game, deck: tuple[int, ...] = FULL_DECK) -> None:
        super().__init__(game)
        self._deck = deck

    @staticmethod
    def fits(game: Game) -> bool:
        return game.round.trade is not None

    @cached_property
    def rounds(self) -> Any:
        from feltlab.exact.solving.trade_rounds import TradeRounds  # which consists of labs

        return TradeRounds(self)

    @cached_property
    def trading(self) -> TradePlan:
        return TradePlan(self.game, self._deck)

    def prove(self) -> None:
        _ = self.trading

    @property
    def seeing(self) -> TradeSeeing:
        return self.trading.seeing

    def counted_trade(self, terms: Terms) -> TradeCounted:
        numbers = tuple((name, int(getattr(terms.numbers, name))) for name in self.game.asked_numbers)
        found: TradeCounted = kept(self._counted, numbers, lambda: TradeCounted(self.trading, numbers))
        return found

    def solved_trade(self, terms: Terms) -> TradeSolved:
        solve = partial(TradeSolved, self.counted_trade(terms), terms)
        found: TradeSolved = kept(self._solved, decided_by(self.game, terms), solve)
        return found

    def outlook(self) -> Outlook:
        try:
            plan = self.trading
        except RulesError as error:
            return Outlook("", 0, 0, 0.0, 0, str(error))
        hands, sets = len(plan.seeing.first), comb(len(plan.deck), plan.size)
        told = f"{hands:,} hands up to a renaming of suits, each traded in {len(plan.kept)} ways, over {sets:,} hands"
        seconds = 0.3 + sets * plan.size * 1e-7 + hands * 2**plan.size * 1.2e-7
        megabytes = 200 + (sets * 60 + min(hands, 1 << 17) * 2**plan.size * 36) // 10**6
        return Outlook(plan.name, hands, plan.deals, seconds, megabytes, told)

    @cached_property
    def STRATEGIES(self) -> Mapping[str, str]:  # noqa: N802 - as the modules of the games have it
        try:
            _ = self.trading
        except RulesError:
            return {}
        found = {OPTIMAL: "the exact optimum of every hand", KEEP: "keep every card"}
        found |= {name: f"{words}; then makes the best trade" for name, words in self._by_the_author.items()}
        raises = [ask for ask in self.game.round.asks.values() if ask.raises]
        for option in dict.fromkeys(option for ask in raises for option in options_of(ask)):
            if option != FOLD:
                found[f"always-{option}"] = f"{option} with every hand; then makes the best trade"
        return found

    @property
    def UNPRICED(self) -> Mapping[str, str]:  # noqa: N802 - beside STRATEGIES
        trades = {ask.stage for ask in self.game.round.asks.values() if ask.trade}
        why = "it says which card to trade, which only a sampled game can use"
        return {name: why for name, answers in self.game.strategies.items() if trades & answers.keys()}

    def way(self, strategy: str, terms: Terms) -> WayToPlay:
        self.check_priced(strategy)
        if strategy == KEEP:
            return WayToPlay(best, keep_all)
        return BEST if strategy == OPTIMAL else WayToPlay(self._answers(strategy, terms), best_trade)

    def _answers(self, strategy: str, terms: Terms) -> Chooser:
        if strategy not in self.game.strategies:
            return always(strategy.removeprefix("always-"))
        counted, asks = self.counted_trade(terms), list(self.game.round.asks.values())
        early, late = named(EarlyHands(counted), dict(counted.numbers), strategy), dict(counted.late)

        def choose(ask: Ask, path: Path, values: list[Ints]) -> Choices:
            number = asks.index(ask)
            if number not in late:
                return early(ask, path, values)
            offered = [ask.raises.options[option] if ask.raises else 0 for option in options_of(ask)]
            units = counted.late_plays(number, strategy)
            if len(wrong := units[~np.isin(units, offered)]):
                raise RulesError(f"{self.game.slug}: {strategy!r} puts up {wrong[0]} units on the {ask.stage}")
            return np.searchsorted(np.array(offered), units).astype(np.int8)

        return choose

    def analyze(self, terms: Terms, strategy: str = OPTIMAL) -> Analysis:
        solved, way = self.solved_trade(terms), self.way(strategy, terms)
        ids = {wager: table.id for wager, table in terms.pays.items()}
        main = Figures(self.game.slug, "main", strategy, ids, solved.outcomes(way), self.trading.deals)
        if main.expectation != solved.expectation(way):
            raise AssertionError(f"{self.game.slug}: counted forward and backward, the figures differ")
        wagers = {slug: self.side_figures(slug, terms) for slug in self.game.sides if slug in terms.pays}
        return Analysis(self.game.slug, main, wagers, edge_notes(main, *wagers.values()))

    def grade_counts(self, wager: str, terms: Terms) -> list[int] | None:
        """The counts of a side bet on the hand after the trade when the main game is played best."""
        return self.solved_trade(terms).grade_counts(wager, BEST) if wager in self.game.sides else None

    def class_count(self) -> int:
        return len(self.seeing.first)

    def advise(self, line: Mapping[str, object], house: House) -> Advice:
        game, (place,) = self.game, self.seeing.groups
        stakes = house.stakes(line.get("wagers", game.opening_stakes(1)))
        terms = read_terms(game, house, line, stakes)
        if line.get(place) is None:
            raise FeltlabError(f"{game.slug} is decided on {place}: give those cards")
        hand = game.reader.seen_cards(line, [place])
        early, late = self._sides_bet(terms, stakes)
        solved = TradeSolved(self.counted_trade(terms), terms, late) if late else self.solved_trade(terms)
        number, path, after = self._asked(solved, line, hand)
        state, _ = self.numbered(hand)
        side = sum((nets[int(solved.counted.grades(slug)[0][state])] for slug, nets in early), Fraction(0))
        if number == solved.at:
            return self._trades(solved, path, hand, side)
        if after:
            at, unit, may = self._class(solved, after), solved.scale, solved.counted.late_options(number)
            values = solved.late_values(number, path, best)
        else:
            at, unit, may = state, solved.unit, solved.early_options.get(number)
            values = solved.early_values(number, path, BEST)
        offered = enumerate(zip(options_of(solved.asks[number]), values, strict=True))
        return Advice(
            tuple(
                Option(option, side + Fraction(int(value[at]), unit))
                for place, (option, value) in offered
                if may is None or may[place][at]
            )
        )

    def _sides_bet(self, terms: Terms, stakes: Mapping[str, int]) -> tuple[list[BySide], list[BySide]]:
        """Side bets on the table by grade, in initial wagers: on the hand before the trade, and after it."""
        found: tuple[list[BySide], list[BySide]] = [], []
        for slug in self.game.sides:
            if slug in stakes:
                meter, ratio = terms.meters.get(slug), Fraction(stakes[slug], stakes[self.game.initial])
                meters = {slug: Fraction(meter, stakes[slug])} if meter is not None else None
                nets = [net * ratio for net in pay_nets(terms.pays[slug], meters)]
                found[self.counted_trade(terms).grades(slug)[1]].append((slug, nets))
        return found

    def numbered(self, hand: list[int]) -> tuple[int, list[int]]:
        """The number of a hand's class, and its cards with the class's names of suits."""
        state = int(self.seeing.located(np.array([hand]), 0)[0])
        renamed = np.arange(4)
        if self.seeing.by_suit:
            suit_key(np.array(hand), renamed)
        return state, [card & ~3 | int(renamed[card & 3]) for card in hand]

    def _class(self, solved: TradeSolved, hand: list[int]) -> int:
        at = np.sort(self.trading.places(np.array([hand])))[0]
        return int(solved.counted.class_of[set_number(at)])

    def _asked(self, solved: TradeSolved, line: Mapping[str, object], hand: list[int]) -> tuple[int, Path, list[int]]:
        """The next question, the way to it, and the hand after the trade if it has been made."""
        given, path, after = line.get("choices") or {}, start(self.game), []
        asks, cards = solved.asks, {self.seeing.game.round.seat_deals[0].place: tuple(hand)}
        names = [ask.name for ask in asks]
        if not isinstance(given, dict):
            raise ChoiceError("choices must be given as {name: choice}")
        for ask in asks:
            if path.folded or (ask.name not in given and path.asked(ask)):
                break
            if ask.trade:
                self.game.reader.trade_of(cards, given, self.game.reader.drawn(line))
                after = list(cards[ask.trade.makes])
                path = solved.past(path, len(ask.trade.listed(given[ask.name])))
            elif path.asked(ask):
                path = path.with_option(ask, one_of(given, ask.name, ask.options, names))
            else:
                path = path.skipped()
        if path.folded or len(path.options) == len(asks):
            raise FeltlabError(f"{self.game.slug}: after these choices nothing is asked anymore")
        return len(path.options), path, after

    def _trades(self, solved: TradeSolved, path: Path, hand: list[int], side: Fraction) -> Advice:
        state, named_cards = self.numbered(hand)
        plan, order = self.trading, np.argsort(named_cards)
        options = []
        for mask, worth in zip(plan.kept, solved.ways(path, best)[state], strict=True):
            gone = {int(order[bit]) for bit in range(plan.size) if not mask >> bit & 1}
            traded = [card for place, card in enumerate(hand) if place in gone]
            name = f"{TRADE} {cards_text(traded)}" if traded else KEEP
            options.append(Option(name, side + Fraction(int(worth), solved.unit)))
        return Advice(tuple(options))

    def strategy_rows(self, terms: Terms) -> Iterator[dict[str, Any]]:
        """For the trade, a row for each hand; if there are questions before it, on the way with the least at risk."""
        solved, plan = self.solved_trade(terms), self.trading
        path = start(self.game)
        for ask in solved.asks[: solved.at]:
            quiet = [option for option in options_of(ask) if not ask.folds(option)]
            path = path.with_option(ask, quiet[0]) if path.asked(ask) else path.skipped()
        worth = solved.ways(path, best)
        taken = best_trade(worth)
        (name,) = self.seeing.groups
        rows = zip(self.seeing.first.tolist(), self.seeing.weights.tolist(), taken.tolist(), worth, strict=True)
        for hand, weight, at, values in rows:
            traded = [card for bit, card in enumerate(hand) if not plan.kept[at] >> bit & 1]
            chosen, keeping = (Fraction(int(values[way]), solved.unit) for way in (at, 0))
            yield {
                name: cards_text(hand),
                "hands": weight,
                "decision": f"{TRADE} {cards_text(traded)}" if traded else KEEP,
                "ev": str(chosen),
                "ev_float": float(chosen),
                "ev_keep": str(keeping),
                "ev_keep_float": float(keeping),
            }

    def strategy_text(self, terms: Terms) -> list[str]:
        solved, weights = self.solved_trade(terms), self.seeing.weights
        trades, _ = solved.traders(BEST)
        counts = [0] * (self.trading.most + 1)
        for _, there, taken in trades:
            for at, mask in enumerate(self.trading.kept):
                counts[self.trading.size - mask.bit_count()] += int(weights[there & (taken == at)].sum())
        total, stage = max(sum(counts), 1), solved.asks[solved.at].stage
        often = ", ".join(
            f"{option} with {count / total:.2%} of hands"
            for option, count in zip(options_of(solved.asks[solved.at]), counts, strict=True)
        )
        unit = self.game.wagers[self.game.initial].name
        lines = [f"{stage.capitalize()}: {often}."]
        for name in (KEEP, *self._by_the_author):
            cost = solved.expectation(BEST) - solved.expectation(self.way(name, terms))
            lines.append(beside_the_optimum("Keeping every card" if name == KEEP else titled(name), cost, unit))
        return lines
