"""feltlab progressive: the value of a meter, in the long run and as it stands."""

from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from feltlab.commands.examples import examples
from feltlab.commands.options import GameArgument, JsonOption, RuleFileOption, find_game, find_house
from feltlab.errors import FeltlabError, shown
from feltlab.exact.progressive import ProgressiveFigures
from feltlab.games import GAMES
from feltlab.lab import meter_figures, terms_of
from feltlab.money import plain_number
from feltlab.wire import dump

_MOST_BETS = 10**15


def _read_meter(text: str) -> Fraction:
    meter = plain_number(text.replace(",", ""))
    if meter is None or not 0 <= meter <= _MOST_BETS:
        raise FeltlabError(f"a meter is a number of bets, such as 25000 or 25000.5, not {shown(text)}")
    return meter


@examples("progressive {progressive} --meter 250000")
def progressive(
    game: GameArgument,
    meter: Annotated[
        str | None, typer.Option("--meter", metavar="BETS", help="Also the return at this meter, in bets.")
    ] = None,
    json: JsonOption = False,
    rules: RuleFileOption = None,
) -> None:
    """Show the mean meter, the long-run return, the break-even meter and intervals between hits; meters are in bets."""
    found = find_game(game)
    house = find_house(found, rules)
    if found.progressive_wagers and not house.progressives:
        raise FeltlabError(f"{rules}: {house.not_offered(found.progressive_wagers[0])}")
    figures = meter_figures(found.slug, terms_of(found, house))
    if figures is None:
        have = [game.slug for game in GAMES.values() if game.progressive_wagers] or ["no game"]
        raise FeltlabError(
            f"{found.slug} has no progressive; {' and '.join(have)} {'have' if len(have) > 1 else 'has'} one"
        )
    at = None if meter is None else _read_meter(meter)
    entry = {"game": found.slug, **figures.to_dict(at)}
    if json:
        typer.echo(dump(entry))
    else:
        _print(found.title, figures, entry)


def _print(title: str, figures: ProgressiveFigures, entry: dict[str, Any]) -> None:
    console = Console(highlight=False)
    console.print(f"[bold]{title}[/bold], {figures.wager} (in bets; the meter as it stands at settlement)")
    rows = [
        ("long-run RTP", f"{entry['rtp_float']:.4%}"),
        ("long-run house edge", f"{entry['house_edge_float']:.4%}"),
        ("base amount", f"{entry['base_amount_float']:,.0f}"),
        ("increment, of each bet", f"{entry['increment_rate_float']:.4%}"),
        ("mean meter", f"{entry['mean_meter_float']:,.2f}"),
        ("standard deviation of the meter", f"{entry['meter_standard_deviation_float']:,.0f}"),
        ("RTP at the base amount", f"{entry['rtp_at_base_float']:.4%}"),
        ("break-even meter", f"{entry['break_even_meter_float']:,.0f}"),
        ("mean liability", f"{entry['mean_liability_float']:,.2f}"),
    ]
    if "at_meter" in entry:
        rows.append(
            (f"RTP at a meter of {entry['at_meter']['meter_float']:,.2f}", f"{entry['at_meter']['rtp_float']:.4%}")
        )
    for name, value in rows:
        console.print(f"  {name:<34} {value:>14}")
    table = Table(title="Awards", title_justify="left")
    table.add_column("event")
    for column in ("pays", "one in (bets)", "mean award", "return"):
        table.add_column(column, justify="right", overflow="fold")
    for award in entry["awards"]:
        between = "never" if award["mean_bets_between"] is None else f"{award['mean_bets_between_float']:,.0f}"
        table.add_row(
            award["event"], award["pays"], between, f"{award['mean_award_float']:,.2f}", f"{award['return_float']:.4%}",
        )  # fmt: skip
    console.print(table)
    levels = ", ".join(f"{part}: {level:,.0f}" for part, level in figures.meter_distribution.quantiles)
    method = figures.meter_distribution.method
    console.print(f"  the meter when a bet is made, and when it is won (quantiles, {method}): {levels}")
    dollars = Table(title="In dollars, by the price of the bet", title_justify="left")
    dollars.add_column("bet")
    for column in ("base amount", "mean meter", "break-even meter", "mean liability", "house win per bet"):
        dollars.add_column(column, justify="right", overflow="fold")
    for bet, row in entry["dollars"].items():
        keys = ("base_amount", "mean_meter", "break_even_meter", "mean_liability", "house_win_per_bet")
        dollars.add_row(bet, *(f"{row[f'{key}_float']:,.2f}" for key in keys))
    console.print(dollars)
    if entry["house_edge_float"] < 0:
        words = "  Warning: in the long run the player has the edge: lower the increment, the base amount or the awards"
        console.print(words, style="yellow", soft_wrap=True)
    if "at_meter" in entry and entry["at_meter"]["meter_float"] < entry["base_amount_float"]:
        console.print("  Note: this meter is below the base amount, and no meter goes that low")
