"""Logs of rounds that no dealer may leave: to show that the rows of the manuals find the mistake."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from feltlab.table.events import BetsClosed, Dealt, Decided, Drawn, Event, MetersFed, SeatSettled, Turned
from tests.table.manuals import Played

Wrong = Callable[[Played], Played | None]
"""None where a round has nothing that could be done wrong in this way."""


def _with(played: Played, events: list[Event] | tuple[Event, ...]) -> Played:
    return replace(played, events=tuple(events))


def _put(played: Played, at: int, event: Event) -> Played:
    return _with(played, [*played.events[:at], event, *played.events[at + 1 :]])


def _moved(played: Played, at: int, to: int) -> Played:
    events = list(played.events)
    events.insert(to, events.pop(at))
    return _with(played, events)


def take_order_swapped(played: Played) -> Played | None:
    """Of the last pass two seats change places."""
    settled = [at for at, _ in played.all(SeatSettled)][-2:]
    seats = {event.seat for at, event in played.all(SeatSettled) if at in settled}
    return _moved(played, settled[0], settled[1]) if len(seats) == 2 else None


def folded_hand_shown(played: Played) -> Played | None:
    """A fold that wins nothing is turned up as it is collected."""
    for at, event in played.all(SeatSettled):
        if played.folded(event.seat) and not played.shown(event.seat):
            return _put(played, at, replace(event, shows=True))
    return None


def dealer_before_the_folds(played: Played) -> Played | None:
    turned = played.turned_at("dealer")[0]
    folds = [at for at, event in played.all(SeatSettled) if at < turned]
    return _moved(played, turned, folds[0]) if folds else None


def next_card_before_the_folds(played: Played) -> Played | None:
    """In Quick Draw Hold'em: the turn is turned while the bets of folds still lie there."""
    turned = played.turned_at("turn")[0]
    folds = [at for at, event in played.all(SeatSettled) if at < turned and event.results[0].wager == "flop"]
    return _moved(played, turned, folds[0]) if folds else None


def rule_cards_at_once(played: Played) -> Played | None:
    turned = [event for _, event in played.all(Turned)]
    struck: dict[int, tuple[int, ...]] = {
        seat: tuple({place for event in turned for place in event.struck[seat]}) for seat in played.seats
    }
    cards = tuple(card for event in turned for card in event.cards)
    first = played.turned_at("rules")[0]
    once = replace(turned[0], cards=cards, at=(0, 1, 2), struck=struck)
    return _with(played, [*played.events[:first], once, *played.events[first + 3 :]])


def bonus_paid_face_down(played: Played) -> Played | None:
    for at, event in played.all(SeatSettled):
        if played.folded(event.seat) and event.shows:
            return _put(played, at, replace(event, shows=False, down=()))
    return None


def discards_turned_up(played: Played) -> Played | None:
    for at, event in played.all(SeatSettled):
        if not played.folded(event.seat) and event.down:
            return _put(played, at, replace(event, down=()))
    return None


def dealers_hand_laid_backwards(played: Played) -> Played | None:
    at = played.turned_at("dealer")[0]
    event = played.events[at]
    assert isinstance(event, Turned)
    assert event.laid
    return _put(played, at, replace(event, laid=replace(event.laid, hand=event.laid.hand[::-1])))


def joker_bets_after_the_trades(played: Played) -> Played | None:
    at = min(at for at, _ in played.all(SeatSettled))
    return _moved(played, at, max(at for at, _ in played.all(Decided)))


def traded_before_asked(played: Played) -> Played | None:
    """The second seat's trade before the first one's."""
    decided = [at for at, _ in played.all(Decided)]
    return _moved(played, decided[1], decided[0])


def lost_bonus_left_lying(played: Played) -> Played | None:
    """A fold is collected without the bonus that it has lost."""
    for at, event in played.all(SeatSettled):
        if at < played.turned_at("dealer")[0] and len(event.results) > 1:
            late = replace(event, results=event.results[1:])
            changed = _put(played, at, replace(event, results=event.results[:1]))
            return _with(changed, [*changed.events[:-1], late, changed.events[-1]])
    return None


