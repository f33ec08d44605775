"""Promotional tokens at a table: part of a stake, bet at its face value, that comes back as a token."""

from collections.abc import Mapping
from typing import Any

from feltlab.errors import FeltlabError, WagerError
from feltlab.rules.tokens import check_tokens
from feltlab.table.config import Config
from feltlab.table.refusal import Refusal
from feltlab.table.state import SeatHand, Stakes


def read_tokens(config: Config, stakes: Stakes, given: Mapping[str, Any], raised: bool = False) -> dict[str, int]:
    """The tokens among a seat's bets, checked by the rule book; `raised` says whether the raise was made."""
    if not given:
        return {}
    game = config.rule_book
    if not game.tokens:
        raise WagerError(f"{game.title} takes no tokens")
    return check_tokens(game.wagers, stakes, dict(given), raised, config.terms)


def bad_tokens(config: Config, stakes: Stakes, given: Mapping[str, Any]) -> Refusal | None:
    """Why tokens cannot be bet like this; None if they can."""
    try:
        read_tokens(config, stakes, given)
    except FeltlabError as error:
        return Refusal("bad-token", str(error))
    return None


def raise_tokens(config: Config, hand: SeatHand, raised: Stakes, given: Mapping[str, Any]) -> dict[str, int]:
    """The tokens of a raise: they may match those on the bet that it equals, and no other."""
    if not given:
        return {}
    if extra := sorted(given.keys() - raised.keys()):
        raise WagerError(f"there is a token on the {extra[0]}, but the {extra[0]} bet is not made now")
    whole = read_tokens(config, {**hand.stakes, **raised}, {**hand.tokens, **given}, raised=True)
    return {wager: whole[wager] for wager in given}
