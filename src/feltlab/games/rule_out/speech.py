"""What is said at Rule Out!: which cards are left, which rule took which, Jokers."""

from collections.abc import Mapping

from feltlab.cards import RULE_CARDS, card_text, cards_text
from feltlab.hands.survivors import strikes, struck
from feltlab.rules.codes import PAID
from feltlab.rules.settling import Facts, SeatRound
from feltlab.rules.speech import by_table


def hands(facts: Facts) -> dict[str, str]:
    found = {"joker": _jokers(facts)} if "joker" in facts.round.stakes else {}
    found["player"] = _left(facts)
    cards, rules = facts.round.cards["hand"], facts.round.cards["rules"]
    taken = [
        f"{card_text(card)} by {', '.join(RULE_CARDS[rule] for rule in by)}"
        for card, by in zip(cards, strikes((cards[0], cards[1], cards[2]), rules), strict=True)
        if by
    ]
    return found | ({"taken": "; ".join(taken)} if taken else {})


def _left(facts: Facts) -> str:
    cards = facts.round.cards["hand"]
    out = struck(cards[0], cards[1], cards[2], sum(1 << rule for rule in facts.round.cards["rules"]))
    left = [card for place, card in enumerate(cards) if not out >> place & 1]
    return f"{len(left)} surviving{': ' if left else ''}{cards_text(left)}"


def _jokers(facts: Facts) -> str:
    jokers = facts.values["jokers"]
    return f"{jokers or 'no'} joker{'' if jokers == 1 else 's'}"


def choice(round: SeatRound) -> str:
    return "keep" if round.choices["trade"] is None else f"trade {round.choices['trade']}"


def why(facts: Facts, wager: str, code: int, hands: Mapping[str, str]) -> str:
    assert code >= PAID  # noqa: S101 - both bets are paid by a table
    return by_table(facts, wager, code, hands["joker" if wager == "joker" else "player"])
