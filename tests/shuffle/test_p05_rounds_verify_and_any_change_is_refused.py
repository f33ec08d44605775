"""What the dealer deals, the verifier deals too; and nothing in a line can be changed unnoticed."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from feltlab.verify_shuffle import FULL_DECK, RULE_CARDS, MalformedRoundError, differences, read_round, verdicts
from tests.shuffle.histories import CLIENT_CHARACTERS, SEATS, Line, random_line, written


def flip_hex(random: Random, text: str) -> str:
    digit = random.randrange(len(text))
    return text[:digit] + f"{int(text[digit], 16) ^ 1 << random.randrange(4):x}" + text[digit + 1 :]


def flip_text(random: Random, text: str) -> str:
    place = random.randrange(len(text))
    return text[:place] + chr(ord(text[place]) ^ 1 << random.randrange(7)) + text[place + 1 :]


def another(random: Random, card: str) -> str:
    return random.choice([other for other in (RULE_CARDS if card in RULE_CARDS else FULL_DECK) if other != card])


def change_seed(random: Random, line: Line) -> None:
    line["seed"] = flip_hex(random, line["seed"])


def change_commitment(random: Random, line: Line) -> None:
    line["commitment"] = flip_hex(random, line["commitment"])


def change_table(random: Random, line: Line) -> None:
    line["table"] = flip_text(random, line["table"])


def change_round(random: Random, line: Line) -> None:
    line["round"] ^= 1 << random.randrange(60)


def change_game(random: Random, line: Line) -> None:
    line["game"] = random.choice([game for game in SEATS if game != line["game"]])


def change_seats(random: Random, line: Line) -> None:
    line["seats"] = random.choice([seats for seats in range(1, 8) if seats != line["seats"]])


def change_decks(random: Random, line: Line) -> None:
    line["decks"] = random.choice([decks for decks in range(1, 9) if decks != line.get("decks", 1)])


def change_jokers(random: Random, line: Line) -> None:
    line["jokers"] = random.choice([jokers for jokers in range(5) if jokers != line.get("jokers", 0)])


def change_client_seed(random: Random, line: Line) -> None:
    """A bit of one, or one more where there is none."""
    pairs = [pair for pair in line["client_seeds"] if pair[1]]
    if pairs:
        pair = random.choice(pairs)
        pair[1] = flip_text(random, pair[1])
    else:
        line["client_seeds"] = [[1, random.choice(CLIENT_CHARACTERS)]]


def drop_client_seed(random: Random, line: Line) -> None:
    if line["client_seeds"]:
        line["client_seeds"].pop(random.randrange(len(line["client_seeds"])))
    else:
        line["client_seeds"] = [[1, ""]]


def change_card(random: Random, line: Line) -> None:
    """Any card of any stack."""
    dealt = line["dealt"]
    stacks = [*dealt["seats"].values(), *(dealt[key] for key in ("dealer", "board", "rules") if key in dealt)]
    if "replacements" in dealt and random.random() < 0.2:
        seat = random.choice(list(dealt["replacements"]))
        dealt["replacements"][seat] = another(random, dealt["replacements"][seat])
        return
    stack = random.choice(stacks)
    place = random.randrange(len(stack))
    stack[place] = another(random, stack[place])


CHANGES: list[Callable[[Random, Line], None]] = [
    change_seed, change_commitment, change_table, change_round, change_game, change_seats, change_decks, change_jokers,
    change_client_seed, drop_client_seed, change_card,
]  # fmt: skip


def is_refused(line: Line) -> bool:
    try:
        return bool(differences(read_round(written(line))))
    except MalformedRoundError:
        return True


def check(rounds: int, random: Random, history: Path) -> None:
    lines = [random_line(random) for _ in range(rounds)]
    history.write_bytes(b"".join(map(written, lines)))
    found = list(verdicts(history))
    assert len(found) == rounds
    assert all(verdict.verified for verdict in found)
    refused: Counter[str] = Counter()
    for text in history.read_bytes().splitlines():
        for change in CHANGES:
            line = json.loads(text)
            change(random, line)
            refused[change.__name__] += is_refused(line)
    assert refused == {change.__name__: rounds for change in CHANGES}


def test_p05_2_000_rounds(tmp_path: Path) -> None:
    check(2_000, Random(5), tmp_path / "history.jsonl")


@pytest.mark.soak
def test_p05_100_000_rounds(tmp_path: Path) -> None:
    check(100_000, Random(6), tmp_path / "history.jsonl")


def test_p05_every_bit_of_a_seed_and_of_its_commitment_counts(tmp_path: Path) -> None:
    line = random_line(Random(7))
    assert not is_refused(line)
    for key in ("seed", "commitment"):
        for bit in range(256):
            assert is_refused(line | {key: f"{int(line[key], 16) ^ 1 << bit:064x}"})
