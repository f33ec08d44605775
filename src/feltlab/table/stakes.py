"""The bets of a seat against the rules of the game and the limits of the table."""

from collections.abc import Mapping
from typing import Any

from feltlab.errors import FeltlabError
from feltlab.money import dollars
from feltlab.table.config import Config
from feltlab.table.refusal import Refusal


def bad_stakes(config: Config, wagers: Mapping[str, Any]) -> Refusal | None:
    """Why these bets cannot be placed; None if they can."""
    try:
        stakes = config.house.stakes(dict(wagers))
    except FeltlabError as error:
        return Refusal("bad-wager", str(error))
    for wager, stake in stakes.items():
        least, most = config.limit(wager)
        if stake < least:
            return Refusal("below-minimum", f"the {wager} bet is at least {least} cents here")
        if stake > most:
            return Refusal("above-maximum", f"the {wager} bet is at most {most} cents here")
    return None


def limits_told(config: Config) -> list[tuple[str, str]]:
    """The limits of the table: for each bet by name, and for all winnings of a round."""
    names = config.rule_book.wagers
    found = [(names[wager].name, _amounts(*config.limit(wager))) for wager in config.wagers]
    return [*found, ("Aggregate limit", f"{_amount(config.aggregate_limit)} a round. {aggregate_told(config)}")]


def _amounts(least: int, most: int) -> str:
    return _amount(least) if least == most else f"{_amount(least)} to {_amount(most)}"


def _amount(cents: int) -> str:
    return dollars(cents).removesuffix(".00")


def aggregate_told(config: Config) -> str:
    """The effect of the aggregate limit, in a sentence."""
    aside = "; progressive awards are not limited" if config.house.progressives else ""
    return f"If the winnings in a round come to more, they are shared pro rata{aside}."


def in_felt_order(config: Config, wagers: Mapping[str, int]) -> dict[str, int]:
    """Those of the bets that the table offers."""
    return {wager: wagers[wager] for wager in config.wagers if wager in wagers}
