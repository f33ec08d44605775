"""Every pay table whose return lies in a band: a depth-first walk over the lines, top to bottom, cut by bounds.

Pays never rise from a line to the next. With the pays of the first lines chosen, the rest return at least
what the lowest allowed pays return and at most what repeating the last pay returns; a branch outside the band is left.
"""

import numpy as np
import numpy.typing as npt

from feltlab.hands.jit import compiled, inner

Ints = npt.NDArray[np.int64]


@inner
def _rest(weights: Ints, lowest: Ints, highest: Ints, level: int, ceiling: int) -> tuple[int, int]:
    """Least and most that the lines from `level` on can add with the pays capped."""
    least, most = 0, 0
    for line in range(level, len(weights)):
        least += weights[line] * (lowest[line] + 1)
        most += weights[line] * (min(highest[line], ceiling) + 1)
    return least, most


@compiled
def search(
    weights: Ints, values: Ints, lowest: Ints, highest: Ints, band: tuple[int, int], most_nodes: int, found: Ints
) -> tuple[int, int]:
    """Write the tables into `found` (rows of pays, "to 1"); returns how many there are, and how many branches were
    tried.

    `values` are the allowed pays, ascending; `lowest` and `highest` bound each line. Keeps counting when `found` is
    full, and stops after `most_nodes` branches.
    """
    lines = len(weights)
    low, high = band
    pays = np.zeros(lines, np.int64)
    place = np.empty(lines, np.int64)
    sums = np.zeros(lines + 1, np.int64)
    level, nodes, count = 0, 0, 0
    place[0] = len(values)
    while level >= 0:
        place[level] -= 1
        if place[level] < 0 or values[place[level]] < lowest[level]:
            level -= 1
            continue
        pay = values[place[level]]
        if pay > highest[level] or (level > 0 and pay > pays[level - 1]):
            continue
        nodes += 1
        if nodes > most_nodes:
            return count, nodes
        pays[level] = pay
        sums[level + 1] = sums[level] + weights[level] * (pay + 1)
        least, most = _rest(weights, lowest, highest, level + 1, pay)
        if sums[level + 1] + most < low:
            level -= 1  # smaller pays on this line return even less
            continue
        if sums[level + 1] + least > high:
            continue
        if level == lines - 1:
            if count < len(found):
                for line in range(lines):
                    found[count, line] = pays[line]
            count += 1
        else:
            level += 1
            place[level] = len(values)
    return count, nodes
