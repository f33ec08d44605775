"""Any wager paid by a pay table, from the number of deals that make each grade."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from feltlab.errors import PayTableError
from feltlab.exact.figures import Figures, Outcome
from feltlab.rules.game import Game
from feltlab.rules.pay_table import PayTable, Share


def paid_by_table(
    game: Game, table: PayTable, counts: Sequence[int], mean_meter: Fraction | None = None, losing: str = "nothing"
) -> Figures:
    """`counts[grade]` deals make each grade; a share of a meter counts as that share of the mean meter, in bets."""
    total = sum(counts)
    one = Fraction(1)
    outcomes = []
    for line in table.lines:
        combinations = sum(counts[grade] for grade in line.grades)
        if isinstance(line.pays, Share):
            if mean_meter is None:
                raise PayTableError(f"{table.wager} has no meter: no line of it can pay {line.pays}")
            net = line.pays.of_meter * mean_meter - 1
        else:
            net = line.pays.net
        outcomes.append(Outcome(line.event, str(line.pays), combinations, one, net))
    losing_count = sum(count for grade, count in enumerate(counts) if table.line(grade) is None)
    outcomes.append(Outcome(losing, "loses", losing_count, one, -one))
    return Figures(game.slug, table.wager, "none", {table.wager: table.id}, tuple(outcomes), total)


def pay_nets(table: PayTable, meters: Mapping[str, Fraction] | None = None) -> list[Fraction]:
    """What a stake of one wins or loses at each grade; meters in bets."""
    nets = []
    for line in table.by_grade:
        if line is None:
            nets.append(Fraction(-1))
        elif isinstance(line.pays, Share):
            if table.wager not in (meters or {}):
                raise PayTableError(f"{table.wager} has no meter: no line of it can pay {line.pays}")
            nets.append(line.pays.of_meter * (meters or {})[table.wager] - 1)
        else:
            nets.append(line.pays.net)
    return nets
