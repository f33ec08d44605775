"""A strategy file drives the play: the exported one as the optimum, an edited one as edited."""

import csv
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from feltlab.cards import card_text, cards_text, parse_cards
from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.games.quick_draw_holdem.strategies import best, classes
from feltlab.lab import analyze, lab_of
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed
from feltlab.simulation.rounds import engine_of
from feltlab.simulation.statistics import statistics
from feltlab.simulation.strategy_file import read_strategy
from feltlab.simulation.tally import run_shard

Rows = list[dict[str, str]]
OTHER_WORD = {"fold": "play", "play": "fold", "bet": "fold"}


def flop_rows(plan: Plan) -> Iterator[dict[str, str]]:
    """The two columns that are read, without the fractions that take the exporter its time."""
    for hand, bets in zip(classes().hands.tolist(), best(plan.terms).play.flop_bets.tolist(), strict=True):
        yield {"hand": cards_text(hand), "decision": "bet" if bets else "fold"}


@pytest.fixture(scope="module")
def exported() -> Callable[[Plan], Rows]:
    kept: dict[str, Rows] = {}

    def rows(plan: Plan) -> Rows:
        if plan.fingerprint not in kept:
            quick = plan.game == "quick-draw-holdem" and plan.pay_tables
            found = flop_rows(plan) if quick else lab_of(plan.game).strategy_rows(plan.terms)
            kept[plan.fingerprint] = [{name: str(value) for name, value in row.items()} for row in found]
        return [dict(row) for row in kept[plan.fingerprint]]

    return rows


def by_file(plan: Plan, rows: Rows, folder: Path) -> Plan:
    path = folder / "strategy.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return replace(plan, table=read_strategy(path, plan.game, plan.terms))


@pytest.mark.parametrize(
    "plan",
    [
        *(Plan(slug, 9) for slug in GAMES),
        Plan("rule-out", 9, decks=6, seats=3),
        Plan("quick-draw-holdem", 9, pay_tables=(("river", "A3"),)),
    ],
    ids=lambda plan: f"{plan.game} {plan.decks} {plan.pay_tables}",
)
def test_the_exported_file_plays_as_the_optimum(plan: Plan, exported: Callable[[Plan], Rows], tmp_path: Path) -> None:
    filed = by_file(plan, exported(plan)[::-1], tmp_path)
    assert run_shard(filed, 0, 50_000) == run_shard(plan, 0, 50_000)
    assert engine_of(filed).paid == engine_of(plan).paid
    assert filed.fingerprint != plan.fingerprint
    assert hash(filed) != hash(plan)


@pytest.mark.parametrize("slug", ["ace-odd-even", "low-four"])
def test_every_decision_turned_over_is_played_so(slug: str, exported: Callable[[Plan], Rows], tmp_path: Path) -> None:
    plan, rows = Plan(slug, 9), exported(Plan(slug, 9))
    for row in rows:
        row["decision"] = OTHER_WORD[row["decision"]]
    filed = by_file(plan, rows, tmp_path)
    for number in range(200):
        (own,), (usual,) = replayed(filed, number), replayed(plan, number)
        assert bool(own.folded) != bool(usual.folded)
    found = statistics(filed, run_shard(filed, 0, 200_000))
    assert found["main"].exact != analyze(slug).main.expectation
    assert all(abs(figures.z or 0) < 4 for figures in found.values())


def test_a_file_that_plays_everything_is_never_fold(exported: Callable[[Plan], Rows], tmp_path: Path) -> None:
    tables = (("river", "A3"),)
    for plan, word in ((Plan("low-four", 9), "play"), (Plan("quick-draw-holdem", 9, pay_tables=tables), "bet")):
        never = replace(plan, strategy="never-fold")
        filed = by_file(never, [{**row, "decision": word} for row in exported(plan)], tmp_path)
        assert run_shard(filed, 0, 30_000) == run_shard(never, 0, 30_000)
        assert engine_of(filed).paid[0].exact == engine_of(never).paid[0].exact


