"""A game that no exact plan takes, or none in the given time: marked estimates, compared with exact values."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from feltlab.errors import FeltlabError, RulesError
from feltlab.exact.figures import SAMPLED
from feltlab.exact.solving.budget import BUDGET
from feltlab.exact.solving.parts import general_lab
from feltlab.exact.solving.sampled_lab import SampledLab
from feltlab.exact.solving.sampled_tally import NEVER_FOLD, ROUNDS
from feltlab.games import GAMES
from feltlab.games.loading import game_of_file
from feltlab.hands.ranking import Ranking
from feltlab.lab import advise, analyze, claims_of, first_strategy, terms_of
from feltlab.lab.design import Wish, design
from feltlab.lab.protection import protect
from feltlab.lab.what_if import pay_cases, rule_cases
from feltlab.report.content import report_of
from feltlab.report.html import html_of
from feltlab.report.subject import subject_of
from feltlab.rules.codes import LOSE, WIN, rule
from feltlab.rules.declaring import declare, opening
from feltlab.rules.game import Game
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Deal, Trade
from feltlab.simulation.checking import Checker
from feltlab.simulation.plan import Plan
from feltlab.simulation.risk import risk_of
from feltlab.web.lab import sections
from feltlab.web.lab.terms import printed_terms
from tests.conftest import Feltlab
from tests.exact.by_the_book import rounds_are_those_of_the_rule_book

HERE = Path(__file__).parent
PIERS = game_of_file(HERE / "two_piers.py")
THREE = game_of_file(HERE.parents[1] / "examples" / "games" / "three_card_poker.py")
WAR = game_of_file(HERE.parents[1] / "examples" / "games" / "casino_war.py")


@rule
def _highest(cards: Any) -> int:
    most = 0
    for card in cards:
        most = max(most, card >> 2)
    return most


@rule
def _second(cards: Any) -> int:
    return 1 if cards[0] >> 2 < cards[1] >> 2 else 2


@rule
def _won(after: int) -> int:
    return WIN if after >= 10 else LOSE


@rule
def _lower(place: int, before: int) -> int:
    return place if before < 10 else 0


HIGHEST = Ranking("highest", _highest, lambda value, cards: f"{value} high")
SWAP = declare(
    "swap",
    "Swap",
    "1. Two cards, and the lower may be traded: a queen or better wins.",
    wagers=[opening("ante")],
    round=[Deal("player", 2, SEATS), Ask("swap", "Trade a card?", trade=Trade())],
    hands={
        "before": Hand(HIGHEST, "player"),
        "place": Hand(Ranking("lower", _second, lambda value, cards: f"card {value}"), "player"),
        "after": Hand(HIGHEST, "hand"),
    },
    settle=_won,
    strategies={"trade-low": {"swap": _lower}},
)


@pytest.fixture(scope="module", autouse=True)
def _known_games() -> Iterator[None]:
    made = {game.slug: game for game in (PIERS, THREE, WAR, SWAP)}
    GAMES.update(made)
    yield
    for slug in made:
        del GAMES[slug]


def test_a_game_that_fits_no_plan_is_sampled_and_never_silently() -> None:
    lab = general_lab(PIERS)
    assert isinstance(lab, SampledLab)
    assert lab.outlook().plan == SAMPLED
    assert lab.outlook().reason == "two-piers fits no exact plan: the question 'moor' asks for more than a raise"
    found = analyze("two-piers")
    assert (found.main.method, found.main.strategy, found.main.total) == (SAMPLED, "two-pairs-twice", ROUNDS)
    assert found.main.margin == pytest.approx(2.5758 * found.main.standard_deviation / ROUNDS**0.5, rel=1e-4)
    assert found.main.interval(lambda of: of.house_edge) == pytest.approx(
        (float(found.main.house_edge) - found.main.margin, float(found.main.house_edge) + found.main.margin)
    )
    assert found.notes[0].startswith("sampled, not exact: two-piers fits no exact plan")
    assert found.wagers["harbour"].probability("flush") == Fraction(5108, 2598960)  # one hand is counted all the same
    told = found.to_dict()
    assert (told["method"], told["main"]["method"], told["wagers"]["harbour"]["method"]) == (SAMPLED, SAMPLED, "exact")
    assert told["main"]["house_edge_interval"][0] < told["main"]["house_edge_float"]
    assert first_strategy("two-piers") == "two-pairs-twice"
    with pytest.raises(FeltlabError, match="'optimal' is not a strategy of two-piers"):
        analyze("two-piers", "optimal")


@pytest.mark.parametrize("game", [PIERS, SWAP], ids=lambda game: game.slug)
def test_simulated_rounds_are_those_of_the_rule_book(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BUDGET, "0")
    rounds_are_those_of_the_rule_book(game)


def test_a_strategy_may_trade(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three ranks of thirteen win: two cards at once, and the third where neither does."""
    assert "trade-low" not in general_lab(SWAP).STRATEGIES
    monkeypatch.setenv(BUDGET, "0")
    two = Fraction(40 * 39, 52 * 51)
    low, high = analyze("swap").main.interval(lambda of: of.expectation)
    assert low < 1 - 2 * two * Fraction(38, 50) < high
    low, high = analyze("swap", NEVER_FOLD).main.interval(lambda of: of.expectation)
    assert low < 1 - 2 * two < high


