"""Figures as the pages print them: one rounding, a real minus sign, aligned digits."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from feltlab.report import numerals

SUIT_NAMES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANK_NAMES: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}


def _number(value: Fraction | float | str) -> Fraction:
    """Figures go through the twins as written-out fractions."""
    return Fraction(value)


def percent(value: Fraction | float | str, decimals: int = 2) -> str:
    return numerals.percent(_number(value), decimals)


def signed(value: Fraction | float | str, decimals: int = 2) -> str:
    return numerals.signed(_number(value), decimals)


def decimal(value: Fraction | float | str, decimals: int = 2) -> str:
    return numerals.decimal(_number(value), decimals)


def money(cents: int) -> str:
    """$12.50, and whole dollars without cents."""
    dollars, rest = divmod(abs(cents), 100)
    sign = numerals.MINUS if cents < 0 else ""
    return f"{sign}${dollars:,}" + (f".{rest:02d}" if rest else "")


def card_name(code: str) -> str:
    """A card in words, for screen readers."""
    if code == "Jo":
        return "Joker"
    return f"{RANK_NAMES.get(code[0], code[0])} of {SUIT_NAMES[code[1]]}"


FILTERS: Final[Mapping[str, Callable[..., Any]]] = {
    "percent": percent,
    "signed": signed,
    "decimal": decimal,
    "money": money,
    "count": numerals.count,
    "card_name": card_name,
}
