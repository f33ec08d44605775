"""Hand histories from the dealer's shuffle: dealt by it, cut here by the contract's table, written as JSON."""

import json
from collections.abc import Iterable
from random import Random
from string import printable
from typing import Any

from feltlab.cards import DECK, RULE_CARDS, card_text, joker_shoe
from feltlab.cards.shuffle import Shape, commitment, context, shuffled_packs

Line = dict[str, Any]

SEATS = {"ace-odd-even": 6, "low-four": 6, "quick-draw-holdem": 7, "rule-out": 7}
CLIENT_CHARACTERS = [character for character in printable if " " <= character <= "~"]


def texts(cards: Iterable[int]) -> list[str]:
    return [card_text(card) for card in cards]


def dealt(game: str, seats: int, pack: tuple[int, ...], rules: tuple[int, ...]) -> dict[str, Any]:
    """Every place filled."""
    if game == "rule-out":
        return {
            "seats": {str(k): texts(pack[3 * (k - 1) : 3 * k]) for k in range(1, seats + 1)},
            "replacements": {str(k): card_text(pack[3 * seats + k - 1]) for k in range(1, seats + 1)},
            "rules": [RULE_CARDS[rule] for rule in rules[:3]],
        }
    if game == "quick-draw-holdem":
        return {
            "seats": {str(k): texts([pack[2 * (k - 1)], pack[2 * k - 1]]) for k in range(1, seats + 1)},
            "board": texts(pack[2 * seats : 2 * seats + 5]),
        }
    return {
        "seats": {str(k): texts(pack[7 * (k - 1) : 7 * k]) for k in range(1, seats + 1)},
        "dealer": texts(pack[7 * seats : 7 * seats + 7]),
    }


def history_line(
    game: str,
    seed: bytes,
    *,
    table: str = "table",
    number: int = 1,
    client_seeds: dict[int, str] | None = None,
    seats: int = 0,
    decks: int = 1,
    jokers: int = 2,
) -> Line:
    """A whole round as the dealer deals it."""
    client_seeds, seats = client_seeds or {}, seats or SEATS[game]
    has_shoe = game == "rule-out"
    shape = Shape(game, seats, decks, jokers) if has_shoe else Shape(game, seats)
    pack = joker_shoe(decks, jokers) if has_shoe else DECK
    pack, rules = shuffled_packs(seed, context(table, number, shape, client_seeds), pack, range(15) if has_shoe else ())
    return {
        "table": table,
        "round": number,
        "game": game,
        "seats": seats,
        **({"decks": decks, "jokers": jokers} if has_shoe else {}),
        "seed": seed.hex(),
        "commitment": commitment(seed),
        "client_seeds": [[seat, client_seeds[seat]] for seat in sorted(client_seeds)],
        "dealt": dealt(game, seats, pack, rules),
    }


def random_text(random: Random, least: int, most: int) -> str:
    return "".join(random.choices(CLIENT_CHARACTERS, k=random.randint(least, most)))


def random_line(random: Random) -> Line:
    game = random.choice(list(SEATS))
    seats = random.choice([SEATS[game], SEATS[game], random.randint(1, SEATS[game])])
    seated = random.sample(range(1, seats + 1), random.randint(0, seats))
    return history_line(
        game,
        random.randbytes(32),
        table=random_text(random, 1, 20),
        number=random.randrange(1 << random.randint(1, 60)),
        client_seeds={seat: random_text(random, 0, 64) for seat in seated},
        seats=seats,
        decks=random.randint(1, 8),
        jokers=random.randint(0, 4),
    )


def written(line: Line) -> bytes:
    return json.dumps(line).encode() + b"\n"
