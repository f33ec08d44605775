"""One set of terms everywhere: page, twin, parts, API, command line, report and rule file agree."""

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.report.subject import subject_of
from feltlab.rules.house import House
from feltlab.rules.rule_file import read_rule_file
from feltlab.rules.rule_text import rule_text
from feltlab.web.lab import tasks
from feltlab.web.lab.questions import MakeReport, Protect
from feltlab.web.lab.terms import MOST_TABLES
from tests.conftest import Feltlab
from tests.random_terms import random_house

SEED = 7
HANDS: dict[str, dict[str, Any]] = {
    "low-four": {"player": "6c 6d 5h 4s Kd Qh Js"},
    "ace-odd-even": {"player": "Ac 3d 5h 7s 2c 4d 6h"},
    "quick-draw-holdem": {"hole": "As Ks", "flop": "Qs 2d 7c"},
    "rule-out": {"dealt": "Td 3h 9s"},
    "spring-tide": {"player": "Ks Qs 5s"},
}
FILE = Path(__file__).parents[2] / "examples" / "spring_tide.py"


def told(feltlab: Feltlab, *arguments: str, stdin: str = "") -> Any:
    done = feltlab(*arguments, "--json", stdin=stdin)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("slug", GAMES)
def test_every_section_is_on_the_same_terms(
    site: TestClient, feltlab: Feltlab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    walk_all_sections(site, feltlab, tmp_path, monkeypatch, slug, slug)


def test_every_section_is_on_the_same_terms_for_a_game_of_a_file(
    site: TestClient, feltlab: Feltlab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game(FILE)
    monkeypatch.setitem(GAMES, game.slug, game)
    walk_all_sections(site, feltlab, tmp_path, monkeypatch, game.slug, str(FILE))


def walk_all_sections(
    site: TestClient, feltlab: Feltlab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str, named: str
) -> None:
    """`named` is what the command line knows the game by."""
    game = GAMES[slug]
    house = random_house(game, SEED)
    text = rule_text(game, house)
    asked = {"game": slug, "terms": text}
    behind = {"terms": text}
    file = tmp_path / "house.toml"
    saved = site.get(f"/lab/{slug}/terms.toml", params=behind)
    file.write_bytes(saved.content)
    assert saved.text == text
    assert read_rule_file(file, GAMES) == (game, house)
    rules = ("--rules", str(file))

    analysis = told(feltlab, "analyze", named, *rules)
    twin = site.get(f"/lab/{slug}.json", params=behind).json()
    assert twin["terms"]["terms"] == text
    assert twin["analysis"] == analysis
    assert site.post("/api/lab/analyze", json=asked).json()["analysis"] == analysis
    part = site.get(f"/lab/{slug}/part/pays", params=behind).text
    page = site.get(f"/lab/{slug}", params=behind).text
    for figures in (analysis["main"], *analysis["wagers"].values()):
        assert figures["house_edge"] in page.replace("<wbr>", "")
        assert figures["house_edge"] in part.replace("<wbr>", "")
    assert "Your terms" in page
    for row in twin["terms"]["differs"]:
        assert row["what"] in unescape(page)

    priced = told(feltlab, "strategy", named, *rules)["strategies"]
    assert {row["name"]: row["house_edge"] for row in twin["priced"]} == {
        name: figures["house_edge"] for name, figures in priced.items()
    }
    if twin["progressive"]:
        found = told(feltlab, "progressive", named, *rules)
        meter = site.post("/api/lab/progressive", json={**asked, "meter": "100"}).json()["figures"]
        assert twin["progressive"]["figures"]["rtp"] == meter["rtp"] == found["rtp"]
    hand = {"game": slug, **HANDS[slug], "wagers": {game.initial: 500}}
    loaded = () if named == slug else ("--game", named)
    advice = told(feltlab, "advise", *rules, *loaded, stdin=json.dumps(hand))
    assert site.post("/api/lab/advise", json={**hand, "terms": text}).json() == advice
    session = {**asked, "length": 20, "sessions": 50, "seed": 3}
    played = told(feltlab, "sessions", named, *rules, "--length", "20", "--sessions", "50", "--seed", "3")
    assert site.post("/api/lab/sessions", json=session).json()["figures"] == played

    beside = twin["beside"]["bets"]
    assert {bet["slug"]: bet["second"]["house_edge"] for bet in beside if bet["second"]} == {
        "main": analysis["main"]["house_edge"],
        **{wager: figures["house_edge"] for wager, figures in analysis["wagers"].items()},
    }
    report = tasks._subject(MakeReport(form="-rack-card.pdf", **asked), text, tasks.silent)
    assert report.analysis.main.to_dict() == subject_of(slug, house=house).analysis.main.to_dict()
    assert str(report.main.house_edge) == analysis["main"]["house_edge"]
    sampled: list[str] = []

    def sample(slug: str, tell: object, house: House) -> dict[str, Any]:
        sampled.append(rule_text(game, house))
        return {}

    monkeypatch.setattr(tasks, "cached", sample)
    tasks.protected(Protect(**asked))
    assert sampled == [text]


def test_a_form_gives_terms_and_keeps_what_it_does_not_show(site: TestClient) -> None:
    def written(**edit: Any) -> Any:
        answer = site.post("/api/lab/terms", json={"game": "low-four", **edit})
        assert answer.status_code == 200, answer.text
        return answer.json()

    prices = '[[progressive]]\nwager = "combo-progressive"\nprices = [100]\n'
    before = written(terms=prices)["terms"]
    assert "prices = [100]" in before
    both = written(terms=before, numbers={"qualifier": 15}, left_off=["high-points"])
    assert "prices = [100]" in both["terms"]
    assert 'left_off = ["high-points"]' in both["terms"]
    assert ["Points to qualify", "16", "15"] in [list(row.values()) for row in both["differs"]]
    back = written(terms=both["terms"], numbers={"qualifier": 16}, left_off=[])
    assert back["terms"] == before
    mine = written(tables={"low-points": "1 to 8 points 3 to 1"})
    assert 'id = "mine"' in mine["terms"]
    assert written(terms=mine["terms"], felt={"low-points": ""}) == {
        "terms": "", "own": False, "query": "", "differs": [],
    }  # fmt: skip
    assert '[felt]\n"low-points" = "4"' in written(terms=mine["terms"], felt={"low-points": "4"})["terms"]


@pytest.mark.parametrize(
    "terms", ["x", "[rules]\nqualifier = 99", 'game = "rule-out"', "a." * 200 + "b = 1", "x" * 25_000]
)
def test_terms_that_cannot_be_used_are_refused_in_a_line(site: TestClient, terms: str) -> None:
    for address in ("/lab/low-four", "/lab/low-four.json", "/lab/low-four/part/pays", "/lab/low-four/terms.toml"):
        assert site.get(address, params={"terms": terms}).status_code in (400, 413), address
    said = site.post("/api/lab/analyze", json={"game": "low-four", "terms": terms})
    assert said.status_code in (400, 422)
    assert "\n" not in said.json()["error"]


def test_two_sets_of_terms_stand_side_by_side(site: TestClient) -> None:
    one, other = "[rules]\nqualifier = 15", "[rules]\nqualifier = 17"
    both = site.get("/lab/low-four.json", params={"terms": one, "beside": other}).json()["beside"]
    edges = [
        site.post("/api/lab/analyze", json={"game": "low-four", "terms": terms}).json()["analysis"]["main"][
            "house_edge"
        ]
        for terms in (other, one)
    ]
    assert [both["bets"][0]["first"]["house_edge"], both["bets"][0]["second"]["house_edge"]] == edges
    assert both["differs"] == [{"what": "Points to qualify", "first": "17", "second": "15"}]
    assert site.get("/lab/low-four.json").json()["beside"] is None


def test_a_table_shows_what_it_is_worth_before_it_is_chosen(site: TestClient) -> None:
    terms = {"terms": "[rules]\ndecks = 6"}
    wagers = site.get("/lab/rule-out.json", params=terms).json()["wagers"]
    tables = {table["id"]: table for wager in wagers for table in wager["tables"] if wager["slug"] == "joker"}
    part = site.get("/lab/rule-out/part/pays", params=terms).text
    for id, table in tables.items():
        if "house_edge" not in table:
            continue
        chosen = site.post("/api/lab/terms", json={"game": "rule-out", **terms, "felt": {"joker": id}}).json()["terms"]
        found = site.post("/api/lab/analyze", json={"game": "rule-out", "terms": chosen}).json()["analysis"]
        assert found["wagers"]["joker"]["house_edge"] == table["house_edge"]
        assert found["wagers"]["joker"]["hit_frequency"] == table["hit_frequency"]
        assert all(row["event"] in part for row in table["rows"])


def test_terms_have_no_more_pay_tables_than_a_page_can_price(site: TestClient) -> None:
    def terms(count: int) -> str:
        table = '[[pay_table]]\nwager = "low-points"\nid = "own {}"\nlines = "1 or 2 points 9 to 1"\n'
        return 'game = "low-four"\n' + "".join(map(table.format, range(count)))

    assert site.get("/lab/low-four", params={"terms": terms(MOST_TABLES)}).status_code == 200
    for answer in (
        site.get("/lab/low-four", params={"terms": terms(MOST_TABLES + 1)}),
        site.post("/api/lab/analyze", json={"game": "low-four", "terms": terms(MOST_TABLES + 1)}),
    ):
        assert answer.status_code == 400
        assert "25 pay tables of their own: 24 are the most here" in answer.text