def test_over_its_budget_a_game_is_sampled_and_the_exact_figures_are_within(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [(THREE, "queen-six-four", "queen-six-four"), (WAR, "always-surrender", NEVER_FOLD)]
    exact = {game.slug: general_lab(game).analyze(terms_of(game), name) for game, name, _ in pairs}
    monkeypatch.setenv(BUDGET, "0.01")
    for game, _, name in pairs:
        lab = general_lab(game)
        assert isinstance(lab, SampledLab)
        assert "more than the budget of 0.01 s" in lab.reason
        found = lab.analyze(terms_of(game), name)
        for figure in ("house_edge", "average_wager", "element_of_risk", "variance", "hit_frequency"):
            low, high = found.main.interval(attrgetter(figure))
            assert low <= getattr(exact[game.slug].main, figure) <= high
        for slug, figures in found.wagers.items():
            assert figures.method == "exact"
            assert figures.house_edge == exact[game.slug].wagers[slug].house_edge
    monkeypatch.setenv(BUDGET, "soon")
    with pytest.raises(FeltlabError, match="FELTLAB_BUDGET must be a number of seconds, 0 or more, not 'soon'"):
        general_lab(THREE)


def test_a_claim_is_within_the_interval_or_not() -> None:
    near, far, counted = claims_of("two-piers")
    assert (near.status, far.status, counted.status) == ("within the interval", "outside the interval", "matches")
    assert near.interval is not None
    assert "±" in near.computed
    assert near.to_dict()["method"] == SAMPLED
    assert near.figure == "house edge, of best play; sampled by two-pairs-twice"
    assert far.figure == "house edge, never-fold"


def test_every_sampled_figure_has_its_interval() -> None:
    main = analyze("two-piers").main.to_dict()
    for name in ("element_of_risk", "rtp", "average_wager", "average_return", "hit_frequency", "variance"):
        low, high = main[f"{name}_interval"]
        assert low < main[f"{name}_float"] < high
    assert all(row["probability_margin"] > 0 for row in main["outcomes"])
    exact = analyze("three-card-poker").main.to_dict() if "three-card-poker" in GAMES else {}
    assert not [name for name in exact if name.endswith("_interval")]


def test_check_does_not_call_a_sample_a_players_edge() -> None:
    found = list(islice(Checker(PIERS).findings(), 5))
    assert "figures" in [entry.what for entry in found]
    assert analyze("two-piers").main.house_edge > 0
    assert not [entry for entry in found if entry.what == "edge" and "fits no exact plan" in entry.words]


def test_the_coach_names_the_strategy_and_what_is_not_known_is_refused() -> None:
    found = advise({"game": "two-piers", "player": "As Ad 7c 7d 2h"})
    assert (found.method, found.strategy, found.best.choice) == (SAMPLED, "two-pairs-twice", "twice")
    fold, once, twice = found.options
    assert fold.ev == -1
    assert fold.standard_error == 0
    assert once.standard_error > 0 < twice.standard_error
    assert "ev" not in found.to_dict()["options"][0]
    risk = risk_of(Plan("two-piers", 1)).to_dict()
    assert (risk["method"], risk["rounds"]) == (SAMPLED, ROUNDS)
    with pytest.raises(FeltlabError, match="the mooring is sampled, not counted over all deals"):
        design(PIERS, "mooring", Wish(Fraction(2, 100)))
    assert design(PIERS, "harbour", Wish(Fraction(1, 5), Fraction(1, 100))).tables
    with pytest.raises(RulesError, match="there is no best play to write"):
        general_lab(PIERS).strategy_rows(terms_of(PIERS))
    (entry,) = protect("two-piers").verdict
    assert "Two Piers is sampled by a named strategy" in entry["finding"]


def test_sampled_what_ifs_and_risk_have_their_intervals(feltlab: Feltlab) -> None:
    house = analyze("two-piers").main
    cases = list(pay_cases(PIERS)) + list(rule_cases(PIERS))
    main = next(case for case in cases if case.edge_of == "main")
    assert main.margins[0] == house.margin > 0
    assert 0 < main.margins[1] != house.margin
    assert main.to_dict()["margins_float"] == list(main.margins)
    exact = next(case for case in cases if case.wager == "harbour")
    assert not exact.is_sampled
    assert "margins_float" not in exact.to_dict()
    risk = risk_of(Plan("two-piers", 1))
    assert risk.margin_of(lambda one: float(one.expectation)) == pytest.approx(house.margin, rel=1e-2)
    found = risk.to_dict()
    deviation = house.margin_of(attrgetter("standard_deviation"))
    assert found["margins_float"]["standard_deviation"] == pytest.approx(deviation, rel=1e-2)
    session = next(iter(found["periods"].values()))
    assert session["house_win_margin"] == pytest.approx(200 * house.margin, rel=1e-2)
    assert 0 < session["chance_house_is_behind_margin"] < 0.1
    path = str(HERE / "two_piers.py")
    assert " ± " in feltlab("risk", path).stdout
    assert "as it stands, sampled" in " ".join(feltlab("what-if", path).stdout.split())
    told = feltlab("protect", path).stdout
    assert "against a named strategy, sampled" in " ".join(told.split())
    assert f"± {house.margin:.4%}" in told
    text = html_of(report_of(subject_of("two-piers"))).decode()
    assert "is an estimate from 2,000,000 sampled rounds" in text
    assert f"{main.margins[1] * 100:.4f}%" in text
    assert "with best play for the changed terms" not in text


def test_reports_and_pages_say_that_figures_are_sampled() -> None:
    text = html_of(report_of(subject_of("two-piers"))).decode()
    assert "sampled: 2,000,000 rounds, seed 1, 99% intervals" in text
    assert "No wager that has one is farther than 3 standard errors from its exact value." in text
    assert "complete enumeration" not in text
    assert "Best play is not computed" in text
    page = sections.part(printed_terms("two-piers"), "pays")
    assert page["analysis"]["main"]["method"] == SAMPLED


def test_the_commands_say_it(feltlab: Feltlab, tmp_path: Path) -> None:
    file = tmp_path / "two_piers.py"
    file.write_bytes((HERE / "two_piers.py").read_bytes())
    said = feltlab("explain", str(file))
    assert "No exact plan: two-piers fits no exact plan" in " ".join(said.stdout.split())
    assert "sampled: figures are estimates" in said.stdout
    said = feltlab("analyze", str(file), "--json")
    found = json.loads(said.stdout)
    assert found["main"]["method"] == SAMPLED
    assert found["strategies"][NEVER_FOLD]["house_edge_interval"][1] < 0.2
    plain = feltlab("analyze", str(file)).stdout
    for name in ("house edge", "element of risk", "RTP", "hit frequency", "average wager", "standard deviation"):
        (line,) = [line for line in plain.splitlines() if line.startswith(f"  {name}  ")]
        assert "(± " in line
    said = feltlab("verify", str(file))
    assert said.returncode == 1
    assert "within ±" in said.stdout
