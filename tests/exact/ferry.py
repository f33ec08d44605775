"""Ferry: three cards, up to two of them traded, with bets before and after the trade.

1. One deck, up to seven seats. On three cards a player folds, or calls the Ante once; with a pair or better also twice.
2. Up to two cards are traded. A hand that was not traded at all wins the Call.
3. With less than a pair the player may double. Ante and Double are paid by the table from jack high up.
4. Dealt is paid on the cards as they are dealt, Late on those after the trade.
"""

from feltlab.sdk import (
    LOSE,
    NONE,
    PUSH,
    SEATS,
    WIN,
    Ask,
    Deal,
    Hand,
    Raise,
    Trade,
    category,
    declare,
    example,
    opening,
    paid,
    raised,
    rule,
    side,
    three_cards,
)  # fmt: skip

JACK, PAIR = three_cards.least("high card", "J"), three_cards.least("pair")


@rule
def settle(final: int, call: int, double: int, traded: int) -> tuple[int, int, int]:
    if not call:
        return LOSE, NONE, NONE
    won = paid(category(final) + 1) if final >= JACK else LOSE
    called = (WIN if traded == 0 else PUSH) if final >= JACK else LOSE
    return won, called, won if double else NONE


@rule
def dealt(own: int) -> int:
    return category(own)


@rule
def late(final: int) -> int:
    return category(final)


@rule
def may_call(own: int, units: int) -> bool:
    return own >= PAIR or units < 2


@rule
def may_double(final: int, units: int) -> bool:
    return final < PAIR


@rule
def call_once(own: int) -> int:
    return 1


@rule
def double_weak(final: int) -> int:
    return 1 if JACK <= final < PAIR else 0


MAIN = "straight flush 20 to 1\n 3 of a kind 10 to 1\n straight 4 to 1\n flush 3 to 1\n pair 1 to 1\n high 1 for 2"
SIDE = "straight flush 40 to 1\n 3 of a kind 30 to 1\n straight 6 to 1\n flush 4 to 1\n pair 1 to 1"
GAME = declare(
    "ferry",
    "Ferry",
    __doc__,
    wagers=[opening("ante"), raised("call"), raised("double"), side("dealt"), side("late")],
    round=[
        Deal("player", 3, SEATS),
        Ask("call", "Call?", Raise("call", "ante", {"fold": 0, "call": 1, "twice": 2}, allow=may_call)),
        Ask("draw", "How many?", trade=Trade(2, draws="drawn", makes="crossed")),
        Ask("double", "Double?", Raise("double", "ante", {"stand": 0, "double": 1}, allow=may_double)),
    ],
    hands={"own": Hand(three_cards, "player"), "final": Hand(three_cards, "crossed")},
    settle=settle,
    sides={"dealt": dealt, "late": late},
    strategies={"bold": {"call": call_once, "double": double_weak}},
    pays={"ante": {"felt": MAIN}, "double": {"felt": MAIN}, "dealt": {"felt": SIDE}, "late": {"felt": SIDE}},
    examples=[
        example(1, player="Ks Kd 2c", drawn="3c", choices={"call": "call", "draw": "2c", "double": "stand"}),
        example(-1, player="2s 3d 5c", choices={"call": "fold"}),
        example(0, player="Ks 9d 2c", choices={"call": "call", "draw": None, "double": "double"}),
    ],
)
