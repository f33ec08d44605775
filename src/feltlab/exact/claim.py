"""One printed figure: as printed, as computed exactly, and whether the two agree."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Any, Final

from feltlab.exact.figures import Figures
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.rules.game import Game
from feltlab.rules.pay_table import PayTable, plain

Value = Fraction | int | str | bool
"""A number; text, for a figure printed in words or cards; for a statement, whether it holds."""
TRUE: Final = "true"
"""The published value of a statement: the figure states it, and the document asserts it."""


def rounded(value: Fraction, decimals: int, mode: str = ROUND_HALF_UP) -> str:
    """An exact number to that many decimals, rounded once."""
    with localcontext() as context:
        context.prec = 60
        scaled = value * 10**decimals
        whole = Decimal(scaled.numerator // scaled.denominator)
        left = scaled - scaled.numerator // scaled.denominator
        up = left > Fraction(1, 2) or (left == Fraction(1, 2) and (mode == ROUND_HALF_UP or whole % 2 == 1))
        return f"{(whole + up).scaleb(-decimals):,.{decimals}f}"


@dataclass(frozen=True)
class Claim:
    """A printed figure beside the computed one."""

    game: str
    source: str
    """The section or table that prints it."""
    figure: str
    published: str
    """As printed, with symbols for cards and digits for numbers; a percent sign makes it a percentage, and so does
    `percent` if the sign is in a column's heading.
    """
    value: Value
    percent: bool = False
    note: str = ""
    """A comment if it matches, the reason if it differs. A note that does not apply is dropped."""
    explains: Value | None = None
    """The one computed value that the note explains; it explains no other."""

    wager: str = ""
    """The bet it is about, if a house may leave it out."""
    interval: tuple[float, float] | None = None
    """The interval of a sampled value: a printed value is inside or outside, never equal."""

    def __post_init__(self) -> None:
        if self.note and not (self.matches if self.explains is None else self.value == self.explains):
            object.__setattr__(self, "note", "")

    @property
    def _words(self) -> str | None:
        """Everything that is not a number."""
        if isinstance(self.value, bool):
            return TRUE if self.value else "false"
        return self.value if isinstance(self.value, str) else None

    @property
    def _number(self) -> Fraction:
        return Fraction(self.value)

    @property
    def _in_percent(self) -> bool:
        return self.percent or self.published.endswith("%")

    @property
    def _decimals(self) -> int:
        if "/" in self.published:
            return 6
        found = re.fullmatch(r"[-+−]?[\d,]+(?:\.(\d+))?%?", self.published)
        if not found:
            raise AssertionError(f"{self.figure}: cannot read the printed figure {self.published!r}")
        return len(found[1] or "")

    def _shown(self, extra: int, mode: str = ROUND_HALF_UP) -> str:
        value = self._number * 100 if self._in_percent else self._number
        sign = "%" if self.published.endswith("%") else ""
        return rounded(value, self._decimals + extra, mode) + sign

    @property
    def exact(self) -> str:
        return str(self._number) if self._words is None else self._words

    @property
    def rounded(self) -> str:
        """The computed value, with as many decimals as the printed one."""
        return self._shown(0) if self._words is None else self._words

    @property
    def computed(self) -> str:
        """The computed value, with two more decimals than printed; whole numbers and words as they are."""
        if self._words is not None:
            return self._words
        if self.interval:
            low, high = self.interval
            many = (100 if self._in_percent else 1) * (high - low) / 2
            return f"{self._shown(2)} ± {many:.{self._decimals + 2}f}"
        return self._shown(2 if self._decimals or self._number.denominator > 1 else 0)

    @property
    def matches(self) -> bool:
        if self._words is not None:
            return _read(self.published) == _read(self._words)
        if self.interval:
            return self._within(*self.interval)
        if "/" in self.published:
            return Fraction(self.published) == self._number
        printed = self.published.replace(",", "").replace("−", "-").lstrip("+")
        if printed == "0":  # next to figures with many decimals: zero, not less than a half
            return self._number == 0
        return printed in {self._shown(0, mode).replace(",", "") for mode in (ROUND_HALF_UP, ROUND_HALF_EVEN)}

    def _within(self, low: float, high: float) -> bool:
        """Compares with every value that could have been rounded to the printed figure."""
        printed = self.published.replace(",", "").replace("−", "-").lstrip("+").removesuffix("%")
        value, half = float(Fraction(printed)), 0.0 if "/" in printed else 0.5 / 10**self._decimals
        scale = 100 if self._in_percent else 1
        return low * scale <= value + half and value - half <= high * scale

    @property
    def status(self) -> str:
        if self.interval:
            return "within the interval" if self.matches else "outside the interval"
        return "matches" if self.matches else "differs"

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "source": self.source,
            "figure": self.figure,
            "published": self.published,
            "exact": self.exact,
            "computed": self.computed,
            "rounded": self.rounded,
            "status": self.status,
            "note": self.note,
            **({"method": "sampled", "interval": list(self.interval)} if self.interval else {}),
        }


def _read(words: str) -> str:
    """Words in the form for comparing: lowercase, numbers as digits without separators."""
    return plain(re.sub(r"(?<=\d),(?=\d{3})", "", words))


def section(game: Game, source: str, *rows: tuple[str, str, Value]) -> list[Claim]:
    """Figures of one printed section: each as printed and as computed."""
    return [
        Claim(game.slug, source, figure, published, value, wager=bet_named(game, f"{source} {figure}"))
        for figure, published, value in rows
    ]


def bet_named(game: Game, words: str) -> str:
    """The side bet or progressive that a row is about, by its longest name; empty for the main game."""
    names = {wager.name: slug for slug, wager in game.wagers.items() if wager.optional}
    for slug in game.progressive_wagers:
        names["rogressive"] = slug
    found = [name for name in names if name in words]
    return names[max(found, key=len)] if found else ""


def returns(
    game: Game, source: str, name: str, tables: Mapping[str, Figures], printed: Mapping[str, tuple[str, str]]
) -> list[Claim]:
    """RTP and house edge of a side bet on each of its pay tables, by id."""
    rows: list[Claim] = []
    for id, (rtp, edge) in printed.items():
        figures = tables[id]
        rows.append(Claim(game.slug, source, f"{name} {id} RTP", rtp, figures.rtp, wager=figures.wager))
        rows.append(Claim(game.slug, source, f"{name} {id} HE", edge, figures.house_edge, wager=figures.wager))
    return rows


def pays_again(
    game: Game, source: str, table: PayTable, printed: str, events: Mapping[str, str] | None = None
) -> list[Claim]:
    """A pay table printed a second time, line by line, beside the actual pays.

    The pays are two spaces or more from their label; `events` has the labels that differ from the book's names.
    """
    rows = []
    for row in filter(None, map(str.strip, printed.splitlines())):
        label, pays = re.split(r"\s{2,}", row)
        grades = game.book.scales[table.wager].grades((events or {}).get(label, label))
        line = table.line(grades.start)
        paid = str(line.pays) if line and line.grades == grades else "not a line of its own"
        figure = f"{game.wagers[table.wager].name}, {label}"
        rows.append(Claim(game.slug, source, figure, pays, paid, wager=table.wager))
    return rows


def long_run_note(meter: ProgressiveFigures) -> str:
    """What a printed return of a progressive bet leaves out if it does not give the meter."""
    base, at_base = rounded(meter.base, 0), rounded(meter.rtp_at(meter.base) * 100, 2)
    return (
        f"An average over the long run. While the meter stands at its base amount, {base} bets, the RTP is {at_base}%."
    )
