"""The bets of a game: which are mandatory, which follow from choices, and how they relate."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from feltlab.errors import WagerError, shown
from feltlab.money import EVEN_MONEY, MAX_STAKE, Odds, whole_cents


class Role(StrEnum):
    INITIAL = "initial"  # mandatory, opens the round
    RAISE = "raise"  # placed by a choice during the round, equal to the wager that it follows
    BONUS = "bonus"  # no stake of its own: paid on the stake of the wager that it follows
    SIDE = "side"  # optional, never alone
    PROGRESSIVE = "progressive"  # a side bet that feeds and may win a meter


_INITIAL, _RAISE, _BONUS = Role.INITIAL, Role.RAISE, Role.BONUS
"""Looked up once: of every round the stakes are checked."""


@dataclass(frozen=True, slots=True)
class Wager:
    slug: str
    name: str
    role: Role
    placed: str
    """When it is placed, in words."""
    equals: str | None = None
    not_above: str | None = None
    fixed_stakes: tuple[int, ...] = ()
    odds: tuple[Odds | str, ...] = (EVEN_MONEY,)
    """What a win pays where no pay table does: odds, or the rule number that has them. The first is the usual win."""
    alone: bool = False
    """A side bet that opens the round by itself; where there is one, no bet is mandatory."""

    @property
    def in_main_game(self) -> bool:
        """It is settled with the main game: its pays change how the game is played."""
        return self.role in (Role.INITIAL, Role.RAISE, Role.BONUS)

    @property
    def optional(self) -> bool:
        """A house may leave it off the felt."""
        return self.role in (Role.SIDE, Role.PROGRESSIVE)

    @property
    def follows(self) -> bool:
        """It has no stake of its own to make: it follows from a choice, or is paid on another's stake."""
        return self.role in (Role.RAISE, Role.BONUS)


def tied(wagers: Mapping[str, Wager]) -> tuple[Wager, ...]:
    """The bets that open the round, then those that stand alone, then those limited by another stake, in felt order."""
    found = [wager for wager in wagers.values() if wager.role is _INITIAL or wager.alone or wager.not_above]
    return tuple(sorted(found, key=lambda wager: not wager.alone))


def _given(wagers: Mapping[str, Wager]) -> list[str]:
    """The bets that a player makes before the deal."""
    return [slug for slug, wager in wagers.items() if not wager.follows]


def check_stakes(wagers: Mapping[str, Wager], tied: Iterable[Wager], given: object) -> dict[str, int]:
    """The stakes that a player puts down before the deal, by the game's wagers."""
    if not isinstance(given, dict):
        raise WagerError(f"wagers must be given as {{wager: cents}}, not {shown(given)}")
    for slug, stake in given.items():
        wager = wagers.get(slug)
        if wager is None:
            raise WagerError(f"{shown(slug)} is not a wager of this game: choose from {', '.join(_given(wagers))}")
        if wager.role is _BONUS:
            raise WagerError(f"the {slug} has no stake of its own: it is paid on the {wager.equals}")
        if wager.role is _RAISE:
            raise WagerError(f"the {slug} stake follows from the choices: leave it out")
        if type(stake) is not int or not 0 < stake <= MAX_STAKE:  # asked here, to spare most bets a call
            whole_cents(stake, f"the {slug} stake")
        if wager.fixed_stakes and stake not in wager.fixed_stakes:
            amounts = " or ".join(str(amount) for amount in wager.fixed_stakes)
            raise WagerError(f"the {slug} bet costs {amounts} cents, not {stake}")
    alone = False
    for wager in tied:
        slug = wager.slug
        if wager.alone:
            alone = True
        elif slug not in given:
            if wager.role is _INITIAL and not alone:
                raise WagerError(f"the {slug} is mandatory: other bets need it")
        elif wager.role is _INITIAL and wager.equals and given[slug] != given.get(wager.equals):
            other = given.get(wager.equals, 0)
            raise WagerError(f"the {slug} must equal the {wager.equals}: {other} cents, not {given[slug]}")
        elif wager.not_above and given[slug] > given[wager.not_above]:
            raise WagerError(f"the {slug} bet must not be above the {wager.not_above} bet")
    if alone:
        _check_opened(wagers, given)
    return given


def _check_opened(wagers: Mapping[str, Wager], given: Mapping[str, int]) -> None:
    opening = [slug for slug, wager in wagers.items() if wager.alone or wager.role is _INITIAL]
    if given.keys().isdisjoint(opening):
        raise WagerError(f"a round is opened by {' or '.join(opening)}: other bets need it")
