"""Low Four's total in the plainest reading of the rules: an oracle for tests."""

from itertools import combinations

POINTS = {rank: number + 2 for number, rank in enumerate("23456789T")} | {"J": 10, "Q": 10, "K": 10, "A": 1}


def points(hand: tuple[str, ...]) -> int:
    """The least that four of the seven cards make, a rank counted once."""
    return min(sum(POINTS[rank] for rank in {card[0] for card in four}) for four in combinations(hand, 4))
