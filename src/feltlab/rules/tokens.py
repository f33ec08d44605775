"""Promotional tokens: which wagers may be made with them, and what comes back as a token.

A token is bet at its face value. A winning bet is paid in cheques and the token comes back as a token, as it does on a
push; a losing token is collected. No token is taken on a progressive.
"""

from collections.abc import Mapping

from feltlab.errors import WagerError, shown
from feltlab.money import Odds, whole_cents
from feltlab.rules.game import Terms
from feltlab.rules.settlement import Settlement
from feltlab.rules.wagers import Role, Wager


def check_tokens(
    wagers: Mapping[str, Wager], stakes: Mapping[str, int], given: object, raised: bool, terms: Terms
) -> dict[str, int]:
    """The part of each stake that is a token; `raised` says whether the raise was made."""
    bonus_cap = terms.numbers.bonus_token_cap
    if not isinstance(given, dict):
        raise WagerError(f"tokens must be given as {{wager: cents}}, not {shown(given)}")
    tokens = {}
    for slug, value in given.items():
        if slug not in wagers:
            raise WagerError(f"{shown(slug)} is not a wager of this game: choose from {', '.join(wagers)}")
        token, wager = whole_cents(value, f"the {slug} token"), wagers[slug]
        if wager.role is Role.PROGRESSIVE:
            raise WagerError(f"no token may be bet on the {slug}")
        if wager.role is Role.RAISE:
            if not raised:
                raise WagerError(f"there is a token on the {slug}, but the {slug} bet was not made")
            if given.get(wager.equals) != token:
                raise WagerError(f"a token on the {slug} must equal a token on the {wager.equals}, never stand alone")
        elif token > stakes.get(slug, 0):
            raise WagerError(f"the {slug} token is more than the {slug} stake")
        elif wager.role is Role.SIDE and token > bonus_cap:
            raise WagerError(f"a token on the {slug} may be at most {bonus_cap} cents here")
        elif _gives_back_a_part(terms, slug):
            raise WagerError(f"no token may be bet on the {slug}: its pay table returns part of the stake")
        tokens[slug] = token
    return tokens


def _gives_back_a_part(terms: Terms, slug: str) -> bool:
    """A line that returns less than the stake would turn part of a token into cheques."""
    lines = terms.pays[slug].lines if slug in terms.pays else ()
    return any(isinstance(line.pays, Odds) and 0 < line.pays.multiple < 1 for line in lines)


def tokens_returned(settlement: Settlement, tokens: Mapping[str, int]) -> dict[str, int]:
    """How much of what each wager returns is the token itself."""
    return {
        result.wager: tokens[result.wager]
        for result in settlement.results
        if result.wager in tokens and result.returned >= result.staked
    }
