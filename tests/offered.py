"""Bets that a house may leave off, and the words that would mention them."""

from collections.abc import Iterator
from itertools import combinations

from feltlab.games import GAMES

SAID = {
    "odd-even": ("Odd-Even",),
    "poker": ("Poker Bonus",),
    "poker-progressive": ("rogressive", "meter", "jackpot"),
    "low-points": ("Low Points",),
    "high-points": ("High Points",),
    "combo-progressive": ("Combo", "rogressive", "meter", "jackpot"),
    "flop-bonus": ("Flop Bonus",),
    "best-four": ("Best 4 of 5",),
    "joker": ("Joker bet",),
}


def optional(game: str) -> list[str]:
    return [slug for slug, wager in GAMES[game].wagers.items() if wager.optional]


def houses(game: str) -> Iterator[tuple[str, ...]]:
    """Every choice of bets to leave off, but none."""
    bets = optional(game)
    for count in range(1, len(bets) + 1):
        yield from combinations(bets, count)


EVERY = [(game, left_off) for game in GAMES for left_off in houses(game)]


def spoken_of(text: str, game: str, left_off: tuple[str, ...]) -> list[str]:
    """Which of the words are in a text; names of bets that are offered do not count."""
    wagers = GAMES[game].wagers
    for slug, wager in wagers.items():
        if slug not in left_off:
            text = text.replace(wager.name, "").replace(slug, "")
    named = [word for slug in left_off for word in (*SAID[slug], wagers[slug].name)]
    return [word for word in named if word in text and (game, word) != ("rule-out", "Joker")]
