"""The dealer: the next step of a round by its script, from the state alone, so a round resumes wherever it stopped."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from feltlab.cards import JOKER
from feltlab.cards.names import Card, card_names, cards_named
from feltlab.cards.shuffle import commitment
from feltlab.rules.laying import lay
from feltlab.rules.steps import DEALER, SEATS, Ask, Close, Deal, Step, Take, Turn, step_name
from feltlab.table.bots import bot_choice
from feltlab.table.config import stamped
from feltlab.table.events import (
    Asked,
    BetsClosed,
    ClockRestarted,
    Dealt,
    Decided,
    Drawn,
    Event,
    Left,
    RoundClosed,
    RoundOpened,
    SeatReady,
    StatusChanged,
    Turned,
    WagersPlaced,
)
from feltlab.table.pack import pack_of
from feltlab.table.script import (
    asked_seats,
    cards_after_choices,
    drawn_by,
    final_hand,
    is_due,
    is_passed_over,
    is_up,
    read_choice,
    script_of,
)
from feltlab.table.shoe import gone_before_next
from feltlab.table.stakes import bad_stakes, in_felt_order
from feltlab.table.state import Round, SeatHand, State
from feltlab.table.taking import is_taken, take
from feltlab.table.tokens import raise_tokens

Choice = Mapping[str, Any]
"""The place whose cards a game calls."""
LAST_SECONDS: Final = 45
"""For a decision at a table without clocks once the round has to end."""


def between_rounds(state: State, now: int, seed: bytes) -> list[Event]:
    """What is due between rounds: seats that asked to leave are freed, the next round opens."""
    closing = state.status in ("closing", "closed")
    leaving = {number: seat for number, seat in state.seats.items() if seat.is_going or closing}
    if leaving:
        return [Left(number, reason=seat.reason) for number, seat in leaving.items()]
    if state.status == "closing":
        return [StatusChanged("closed", state.reason)]
    if state.status != "open" or not state.seats:
        return []
    config = stamped(state.next_config or state.config)
    gone = gone_before_next(state.last, config)
    return [RoundOpened(state.rounds + 1, commitment(seed), now, config, seed.hex(), gone)]


def bots_bets(state: State, now: int, funds: Mapping[str, int]) -> list[Event]:
    """Bots bet as soon as bets are open, if their purse and the round's limits allow it."""
    round = state.round
    assert round is not None  # noqa: S101
    events: list[Event] = []
    for number, seat in state.seats.items():
        hand = round.hands.get(number)
        if state.status != "open" or not seat.bot or (hand and hand.ready):
            continue
        bets = in_felt_order(round.config, seat.bets)  # a bet may have gone off the felt since
        affordable = sum(bets.values()) <= funds.get(seat.player, 0)
        if not hand and affordable and not bad_stakes(round.config, bets):
            events.append(WagersPlaced(number, seat.player, bets, now))
        events.append(SeatReady(number, seat.player))
    return events


def bets_are_in(state: State, now: int) -> bool:
    """Everyone present says so, or the clock does; someone must have bet."""
    round = state.round
    assert round is not None  # noqa: S101
    if state.status != "open" or not any(hand.stakes for hand in round.hands.values()):
        return False
    deadline = deadline_of(round)
    if deadline and now >= deadline:
        return True
    people = [number for number, seat in state.seats.items() if not seat.bot and not seat.away]
    return bool(people) and all(number in round.hands and round.hands[number].ready for number in people)


def due(start: int, seconds: int) -> int:
    """When a clock runs out; 0 if there is none."""
    return start + 1000 * seconds if start and seconds else 0


def deadline_of(round: Round) -> int:
    """When the clock of the round in its current state runs out; 0 if none is running."""
    if round.phase == "bets":
        return due(round.first_bet_at, round.config.betting_seconds)
    return round.deadline


def clock_anew(round: Round | None, now: int) -> list[Event]:
    if round is None or not deadline_of(round):
        return []
    config = round.config
    seconds = config.betting_seconds if round.phase == "bets" else config.decision_seconds or LAST_SECONDS
    again = due(now, seconds)
    return [] if again == deadline_of(round) else [ClockRestarted(now, again)]


