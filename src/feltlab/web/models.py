"""The bodies that the API takes. Strict: no type is bent into another, no field is extra."""

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, create_model

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
SetHand = (
    Annotated[str, Field(max_length=20, pattern=r"^[a-z-]+$")]
    | Annotated[list[Card], Field(min_length=1, max_length=7)]
)
"""A hand as it is set: by its name, or card by card."""
Stakes = Annotated[dict[Slug, Cents], Field(max_length=16)]
Role = Literal["player", "dealer", "floor", "auditor", "admin"]
if TYPE_CHECKING:
    GameSlug: TypeAlias = str
    Stage: TypeAlias = str
else:
    GameSlug = Literal[tuple(GAMES)]
    Stage = Literal[tuple(dict.fromkeys(stage for game in GAMES.values() for stage in game.round.asks))]
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
    game: GameSlug
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


class NewTableBody(Body):
    key: Key
    config: TableConfig


def _choice_fields() -> dict[str, Any]:
    """By name of a decision what may be chosen in any game; each may be left out."""
    options: dict[str, tuple[str, ...]] = {}
    cards: dict[str, tuple[Any, str | None]] = {}
    for ask in (ask for game in GAMES.values() for ask in game.round.asks.values()):
        if ask.raises:
            options[ask.name] = tuple(dict.fromkeys((*options.get(ask.name, ()), *ask.options)))
        if ask.trade:
            cards[ask.name] = (Card | None, None)
        if ask.set:
            cards[ask.set.name] = (SetHand, "best")
    named: dict[str, Any] = {name: (Literal[offered], offered[0]) for name, offered in options.items()}
    both = {name: (named[name][0] | cards[name][0], named[name][1]) for name in named.keys() & cards.keys()}
    return named | cards | both


if TYPE_CHECKING:

    class ChoiceBody(Body):
        """Decisions by their names, as the games declare them: `{"decision":"play"}`, `{"trade":"Td"}`, …"""

else:
    ChoiceBody = create_model("ChoiceBody", __base__=Body, **_choice_fields())


class SitBody(Body):
    do: Literal["sit"]
    key: Key
    seat: SeatNumber


class LeaveBody(Body):
    do: Literal["leave"]
    key: Key
    seat: SeatNumber


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


class SetRateBody(Body):
    do: Literal["rate"]
    key: Key
    wager: Slug
    increment_ppm: Annotated[int, Field(ge=0, le=1_000_000)]


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
