"""The bets of a seat against the rules of the game and the limits of the table."""

from collections.abc import Mapping
from typing import Any

from feltlab.errors import FeltlabError
from feltlab.rules.wagers import check_stakes
from feltlab.table.config import Config
from feltlab.table.refusal import Refusal


def bad_stakes(config: Config, wagers: Mapping[str, Any]) -> Refusal | None:
    """Why these bets cannot be placed; None where they can."""
    try:
        stakes = check_stakes(config.rule_book.wagers, dict(wagers))
    except FeltlabError as error:
        return Refusal("bad-wager", str(error))
    for wager, stake in stakes.items():
        least, most = config.limit(wager)
        if stake < least:
            return Refusal("below-minimum", f"the {wager} bet is at least {least} cents here")
        if stake > most:
            return Refusal("above-maximum", f"the {wager} bet is at most {most} cents here")
    return None


def in_felt_order(config: Config, wagers: Mapping[str, int]) -> dict[str, int]:
    return {wager: wagers[wager] for wager in config.wagers if wager in wagers}
