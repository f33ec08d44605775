"""feltlab report: what it writes, what it refuses, and that a file is never half-overwritten."""

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from feltlab.commands import report as command
from feltlab.commands import report_progress
from feltlab.commands.report import report
from feltlab.errors import FeltlabError
from feltlab.exact.solving.progress import watcher
from feltlab.games import GAMES
from feltlab.lab.protection.cache import cache_file, store
from feltlab.report import subject as subjects
from feltlab.report.rack_card import CardForm
from feltlab.report.subject import Options, subject_of
from feltlab.whole import write_whole
from tests.conftest import Feltlab
from tests.report.kept import PROTECTION, ROUNDS, subject


def listed(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def kept(slug: str, progress: object = None, house: object = None) -> dict[str, Any]:
    return PROTECTION[slug]


@pytest.fixture(autouse=True)
def _no_sampling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "cached", kept)
    monkeypatch.setattr(report_progress, "cached", kept)


def test_the_command_writes_what_the_program_makes(
    feltlab: Feltlab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    store(cache_file("rule-out"), PROTECTION["rule-out"])
    out = tmp_path / "figures.json"
    done = feltlab("report", "rule-out", "--rounds", str(ROUNDS), "-o", str(out))
    assert (done.returncode, done.stdout) == (0, f"wrote {out}\n")
    assert out.read_bytes() == subject("rule-out").canonical
    assert sha256(out.read_bytes()).hexdigest() == subject("rule-out").checksum
    assert "_float" not in json.dumps(json.loads(out.read_bytes())["analysis"])


@pytest.mark.parametrize("ending", [".pdf", ".html", ".xlsx"])
def test_each_ending_has_its_form(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "subject_of", lambda slug, *_: subject(slug))
    out = tmp_path / f"report{ending}"
    out.write_text("before")
    report("rule-out", out)
    assert out.read_bytes().startswith({".pdf": b"%PDF-", ".html": b"<!DOCTYPE html>", ".xlsx": b"PK"}[ending])
    assert listed(tmp_path) == [out.name]


def test_terms_change_the_figures_and_the_command_that_is_printed(tmp_path: Path) -> None:
    out = tmp_path / "six.html"
    report("rule-out", out, decks=6, pay_table=["joker=alternate-6"], strategy="keep", rounds=ROUNDS)
    text = out.read_text("utf-8")
    options = Options("keep", (("joker", "alternate-6"),), 6)
    changed = subject_of("rule-out", options, rounds=ROUNDS)
    assert changed.command() in text.replace("&#39;", "'")
    assert f"{float(changed.main.house_edge):.4%}" in text
    assert changed.checksum in text
    assert changed.checksum != subject("rule-out").checksum


def test_all_writes_every_form_of_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "GAMES", {"rule-out": GAMES["rule-out"]})
    monkeypatch.setattr(command, "subject_of", lambda slug, **_: subject(slug))
    report(output=tmp_path / "reports", all_games=True)
    assert listed(tmp_path / "reports") == [
        "rule-out-rack-card.pdf", "rule-out.html", "rule-out.json", "rule-out.pdf", "rule-out.xlsx",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"game": "rule-out"}, "say where to write"),
        ({"output": "x.pdf"}, "name a game"),
        ({"game": "snap", "output": "x.pdf"}, "is not a game"),
        ({"game": "rule-out", "output": "x.doc"}, "must end in .pdf, .html, .xlsx, .json, not in .doc"),
        ({"game": "rule-out", "output": "x"}, "not in nothing"),
        ({"game": "rule-out", "output": "x.html", "rack_card": True}, "must end in .pdf, not in .html"),
        ({"game": "rule-out", "output": "x.pdf", "form": CardForm.HALF}, "--form half is for a rack card"),
        ({"game": "rule-out", "output": "no/such/x.pdf"}, "there is no folder"),
        ({"game": "rule-out", "output": "folder.pdf"}, "it is a folder"),
        ({"game": "rule-out", "output": "x.pdf", "strategy": "luck"}, "is not a strategy"),
        ({"game": "rule-out", "output": "x.pdf", "pay_table": ["main=nine"]}, "is not a main pay table"),
        ({"game": "low-four", "output": "x.pdf", "decks": 2}, "only rule-out"),
        ({"game": "rule-out", "output": "x.pdf", "rules": "none.toml"}, "cannot read the rule file"),
        ({"game": "rule-out", "output": "x.pdf", "filing": "none.toml"}, "cannot read the filing none.toml"),
        ({"game": "rule-out", "output": "x.pdf", "date": "tomorrow"}, "--date must be a day such as 2026-11-18"),
        ({"game": "rule-out", "output": "out", "all_games": True}, "name no game"),
        ({"output": "folder.pdf/file/out", "all_games": True}, "cannot make the folder"),
    ],
)
def test_a_wrong_call_is_refused_and_writes_nothing(
    arguments: dict[str, Any], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.pdf").mkdir()
    (tmp_path / "folder.pdf" / "file").write_text("")
    paths: dict[str, Any] = {name: Path(arguments[name]) for name in ("output", "rules", "filing") if name in arguments}
    with pytest.raises(FeltlabError) as caught:
        report(**(arguments | paths))
    assert said in str(caught.value)
    assert listed(tmp_path) == ["folder.pdf"]


def test_a_wrong_call_is_one_line_and_exit_code_2(feltlab: Feltlab, tmp_path: Path) -> None:
    done = feltlab("report", "rule-out", "-o", str(tmp_path / "x.doc"))
    assert done.returncode == 2
    assert done.stderr.startswith("feltlab: the file must end in")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("fails", ["fsync", "replace"])
def test_a_file_is_never_half_overwritten(fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "report.pdf"
    out.write_bytes(b"before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os if fails == "fsync" else Path, fails, full)
    with pytest.raises(FeltlabError, match="No space left on device"):
        write_whole(out, b"after")
    assert out.read_bytes() == b"before"
    assert listed(tmp_path) == ["report.pdf"]


def test_the_bar_says_what_is_counted_while_a_game_is_solved() -> None:
    with report_progress.shown("Ferry: ferry.pdf") as one:
        (task,) = one.bar.tasks
        assert task.description == "Ferry: ferry.pdf, exact figures and pages"
        watcher()("boards", 1, 4)
        assert (task.description, task.completed) == ("Ferry: ferry.pdf, counting boards", 0.25)
        watcher()("boards", 4, 4)
        assert task.description == "Ferry: ferry.pdf, exact figures and pages"
        one.simulated(1, 2)
        assert (task.description, task.completed) == ("Ferry: ferry.pdf, simulation", 0.5)
