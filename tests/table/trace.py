"""What a round must look like by the dealers' manuals, written from them a second time.

Seat 1 is at the dealer's left. The seven-card games and Quick Draw Hold'em are dealt clockwise from there and taken and
paid from the dealer's right, counterclockwise; Rule Out! goes clockwise in everything. In the seven-card games a fold is
collected at once: the Ante, and the bonuses that the hand has lost; others lie until the dealer's hand is turned.
"""

from collections.abc import Sequence
from typing import Any

from feltlab.cards.names import card_names
from feltlab.table.events import (
    Asked,
    BetsClosed,
    Dealt,
    Decided,
    Drawn,
    Event,
    MeterAwarded,
    MetersFed,
    RoundClosed,
    SeatSettled,
    Turned,
)

Stakes = dict[int, dict[str, int]]
Token = tuple[Any, ...]
Lost = set[tuple[int, str]]
"""Seat and wager of what came back as nothing."""
COLLECT_AT_ONCE = {"ace-odd-even", "low-four"}


def token(event: Event) -> Token | None:
    match event:
        case Dealt():
            return "deal", event.seat or event.to, len(event.cards), event.face
        case Asked():
            return "ask", event.stage, *event.seats
        case Decided():
            return "decide", event.seat, event.stage
        case Drawn():
            return "draw", event.seat
        case Turned():
            return "turn", event.what, len(event.cards)
        case MetersFed():
            return "feed", *event.units
        case SeatSettled():
            return "take", event.seat, *(result.wager for result in event.results)
        case MeterAwarded():
            return "award", event.wager, *event.paid
        case BetsClosed():
            return ("no more bets",)
        case RoundClosed():
            return ("close",)
    return None


def differences(game: str, stakes: Stakes, events: Sequence[Event]) -> list[str]:
    """Where the events of one round, from the lock to its close, are not what the manual has; none is right."""
    found = [made for event in events if (made := token(event))]
    choices = {(event.seat, event.stage): event.choice for event in events if isinstance(event, Decided)}
    winners = [
        event.seat
        for event in events
        if isinstance(event, SeatSettled)
        if any(done.from_meter for done in event.results)
    ]
    lost = {
        (event.seat, done.wager)
        for event in events
        if isinstance(event, SeatSettled)
        for done in event.results
        if not done.returned
    }
    try:
        expected = [("no more bets",), *BY_GAME[game](stakes, choices, winners, lost), ("close",)]
    except KeyError as missing:
        return [f"nobody decided {missing}"]
    found = _in_any_order(found, collecting=game in COLLECT_AT_ONCE)
    wrong = [f"{number}: {a} where the manual has {b}" for number, (a, b) in enumerate(zip(found, expected)) if a != b]  # noqa: B905
    if len(found) != len(expected):
        wrong.append(f"{len(found)} things happen where the manual has {len(expected)}")
    return wrong + _rule_cards(events) + _only_bets_that_lie(stakes, events)


def _in_any_order(found: list[Token], collecting: bool) -> list[Token]:
    """Seats that are asked together may decide in any order: sort the decisions between two other things, and what is
    collected as they are made, which is never before the seat's own decision.
    """
    done: list[Token] = []
    run: list[Token] = []
    for made in [*found, ("end",)]:
        decides = made[0] == "decide" and made[2] != "trade"
        if decides or (collecting and run and made[0] == "take" and ("decide", made[1], "play") in run):
            run.append(made)
            continue
        done += [*sorted(run), made]
        run = []
    return done[:-1]


def _rule_cards(events: Sequence[Event]) -> list[str]:
    """Highest, Middle and Lowest are turned before the others."""
    turned = [event.cards for event in events if isinstance(event, Turned) and event.what == "rules"]
    names = [name for cards in turned for name in card_names(cards)]
    by_rank = [name in ("Highest", "Middle", "Lowest") for name in names]
    return [] if by_rank == sorted(by_rank, reverse=True) else [f"Rule Cards are turned in the order {names}"]


def _only_bets_that_lie(stakes: Stakes, events: Sequence[Event]) -> list[str]:
    wrong = []
    for event in events:
        if isinstance(event, SeatSettled):
            opening = next(iter(stakes[event.seat].values()))
            for done in event.results:
                if done.staked != stakes[event.seat].get(done.wager, opening):  # a raise equals the opening bet
                    wrong.append(f"seat {event.seat} has {done.wager} settled for {done.staked}")
    return wrong


