"""The lab of a game with a board: figures, advice and strategy. Solved once for each set of terms, then looked up."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from math import comb
from typing import Any, Final

from feltlab.cards import cards_text
from feltlab.errors import RulesError
from feltlab.exact.edges import edge_notes
from feltlab.exact.figures import Advice, Analysis, Figures, Option
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.solving.board import OWN, Board, Fork
from feltlab.exact.solving.board_counting import counted_expectation
from feltlab.exact.solving.board_rows import LEFT_OUT, later_rows
from feltlab.exact.solving.board_solved import (
    OPTIMAL,
    BoardCounted,
    BoardSolved,
    mean_at,
    pair_of,
    sums_by_pair,
)
from feltlab.exact.solving.lab import GeneralLab, decided_by, kept
from feltlab.exact.solving.outlook import Outlook
from feltlab.exact.solving.paths import Path, options_of
from feltlab.exact.solving.seeing import FULL_DECK, Seeing
from feltlab.exact.solving.walk import Walk
from feltlab.kernels.boards import PAIRS
from feltlab.kernels.suit_classes import suit_classes
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House
from feltlab.rules.lines import read_terms
from feltlab.rules.turning import on_stage

NANOSECONDS: Final = 200
"""Of a holding on a board that feeds ten smaller boards."""
LEAST_MEGABYTES: Final = 700


class BoardLab(GeneralLab):
    def __init__(self, game: Game, deck: tuple[int, ...] = FULL_DECK) -> None:
        super().__init__(game)
        self._deck = deck

    @staticmethod
    def fits(game: Game) -> bool:
        """A game that can be solved deal by deal goes to that plan."""
        if game.allows or game.conditions:
            return False
        try:
            seeing = Seeing(game)
            return seeing.deals // 24 > 0 and not Board.unfit(seeing) and bool(Walk.unfit(seeing))
        except RulesError:
            return False

    @cached_property
    def plan(self) -> Board:  # type: ignore[override]
        return Board(self.game, self._deck)

    @cached_property
    def rounds(self) -> Any:
        from feltlab.exact.solving.board_rounds import BoardRounds  # which consists of labs

        return BoardRounds(self)

    def prove(self) -> None:
        _ = self.plan.stops

    def outlook(self) -> Outlook:
        board = self.plan
        boards, held = len(board.classes(board.size).hands), comb(len(board.deck) - board.size, 2)
        steps = 10 + max(0, len(board.chains.parents) - 11) / 3
        last = board.stops[-2].cards if len(board.stops) > 1 else 0
        sums = len(board.classes(last).hands) * PAIRS * 8 * sum(not path.folded for path in board.stops[-1].ways_in)
        told = f"{boards:,} boards up to a renaming of suits, and on each all {held:,} holdings in order of strength"
        seconds = boards * held * NANOSECONDS * steps / 10 / 1e9
        megabytes = max(LEAST_MEGABYTES, 550 + sums // 10**6)
        return Outlook(board.name, boards * held, board.deals, seconds, megabytes, told)

    def counted(self, terms: Terms) -> BoardCounted:  # type: ignore[override]
        numbers = tuple((name, int(getattr(terms.numbers, name))) for name in self.game.asked_numbers)
        found: BoardCounted = kept(self._counted, numbers, lambda: BoardCounted(self.plan, numbers))
        return found

    def solved(self, terms: Terms) -> BoardSolved:  # type: ignore[override]
        solve = partial(BoardSolved, self.counted(terms), terms)
        found: BoardSolved = kept(self._solved, decided_by(self.game, terms), solve)
        return found

    @property
    def UNPRICED(self) -> Mapping[str, str]:  # noqa: N802 - beside STRATEGIES
        """The holdings of a board are counted for best play and for one answer with every hand, not for a rule."""
        why = (
            "a game with a board is counted for best play or for one answer with every hand, not for a rule about hands"
        )
        return dict.fromkeys(self.game.strategies, why)

    def analyze(self, terms: Terms, strategy: str = OPTIMAL) -> Analysis:
        self.check_priced(strategy)
        solved = self.solved(terms)
        ids = {wager: table.id for wager, table in terms.pays.items()}
        main = Figures(self.game.slug, "main", strategy, ids, solved.outcomes(strategy), self.plan.deals)
        if main.expectation != counted_expectation(solved.worth, solved.counts(strategy)):
            raise AssertionError(f"{self.game.slug}: the outcomes of a round do not add up to its value")
        wagers = {slug: self.side_figures(slug, terms) for slug in self.game.sides if slug in terms.pays}
        return Analysis(self.game.slug, main, wagers, edge_notes(main, *wagers.values()))

    def grade_counts(self, wager: str, terms: Terms) -> list[int] | None:
        if wager not in self.game.sides:
            return None
        counted = self.counted(terms)
        found: list[int] = kept(self._graded, (wager, counted.numbers), lambda: counted.sides.grade_counts(wager))
        return found

    @cached_property
    def _graded(self) -> dict[Any, list[int]]:
        return {}

    def class_count(self) -> int:
        return len(suit_classes(OWN).hands) * comb(len(self.plan.deck) - OWN, next(iter(self.plan.cards_open), 0))

    def advise(self, line: Mapping[str, object], house: House) -> Advice:
        stakes = house.stakes(line.get("wagers", self.game.opening_stakes(1)))
        terms = read_terms(self.game, house, line, stakes)
        number, cards = self._seen(line)
        path = self._answered(line, number)
        stop, question = self._asked(number, path)
        own, open_cards = cards[:OWN], cards[OWN:]
        solved = self.solved(terms)
        slots = solved.slots(stop, own, open_cards)
        side = self._side_values(terms, stakes, own, open_cards)
        ways = solved.worth.scale * self.plan.follows(stop)
        offered = options_of(question.ask)
        return Advice(tuple(
            Option(option, side + Fraction(int(slots[slot]), ways))
            for option, slot in zip(offered, question.children, strict=True)
        ))  # fmt: skip

    def _asked(self, number: int, path: Path) -> tuple[int, Fork]:
        stage = list(self.game.round.asks)[number]
        for at, stop in enumerate(self.plan.stops):
            for question in stop.questions:
                if question.ask.stage == stage and question.path == path:
                    return at, question
        raise RulesError(f"{self.game.slug}: nothing is asked {on_stage(stage)} after these choices")

    def _side_values(self, terms: Terms, stakes: Mapping[str, int], own: list[int], open_cards: list[int]) -> Fraction:
        """The values of the side bets on the table, in initial wagers, given the cards seen."""
        value = Fraction(0)
        for slug in self.game.sides:
            if slug in stakes:
                meter = terms.meters.get(slug)
                meters = {slug: Fraction(meter, stakes[slug])} if meter is not None else None
                mean = self._side_mean(terms, slug, pay_nets(terms.pays[slug], meters), own, open_cards)
                value += Fraction(stakes[slug], stakes[self.game.initial]) * mean
        return value

    def _side_mean(
        self, terms: Terms, slug: str, nets: list[Fraction], own: list[int], open_cards: list[int]
    ) -> Fraction:
        sides, board = self.counted(terms).sides, self.plan
        if not sides.on_whole_boards(slug):
            return sides.mean(slug, nets, self._fields(own, open_cards))
        zones, by_zone, scale = sides.nets_by_zone(slug, nets)
        if open_cards:
            return mean_at(board, zones, by_zone, own, open_cards) / scale
        sums = kept(self._by_pair, (slug, tuple(nets), zones.numbers), lambda: sums_by_pair(board, zones, by_zone))
        return Fraction(int(sums[pair_of(own)]), scale * comb(len(board.deck) - OWN, board.size) * board.dealers)

    @cached_property
    def _by_pair(self) -> dict[Any, Any]:
        return {}

    def _fields(self, own: list[int], open_cards: list[int]) -> dict[str, list[int]]:
        found, cards = {}, [*own, *open_cards]
        for name in (*self.plan.places[0], *self.plan.places[1]):
            size = self.seeing.groups[name]
            if cards:
                found[name], cards = cards[:size], cards[size:]
        return found

    def strategy_rows(self, terms: Terms) -> Iterator[dict[str, Any]]:
        """A row for each class of two cards: for questions before the board, the value of each answer; for later ones,
        how often it is best.
        """
        solved, board = self.solved(terms), self.plan
        deck = set(board.deck.tolist())
        ways = solved.worth.scale * board.follows(0)
        for question in board.stops[0].questions:
            offered = options_of(question.ask)
            place = board.stops[0].questions.index(question)
            for hand, weight in zip(*suit_classes(OWN), strict=True):
                if set(hand.tolist()) <= deck:
                    slots = solved.slots(0, hand.tolist(), ())
                    taken = int(board.stops[0].answer(place, solved.solution.codes[0, [pair_of(hand)]])[0])
                    expected = [Fraction(int(slots[slot]), ways) for slot in question.children]
                    yield {
                        **({"stage": question.ask.stage} if len(self.game.round.asks) > 1 else {}),
                        self.plan.places[0][0]: cards_text(hand.tolist()),
                        "hands": int(weight),
                        "decision": offered[taken],
                        **{f"ev_{option}": str(ev) for option, ev in zip(offered, expected, strict=True)},
                        **{f"ev_{option}_float": float(ev) for option, ev in zip(offered, expected, strict=True)},
                    }

        yield from later_rows(solved, board)

    @property
    def ROWS_NOTE(self) -> str:  # noqa: N802 - beside STRATEGIES
        """What the rows of a strategy leave out; empty if nothing."""
        return LEFT_OUT if len(self.plan.stops) > 1 and any(stop.questions for stop in self.plan.stops[1:]) else ""

    def strategy_text(self, terms: Terms) -> list[str]:
        """How often each option is best, among hands that come to a question."""
        solved = self.solved(terms)
        counts = solved.counts(OPTIMAL).sum(axis=1).tolist()
        lines = []
        for number, ask in enumerate(self.game.round.asks.values()):
            often = dict.fromkeys(options_of(ask), 0)
            for path, count in zip(solved.paths, counts, strict=True):
                if path.options[number]:
                    often[path.options[number]] += count
            total = sum(often.values())
            if total:
                told = ", ".join(f"{option} with {count / total:.2%} of hands" for option, count in often.items())
                lines.append(f"{ask.stage.capitalize()}: {told}.")
        return lines or ["There is nothing to decide."]
