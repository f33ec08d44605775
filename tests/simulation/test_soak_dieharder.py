"""The raw stream, word by word in the order of the rounds, through Debian's dieharder.

Each test reads a fresh stretch of the stream from a pipe. dieharder calls a p-value WEAK within half a percent of 0 or 1,
as one in a hundred must be, and FAILED within a millionth.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress

import numpy as np
import pytest

from feltlab.kernels.philox import first_blocks

pytestmark = pytest.mark.soak

BATCH = 1 << 18
TESTS = {
    "birthdays": 0, "binary rank 32×32": 2, "binary rank 6×8": 3, "bitstream": 4, "count the 1s, stream": 8,
    "count the 1s, byte": 9, "parking lot": 10, "minimum distance in 2 dimensions": 11, "3-d spheres": 12, "squeeze": 13,
    "runs": 15, "craps": 16, "greatest common divisor": 17, "monobit": 100, "runs of bits": 101, "serial": 102,
    "bit distribution": 200, "permutations": 202, "byte distribution": 205, "discrete cosines": 206, "fill a tree": 207,
    "fill a tree, second": 208, "monobit, second": 209,
}  # fmt: skip
OPTIONS = {17: ("-p", "20"), 200: ("-n", "8")}
"""Fewer repetitions of the slowest; the bits taken together."""


@pytest.fixture(scope="module")
def dieharder() -> str:
    if shutil.which("dieharder") is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["/usr/bin/apt-get", "install", "-y", "--no-install-recommends", "dieharder"], check=False)
    found = shutil.which("dieharder")
    if found is None:
        pytest.fail("this battery needs dieharder: apt-get install dieharder")
    return found


def stream(key: int, number: int) -> Iterator[bytes]:
    """Words of the rounds one after another, four a round, as the deal takes them."""
    words = np.empty((4, BATCH), np.uint32)
    while True:
        first_blocks(np.uint64(key), np.uint64(number), 0, words)
        yield np.ascontiguousarray(words.T).tobytes()
        number += BATCH


def counted() -> Iterator[bytes]:
    """Numbers in order: nothing random about them."""
    number = 0
    while True:
        yield np.arange(number, number + BATCH, dtype=np.uint32).tobytes()
        number += BATCH


def assessed(dieharder: str, test: int, source: Iterator[bytes]) -> list[str]:
    """The verdicts of one test: PASSED, WEAK or FAILED."""
    command = [dieharder, "-g", "200", "-d", str(test), *OPTIONS.get(test, ())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        try:
            for chunk in source:
                running.stdin.write(chunk)
        except BrokenPipeError:
            pass
        finally:
            with suppress(BrokenPipeError):  # it has read enough
                running.stdin.close()
        text = running.stdout.read().decode()
    verdicts = re.findall(r"PASSED|WEAK|FAILED", text)
    assert verdicts, text
    print(text.splitlines()[-1])
    return verdicts


@pytest.mark.parametrize("name", TESTS)
def test_the_stream_does_not_fail(name: str, dieharder: str) -> None:
    number = TESTS[name]
    assert "FAILED" not in assessed(dieharder, number, stream(2025, number << 40))


def test_numbers_in_order_fail(dieharder: str) -> None:
    assert "FAILED" in assessed(dieharder, TESTS["birthdays"], counted())
    assert "FAILED" in assessed(dieharder, TESTS["monobit"], counted())
