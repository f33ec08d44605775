"""Exact numbers as printed, rounded once, with a real minus sign."""

import re
from fractions import Fraction

from feltlab.exact.claim import rounded

MINUS = "−"
SMALLEST_CHANCE = Fraction(1, 1_000_000)
_APART = re.compile(r"(?<=\d)[ \u00a0\u202f]%")
_BELOW = re.compile(r"(?<![\w-])-(?=[\d.,]+%)")


def decimal(value: Fraction | float, decimals: int = 4) -> str:
    exact = Fraction(value)
    sign = MINUS if exact < 0 else ""
    text = rounded(abs(exact), decimals)
    return text if not any(digit in text for digit in "123456789") else sign + text


def percent(value: Fraction | float, decimals: int = 4) -> str:
    return decimal(Fraction(value) * 100, decimals) + "%"


def signed(value: Fraction | float, decimals: int = 4) -> str:
    """A percentage with its sign, as a change or a contribution is printed."""
    text = percent(value, decimals)
    return text if text.startswith(MINUS) or value <= 0 else f"+{text}"


def chance(value: float) -> str:
    """A probability that may be too small to print."""
    return f"below {percent(SMALLEST_CHANCE)}" if value < SMALLEST_CHANCE else percent(value)


def one_style(text: str) -> str:
    """Words from anywhere with percentages as these functions write them: 99%, not 99 %, and a minus before them."""
    return _BELOW.sub(MINUS, _APART.sub("%", text))


def of(number: str, noun: str) -> str:
    """1 bet, 2 bets, 1.00 bets."""
    return f"{number} {noun}{'' if number == '1' else 's'}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def count(value: int) -> str:
    return f"{value:,}"


def one_in(probability: Fraction) -> str:
    """How rare an event is, in rounds."""
    if not probability:
        return "never"
    interval = 1 / probability
    return f"1 in {rounded(interval, 0 if interval >= 100 else 1)}"
