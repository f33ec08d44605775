"""What an event adds to the store besides itself: its row, the round's record, settled wagers."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from feltlab.service.rows import BetResult, NewEvent, Outcome, RoundRow, RoundSeat, Seed
from feltlab.table.config import Config
from feltlab.table.events import (
    BetsClosed,
    Event,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    SeatSettled,
    event_body,
    kind_of,
    logged,
)
from feltlab.table.history import history
from feltlab.table.state import Settled, State
from feltlab.wire import dump


@dataclass
class Records:
    """Rows of a batch, in order, to be written together."""

    events: list[NewEvent] = field(default_factory=list)
    rounds: dict[tuple[str, int], RoundRow] = field(default_factory=dict)
    seats: list[RoundSeat] = field(default_factory=list)
    results: list[BetResult] = field(default_factory=list)
    terms: dict[str, str] = field(default_factory=dict)
    seeds: dict[str, Seed] = field(default_factory=dict)

    def add(self, before: State | None, event: Event, after: State, now: int) -> None:
        number = after.round.number if after.round else after.rounds
        if isinstance(event, RoundOpened):
            self.seeds[after.table] = Seed(after.table, number, event.seed)
        body = dump(event_body(logged(event)))
        self.events.append(NewEvent(after.table, after.number, number, now, kind_of(event), body))
        match event:
            case RoundOpened():
                self.rounds[after.table, number] = RoundRow(after.table, number, event.at)
                self.terms[event.config.fingerprint] = dump(event_body(event)["config"])
            case BetsClosed() if after.round:
                hands = after.round.hands
                self.seats += [RoundSeat(after.table, number, seat, hands[seat].player, now) for seat in event.seats]
            case SeatSettled() if before and before.round:
                self.results += _results(before, event.seat, event.results, now)
            case RoundClosed() | RoundVoided() if after.last:
                last = after.last
                outcome: Outcome = "voided" if last.phase == "void" else "closed"
                record = dump(history(after, last))
                key = (after.table, last.number)
                self.rounds[key] = RoundRow(*key, last.opened_at, last.closed_at, outcome, last.reason or None, record)
                if not last.locked_at:  # void before its lock: those who had bet still find the round in recall
                    self.seats += [
                        RoundSeat(*key, seat, hand.player, now) for seat, hand in last.hands.items() if hand.stakes
                    ]
            case _:
                pass


def _results(state: State, seat: int, settled: Sequence[Settled], now: int) -> list[BetResult]:
    """A row for each side bet, and one for the main game: its edge is that of the opening bet with all its raises."""
    round = state.round
    assert round is not None  # noqa: S101
    config, hand = round.config, round.hands[seat]
    terms = config.fingerprint
    main = [result for result in settled if is_main(config, result.wager)]
    rows = [(result.wager, [result], result.staked) for result in settled if result not in main]
    if main:
        opening = config.rule_book.initial
        rows.insert(0, (opening, main, hand.stakes[opening]))
    return [
        BetResult(
            state.table, round.number, seat, wager, hand.player, config.game, terms, now, initial,
            sum(result.staked for result in results), sum(result.returned for result in results),
        )
        for wager, results, initial in rows
    ]  # fmt: skip


def is_main(config: Config, wager: str) -> bool:
    return config.rule_book.wagers[wager].in_main_game
