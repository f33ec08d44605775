"""A house's own rules, from a TOML file and from Python."""

import json
from pathlib import Path

import pytest

from feltlab.errors import FeltlabError, RulesError
from feltlab.games import GAMES, settle
from feltlab.rules.pay_table import PayTable
from feltlab.rules.rule_file import house_of, read_rule_file
from tests.commands.bad_rounds import GOOD
from tests.conftest import Feltlab

GENEROUS = """
game = "low-four"
[rules]
qualifier = 24
win_odds = "3 to 2"
[[pay_table]]
wager = "low-points"
id = "mine"
felt = true
lines = \"\"\"
1 to 14 points    9 to 1
15 points         4 to 1
\"\"\"
"""


@pytest.fixture
def rule_file(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(GENEROUS)
    return path


def test_a_rule_file_changes_numbers_and_pay_tables(rule_file: Path) -> None:
    _, house = read_rule_file(rule_file, GAMES)
    line = {**GOOD["low-four"], "pay_tables": {}}
    returned = {result.wager: result.returned for result in settle(line, house).results}
    assert returned["ante"] == 2500  # 24 points qualify now, and lose to 15 at 3 to 2
    assert returned["low-points"] == 2500


def test_the_documents_tables_stay_at_hand(rule_file: Path) -> None:
    _, house = read_rule_file(rule_file, GAMES)
    returned = {result.wager: result.returned for result in settle(GOOD["low-four"], house).results}
    assert returned["low-points"] == 0


def test_the_command_takes_a_rule_file(feltlab: Feltlab, rule_file: Path) -> None:
    line = json.dumps({**GOOD["low-four"], "pay_tables": {}})
    done = feltlab("settle", "--json", "--rules", str(rule_file), stdin=line)
    assert json.loads(done.stdout)["results"][2]["returned"] == 2500


def test_python_replaces_a_pay_table() -> None:
    game = GAMES["rule-out"]
    own = PayTable.parse("main", "own", game.book.scales["main"], "3 surviving  9 to 1\n2 surviving  1 to 1")
    house = game.house().with_pay_table(own)
    results = settle({**GOOD["rule-out"], "pay_tables": {}}, house).results
    assert results[1].returned == (0 if "1 surv" in results[1].why else results[1].returned)
    assert house.pay_table("main", None, 6) is own


def test_python_replaces_a_rule_number() -> None:
    game = GAMES["low-four"]
    house = game.house().changed({"qualifier": 34})
    results = settle(GOOD["low-four"], house).results
    assert [result.returned for result in results[:2]] == [2000, 2000]


@pytest.mark.parametrize(
    "text",
    [
        "not toml at all",
        "",
        'game = "poker"',
        'game = "low-four"\nrule = 1',
        'game = "low-four"\n[rules]\nqualifier = 0',
        'game = "low-four"\n[rules]\nqualifier = 35',
        'game = "low-four"\n[rules]\nqualifier = "16"',
        'game = "low-four"\n[rules]\nqualifier = true',
        'game = "low-four"\n[rules]\nqualifier = 16.5',
        'game = "low-four"\n[rules]\nqualifer = 16',
        'game = "low-four"\nrules = 5',
        'game = "low-four"\n[rules]\nwin_odds = "1:1"',
        'game = "low-four"\n[rules]\nwin_odds = "1 to 0"',
        'game = "low-four"\n[rules]\nwin_odds = 1',
        'game = "quick-draw-holdem"\n[rules]\nhigh_pair = "1"',
        'game = "quick-draw-holdem"\n[rules]\nhigh_pair = 7',
        'game = "rule-out"\n[rules]\ndecks = 9',
        'game = "low-four"\n[pay_table]\nwager = "low-points"',
        'game = "low-four"\npay_table = [1]',
        'game = "low-four"\n[[pay_table]]\nid = "x"\nlines = "7 points 2 to 1"',
        'game = "low-four"\n[[pay_table]]\nwager = "ante"\nid = "x"\nlines = "7 points 2 to 1"',
        'game = "low-four"\n[[pay_table]]\nwager = "low-points"\nid = "x"\nlines = ""',
        'game = "low-four"\n[[pay_table]]\nwager = "low-points"\nid = "x"\nlines = "35 points 2 to 1"',
        'game = "low-four"\n[[pay_table]]\nwager = "low-points"\nid = "x"\nlines = "7 points 2 to 1\\n7 points 3 to 1"',
        'game = "low-four"\n[[pay_table]]\nwager = "low-points"\nid = "x"\nlines = "7 points two"',
        'game = "low-four"\n[[pay_table]]\nwager = "low-points"\nid = "x"\nlines = "6 to 5 points 2 to 1"',
        'game = "low-four"\n[[pay_table]]\nwager = "low-points"\nid = 7\nlines = "7 points 2 to 1"',
        'game = "low-four"\n[[pay_table]]\nwager = "low-points"\nid = "x"\nlines = "7 points 2 to 1"\ncolour = "red"',
        'game = "low-four"\n[[pay_table]]\nwager = "low-points"\nid = "x"\nlines = "7 points 2 to 1"\nfelt = "yes"',
        'game = "low-four"\n[[pay_table]]\nwager = "low-points"\nid = "x"\nlines = "7 points 2 to 1"\nfelt_from = "a"',
        'game = "ace-odd-even"\n[[pay_table]]\nwager = "poker"\nid = "x"\nlines = "8 card flush 2 to 1"',
        'game = "ace-odd-even"\n[[pay_table]]\nwager = "poker-progressive"\nid = "x"\nlines = "2 pair 200% of jackpot"',
    ],
)
def test_a_wrong_rule_file_is_one_clear_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(FeltlabError) as caught:
        read_rule_file(path, GAMES)
    assert "wrong.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_text_for_another_game_says_so() -> None:
    with pytest.raises(RulesError, match="the house rules are for 'rule-out', not for low-four"):
        house_of('game = "rule-out"\n', GAMES["low-four"])
    assert house_of('game = "low-four"\n', GAMES["low-four"]).numbers == GAMES["low-four"].numbers


@pytest.mark.parametrize("text", ["x = " + "[" * 9000, "[rules]\nqualifier = " + "9" * 6000, "x ="])
def test_a_text_that_cannot_be_read_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(RulesError, match=r"the house rules are (nested too deep|not TOML)"):
        house_of(text, GAMES["low-four"])
    file = tmp_path / "rules.toml"
    file.write_text(text)
    with pytest.raises(RulesError, match=r"rules\.toml is (nested too deep|not TOML)"):
        read_rule_file(file, GAMES)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a." * 40_000 + "b = 1", "line 1 has more than 100 dots"),
        ("\n[" + "a." * 40_000 + "b]", "line 2 has more than 100 dots"),
        ("[[" + "a . " * 20_000 + "b]]", "line 1 has more than 100 dots"),
        ("x = {" + '"a".' * 20_000 + "b = 1}", "line 1 has more than 100 dots"),
        ('"\u2028"' + ".a" * 40_000 + " = 1", "line 1 has more than 100 dots"),
        ("#" * 100_001, "too long: the limit is 100,000 characters"),
        ("[[pay_table]]\n" * 201, "at most 200 pay tables"),
        (
            f'[[pay_table]]\nwager = "low-points"\nid = "x"\nlines = "7 points{" " * 30_000}x 1"',
            "at most 200 characters",
        ),
    ],
)
def test_p39_what_would_take_long_to_read_is_refused_unread(text: str, words: str) -> None:
    """Each of these took seconds to hours: readers of TOML and of pay lines take n² steps and more."""
    with pytest.raises(FeltlabError, match=words):
        house_of(text, GAMES["low-four"])


def test_leading_dots_of_a_pay_table_are_few_enough() -> None:
    lines = '[[pay_table]]\nwager = "low-points"\nid = "x"\nlines = "7 points ' + "." * 60 + ' 2 to 1"'
    assert "x" in house_of(lines, GAMES["low-four"]).pay_tables["low-points"]
