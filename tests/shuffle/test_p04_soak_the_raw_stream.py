"""The stream's bytes as they come, through Debian's dieharder and ent.

Each test reads a stream with a seed of its own from a pipe; dieharder's verdicts are read as those on the simulator's
generator are. ent looks at one file: its entropy, mean, serial correlation and chi-square over the 256 bytes.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice

import pytest

from feltlab.cards.shuffle import Stream, context
from tests.shuffle.decks import SHAPE
from tests.simulation.test_soak_dieharder import TESTS, assessed, dieharder

__all__ = ["dieharder"]  # the fixture that installs it

pytestmark = pytest.mark.soak

CHUNK = 1 << 12


def endless(seed: bytes) -> Iterator[bytes]:
    stream = Stream(seed, context("tap", 0, SHAPE, {}))
    while True:
        yield stream.take(CHUNK)


def tap(seed: bytes, count: int) -> bytes:
    """The first bytes that rounds of this seed would be dealt from."""
    return b"".join(islice(endless(seed), -(-count // CHUNK)))[:count]


def first_blocks_of_rounds() -> Iterator[bytes]:
    """What is used of each stream: a new seed and its first two blocks, round after round."""
    number = 0
    while True:
        seeds = ((sha256(b"%d" % round).digest(), round) for round in range(number, number + 64))
        yield b"".join(Stream(seed, context("tap", round, SHAPE, {})).take(64) for seed, round in seeds)
        number += 64


@pytest.fixture(scope="module")
def ent() -> str:
    if shutil.which("ent") is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["/usr/bin/apt-get", "install", "-y", "--no-install-recommends", "ent"], check=False)
    found = shutil.which("ent")
    if found is None:
        pytest.fail("this battery needs ent: apt-get install ent")
    return found


@pytest.mark.parametrize("name", TESTS)
def test_p04_the_stream_does_not_fail(name: str, dieharder: str) -> None:
    seed = sha256(name.encode()).digest()
    assert "FAILED" not in assessed(dieharder, TESTS[name], endless(seed))


@pytest.mark.parametrize("name", ["birthdays", "bitstream", "parking lot", "runs", "monobit"])
def test_p04_the_first_blocks_of_rounds_do_not_fail(name: str, dieharder: str) -> None:
    assert "FAILED" not in assessed(dieharder, TESTS[name], first_blocks_of_rounds())


def looked_at(ent: str, sample: bytes) -> list[float]:
    """Entropy in bits a byte, chi-square, mean, pi by Monte Carlo, serial correlation."""
    done = subprocess.run([ent, "-t"], input=sample, capture_output=True, check=True)
    row = next(line for line in done.stdout.decode().splitlines() if line.startswith("1,"))
    return [float(number) for number in re.split(",", row)[2:]]


@pytest.mark.parametrize("source", ["a stream", "rounds"])
def test_p04_ent_sees_nothing(ent: str, source: str) -> None:
    size = 1 << 26
    rounds = first_blocks_of_rounds()
    sample = tap(bytes(32), size) if source == "a stream" else b"".join(islice(rounds, size // CHUNK))
    assert len(sample) == size
    entropy, chi_square, mean, pi, correlation = looked_at(ent, sample)
    print(f"{source}: {entropy=} {chi_square=} {mean=} {pi=} {correlation=}")
    assert entropy > 7.99999
    assert 160 < chi_square < 370, "255 degrees of freedom: within four and a half standard deviations or so"
    assert abs(mean - 127.5) < 4.5 * 73.9 / size**0.5
    assert abs(pi - 3.14159265) < 4.5 * 1.642 / (size / 6) ** 0.5
    assert abs(correlation) < 4.5 / size**0.5


def test_p04_ent_sees_bytes_in_order(ent: str) -> None:
    assert abs(looked_at(ent, bytes(range(256)) * 4096)[4]) > 0.9
