"""Sessions, shifts and shoes as tables for a terminal."""

from typing import Any

from rich.console import Console
from rich.table import Table

from feltlab.rules.lines import settled
from feltlab.simulation.sessions import Sessions
from feltlab.simulation.shift import Normal, Shifts
from feltlab.simulation.shoe import Mean, ShoePlan, Shoes, listed_shoe, shoe_lines
from feltlab.simulation.spread import Proportion, Spread

Rows = list[tuple[str, str, str]]


def _console() -> Console:
    return Console(highlight=False)


def _print_rows(console: Console, rows: Rows) -> None:
    for name, value, note in rows:
        console.print(f"  {name:<30} {value:>16}  {note}".rstrip(), markup=False)


def _mean(spread: Spread, unit: str) -> str:
    return f"± {spread.mean_standard_error:,.2f} {unit}"


def _share(name: str, share: Proportion, note: str) -> tuple[str, str, str]:
    return name, f"{share.chance:.3%}", f"± {share.standard_error:.3%} {note}"


def _percentiles(title: str, columns: dict[str, Spread | Normal]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("", style="bold")
    spread = next(spread for spread in columns.values() if isinstance(spread, Spread))
    for found in spread.percentiles:
        table.add_column("median" if found.percent == 50 else f"{found.percent}%", justify="right")
    for name, column in columns.items():
        values = [column.percentile(found.percent) for found in spread.percentiles]
        table.add_row(name, *(f"{value:,.0f}" if value == int(value) else f"{value:,.1f}" for value in values))
    return table


def _bets(stakes: dict[str, str]) -> str:
    return ", ".join(f"{wager} {stake}" for wager, stake in stakes.items())


def print_sessions(found: Sessions) -> None:
    console, rules = _console(), found.rules
    console.print(
        f"[bold]{rules.plan.rules.title}[/bold]: {found.sessions:,} sessions of {rules.length:,} rounds,"
        f" {rules.plan.decided_by} strategy, seed {rules.plan.seed} (simulated; in units)"
    )
    console.print(f"  bets {_bets(rules.bets.to_dict())}; largest total stake {float(rules.bets.largest_stake):g}")
    rows: Rows = [("mean result", f"{found.result.mean:+,.2f}", _mean(found.result, "(standard error)"))]
    if found.expectation is not None:
        without = rules.length * float(found.expectation)
        rows.append(("exact mean without ruin", f"{without:+,.2f}", f"z {found.z:+.2f}" if found.z is not None else ""))
    rows += [
        (
            "standard deviation",
            f"{found.result.standard_deviation:,.2f}",
            f"± {found.result.standard_deviation_standard_error:,.2f}",
        ),
        _share("ahead", found.ahead, "of sessions"),
        _share("even", found.even, "of sessions"),
    ]
    if found.ruin:
        rows.append(_share("ruined", found.ruin, f"of sessions, from {float(rules.bankroll or 0):,g} units"))
    rows.append(("mean rounds survived", f"{found.survived.mean:,.2f}", _mean(found.survived, "rounds")))
    rows.append(("mean longest losing run", f"{found.losing_run.mean:,.2f}", _mean(found.losing_run, "rounds")))
    _print_rows(console, rows)
    columns: dict[str, Spread | Normal] = {"result (units)": found.result}
    columns |= {"rounds survived": found.survived} if found.ruin else {}
    columns["longest losing run (rounds)"] = found.losing_run
    console.print(_percentiles("Percentiles of sessions", columns))


def print_shifts(found: Shifts) -> None:
    console, rules = _console(), found.rules
    console.print(
        f"[bold]{rules.plan.rules.title}[/bold]: {found.shifts:,} shifts of {rules.rounds:,} rounds,"
        f" {rules.plan.seats} seats, {rules.plan.decided_by} strategy, seed {rules.plan.seed} (simulated; in units)"
    )
    for bets in dict.fromkeys(rules.bets):
        seats = [str(seat) for seat, other in enumerate(rules.bets, start=1) if other == bets]
        console.print(f"  seat{'s' * (len(seats) > 1)} {', '.join(seats)}: {_bets(bets.to_dict())}")
    win = found.win
    rows: Rows = [("mean house win", f"{win.mean:+,.2f}", _mean(win, "(standard error)"))]
    if found.theos:
        rows.append(
            ("theo", f"{float(found.theo):+,.2f}", f"exact; z {found.z:+.2f}" if found.z is not None else "exact")
        )
    if rules.drop is not None:
        hold = win.mean / float(rules.drop)
        rows.append(("hold", f"{hold:.2%}", f"win ÷ drop of {float(rules.drop):,g}"))
    deviation = f"± {win.standard_deviation_standard_error:,.2f}"
    rows.append(("standard deviation", f"{win.standard_deviation:,.2f}", deviation))
    rows.append(_share("the house loses", found.house_loses, "of shifts"))
    columns: dict[str, Spread | Normal] = {"simulated": win}
    if found.normal and found.measured_normal and found.shared_cards:
        rows += _bell_curves(found.normal, found.measured_normal, found.shared_cards)
        columns |= {"seats independent": found.normal, "shared cards": found.measured_normal}
    _print_rows(console, rows)
    console.print(_percentiles("Percentiles of the house win", columns))
    if found.theos:
        _print_theos(console, found)


def _bell_curves(independent: Normal, sharing: Normal, shared_cards: float) -> Rows:
    return [
        (
            "as a bell curve, seats independent",
            f"{independent.chance_of_loss:.2%}",
            "of shifts, by exact variance as if seats were independent",
        ),
        (
            "as a bell curve, shared cards",
            f"{sharing.chance_of_loss:.2%}",
            "of shifts, by the simulated deviation",
        ),
        ("deviation, shared cards", f"× {shared_cards:.3f}", "of the deviation of independent seats"),
    ]


def _print_theos(console: Console, found: Shifts) -> None:
    table = Table(title="Theo", title_justify="left")
    for column in ("wager", "handle", "edge", "theo"):
        table.add_column(column, justify="left" if column == "wager" else "right")
    for row in found.theos:
        table.add_row(row.wager, f"{float(row.handle):,g}", f"{float(row.edge):.4%}", f"{float(row.theo):+,.2f}")
    console.print(table)
    console.print("  main: handle of initial wagers, edge of the initial wager", markup=False)


def print_shoes(found: Shoes) -> None:
    console, plan = _console(), found.plan
    table = plan.table
    console.print(
        f"[bold]{table.rules.title}[/bold]: {found.tally.shoes:,} shoes of {len(plan.fresh)} cards, cut card after"
        f" {plan.cut}, {table.seats} seat{'s' * (table.seats > 1)}, {table.decided_by} strategy, seed {table.seed}"
    )
    decks = "".join(f"{name.replace('_', ' ')} {words}; " for name, words in plan.dealer.second_deck.items())
    console.print(f"  {decks}{found.rounds_per_shoe:.3f} rounds per shoe,", end=" ")
    console.print(f"{plan.sure_rounds} always dealt; trades {found.trade_frequency:.2%} of hands")
    grid = Table(title="Net per one-unit bet (standard errors over shoes)", title_justify="left")
    grid.add_column("round", no_wrap=True)
    for column in ("shoes", *(cell for wager in plan.wagers for cell in (wager, "±", "z"))):
        grid.add_column(column, justify="right", no_wrap=True)
    whole = [cell for mean in found.wagers.values() for cell in _cells(mean, False)]
    grid.add_row("all", f"{found.tally.shoes:,}", *whole, style="bold")
    fresh = [cell for mean in found.wagers.values() for cell in (f"{float(mean.exact):+.5f}", "", "")]
    grid.add_row("fresh, exact", "", *fresh, end_section=True)
    for row in found.positions:
        cells = [cell for mean in row.wagers.values() for cell in _cells(mean, row.sure)]
        grid.add_row(str(row.round), f"{row.shoes:,}", *cells)
    console.print(grid)
    console.print("  No z for rounds that some shoes do not reach: there the cut card may make a difference.")


def _cells(mean: Mean, comparable: bool) -> tuple[str, str, str]:
    z = f"{mean.z:+.2f}" if comparable and mean.z is not None else ""
    return f"{mean.mean:+.5f}", f"{mean.standard_error:.5f}", z


def shoe_entry(plan: ShoePlan, number: int) -> dict[str, Any]:
    """One shoe in full, every seat settled by the rule book."""
    rounds = []
    shoe = zip(shoe_lines(plan, number), listed_shoe(plan, number), strict=True)
    for place, (lines, seats) in enumerate(shoe, start=1):
        entries = []
        for seat, (line, round) in enumerate(zip(lines, seats, strict=True), start=1):
            dealt = {name: line.get(name) for name in round.game.round.fields}
            choice = round.game.choice_text(round)
            entries.append({"seat": seat, **dealt, "choice": choice, **settled(round)})
        rounds.append({"round": place, "seats": entries})
    return {"plan": plan.to_dict(), "shoe": number, "rounds": rounds}


def print_shoe(plan: ShoePlan, number: int) -> None:
    console = _console()
    script, entry = plan.table.rules.round, shoe_entry(plan, number)
    own = [name for deal in script.seat_deals for name in deal.parts or (deal.place,)]
    drawn = script.draws
    shared = [name for name in script.fields if name not in (*own, drawn)]
    console.print(f"[bold]Shoe {number}[/bold], seed {plan.table.seed}: stakes of 100 cents, settled by the rule book")
    for round in entry["rounds"]:
        turned = "; ".join(_words(round["seats"][0][name]) for name in shared)
        console.print(f"Round {round['round']}: {turned}", markup=False)
        for seat in round["seats"]:
            hand = ", ".join(_words(seat[name]) for name in own)
            draws = f" draws {_words(seat[drawn])}" if seat.get(drawn) else ""
            why = "; ".join(f"{row['wager']} {row['why']}" for row in seat["results"])
            words = f"  seat {seat['seat']}: {hand}, {seat['choice']}{draws}: {why} (net {seat['net']:+d})"
            console.print(words, markup=False)


def _words(dealt: str | list[str]) -> str:
    return dealt if isinstance(dealt, str) else ", ".join(dealt)