def test_the_other_set_is_played_where_the_file_says_so(exported: Callable[[Plan], Rows], tmp_path: Path) -> None:
    plan, rows = Plan("ace-odd-even", 9), exported(Plan("ace-odd-even", 9))
    for row in rows:
        row["set"], row["decision"] = {"odd": "even", "even": "odd"}[row["set"]], "play"
    filed = by_file(plan, rows, tmp_path)
    usual = replace(plan, strategy="never-fold")
    for number in range(100):
        (own,), (best,) = replayed(filed, number), replayed(usual, number)
        assert not own.folded
        assert own.choices["set"] != best.choices["set"]
    found = statistics(filed, run_shard(filed, 0, 200_000))
    assert all(abs(figures.z or 0) < 4 for figures in found.values())


def test_one_hand_of_rule_out_decided_otherwise(exported: Callable[[Plan], Rows], tmp_path: Path) -> None:
    plan = Plan("rule-out", 9)
    number, usual = next((n, r) for n in range(100) for r in replayed(plan, n) if r.choices["trade"] is not None)
    rows, dealt = exported(plan), usual.cards["dealt"]
    (row,) = [row for row in rows if parse_cards(row["hand"], 3, "hand") == tuple(sorted(dealt))]
    for place in range(3):
        row["decision"] = f"trade {card_text(dealt[place])}"
        assert replayed(by_file(plan, rows, tmp_path), number)[0].choices["trade"] == card_text(dealt[place])
    row["decision"] = "keep"
    assert replayed(by_file(plan, rows, tmp_path), number)[0].choices["trade"] is None


@pytest.mark.parametrize(
    ("slug", "text", "words"),
    [
        ("low-four", "", "no column 'ranks'"),
        ("low-four", "hand,decision\n", "no column 'ranks'"),
        ("low-four", "ranks,decision\n", "no row for 49,205"),
        ("low-four", "ranks,decision\n3332222,maybe\n", "line 2: the decision must be fold or play, not 'maybe'"),
        ("low-four", "ranks,decision\n3332222,\n", "line 2: the decision must be"),
        ("low-four", "ranks,decision\n3332222\n", "line 2: the decision must be"),
        ("low-four", "ranks,decision\n3332222,play\n2223332,play\n", "line 3: 2223332 already has a row"),
        ("low-four", "ranks,decision\n2222222,play\n", "line 2: '2222222' is not seven ranks"),
        ("low-four", "ranks,decision\n33322221,play\n", "is not seven ranks"),
        ("low-four", "ranks,decision\nx,play\n", "is not seven ranks"),
        ("ace-odd-even", "ranks,set,decision\n3332222,both,play\n", "the set must be even or odd"),
        ("quick-draw-holdem", "hand,decision\nAs Ks Qs Js,bet\n", "line 2"),
        ("quick-draw-holdem", "hand,decision\nAs As Qs Js Ts,bet\n", "not five cards of one deck"),
        ("quick-draw-holdem", "hand,decision\nAs Jo Qs Js Ts,bet\n", "not five cards of one deck"),
        ("rule-out", "hand,decision\n2c 3d 4h,trade 5h\n", "that card is not in "),
        ("rule-out", "hand,decision\nJo 3d 4h,trade Jo\n", "that card is not in "),
        ("rule-out", "hand,decision\n2c 3d 4h,trade\n", "line 2"),
        ("rule-out", "hand,decision\n2c 3d 4h,swap\n", "the decision must be keep or trade"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(slug: str, text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(FeltlabError, match=words) as caught:
        read_strategy(path, slug, Plan(slug, 1).terms)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"ranks,decision\n\x00,play\n", b'ranks,decision\n"' + b"x" * 200_000]
)
def test_a_file_that_is_no_text_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    with pytest.raises(FeltlabError):
        read_strategy(path, "low-four", Plan("low-four", 1).terms)


def test_a_file_for_a_smaller_shoe_lacks_hands(exported: Callable[[Plan], Rows], tmp_path: Path) -> None:
    rows = exported(Plan("rule-out", 9))
    with pytest.raises(FeltlabError, match="has no row for"):
        by_file(Plan("rule-out", 9, decks=2), rows, tmp_path)
