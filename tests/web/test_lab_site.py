"""The lab's pages and API say what the command line says, and nothing is typed in."""

import json
import re
from collections import OrderedDict
from fractions import Fraction
from html import unescape
from itertools import combinations, pairwise
from typing import Any

import pytest
from fastapi.testclient import TestClient

from feltlab.games import GAMES
from feltlab.lab import analyze, claims_of, lab_of
from feltlab.web.lab import charts, protection
from feltlab.web.school import drills
from feltlab.web.site.figures import progressive_of
from feltlab.web.site.page import STATIC
from feltlab.web.site.shown import percent
from feltlab.web.site.text import TEXT, strategy_title, told
from tests.conftest import Feltlab
from tests.web.addresses import PAGES

ANALYSES: list[tuple[dict[str, Any], list[str]]] = [
    ({"game": "low-four"}, ["low-four"]),
    ({"game": "low-four", "strategy": "raise-15", "terms": '[felt]\nlow-points = "4"'},
     ["low-four", "--strategy", "raise-15", "--pay-table", "low-points=4"]),
    ({"game": "ace-odd-even", "strategy": "joint"}, ["ace-odd-even", "--strategy", "joint"]),
    ({"game": "ace-odd-even"}, ["ace-odd-even"]),
    ({"game": "quick-draw-holdem", "strategy": "human"}, ["quick-draw-holdem", "--strategy", "human"]),
    ({"game": "rule-out", "terms": "[rules]\ndecks = 6"}, ["rule-out", "--decks", "6"]),
]  # fmt: skip
HANDS: list[dict[str, Any]] = [
    {"game": "low-four", "player": "6c 6d 5h 4s Kd Qh Js", "wagers": {"ante": 100}},
    {"game": "ace-odd-even", "player": "Ac 3d 5h 7s 2c 4d 6h", "wagers": {"ante": 500, "poker": 500}},
    {"game": "quick-draw-holdem", "hole": "As Ks", "flop": "Qs 2d 7c", "wagers": {"flop": 500}},
    {
        "game": "quick-draw-holdem",
        "hole": "7s 7d",
        "flop": "Qs 2d 4c",
        "turn": "9h",
        "wagers": {"flop": 500, "best-four": 500},
    },
    {"game": "rule-out", "dealt": "Td 3h Jo", "decks": 4, "wagers": {"main": 500}},
]


