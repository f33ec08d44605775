"""The requirements on a pay table as people write them, on the command line or on a page."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from feltlab.errors import FeltlabError, shown
from feltlab.lab.design import LIKED, Wish
from feltlab.money import Odds
from feltlab.rules.game import Game
from feltlab.rules.pay_table import plain

WHOLE: Final = 200
"""The largest pay if any whole pay will do."""


def percentage(text: str, what: str) -> Fraction:
    """`5%`, `0.25%` or `0.05`, exactly."""
    if not re.fullmatch(r"-?\d{1,4}(\.\d{1,12})?%?", text, re.ASCII):
        raise FeltlabError(f"{what} is written like 5% or 0.05, not {shown(text)}")
    if "%" not in text and not -1 <= float(text) <= 1:
        raise FeltlabError(f"{what}: {text} would be {float(text) * 100:g}%; write {text}%")
    return Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)


def _number(text: str | None, what: str) -> Fraction | None:
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text, re.ASCII):
        raise FeltlabError(f"{what} is a number such as 12 or 7.5, not {shown(text)}")
    return Fraction(text)


@dataclass(frozen=True)
class Wished:
    """As it was written."""

    edge: str
    tolerance: str = "0.1%"
    keep: Mapping[str, str] = field(default_factory=dict)
    """Odds by event."""
    whole: bool = False
    lines: int | None = None
    max_pay: int | None = None
    hit_frequency_min: str | None = None
    hit_frequency_max: str | None = None
    deviation_min: str | None = None
    deviation_max: str | None = None
    most: int = 100

    def read(self, game: Game, wager: str, called: Callable[[str], str]) -> Wish:
        """`called` is the user's name for a field."""
        if wager not in game.book.scales:
            raise FeltlabError(f"{shown(wager)} has no pay table; these have one: {', '.join(game.book.scales)}")
        scale = game.book.scales[wager]
        kept = {scale.name(scale.grades(plain(event))): Odds.parse(odds) for event, odds in self.keep.items()}
        low = _number(self.deviation_min, called("deviation_min"))
        high = _number(self.deviation_max, called("deviation_max"))
        least = percentage(self.hit_frequency_min or "0%", called("hit_frequency_min"))
        largest = percentage(self.hit_frequency_max or "100%", called("hit_frequency_max"))
        return Wish(
            percentage(self.edge, called("edge")),
            percentage(self.tolerance, called("tolerance")),
            kept,
            range(1, WHOLE + 1) if self.whole else LIKED,
            self.lines,
            self.max_pay,
            (least, largest),
            None if low is None and high is None else (low or Fraction(0), high or Fraction(10**9)),
            self.most,
        )
