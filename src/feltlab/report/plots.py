"""Plots as SVG, the same bytes for the same figures: fixed salt, no date, letters as outlines."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from io import BytesIO
from math import sqrt
from typing import Any, Final

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from feltlab.lab.what_if import Case
from feltlab.report.names import strategy_name, table_name
from feltlab.report.numerals import MINUS, decimal, percent, signed
from feltlab.report.subject import Subject

INK: Final = "#222222"
RULE: Final = "#c9ccd1"
PAPER: Final = "#ffffff"
"""The ground, where words lie on lines; a page puts its own in its place, and its own ink."""
GAIN: Final = "#1b7f5c"
LOSS: Final = "#b5523b"
CALM: Final = "#4a7ba6"
PALE: Final = "#a9c3da"
WIDTH: Final = 6.6
"""Inches: the width of the text on A4."""
MOST_SIDE_BY_SIDE: Final = 12
"""Values above bars; if there are more than these, they are written vertically."""

_STYLE: Final[Any] = {
    "font.family": ["DejaVu Sans"], "font.size": 7.5, "svg.fonttype": "path", "svg.hashsalt": "feltlab",
    "axes.edgecolor": RULE, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.7, "grid.color": RULE,
    "grid.linewidth": 0.5, "xtick.major.size": 0, "ytick.major.size": 0, "axes.axisbelow": True,
    "axes.unicode_minus": True, "path.simplify": False,
}  # fmt: skip

_CLEAR: Final[Any] = {"facecolor": PAPER, "alpha": 0.6, "linewidth": 0, "pad": 1}
"""Behind words that a line may cross."""
_BLANK: Final[Any] = {"facecolor": PAPER, "linewidth": 0, "pad": 0.6}
"""Behind a figure: a line through a digit makes another one of it."""


@contextmanager
def _drawn(height: float) -> Iterator[tuple[Any, Any, BytesIO]]:
    out = BytesIO()
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        yield figure, axes, out
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)


def _bars(rows: list[tuple[str, float, str]], colours: list[str], filled: list[bool] | None = None) -> bytes:
    """Labeled horizontal bars, the first on top, each with its value written at its end."""
    with _drawn(0.55 + 0.19 * len(rows)) as (_, axes, out):
        places = range(len(rows))
        bars = axes.barh(places, [value for _, value, _ in rows], height=0.68, color=colours)
        for place, bar in enumerate(bars):
            if filled is not None and not filled[place]:
                bar.set_color(PALE)
        axes.set_yticks(places, [name for name, _, _ in rows])
        axes.invert_yaxis()
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.grid(axis="x")
        axes.spines["left"].set_visible(False)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%".replace("-", MINUS))
        for place, (_, value, text) in enumerate(rows):
            axes.annotate(
                text, (value, place), xytext=(3 if value >= 0 else -3, 0), textcoords="offset points",
                ha="left" if value >= 0 else "right", va="center", fontsize=7, bbox=_BLANK,
            )  # fmt: skip
        lowest, highest = min(0.0, *(row[1] for row in rows)), max(0.0, *(row[1] for row in rows))
        # Space for the values at the ends of the bars: more if long names leave little to the bars.
        span = (highest - lowest) * max(1.0, max(len(name) for name, _, _ in rows) / 30)
        axes.set_xlim(lowest - 0.24 * span * (lowest < 0), highest + 0.16 * span * (highest > 0))
    return out.getvalue()


def _returns(subject: Subject) -> bytes:
    main = subject.main
    rows = []
    for outcome in main.outcomes:
        part = Fraction(outcome.combinations, main.total) * outcome.net
        rows.append((outcome.event, float(part * 100), signed(part)))
    return _bars(rows, [GAIN if value >= 0 else LOSS for _, value, _ in rows])


def _distribution(subject: Subject) -> bytes:
    main = subject.main
    chances: dict[Fraction, Fraction] = {}
    for outcome in main.outcomes:
        chances[outcome.net] = chances.get(outcome.net, Fraction(0)) + Fraction(outcome.combinations, main.total)
    nets = sorted(net for net in chances if chances[net])
    upright: Any = {"rotation": 90} if len(nets) > MOST_SIDE_BY_SIDE else {}
    with _drawn(2.2) as (_, axes, out):
        colours = [GAIN if net > 0 else LOSS if net < 0 else CALM for net in nets]
        places = range(len(nets))
        axes.bar(places, [float(chances[net] * 100) for net in nets], width=0.68, color=colours)
        axes.set_xticks(
            places,
            [("+" if net > 0 else "") + decimal(net, 0 if net.denominator == 1 else 2) for net in nets],
            **upright,
        )
        axes.set_xlabel("net result of a round, in initial wagers")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}%")
        axes.grid(axis="y")
        for place, net in zip(places, nets, strict=True):
            shown = percent(chances[net], 2 if chances[net] >= Fraction(1, 1000) else 4)
            axes.annotate(shown, (place, float(chances[net] * 100)), xytext=(0, 2), textcoords="offset points",
                          ha="center", fontsize=7, **upright)  # fmt: skip
        axes.margins(y=0.3 if upright else 0.12)
    return out.getvalue()


def _strategies(subject: Subject) -> bytes:
    priced = sorted(subject.priced.items(), key=lambda pair: pair[1].house_edge)
    rows = [(strategy_name(subject.game, name), float(f.house_edge * 100), percent(f.house_edge)) for name, f in priced]
    return _bars(rows, [GAIN if name == "optimal" else CALM for name, _ in priced])


def _sides(subject: Subject) -> bytes:
    rows, filled = [], []
    for slug, figures in subject.analysis.wagers.items():
        for id, other in subject.by_table[slug].items():
            name = f"{subject.game.wagers[slug].name}: {table_name(subject.game, id)}"
            rows.append((name, float(other.house_edge * 100), percent(other.house_edge)))
            filled.append(id == figures.pay_tables[slug])
    return _bars(rows, [CALM] * len(rows), filled)


def _meter(subject: Subject) -> bytes:
    figures = subject.progressive
    if figures is None:
        raise AssertionError("a game without a progressive has no meter to draw")
    high = float(max(figures.break_even_meter, figures.mean_meter)) * 1.15
    ends = [float(figures.rtp_at(Fraction(x)) * 100) for x in (0, high)]
    marks = (("base amount", figures.base), ("mean", figures.mean_meter), ("break-even", figures.break_even_meter))
    with _drawn(2.3) as (_, axes, out):
        axes.plot([0, high], ends, color=CALM, linewidth=1.6)
        axes.axhline(100, color=LOSS, linewidth=0.8, linestyle=(0, (4, 3)))
        for (name, meter), shape in zip(marks, "vos", strict=True):
            rtp = figures.rtp_at(meter)
            words = f"{name}: {decimal(meter, 0)} bets, {percent(rtp, 2)}"
            axes.plot([float(meter)], [float(rtp * 100)], shape, color=INK, markersize=4, linestyle="", label=words)
        # The line rises: there is space below its end
        axes.legend(loc="lower right", facecolor=PAPER, framealpha=1, edgecolor="none")
        axes.set_xlim(0, high)
        axes.set_xlabel("meter at settlement, in bets")
        axes.set_ylabel("return to player")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}%")
        axes.grid()
        axes.margins(y=0.12)
    return out.getvalue()


def _session(subject: Subject) -> bytes:
    mean, deviation = float(subject.risk.expectation), subject.risk.deviation
    rounds = [1000 * step / 60 for step in range(61)]
    with _drawn(2.3) as (_, axes, out):
        for width, alpha in ((2, 0.22), (1, 0.38)):
            low = [mean * n - width * deviation * sqrt(n) for n in rounds]
            high = [mean * n + width * deviation * sqrt(n) for n in rounds]
            axes.fill_between(rounds, low, high, color=CALM, alpha=alpha, linewidth=0)
            axes.annotate(
                f"{'one' if width == 1 else 'two'} standard deviation{'s' if width > 1 else ''}",
                (rounds[-1], high[-1]), xytext=(-4, -9), textcoords="offset points", ha="right", bbox=_CLEAR,
            )  # fmt: skip
        axes.plot(rounds, [mean * n for n in rounds], color=LOSS, linewidth=1.4)
        axes.annotate(
            "expectation", (rounds[-1], mean * rounds[-1]), xytext=(-4, -9), textcoords="offset points", ha="right",
            bbox=_CLEAR,
        )  # fmt: skip
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.set_xlim(0, rounds[-1])
        axes.set_xlabel("rounds played")
        axes.set_ylabel("units won")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}".replace("-", MINUS))
        axes.grid()
    return out.getvalue()  # fmt: skip


def _sensitivity(subject: Subject) -> bytes:
    rows = [
        (
            f"{subject.game.wagers[case.wager].name}: {case.line}",
            float((case.after - case.before) * 100),
            signed(case.after - case.before),
        )
        for case in subject.pay_cases
        if case.after < case.before
    ]
    return _bars(rows, [LOSS] * len(rows))


def edges_beside(rows: list[tuple[str, Fraction]]) -> bytes:
    """House edges of two sets of terms, alternating, the second filled."""
    drawn = [(name, float(edge * 100), percent(edge)) for name, edge in rows]
    return _bars(drawn, [CALM] * len(drawn), [place % 2 == 1 for place in range(len(drawn))])


_PLOTS: Final[Mapping[str, Callable[[Subject], bytes]]] = {
    "returns": _returns,
    "distribution": _distribution,
    "strategies": _strategies,
    "sides": _sides,
    "meter": _meter,
    "session": _session,
    "sensitivity": _sensitivity,
}


def paying_more(subject: Subject) -> list[Case]:
    """The lines that can pay one more."""
    return [case for case in subject.pay_cases if case.after < case.before]


def plots_of(subject: Subject) -> dict[str, bytes]:
    without = {
        "strategies": len(subject.priced) < 2,
        "sides": not subject.analysis.wagers,
        "meter": not subject.progressive,
        "sensitivity": not paying_more(subject),
    }
    return {name: draw(subject) for name, draw in _PLOTS.items() if not without.get(name)}
