"""Every printed figure of a sampled game has half of its interval after it: reports, par sheet, lab, lobby."""

import re
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from feltlab.games.loading import load_game
from feltlab.lab import analyze
from feltlab.report.content_beside import outcomes_grid
from feltlab.report.content_figures import key_figures, main_section, return_table, strategy_section
from feltlab.report.document import Grid, Part, Section
from feltlab.report.par_sheet import HALVES, Cell, Sheet, sheets_of
from feltlab.report.subject import Subject, subject_of
from feltlab.rules.game import Game
from feltlab.web.lab import charts
from feltlab.web.lab.compared import _difference
from feltlab.web.site import figures
from feltlab.web.site.charts import NARROW, WIDTH
from tests.waiting import until


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(Path(__file__).parents[1] / "exact" / "two_piers.py")


@pytest.fixture(scope="module")
def subject(game: Game) -> Subject:
    return subject_of(game.slug)


def _grids(section: Section) -> Iterator[Grid]:
    for block in section.blocks:
        yield from [block] if isinstance(block, Grid) else []
        yield from [inner for inner in block.blocks if isinstance(inner, Grid)] if isinstance(block, Part) else []


def test_every_cell_of_a_report_that_is_sampled(subject: Subject) -> None:
    for name, value, _ in key_figures(subject.main)[1:]:
        assert "±" in value, name
    grids = [*_grids(main_section(subject)), *_grids(strategy_section(subject))]
    assert {"main-figures", "main-returns", "strategies"} <= {grid.key for grid in grids}
    for grid in grids:
        for row in grid.rows:
            wrong = [cell for cell in row if re.fullmatch(r"[-+−]?[\d.]+%", cell) and cell != "0.0000%"]
            assert not wrong, (grid.key, row)
    exact = return_table("x", "x", subject.analysis.wagers["harbour"])  # counted over all deals
    assert not any("±" in cell for row in exact.rows for cell in row)


def test_the_par_sheet_has_them_as_numbers(subject: Subject) -> None:
    sheets: dict[str, Sheet] = {sheet.title: sheet for sheet in sheets_of(subject)}
    summary = sheets["Summary"].cells
    (row,) = [at[1:] for at, cell in summary.items() if cell.value == f"Main game, {HALVES}"]
    margins = [summary[f"{column}{row}"].value for column in "CDEFG"]
    main = subject.main
    names = ("house_edge", "element_of_risk", "rtp", "hit_frequency", "standard_deviation")
    assert margins == [main.margin_of(attrgetter(name)) for name in names]
    assert margins[0] == pytest.approx(main.margin, rel=1e-2)
    own = sheets["Main game"].cells
    assert own["I6"].value == main.table()[0]["probability_margin"]
    assert sum(cell.value == HALVES for cell in own.values()) == 7
    for name in ("Pay tables", "Strategies"):
        assert any(HALVES in str(cell.value) for cell in sheets[name].cells.values() if isinstance(cell, Cell))


def test_lab_page_index_and_lobby(site: TestClient, game: Game) -> None:
    site.get(f"/lab/{game.slug}")
    until(lambda: figures.is_ready(game.slug))
    page = site.get(f"/lab/{game.slug}").text
    bench = page.partition('data-wager="main"')[2].partition("</article>")[0]
    facts = re.findall(r"<dd data-fact[^>]*>(.*?)</dd>", bench)
    assert len(facts) >= 6
    assert all("±" in fact for fact in facts)
    margin = f"{analyze(game.slug).main.margin:.4%}"
    assert f"± {margin}" in facts[0]
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", bench.partition("data-returns")[2].partition("</tbody>")[0])
    assert rows
    assert all(row.count("±") == 2 for row in rows)
    assert f"± {margin}, sampled" in site.get("/lab").text
    assert "sampled ± 0." in site.get("/").text


def test_two_sets_of_terms_side_by_side(subject: Subject) -> None:
    main = subject.main
    grid = outcomes_grid("x", "x", main, main)
    assert grid.footer
    assert all("±" in cell for row in (*grid.rows, grid.footer) for cell in row if re.match(r"[+−]?[\d.]+%", cell)
               and not re.fullmatch(r"100\.0+%", cell))  # fmt: skip
    margin = dict(zip((row["event"] for row in main.table()), main.table(), strict=True))[grid.rows[0][0]]
    assert grid.rows[0][-1].endswith(f"± {margin['return_margin']:.4%}")
    said = _difference(main, main)
    assert said is not None
    assert said["within"]["house_edge"] == pytest.approx(2**0.5 * main.margin, rel=1e-2)
    exact = subject.analysis.wagers["harbour"]
    assert "within" not in (_difference(exact, exact) or {})


def test_what_was_counted_in_a_sample_is_not_called_combinations(
    subject: Subject, site: TestClient, game: Game
) -> None:
    assert [column.name for column in return_table("x", "x", subject.main).columns][2] == "Rounds"
    heads = {cell.value for cell in next(s for s in sheets_of(subject) if s.title == "Main game").cells.values()}
    assert {"Rounds", "Share of the rounds"} <= heads
    assert not {"Combinations", "Exact probability"} & heads
    site.get(f"/lab/{game.slug}")
    until(lambda: figures.is_ready(game.slug))
    page = site.get(f"/lab/{game.slug}").text
    assert "Two pairs twice: " in page
    assert "two-pairs-twice: " not in page
    assert not re.search(r"± 0\.0+(?![\d%])|± 0\.00%", page.partition("data-returns")[0])  # a sample is never exact


def test_long_names_and_intervals_stay_inside_of_a_chart(subject: Subject) -> None:
    drawn = charts.contributions(subject.main)
    for svg, width in ((drawn.svg, WIDTH), (drawn.narrow, NARROW)):
        texts = re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)" text-anchor="(\w+)">(.*?)</text>', svg)
        spans: dict[str, list[tuple[float, float]]] = {}
        for x, y, anchor, words in texts:
            start = float(x) - (6.6 * len(words) if anchor == "end" else 0)
            assert start >= 0
            assert start + 6.4 * len(words) <= width, words
            spans.setdefault(y, []).append((start, start + 6.4 * len(words)))
        assert all(len(on_line) == 1 for on_line in spans.values())
        assert all(0 <= float(x) <= width for x in re.findall(r'<rect class="\w+" x="([-\d.]+)"', svg))
