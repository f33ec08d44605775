"""feltlab new, check, explain, and the tutorial: what it says is true."""

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from feltlab.games import GAMES
from feltlab.games.loading import game_of_file, load_game
from feltlab.lab import analyze
from feltlab.lab.starting import KINDS
from feltlab.simulation.checking import Checker, Finding
from tests.one_game_less import run

ROOT = Path(__file__).parents[2]
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
REFERENCE = (ROOT / "docs" / "own-game.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    before, handled = dict(GAMES), signal.getsignal(signal.SIGPIPE)
    yield
    signal.signal(signal.SIGPIPE, handled)
    for slug in GAMES.keys() - before.keys():
        del GAMES[slug]


@pytest.mark.parametrize("kind", KINDS)
def test_every_starter_is_a_game_that_is_right(kind: str, tmp_path: Path) -> None:
    code, out, wrong = run("new", "river-duel", "--like", kind)
    assert (code, wrong) == (0, "")
    assert f"river_duel.py: {KINDS[kind]}" in out
    game = game_of_file(tmp_path / "river_duel.py")
    assert (game.slug, game.title) == ("river-duel", "River Duel")
    assert len(game.examples) >= 2
    assert "river_duel.py" in (tmp_path / "test_river_duel.py").read_text()
    assert "my_game" not in (tmp_path / "test_river_duel.py").read_text() + (tmp_path / "river_duel.py").read_text()


def test_programs_read_what_check_and_explain_find(tmp_path: Path) -> None:
    assert run("new", "river-duel")[0] == 0
    code, out, _ = run("explain", "river_duel.py", "--json")
    plan = json.loads(out)
    assert (code, plan["game"], plan["plan"], plan["method"]) == (0, "river-duel", "duel", "exact")
    assert plan["classes"] > 0 < plan["expected_seconds"]
    assert plan["expected_megabytes"] > 0
    code, out, _ = run("check", "river_duel.py", "--rounds", "1000", "--json")
    found = json.loads(out)
    assert (code, found["game"]) == (0, "river-duel")
    assert {row["status"] for row in found["checks"]} <= {"passes", "skipped"}
    assert all(row["name"] and row["why"] for row in found["checks"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Big Game"], "a game's name has lowercase letters, digits and hyphens, such as river-duel, not 'Big Game'"),
        (["../out"], "a game's name has lowercase letters"),
        (["river", "--like", "chess"], "--like takes duel, stud, holdem, draw, shoe, not 'chess'"),
        ([min(GAMES)], "is a built-in game: choose another name"),
    ],
)
def test_what_cannot_be_written_is_said(arguments: list[str], words: str, tmp_path: Path) -> None:
    code, out, wrong = run("new", *arguments)
    assert (code, out) == (2, "")
    assert words in wrong
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "test_river.py").write_text("mine")
    assert run("new", "river")[2] == "feltlab: test_river.py already exists: choose another name, or move it away\n"
    assert [file.name for file in tmp_path.iterdir()] == ["test_river.py"]


def red(findings: Iterator[Finding]) -> dict[str, Finding]:
    return {finding.what: finding for finding in findings if finding.right is False}


def test_check_is_green_for_the_first_starter_and_red_for_what_is_wrong(tmp_path: Path) -> None:
    run("new", "river")
    file = tmp_path / "river.py"
    code, out, wrong = run("check", "river.py", "--rounds", "20000")
    assert (code, wrong) == (0, ""), out
    assert out.rstrip().endswith("green")
    text = file.read_text()
    claimed = text.replace("__doc__,\n", '__doc__,\n    claims=[claim("house_edge", "a guess", "9%")],\n', 1)
    claimed = claimed.replace("category, declare", "category, claim, declare", 1)
    file.write_text(claimed.replace("straight flush 40 to 1", "royal 9000 to 1\\n straight flush 4000 to 1"))
    findings = list(Checker(load_game(file), 20_000).findings())
    assert "pairs: the player has the edge" in next(each.words for each in findings if each.what == "edge")
    found = red(iter(findings))
    assert set(found) == {"pay tables", "published figures"}
    assert found["pay tables"].words == "never paid: pairs: royal"
    assert found["published figures"].words == "house edge 9%, exactly 1.95%"
    assert all(finding.advice for finding in found.values())


