"""What is said at Quick Draw Hold'em: hands as a dealer calls them, why a wager was taken or paid."""

from collections.abc import Mapping

from feltlab.games.quick_draw_holdem.rules import SCALES
from feltlab.hands.poker import strength_text
from feltlab.rules.codes import LOSE, PAID
from feltlab.rules.settling import Facts, SeatRound
from feltlab.rules.speech import by_table

_NOTHING = {"flop-bonus": "nothing on the flop", "best-four": "nothing in four of five"}


def hands(facts: Facts) -> dict[str, str]:
    round = facts.round
    found = {}
    if "flop-bonus" in round.stakes:
        found["flop"] = _event(facts, "flop-bonus")
    if "best-four" in round.stakes:
        found["board"] = _event(facts, "best-four")
    found["player"] = "folded" if round.folded else _own(facts)
    return found


def _event(facts: Facts, wager: str) -> str:
    grade = facts.codes[wager] - PAID
    return SCALES[wager].of(grade) if grade else _NOTHING[wager]


def _own(facts: Facts) -> str:
    cards = facts.round.cards
    return strength_text(facts.values["own"], (*cards["hole"], *cards["board"]))


def choice(round: SeatRound) -> str:
    said = {"flop": "fold on the flop", "turn": "bet the turn, fold there"}
    return said.get(round.folded, "bet the turn, bet the river")


def why(facts: Facts, wager: str, code: int, hands: Mapping[str, str]) -> str:
    if wager in _NOTHING:
        return by_table(facts, wager, code, hands["flop" if wager == "flop-bonus" else "board"])
    if facts.round.folded:
        return f"folded on the {facts.round.folded}"
    own = hands["player"]
    if code == LOSE:
        return f"{own}: not a winning hand"
    return by_table(facts, wager, code, own) if code >= PAID else own