def last_clock(state: State, now: int) -> list[Event]:
    """For a decision at a table without clocks that is closing, or whose player was removed."""
    round = state.round
    if round is None or round.deadline or not round.waiting:
        return []
    removed = any(seat.sent_off and not seat.bot for number, seat in state.seats.items() if number in round.hands)
    return [ClockRestarted(now, now + 1000 * LAST_SECONDS)] if removed or state.status == "closing" else []


def close_bets(round: Round, now: int) -> BetsClosed:
    seats = tuple(seat for seat, hand in round.hands.items() if hand.stakes)
    return BetsClosed(round.number, seats, now, "No more bets")


def current_step(round: Round) -> Step:
    return next(step for step in script_of(round).steps if not _done(step, round))


def _done(step: Step, round: Round) -> bool:
    match step:
        case Deal() if step.to == SEATS:
            last = _stack(step, round).stop
            hands = (hand for hand in round.hands.values() if not hand.void)
            return all(len(hand.cards) >= last or not is_due(step, round, hand) for hand in hands)
        case Deal(place=place):
            return place in round.places or is_passed_over(step, round)
        case Turn(place=place):
            deal = script_of(round).deal_at[script_of(round).part(place)[0]]
            return place in round.turned or (deal.place not in round.places and is_passed_over(deal, round))
        case Ask():
            return not asked_seats(step, round)
        case Take():
            return is_taken(step, round)
        case Close():
            return False


def _stack(step: Deal, round: Round) -> slice:
    """The cards of a seat that a deal brings."""
    return script_of(round).stacks[step.place]


def deal_on(state: State, now: int) -> list[Event]:
    """The events of the current step; none while it waits for a decision."""
    round = state.round
    assert round is not None  # noqa: S101
    match current_step(round):
        case Deal() as step:
            return list(_deal(state.table, round, step))
        case Turn() as step:
            return [_turn(state, round, step)]
        case Ask() as step:
            return _ask(round, step, now)
        case Take() as step:
            return take(state, step)
        case Close():
            return [RoundClosed(round.number, now, round.seed)]


def _deal(table: str, round: Round, step: Deal) -> Iterator[Event]:
    pack = pack_of(table, round)
    if step.to != SEATS:
        yield Dealt(step.place, 0, pack.places[step.place], step.face)
        return
    stack = _stack(step, round)
    for seat in round.config.rule_book.book.procedure.dealing.seats(round.config.places):
        hand = round.live.get(seat)
        if hand and len(hand.cards) < stack.stop and is_due(step, round, hand):
            yield Dealt("seat", seat, pack.seats[seat][stack], step.face)


def _turn(state: State, round: Round, step: Turn) -> Turned:
    place, which = script_of(round).part(step.place)
    cards = round.places.get(place, ())[which]
    if step.card_by_card:
        return _turn_next(state, round, step, cards)
    config = round.config
    laid = lay(config.rule_book, cards, config.terms.numbers) if step.place == DEALER else None
    return Turned(step.place, cards, _call(round, step.place, cards), laid=laid)


def _turn_next(state: State, round: Round, step: Turn, cards: tuple[Card, ...]) -> Turned:
    """Turns one card, and shows what it takes from every hand, before the next."""
    first, faced = cards_named(step.first), round.faced.get(step.place, ())
    at = min((cards[place] not in first, place) for place in range(len(cards)) if place not in faced)[1]
    turned = cards[at : at + 1]
    return Turned(step.place, turned, _call(round, step.place, turned), (at,), _struck(state, round, step, at))


def _struck(state: State, round: Round, step: Turn, at: int) -> dict[int, tuple[int, ...]]:
    """By seat, what the card at that place takes from its hand."""
    if step.strikes is None:
        return {}
    pack, config = pack_of(state.table, round), round.config
    cards = {seat: cards_after_choices(pack, seat, hand, config) for seat, hand in round.live.items()}
    game, place = config.rule_book, step.place
    return {seat: step.strikes(final_hand(game, held), held[place][at]) for seat, held in cards.items()}


def _call(round: Round, turned: str, cards: tuple[Card, ...]) -> str:
    """The call for turned cards: a game's own words for the dealer's hand, or the names of named cards."""
    game = round.config.rule_book
    if turned == DEALER:
        return game.announce(cards, round.config.terms.numbers) if game.announce else _with_board(round, cards)
    if any(deal.place == turned for deal in game.round.second_deals):
        said = getattr(game.speech, "card_turned", None)
        return ", ".join(said(name) if said else name for name in card_names(cards))
    return f"The {turned}"


