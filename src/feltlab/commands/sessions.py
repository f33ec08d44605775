"""feltlab sessions, shift and shoe: how a player, a table and a shoe fare over many rounds."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from feltlab.commands.examples import examples
from feltlab.commands.options import (
    BetOption,
    DecksOption,
    GameArgument,
    JsonOption,
    PayTableOption,
    RuleFileOption,
    SeatsOption,
    SeedOption,
    StrategyOption,
    find_game,
)
from feltlab.commands.session_tables import print_sessions, print_shifts, print_shoe, print_shoes, shoe_entry
from feltlab.commands.simulate import read_plan
from feltlab.errors import FeltlabError, shown
from feltlab.money import plain_number
from feltlab.simulation.bets import Bets, read_units
from feltlab.simulation.plan import Plan
from feltlab.simulation.plots import check_ending, plot_paths, plot_sessions, plot_shifts, save
from feltlab.simulation.sessions import SessionRules, simulate_sessions, whole_number
from feltlab.simulation.shift import ShiftRules, simulate_shifts
from feltlab.simulation.shoe import MOST_SHOES, ShoePlan, dealt_from_shoes, simulate_shoes
from feltlab.wire import dump

PlotOption = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw the distribution as FILE.svg or FILE.png.")
]
_SHOW_AFTER = 1.0
"""Seconds: what is done before needs no bar."""


class _Bar:
    """Progress for people at a terminal, from the second second on."""

    def __init__(self, words: str, total: int) -> None:
        columns = (TextColumn(words), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        self.bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self.task = self.bar.add_task(words, total=total)
        self.started, self.shown = perf_counter(), False

    def __enter__(self) -> Callable[[int], None]:
        return self.update

    def __exit__(self, *_: object) -> None:
        if self.shown:
            self.bar.stop()

    def update(self, done: int) -> None:
        if not self.shown and perf_counter() - self.started > _SHOW_AFTER:
            self.bar.start()
            self.shown = True
        self.bar.update(self.task, completed=done)


def _number(text: str, what: str) -> Fraction:
    number = plain_number(text)
    if number is None:
        raise FeltlabError(f"{what} must be a number, not {shown(text)}")
    return number


def _read_bet(text: str) -> tuple[int | None, str, str]:
    """WAGER=UNITS for every seat, or SEAT:WAGER=UNITS for one."""
    where, equals, units = text.partition("=")
    seat, colon, wager = where.rpartition(":")
    if not equals or (colon and not (seat.isascii() and seat.isdigit() and len(seat) < 3)):
        raise FeltlabError(f"a bet is given as WAGER=UNITS, or for one seat as SEAT:WAGER=UNITS, not {shown(text)}")
    return int(seat) if colon else None, wager, units


def _seat_bets(plan: Plan, seats: int, given: list[str] | None) -> tuple[Bets, ...]:
    """A seat's own bets go before those of all seats."""
    found = [_read_bet(text) for text in given or []]
    places = [(seat, wager) for seat, wager, _ in found]
    twice = next((place for place in places if places.count(place) > 1), None)
    if twice:
        raise FeltlabError(f"the {twice[1]} bet is given twice")
    wrong = next((seat for seat, _, _ in found if seat is not None and not 1 <= seat <= seats), None)
    if wrong is not None:
        raise FeltlabError(f"there is no seat {wrong}: {seats} play")
    for_all = {wager: units for seat, wager, units in found if seat is None}
    own = [{wager: units for at, wager, units in found if at == seat} for seat in range(1, seats + 1)]
    return tuple(Bets.read(plan.game, for_all | bets, plan.run_by) for bets in own)


def _check_files(*paths: Path | None) -> None:
    """Before the work, not after it."""
    for path in paths:
        if path is not None:
            check_ending(path)
            if not path.parent.is_dir():
                raise FeltlabError(f"cannot write {path}: there is no folder {path.parent}")


