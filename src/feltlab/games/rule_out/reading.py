"""What a player may know about three cards: which Rule Cards would take each, and how alike they are."""

from collections.abc import Sequence
from typing import Any

from feltlab.cards import JOKER, RULE_CARDS, card_text
from feltlab.cards.signs import card_sign
from feltlab.games.rule_out.decisions import MATCHES
from feltlab.hands.survivors import strikes
from feltlab.rules.game import Terms


def facts(own: Sequence[int], board: Sequence[int], terms: Terms) -> dict[str, Any]:
    """`matches` counts the rules in which a card goes together with the others; a Joker goes with none."""
    matches = []
    for place, card in enumerate(own):
        others = [other for at, other in enumerate(own) if at != place and other != JOKER]
        matches.append(None if card == JOKER else sum(int(MATCHES[card, other]) for other in others))
    jokers = sum(card == JOKER for card in own)
    fewest = min((count for count in matches if count is not None), default=0)
    trades = fewest <= 2 if not jokers else jokers == 1 and fewest <= 1
    first, second, third = own
    struck = strikes((first, second, third), tuple(range(len(RULE_CARDS))))
    return {
        "said": " ".join(card_sign(card_text(card)) for card in own),
        "shown": "",
        "matches": matches,
        "jokers": jokers,
        "struck": [[RULE_CARDS[rule] for rule in by] for by in struck],
        "rule": (3 if jokers else 1) if trades else 4,
    }


def told() -> dict[str, int]:
    """Names in the sentences about the game: how many Rule Cards there are."""
    return {"rule_deck": len(RULE_CARDS)}