def post(site: TestClient, address: str, body: object) -> Any:
    answer = site.post(f"/api/lab/{address}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(("asked", "arguments"), ANALYSES)
def test_the_bench_says_what_analyze_says(
    site: TestClient, feltlab: Feltlab, asked: dict[str, Any], arguments: list[str]
) -> None:
    printed = feltlab("analyze", *arguments, "--json")
    assert post(site, "analyze", asked)["analysis"] == json.loads(printed.stdout)


def test_a_printed_table_written_out_gives_the_same_figures(site: TestClient) -> None:
    for game in GAMES.values():
        for wager, tables in game.book.pay_tables.items():
            felt = game.house().pay_table(wager, None, 1)
            terms = post(site, "terms", {"game": game.slug, "tables": {wager: str(felt)}})["terms"]
            assert terms == ""  # it is the printed one
            found = post(site, "analyze", {"game": game.slug, "terms": terms})["analysis"]
            by_id = analyze(game.slug, pay_tables={wager: felt.id}).to_dict()
            for said in (found, by_id):
                said["main"].pop("pay_table", None)
                for figures in said["wagers"].values():
                    figures.pop("pay_table", None)
                said.pop("pay_tables")
                said.pop("notes")
            assert found == by_id, (game.slug, wager)
            assert tables


def test_an_edited_table_equals_the_same_table_in_a_rule_file(
    site: TestClient, feltlab: Feltlab, tmp_path: Any
) -> None:
    lines = "1 or 2 points   250 to 1\n3 or 4 points   30 to 1\n5 to 8 points   3 to 1"
    file = tmp_path / "house.toml"
    file.write_text(
        f'game = "low-four"\n[[pay_table]]\nwager = "low-points"\nid = "mine"\nfelt = true\nlines = """\n{lines}\n"""\n'
    )
    printed = feltlab("analyze", "low-four", "--rules", str(file), "--pay-table", "low-points=mine", "--json")
    assert printed.returncode == 0, printed.stderr
    terms = post(site, "terms", {"game": "low-four", "tables": {"low-points": lines}})["terms"]
    assert post(site, "analyze", {"game": "low-four", "terms": terms})["analysis"] == json.loads(printed.stdout)


def test_house_rules_change_the_edge(site: TestClient) -> None:
    felt = post(site, "analyze", {"game": "low-four"})["analysis"]["main"]["house_edge"]
    other = post(site, "analyze", {"game": "low-four", "terms": "[rules]\nqualifier = 17"})["analysis"]["main"][
        "house_edge"
    ]
    assert felt == str(analyze("low-four").main.house_edge)
    assert other != felt


@pytest.mark.parametrize("hand", HANDS)
def test_the_explorer_says_what_advise_says(site: TestClient, feltlab: Feltlab, hand: dict[str, Any]) -> None:
    printed = feltlab("advise", "--json", stdin=json.dumps(hand))
    assert post(site, "advise", hand) == json.loads(printed.stdout)


def test_the_meter_says_what_progressive_says(site: TestClient, feltlab: Feltlab) -> None:
    printed = json.loads(feltlab("progressive", "low-four", "--meter", "250000", "--json").stdout)
    printed.pop("game")
    assert post(site, "progressive", {"game": "low-four", "meter": "250000"})["figures"] == printed
    rule = '[[progressive]]\nwager = "combo-progressive"\nincrement = "25%"'
    faster = post(site, "progressive", {"game": "low-four", "meter": "0", "terms": rule})["figures"]
    assert Fraction(faster["rtp"]) - Fraction(printed["rtp"]) == Fraction(5, 100)


def test_sessions_say_what_the_command_says(site: TestClient, feltlab: Feltlab) -> None:
    asked = {
        "game": "rule-out",
        "length": 50,
        "sessions": 400,
        "bankroll": "30",
        "bets": {"main": "2", "joker": "1"},
        "seed": 5,
    }
    printed = feltlab("sessions", "rule-out", "--length", "50", "--sessions", "400", "--bankroll", "30", "--bet", "main=2",
                      "--bet", "joker=1", "--seed", "5", "--json")  # fmt: skip
    said = post(site, "sessions", asked)
    assert said["figures"] == json.loads(printed.stdout)
    assert len(said["charts"]) == 2
    begin = [float(row[0].replace("−", "-").replace(",", "")) for row in said["charts"][0]["rows"]]
    (step,) = {after - before for before, after in pairwise(begin)}
    assert all(edge % step == 0 for edge in begin), "columns begin at round numbers"


def test_shifts_say_what_the_command_says(site: TestClient, feltlab: Feltlab) -> None:
    asked = {"game": "low-four", "seats": 3, "hours": 2, "shifts": 50, "rounds_per_hour": 40}
    printed = feltlab(
        "shift", "low-four", "--seats", "3", "--hours", "2", "--shifts", "50", "--rounds-per-hour", "40", "--json"
    )
    assert post(site, "shift", asked)["figures"] == json.loads(printed.stdout)


def test_too_long_a_simulation_is_refused_in_words(site: TestClient) -> None:
    answer = site.post("/api/lab/sessions", json={"game": "low-four", "length": 10_000, "sessions": 100_000})
    assert answer.status_code == 400
    assert "2,000,000" in answer.json()["error"]


@pytest.mark.parametrize("slug", GAMES)
def test_strategy_charts_count_every_hand(site: TestClient, slug: str) -> None:
    said = site.get(f"/api/lab/strategy/{slug}").json()
    assert len(said["charts"]) == 2
    for chart in said["charts"]:
        for svg, kind in ((chart["svg"], "wide"), (chart["narrow"], "narrow")):
            assert svg.startswith(f'<svg class="chart {kind}"')
            assert "<title" in svg
            assert "<desc" in svg
            assert "style=" not in svg
        assert chart["rows"]
        assert all(len(row) == len(chart["head"]) for row in chart["rows"])


def test_every_strategy_has_a_title_for_people(site: TestClient) -> None:
    for slug in GAMES:
        text = site.get(f"/lab/{slug}").text
        for name in lab_of(slug).STRATEGIES:
            title = strategy_title(GAMES[slug], name)
            assert f'<option value="{name}"' in text
            assert f"{title}</option>" in text
            assert len(title) <= 24, "a label of a chart is not longer"


def test_figures_are_explained(site: TestClient) -> None:
    for page in ("/lab", "/lab/low-four"):
        text = site.get(page).text
        for words in TEXT["lab"]["meanings"].values():
            assert f"<dd>{words}</dd>" in text
        assert f'<abbr title="{TEXT["lab"]["meanings"]["house_edge"]}">' in text


def _labels(svg: str) -> list[tuple[str, float, float, float, float]]:
    """The names of points with the boxes that they fill."""
    found = []
    for x, y, anchor, words in re.findall(r'<text x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)">([^<]+)<', svg):
        wide = 6.0 * len(words)
        left = float(x) - (wide if anchor == "end" else 0)
        found.append((words, left, float(y) - 9, left + wide, float(y) + 2))
    return found


@pytest.mark.parametrize("at", ["base", "base + 1", "near base", "near mean", "even", "zero"])
@pytest.mark.parametrize("slug", ["low-four", "ace-odd-even"])
def test_names_in_the_meters_chart_do_not_cover_each_other(slug: str, at: str) -> None:
    found = progressive_of(slug)
    assert found is not None
    meters = {
        "base": found.base, "base + 1": found.base + 1, "near base": found.base * 2, "zero": Fraction(0),
        "near mean": found.mean_meter * Fraction(101, 100), "even": found.break_even_meter,
    }  # fmt: skip
    labels = _labels(charts.meter(found, meters[at]).svg)
    assert "here" in " ".join(words for words, *_ in labels)
    for (one, *a), (other, *b) in combinations(labels, 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1], (one, other)
    if at in ("base", "even"):
        assert len(labels) == 3


def test_low_four_chart_is_the_strategy(site: TestClient) -> None:
    rows = site.get("/api/lab/strategy/low-four").json()["charts"][0]["rows"]
    played = {int(points): share for points, _, share in rows}
    assert played[14] == "100.0%"
    assert played[16] == "0.0%"
    assert "0.0%" != played[15] != "100.0%"


def test_verify_has_every_claim(site: TestClient) -> None:
    said = site.get("/lab/verify.json").json()
    claims = [claim.to_dict() for slug in GAMES for claim in claims_of(slug)]
    assert [claim for game in said["games"] for claim in game["claims"]] == claims
    text = site.get("/lab/verify").text
    assert [claim for claim in claims if claim["note"]] == sorted(said["errata"] + said["remarks"], key=claims.index)
    for claim in said["errata"] + said["remarks"]:
        assert claim["published"] in text
        assert claim["note"] in unescape(text)


def test_protection_is_shown_where_it_was_sampled(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"seats": 0, "house_edge_float": 0.0321, "samples": 0, "standard_error": 0.0}
    kept = {
        "collusion": [row, {**row, "seats": 5, "house_edge_float": -0.084, "samples": 9, "standard_error": 0.001}],
        "exposed_card": {"by_rank": [{"rank": "T", "house_edge_float": -0.01}]},
        "counting": {"method": "exact"},
        "verdict": [{"threat": "seats that talk", "safe": False, "finding": "They win.", "procedure": "silence"}],
    }
    monkeypatch.setattr(protection, "_found", OrderedDict({("low-four", ""): kept}))
    monkeypatch.setattr(protection, "load", lambda _: None)  # what this machine has sampled before
    said = site.get("/api/lab/protection/low-four").json()
    assert said["state"] == "ready"
    assert [row[1] for row in said["charts"][0]["rows"]] == ["3.21% exact", "−8.40% ± 0.26%"]
    assert "seats that talk" in site.get("/lab/low-four").text
    # Other terms are other figures.
    other = {"terms": "[rules]\nqualifier = 15"}
    assert site.get("/api/lab/protection/low-four", params=other).json()["state"] == "none"


def test_a_narrow_interval_does_not_read_as_nothing() -> None:
    row = {"seats": 0, "house_edge_float": 0.0092, "samples": 0, "standard_error": 0.0}
    sampled = {**row, "seats": 1, "samples": 8000, "standard_error": 8e-6}
    kept = {"collusion": [row, sampled], "exposed_card": {}, "counting": {}}
    (seats,) = protection.drawn(GAMES["low-four"], kept)
    assert [words for _, words in seats.rows] == ["0.920% exact", "0.920% ± 0.002%"]


def test_steps_with_numbers_of_their_own_have_no_marks_besides(site: TestClient) -> None:
    for slug in GAMES:
        text = site.get(f"/lab/{slug}").text
        for rule in site.get(f"/lab/{slug}.json").json()["strategy_card"]:
            assert rule["numbered"] == any(step.startswith("1. ") for step in rule["steps"])
            assert not re.search(r"(?<!\w)-\d", " ".join([rule["words"], *rule["steps"]])), "a minus is no hyphen"
        assert ('<ul class="numbered"><li>1. ' in text) == ("<li>1. " in text)


def test_only_reports_of_games_are_there(site: TestClient) -> None:
    for name in ("nope.pdf", "low-four.exe", "low-four", "../low-four.pdf"):
        assert site.get(f"/reports/{name}").status_code == 404


# p30: no figure is typed in; what a page shows is computed.


def test_p30_lobby_figures_are_the_labs(site: TestClient) -> None:
    text = site.get("/").text
    for slug in GAMES:
        main = analyze(slug).main
        assert percent(main.house_edge) in text
        assert percent(main.hit_frequency) in text


def test_p30_lab_figures_are_the_labs(site: TestClient) -> None:
    for slug in GAMES:
        analysis = analyze(slug)
        text = site.get(f"/lab/{slug}").text.replace("<wbr>", "")
        assert percent(analysis.main.house_edge, 4) in text
        assert str(analysis.main.house_edge) in text
        for figures in analysis.wagers.values():
            assert percent(figures.house_edge, 4) in text
        index = site.get("/lab").text
        assert percent(analysis.main.house_edge, 4) in index


def _texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in _texts(part)]
    if isinstance(value, list):
        return [text for part in value for text in _texts(part)]
    return [value] if isinstance(value, str) else []


