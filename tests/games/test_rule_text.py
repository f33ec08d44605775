"""Terms written out are read back as the same terms; the same terms are always the same text."""

import pytest

from feltlab.errors import PayTableError, RulesError
from feltlab.games import GAMES
from feltlab.rules.pay_table import PayTable
from feltlab.rules.rule_file import house_of
from feltlab.rules.rule_text import rule_text
from tests.random_terms import random_house


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_written_is_read_back(slug: str) -> None:
    game = GAMES[slug]
    assert rule_text(game, game.house()) == ""
    for seed in range(60):
        house = random_house(game, seed)
        text = rule_text(game, house)
        assert house_of(text, game) == house
        assert rule_text(game, house_of(text, game)) == text


def test_signs_that_need_an_escape() -> None:
    game = GAMES["low-four"]
    scale = game.book.scales["low-points"]
    table = PayTable.parse("low-points", 'a "b" \\ \t\x07', scale, "1 to 8 points 3 to 1", 'so"\n')
    house = game.house().with_pay_table(table)
    assert house_of(rule_text(game, house), game) == house


def test_a_printed_table_is_chosen_by_its_name() -> None:
    game = GAMES["low-four"]
    house = house_of('[felt]\nlow-points = "4"', game)
    assert house.pay_table("low-points").id == "4"
    assert '[felt]\n"low-points" = "4"' in rule_text(game, house)
    for text, words in (
        ('felt = "4"', "names a pay table for a wager"),
        ('[felt]\nante = "4"', "has no pay tables"),
        ('[felt]\nlow-points = "nope"', "is not a low-points pay table"),
    ):
        with pytest.raises((RulesError, PayTableError), match=words):
            house_of(text, game)


@pytest.mark.parametrize(
    ("lines", "line", "short"),
    [
        ("1 or 2 points 250 to 1\n\n3 or 4 points 30", 3, "write 30 to 1"),
        ("1 or 2 points 250:1", 1, "write 250 to 1"),
        ("\n1 point 3 to 1\nfoo 3 to 1", 3, "'foo' is not a line of this wager"),
        ("1 point 3 to 1\n1 point 4 to 1", 2, "'1 point' is paid on two lines"),
        ("1 point 3 to 0", 1, "odds cannot be"),
        ("1 point 3 to 1\n" + "x" * 300, 2, "a line has at most 200 characters"),
    ],
)
def test_an_error_knows_its_line(lines: str, line: int, short: str) -> None:
    with pytest.raises(PayTableError) as found:
        PayTable.parse("low-points", "mine", GAMES["low-four"].book.scales["low-points"], lines)
    assert found.value.line == line
    assert found.value.short.startswith(short)
