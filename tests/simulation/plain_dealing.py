"""The generator and the deal once more, in plain Python integers and with words of any width.

Shares no code with the kernels. The width is a parameter so that what is claimed of 32-bit words can be tried on all
words of a small width.
"""

from collections.abc import Iterator, Sequence

WIDTH = 32
NUMBERS_PER_WORD = 5


def philox(key: Sequence[int], counter: Sequence[int]) -> list[int]:
    """Philox 4×32-10 as its authors write it: key of two words, counter of four."""
    (k0, k1), (c0, c1, c2, c3) = key, counter
    for turn in range(10):
        high0, low0 = divmod(0xD2511F53 * c0, 2**32)
        high1, low1 = divmod(0xCD9E8D57 * c2, 2**32)
        key0, key1 = (k0 + turn * 0x9E3779B9) % 2**32, (k1 + turn * 0xBB67AE85) % 2**32
        c0, c1, c2, c3 = high1 ^ c1 ^ key0, low1, high0 ^ c3 ^ key1, low0
    return [c0, c1, c2, c3]


def block(key: int, round: int, stream: int, number: int) -> list[int]:
    return philox((key % 2**32, key >> 32), (round % 2**32, round >> 32, number, stream))


def numbers(word: int, size: int, count: int, width: int = WIDTH, rejecting: bool = True) -> list[int]:
    """`count` numbers below `size` from one word, the digits of its share of size**count; none if it is passed over."""
    ways = size**count
    share, rest = divmod(word * ways, 2**width)
    if rejecting and rest < 2**width % ways:
        return []
    digits: list[int] = []
    for _ in range(count):
        share, digit = divmod(share, size)
        digits.insert(0, digit)
    return digits


def first_different(drawn: Iterator[int], count: int) -> list[int]:
    """Numbers as they come, those that came before left out."""
    kept: list[int] = []
    while len(kept) < count:
        number = next(drawn)
        if number not in kept:
            kept.append(number)
    return kept


def _drawing_words(key: int, round: int, stream: int, count: int) -> Iterator[int]:
    """Of the first block as many words as the cards call for, then whole blocks."""
    yield from block(key, round, stream, 0)[: 1 if count <= 3 else 2 if count <= 7 else 4]
    number = 1
    while True:
        yield from block(key, round, stream, number)
        number += 1


def drawn(key: int, round: int, stream: int, size: int, count: int) -> list[int]:
    words = _drawing_words(key, round, stream, count)
    return first_different((number for word in words for number in numbers(word, size, NUMBERS_PER_WORD)), count)


def swapped(deck: Sequence[int], choices: Sequence[int]) -> list[int]:
    """Fisher–Yates: place by place the card chosen among those not yet placed."""
    cards = list(deck)
    for place, choice in enumerate(choices):
        cards[place], cards[place + choice] = cards[place + choice], cards[place]
    return cards[: len(choices)]


def choices(key: int, round: int, stream: int, size: int, count: int) -> list[int]:
    """For each place which of the cards left goes there."""
    found: list[int] = []
    number = 0
    while len(found) < count:
        for word in block(key, round, stream, number):
            if len(found) < count:
                found += numbers(word, size - len(found), 1)
        number += 1
    return found


def shuffled(key: int, round: int, stream: int, deck: Sequence[int], count: int) -> list[int]:
    return swapped(deck, choices(key, round, stream, len(deck), count))


def one_below(key: int, round: int, stream: int, size: int) -> int:
    """The first number that the words of a stream give."""
    number = 0
    while True:
        for word in block(key, round, stream, number):
            for found in numbers(word, size, 1):
                return found
        number += 1
