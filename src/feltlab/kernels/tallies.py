"""Counting codes: how often each occurs, and the results of whole rounds with several seats."""

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled
from feltlab.kernels.dealing import Cards

Ints = npt.NDArray[np.int64]


@compiled
def count_codes(codes: Cards, strides: tuple[int, ...], counts: Ints) -> None:
    """Count the codes of all columns together: a row's place is the sum of its codes times the strides.

    The strides are a tuple because the compiler knows its length and unrolls the columns.
    """
    for number in range(len(codes)):
        place = 0
        for column in range(len(strides)):
            place += codes[number, column] * strides[column]
        counts[place] += 1


@compiled
def sum_rounds(codes: Cards, seats: int, columns: Ints, nets: Ints, sums: Ints, squares: Ints) -> None:
    """For each wager, the sum of its net over all rounds and of the squared net of all seats of a round."""
    for round in range(len(codes) // seats):
        for wager in range(len(columns)):
            net = 0
            for seat in range(seats):
                net += nets[wager, codes[round * seats + seat, columns[wager]]]
            sums[wager] += net
            squares[wager] += net * net


@compiled
def net_rounds(codes: Cards, columns: Ints, nets: Ints, totals: Ints) -> None:
    """What each seat of each round won or lost on all its wagers together."""
    for number in range(len(codes)):
        net = 0
        for wager in range(len(columns)):
            net += nets[wager, codes[number, columns[wager]]]
        totals[number] = net
