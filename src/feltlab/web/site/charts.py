"""Charts as SVG, drawn here: no script, no style attribute; colors come from the style sheet by class.

Each has a title and a description for those who do not see it, and the same figures as a table. Each is drawn twice,
for a page and for a phone: one made smaller would have letters that are too small.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from html import escape
from math import ceil, floor, log10
from textwrap import wrap
from typing import Any

from markupsafe import Markup

WIDTH = 430
NARROW = 260
_ROW = 24
_GAP = 6
_LEAST = 60
"""As much room as bars need."""


@dataclass(frozen=True)
class Chart:
    title: str
    words: str
    """What it shows, in a sentence."""
    svg: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    """The same figures as text."""
    keys: Sequence[tuple[str, str]] = ()
    """Color class and meaning."""
    narrow: str = ""
    """The same for a phone."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "words": self.words,
            "svg": self.svg,
            "narrow": self.narrow,
            "head": list(self.head),
            "rows": [list(row) for row in self.rows],
            "keys": [{"colour": colour, "meaning": meaning} for colour, meaning in self.keys],
        }


@dataclass(frozen=True)
class Bar:
    label: str
    value: float
    text: str
    colour: str = "c1"


def safe(svg: str) -> Markup:
    """A chart of ours, for a template: all words in it were escaped when it was drawn."""
    return Markup(svg)  # noqa: S704


Drawn = tuple[float, Sequence[str]]
"""Its height and its parts."""


def charted(
    title: str,
    words: str,
    draw: Callable[[int], Drawn],
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    keys: Sequence[tuple[str, str]] = (),
) -> Chart:
    """A drawing for a given width, for both widths that pages have."""
    wide, narrow = (_frame(title, words, width, *draw(width)) for width in (WIDTH, NARROW))
    return Chart(title, words, wide, head, rows, keys, narrow)


