"""A room never names a game: outside its own folder no file of the package has a game's name in it, in any spelling."""

import re
from pathlib import Path

import pytest

import feltlab
from feltlab.games import GAMES

PACKAGE = Path(feltlab.__file__).parent
ENDINGS = {".py", ".toml", ".html", ".js", ".css", ".txt", ".json", ".typ"}
OLD_RECORDS = {Path("verify_shuffle.py")}
"""Knows by heart how the games of 0.1.0 were cut: their records do not say it."""


def spelling(slug: str) -> re.Pattern[str]:
    """The first two words are a name; in small letters and apart they may be plain English."""
    one, two = slug.split("-")[:2]
    return re.compile(rf"(?i:{one}[-_]{two})|{one.title()} ?{two.title()}|{one}{two}\b")


def named_in(folder: Path, slug: str) -> list[str]:
    own = folder / "games" / slug.replace("-", "_")
    files = [file for file in sorted(folder.rglob("*")) if file.suffix in ENDINGS and not file.is_relative_to(own)]
    return [
        str(file.relative_to(folder))
        for file in files
        if file.relative_to(folder) not in OLD_RECORDS and spelling(slug).search(file.read_text("utf-8"))
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_no_room_names_a_game(slug: str) -> None:
    assert named_in(PACKAGE, slug) == []


@pytest.mark.parametrize("words", ["# as in Low Four", "LowFour", "low_four", "low-four"])
def test_a_planted_name_is_found(words: str, tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "step.py").write_text(words)
    assert named_in(tmp_path, "low-four") == ["table/step.py"]


def test_a_games_own_folder_may_name_it(tmp_path: Path) -> None:
    (tmp_path / "games" / "low_four").mkdir(parents=True)
    (tmp_path / "games" / "low_four" / "rules.py").write_text("Low Four")
    assert named_in(tmp_path, "low-four") == []
