"""analyze, advise, strategy, progressive and verify as programs and people call them."""

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from feltlab.commands.verify import verify
from feltlab.games import GAMES
from feltlab.lab import claims_of, lab_of
from tests.conftest import Feltlab


@pytest.mark.parametrize("slug", GAMES)
def test_analyze_prints_the_contract(feltlab: Feltlab, slug: str) -> None:
    done = feltlab("analyze", slug, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["game"], found["method"]) == (slug, "exact")
    main = found["main"]
    for key in (
        "house_edge",
        "element_of_risk",
        "rtp",
        "average_wager",
        "average_return",
        "fold_frequency",
        "variance",
    ):
        assert float(Fraction(main[key])) == pytest.approx(main[f"{key}_float"])
    assert sum(Fraction(row["probability"]) for row in main["outcomes"]) == 1
    for wager, figures in found["wagers"].items():
        assert figures["pay_table"] in GAMES[slug].book.pay_tables[wager]
        assert sum(Fraction(row["return"]) for row in figures["events"]) == -Fraction(figures["house_edge"])


def test_analyze_takes_pay_tables_decks_and_strategies(feltlab: Feltlab) -> None:
    done = feltlab("analyze", "low-four", "--pay-table", "low-points=4", "--strategy", "raise-15", "--json")
    found = json.loads(done.stdout)
    assert found["main"]["strategy"] == "raise-15"
    assert found["wagers"]["low-points"]["pay_table"] == "4"
    assert f"{found['wagers']['low-points']['house_edge_float']:.2%}" == "8.20%"
    found = json.loads(feltlab("analyze", "rule-out", "--decks", "6", "--json").stdout)
    assert f"{found['main']['rtp_float']:.2%}" == "98.55%"


def test_analyze_warns_where_the_player_has_the_edge(feltlab: Feltlab) -> None:
    done = feltlab("analyze", "rule-out", "--decks", "3", "--pay-table", "main=single", "--json")
    assert json.loads(done.stdout)["notes"]


@pytest.mark.parametrize("slug", GAMES)
def test_people_can_read_analysis_and_strategy(feltlab: Feltlab, slug: str) -> None:
    assert "house edge" in feltlab("analyze", slug).stdout
    done = feltlab("strategy", slug)
    assert done.returncode == 0
    assert "optimal" in done.stdout


@pytest.mark.parametrize("slug", GAMES)
def test_strategies_are_priced_and_none_beats_the_optimum(feltlab: Feltlab, slug: str) -> None:
    found = json.loads(feltlab("strategy", slug, "--json").stdout)
    assert list(found["strategies"]) == list(lab_of(slug).STRATEGIES)
    assert all(Fraction(entry["cost"]) >= 0 for entry in found["strategies"].values())


def test_the_complete_strategy_is_written_as_csv(feltlab: Feltlab, tmp_path: Path) -> None:
    path = tmp_path / "strategy.csv"
    assert feltlab("strategy", "low-four", "-o", str(path)).returncode == 0
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 49_205
    assert sum(int(row["hands"]) for row in rows) == 133_784_560
    assert all((row["decision"] == "play") == (Fraction(row["ev_play"]) >= -1) for row in rows[::50])


