"""A round, step by step, checked, and what follows from it; table, lines, pack, views and simulation read it here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from feltlab.cards.cut import Cut, SecondDeck
from feltlab.errors import RulesError
from feltlab.rules.steps import CARDS, SEATS, TABLE, TRADED, Ask, Close, Deal, Step, Take, Turn, step_name
from feltlab.rules.written import AtArgumentError, written


@dataclass(frozen=True)
class Script:
    """The steps of a round, checked, and what follows from them."""

    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        if not self.steps or not isinstance(self.steps[-1], Close) or self.steps.count(Close()) != 1:
            raise AtArgumentError("a round ends with one Close()", "round")
        if not self.deals:
            raise AtArgumentError("no Deal of the round brings any cards", "round")
        dealt: set[str] = set()
        for number, step in enumerate(self.steps, start=1):
            with written("round", number - 1):
                self._check_step(step, number, dealt)

    def _check_step(self, step: Step, number: int, dealt: set[str]) -> None:
        where = f"step {number} of the round, {step_name(step)}"
        if isinstance(step, Deal):
            self._check_deal(step, dealt, where)
            dealt |= {step.place, *step.parts}
        elif isinstance(step, Turn) and step.place not in dealt:
            raise RulesError(f"{where}: there are no cards at {step.place!r} yet")
        elif isinstance(step, Turn) and self.steps.index(step) + 1 < number:
            raise RulesError(f"{where}: it is already turned over; to turn a place over in steps, deal it in parts")
        elif isinstance(step, Ask) and step.raises and min(step.raises.options.values(), default=-1) < 0:
            raise RulesError(f"{where}: its options are whole numbers of units from 0 up")
        elif isinstance(step, Ask) and not (step.raises or step.trade):
            raise RulesError(f"{where}: it asks for nothing: give it a Raise or a Trade")

    @staticmethod
    def _check_deal(step: Deal, dealt: set[str], where: str) -> None:
        if step.cards < 1:
            raise RulesError(f"{where}: it deals no card")
        if step.place in dealt or dealt & set(step.parts):
            raise RulesError(f"{where}: {step.place!r} is dealt twice")
        if step.parts and sum(step.parts.values()) != step.cards:
            raise RulesError(f"{where}: its parts have {sum(step.parts.values())} cards, the place {step.cards}")
        if step.to not in (SEATS, TABLE) or step.face not in ("up", "down"):
            raise RulesError(f"{where}: it goes to 'seats' or 'table', face 'up' or 'down'")
        if step.to == SEATS and step.deck != CARDS:
            raise RulesError(f"{where}: a seat is dealt from the deck of cards, not from {step.deck!r}")

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        return tuple(step for step in self.steps if isinstance(step, Deal))

    @cached_property
    def deal_at(self) -> Mapping[str, Deal]:
        """By place."""
        return {deal.place: deal for deal in reversed(self.deals)}

    @cached_property
    def set_names(self) -> frozenset[str]:
        """Choices that say which cards were set."""
        return frozenset(ask.names[-1] for ask in self.asks.values() if ask.set)

    @cached_property
    def seat_deals(self) -> tuple[Deal, ...]:
        return tuple(deal for deal in self.deals if deal.to == SEATS)

    @cached_property
    def stacks(self) -> Mapping[str, slice]:
        """By place, which of a seat's cards its deal brings."""
        lasts = accumulate(deal.cards for deal in self.seat_deals)
        return {deal.place: slice(last - deal.cards, last) for deal, last in zip(self.seat_deals, lasts, strict=True)}

    @cached_property
    def shared_deals(self) -> tuple[Deal, ...]:
        """The table's, from the deck of cards."""
        return tuple(deal for deal in self.deals if deal.to == TABLE and deal.deck == CARDS)

    @cached_property
    def second_deals(self) -> tuple[Deal, ...]:
        """The table's, from their own deck."""
        return tuple(deal for deal in self.deals if deal.deck != CARDS)

    @cached_property
    def table_deals(self) -> Mapping[str, Deal]:
        """The table's, from any deck, by place in order."""
        return {deal.place: deal for deal in self.deals if deal.to == TABLE}

    @cached_property
    def open_hands(self) -> bool:
        """Whether all of a seat's cards are face up from the deal on."""
        return all(deal.face == "up" for deal in self.seat_deals)

    @cached_property
    def all_seen(self) -> bool:
        """Whether every card that leaves the deck is face up for all before the round ends."""
        turned = {step.place for step in self.steps if isinstance(step, Turn)}
        shared = (deal for deal in self.shared_deals if deal.face != "up" and deal.place not in turned)
        return self.open_hands and all(deal.parts and turned.issuperset(deal.parts) for deal in shared)

    @cached_property
    def asks(self) -> Mapping[str, Ask]:
        """By stage, in order."""
        return {step.stage: step for step in self.steps if isinstance(step, Ask)}

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return tuple(step for step in self.steps if isinstance(step, Take))

    @cached_property
    def settles(self) -> tuple[str, ...]:
        """The wagers of a seat that stays to the end, in the order of take and pay."""
        return tuple(dict.fromkeys(slug for take in self.takes if not take.folded_at for slug in take.wagers))

    def cut(self, second_decks: Mapping[str, tuple[str, ...]]) -> Cut:
        """How the shuffled pack is cut into stacks."""
        second = [
            SecondDeck(deck, names, tuple((deal.place, deal.cards) for deal in self.second_deals if deal.deck == deck))
            for deck, names in second_decks.items()
        ]
        return Cut(
            tuple((deal.place, deal.cards) for deal in self.seat_deals),
            tuple((deal.place, deal.cards) for deal in self.shared_deals),
            tuple(second),
            self.most_traded,
        )

    @cached_property
    def trade(self) -> Ask | None:
        return next((ask for ask in self.asks.values() if ask.trade), None)

    @cached_property
    def most_traded(self) -> int:
        """Cards that a seat may trade; 0 where nothing is traded."""
        return self.trade.trade.most if self.trade and self.trade.trade else 0

    @cached_property
    def draws(self) -> str:
        """A line's name for the cards a trade draws; empty if there is no trade."""
        return self.trade.trade.draws if self.trade and self.trade.trade else ""

    @cached_property
    def draw_seen(self) -> str:
        """The same, if a question comes after the trade."""
        return self.draws if self.trade not in [*self.asks.values()][-1:] else ""

    @cached_property
    def traded_names(self) -> tuple[str, ...]:
        """The names by which rules may ask for the number of traded cards."""
        return (TRADED,) if self.trade else ()

    @cached_property
    def hand(self) -> int:
        """Cards that a seat is dealt."""
        return sum(deal.cards for deal in self.seat_deals)

    @cached_property
    def shared(self) -> int:
        return sum(deal.cards for deal in self.shared_deals)

    def cards(self, seats: int) -> int:
        """The most cards that a round with so many seats needs from the deck."""
        return (self.hand + self.most_traded) * seats + self.shared

    @cached_property
    def raised(self) -> Mapping[str, Ask]:
        """By wager: the question that makes it."""
        return {ask.raises.wager: ask for ask in self.asks.values() if ask.raises}

    @property
    def named_bets(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """The bets that steps name, with the number of the step and what it calls them."""
        for number, step in enumerate(self.steps):
            if isinstance(step, Take):
                yield number, f"the step {step.name!r}", step.wagers
            elif isinstance(step, Ask) and step.raises:
                yield number, "a question of the round", (step.raises.wager,)
                yield number, f"the raise of {step.raises.wager}", (step.raises.of,)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """A line's fields about the deal, in order."""
        found: list[str] = []
        for step in self.steps:
            if isinstance(step, Deal):
                found += step.parts or (step.place,)
            elif isinstance(step, Ask) and step.trade:
                found.append(step.trade.draws)
        return tuple(found)

    @cached_property
    def seen_fields(self) -> tuple[str, ...]:
        """The fields known at some decision: a seat's own, the face-up ones, those turned by then."""
        found: list[str] = []
        known: list[str] = []
        for step in self.steps:
            if isinstance(step, Deal) and (step.to == SEATS or step.face == "up"):
                known += step.parts or (step.place,)
            elif isinstance(step, Turn):
                known.append(step.place)
            elif isinstance(step, Ask):
                found, known = found + known, []
        return tuple(found)

    def part(self, name: str) -> tuple[str, slice]:
        """The place that a turned name belongs to, and which of its cards it is."""
        return self._parts[name]

    @cached_property
    def _parts(self) -> Mapping[str, tuple[str, slice]]:
        found: dict[str, tuple[str, slice]] = {}
        for deal in self.deals:
            found.setdefault(deal.place, (deal.place, slice(0, deal.cards)))
            first = 0
            for part, cards in deal.parts.items():
                found.setdefault(part, (deal.place, slice(first, first + cards)))
                first += cards
        return found
