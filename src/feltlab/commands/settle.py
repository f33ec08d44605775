"""feltlab settle: rounds in, what every wager is handed back out."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from feltlab.commands.options import JsonOption, RuleFileOption
from feltlab.errors import FeltlabError
from feltlab.games import GAMES, House
from feltlab.games.lines import read_game, read_round, settled
from feltlab.games.rule_file import read_rule_file
from feltlab.games.transcript import transcript
from feltlab.wire import dump, read_object


def settle(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Rounds, one JSON object a line; standard input if left out."),
    ] = None,
    json: JsonOption = False,
    rules: RuleFileOption = None,
) -> None:
    """Settle rounds to the cent, one JSON object a line.

    A line that is wrong is answered with what is wrong; the others are settled, and the exit code is 1.

    Example: feltlab settle examples/rounds.jsonl

    Example: feltlab settle --json < rounds.jsonl > settled.jsonl
    """
    houses = {slug: game.house() for slug, game in GAMES.items()}
    if rules:
        game, house = read_rule_file(rules, GAMES)
        houses[game.slug] = house
    refused = 0
    for number, text in enumerate(_lines(file), start=1):
        if text.isspace():
            continue
        try:
            answer = _answer(text, houses, json)
        except FeltlabError as error:
            refused += 1
            answer = dump({"error": str(error), "line": number}) if json else f"line {number}: {error}"
        sys.stdout.write(answer + "\n")
    if refused:
        raise typer.Exit(1)


def _lines(file: Path | None) -> Iterator[bytes]:
    if file is None:
        yield from sys.stdin.buffer
        return
    try:
        with file.open("rb") as stream:
            yield from stream
    except OSError as error:
        raise FeltlabError(f"cannot read {file}: {error.strerror}") from None


def _answer(text: bytes, houses: dict[str, House], json: bool) -> str:
    line = read_object(text)
    game = read_game(line, GAMES)
    round = read_round(line, game, houses[game.slug])
    if not json:
        return transcript(round) + "\n"
    answer = settled(round)
    if "id" in line:
        answer["id"] = line["id"]
    return dump(answer)
