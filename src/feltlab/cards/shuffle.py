"""The dealer's shuffle, from a seed committed to before the bets, so that anyone can deal the round again.

`docs/live-table.md` has the contract; `feltlab.verify_shuffle` implements it a second time and shares nothing with
this.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from feltlab.cards.cut import Cut
from feltlab.errors import FeltlabError, shown

SEED_BYTES: Final = 32
LONGEST_CLIENT_SEED: Final = 64

_BYTE, _WORD = 1 << 8, 1 << 16
_BYTES_BELOW: Final = (0, *(_BYTE - _BYTE % n for n in range(1, _BYTE + 1)))
"""By n, the bytes that are used: equally many for each of the n numbers. The others are skipped."""


class Shape(NamedTuple):
    """What is dealt, and for how many places. It is part of the deal, so that nothing else can be claimed afterward."""

    game: str
    seats: int
    decks: int = 1
    jokers: int = 0


def commitment(seed: bytes) -> str:
    """Published before the bets: it fixes the seed without revealing it."""
    return hashlib.sha256(_checked(seed)).hexdigest()


def context(
    table: str,
    round: int,
    shape: Shape,
    client_seeds: Mapping[int, str],
    cut: Cut | None = None,
    gone: Sequence[str] = (),
) -> bytes:
    """What else goes into the deal: where, when and what is dealt, and what the seats added after the commitment.

    `cut` is None for the games whose cut the verifier already knows; `gone` is what the shoe lacks, in a deck's order.
    """
    _check_name(table, "a table's name")
    _check_name(shape.game, "a game's name")
    for what, number, least in (
        ("a round's number", round, 0),
        ("the number of seats", shape.seats, 1),
        ("the number of decks", shape.decks, 1),
        ("the number of Jokers in a deck", shape.jokers, 0),
    ):
        _check_whole(number, least, what)
    for seat, text in client_seeds.items():
        _check_whole(seat, 1, "a seat's number")
        if seat > shape.seats:
            raise FeltlabError(f"there is no seat {shown(seat)}: the table has seats 1 to {shape.seats}")
        check_client_seed(text)
    for name in cut.names if cut else ():
        _check_name(name, "the name of a place or of a card")
    entry = {"table": table, "round": round, **shape._asdict(), "client_seeds": sorted(client_seeds.items())}
    entry |= {"cut": cut.entry()} if cut else {}
    entry |= {"gone": list(gone)} if gone else {}
    return json.dumps(entry, separators=(",", ":")).encode("ascii")


def check_client_seed(text: object) -> str:
    """The text itself, if a seat may add it."""
    if not isinstance(text, str) or len(text) > LONGEST_CLIENT_SEED or not _is_printable_ascii(text):
        raise FeltlabError(
            f"a client seed must be up to {LONGEST_CLIENT_SEED} printable ASCII characters, not {shown(text)}"
        )
    return text


class Stream:
    """Numbers drawn one after another from a seed and a context."""

    __slots__ = ("_bytes", "_next", "_prefix", "_seed", "_turn")

    def __init__(self, seed: bytes, context: bytes) -> None:
        self._seed = _checked(seed)
        self._prefix = hashlib.sha256(context).digest()
        self._turn = 0
        self._bytes = b""
        self._next = 0

    def draw(self, n: int) -> int:
        """A number below n, all equally likely: bytes that would favor the low ones are skipped."""
        if not 0 < n <= _BYTE:
            return self._draw_wide(n)
        below = _BYTES_BELOW[n]
        while True:
            place = self._next
            if place == len(self._bytes):
                self._refill()
                place = 0
            self._next = place + 1
            byte = self._bytes[place]
            if byte < below:
                return byte % n

    def take(self, count: int) -> bytes:
        """The next bytes as they come."""
        while len(self._bytes) - self._next < count:
            self._refill()
        taken = self._bytes[self._next : self._next + count]
        self._next += count
        return taken

    def _draw_wide(self, n: int) -> int:
        if not 0 < n <= _WORD:
            raise FeltlabError(f"a draw needs a limit of 1 to {_WORD}, not {shown(n)}")
        below = _WORD - _WORD % n
        while True:
            if len(self._bytes) - self._next < 2:
                self._refill()
            place = self._next
            self._next = place + 2
            word = self._bytes[place] << 8 | self._bytes[place + 1]
            if word < below:
                return word % n

    def _refill(self) -> None:
        """One more block after what is left."""
        message = self._prefix + self._turn.to_bytes(8, "big")
        self._turn += 1
        self._bytes = self._bytes[self._next :] + hmac.digest(self._seed, message, "sha256")
        self._next = 0


def shuffled(items: Sequence[int], stream: Stream) -> list[int]:
    """Fisher and Yates, from the last place down: each order comes from exactly one way to draw."""
    cards = list(items)
    draw = stream.draw
    for place in range(len(cards) - 1, 0, -1):
        other = draw(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def shuffled_packs(seed: bytes, context: bytes, *packs: Sequence[int]) -> list[tuple[int, ...]]:
    """A round's decks, one after another from the same stream, in the order they are cut into stacks."""
    stream = Stream(seed, context)
    return [tuple(shuffled(pack, stream)) for pack in packs]


def _checked(seed: bytes) -> bytes:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:  # and never show it: it may still be a secret
        length = f"{len(seed)} bytes" if isinstance(seed, bytes) else type(seed).__name__
        raise FeltlabError(f"a seed must be {SEED_BYTES} bytes, not {length}")
    return seed


def _check_name(name: str, what: str) -> None:
    if not isinstance(name, str) or not name or not _is_printable_ascii(name):
        raise FeltlabError(f"{what} must be printable ASCII characters, not {shown(name)}")


def _check_whole(number: int, least: int, what: str) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or number < least:
        raise FeltlabError(f"{what} must be a whole number from {least}, not {shown(number)}")


def _is_printable_ascii(text: str) -> bool:
    return text.isascii() and text.isprintable()
