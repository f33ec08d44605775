"""Plots of simulated sessions and shifts, as SVG or PNG depending on the file name.

Matplotlib is loaded when a picture is asked for. Colors are from the palette of Okabe and Ito, which people with any
color vision can tell apart; nothing is said by color alone. The same results give the same bytes.
"""

from collections.abc import Sequence
from io import BytesIO
from math import ceil, exp, gcd, pi, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.kernels.tallies import Ints
from feltlab.simulation.sessions import Sessions, bankroll_paths
from feltlab.simulation.shift import Normal, Shifts
from feltlab.simulation.spread import Spread
from feltlab.whole import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS: Final = (".png", ".svg")
BLUE, ORANGE, GREEN, INK, GREY = "#0072B2", "#D55E00", "#009E73", "#222222", "#8A8A8A"
_PALE: Final = {BLUE: "#7FB8D8", ORANGE: "#EAAF80"}
_BINS: Final = 60
_TOP: Final = 0.8
"""How much of the height the tallest bar takes: what is above is for labels."""
_MARKED: Final = (50, 5, 95, 25, 75, 1, 99)
_LABEL: Final = 0.075
"""The width of a label, of the plot's."""
_SIZE: Final = (8.0, 4.5)
_STYLE: Final[dict[Any, Any]] = {
    "font.size": 10,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.fonttype": "path",
    "svg.hashsalt": "feltlab",
}


def check_ending(path: Path) -> None:
    if path.suffix.lower() not in ENDINGS:
        raise FeltlabError(f"a plot is written as {' or '.join(ENDINGS)}, not {path.name!r}")


def save(figure: "Figure", path: Path) -> None:
    """Write a plot to a .svg or .png file."""
    import matplotlib as mpl

    check_ending(path)
    kind = path.suffix.lower()[1:]
    drawn = BytesIO()
    with mpl.rc_context(_STYLE):
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(drawn, format=kind, dpi=130, metadata=metadata)
    write_whole(path, drawn.getvalue())


def _blank(title: str, subtitle: str) -> "tuple[Figure, Axes]":
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=_SIZE, layout="constrained")
        axes = figure.add_subplot()
    axes.set_title(f"{title}\n", loc="left", fontsize=13, fontweight="bold")
    axes.text(0, 1.03, subtitle, transform=axes.transAxes, fontsize=9, color="#555555", va="bottom")
    axes.grid(axis="y", color="#E4E4E4", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=3)
    axes.margins(x=0.01)
    return figure, axes