PLANTED: tuple[tuple[str, Wrong, str], ...] = (
    ("ace-odd-even", take_order_swapped, "seats from the dealer's right, counterclockwise"),
    ("ace-odd-even", folded_hand_shown, "all seven face down, unseen"),
    ("ace-odd-even", dealer_before_the_folds, "the dealer takes the Ante when it is folded"),
    ("ace-odd-even", bonus_paid_face_down, "fanned and verified before it is paid"),
    ("ace-odd-even", discards_turned_up, "the other cards face down beside the Ante"),
    ("ace-odd-even", lost_bonus_left_lying, "and the bonuses that the hand has lost"),
    ("low-four", take_order_swapped, "seats from the dealer's right"),
    ("low-four", folded_hand_shown, "a fold: cards face down, unseen"),
    ("low-four", dealer_before_the_folds, "the Ante is taken then"),
    ("low-four", bonus_paid_face_down, "and are exposed to check the total"),
    ("low-four", discards_turned_up, "discards stay down"),
    ("low-four", dealers_hand_laid_backwards, "laid from highest to lowest"),
    ("low-four", lost_bonus_left_lying, "with it a bonus that the hand has lost"),
    ("quick-draw-holdem", take_order_swapped, "from the right"),
    ("quick-draw-holdem", folded_hand_shown, "a folded hand is not shown"),
    ("quick-draw-holdem", next_card_before_the_folds, "taken from the right before the turn is turned"),
    ("rule-out", rule_cards_at_once, "5. turned one at a time"),
    ("rule-out", joker_bets_after_the_trades, "3. no Joker: the Joker bet is taken"),
    ("rule-out", traded_before_asked, "4. trades in turn, from the dealer's left"),
    ("rule-out", take_order_swapped, "6. from the dealer's left, clockwise"),
)


def slips(played: Played) -> Iterator[Played]:
    """Every small thing that can go wrong in a log: left out, done twice, too early, or another way."""
    for at, event in enumerate(played.events):
        yield _with(played, [*played.events[:at], *played.events[at + 1 :]])
        yield _with(played, [*played.events[:at], event, *played.events[at:]])
        yield _moved(played, at, max(at - 3, 0))
        for other in _otherwise(event):
            yield _put(played, at, other)
    nothing: dict[int, tuple[str | None, ...]] = dict.fromkeys(played.seats, (None,) * 7)
    yield replace(played, in_hand=dict.fromkeys(played.seats, nothing), open=nothing)
    whole = {seat: played.cards[seat] for seat in played.seats}
    yield replace(played, in_hand=dict.fromkeys(played.seats, whole), open=whole)


def _otherwise(event: Event) -> Iterator[Event]:
    match event:
        case Dealt():
            yield replace(event, face="up" if event.face == "down" else "down")
            yield replace(event, cards=event.cards[:-1])
            yield replace(event, to="dealer", seat=0)
            yield replace(event, cards=(*event.cards[:-1], event.cards[0]))
        case Decided():
            yield replace(event, raised={wager: cents + 1 for wager, cents in event.raised.items()} or {"play": 1})
            yield replace(event, choice={name: _other_choice(made) for name, made in event.choice.items()})
        case Drawn():
            yield replace(event, card=0)
            yield replace(event, call="")
        case Turned():
            yield from _turned_otherwise(event)
        case SeatSettled():
            yield replace(event, results=event.results[::-1], shows=not event.shows, down=())
            yield replace(event, results=tuple(replace(done, returned=done.returned + 1) for done in event.results))
            yield replace(event, results=tuple(replace(done, returned=0) for done in event.results))
            yield replace(event, results=tuple(replace(done, staked=done.staked + 1) for done in event.results))
        case MetersFed():
            yield replace(event, units=dict.fromkeys(event.units, 0))
        case BetsClosed():
            yield replace(event, seats=())


def _turned_otherwise(event: Turned) -> Iterator[Event]:
    yield replace(event, cards=event.cards[::-1], call="")
    yield replace(event, cards=event.cards[1:], call="The dealer")
    yield replace(event, struck={seat: tuple({0, 1, 2} - {*places}) for seat, places in event.struck.items()})
    if laid := event.laid:
        yield replace(event, laid=replace(laid, qualifies=not laid.qualifies, hand=laid.unused, unused=laid.hand))
        yield replace(event, laid=replace(laid, hand=laid.hand[::-1], unused=laid.hand))


def _other_choice(made: Any) -> Any:
    return {"play": "raise", "bet": "raise", "fold": "play", "odd": "high", "even": "high", None: "Jo"}.get(
        made if isinstance(made, str) or made is None else "", "As"
    )
