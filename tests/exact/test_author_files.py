"""Game files as newcomers write them: solved as intended, or told what to write, in the file's own words."""

import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from feltlab.errors import RulesError
from feltlab.exact.figures import EXACT, SAMPLED
from feltlab.exact.solving.keeping import SETTING
from feltlab.exact.solving.parts import general_lab, outlook_of
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.lab import analyze, claims_of
from feltlab.lab.starting import starter
from feltlab.lab.what_if import pay_cases
from feltlab.rules.game import Game
from feltlab.rules.steps import Turn
from feltlab.simulation.checking import Checker
from feltlab.simulation.small_decks import HeldAgainst, unreached

STARTER = starter("duel", "newcomer")
SETTLE = """    if play == 0:  # rule 4
        return LOSE, NONE
    if dealer < JACK_HIGH:  # rule 5
        return WIN, PUSH
    if own == dealer:  # rule 6
        return PUSH, PUSH
    return (WIN, WIN) if own > dealer else (LOSE, LOSE)
"""
HELPED = """    if play == 0:
        return LOSE, NONE
    if dealer < JACK_HIGH:
        return WIN, outcome(play, PUSH)
    if own == dealer:
        return PUSH, outcome(play, PUSH)
    return (WIN, outcome(play, WIN)) if own > dealer else (LOSE, outcome(play, LOSE))
"""
HELPER = "@rule\ndef outcome(made, code):\n    return code if made > 0 else NONE\n\n\n@rule\ndef settle("
PLAIN_EDGE = "0.0195"
Written = Callable[..., Game]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
    """The game of a starter file in which some text stands for other text; nothing of it is kept from before."""
    monkeypatch.setenv(SETTING, "off")
    monkeypatch.delitem(GAMES, "newcomer", raising=False)

    def write(*changes: tuple[str, str]) -> Game:
        text = STARTER
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        file = tmp_path / "newcomer.py"
        file.write_text(text)
        return load_game(file)

    yield write
    GAMES.pop("newcomer", None)


def test_the_compiler_says_nothing_of_its_own_to_an_author(written: Written) -> None:
    game = written((SETTLE, HELPED), ("@rule\ndef settle(", HELPER))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert f"{float(analyze(game.slug).main.house_edge):.4f}" == PLAIN_EDGE


def test_a_bet_that_vanishes_in_a_round_that_no_trial_deals(written: Written) -> None:
    """A branch that no round reaches may say anything; one that some round reaches is reported."""
    rare = "    if own >= ROYAL and dealer >= ROYAL:\n        return PUSH, NONE\n    if own == dealer:  # rule 6\n"
    never = rare.replace("and dealer >=", "and dealer > own and own >=").replace("ROYAL:", "ROYAL + 1:")
    at = ("@rule\ndef settle(", 'ROYAL = three_cards.least("mini royal")\n\n\n@rule\ndef settle(')
    game = written(("    if own == dealer:  # rule 6\n", never), at)
    assert f"{float(analyze(game.slug).main.house_edge):.4f}" == PLAIN_EDGE
    del GAMES["newcomer"]
    written(("    if own == dealer:  # rule 6\n", rare), at)
    with pytest.raises(RulesError, match=r"^newcomer\.py:\d+: settle gives NONE for a play bet that was made"):
        analyze("newcomer")


def test_a_table_that_settle_never_pays_by_is_red(written: Written) -> None:
    table = '    pays={\n        "play": {"felt": "flush 3 to 1\\n less 1 to 1"},\n'
    game = written(("    pays={\n", table))
    (found,) = (one for one in Checker(game, 1000).findings() if one.what == "main pay lines")
    assert (found.right, found.words) == (False, "settle never pays play by its table, though it has one")


def test_what_is_compiled_otherwise_than_it_is_written_is_told(written: Written) -> None:
    turned = "    for _ in range(9):\n        own = own * 1000003 + 1\n    return own % 6\n"
    game = written(("    return category(own)\n", turned))
    with pytest.raises(RulesError, match=r"^newcomer\.py:\d+: .*pairs gives \d, and -?\d when it is compiled: it must"):
        analyze(game.slug)


def test_a_function_without_its_mark_and_a_list_are_told_by_name(written: Written) -> None:
    unmarked = HELPER.replace("@rule\n", "", 1)
    game = written((SETTLE, HELPED), ("@rule\ndef settle(", unmarked))
    line = Path(game.source).read_text().splitlines().index("def outcome(made, code):") + 1
    with pytest.raises(
        RulesError, match=rf"^newcomer\.py:{line}: the rule 'settle' fails: .* put @rule above outcome$"
    ):
        analyze(game.slug)


def test_a_list_is_told_to_be_a_tuple(written: Written) -> None:
    points = "POINTS = [0, 1, 2, 3, 4, 5]\n\n\n@rule\ndef pairs("
    game = written(("@rule\ndef pairs(", points), ("return category(own)", "return POINTS[category(own)]"))
    line = Path(game.source).read_text().splitlines().index("POINTS = [0, 1, 2, 3, 4, 5]") + 1
    with pytest.raises(RulesError, match=rf"^newcomer\.py:{line}: the rule 'pairs' fails: .* make POINTS a tuple$"):
        analyze(game.slug)


