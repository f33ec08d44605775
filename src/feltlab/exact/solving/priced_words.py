"""A named strategy beside the optimum, in words."""

from fractions import Fraction


def titled(strategy: str) -> str:
    return strategy.replace("-", " ").capitalize()


def beside_the_optimum(said: str, cost: Fraction | float, unit: str) -> str:
    return f"{said} costs {float(cost):.5%} of the {unit} over the optimum." if cost else f"{said} is the optimum."
