"""The words of Quick Draw Hold'em: hands as a dealer calls them, why a wager was taken or paid."""

from collections.abc import Mapping

from feltlab.games.quick_draw_holdem.rules import PLURALS, SCALES
from feltlab.hands.poker import rank_name, strength_text
from feltlab.rules.codes import LOSE, PAID
from feltlab.rules.settling import Facts, SeatRound
from feltlab.rules.speech import by_table

_PLACES = {"flop-bonus": "flop", "best-four": "board"}


def hands(facts: Facts) -> dict[str, str]:
    round = facts.round
    found = {place: _event(facts, wager) for wager, place in _PLACES.items() if wager in round.stakes}
    found["player"] = "folded" if round.folded else _own(facts)
    return found


def _event(facts: Facts, wager: str) -> str:
    grade = facts.codes[wager] - PAID
    if grade:
        return SCALES[wager].of(grade)
    return "nothing on the flop" if wager == "flop-bonus" else _losing_board(facts)


def _losing_board(facts: Facts) -> str:
    needed = f"{PLURALS[facts.values['best_four_pair']]} or better"
    ranks = [card >> 2 for card in facts.round.cards["board"]]
    pairs = [rank for rank in ranks if ranks.count(rank) == 2]
    return f"pair of {rank_name(pairs[0], True)}: needs {needed}" if pairs else f"no {needed}"


def _own(facts: Facts) -> str:
    cards = facts.round.cards
    return strength_text(facts.values["own"], (*cards["hole"], *cards["board"]))


def choice(round: SeatRound) -> str:
    said = {"flop": "fold on the flop", "turn": "bet the turn, fold there"}
    return said.get(round.folded, "bet the turn, bet the river")


def why(facts: Facts, wager: str, code: int, hands: Mapping[str, str]) -> str:
    if wager in _PLACES:
        hand = hands[_PLACES[wager]]
        return hand if code == PAID else by_table(facts, wager, code, hand)
    if facts.round.folded:
        return f"folded on the {facts.round.folded}"
    own = hands["player"]
    if code == LOSE:
        return f"{own}: not a winning hand"
    return by_table(facts, wager, code, own) if code >= PAID else own
