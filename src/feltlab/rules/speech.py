"""Plain words for a settled round, for a game without its own. A game's `speech` has the same functions."""

from collections.abc import Mapping

from feltlab.rules.codes import LOSE, PAID, PUSH
from feltlab.rules.settling import Bound, Facts, SeatRound


def hands(facts: Facts) -> dict[str, str]:
    """Every hand in its ranking's words."""
    found = {}
    for name, hand in facts.round.game.hands.items():
        if cards := hand.cards(facts.round.cards):
            found[name] = hand.ranking.text(hand.ranking.of(cards), cards)
    return found


def why(facts: Facts, wager: str, code: int, hands: Mapping[str, str]) -> str:
    if code >= PAID:
        line = facts.round.terms.pays[wager].by_grade[code - PAID]
        looked = _looked(facts, facts.round.game.grades.get(wager), hands)
        return line.words if line else f"{looked}: not a winning hand" if looked else "not a winning hand"
    if code == LOSE and facts.round.folded:
        return "folded"
    word = "push" if code == PUSH else "loses" if code == LOSE else "wins"
    looked = _looked(facts, facts.round.game.bound_settle, hands)
    return f"{word}: {looked}" if looked else word


def _looked(facts: Facts, rule: Bound | None, hands: Mapping[str, str]) -> str:
    """The hands that a rule looked at, the seat's against the table's; it may use them in any way."""
    game = facts.round.game
    looked = [name for name in (rule.hands if rule else ()) if name in hands]
    seats = {*game.reader.own, *game.round.set_names, *([game.reader.trade.makes] if game.reader.trade else ())}
    own = [hands[name] for name in looked if seats & set(game.hands[name].places)]
    others = [hands[name] for name in looked if not seats & set(game.hands[name].places)]
    return " against ".join(", ".join(dict.fromkeys(some)) for some in (own, others) if some)


def by_table(facts: Facts, wager: str, code: int, hand: str) -> str:
    """The line that pays a wager, or the hand if no line pays."""
    line = facts.round.terms.pays[wager].by_grade[code - PAID]
    return line.words if line else f"{hand}: not a winning hand"


def choice(round: SeatRound) -> str:
    trade = round.game.round.trade
    said = []
    for name, made in round.choices.items():
        if trade and trade.trade and name == trade.name:
            said.append("keep" if made is None else f"trade {' '.join(trade.trade.listed(made))}")
        elif made is not None:
            said.append(str(made))
    return ", ".join(said) or "none"