def _frame(title: str, words: str, width: int, height: float, parts: Sequence[str]) -> str:
    mark = blake2b(f"{title}{words}{width}".encode(), digest_size=5).hexdigest()
    return (
        f'<svg class="chart {"narrow" if width == NARROW else "wide"}" viewBox="0 0 {width} {height:g}"'
        f' role="img" aria-labelledby="t{mark} d{mark}">'
        f'<title id="t{mark}">{escape(title)}</title><desc id="d{mark}">{escape(words)}</desc>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, anchor: str = "start", colour: str = "") -> str:
    colour = f' class="{colour}"' if colour else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{colour}>{escape(words)}</text>'


def _rect(x: float, y: float, width: float, height: float, colour: str, tip: str = "") -> str:
    tip = f"<title>{escape(tip)}</title>" if tip else ""
    return (
        f'<rect class="{colour}" x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}">'
        f"{tip}</rect>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def ticks(low: float, high: float, about: int = 5, whole: bool = False) -> list[float]:
    """Round numbers from low to high; only whole ones for counts."""
    if high <= low:
        return [low]
    raw = (high - low) / about
    power = 10.0 ** floor(log10(raw))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= raw)
    if whole:
        step = float(ceil(step))
    return [round(step * place, 12) for place in range(ceil(low / step), floor(high / step) + 1)]


def bars(title: str, words: str, rows: Sequence[Bar], head: Sequence[str]) -> Chart:
    """Labeled horizontal bars to both sides of zero, each with its value at its end.

    Where labels leave no room for bars they stand above them; where values leave none, values stand there too.
    """
    low, high = min(0.0, *(row.value for row in rows)), max(0.0, *(row.value for row in rows))
    span = (high - low) or 1.0
    names = 10 + 7.1 * max(len(row.label) for row in rows)
    beside = 10 + 7.7 * max(len(row.text) for row in rows)

    def draw(width: int) -> Drawn:
        sides = beside * (2 if low < 0 else 1)
        is_above = 2 * names > width or names + sides + _LEAST > width
        is_apart = is_above and sides + _LEAST > width
        room = 0 if is_apart else beside
        left, right = (0 if is_above else names) + (room if low < 0 else 0), width - room
        scale = (right - left) / span
        zero = left - low * scale
        parts, y = [], 0.0
        for row in rows:
            said = wrap(row.label, floor(width / 7.1)) if is_above else [row.label]
            said += [row.text] if is_apart else []
            parts += [_text(0, y + 16 + (_ROW - _GAP) * line, text) for line, text in enumerate(said)]
            y += (_ROW - _GAP) * len(said) if is_above else 0
            ends = zero + row.value * scale
            if row.value:  # zero has no bar
                parts.append(_rect(min(zero, ends), y + 3, max(abs(ends - zero), 1), _ROW - _GAP, row.colour))
            if not is_apart:
                outwards, anchor = (5, "start") if row.value >= 0 else (-5, "end")
                parts.append(_text(ends + outwards, y + 16, row.text, anchor))
            parts.append(_line(zero, y, zero, y + _ROW, "axis"))
            y += _ROW
        return y, parts

    return charted(title, words, draw, head, [(row.label, row.text) for row in rows])


@dataclass(frozen=True)
class Stack:
    """One column of a chart: parts from the bottom up, each with its color."""

    label: str
    parts: Sequence[tuple[float, str]]
    texts: Sequence[str]


def columns(
    title: str,
    words: str,
    rows: Sequence[Stack],
    head: Sequence[str],
    tick: Callable[[float], str],
    keys: Sequence[tuple[str, str]] = (),
    below: str = "",
) -> Chart:
    """Stacked columns over an axis that starts at zero."""
    high = max(sum(part for part, _ in row.parts) for row in rows) or 1.0
    left, top, bottom = 46, 8, 200
    scale = (bottom - top) / high

    def draw(width: int) -> Drawn:
        slot = (width - left) / len(rows)
        parts = []
        for level in ticks(0, high):
            y = bottom - level * scale
            parts += [_line(left, y, width, y, "gridline"), _text(left - 6, y + 4, tick(level), "end", "faint")]
        every = ceil(len(rows) * max(len(row.label) for row in rows) * 10 / (width - left)) or 1
        for place, row in enumerate(rows):
            x, y = left + place * slot, float(bottom)
            tip = f"{row.label}: {', '.join(row.texts)}"
            for part, colour in row.parts:
                if not part:
                    continue
                y -= part * scale
                parts.append(_rect(x + slot * 0.08, y, slot * 0.84, part * scale, colour, tip))
            if place % every == 0:
                parts.append(_text(x + slot / 2, bottom + 16, row.label, "middle"))
        parts.append(_line(left, bottom, width, bottom, "axis"))
        return _under(parts, left, width, bottom, below)

    return charted(title, words, draw, head, [(row.label, *row.texts) for row in rows], keys)


def _under(parts: list[str], left: float, right: float, bottom: float, words: str) -> Drawn:
    """The label of the lower axis, in as many lines as it needs."""
    said = wrap(words, floor((right - left) / 6.4))
    lines = [
        _text((left + right) / 2, bottom + 34 + 16 * place, line, "middle", "faint") for place, line in enumerate(said)
    ]
    return bottom + 22 + 18 * len(lines), parts + lines


@dataclass(frozen=True)
class Square:
    share: float
    """0 to 1: how much of the color."""
    text: str


def grid(title: str, words: str, across: Sequence[str], rows: Sequence[tuple[str, Sequence[Square | None]]],
         corner: str, keys: Sequence[tuple[str, str]] = ()) -> Chart:  # fmt: skip
    """A field of squares, each filled by its share."""
    left, top, tall = 10 + 7.1 * max(len(name) for name, _ in rows), 22, 30

    def draw(width: int) -> Drawn:
        slot = (width - left) / len(across)
        parts = [_text(left + slot * (place + 0.5), 14, name, "middle", "faint") for place, name in enumerate(across)]
        for down, (name, cells) in enumerate(rows):
            y = top + down * tall
            parts.append(_text(0, y + 19, name))
            for place, cell in enumerate(cells):
                if cell is None:
                    continue
                x, filled = left + place * slot, (tall - 2) * cell.share
                tip = f"{name}, {across[place]}: {cell.text}"
                parts.append(_rect(x + 1, y + 1, slot - 2, tall - 2, "pale"))
                parts.append(_rect(x + 1, y - 1 + tall - filled, slot - 2, filled, "c1", tip))
        return top + len(rows) * tall, parts

    table = [(name, *("" if cell is None else cell.text for cell in cells)) for name, cells in rows]
    return charted(title, words, draw, (corner, *across), table, keys)


@dataclass(frozen=True)
class Curve:
    points: Sequence[tuple[float, float]]
    kind: str


@dataclass(frozen=True)
class Mark:
    x: float
    y: float
    words: str


_Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_BESIDE = (
    (9, 15, "start"), (-9, -6, "end"), (14, 4, "start"), (0, -20, "start"), (-12, 4, "end"), (9, 30, "start"),
    (-9, -21, "end"),
)  # fmt: skip
"""Possible places for a point's name: across, down, and which end of it is there."""


def _shared(marks: Sequence[Mark]) -> list[Mark]:
    """One mark for each point, with all its names."""
    names: dict[tuple[float, float], list[str]] = {}
    for mark in marks:
        names.setdefault((mark.x, mark.y), []).append(mark.words)
    return [Mark(x, y, ", ".join(words)) for (x, y), words in names.items()]


def _beside(x: float, y: float, words: str, taken: list[_Box], inside: _Box) -> tuple[float, float, str]:
    """A place for a point's name that is inside and covers no other name; the first if there is none."""
    wide = 6.6 * len(words)
    found: list[tuple[float, float, str, _Box, bool]] = []
    for across, down, anchor in _BESIDE:
        start = x + across - (wide if anchor == "end" else 0)
        box = (start, y + down - 10, start + wide, y + down + 3)
        fits = box[0] >= inside[0] and box[1] >= inside[1] and box[2] <= inside[2] + 8 and box[3] <= inside[3]
        clear = all(box[2] < b[0] or b[2] < box[0] or box[3] < b[1] or b[3] < box[1] for b in taken)
        found.append((x + across, y + down, anchor, box, fits and clear))
    at_x, at_y, anchor, box, _ = next((place for place in found if place[4]), found[0])
    taken.append(box)
    return at_x, at_y, anchor


def lines(
    title: str,
    words: str,
    curves: Sequence[Curve],
    x_tick: Callable[[float], str],
    y_tick: Callable[[float], str],
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    marks: Sequence[Mark] = (),
    limit: float | None = None,
    below: str = "",
    keys: Sequence[tuple[str, str]] = (),
) -> Chart:
    """Curves over two axes, with points that have a name and a level that matters.

    A name is put beside its point where it covers no other; points that are one and the same share a label.
    """
    xs = [x for curve in curves for x, _ in curve.points]
    ys = [y for curve in curves for _, y in curve.points] + ([] if limit is None else [limit])
    x_low, x_high, y_low, y_high = min(xs), max(xs), min(ys), max(ys)
    if y_low == y_high:
        y_low, y_high = y_low - 1, y_high + 1
    if marks:
        y_low -= (y_high - y_low) * 0.09  # room for the name of the lowest point
    levels = [(level, y_tick(level)) for level in ticks(y_low, y_high)]
    left, top, bottom = max(58, 10 + 7.1 * max(len(text) for _, text in levels)), 10, 210
    y_scale = (bottom - top) / (y_high - y_low)

    def draw(width: int) -> Drawn:
        right = width - 10
        x_scale = (right - left) / ((x_high - x_low) or 1)

        def place(x: float, y: float) -> tuple[float, float]:
            return left + (x - x_low) * x_scale, bottom - (y - y_low) * y_scale

        parts = []
        for level, text in levels:
            _, y = place(x_low, level)
            parts += [_line(left, y, right, y, "gridline"), _text(left - 6, y + 4, text, "end", "faint")]
        for level in ticks(x_low, x_high, int(width / (26 + 8 * len(x_tick(x_high)))), whole=True):
            x, _ = place(level, y_low)
            anchor = "end" if x > right - 20 else "middle"
            parts.append(_text(min(x, right), bottom + 16, x_tick(level), anchor, "faint"))
        if limit is not None:
            _, y = place(x_low, limit)
            parts.append(_line(left, y, right, y, "limit"))
        for curve in curves:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in curve.points))
            parts.append(f'<polyline class="{curve.kind}" points="{path}"/>')
        parts += _marked([(*place(mark.x, mark.y), mark.words) for mark in _shared(marks)], (left, top, right, bottom))
        parts.append(_line(left, bottom, right, bottom, "axis"))
        return _under(parts, left, right, bottom, below)

    return charted(title, words, draw, head, rows, keys)


def _marked(points: Sequence[tuple[float, float, str]], inside: _Box) -> list[str]:
    taken: list[_Box] = []
    parts = []
    for x, y, words in points:
        parts.append(f'<circle class="c2" cx="{x:.1f}" cy="{y:.1f}" r="4.5"><title>{escape(words)}</title></circle>')
        at_x, at_y, anchor = _beside(x, y, words, taken, inside)
        parts.append(_text(at_x, at_y, words, anchor))
    return parts