def test_a_file_that_cannot_be_written_is_one_line(feltlab: Feltlab, tmp_path: Path) -> None:
    done = feltlab("strategy", "low-four", "-o", str(tmp_path / "no" / "such" / "folder.csv"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_advise_answers_lines_and_names_the_wrong_one(feltlab: Feltlab) -> None:
    lines = [
        {"game": "low-four", "player": "6c 6d 5h 4s Kd Qh Js", "wagers": {"ante": 100}},
        {"game": "low-four", "player": "6c 6c 5h 4s Kd Qh Js", "wagers": {"ante": 100}},
        {"game": "ace-odd-even", "player": "As Qd Th 8s 6c 2d 3h", "wagers": {"ante": 100, "poker": 100}, "id": 7},
        {"game": "quick-draw-holdem", "hole": "9c 9d", "flop": "9h 4s 4c", "wagers": {"flop": 100}},
        {"game": "quick-draw-holdem", "hole": "9c 9d", "flop": "9h 4s 4c", "turn": "2c", "wagers": {"flop": 100}},
        {"game": "rule-out", "decks": 1, "dealt": "2d 3h Ts", "wagers": {"main": 100}},
    ]
    done = feltlab("advise", "--json", stdin="\n".join(map(json.dumps, lines)))
    assert (done.returncode, done.stderr) == (1, "")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [[option["choice"] for option in row["options"]] for row in rows if "options" in row] == [
        ["fold", "play"],
        ["fold", "play odd", "play even"],
        ["fold", "bet"],
        ["fold", "bet"],
        ["keep", "trade 2d", "trade 3h", "trade Ts"],
    ]
    assert rows[1] == {"error": "6c is dealt twice", "line": 2}
    assert rows[2]["id"] == 7
    assert rows[0]["options"][0] == {"choice": "fold", "ev": "-1", "ev_float": -1.0}


@pytest.mark.parametrize(
    "line",
    [
        {"game": "low-four"},
        {"game": "low-four", "player": "6c"},
        {"game": "low-four", "player": "6c 6d 5h 4s Kd Qh Js", "wagers": {"ante": 0}},
        {"game": "low-four", "player": "6c 6d 5h 4s Kd Qh Js", "wagers": {"low-points": 100}},
        {"game": "low-four", "player": "6c 6d 5h 4s Kd Qh Js", "wagers": {"ante": 1, "combo-progressive": 1}},
        {"game": "low-four", "player": "6c 6d 5h 4s Kd Qh Js", "pay_tables": {"low-points": "9"}},
        {"game": "ace-odd-even", "player": "Jo Qd Th 8s 6c 2d 3h"},
        {"game": "quick-draw-holdem", "hole": "9c 9d", "flop": "9h 4s 9c"},
        {"game": "quick-draw-holdem", "hole": "9c 9d", "flop": "9h 4s 4c", "turn": "9c"},
        {"game": "quick-draw-holdem", "hole": "9c 9d", "flop": "9h 4s 4c", "turn": "2c", "river": "3c"},
        {"game": "rule-out", "dealt": "2d 3h"},
        {"game": "rule-out", "decks": 9, "dealt": "2d 3h Ts"},
        {"game": "rule-out", "decks": 1, "dealt": "2d 2d Ts"},
        {"game": "poker"},
    ],
    ids=str,
)
def test_a_hand_that_cannot_be_advised_on_is_refused(feltlab: Feltlab, line: dict[str, object]) -> None:
    done = feltlab("advise", "--json", stdin=json.dumps(line))
    assert done.returncode == 1
    assert set(json.loads(done.stdout)) == {"error", "line"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyze", "low-four", "--strategy", "brave"),
        ("analyze", "low-four", "--decks", "2"),
        ("analyze", "rule-out", "--decks", "9"),
        ("analyze", "rule-out", "--decks", "many"),
        ("analyze", "low-four", "--pay-table", "low-points"),
        ("analyze", "low-four", "--pay-table", "low-points=9"),
        ("analyze", "low-four", "--pay-table", "ante=1"),
        ("progressive", "rule-out"),
        ("progressive", "low-four", "--meter", "lots"),
        ("progressive", "low-four", "--meter", "-1"),
        ("progressive", "low-four", "--meter", "1e400"),
        ("verify", "poker"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_2(feltlab: Feltlab, arguments: tuple[str, ...]) -> None:
    done = feltlab(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_progressive_for_programs(feltlab: Feltlab) -> None:
    found = json.loads(feltlab("progressive", "low-four", "--meter", "250,000", "--json").stdout)
    assert f"{found['mean_meter_float']:,.2f}" == "197,442.05"
    assert Fraction(found["at_meter"]["meter"]) == 250_000
    assert "break-even" in feltlab("progressive", "ace-odd-even").stdout


def test_verify_lists_every_printed_figure_and_explains_each_difference(feltlab: Feltlab) -> None:
    done = feltlab("verify", "--json")
    assert done.returncode == 0
    rows = json.loads(done.stdout)
    keys = {"game", "source", "figure", "published", "exact", "computed", "rounded", "status", "note"}
    assert all(set(row) == keys for row in rows)
    differing = [row for row in rows if row["status"] == "differs"]
    assert all(row["note"] for row in differing)
    assert {(row["game"], row["published"]) for row in differing} == {
        ("quick-draw-holdem", "56,189,515,200"),
        ("quick-draw-holdem", "14.8779"),
        ("rule-out", "94.85%"),
    }


def test_every_row_has_a_place_of_its_own() -> None:
    for slug in GAMES:
        rows = claims_of(slug)
        assert len({(row.source, row.figure) for row in rows}) == len(rows)
        assert all(row.source and row.figure for row in rows)


def test_the_house_edge_of_a_summary_is_read_as_its_sentence_means_it() -> None:
    (row,) = [row for row in claims_of("low-four") if row.figure.startswith("House Edge that the maximum")]
    assert (row.published, row.computed, row.status) == ("2.77%", "2.7742%", "matches")
    assert "by the ante, it is 4.63%" in row.note


@pytest.mark.parametrize(("slug", "at_base"), [("ace-odd-even", "64.10%"), ("low-four", "62.12%")])
def test_a_minimum_rtp_of_a_progressive_says_that_it_is_an_average(slug: str, at_base: str) -> None:
    (row,) = [row for row in claims_of(slug) if row.figure == "Minimum RTP"]
    assert row.matches
    assert "long run" in row.note
    assert at_base in row.note


@pytest.mark.parametrize("slug", GAMES)
def test_a_note_on_another_value_is_no_excuse(slug: str) -> None:
    """Whatever row differs or is remarked on, were something else computed it would be unexplained."""
    for row in claims_of(slug):
        if row.note and not isinstance(row.value, str | bool):
            assert not replace(row, value=row.value + 1).note


def verified(slug: str) -> int:
    """The exit code of `feltlab verify` in this process, where a change can be planted."""
    try:
        verify([slug], json=True)
    except typer.Exit as ended:
        return ended.exit_code
    return 0


PLANTED: list[tuple[str, str, Callable[[Any], Any]]] = [
    ("quick-draw-holdem", "deals", lambda deals: lambda: deals() + 1),
    ("quick-draw-holdem", "_pays", lambda pays: lambda *given: pays(*given) + 1),
    ("quick-draw-holdem", "_cell", lambda cell: lambda *given: cell(*given) + Fraction(1, 10**12)),
    ("rule-out", "_EXPLAINED", lambda _: Fraction(1)),
    ("rule-out", "choices", lambda choices: lambda *given: choices(*given) * 0),
    ("low-four", "DEALS", lambda deals: deals + 10**12),
    ("ace-odd-even", "choices", lambda choices: lambda *given: ~choices(*given)),
]


@pytest.mark.parametrize(("slug", "name", "change"), PLANTED, ids=[f"{slug} {name}" for slug, name, _ in PLANTED])
def test_a_planted_change_is_not_excused(
    slug: str, name: str, change: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verified(slug) == 0
    module = import_module(f"feltlab.games.{slug.replace('-', '_')}.claims")
    monkeypatch.setattr(module, name, change(getattr(module, name)))
    assert verified(slug) == 1


def test_verify_for_people_ends_with_a_summary(feltlab: Feltlab) -> None:
    done = feltlab("verify", "rule-out")
    assert done.returncode == 0
    words = " ".join(done.stdout.split())
    rows = claims_of("rule-out")
    assert f"{len(rows)} printed figures: {len(rows) - 1} match, 1 differ" in words
    assert "Remarks on figures that match" in words
    for row in rows:
        assert row.note in words


@pytest.mark.parametrize(
    ("slug", "changes"),
    [
        ("ace-odd-even", {"qualifier_rank": "Q"}),
        ("low-four", {"qualifier": 15}),
        ("quick-draw-holdem", {"high_pair": "8"}),
        ("rule-out", {"jokers": 1}),
    ],
)
def test_nothing_is_typed_in_a_rule_number_changes_what_is_computed(slug: str, changes: dict[str, object]) -> None:
    game = GAMES[slug]
    changed = game.house().changed(changes)
    before = {(claim.source, claim.figure): claim.value for claim in claims_of(slug)}
    after = {(claim.source, claim.figure): claim.value for claim in claims_of(slug, changed)}
    assert sum(before[key] != after[key] for key in before) >= 5
    assert any(not claim.matches for claim in claims_of(slug, changed))
