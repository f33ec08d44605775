"""The bodies that the live tables accept. Strict: no type is converted, no field is extra."""

from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from feltlab.cards.deck import MOST_PENETRATION
from feltlab.errors import FeltlabError
from feltlab.rules.house import MOST_SEATS
from feltlab.table.config import (
    AGGREGATE_LIMIT,
    BETTING_SECONDS,
    DECISION_SECONDS,
    LONGEST_CLOCK,
    PROGRESSIVE_BET,
    Config,
    usual_price,
)
from feltlab.web.door.body import Body, Cents, Key, Slug, Words
from feltlab.web.live.declared import ChoiceBody, Decks, GameSlug, Stage

SeatNumber = Annotated[int, Field(ge=1, le=MOST_SEATS)]
RoundNumber = Annotated[int, Field(ge=1, le=2**53)]
Stakes = Annotated[dict[Slug, Cents], Field(max_length=16)]
ClockSeconds = Annotated[int, Field(ge=0, le=LONGEST_CLOCK, description="0, no clock: for one player alone")]


class Purse(Body):
    key: Key
    do: Literal["buy-in", "cash-out", "give-tokens", "take-tokens"]
    cents: Cents
    player: Slug | None = None
    """For the floor, which issues and takes chips and promotional tokens in login mode."""
    table: Slug | None = None
    """Where the chips are bought: counts as the table's drop."""
    reason: Words = ""
    """For the audit trail; staff must give one."""


class TableConfig(Body):
    game: GameSlug
    title: Annotated[str, Field(max_length=60)] = ""
    decks: Decks | None = None
    seats: SeatNumber | None = None
    pay_tables: Annotated[dict[Slug, Annotated[str, Field(max_length=60)]], Field(max_length=16)] = Field(
        default_factory=dict
    )
    rules: Annotated[str, Field(max_length=32_000)] = ""
    limits: Annotated[dict[Slug, Annotated[list[Cents], Field(min_length=2, max_length=2)]], Field(max_length=16)] = (
        Field(default_factory=dict)
    )
    progressive_bet: Cents | None = None
    """The default is the house's usual price."""
    aggregate_limit: Cents = AGGREGATE_LIMIT
    dealer: Literal["automatic", "manual"] = "automatic"
    betting_seconds: ClockSeconds = BETTING_SECONDS
    decision_seconds: ClockSeconds = DECISION_SECONDS
    private: bool = False
    penetration: Annotated[int, Field(ge=0, le=MOST_PENETRATION)] = 0
    left_off: Annotated[list[Slug], Field(max_length=16, description="side bets and progressives not offered")] = Field(
        default_factory=list
    )

    def config(self) -> Config:
        given = self.model_dump()
        given["limits"] = {wager: tuple(limits) for wager, limits in self.limits.items()}
        given["left_off"] = tuple(self.left_off)
        given["progressive_bet"] = PROGRESSIVE_BET if self.progressive_bet is None else self.progressive_bet
        config = Config(**given)
        if self.progressive_bet is None:
            with suppress(FeltlabError):  # impossible rules are refused when the table is opened
                return replace(config, progressive_bet=usual_price(config.house))
        return config


class NewTableBody(Body):
    key: Key
    config: TableConfig
    reason: Words = ""


class SitBody(Body):
    do: Literal["sit"]
    key: Key
    seat: SeatNumber


class LeaveBody(Body):
    do: Literal["leave"]
    key: Key
    seat: SeatNumber
    reason: Words = Field("", description="from the floor, for another's seat: for the player and the audit trail")


class BotBody(Body):
    do: Literal["bot"]
    key: Key
    seat: SeatNumber
    strategy: Slug
    wagers: Stakes


class DismissBody(Body):
    do: Literal["dismiss"]
    key: Key
    seat: SeatNumber


class BetBody(Body):
    do: Literal["bet"]
    key: Key
    seat: SeatNumber
    round: RoundNumber
    wagers: Stakes
    tokens: Stakes = Field(default_factory=dict, description="the part of each bet that is a promotional token")


class SeedBody(Body):
    do: Literal["seed"]
    key: Key
    seat: SeatNumber
    round: RoundNumber
    text: Annotated[str, Field(max_length=64, pattern=r"^[ -~]*$")]


class ReadyBody(Body):
    do: Literal["ready"]
    key: Key
    seat: SeatNumber
    round: RoundNumber


class DecideBody(Body):
    do: Literal["decide"]
    key: Key
    seat: SeatNumber
    round: RoundNumber
    stage: Stage
    choice: ChoiceBody
    tokens: Stakes = Field(default_factory=dict, description="the part of the raise that is a promotional token")


class AdvanceBody(Body):
    do: Literal["advance"]
    key: Key
    step: Annotated[str, Field(max_length=40)]


class VoidBody(Body):
    do: Literal["void"]
    key: Key
    cause: Slug
    reason: Words = ""
    seat: SeatNumber | None = None


class StatusBody(Body):
    do: Literal["status"]
    key: Key
    status: Literal["open", "paused", "closed"]
    reason: Words = ""


class ConfigureBody(Body):
    do: Literal["configure"]
    key: Key
    config: TableConfig
    reason: Words = ""


class SetRateBody(Body):
    do: Literal["rate"]
    key: Key
    wager: Slug
    increment_ppm: Annotated[int, Field(ge=0, le=1_000_000)]
    reason: Words = ""


AnyCommand = (
    SitBody
    | LeaveBody
    | BotBody
    | DismissBody
    | BetBody
    | SeedBody
    | ReadyBody
    | DecideBody
    | AdvanceBody
    | VoidBody
    | StatusBody
    | ConfigureBody
    | SetRateBody
)
Command = Annotated[AnyCommand, Field(discriminator="do")]


class ShuffleToVerify(BaseModel):
    """A round as in recall and hand histories; other fields do not matter here."""

    model_config = ConfigDict(extra="allow", strict=True)
    table: str
    round: int
    game: str
    seats: int
    seed: str
    commitment: str
    client_seeds: list[Any]
    dealt: dict[str, Any]
