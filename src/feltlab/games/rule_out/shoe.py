"""Rule Out! from a shoe dealt to a cut card: shoes counted by the million, or one in full."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from feltlab.cards import RULE_CARDS, card_text, cards_text
from feltlab.errors import FeltlabError
from feltlab.exact.shoe import ShoeSums, ShoeTable
from feltlab.games.rule_out.round_kernels import HAND, KEEP, RULES, TRADED
from feltlab.games.rule_out.rounds import RuleOutEngine
from feltlab.games.rule_out.shoe_kernels import ACTION, FIELDS, NEW, count_shoes, play_shoe
from feltlab.kernels.dealing import Cards
from feltlab.kernels.tallies import Ints


class Dealer:
    def __init__(self, engine: RuleOutEngine, table: ShoeTable, strategy: str) -> None:
        if engine.choices is None:
            raise FeltlabError(f"{strategy} leaves the card to chance: it cannot be dealt from a shoe")
        self.fresh, self.choices, self.table = engine.deck, engine.choices, table

    @property
    def second_deck(self) -> Mapping[str, str]:
        return {"rule_deck": "run down" if self.table.keep_second_deck else "reshuffled each round"}

    def count(self, first: int, shoes: int, nets: Ints, sums: ShoeSums) -> None:
        seed, seats, cut, _, keep = self.table
        codes = np.ascontiguousarray(nets[:, : 2 * TRADED])
        count_shoes(np.uint64(seed), np.uint64(first), shoes, self.fresh, seats, cut, keep, self.choices, codes, *sums)

    def traded(self, counts: Ints) -> int:
        return int(counts[..., TRADED:].sum())

    def dealt(self, number: int) -> tuple[Cards, Cards]:
        """The rounds of one shoe as the kernel plays them: Rule Cards by round, records by round and seat."""
        seed, seats, cut, most_rounds, keep = self.table
        rules, hands = np.empty((most_rounds, HAND), np.uint8), np.empty((most_rounds, seats, FIELDS), np.uint8)
        rounds = play_shoe(
            np.uint64(seed), np.uint64(number), self.fresh, seats, cut, keep, self.choices, self.fresh.copy(),
            np.empty(RULES, np.uint8), rules, hands,
        )  # fmt: skip
        return rules[:rounds], hands[:rounds]

    def lines(self, number: int) -> list[list[dict[str, Any]]]:
        rules, hands = self.dealt(number)
        rounds = zip(rules.tolist(), hands.tolist(), strict=True)
        return [[_line(dealt, record) for record in records] for dealt, records in rounds]


def _line(rules: list[int], record: list[int]) -> dict[str, Any]:
    cards, action = record[:HAND], record[ACTION]
    line: dict[str, Any] = {"dealt": cards_text(cards), "rules": [RULE_CARDS[rule] for rule in rules]}
    line["choices"] = {"trade": None if action == KEEP else card_text(cards[action])}
    if action != KEEP:
        line["replacement"] = card_text(record[NEW])
    return line