def _seven_cards(
    stakes: Stakes, choices: Any, winners: list[int], lost: Lost, sides: tuple[str, ...], late: tuple[str, ...] = ()
) -> list[Token]:
    """`late` are side bets that wait for the dealer's cards, whatever the seat holds."""
    seats = sorted(stakes)
    progressive = sides[-1]
    collected = {
        seat: ["ante", *(side for side in sides if (seat, side) in lost and side not in late)]
        for seat in seats
        if choices[seat, "play"]["decision"] == "fold"
    }
    steps: list[Token] = [("deal", seat, 7, "down") for seat in seats]
    steps += [("deal", "dealer", 7, "down"), ("ask", "play", *seats)]
    steps += [("decide", seat, "play") for seat in seats]
    steps += [("take", seat, *wagers) for seat, wagers in collected.items()]
    steps.append(("turn", "dealer", 7))
    if any(progressive in stakes[seat] for seat in seats):
        steps.append(("feed", progressive))
    for seat in reversed(seats):
        main = [] if seat in collected else ["ante", "play"]
        wagers = [*main, *(side for side in sides if side in stakes[seat] and side not in collected.get(seat, ()))]
        steps += [("take", seat, *wagers)] if wagers else []
    return [*steps, *([("award", progressive, *winners)] if winners else [])]


def _ace_odd_even(stakes: Stakes, choices: Any, winners: list[int], lost: Lost) -> list[Token]:
    return _seven_cards(stakes, choices, winners, lost, ("odd-even", "poker", "poker-progressive"))


def _low_four(stakes: Stakes, choices: Any, winners: list[int], lost: Lost) -> list[Token]:
    return _seven_cards(
        stakes, choices, winners, lost, ("low-points", "high-points", "combo-progressive"), ("combo-progressive",)
    )


def _quick_draw(stakes: Stakes, choices: Any, winners: list[int], lost: Lost) -> list[Token]:
    seats = sorted(stakes)
    from_right = seats[::-1]
    out = {seat for seat in seats if choices[seat, "flop"]["flop"] == "fold"}
    staying = [seat for seat in seats if seat not in out]
    late = {seat for seat in staying if choices[seat, "turn"]["turn"] == "fold"}
    steps: list[Token] = [("deal", seat, 2, "down") for seat in seats]
    steps += [("deal", "board", 5, "down"), ("turn", "flop", 3)]
    steps += [("take", seat, "flop-bonus") for seat in from_right if "flop-bonus" in stakes[seat]]
    steps += [("ask", "flop", *seats), *(("decide", seat, "flop") for seat in seats)]
    steps += [("take", seat, "flop") for seat in from_right if seat in out]
    steps.append(("turn", "turn", 1))
    if staying:
        steps += [("ask", "turn", *staying), *(("decide", seat, "turn") for seat in staying)]
    steps += [("take", seat, "flop", "turn") for seat in from_right if seat in late]
    steps.append(("turn", "river", 1))
    steps += [("take", seat, "best-four") for seat in from_right if "best-four" in stakes[seat]]
    return steps + [("take", seat, "flop", "turn", "river") for seat in from_right if seat not in out | late]


def _rule_out(stakes: Stakes, choices: Any, winners: list[int], lost: Lost) -> list[Token]:
    seats = sorted(stakes)
    steps: list[Token] = [("deal", seat, 3, "up") for seat in seats]
    steps += [("take", seat, "joker") for seat in seats if "joker" in stakes[seat]]
    for seat in seats:
        steps += [("ask", "trade", seat), ("decide", seat, "trade")]
        if choices[seat, "trade"]["trade"] is not None:
            steps.append(("draw", seat))
    steps += [("deal", "rules", 3, "down"), *[("turn", "rules", 1)] * 3]
    return steps + [("take", seat, "main") for seat in seats]


BY_GAME = {
    "ace-odd-even": _ace_odd_even,
    "low-four": _low_four,
    "quick-draw-holdem": _quick_draw,
    "rule-out": _rule_out,
}
