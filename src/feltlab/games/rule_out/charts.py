"""The whole strategy in two pictures, by how much the cards are alike: without a Joker and with one."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from feltlab.cards import JOKER, parse_card
from feltlab.exact.pictures import Picture, Shares, Stacked
from feltlab.games.rule_out.rules import GAME
from feltlab.hands.survivors import STRUCK_BY
from feltlab.rules.game import Terms
from feltlab.rules.words import words_of


def pictures(rows: Iterable[Mapping[str, Any]], terms: Terms) -> list[Picture]:
    words = words_of(GAME, "web")["charts"]
    by_jokers = {0: Shares(), 1: Shares()}
    for row in rows:
        cards = [card for card in map(parse_card, row["hand"].split()) if card != JOKER]
        jokers = 3 - len(cards)
        if jokers in by_jokers:
            matches = sum(int(STRUCK_BY[a] & STRUCK_BY[b]).bit_count() for a, b in combinations(cards, 2))
            by_jokers[jokers].add(matches, row["hands"], row["decision"] != "keep", row["ev_keep_float"])
    return [
        Stacked(
            words[str(jokers)]["title"], words[str(jokers)]["words"], words["label"], found,
            sorted(found.hands, key=int), words["active"], words["passive"], words["below"],
        )
        for jokers, found in by_jokers.items()
    ]  # fmt: skip
