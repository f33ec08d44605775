"""feltlab risk and feltlab what-if: how far luck carries, and what a changed rule or pay does to the edge."""

from itertools import groupby
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from feltlab.commands.examples import examples
from feltlab.commands.options import (
    BetOption,
    BudgetOption,
    GameArgument,
    JsonOption,
    RuleFileOption,
    StrategyOption,
    find_game,
    find_house,
)
from feltlab.errors import FeltlabError, shown
from feltlab.lab.what_if import Case, pay_cases, rule_cases
from feltlab.simulation.bets import Bets
from feltlab.simulation.plan import Plan
from feltlab.simulation.risk import Risk, risk_of
from feltlab.wire import dump


def _bets(plan: Plan, pairs: list[str] | None) -> Bets:
    stakes: dict[str, object] = {}
    for pair in pairs or []:
        wager, equals, units = pair.partition("=")
        if not equals:
            raise FeltlabError(f"a bet is written WAGER=UNITS, not {shown(pair)}")
        if wager in stakes:
            raise FeltlabError(f"the {wager} bet is given twice")
        stakes[wager] = units
    return Bets.read(plan.game, stakes, plan.run_by)


@examples("risk {game} --bet {initial}=1 --bet {side}=1")
def risk(
    game: GameArgument,
    bet: BetOption = None,
    strategy: StrategyOption = "",
    json: JsonOption = False,
    rules: RuleFileOption = None,
    budget: BudgetOption = None,
) -> None:
    """Show standard deviation, N0, the chance that the house is behind, risk of ruin and correlations between bets."""
    found = find_game(game)
    house = find_house(found, rules) if rules else None
    with Console(stderr=True).status("working out the joint distribution"):
        plan = Plan(found.slug, 0, strategy, house=house)
        result = risk_of(plan, _bets(plan, bet))
    if json:
        typer.echo(dump(result.to_dict()))
    else:
        _print(found.title, result)


_MARGINS = (("expectation", ".5f"), ("standard_deviation", ".4f"), ("n0", ",.0f"))


def _margin(half: float | None, form: str) -> str:
    """After a sampled figure; nothing after an exact one."""
    return "" if half is None else f" ± {half:{form}}"


def _print(title: str, result: Risk) -> None:
    console = Console(highlight=False)
    bets = ", ".join(f"{wager} {stake}" for wager, stake in result.bets.stakes)
    how = f"sampled: {result.total:,} rounds" if result.is_sampled else "exact"
    console.print(f"[bold]{title}[/bold], {result.plan.strategy} strategy, bets in units: {bets} ({how})")
    entry = result.to_dict()
    margins = entry.get("margins_float", {})
    mean, spread, n0 = (_margin(margins.get(name), form) for name, form in _MARGINS)
    rows = [
        ("expected result of a round", f"{float(result.expectation):+.5f}{mean} units"),
        ("standard deviation of a round", f"{result.deviation:.4f}{spread} units"),
        ("N0", f"{result.n0:,.0f}{n0} rounds until the expected win equals one standard deviation"),
        ("largest loss of the house in a round", f"{float(result.worst):,.2f} units per seat"),
        *(
            (f"house bankroll for a risk of ruin of {ruin}", f"{units:,.0f} units")
            for ruin, units in entry["house_bankroll_float"].items()
        ),
    ]
    for name, value in rows:
        console.print(f"  {name:<42} {value}")
    table = Table(title="The house over a period (normal approximation)", title_justify="left")
    for column in ("period", "expected win", "standard deviation", "chance of being behind"):
        table.add_column(column, justify="left" if column == "period" else "right")
    for name, period in entry["periods"].items():
        win = f"{period['house_win_float']:,.1f}{_margin(period.get('house_win_margin'), ',.1f')}"
        spread = f"{period['standard_deviation_float']:,.1f}{_margin(period.get('standard_deviation_margin'), ',.1f')}"
        behind = _margin(period.get("chance_house_is_behind_margin"), ".2%")
        table.add_row(name, win, spread, f"{period['chance_house_is_behind_float']:.2%}{behind}")
    console.print(table)
    if result.is_sampled:
        console.print("  ± is half of a 99% interval; figures without it follow from the sampled rounds as they fell")
    taken = "seats play the same cards: they win and lose together"
    if not result.seats_share_cards:
        taken = "seats are treated as independent; `feltlab shift` plays them against one dealer"
    console.print(f"  {taken}")
    for one in result.correlations:
        console.print(f"  correlation of {one.first} and {one.second}: {one.value:+.4f}")
    if result.unknown:
        console.print(f"  no correlations: {result.unknown}")


@examples("what-if {game}", "what-if {game} --pays")
def what_if(
    game: GameArgument,
    pays: Annotated[bool, typer.Option("--pays", help="Only the sensitivity to each pay line.")] = False,
    json: JsonOption = False,
    rules: RuleFileOption = None,
) -> None:
    """Show the edge when a rule number or a pay changes, each case solved again; warn if the player gets an edge."""
    found = find_game(game)
    house = find_house(found, rules)
    with Console(stderr=True).status("solving each case"):
        cases = ([] if pays else list(rule_cases(found, house))) + list(pay_cases(found, house))
    if json:
        typer.echo(dump({"game": found.slug, "cases": [case.to_dict() for case in cases]}))
    else:
        _print_cases(found.title, cases)


def _beside(case: Case, which: int) -> str:
    return _margin(case.margins[which] if case.is_sampled else None, ".4%")


def _print_cases(title: str, cases: list[Case]) -> None:
    console = Console(highlight=False)
    for wager, group in groupby(sorted(cases, key=lambda case: case.wager), key=lambda case: case.wager):
        rows: list[Any] = list(group)
        of_main = " of the main game" if rows[0].of_main else ""
        stands = f"{float(rows[0].before):.4%}{_beside(rows[0], 0)}"
        sampled = ", sampled" if rows[0].is_sampled else ""
        console.print(f"[bold]{title}, {wager}[/bold]: house edge{of_main} {stands} as it stands{sampled}")
        table = Table()
        table.add_column("change")
        for column in ("house edge", "difference"):
            table.add_column(column, justify="right")
        for case in rows:
            edge = Text(f"{float(case.after):.4%}{_beside(case, 1)}", style="red" if case.warning else "")
            table.add_row(case.change, edge, f"{float(case.after - case.before):+.4%}")
        console.print(table)
    for case in cases:
        if case.warning:
            change = f"{case.wager}: {case.change}" if case.of_main else case.change
            said = f"Warning: with {change}, {case.warning} on the {'main game' if case.of_main else case.wager}"
            console.print(Text(said, style="yellow"))
