"""Win against theory: one table at a glance, and its last rounds one after the other."""

from collections.abc import Mapping, Sequence
from html import escape
from math import sqrt
from typing import Any, NamedTuple

from feltlab.web.floor.text import WORDS
from feltlab.web.site.charts import Chart, Curve, Drawn, charted, lines, ticks
from feltlab.web.site.shown import money

_LEFT, _TOP, _TALL = 30, 22, 26


def band(win: int, theory: float, deviation: float, about: str) -> Chart:
    """The actual win as a point on the range that theory allows; cents."""
    words = WORDS["chart"]
    low, high = theory - 2 * deviation, theory + 2 * deviation
    ends = (min(low, win, 0.0), max(high, win, 0.0))
    span = (ends[1] - ends[0]) or 1.0

    inside = low <= win <= high

    def draw(width: int) -> Drawn:
        right, middle, bottom = width - _LEFT, _TOP + _TALL / 2, _TOP + _TALL

        def x(cents: float) -> float:
            return _LEFT + (cents - ends[0]) / span * (right - _LEFT)

        parts = [
            f'<rect class="pale" x="{x(low):.1f}" y="{_TOP}" width="{max(x(high) - x(low), 1):.1f}" height="{_TALL}"/>',
            f'<line class="theory" x1="{x(theory):.1f}" y1="{_TOP - 3}" x2="{x(theory):.1f}" y2="{bottom + 3}"/>',
            f'<line class="axis" x1="{_LEFT}" y1="{bottom + 6}" x2="{right}" y2="{bottom + 6}"/>',
        ]
        for level in ticks(ends[0] / 100, ends[1] / 100, width // 100):
            at = x(level * 100)
            parts.append(f'<line class="axis" x1="{at:.1f}" y1="{bottom + 6}" x2="{at:.1f}" y2="{bottom + 10}"/>')
            parts.append(_text(at, bottom + 24, money(round(level * 100)), "faint"))
        parts.append(f'<circle class="{"c1" if inside else "c3"}" cx="{x(win):.1f}" cy="{middle:g}" r="7"/>')
        parts.append(_text(min(max(x(win), _LEFT + 10), right - 10), _TOP - 8, money(win), "strong"))
        return bottom + 30, parts

    said = words["band_words"].format(
        win=money(win), theory=money(round(theory)), low=money(round(low)), high=money(round(high))
    )
    title = f"{words['band']}: {about}"
    keys = [("c1" if inside else "c3", words["keys_actual"]), ("theory-key", words["keys_theory"]),
            ("pale", words["keys_band"])]  # fmt: skip
    return charted(title, said, draw, (), (), keys)


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(words)}</text>'


class PlayedBets(NamedTuple):
    """The result of one round: cents, and the variance in cents squared."""

    number: int
    win: int
    theory: float
    variance: float


def course(rounds: Sequence[PlayedBets]) -> Chart | None:
    """The win added up round by round, oldest first; None if there is no line to draw."""
    if len(rounds) < 2:
        return None
    words = WORDS["chart"]
    win = theory = variance = 0.0
    rows = [(float(rounds[0].number - 1), 0.0, 0.0, 0.0, 0.0)]
    for played in rounds:
        win, theory, variance = win + played.win, theory + played.theory, variance + played.variance
        spread = 2 * sqrt(variance)
        rows.append((float(played.number), win, theory, theory - spread, theory + spread))
    kinds = ((4, "band"), (3, "band"), (2, "line2"), (1, "line1"))
    return lines(
        words["course"],
        words["course_words"].format(rounds=len(rounds)),
        [Curve([(row[0], row[place] / 100) for row in rows], kind) for place, kind in kinds],
        lambda number: f"{number:g}",
        lambda dollars: money(round(dollars * 100)),
        words["head"],
        [(f"{row[0]:g}", *(money(round(cents)) for cents in row[1:])) for row in rows],
        below=words["rounds_axis"],
        keys=[("c1", words["keys_actual"]), ("c2", words["keys_theory"])],
    )


def meter_course(meter: Mapping[str, Any], records: Sequence[Mapping[str, Any]]) -> Chart | None:
    """The meter at the end of each round that fed it, beside its base amount; oldest first."""
    stood = sorted(
        (record["round"], record["meters"][meter["wager"]])
        for record in records
        if meter["wager"] in (record.get("meters") or {})
    )
    if len(stood) < 2:
        return None
    words, base = WORDS["chart"], meter["base"]
    owed = (money(cents - base) for _, cents in stood)
    ends = (stood[0][0], stood[-1][0])
    return lines(
        words["meter"].format(meter=meter["name"]),
        words["meter_words"].format(rounds=len(stood), base=money(base), liability=money(stood[-1][1] - base)),
        [
            Curve([(float(end), base / 100) for end in ends], "line2"),
            Curve([(float(number), cents / 100) for number, cents in stood], "line1"),
        ],
        lambda number: f"{number:g}",
        lambda dollars: money(round(dollars * 100)),
        words["meter_head"],
        [(str(number), money(cents), above) for (number, cents), above in zip(stood, owed, strict=True)],
        below=words["rounds_axis"],
        keys=[("c1", words["keys_meter"]), ("c2", words["keys_base"])],
    )
