"""What is wrong with a pay table, a claim, a step, a hand or a bet points at the line where its author wrote it."""

from pathlib import Path

import pytest

from feltlab.errors import RulesError
from feltlab.games.loading import load_game

FILE = '''"""Egret: one card each.

 1. The higher card wins.
"""

from feltlab.sdk import *

TALL = """
    ace    4 to 1
    king   2 to 1
"""
PAYS = {
    "tall": {
        "felt": TALL,
        "other": """
            ace    3 to 1
            king   3 to 1
        """,
    },
}
ROUND = (
    Deal("player", 1, SEATS),
    Deal("dealer", 1),
)
CLAIMS = [claim("house_edge", "nobody", "1%")]


@rule
def settle(own, dealer):
    return WIN if own > dealer else LOSE


@rule
def tall(own):
    return 2 if own == 12 else 1 if own == 11 else 0


GAME = declare(
    "egret",
    "Egret",
    __doc__,
    [
        opening("ante"),
        side("tall"),
    ],
    round=ROUND,
    hands={
        "own": Hand(high_cards, "player"),
        "dealer": Hand(high_cards, "dealer"),
    },
    settle=settle,
    sides={"tall": tall},
    pays=PAYS,
    claims=[
        claim("house_edge", "nobody", "1%", wager="tall"),
        claim("rtp", "nobody", "99%"),
    ],
)
'''


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("    king   2 to 1\n\"", "    king   2 of 1\n\"", "    king   2 of 1"),
        ("king   3 to 1", "king   3 to 0", "            king   3 to 0"),
        ("king   3 to 1", "queen  3 to 1", "            queen  3 to 1"),
        ("king   3 to 1", "ace    2 to 1", '        "other": """'),
        ('Deal("dealer", 1)', 'Deal("dealer", 0)', '    Deal("dealer", 0),'),
        ('claim("rtp"', 'claim("luck"', '        claim("luck", "nobody", "99%"),'),
        ("claims=[", "claims=[*CLAIMS, claim('luck', '', '1%'),", "    claims=[*CLAIMS, claim('luck', '', '1%'),"),
        ('side("tall")', 'side("Tall")', '        side("Tall"),'),
        ('Hand(high_cards, "dealer")', 'Hand(five_cards, "dealer")', '        "dealer": Hand(five_cards, "dealer"),'),
        ('    round=ROUND,', '    round=[*ROUND, Turn("moon")],', '    round=[*ROUND, Turn("moon")],'),
    ],
)  # fmt: skip
def test_the_line_is_where_it_is_written(old: str, new: str, at: str, tmp_path: Path) -> None:
    assert old in FILE
    file = tmp_path / "egret.py"
    file.write_text(FILE.replace(old, new))
    with pytest.raises(RulesError) as found:
        load_game(file)
    line = int(str(found.value).removeprefix(f"{file}:").partition(":")[0])
    assert file.read_text().splitlines()[line - 1] == at, str(found.value)
