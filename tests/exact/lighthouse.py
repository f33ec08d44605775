"""Lighthouse: two cards and two lamps that are lit one after the other; what they add to, in its last digit, is paid."""

from typing import Any

from feltlab.hands.ranking import Cards, Ranking
from feltlab.rules.codes import LOSE, NONE, PUSH, WIN, paid, rule
from feltlab.rules.declaring import declare, opening, raised, side
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Deal, Raise, Turn


@rule
def _beam(cards: Cards) -> int:
    total = 0
    for card in cards:
        total += min((card >> 2) + 2, 10) if card < 48 else 1
    return total % 10


@rule
def settle(beam: int, lens: int) -> tuple[int, int]:
    """A tie of nothing at five, a pay by the table from seven on."""
    if lens == 0:
        return LOSE, NONE
    if beam < 5:
        return LOSE, LOSE
    return (PUSH, PUSH) if beam == 5 else (WIN, paid(beam - 6) if beam > 6 else WIN)


@rule
def lamps(pair: int) -> int:
    return 1 if pair == 0 else 0


def made(**more: Any) -> Any:
    return declare(
        "lighthouse",
        "Lighthouse",
        __doc__,
        wagers=[opening("ante"), raised("lens"), side("dark")],
        round=[
            Deal("player", 2, SEATS),
            Deal("lamps", 2, parts={"first": 1, "second": 1}),
            Ask("dusk", "Three times, or wait?", Raise("lens", "ante", {"wait": 0, "three": 3})),
            Turn("first"),
            Ask("night", "Once, or fold?", Raise("lens", "ante", {"fold": 0, "once": 1})),
            Turn("second"),
        ],
        hands={"beam": Hand(BEAM, "player", "lamps"), "pair": Hand(BEAM, "lamps")},
        settle=settle,
        sides={"dark": lamps},
        pays={
            "lens": {"4-2-1": "9 beams 4 to 1\n 8 beams 2 to 1\n 7 beams 1 to 1"},
            "dark": {"8": "dark 8 to 1"},
        },
        **more,
    )


BEAM = Ranking("beam", _beam, lambda value, cards: f"{value} beams")
GAME = made()
