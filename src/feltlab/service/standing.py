"""What one person may do at a table alone. Nobody who would gain by a void can order it."""

from collections.abc import Iterable, Set
from typing import Final

import orjson

from feltlab.service.requests import By, Refused
from feltlab.service.rows import Audit
from feltlab.table import State
from feltlab.table.commands import Command, Configure, Open, Rate, Sit, Void
from feltlab.table.config import Config
from feltlab.table.seating import takes_several_hands

SECOND_PERSON: Final = "second-person"
ISSUES: Final = ("chips", "tokens")
"""The trail's names for issuing and taking back."""
_OF_VOIDS: Final = Refused(SECOND_PERSON, "cards are out: a second person must approve the void")
_OF_TERMS: Final = Refused(SECOND_PERSON, "a second person must approve new terms for an open table")
_OF_OPENING: Final = Refused(
    SECOND_PERSON,
    "a second person must approve a table with its own rules, limits or a price above the usual, a shared shoe, several"
    " hands for one player, or an edge for the player",
)
_OF_BOTS: Final = Refused(SECOND_PERSON, "a second person must approve a bot that feeds a meter with the house's chips")
_OF_CHIPS: Final = Refused(
    SECOND_PERSON, "a second person must approve: it is above what one person may issue alone in a day"
)
_ABOVE: Final = Refused(
    "bad-configuration",
    "a guest's table may not have limits or a progressive price above the default",
)
_EDGE: Final = Refused("bad-configuration", "a guest's table may not have terms that give the player the edge")
MOST_OF_GUESTS: Final = 250_000
"""The part of a bet, in millionths, that may feed a guest's meter."""
_RATE: Final = Refused("bad-rate", "a guest's meter may take at most a quarter of a bet")
_OWN_HAND: Final = Refused("own-hand", "once cards are out, you cannot void a hand in a round you have bet on")
_OWN_TABLE: Final = Refused(
    "own-table", "cards are out: players' bets at your own table are played out, with defaults where nobody decides"
)


def objection(by: By, state: State | None, command: Command) -> Refused | None:
    """Why this person, or these two, cannot do it; None if they can."""
    alone = is_alone(by)
    match command:
        case Open(config=config) if alone and (by.favors_players or _tells(config) or not config.is_usual):
            return _OF_OPENING
        case Sit(bets=bets) if alone and state and not bets.keys().isdisjoint(state.meters):
            return _OF_BOTS
        case Open(config=config) | Configure(config=config) if by.standing == "guest":
            return _EDGE if by.favors_players else None if config.is_usual else _ABOVE
        case Void() if state and state.round and state.round.phase == "play":
            return _against_void(by, state)
        case Rate(increment_ppm=rate) if by.standing == "guest" and rate > MOST_OF_GUESTS:
            return _RATE
        case Configure() | Rate() if alone:
            return _OF_TERMS
        case _:
            return None


def _tells(config: Config) -> bool:
    """Its players may count a shoe and bet when it favors them, or know the cards of several hands."""
    return bool(config.penetration) or takes_several_hands(config)


def _against_void(by: By, state: State) -> Refused | None:
    """For any hand: what one player gets back, another may not have to share under an aggregate limit."""
    assert state.round is not None  # noqa: S101
    hands = {seat: hand for seat, hand in state.round.live.items() if hand.open_stakes}
    who = {by.actor, by.second.actor if by.second else by.actor}
    if by.standing != "guest" and any(hand.player in who for hand in hands.values()):
        return _OWN_HAND
    if by.standing == "guest" and any(not _is_bot(state, seat) for seat in hands):
        return _OWN_TABLE
    return _OF_VOIDS if by.standing == "staff" and by.needs_second else None


def _is_bot(state: State, seat: int) -> bool:
    return seat in state.seats and bool(state.seats[seat].bot)


def is_alone(by: By) -> bool:
    """Whether it is one of the staff without the second person that some actions need."""
    return by.standing == "staff" and by.needs_second


def issued_alone(trail: Iterable[Audit], accounts: Set[str], since: int) -> int:
    """Cents of chips and tokens that they issued and took back alone since then, by the trail from its end backward.

    The ledger's times would do as well, but proving them means proving every bet of the day.
    """
    found = 0
    for entry in trail:
        if entry.at < since:
            break
        if entry.action in ISSUES and entry.actor in accounts:
            told = orjson.loads(entry.detail)
            found += 0 if "second" in told else abs(told["cents"])
    return found


def too_much_alone(by: By, cents: int, issued: int) -> Refused | None:
    """For chips and tokens: everything a staff member has issued and taken back alone since midnight (UTC) counts."""
    return _OF_CHIPS if is_alone(by) and issued + abs(cents) > by.alone_cents else None
