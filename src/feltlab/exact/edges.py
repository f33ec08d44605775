"""Warnings about bets on which the player has the edge."""

from feltlab.exact.figures import Figures


def _unit(wager: str) -> str:
    return "initial wager" if wager == "main" else "bet"


def edge_notes(*all_figures: Figures) -> tuple[str, ...]:
    """A warning for each wager on which the player has the edge; for a sample, only if chance does not explain it."""
    return tuple(
        f"{figures.wager}: the player has the edge, {float(figures.expectation):.4%} of the {_unit(figures.wager)}"
        + (f" ± {figures.margin:.4%}, sampled by {figures.strategy}" if figures.is_sampled else "")
        for figures in all_figures
        if figures.house_edge < 0 and float(figures.house_edge) + figures.margin < 0
    )
