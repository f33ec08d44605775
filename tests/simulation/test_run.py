"""The same integers however a run is split, stopped and resumed."""

import doctest
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.simulation import resume
from feltlab.simulation.plan import Plan
from feltlab.simulation.run import Run, Span, play
from feltlab.simulation.strategy_file import read_strategy
from feltlab.simulation.tally import Tally, run_shard

ROUNDS = 100_000
UNEVEN = (1, 77_777, 2048, 4097, 15_000, 76, 1001)


@pytest.fixture(scope="module", params=[(slug, seats) for slug in GAMES for seats in (1, 2)], ids=str)
def plan(request: pytest.FixtureRequest) -> Plan:
    slug, seats = request.param
    return Plan(slug, 11, seats=seats)


@pytest.fixture(scope="module")
def whole(plan: Plan) -> Tally:
    return run_shard(plan, 0, ROUNDS)


def test_one_thread_and_two_give_the_same_integers(plan: Plan, whole: Tally) -> None:
    for workers, shard in ((1, ROUNDS), (2, 7919), (3, 30_000)):
        run = play(Run.new(plan, ROUNDS), workers, shard)
        assert (run.complete, run.tally, run.done) == (True, whole, (Span(0, ROUNDS),))


def test_seven_uneven_shards_in_any_order_add_up(plan: Plan, whole: Tally) -> None:
    assert sum(UNEVEN) == ROUNDS
    spans = [Span(sum(UNEVEN[:place]), size) for place, size in enumerate(UNEVEN)]
    run = Run.new(plan, ROUNDS)
    for span in [spans[place] for place in (3, 6, 0, 5, 1, 4, 2)]:
        run = run.with_shard(span, run_shard(plan, *span))
    assert (run.tally, run.done) == (whole, (Span(0, ROUNDS),))


def stop_after(shards: int) -> Callable[[Run], None]:
    """Ctrl-C comes after so many shards."""
    left = [shards]

    def progress(_: Run) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return progress


def test_interrupted_stored_and_resumed_is_uninterrupted(plan: Plan, whole: Tally, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    run = play(Run.new(plan, ROUNDS), 2, 9001, stop_after(3))
    assert 3 * 9001 <= run.tally.rounds < ROUNDS
    resume.save(run, path)
    assert not list(tmp_path.glob("*.part"))
    again = resume.load(path, plan)
    assert again == run
    again = play(again, 1, 12_345, stop_after(2))
    resume.save(again, path)
    ended = play(resume.load(path, plan), 2)
    assert (ended.complete, ended.tally) == (True, whole)


def test_what_is_missing_is_what_is_not_done() -> None:
    run = Run(Plan("rule-out", 1), 100, (Span(10, 20), Span(50, 50)), Tally(70, ()))
    assert list(run.missing()) == [Span(0, 10), Span(30, 20)]
    assert list(run.shards(8)) == [Span(0, 8), Span(8, 2), Span(30, 8), Span(38, 8), Span(46, 4)]


def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    plan, path = Plan("rule-out", 3), tmp_path / "run.json"
    resume.save(play(Run.new(plan, 1000)), path)
    longer = play(resume.load(path, plan, 5000))
    assert longer.tally == run_shard(plan, 0, 5000)
    with pytest.raises(FeltlabError, match="more than 500"):
        resume.load(path, plan, 500)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda entry: None, "from another run: its seed is 3, not 4"),
        (lambda entry: entry.update(rounds=10**6), "changed since it was written"),
        (lambda entry: entry.clear(), "is not a saved run"),
        (lambda entry: entry.pop("tally"), "changed since it was written"),
    ],
)
def test_a_wrong_file_is_refused(change: Callable[[dict[str, Any]], object], words: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    resume.save(play(Run.new(Plan("rule-out", 3), 1000)), path)
    entry = json.loads(path.read_text())
    change(entry)
    path.write_text(json.dumps(entry))
    with pytest.raises(FeltlabError, match=words):
        resume.load(path, Plan("rule-out", 4))


def test_a_file_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path, plan = tmp_path / "run.json", Plan("rule-out", 3)
    resume.save(play(Run.new(plan, 1000)), path)
    monkeypatch.setattr(resume, "__version__", "9.9")
    with pytest.raises(FeltlabError, match=r"but this is 9\.9"):
        resume.load(path, plan)


@pytest.mark.parametrize("rounds", [0, -1, 10**16, 1.5, True])
def test_rounds_that_cannot_be_played_are_refused(rounds: Any) -> None:
    with pytest.raises(FeltlabError, match="rounds"):
        Run.new(Plan("rule-out", 1), rounds)


@pytest.mark.parametrize("workers", [0, -1, 10**6, True])
def test_workers_that_cannot_work_are_refused(workers: Any) -> None:
    with pytest.raises(FeltlabError, match="workers"):
        play(Run.new(Plan("rule-out", 1), 10), workers)


def test_a_shard_that_fails_ends_the_run() -> None:
    def unusable(cards: Any) -> Any:
        return cards.no_such_thing

    with pytest.raises(Exception, match="no_such_thing"):
        play(Run.new(Plan("low-four", 1, own=unusable), 5000), 2, 1000)


def trades_low(cards: Any) -> int:
    return 0 if cards[0] < 20 else 3


def test_own_decisions_are_the_same_on_threads() -> None:
    plan = Plan("rule-out", 5, own=trades_low)
    assert play(Run.new(plan, 20_000), 2, 3000).tally == run_shard(plan, 0, 20_000)


def test_decisions_come_from_one_place(tmp_path: Path) -> None:
    with pytest.raises(FeltlabError, match="not from both"):
        Plan("rule-out", 1, table=b"", own=trades_low)
    with pytest.raises(FeltlabError, match="cannot read"):
        read_strategy(tmp_path / "none.csv", "rule-out", Plan("rule-out", 1).terms)


def test_the_python_in_the_documentation_works() -> None:
    result = doctest.testfile(str(Path(__file__).parents[2] / "docs" / "simulation.md"), module_relative=False)
    assert result.attempted >= 5
    assert result.failed == 0
