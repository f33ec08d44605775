"""Six ways to get a shuffle wrong, each planted in the dealer's own code, each caught; the code without them is not.

Four change what is drawn, and the counts of `test_p02_…` find them. The other two are wrong seeds: every deck looks
fair, and what finds them is a guess at the seed behind a commitment, and the verifier that remembers seeds.
"""

import secrets
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from feltlab.cards import DECK
from feltlab.cards.shuffle import Stream, commitment, context, shuffled_packs
from feltlab.verify_shuffle import verdicts
from tests.shuffle.decks import LIMIT, SHAPE, counted, round_seed, stream_decks
from tests.shuffle.histories import history_line, written

DECKS = 40_000


class NaiveSwap(Stream):
    """Every place is swapped with any place."""

    def draw(self, n: int) -> int:
        return super().draw(52)


class OffByOne(Stream):
    """The last place is never drawn, so no card stays."""

    def draw(self, n: int) -> int:
        return super().draw(n - 1)


class ModuloWithoutRejection(Stream):
    """Bytes that should be passed over favour low numbers."""

    def draw(self, n: int) -> int:
        return self.take(1)[0] % n


def stuck(bit: int, at: int) -> type[Stream]:
    """A bit of every byte that is always `at`; bytes are still passed over as they should be."""

    class StuckBit(Stream):
        def draw(self, n: int) -> int:
            while True:
                byte = self.take(1)[0] & ~(1 << bit) | at << bit
                if byte < 256 - 256 % n:
                    return byte % n

    return StuckBit


def test_p03_the_code_without_a_fault_is_not_caught() -> None:
    assert counted(stream_decks(Stream, DECKS)).worst() < LIMIT


@pytest.mark.parametrize("fault", [NaiveSwap, OffByOne, ModuloWithoutRejection])
def test_p03_faults_1_2_3_naive_swap_off_by_one_and_modulo_show_in_places_and_followers(fault: type[Stream]) -> None:
    scores = counted(stream_decks(fault, DECKS)).scores()
    print(fault.__name__, scores)
    assert max(scores.values()) > 2 * LIMIT, scores


@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("bit", range(8))
def test_p03_fault_4_a_stuck_bit_shows_in_places_and_followers(bit: int, at: int) -> None:
    """The highest bit shows least: about 18 in these many decks, about 10 in half of them."""
    scores = counted(stream_decks(stuck(bit, at), DECKS // 10)).scores()
    print(bit, at, scores)
    assert max(scores.values()) > 2 * LIMIT, scores


# Fault 5: a seed from the clock.

NOON = 1_750_000_000

CLOCK_SEEDS: dict[str, Callable[[int], bytes]] = {
    "the second itself": lambda second: second.to_bytes(32, "big"),
    "the second, hashed": lambda second: sha256(str(second).encode()).digest(),
    "a generator seeded with the second": lambda second: Random(second).randbytes(32),
}


def guessed(published: str, about: int) -> bytes | None:
    """What a player would try between the commitment and the lock: each second of the hour, in every way we know."""
    for second in range(about - 1800, about + 1800):
        for seed in (seed_of(second) for seed_of in CLOCK_SEEDS.values()):
            if commitment(seed) == published:
                return seed
    return None


@pytest.mark.parametrize("kind", CLOCK_SEEDS)
def test_p03_fault_5_a_clock_seed_is_guessed_from_its_commitment(kind: str) -> None:
    seed = CLOCK_SEEDS[kind](NOON + 1234)
    assert guessed(commitment(seed), NOON) == seed


def test_p03_a_seed_from_the_system_is_not_guessed() -> None:
    assert guessed(commitment(secrets.token_bytes(32)), NOON) is None


# Fault 6: a seed that is used again.


def repeated() -> Iterator[tuple[int, ...]]:
    """Each round dealt twice: neither the seed nor the context is new."""
    for number in range(DECKS):
        yield shuffled_packs(round_seed(number // 2), context("table", number // 2, SHAPE, {}), DECK)[0]


def test_p03_fault_6_a_reused_seed_in_the_same_context_shows_in_places_and_followers() -> None:
    scores = counted(repeated()).scores()
    assert min(scores.values()) > 2 * LIMIT, scores


def test_p03_fault_6_a_reused_seed_in_another_context_is_seen_by_the_verifier(tmp_path: Path) -> None:
    """The deck is new, but the seed was revealed before: whoever kept it knew the cards."""
    lines = [
        history_line("low-four", round_seed(number), table=table, number=number)
        for number in range(5)
        for table in "ab"
    ]
    history = tmp_path / "history.jsonl"
    history.write_bytes(b"".join(map(written, lines)))
    found = list(verdicts(history))
    assert [verdict.verified for verdict in found] == [True, False] * 5
    assert str(found[1].differs[0]) == "seed is that of table a, round 0, should be one of its own"


def test_p03_a_round_that_is_listed_twice_is_not_a_reused_seed(tmp_path: Path) -> None:
    history = tmp_path / "history.jsonl"
    history.write_bytes(2 * written(history_line("low-four", round_seed(0))))
    assert all(verdict.verified for verdict in verdicts(history))
