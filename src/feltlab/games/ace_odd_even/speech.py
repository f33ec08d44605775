"""The words of Ace Odd Even: sides as they lie, poker ranks, why a wager was taken or paid."""

from collections.abc import Mapping
from functools import cache

from feltlab.cards import RANKS
from feltlab.games.ace_odd_even.rules import POKER_RANKS, AceOddEven
from feltlab.hands.parity import (
    ODD,
    best_side,
    best_strength,
    cards_of_side,
    highest_rank,
    rank_word,
    side_count,
    side_of,
    side_strength,
    strength_ranks,
)
from feltlab.hands.poker import rank_name
from feltlab.rules.codes import PAID, PUSH, WIN
from feltlab.rules.settling import Facts, SeatRound
from feltlab.rules.speech import by_table

POKER_BETS = ("poker", "poker-progressive")


def call(strength: int, side: int) -> str:
    """A hand as the dealer announces it: 5-card even, queen high."""
    count = side_count(strength)
    high = f", {rank_name(highest_rank(strength))} high" if count else ""
    return f"{count}-card {'odd' if side == ODD else 'even'}{high}"


def announce(dealer: tuple[int, ...], numbers: AceOddEven) -> str:
    """The dealer's call for the dealer's own hand."""
    ranks = rank_word(dealer)
    strength = best_strength(ranks)
    if strength < numbers.qualifier:
        return "Dealer does not qualify: Ante pays, Play pushes"
    return call(strength, best_side(ranks))


@cache
def shown_hand(strength: int, side: int) -> str:
    """The call with the cards: 5-card even, queen high: Q-T-8-6-2. Caches them all: up to 3,432 per side."""
    ranks = "-".join(RANKS[rank] for rank in strength_ranks(strength))
    return call(strength, side) + (f": {ranks}" if ranks else "")


def hands(facts: Facts) -> dict[str, str]:
    round, values, stakes = facts.round, facts.values, facts.round.stakes
    held, side, dealer = values["held"], values["set"], values["dealer"]
    found = {
        "player": "folded" if round.folded else shown_hand(side_strength(held, side), side),
        "dealer": shown_hand(dealer, side_of(dealer)),
    }
    if "odd-even" in stakes:
        found["odd-even"] = _best(values["ranks"])
    for wager in POKER_BETS:
        if wager in stakes:
            found["poker"] = _poker(facts.codes[wager] - PAID)
    return found


def _best(ranks: int) -> str:
    strength = best_strength(ranks)
    return shown_hand(strength, side_of(strength))


def _poker(grade: int) -> str:
    return POKER_RANKS.of(grade) if grade else "no winning poker hand in the odd or even cards"


def choice(round: SeatRound) -> str:
    if round.folded:
        return "fold"
    made = round.choices["set"]
    return f"play, set {made if isinstance(made, str) else ' '.join(made)}"


def why(facts: Facts, wager: str, code: int, hands: Mapping[str, str]) -> str:
    if code >= PAID:
        if wager in POKER_BETS:
            return hands["poker"] if code == PAID else by_table(facts, wager, code, hands["poker"])
        return by_table(facts, wager, code, hands["odd-even"])
    if facts.round.folded:
        return "folded"
    values, dealer = facts.values, facts.values["dealer"]
    if dealer < values["qualifier"]:
        return "dealer does not qualify"
    ours, theirs = cards_of_side(values["held"], values["set"]), side_count(dealer)
    if code == PUSH:
        return f"tie: {ours} cards each, of the same ranks"
    if code == WIN:
        return f"{ours} cards beat {theirs}" if ours > theirs else f"{ours} cards each, and higher"
    return f"dealer's {theirs} cards beat {ours}" if ours < theirs else f"{ours} cards each, dealer's higher"