@examples(
    "sessions {game} --length 200 --bankroll 100",
    "sessions {game} --length 300 --bankroll 150 --bet {initial}=2 --bet {side}=1 --plot results.svg",
)
def sessions(
    game: GameArgument,
    length: Annotated[int, typer.Option("--length", metavar="L", help="Rounds in a session.")] = 200,
    bankroll: Annotated[
        str | None,
        typer.Option("--bankroll", metavar="UNITS", help="What a session starts with; default: no limit."),
    ] = None,
    sessions: Annotated[int, typer.Option("--sessions", metavar="N", help="How many to simulate.")] = 20_000,
    bet: BetOption = None,
    strategy: StrategyOption = "",
    seed: SeedOption = 1,
    decks: DecksOption = None,
    pay_table: PayTableOption = None,
    rules: RuleFileOption = None,
    plot: PlotOption = None,
    paths: Annotated[
        Path | None, typer.Option("--paths", metavar="FILE", help="Draw the first bankrolls as FILE.svg or FILE.png.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Simulate sessions at one seat: percentiles, the chance of being ahead, risk of ruin, longest losing streak.

    A session is ruined when the bankroll cannot cover the largest total stake of its next round.
    """
    plan = read_plan(game, seed, strategy, None, 1, pay_table, decks, rules)
    bets = _seat_bets(plan, 1, bet)[0]
    limit = None if bankroll is None else read_units(bankroll, "the bankroll")
    asked = SessionRules(plan, bets, length, limit)
    _check_files(plot, paths)
    with _Bar(f"{sessions:,} sessions", sessions * length) as progress:
        found = simulate_sessions(asked, sessions, progress)
    if plot:
        save(plot_sessions(found), plot)
    if paths:
        save(plot_paths(found), paths)
    if json:
        typer.echo(dump(found.to_dict()))
    else:
        print_sessions(found)


@examples(
    "shift {game} --seats 6 --rounds-per-hour 45 --hours 8",
    "shift {game} --seats 5 --bet {initial}=2 --bet {side}=1 --bet 3:{initial}=10 --plot win.png",
)
def shift(
    game: GameArgument,
    seats: SeatsOption = 6,
    rounds_per_hour: Annotated[int, typer.Option("--rounds-per-hour", metavar="N", help="The table's pace.")] = 45,
    hours: Annotated[str, typer.Option("--hours", metavar="H", help="Length of the shift.")] = "8",
    shifts: Annotated[int, typer.Option("--shifts", metavar="N", help="How many to simulate.")] = 5_000,
    bet: Annotated[
        list[str] | None,
        typer.Option(
            "--bet",
            metavar="[SEAT:]WAGER=UNITS",
            help="A stake for every seat, or for one; the initial wager defaults to 1.",
        ),
    ] = None,
    drop: Annotated[
        str | None,
        typer.Option("--drop", metavar="UNITS", help="Money exchanged for chips in a shift: gives the hold."),
    ] = None,
    strategy: StrategyOption = "",
    seed: SeedOption = 1,
    decks: DecksOption = None,
    pay_table: PayTableOption = None,
    rules: RuleFileOption = None,
    plot: PlotOption = None,
    json: JsonOption = False,
) -> None:
    """Simulate shifts at one table: what the house wins, how much that varies, and how often it loses.

    The seats in a round share the dealer's cards, so they win and lose together: the simulation shows how much.
    """
    plan = read_plan(game, seed, strategy, None, seats, pay_table, decks, rules)
    dropped = None if drop is None else read_units(drop, "the drop")
    asked = ShiftRules(plan, _seat_bets(plan, seats, bet), rounds_per_hour, _number(hours, "hours"), dropped)
    _check_files(plot)
    with _Bar(f"{shifts:,} shifts", shifts * asked.rounds) as progress:
        found = simulate_shifts(asked, shifts, progress)
    if plot:
        save(plot_shifts(found), plot)
    if json:
        typer.echo(dump(found.to_dict()))
    else:
        print_shifts(found)


def _shoe_game(slug: str | None) -> str:
    """The game asked for, else the first that is dealt from a shoe."""
    can = [game.slug for game in dealt_from_shoes()]
    if slug is None and can:
        return can[0]
    if slug is None or find_game(slug).slug not in can:
        said = f"{slug} is not dealt from a shoe to a cut card" if slug else "nothing is dealt from a shoe"
        raise FeltlabError(f"{said}; games that are: {', '.join(can) or 'none'}")
    return slug


def shoe(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game with a shoe; default: the first one.")
    ] = None,
    decks: Annotated[int, typer.Option("--decks", metavar="N", help="Decks in the shoe.")] = 6,
    penetration: Annotated[
        str, typer.Option("--penetration", metavar="P", help="Share dealt before the cut card, 0.05 to 0.95.")
    ] = "0.75",
    seats: SeatsOption = 1,
    keep_rule_deck: Annotated[
        bool, typer.Option("--keep-rule-deck", help="Run the rule deck down instead of reshuffling it each round.")
    ] = False,
    shoes: Annotated[int, typer.Option("--shoes", metavar="N", help="How many to simulate.")] = 10_000,
    strategy: StrategyOption = "",
    seed: SeedOption = 1,
    pay_table: PayTableOption = None,
    rules: RuleFileOption = None,
    show: Annotated[
        int | None, typer.Option("--show", metavar="J", help="Show shoe J in full instead, settled by the rule book.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Deal rounds from a shoe to a cut card without reshuffling, beside the exact values of a fresh shoe.

    Example: feltlab shoe --decks 6 --penetration 0.75 --seats 3 --shoes 20000 --seed 7

    Example: feltlab shoe --decks 1 --penetration 0.5 --keep-rule-deck --show 12
    """
    table = read_plan(_shoe_game(game), seed, strategy, None, seats, pay_table, decks, rules)
    plan = ShoePlan(table, _number(penetration, "penetration"), keep_rule_deck)
    for warning in plan.warnings:
        typer.echo(f"warning: {warning}", err=True)
    if show is not None:
        number = whole_number(show, 0, MOST_SHOES, "the number of a shoe")
        if json:
            typer.echo(dump(shoe_entry(plan, number)))
        else:
            print_shoe(plan, number)
        return
    with _Bar(f"{shoes:,} shoes", shoes) as progress:
        found = simulate_shoes(plan, shoes, progress)
    if json:
        typer.echo(dump(found.to_dict()))
    else:
        print_shoes(found)
