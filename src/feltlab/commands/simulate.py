"""feltlab simulate: rounds by the million, beside the exact values."""

import os
import re
import shlex
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from feltlab.commands.examples import examples
from feltlab.commands.options import (
    BudgetOption,
    DecksOption,
    GameArgument,
    JsonOption,
    PayTableOption,
    RuleFileOption,
    SeatsOption,
    SeedOption,
    StrategyFileOption,
    StrategyOption,
    chosen_tables,
    find_game,
    find_house,
)
from feltlab.errors import FeltlabError, shown
from feltlab.simulation import cluster as dask
from feltlab.simulation import resume as files
from feltlab.simulation.plan import MOST_ROUNDS, Plan
from feltlab.simulation.run import Run, check_rounds, check_workers, play
from feltlab.simulation.statistics import NORMAL_95, Statistics, main_z, statistics
from feltlab.simulation.strategy_file import read_strategy
from feltlab.wire import dump

INTERRUPTED = 130
_SAVE_EVERY = 60.0
_SHOW_EVERY = 0.2
"""Seconds."""

RoundsOption = Annotated[str | None, typer.Option("--rounds", metavar="N", help="How many, such as 1000000 or 1e9.")]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", help="Threads, or processes with --cluster local; default: all cores."),
]
ClusterOption = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler such as tcp://host:8786; `local` starts one."),
]
SaveOption = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Keep the run in a new file.")]
ResumeOption = Annotated[
    Path | None, typer.Option("--resume", metavar="FILE", help="Continue the run saved in a file.")
]


def read_plan(
    game: str, seed: int, strategy: str, strategy_file: Path | None, seats: int,
    pay_table: list[str] | None, decks: int | None, rules: Path | None,
) -> Plan:  # fmt: skip
    found = find_game(game)
    house = None if rules is None else find_house(found, rules)
    pay_tables = tuple(sorted(chosen_tables(pay_table).items()))
    plan = Plan(found.slug, seed, strategy, seats, pay_tables, decks, house)
    if strategy_file is None:
        return plan
    return replace(plan, table=read_strategy(strategy_file, plan.game, plan.terms))


def read_rounds(text: str) -> int:
    """A whole number, written out or as 1e9."""
    found = re.fullmatch(r"(\d+(?:[_,]\d+)*(?:\.\d+)?)(?:e\+?(\d{1,2}))?", text, re.ASCII | re.IGNORECASE)
    number = Fraction(0)
    if found and len(text) < 40:
        number = Fraction(re.sub("[_,]", "", found[1])) * 10 ** int(found[2] or 0)
    if number.denominator != 1 or not 1 <= number <= MOST_ROUNDS:
        raise FeltlabError(f"--rounds takes a whole number from 1 to 1e15, such as 1000000 or 1e9, not {shown(text)}")
    return check_rounds(int(number))


@examples("simulate {game} --rounds 1e8 --seed 7", "simulate {game} --rounds 1e9 --seats 6 --cluster local")
def simulate(
    game: GameArgument,
    rounds: RoundsOption = None,
    seed: SeedOption = 1,
    strategy: StrategyOption = "",
    strategy_file: StrategyFileOption = None,
    seats: SeatsOption = 1,
    decks: DecksOption = None,
    pay_table: PayTableOption = None,
    rules: RuleFileOption = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    save: SaveOption = None,
    resume: ResumeOption = None,
    json: JsonOption = False,
    budget: BudgetOption = None,
) -> None:
    """Play rounds by the real rules and compare every wager with its exact value.

    The same seed gives the same integers on any number of threads, processes or machines. Ctrl-C stops the run, keeps
    what is done and prints how to continue.
    """
    plan = read_plan(game, seed, strategy, strategy_file, seats, pay_table, decks, rules)
    if rounds is None and resume is None:
        raise FeltlabError("--rounds N is missing: say how many rounds to play")
    wanted = None if rounds is None else read_rounds(rounds)
    run = _begun(plan, wanted, save, resume)
    before, watch = run.tally.rounds, _Watch(run, resume or save)
    lost: dask.ClusterError | None = None
    try:
        run = _played(run, workers, cluster, watch)
    except dask.ClusterError as error:
        lost, run = error, error.run
    speed = watch.speed(run.tally.rounds - before)
    _print(run, speed, json)
    if run.complete:
        if path := resume or save:
            files.save(run, path)
        return
    options = {
        "--strategy": strategy or None, "--strategy-file": strategy_file,
        "--seats": seats if seats > 1 else None, "--decks": decks, "--rules": rules,
        "--workers": workers, "--cluster": cluster,
    }  # fmt: skip
    _keep(run, resume or save or _free_name(plan), options)
    if lost:
        typer.echo(f"feltlab: {lost}", err=True)
    raise typer.Exit(1 if lost else INTERRUPTED)


def _begun(plan: Plan, rounds: int | None, save: Path | None, resume: Path | None) -> Run:
    if save and resume:
        raise FeltlabError("--resume continues a file and keeps it up to date: leave out --save")
    if resume:
        return files.load(resume, plan, rounds)
    if save:
        files.check_new(save)
    return Run.new(plan, rounds or 0)


