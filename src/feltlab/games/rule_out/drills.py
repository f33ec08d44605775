"""The drill about the Rule Cards: which cards do they leave?"""

from random import Random
from typing import Final

from feltlab.cards import JOKER, card_text
from feltlab.cards.signs import with_signs
from feltlab.hands.survivors import struck
from feltlab.rules.drill import Key, Make, Posed, Question
from feltlab.rules.game import Game
from feltlab.rules.lines import read_round
from feltlab.rules.practice import own_cards, seated, until
from feltlab.rules.words import Words


def survive(game: Game, rng: Random, say: Words) -> Posed:
    seat = until(
        lambda: seated(game, rng, [1], 0)[0],
        lambda seat: card_text(JOKER) not in own_cards(game, seat.line) or rng.random() < 0.5,
    )
    cards = read_round(seat.line, game, game.house()).cards
    final = cards["hand"]
    out = struck(final[0], final[1], final[2], sum(1 << rule for rule in cards["rules"]))
    # By place, since a shoe may deal the same card twice.
    left = [str(place) for place in range(3) if not out >> place & 1]
    options = [{"value": str(place), "card": card_text(card)} for place, card in enumerate(final)]

    def accepts(answer: object) -> bool:
        return isinstance(answer, list) and len(answer) == len(left) and sorted(map(str, answer)) == left

    hands = seat.settlement.hands
    said = [with_signs(words) for words in (hands["player"], hands.get("taken")) if words]
    ask = {"kind": "places", "options": options}
    return Question(say["prompt"], {"rules": seat.line["rules"]}, ask, say["hint"]), Key(left, said, accepts)


DRILLS: Final[dict[str, Make]] = {"survive": survive}