def test_p30_no_words_of_the_site_have_a_figure() -> None:
    """Words may count (five, seven) and say 5 % of a sample; they may not say what a game is worth."""
    for text in _texts([TEXT, *(told(game) for game in GAMES.values())]):
        assert not re.search(r"\d+\.\d+ ?%|\d ?% (edge|RTP)|\d/\d", text), text


def test_p30_every_percentage_on_a_page_is_in_its_twin(site: TestClient) -> None:
    """Each printed percentage is a figure of the twin, rounded: take the page's word for nothing."""
    for page in PAGES:
        if page.startswith("/rules") or page in ("/lab/verify", "/school"):
            continue  # their figures are quoted: from the books and from the claims
        said = site.get("/index.json" if page == "/" else f"{page}.json").json()
        numbers = _numbers(said)
        words = " ".join(_texts({**said, "title": ""}))
        text = re.sub(r"<[^>]+>", " ", site.get(page).text)
        for shown in set(re.findall(r"[−+]?[\d,]+\.\d+%", text)):
            decimals = len(shown.split(".")[1]) - 1
            value = Fraction(shown.replace("−", "-").replace(",", "").rstrip("%").lstrip("+")) / 100
            near = Fraction(51, 100) / Fraction(10) ** (decimals + 2)
            assert shown in words or any(abs(number - value) <= near for number in numbers), (page, shown)