def _played(run: Run, workers: int | None, address: str | None, watch: "_Watch") -> Run:
    if address is None:
        threads = check_workers((os.cpu_count() or 1) if workers is None else workers)
        with watch:
            return play(run, threads, progress=watch)
    if workers is not None and address != dask.LOCAL:
        raise FeltlabError("--workers is for threads or for --cluster local: a cluster has its own workers")
    with dask.connected(address, dask.LOCAL_WORKERS if workers is None else workers) as client, watch:
        return dask.play_on(client, run, progress=watch)


class _Watch:
    """Looks at a run while it goes: a bar for people at a terminal, and a copy in its file once a minute."""

    def __init__(self, run: Run, path: Path | None) -> None:
        self.path = path
        self.started = self.saved = perf_counter()
        self.shown = 0.0
        self.before = run.tally.rounds
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        self.bar = Progress(*columns, console=console, transient=True) if console.is_terminal else None
        if self.bar:
            self.task = self.bar.add_task("starting", total=run.rounds, completed=self.before)

    def __enter__(self) -> "_Watch":
        self.started = perf_counter()
        self.context: AbstractContextManager[Any] = self.bar or nullcontext()
        self.context.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended = perf_counter()
        self.context.__exit__(None, None, None)

    def __call__(self, run: Run) -> None:
        now = perf_counter()
        if self.path and now - self.saved > _SAVE_EVERY:
            files.save(run, self.path)
            self.saved = now
        if self.bar and now - self.shown > _SHOW_EVERY:
            z = main_z(run.plan, run.tally)
            words = f"{self.speed(run.tally.rounds - self.before, now):,} rounds/s, main z {_number(z, '+.2f')}"
            self.bar.update(self.task, completed=run.tally.rounds, description=words)
            self.shown = now

    def speed(self, rounds: int, now: float | None = None) -> int:
        """Rounds a second since the start."""
        return round(rounds / max((self.ended if now is None else now) - self.started, 1e-9))


def _free_name(plan: Plan) -> Path:
    """A file for a run that was to have none: nothing that is there is overwritten."""
    stem, number = f"feltlab-{plan.game}-{plan.fingerprint[:8]}", 1
    while (path := Path(f"{stem}-{number}.json")).exists():
        number += 1
    return path


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


def _print(run: Run, speed: int, json: bool) -> None:
    found = statistics(run.plan, run.tally) if run.tally.rounds else {}
    if json:
        typer.echo(dump(_entry(run, speed, found)))
    elif found:
        _print_table(run, speed, found)


def _entry(run: Run, speed: int, found: dict[str, Statistics]) -> dict[str, Any]:
    plan = run.plan
    return {
        "game": plan.game,
        "seed": plan.seed,
        "rounds": run.tally.rounds,
        "rounds_per_second": speed,
        "strategy": plan.decided_by,
        "seats": plan.seats,
        "complete": run.complete,
        "wagers": {wager: figures.to_dict() for wager, figures in found.items()},
    }


def _print_table(run: Run, speed: int, found: dict[str, Statistics]) -> None:
    plan, console = run.plan, Console(highlight=False)
    console.print(
        f"[bold]{plan.rules.title}[/bold]: {run.tally.rounds:,} rounds, {plan.seats} seat{'s' * (plan.seats > 1)},"
        f" seed {plan.seed}, strategy {plan.decided_by}; {speed:,} rounds per second"
    )
    table = Table(title="Mean net of a one-unit bet", title_justify="left")
    table.add_column("wager", style="bold")
    for column in ("mean", "± 95%", "exact", "z", "wins"):
        table.add_column(column, justify="right", no_wrap=True)
    for wager, figures in found.items():
        exact = None if figures.exact is None else float(figures.exact)
        table.add_row(
            wager, f"{figures.mean:+.6f}", f"{NORMAL_95 * figures.standard_error:.6f}", _number(exact, "+.6f"),
            _number(figures.z, "+.2f"), f"{figures.hits:,}",
        )  # fmt: skip
    console.print(table)
    for wager, figures in found.items():
        if figures.events:
            hits = ", ".join(f"{event} {count:,}" for event, count in figures.events.items())
            console.print(f"{wager} hits: {hits}")


def _keep(run: Run, path: Path, options: Mapping[str, object]) -> None:
    """Store what is done of a run and say how to go on."""
    if not run.tally.rounds:
        typer.echo("feltlab: stopped before the first shard was done: there is nothing to keep", err=True)
        return
    files.save(run, path)
    words = ["feltlab", "simulate", run.plan.rules.named, "--rounds", str(run.rounds), "--seed", str(run.plan.seed)]
    for wager, id in run.plan.pay_tables:
        words += ["--pay-table", f"{wager}={id}"]
    for option, value in options.items():
        words += [] if value is None else [option, str(value)]
    typer.echo(
        f"feltlab: stopped after {run.tally.rounds:,} of {run.rounds:,} rounds, kept in {path}; to continue:\n"
        f"  {shlex.join([*words, '--resume', str(path)])}",
        err=True,
    )
