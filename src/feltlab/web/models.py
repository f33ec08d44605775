"""The bodies that the API takes. Strict: no type is bent into another, no field is extra."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from feltlab.games import GAMES
from feltlab.money import MAX_STAKE
from feltlab.rules.house import most_of
from feltlab.table.config import AGGREGATE_LIMIT, LONGEST_CLOCK, PROGRESSIVE_BET, Config
from feltlab.web.bodies import FIELDS


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        FIELDS.update(cls.model_fields)

    def said(self) -> dict[str, Any]:
        """What was sent, field for field."""
        return self.model_dump(exclude_unset=True)


Key = Annotated[
    str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$", description="made by the client, for once")
]
Cents = Annotated[int, Field(ge=1, le=MAX_STAKE)]
SeatNumber = Annotated[int, Field(ge=1, le=7)]
RoundNumber = Annotated[int, Field(ge=1, le=2**53)]
Slug = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]*$")]
Words = Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
Card = Annotated[str, Field(pattern=r"^([2-9TJQKA][cdhs]|Jo)$")]
Stakes = Annotated[dict[Slug, Cents], Field(max_length=16)]
Role = Literal["player", "dealer", "floor", "auditor", "admin"]
_MOST_DECKS: Final = max(most_of(game.numbers, "decks") or 1 for game in GAMES.values())


class Login(Body):
    name: Annotated[str, Field(min_length=1, max_length=40)]
    password: Annotated[str, Field(min_length=1, max_length=128)]


class Purse(Body):
    key: Key
    do: Literal["buy-in", "cash-out"]
    cents: Cents
    player: Slug | None = None
    """For the floor, which issues and takes chips where players log in."""
    table: Slug | None = None
    """Where the chips are bought: counts as the table's drop."""


class TableConfig(Body):
    game: Slug
    title: Annotated[str, Field(max_length=60)] = ""
    decks: Annotated[int, Field(ge=1, le=_MOST_DECKS)] | None = None
    seats: SeatNumber | None = None
    pay_tables: Annotated[dict[Slug, Annotated[str, Field(max_length=60)]], Field(max_length=16)] = {}
    rules: Annotated[str, Field(max_length=32_000)] = ""
    limits: Annotated[dict[Slug, Annotated[list[Cents], Field(min_length=2, max_length=2)]], Field(max_length=16)] = {}
    progressive_bet: Cents = PROGRESSIVE_BET
    aggregate_limit: Cents = AGGREGATE_LIMIT
    dealer: Literal["automatic", "manual"] = "automatic"
    betting_seconds: Annotated[int, Field(ge=0, le=LONGEST_CLOCK)] = 0
    decision_seconds: Annotated[int, Field(ge=0, le=LONGEST_CLOCK)] = 0
    private: bool = False

    def config(self) -> Config:
        given = self.model_dump()
        given["limits"] = {wager: tuple(limits) for wager, limits in self.limits.items()}
        return Config(**given)


class NewTable(Body):
    key: Key
    config: TableConfig


Made = Annotated[str, Field(max_length=40)] | Annotated[list[Card], Field(max_length=52)] | None
Choice = Annotated[
    dict[Annotated[str, Field(min_length=1, max_length=40)], Made],
    Field(max_length=4, description="decisions by their names, as the game's questions have them"),
]


class Sit(Body):
    do: Literal["sit"]
    key: Key
    seat: SeatNumber


class Leave(Body):
    do: Literal["leave"]
    key: Key
    seat: SeatNumber


class Bot(Body):
    do: Literal["bot"]
    key: Key
    seat: SeatNumber
    strategy: Slug
    wagers: Stakes


class Dismiss(Body):
    do: Literal["dismiss"]
    key: Key
    seat: SeatNumber


class Bet(Body):
    do: Literal["bet"]
    key: Key
    seat: SeatNumber
    round: RoundNumber
    wagers: Stakes


class Seed(Body):
    do: Literal["seed"]
    key: Key
    seat: SeatNumber
    round: RoundNumber
    text: Annotated[str, Field(max_length=64, pattern=r"^[ -~]*$")]


class Ready(Body):
    do: Literal["ready"]
    key: Key
    seat: SeatNumber
    round: RoundNumber


class Decide(Body):
    do: Literal["decide"]
    key: Key
    seat: SeatNumber
    round: RoundNumber
    stage: Slug
    choice: Choice


class Advance(Body):
    do: Literal["advance"]
    key: Key
    step: Annotated[str, Field(max_length=40)]


class Void(Body):
    do: Literal["void"]
    key: Key
    cause: Slug
    reason: Words = ""
    seat: SeatNumber | None = None


class Status(Body):
    do: Literal["status"]
    key: Key
    status: Literal["open", "paused", "closed"]
    reason: Words = ""


class Configure(Body):
    do: Literal["configure"]
    key: Key
    config: TableConfig


class SetRate(Body):
    do: Literal["rate"]
    key: Key
    wager: Slug
    increment_ppm: Annotated[int, Field(ge=0, le=1_000_000)]


AnyCommand = Sit | Leave | Bot | Dismiss | Bet | Seed | Ready | Decide | Advance | Void | Status | Configure | SetRate
Command = Annotated[AnyCommand, Field(discriminator="do")]


class NewAccount(Body):
    key: Key
    name: Name
    role: Role
    password: Annotated[str, Field(min_length=12, max_length=128)]


class AccountChange(Body):
    key: Key
    disabled: bool


class ShuffleToVerify(BaseModel):
    """A round as recall and hand histories have it; what else is in it does not matter here."""

    model_config = ConfigDict(extra="allow", strict=True)
    table: str
    round: int
    game: str
    seats: int
    seed: str
    commitment: str
    client_seeds: list[Any]
    dealt: dict[str, Any]
