"""Golden rounds: text a dealer can read, one file for every game. `python -m tests.test_golden_rounds` rewrites them."""

from pathlib import Path

import pytest

from feltlab.games import GAMES
from feltlab.rules.lines import read_round
from feltlab.rules.transcript import transcript
from feltlab.wire import read_object

FOLDER = Path(__file__).parent / "golden"


def rounds(slug: str) -> list[bytes]:
    return (FOLDER / f"{slug}.jsonl").read_bytes().splitlines()


def transcripts(slug: str) -> str:
    game = GAMES[slug]
    return "\n\n".join(transcript(read_round(read_object(line), game, game.house())) for line in rounds(slug)) + "\n"


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_golden_rounds_and_they_still_read_the_same(slug: str) -> None:
    assert len(rounds(slug)) >= 4, f"{slug} needs golden rounds: a win, a loss, a fold or keep, and a bonus"
    assert transcripts(slug) == (FOLDER / f"{slug}.txt").read_text("utf-8")


if __name__ == "__main__":
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(transcripts(name), "utf-8")