def _numbers(value: object) -> list[Fraction]:
    if isinstance(value, dict):
        return [number for part in value.values() for number in _numbers(part)]
    if isinstance(value, list):
        return [number for part in value for number in _numbers(part)]
    if isinstance(value, float):
        return [Fraction(value)]
    if isinstance(value, str) and re.fullmatch(r"-?\d+(/\d+)?", value):
        return [Fraction(value)]
    return []


def test_p30_school_steps_are_the_books() -> None:
    for game in GAMES.values():
        for drill in drills.drills_of(game).values():
            assert drill.step(game) in {step.words for step in game.book.procedure.steps}
            assert drill.slug == "side" or drill.words["step"] in drill.step(game)


@pytest.mark.parametrize("slug", GAMES)
def test_what_the_explorer_asks_with_comes_from_the_rule_book(site: TestClient, slug: str) -> None:
    found, game = site.get(f"/lab/{slug}.json").json()["explorer"], GAMES[slug]
    assert found["initial"] == game.initial
    assert found["jokers"] == getattr(game.numbers, "jokers", 0)
    assert found["decks"] == (1 if slug == "rule-out" else None)
    assert set(found["meters"]) == set(game.progressive_wagers)
    for wager, cents in found["meters"].items():
        assert found["stake"] in (game.wagers[wager].fixed_stakes or [found["stake"]])
        priced = progressive_of(slug)
        assert priced is not None
        assert cents == priced.base * found["stake"]


def test_no_line_of_a_script_is_too_long() -> None:
    for file in STATIC.rglob("*.js"):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            assert len(line) <= 120, (file.name, number)


@pytest.mark.parametrize(("strategy", "remarked"), [("optimal", True), ("joint", False)])
def test_the_solver_remarks_on_its_own_strategies(site: TestClient, strategy: str, remarked: bool) -> None:
    asked = {"game": "ace-odd-even", "strategy": strategy}
    notes = site.post("/api/lab/analyze", json=asked).json()["analysis"]["notes"]
    assert any("you cannot have both" in note for note in notes) == remarked


def test_axes_of_counted_things_are_whole_and_nothing_has_no_bar() -> None:
    drawn = charts.paths([[0.0, 1.0, 2.0, 1.0], [0.0, -1.0, 0.0, 1.0]])
    below = drawn.svg.partition('y="226.0"')[2]
    assert re.findall(r'y="226\.0"[^>]*>([^<]+)<', drawn.svg) == ["0", "1", "2", "3"], below
    figures = analyze("low-four").main
    ties = sum(outcome.net == 0 for outcome in figures.outcomes)
    assert ties
    assert charts.contributions(figures).svg.count("<rect") == len(figures.outcomes) - ties
