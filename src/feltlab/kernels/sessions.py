"""Rounds in a row: a bankroll's walk through a session, and a table's win over a shift."""

import numpy as np

from feltlab.hands.jit import compiled
from feltlab.kernels.dealing import Cards
from feltlab.kernels.tallies import Ints

STATE = 5
"""The state of a walk from chunk to chunk: session, round, bankroll, losing run, whether it stopped."""


def fresh_state() -> Ints:
    return np.zeros(STATE, np.int64)


@compiled
def walk(
    nets: Ints, length: int, start: int, need: int, state: Ints, results: Ints, survived: Ints, longest: Ints
) -> None:
    """Go on with the sessions by the nets of the next rounds; a session stops when its bankroll is below `need`.

    A lost round has a net below zero: a push ends a losing run. The rounds after a stop still belong to the session, so
    that the next session starts where it always does.
    """
    session, played, bankroll, run, stopped = state[0], state[1], state[2], state[3], state[4]
    for net in nets:
        if played == 0:
            bankroll, run, stopped = start, 0, 0
            longest[session] = 0
        if stopped == 0 and bankroll < need:
            stopped = 1
            survived[session] = played
        if stopped == 0:
            bankroll += net
            run = run + 1 if net < 0 else 0
            longest[session] = max(longest[session], run)
        played += 1
        if played == length:
            results[session] = bankroll - start
            if stopped == 0:
                survived[session] = length
            session += 1
            played = 0
    state[0], state[1], state[2], state[3], state[4] = session, played, bankroll, run, stopped


@compiled
def add_shifts(codes: Cards, first: int, length: int, columns: Ints, nets: Ints, wins: Ints) -> None:
    """Add the house's win to each shift: `nets` by seat, wager and code; `first` counts from the first shift."""
    seats = len(nets)
    for round in range(len(codes) // seats):
        net = 0
        for seat in range(seats):
            for wager in range(len(columns)):
                net += nets[seat, wager, codes[round * seats + seat, columns[wager]]]
        wins[(first + round) // length] -= net