def _bins(values: Ints, spread: Spread, scale: int) -> npt.NDArray[np.float64]:
    """Edges in units; zero is an edge, and a bin holds as many possible results as the next.

    From a little below the 1st percentile to a little above the 99th: a jackpot must not squeeze all others into a bar.
    """
    first, last = spread.percentile(1) * scale, spread.percentile(99) * scale
    beyond = (last - first) / 4
    low, high = int(max(values.min(), first - beyond)), int(min(values.max(), last + beyond))
    step = gcd(*np.unique(values).tolist()) or 1
    width = step * max(1, ceil((high - low) / (_BINS * step)))
    return np.arange(low // width, high // width + 2) * width / scale


def _histogram(
    figure: "Figure", values: Ints, spread: Spread, scale: int, what: str, below: str, above: str
) -> npt.NDArray[np.float64]:
    """Shares in per cent; results below zero in one color, from zero up in the other."""
    axes = figure.axes[0]
    edges = _bins(values, spread, scale)
    counts, _ = np.histogram(values / scale, edges)
    shares = 100 * counts / len(values)
    lost = edges[:-1] < 0
    for side, colour, words in ((lost, ORANGE, below), (~lost, BLUE, above)):
        left, width = edges[:-1][side], np.diff(edges)[side]
        axes.bar(
            left, shares[side], width, align="edge", color=_PALE[colour], edgecolor="white", linewidth=0.5, label=words
        )
    axes.set_ylim(0, float(shares.max()) / _TOP)
    axes.vlines(0, 0, axes.get_ylim()[1] * _TOP, color=INK, linewidth=1)
    axes.margins(x=0.03)
    unit = "units"
    outside = values[(values < edges[0] * scale) | (values >= edges[-1] * scale)]
    if len(outside):
        ends = _signed(int(outside.min()) / scale), _signed(int(outside.max()) / scale)
        unit = f"units; {len(outside):,} beyond the picture, from {ends[0]} to {ends[1]}"
    axes.set_xlabel(f"{what} ({unit})")
    figure.legend(loc="outside lower right", frameon=False, ncols=2, fontsize=10)
    return edges


def _mark_percentiles(axes: "Axes", spread: Spread, edges: npt.NDArray[np.float64]) -> None:
    """A line each; labels in two rows, the most telling first, left out where they would touch."""
    top = axes.get_ylim()[1]
    apart = _LABEL * float(edges[-1] - edges[0])
    taken: list[list[float]] = [[], []]
    by_percent = {found.percent: found.value for found in spread.percentiles}
    for place, percent in enumerate(_MARKED):
        value = by_percent[percent]
        rows = [row for row in (place % 2, 1 - place % 2) if all(abs(value - other) > apart for other in taken[row])]
        height = top * (0.91 if rows and rows[0] else 0.995 if rows else _TOP + 0.08)
        axes.vlines(value, 0, height - top * 0.085, color=GREY, linewidth=0.9, linestyle=(0, (4, 3)))
        if rows:
            taken[rows[0]].append(value)
            label = f"{'median' if percent == 50 else f'{percent}%'}\n{_signed(value)}"
            box = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
            axes.text(value, height, label, ha="center", va="top", fontsize=8.5, linespacing=1.15, bbox=box)


def _signed(value: float) -> str:
    text = f"{value:+,.0f}" if abs(value) >= 1000 or value == int(value) else f"{value:+,.1f}"
    return text.replace("-", "−") if value else "0"


def _bets(stakes: dict[str, str]) -> str:
    return ", ".join(f"{wager} {stake}" for wager, stake in stakes.items())


def plot_sessions(found: Sessions) -> "Figure":
    """A histogram of session results, with percentiles."""
    rules = found.rules
    lasts = "no limit" if rules.bankroll is None else f"{float(rules.bankroll):,g} units"
    subtitle = f"{found.sessions:,} sessions, bets in units: {_bets(rules.bets.to_dict())}; bankroll {lasts}"
    if found.ruin:
        subtitle += f"; ruined {found.ruin.chance:.1%}"
    figure, axes = _blank(f"{GAMES[rules.plan.game].title}: results after {rules.length:,} rounds", subtitle)
    ahead, even = found.ahead.chance, found.even.chance
    played, above = found.played, f"ahead {ahead:.1%}" + (f" (even {even:.1%})" if even else "")
    edges = _histogram(
        figure, played.results, found.result, played.scale, "session result", f"behind {1 - ahead - even:.1%}", above
    )
    _mark_percentiles(axes, found.result, edges)
    axes.set_ylabel("share of sessions (%)")
    return figure


def plot_paths(found: Sessions, paths: int = 40) -> "Figure":
    """Bankrolls of the first sessions, round by round, with the line below which a session is ruined."""
    rules = found.rules
    walks = bankroll_paths(rules, min(paths, found.sessions))
    ruined = [walk for walk in walks if len(walk) <= rules.length]
    subtitle = f"the first {len(walks)} of {found.sessions:,} sessions, bets in units: {_bets(rules.bets.to_dict())}"
    figure, axes = _blank(f"{GAMES[rules.plan.game].title}: bankroll by round", subtitle)
    for walk in walks:
        lost = len(walk) <= rules.length
        axes.plot(walk, color=ORANGE if lost else BLUE, linewidth=0.9, alpha=0.9 if lost else 0.4, zorder=2 + lost)
    for walk in ruined:
        axes.plot(len(walk) - 1, walk[-1], marker="x", color=ORANGE, markersize=7, markeredgewidth=2, zorder=4)
    start = float(rules.bankroll or 0)
    _key(axes, BLUE, f"lasted: {len(walks) - len(ruined)}", "-")
    if rules.bankroll is not None:
        need = float(rules.bets.largest_stake)
        _key(axes, ORANGE, f"ruined (×): {len(ruined)}", "-")
        axes.axhline(need, color=ORANGE, linewidth=1.4, linestyle=(0, (1, 1.5)))
        _key(axes, ORANGE, f"ruin line: below {need:g} units", (0, (1, 1.5)))
    if found.expectation is not None:
        ends = (start, start + rules.length * float(found.expectation))
        axes.plot([0, rules.length], ends, color=INK, linewidth=1.8, linestyle=(0, (5, 3)), zorder=5)
        _key(axes, INK, "exact expectation", (0, (5, 3)))
    axes.legend(loc="upper left", frameon=False, fontsize=9, ncols=4, borderaxespad=0.2)
    axes.set_ylim(top=axes.get_ylim()[1] + 0.1 * (axes.get_ylim()[1] - axes.get_ylim()[0]))
    axes.set_xlabel("rounds played")
    axes.set_ylabel("bankroll (units)" if rules.bankroll is not None else "result (units)")
    return figure


def _key(axes: "Axes", colour: str, label: str, line: Any) -> None:
    axes.plot([], [], color=colour, linestyle=line, label=label)


def plot_shifts(found: Shifts) -> "Figure":
    """A histogram of the house's win per shift, with the bell curves."""
    rules = found.rules
    seats = rules.plan.seats
    subtitle = (
        f"{found.shifts:,} shifts of {float(rules.hours):g} hours, {seats} seat{'s' * (seats > 1)},"
        f" {rules.rounds_per_hour} rounds an hour; initial wagers of"
        f" {float(sum(bets.initial for bets in rules.bets)):g} units a round"
    )
    figure, axes = _blank(f"{GAMES[rules.plan.game].title}: the house's win in a shift", subtitle)
    lost = found.house_loses.chance
    edges = _histogram(
        figure, found.wins, found.win, found.scale, "house win", f"shift lost {lost:.1%}", f"won or even {1 - lost:.1%}"
    )
    width = 100 * float(edges[1] - edges[0])
    if found.normal and found.measured_normal:
        _curve(axes, found.measured_normal, edges, width, INK, "bell curve, deviation as simulated", "-")
        _curve(axes, found.normal, edges, width, GREEN, "bell curve, seats independent", (0, (5, 2)))
        axes.vlines(float(found.theo), 0, axes.get_ylim()[1] * 0.9, color=INK, linewidth=1.2, linestyle=(0, (1, 1.5)))
        _key(axes, INK, f"theo {_signed(float(found.theo))}", (0, (1, 1.5)))
        lines = [line for line in axes.get_lines() if not str(line.get_label()).startswith("_")]
        axes.legend(handles=lines, loc="upper left", frameon=False, fontsize=9, ncols=3, borderaxespad=0.2)
    axes.set_ylabel("share of shifts (%)")
    return figure


def _curve(
    axes: "Axes", normal: Normal, edges: Sequence[float] | npt.NDArray[np.float64], width: float, colour: str,
    label: str, line: Any,
) -> None:  # fmt: skip
    points = np.linspace(edges[0], edges[-1], 300)
    scaled = [
        width * exp(-0.5 * ((x - normal.mean) / normal.standard_deviation) ** 2)
        / (normal.standard_deviation * sqrt(2 * pi))
        for x in points
    ]  # fmt: skip
    axes.plot(points, scaled, color=colour, linewidth=1.6, linestyle=line, label=label)
    axes.set_ylim(top=max(axes.get_ylim()[1], 1.2 * max(scaled)))
