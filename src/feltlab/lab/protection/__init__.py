"""Game protection: what players can gain if they know more than they should.

>>> protect(next(iter(GAMES)), seats=2).collusion[0].house_edge  # doctest: +SKIP
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from feltlab import __version__
from feltlab.errors import FeltlabError, shown
from feltlab.exact.protection import Exposed, Finding, Priced, Progress, Row
from feltlab.games import GAMES
from feltlab.lab import terms_of
from feltlab.lab.protection.cache import cache_file, load, store
from feltlab.lab.protection.collusion import exposed_cards, known_hands
from feltlab.lab.protection.threats import counting_of, set_for_a_bonus
from feltlab.lab.protection.verdict import findings
from feltlab.rules.house import House

_LARGEST_SEED = 2**64 - 1
_FEWEST_SHOES = 50
_FRESH = "every round is dealt from a freshly shuffled deck: nothing carries over to count"


@dataclass(frozen=True)
class Protection:
    """The findings for one game."""

    game: str
    seed: int
    collusion: Sequence[Row]
    exposed: Sequence[Exposed]
    counting: Priced | None
    mis_setting: Priced | None
    verdict: Sequence[Finding]

    def to_dict(self) -> dict[str, Any]:
        cases = [case.to_dict() for case in self.exposed]
        return {
            "game": self.game,
            "version": __version__,
            "seed": self.seed,
            "denominator": "initial wager",
            "collusion": [row.to_dict() for row in self.collusion],
            "exposed_card": {**(cases[0] if cases else {}), "cases": cases},
            "counting": {"method": "exact", "finding": _FRESH} if self.counting is None else self.counting,
            "mis_setting": self.mis_setting,
            "verdict": list(self.verdict),
        }


def _ignore(what: str, done: float) -> None:
    pass


def protect(
    slug: str,
    seats: int | None = None,
    penetration: float | None = None,
    samples: int | None = None,
    seed: int = 1,
    progress: Progress | None = None,
    decks: int | None = None,
    house: House | None = None,
) -> Protection:
    """Collusion, an exposed card, counting and missetting, with a verdict; on the terms of `house`, if given.

    `seats` asks for one row of collusion only. Without `samples`, as many deals are sampled as a standard error of 0.02
    percentage points needs; `samples` also bounds the shoes counted. The same seed gives the same figures.
    """
    if slug not in GAMES:
        raise FeltlabError(f"{shown(slug)} is not a game: choose from {', '.join(GAMES)}")
    counting = counting_of(slug)
    _check(slug, penetration, decks, seed)
    tell = progress or _ignore
    terms = terms_of(GAMES[slug], house, decks=decks)
    rows = known_hands(slug, terms, seats, samples, seed, tell)
    tell("an exposed card", 0.0)
    cases = exposed_cards(slug, terms, samples, seed, tell)
    counted = None
    if counting is not None:
        shoes = counting.shoes if samples is None else max(_FEWEST_SHOES, min(counting.shoes, samples))
        counted = counting.price(terms, penetration or counting.penetration, shoes, seed, tell)
    setting = set_for_a_bonus(slug, terms)
    return Protection(slug, seed, rows, cases, counted, setting, findings(slug, rows, cases, counted, setting))


def _check(slug: str, penetration: float | None, decks: int | None, seed: int) -> None:
    shoes = [other for other, game in GAMES.items() if "decks" in game.line_fields]
    if decks is not None and slug not in shoes:
        raise FeltlabError(f"{slug} is played with one deck: {_only(shoes)} takes a number of decks")
    if penetration is not None and counting_of(slug) is None:
        raise FeltlabError(f"{slug}: {_FRESH}; {_only(filter(counting_of, shoes))} takes a penetration")
    if penetration is not None and not 0 < penetration <= 1:
        raise FeltlabError(f"a penetration is a share of the shoe, above 0 and at most 1, not {shown(penetration)}")
    if not 0 <= seed <= _LARGEST_SEED:
        raise FeltlabError(f"a seed is a whole number from 0 to 2^64 − 1, not {shown(seed)}")


def _only(slugs: Iterable[str]) -> str:
    names = " or ".join(slugs)
    return f"only {names}" if names else "no game"


def cached(slug: str, progress: Progress | None = None, house: House | None = None) -> dict[str, Any]:
    """The full figures of a game on its terms, as from `to_dict`, sampled once for each version of the code."""
    file = cache_file(slug, house)
    kept = load(file)
    if kept is None:
        kept = protect(slug, progress=progress, house=house).to_dict()
        store(file, kept)
    return kept


__all__ = ["Protection", "cached", "protect"]
