"""A table's answer when it refuses a command: a value, never an exception.

The checks are made in the order of the list, so the same command in the same state is always refused for the same
reason.
"""

from dataclasses import dataclass
from typing import Final

REASONS: Final = {
    "table-exists": "a table with that name is already open",
    "bad-configuration": "the configuration cannot be used",
    "table-closed": "the table is closed",
    "table-paused": "the table is paused",
    "no-such-seat": "the table has no such seat",
    "seat-taken": "the seat is taken",
    "already-seated": "the player already has a seat at this table",
    "no-clocks": "a table without clocks is for one player, and bots",
    "not-your-seat": "the seat is not yours",
    "no-such-strategy": "no such strategy for a bot",
    "no-round": "no round is open",
    "wrong-round": "that is not the current round",
    "bets-closed": "no more bets: the first card is out",
    "not-asked": "the seat has no such decision to make now",
    "no-wager": "the seat has no bet",
    "bad-seed": "a client seed may have up to 64 printable ASCII characters",
    "bad-wager": "the bets are not allowed by the rules of the game",
    "below-minimum": "the bet is below the table's minimum",
    "above-maximum": "the bet is above the table's maximum",
    "bad-token": "tokens may not be bet this way",
    "bad-choice": "the choice is not offered by the rules of the game",
    "insufficient-funds": "the purse does not hold that much",
    "insufficient-tokens": "the player does not hold that many tokens",
    "not-manual": "the dealer is automatic here",
    "nothing-to-do": "there is nothing to do",
    "bad-cause": "the manual has no such irregularity",
    "bad-rate": "an increment rate is 0 to 1,000,000 parts per million of a meter here",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    reason: str
    detail: str = ""

    def __post_init__(self) -> None:
        assert self.reason in REASONS, self.reason  # noqa: S101 - a slip in this program, never input

    @property
    def words(self) -> str:
        return self.detail or REASONS[self.reason]