def test_a_side_bet_that_looks_at_a_raise_is_sampled_and_told(written: Written) -> None:
    game = written(
        ("def pairs(own):", "def pairs(own, play):"), ("return category(own)", "return category(own) * play")
    )
    outlook = outlook_of(game)
    assert outlook.plan == SAMPLED
    assert outlook.reason.startswith("newcomer: the side bet pairs (line ")
    assert "looks at play" in outlook.reason
    found = analyze(game.slug)
    assert (found.main.method, found.wagers["pairs"].method) == (SAMPLED, SAMPLED)
    assert found.notes[0] == f"sampled, not exact: {outlook.reason}"
    checked = {finding.what: finding for finding in Checker(game, 20_000).findings()}
    assert not [finding for finding in checked.values() if finding.right is False]
    assert checked["figures"].advice == found.notes[0]


PARTS = ('Deal("dealer", 3)', 'Deal("dealer", 3, parts={"up": 1, "hole": 2})')
EXAMPLES = ('dealer="Jh 9d 4c"', 'up="Jh", hole="9d 4c"')


@pytest.mark.parametrize("turns", ['Turn("up"), Turn("hole")', 'Turn("hole")', 'Turn("dealer")'])
def test_a_hand_in_parts_that_nobody_sees_in_time_is_one_hand(written: Written, turns: str) -> None:
    game = written(PARTS, EXAMPLES, ('Turn("dealer")', turns))
    assert general_lab(game).plan.name == "duel"
    assert {step.place for step in game.round.steps if isinstance(step, Turn)} in ({"up", "hole"}, {"dealer"})
    found = analyze(game.slug)
    assert (f"{float(found.main.house_edge):.4f}", found.main.method) == (PLAIN_EDGE, EXACT)
    checked = {finding.what: finding for finding in Checker(game, 20_000).findings()}
    assert not [finding for finding in checked.values() if finding.right is False]
    assert checked["small deck"].right


def test_a_claim_that_cannot_be_looked_up_has_its_line(written: Written) -> None:
    claimed = '    claims=[\n        claim("probability", "me", "3%", of="royal"),\n    ],\n    examples=['
    game = written(("    examples=[", claimed), ("category, declare", "category, claim, declare"))
    line = next(at for at, text in enumerate(Path(game.source).read_text().splitlines(), start=1) if "royal" in text)
    with pytest.raises(RulesError, match=rf"^newcomer\.py:{line}: newcomer: no round ends in 'royal'"):
        claims_of(game.slug)


def test_a_strategy_that_puts_up_too_much_with_a_rare_hand_has_its_line(written: Written) -> None:
    bold = "@rule\ndef bold(own):\n    return 2 if category(own) == 5 else 1\n\n\nGAME = declare("
    game = written(
        ("GAME = declare(", bold), ("    examples=[", '    strategies={"bold": {"play": bold}},\n    examples=[')
    )
    line = Path(game.source).read_text().splitlines().index("def bold(own):") + 1
    with pytest.raises(RulesError, match=rf"^newcomer\.py:{line}: newcomer: the strategy 'bold' puts up 2 units"):
        analyze(game.slug, strategy="bold")


def test_a_bonus_that_loses_with_a_rare_hand_alone_is_refused_by_the_solver(written: Written) -> None:
    rare = "    star = LOSE if own - dealer == 1 and category(own) == 4 else NONE\n"
    game = written(
        ("@rule\ndef settle(own, dealer, play):\n", f"@rule\ndef settle(own, dealer, play):\n{rare}"),
        ("return LOSE, NONE\n", "return LOSE, NONE, NONE\n"),
        ("return WIN, PUSH\n", "return WIN, PUSH, star\n"),
        ("return PUSH, PUSH\n", "return PUSH, PUSH, star\n"),
        ("return (WIN, WIN) if own > dealer else (LOSE, LOSE)", "return (WIN, WIN, star) if own > dealer else (LOSE, LOSE, star)"),
        ('raised("play"), ', 'raised("play"), bonus("star"), '),
        ("    pays={\n", '    pays={\n        "star": {"felt": "star 1 to 1"},\n'),
        ("Turn, category", "Turn, bonus, category"),
    )  # fmt: skip
    with pytest.raises(
        RulesError, match=r"^newcomer\.py:\d+: settle gives LOSE for the bonus star, which has no stake"
    ):
        analyze(game.slug)


def test_small_decks_have_hands_that_do_not_qualify_and_say_what_they_miss(written: Written) -> None:
    game = written()
    checked = {finding.what: finding for finding in Checker(game, 20_000).findings()}
    assert "12 cards (four each of A 8 2)" in checked["small deck"].words
    assert "12 cards (As Ah Ad Ks Qs Jd 8s 8h 5c 3s 2s 2c)" in checked["small deck"].words
    assert checked["small deck"].advice == ""
    only = (HeldAgainst("", Fraction(0), "", frozenset({("main", "fold: Ante loses"), ("pairs", "pair")})),)
    missed = unreached(analyze(game.slug), only)
    assert "Ante wins 1 to 1, Play pushes" in missed
    assert "pairs: 3 of a kind" in missed
    assert "fold: Ante loses" not in missed


def test_check_warns_of_a_card_that_numbers_a_rule_twice(written: Written) -> None:
    game = written((" 7. ", " 6. "))
    found = next(finding for finding in Checker(game, 20_000).findings() if finding.what == "rules card")
    assert (found.warns, found.words) == (True, "the card has two rules with the number 6")


def test_a_bonus_has_no_edge_of_its_own_in_what_if() -> None:
    tide = load_game(Path(__file__).parents[2] / "examples" / "spring_tide.py")
    cases = {case.wager: case for case in pay_cases(tide)}
    assert (cases["crest"].edge_of, cases["swell"].edge_of) == ("main", "swell")
    assert cases["crest"].before == analyze(tide.slug).main.house_edge
