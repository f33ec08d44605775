"""feltlab settle: rounds in, what every wager is handed back out."""

from typing import Any

from feltlab.commands.jsonl import LinesArgument, answer_lines
from feltlab.commands.options import GameFileOption, JsonOption, RuleFileOption, find_houses
from feltlab.games import GAMES
from feltlab.rules.lines import read_game, read_round, settled
from feltlab.rules.transcript import transcript
from feltlab.wire import dump


def settle(
    file: LinesArgument = None, json: JsonOption = False, rules: RuleFileOption = None, game: GameFileOption = None
) -> None:
    """Settle rounds to the cent, one JSON object per line.

    A bad line returns an error; the others are settled, and the exit code is 1.

    Example: feltlab settle examples/rounds.jsonl

    Example: feltlab settle --json < rounds.jsonl > settled.jsonl
    """
    houses = find_houses(rules)

    def answer(line: dict[str, Any]) -> str:
        found = read_game(line, GAMES)
        round = read_round(line, found, houses[found.slug])
        if not json:
            return transcript(round) + "\n"
        answered = settled(round)
        if "id" in line:
            answered["id"] = line["id"]
        return dump(answered)

    answer_lines(file, json, answer, alike=True)
