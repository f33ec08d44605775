"""Figures as a report prints them: sampled ones with half of their 99% interval."""

from math import sqrt
from operator import attrgetter

from feltlab.exact.figures import Figures
from feltlab.report.numerals import decimal, percent


def share(figures: Figures, name: str, decimals: int = 4) -> str:
    """A figure that is a share: 3.3730% or, if sampled, 3.3730% ± 0.1000%."""
    value = percent(getattr(figures, name), decimals)
    return f"{value} ± {percent(figures.margin_of(attrgetter(name)), decimals)}" if figures.is_sampled else value


def amount(figures: Figures, name: str, decimals: int = 4) -> str:
    """A figure that is a number."""
    value = decimal(getattr(figures, name), decimals)
    return f"{value} ± {decimal(figures.margin_of(attrgetter(name)), decimals)}" if figures.is_sampled else value


def cost(figures: Figures, best: Figures) -> str:
    """What a strategy adds to the house edge of another; samples count as independent, which makes the interval rather
    wide.
    """
    value = percent(figures.house_edge - best.house_edge)
    apart = figures.is_sampled and figures.strategy != best.strategy
    return f"{value} ± {percent(sqrt(figures.margin**2 + best.margin**2))}" if apart else value