def test_pays_that_rise_down_the_felt_are_red_and_an_edge_of_the_player_is_a_warning(tmp_path: Path) -> None:
    run("new", "river")
    file = tmp_path / "river.py"
    text = file.read_text()
    file.write_text(text.replace("straight flush 40 to 1", "straight flush 2 to 1"))
    found = red(Checker(load_game(file), 20_000).findings())
    assert set(found) == {"order of pays"}
    assert "3 of a kind below straight flush pays more" in found["order of pays"].words
    assert "the best event first" in found["order of pays"].advice
    file.write_text(text.replace("straight flush 40 to 1", "straight flush 4000 to 1"))
    code, out, wrong = run("check", "river.py", "--rounds", "20000")
    assert (code, wrong) == (0, "")
    assert out.rstrip().endswith("green, with 1 warning")
    assert "– marks what is missing" in out
    assert "% of the bet" in " ".join(out.split())


def test_a_rule_that_cannot_be_compiled_is_red(tmp_path: Path) -> None:
    run("new", "river")
    file = tmp_path / "river.py"
    file.write_text(file.read_text().replace("    return category(own)\n", "    return int(str(category(own)))\n"))
    found = red(Checker(load_game(file), 20_000).findings())
    assert "compiled rules" in found
    assert found["compiled rules"].advice


def test_explain_tells_the_plan_before_anything_is_solved(tmp_path: Path) -> None:
    run("new", "river", "--like", "holdem")
    code, out, wrong = run("explain", "river.py")
    assert (code, wrong) == (0, "")
    assert re.search(r"plan +board\b", out)
    assert re.search(r"time +about \d+\.\d s", out)


# The tutorial


def edge_of(text: str, wager: str = "") -> str:
    GAMES.pop("ferry", None)
    file = Path("ferry.py")
    file.write_text(text)
    found = analyze(load_game(file).slug)
    return f"{float((found.wagers[wager] if wager else found.main).house_edge):.4%}"


def test_each_step_of_the_tutorial_can_be_followed(tmp_path: Path) -> None:
    draft, strong, function, arguments, whole = re.findall(r"```(?:python|text)\n(.*?)```", TUTORIAL, re.DOTALL)
    assert edge_of(draft) == "-2.0526%"
    second = re.sub(r"^STRONG = .*\n", strong, draft, flags=re.MULTILINE)
    assert edge_of(second) == "2.4336%"
    third = second.replace("best_of, declare", "best_of, category, declare").replace(
        "three_cards,\n", "side, three_cards,\n"
    )
    third = third.replace('wagers=[opening("ante"), raised("play")]', re.findall(r"`(wagers=.*?)`", TUTORIAL)[0])
    third = third.replace("GAME = ", f"{function}\n\nGAME = ").replace(
        "    settle=settle,\n", f"    settle=settle,\n{arguments}"
    )
    assert edge_of(third, "toll").startswith("-113.7")
    code, out, wrong = run("design", "ferry.py", "toll", "--edge", "5%", "--tolerance", "2%", "--lines", "4")
    assert (code, wrong) == (0, "")
    assert re.search(r"25 10 2 1 +│ 4\.8795%", out)
    assert edge_of(whole) == "2.4336%"
    assert len(whole.splitlines()) <= 80
    assert red(Checker(GAMES["ferry"], 20_000).findings()) == {}
    for said in ("-2.0526%", "2.4336%", "114%", "4.8795%"):
        assert said in TUTORIAL


def test_the_reference_names_what_the_sdk_has() -> None:
    import feltlab.sdk as sdk

    used = set(re.findall(r"\b([A-Z][a-z]+|[a-z_]+)\(", " ".join(re.findall(r"`([^`]+)`", REFERENCE))))
    known = {
        *sdk.__all__,
        "settle",
        "load_game",
        "text",
        "value",
        "dataclass",
        "least",
        "Jokers",
        "Tide",
        "min",
        "max",
        "two",
    }
    assert used <= known, used - known
    unsaid = {
        name
        for name in sdk.__all__
        if not re.search(rf"\b{name}\b", REFERENCE + (ROOT / "docs/rankings.md").read_text())
    }
    assert not unsaid


def test_what_is_no_game_is_told_as_what_it_is(tmp_path: Path) -> None:
    run("new", "river-duel")
    (tmp_path / "notes.txt").write_text("my game, some day\n")
    assert run("check", "nofile.py")[::2] == (2, "feltlab: there is no file nofile.py\n")
    assert run("check", "river-duel")[2] == "feltlab: 'river-duel' is not a game: did you mean river_duel.py?\n"
    assert run("check", "notes.txt")[2].startswith(
        "feltlab: notes.txt is a text file: a game is a file that ends in .py"
    )
