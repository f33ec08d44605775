"""Fields of bodies that the games declare: looked up when a body is read, since a game may be added later."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError, WrapValidator, create_model
from pydantic_core import PydanticCustomError, PydanticKnownError, core_schema

from feltlab.games import GAMES
from feltlab.rules.house import most_of
from feltlab.rules.steps import Ask
from feltlab.web.door.bodies import NOT_KNOWN
from feltlab.web.door.body import Body

Json = dict[str, Any]
Card = Annotated[str, Field(pattern=r"^([2-9TJQKA][cdhs]|Jo)$")]
_MOST_SET = 7


def _set_hand(given: Any, read: Callable[[Any], Any]) -> Any:
    """If neither form fits, the error names both."""
    try:
        return read(given)
    except ValidationError:
        words = "must be the name of a side, or a list of 1 to {most} cards such as As or Td"
        raise PydanticCustomError(NOT_KNOWN, words, {"most": _MOST_SET}) from None


SetHand = Annotated[
    Annotated[str, Field(max_length=20, pattern=r"^[a-z-]+$")]
    | Annotated[list[Card], Field(min_length=1, max_length=_MOST_SET)],
    WrapValidator(_set_hand),
]
"""A set hand: by its name, or card by card."""


class Known:
    """Text that must be one of the currently known values."""

    def __init__(self, known: Callable[[], Iterable[str]]) -> None:
        self.known = known

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return {**handler(schema), "enum": list(self.known())}

    def check(self, given: str) -> str:
        known = list(self.known())
        if given not in known:
            raise PydanticCustomError(NOT_KNOWN, "is not one of {known}", {"known": ", ".join(known)})
        return given


class AtMost:
    """A whole number up to one that depends on the games."""

    def __init__(self, most: Callable[[], int]) -> None:
        self.most = most

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return {**handler(schema), "maximum": self.most()}

    def check(self, given: int) -> int:
        if given > self.most():
            raise PydanticKnownError("less_than_equal", {"le": self.most()})
        return given


def _asks() -> list[Ask]:
    return [ask for game in GAMES.values() for ask in game.round.asks.values()]


def _stages() -> list[str]:
    return list(dict.fromkeys(ask.stage for ask in _asks()))


def _most_decks() -> int:
    return max((most_of(game.numbers, "decks") or 1 for game in GAMES.values()), default=1)


class Offer(NamedTuple):
    """The possible answers to a question."""

    name: str
    options: tuple[str, ...]
    trades: int
    """How many cards may be traded; 0 if none."""
    sets: str
    """The name of a hand set with the answer; empty if none."""


def _offer(ask: Ask) -> Offer:
    return Offer(ask.name, ask.options, ask.trade.most if ask.trade else 0, ask.set.name if ask.set else "")


def _choice_fields(questions: Iterable[Offer]) -> dict[str, Any]:
    """By name of a decision, the choices of any game; each may be left out."""
    options: dict[str, tuple[str, ...]] = {}
    cards: dict[str, tuple[Any, str | None]] = {}
    for asked in questions:
        if asked.options:
            options[asked.name] = tuple(dict.fromkeys((*options.get(asked.name, ()), *asked.options)))
        if asked.trades:
            several = asked.trades > 1 or list[Card] in get_args(cards.get(asked.name, (None,))[0])
            cards[asked.name] = (Card | list[Card] | None if several else Card | None, None)
        if asked.sets:
            cards[asked.sets] = (SetHand, "best")
    named: dict[str, Any] = {name: (Literal[offered], offered[0]) for name, offered in options.items()}
    both = {name: (named[name][0] | cards[name][0], named[name][1]) for name in named.keys() & cards.keys()}
    return named | cards | both


@lru_cache(maxsize=1)
def _choice_body(questions: tuple[Offer, ...]) -> type[Body]:
    return create_model("ChoiceBody", __base__=Body, **_choice_fields(questions))


def _choice() -> type[Body]:
    """The body of a choice as the games declare it now; made again only when that changes."""
    return _choice_body(tuple(map(_offer, _asks())))


class _AnyChoice:
    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(lambda given: _choice().model_validate(given))

    def __get_pydantic_json_schema__(self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        return handler(_choice().__pydantic_core_schema__)


GameSlug = Annotated[str, Known(lambda: GAMES)]
Stage = Annotated[str, Known(_stages)]
Decks = Annotated[int, Field(ge=1), AtMost(_most_decks)]
if TYPE_CHECKING:
    ChoiceBody = Body
else:
    ChoiceBody = Annotated[Body, _AnyChoice()]
"""Decisions by their names, as the games declare them: `{"decision":"play"}`, `{"trade":"Td"}`, …"""