def _with_board(round: Round, cards: tuple[Card, ...]) -> str:
    """What the dealer's cards make with others on the table, once all are open; otherwise nothing."""
    script = script_of(round)
    lying = {DEALER: cards} | {
        place: held
        for place, held in round.places.items()
        if all(is_up(round, name) for name in script.deal_at[place].parts or (place,))
    }
    for hand in round.config.rule_book.hands.values():
        if DEALER in hand.places and lying.keys() >= set(hand.places):
            made = hand.cards(lying)
            return f"Dealer: {hand.ranking.text(hand.ranking.of(made), made)}"
    return ""


def _ask(round: Round, step: Ask, now: int) -> list[Event]:
    seats = asked_seats(step, round)
    if step.in_turn:
        seats = seats[:1]
    if round.asked == step.stage and round.waiting:
        return []
    return [Asked(step.stage, seats, due(now, round.config.decision_seconds), step.call)]


def decisions_due(state: State, now: int, funds: Mapping[str, int], closing: bool = False) -> list[Event]:
    """Decisions made without waiting, one at a time.

    By bots, for seats that are away or leaving, by the clock, and for everyone when the house closes.
    """
    round = state.round
    if round is None or not round.asked:
        return []
    late = round.deadline and now >= round.deadline
    default = script_of(round).asks[round.asked].default
    for number in round.waiting:
        seat = state.seats.get(number)
        if seat is None or seat.leaving or seat.away or late:
            by = "clock" if late else "away" if seat and seat.away else "leaving"
            return decided(state.table, round, number, round.asked, default, by)
        if closing and not seat.bot:
            return decided(state.table, round, number, round.asked, default, "closing")
        if seat.bot:
            choice = bot_choice(round, number, seat.bot, round.asked)
            events = decided(state.table, round, number, round.asked, choice, "bot")
            raised = sum(sum(event.raised.values()) for event in events if isinstance(event, Decided))
            if raised > funds.get(seat.player, 0):
                return decided(state.table, round, number, round.asked, default, "bot")
            return events
    return []


def decided(
    table: str, round: Round, number: int, stage: str, choice: Choice, by: str, tokens: Choice | None = None
) -> list[Event]:
    """A checked decision, with the raise it makes and the token part of the raise."""
    hand, pack, ask = round.hands[number], pack_of(table, round), script_of(round).asks[stage]
    full = read_choice(ask, choice, pack, number, hand, round.config)
    raised = _raised(ask, full, hand)
    matched = raise_tokens(round.config, hand, raised, tokens or {})
    return [Decided(number, stage, full, by, raised, _said(round, ask, full, number), matched)]


def _raised(ask: Ask, choice: Choice, hand: SeatHand) -> dict[str, int]:
    units = ask.raises.options[choice[ask.name]] if ask.raises else 0
    return {ask.raises.wager: units * hand.stakes[ask.raises.of]} if ask.raises and units else {}


def _said(round: Round, ask: Ask, choice: Choice, number: int) -> str:
    """What everyone at the table hears about a decision: for face-down cards, not which ones."""
    made = choice[ask.name]
    if ask.trade is None:
        return f"Seat {number} folds" if ask.folds(made) else ""
    if made is None:
        return f"Seat {number} stays"
    traded = ask.trade.listed(made)
    few = "a card" if len(traded) == 1 else f"{len(traded)} cards"
    return f"Seat {number} trades {' '.join(traded) if script_of(round).open_hands else few}"


def draws_due(state: State) -> list[Event]:
    """The cards that a trade draws, one after the other, once the traded ones are out of play."""
    round = state.round
    if round is None or script_of(round).trade is None:
        return []
    pack, script = pack_of(state.table, round), script_of(round)
    return [
        Drawn(number, card, _call_of_draw(round, card))
        for number, hand in round.live.items()
        for card in drawn_by(script, pack, number, hand.choices)[len(hand.drawn) :]
    ]


def _call_of_draw(round: Round, card: Card) -> str:
    joker = script_of(round).open_hands and card == JOKER
    return round.config.rule_book.book.procedure.calls.get("Joker drawn in a trade", "") if joker else ""


def step_of(round: Round | None) -> str:
    """The dealer's next step, by name."""
    if round is None:
        return ""
    return "no more bets" if round.phase == "bets" else step_name(current_step(round))
