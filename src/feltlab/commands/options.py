"""Arguments and options that several commands share."""

import os
from pathlib import Path
from typing import Annotated

import typer

from feltlab.errors import FeltlabError, shown
from feltlab.exact.solving.budget import BUDGET
from feltlab.games import GAMES, Game, House
from feltlab.games.loading import load_game
from feltlab.rules.lines import read_game
from feltlab.rules.rule_file import read_rule_file

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}, or a game file.")]


def _load(files: list[Path] | None) -> list[Path]:
    for file in files or []:
        load_game(file)
    return files or []


GameFileOption = Annotated[
    list[Path] | None,
    typer.Option("--game", metavar="FILE.py", callback=_load, help="Your own game, in one file; repeatable."),
]
GameFilesArgument = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FILE.py]...", callback=_load, help="More game files, such as *.py."),
]


def _limit(seconds: float | None) -> float | None:
    """For this process and those it starts."""
    if seconds is not None:
        os.environ[BUDGET] = str(seconds)
    return seconds


BudgetOption = Annotated[
    float | None,
    typer.Option(
        "--budget",
        metavar="SECONDS",
        min=0,
        is_eager=True,
        callback=_limit,
        help="Sample a game that takes longer to solve exactly; `feltlab explain GAME` shows the estimate.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
RuleFileOption = Annotated[
    Path | None,
    typer.Option("--rules", metavar="FILE", help="A TOML file with your house's rules, pay tables and bets."),
]

PayTableOption = Annotated[
    list[str] | None,
    typer.Option("--pay-table", metavar="WAGER=ID", help="A pay table other than the felt's; repeatable."),
]
SHOE_GAMES = ", ".join(slug for slug, game in GAMES.items() if "decks" in game.line_fields)
PenetrationOption = Annotated[
    int,
    typer.Option(
        "--penetration",
        metavar="PERCENT",
        help=f"Deal the shoe down to a cut card at this percentage, such as 75 ({SHOE_GAMES}, or a file's).",
    ),
]
DecksOption = Annotated[
    int | None, typer.Option("--decks", metavar="N", help=f"Decks in the shoe ({SHOE_GAMES}, or a file's).")
]
StrategyOption = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="How the player decides; default: best play. `feltlab strategy GAME` lists the names.",
        show_default=False,
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="S", help="Same seed, same rounds: 0 to 2^64 - 1.")]
SeatsOption = Annotated[int, typer.Option("--seats", metavar="K", help="How many seats play, each by the strategy.")]
StrategyFileOption = Annotated[
    Path | None,
    typer.Option("--strategy-file", metavar="FILE.csv", help="Decide by a table written by `feltlab strategy -o`."),
]
BetOption = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="WAGER=UNITS", help="A stake; repeatable. The initial wager defaults to 1."),
]


def chosen_tables(pairs: list[str] | None) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for pair in pairs or []:
        wager, equals, id = pair.partition("=")
        if not equals:
            raise FeltlabError(f"choose a pay table as WAGER=ID, not {shown(pair)}")
        if wager in chosen:
            raise FeltlabError(f"the {wager} pay table is chosen twice")
        chosen[wager] = id
    return chosen


def find_game(name: str) -> Game:
    """A game of the registry by its name, or of a file by its path."""
    if name.endswith(".py"):
        return load_game(name)
    beside = Path(f"{name.replace('-', '_')}.py")
    if name not in GAMES and beside.is_file():
        raise FeltlabError(f"{shown(name)} is not a game: did you mean {beside}?")
    return read_game({"game": name}, GAMES)


def find_houses(rule_file: Path | None) -> dict[str, House]:
    """A house for every game: the documents' own, except for the game that a rule file is about."""
    houses = {slug: game.house() for slug, game in GAMES.items()}
    if rule_file is not None:
        game, house = read_rule_file(rule_file, GAMES)
        houses[game.slug] = house
    return houses


def find_house(game: Game, rule_file: Path | None) -> House:
    """The documents' house, or that of a rule file for this game."""
    if rule_file is None:
        return game.house()
    named, house = read_rule_file(rule_file, GAMES)
    if named is not game:
        raise FeltlabError(f"{rule_file} is for {named.slug}, not for {game.slug}")
    return house
