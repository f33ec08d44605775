"""Low Four: the lowest four of seven cards, against the dealer's.

 1. One 52-card deck, shuffled for each round; one to six seats, each against the dealer alone.
 2. A seat opens with the Ante. It may add the Low Points Bonus, the High Points Bonus and the Combo
    Progressive, of any size, never alone.
 3. Each seat and the dealer receive seven cards face down.
 4. An ace is one point, 2 to 10 their face, J Q K ten. Cards of the same rank count once, however many;
    10, J, Q and K are four different ranks.
 5. A hand's total is the lowest that four of its seven cards can make.
 6. The player folds, or sets four cards and makes the Play bet, equal to the Ante.
 7. A fold loses the Ante, whatever the dealer holds.
 8. The dealer sets the lowest four and qualifies with 16 points or fewer.
 9. Dealer does not qualify: the Ante wins 1 to 1 whatever the player set, the Play pushes.
10. Dealer qualifies: the lower total wins; Ante and Play are each paid 1 to 1, lose, or push together.
    The player is held to the four cards that were set.
11. The Low Points and the High Points Bonus look at the lowest total of the player's seven cards, folded or
    not, however set, whether or not the dealer qualifies: setting a worse hand on purpose gains nothing.
12. The Combo Progressive adds the lowest totals of player and dealer, folded or not: 3 or 4 points take the
    meter, 5 or 6 take 10 % of it, 7 to 11 pay 275 for 1; the stake is not returned. Several winners of the
    whole meter split it evenly.
13. Seats are settled from the dealer's right: Ante and Play, then the bonuses, then the progressive.
14. A hand with a wrong number of cards is void: no money changes hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from feltlab.cards import RANKS, card_text, cards_text, parse_cards
from feltlab.errors import ChoiceError
from feltlab.hands.low import hand_key, low_points, lowest_four
from feltlab.hands.points import HIGHEST_TOTAL, four_points
from feltlab.money import Odds
from feltlab.rules.book import load_book
from feltlab.rules.dealt import field, one_of, seven_each
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import Numbers, odds, whole
from feltlab.rules.pay_table import Points
from feltlab.rules.round import SEATS, Ask, Close, Raise, Script, Set, Take, Turn
from feltlab.rules.round import Deal as Dealing
from feltlab.rules.settlement import Result, Settlement, by_table, loses, pushes, wins
from feltlab.rules.wagers import Role, Wager

WAGERS: Final = (
    Wager("ante", "Ante", Role.INITIAL, "before the deal"),
    Wager("play", "Play", Role.RAISE, "with the set hand", equals="ante"),
    Wager("low-points", "Low Points Bonus", Role.SIDE, "before the deal"),
    Wager("high-points", "High Points Bonus", Role.SIDE, "before the deal"),
    Wager("combo-progressive", "Combo Progressive", Role.PROGRESSIVE, "before the deal"),
)
SCALES: Final = {
    "low-points": Points(1, HIGHEST_TOTAL),
    "high-points": Points(1, HIGHEST_TOTAL),
    "combo-progressive": Points(2, 2 * HIGHEST_TOTAL),
}

ROUND: Final = Script(
    (
        Dealing("player", 7, SEATS),
        Dealing("dealer", 7),
        Ask(
            "play",
            "Play or fold, please",
            Raise("play", "ante", {"fold": 0, "play": 1}),
            set=Set(),
            field="decision",
        ),
        Turn("dealer"),
        Take("take and pay", ("ante", "play", "low-points", "high-points", "combo-progressive"), shows=True),
        Close(),
    )
)


@dataclass(frozen=True)
class LowFour(Numbers):
    seats: int = whole(6, 1, 6, "most seats: seven hands of seven are 49 cards")
    qualifier: int = whole(16, 1, HIGHEST_TOTAL, "the dealer qualifies with this many points or fewer")
    win_odds: Odds = odds("a win pays the Ante and the Play")
    no_qualify_odds: Odds = odds("the Ante when the dealer does not qualify")


class Deal(NamedTuple):
    player: tuple[int, ...]
    dealer: tuple[int, ...]


class Choice(NamedTuple):
    play: bool
    four: tuple[int, ...]
    """The cards set, empty on a fold."""


def read(line: Mapping[str, object], numbers: LowFour) -> tuple[Deal, Choice]:
    deal = Deal(*seven_each(line, "player", "dealer"))
    choices = field(line, "choices")
    play = one_of(choices, "decision", ("fold", "play"), also=("set",)) == "play"
    given = choices.get("set") if isinstance(choices, dict) else None
    if given is None:
        return deal, Choice(play, lowest_four(deal.player) if play else ())
    if not play:
        raise ChoiceError("a folded hand is not set: leave out 'set'")
    four = parse_cards(given, 4, "set")
    if len(set(four)) != 4 or not set(four) <= set(deal.player):
        raise ChoiceError("'set' must be four different cards of the player's seven")
    return deal, Choice(play, four)


def choice_text(deal: Deal, choice: Choice) -> str:
    return f"play, set {cards_text(choice.four)}" if choice.play else "fold"


def choices(choice: Choice) -> dict[str, Any]:
    if not choice.play:
        return {"decision": "fold"}
    return {"decision": "play", "set": [card_text(card) for card in choice.four]}


def call(total: int) -> str:
    return f"{total} point{'s' if total > 1 else ''}"


def announce(dealer: tuple[int, ...], numbers: LowFour) -> str:
    """What the dealer says of the dealer's own hand."""
    total = low_points(hand_key(dealer))
    return call(total) + ("" if total <= numbers.qualifier else ": dealer does not qualify. Ante pays, Play pushes")


def _shown(four: tuple[int, ...]) -> str:
    """15 points: 6-6-5-4"""
    ranks = "-".join(RANKS[card >> 2] for card in sorted(four, reverse=True))
    return f"{call(four_points([card >> 2 for card in four]))}: {ranks}"


def settle(deal: Deal, choice: Choice, stakes: Mapping[str, int], terms: Terms) -> Settlement:
    player, dealer = low_points(hand_key(deal.player)), low_points(hand_key(deal.dealer))
    results = list(_main(choice, dealer, stakes["ante"], terms.numbers))
    grades = {
        "low-points": player,
        "high-points": player,
        "combo-progressive": player + dealer,
    }  # rules 11 and 12
    for wager, total in grades.items():
        if wager in stakes:
            what = f"{call(total)} together" if wager == "combo-progressive" else call(total)
            results.append(by_table(terms.pays[wager], stakes[wager], total, what, terms.meters))
    hands = {
        "player": _shown(choice.four) if choice.play else f"folded {call(player)}",
        "dealer": _shown(lowest_four(deal.dealer)),
    }
    return Settlement(tuple(results), hands)


def _beat(points: int) -> str:
    return "beats" if points == 1 else "beat"


def _main(choice: Choice, dealer: int, ante: int, numbers: LowFour) -> tuple[Result, ...]:
    if not choice.play:  # rule 7
        return (loses("ante", ante, "folded"),)
    if dealer > numbers.qualifier:  # rules 8 and 9
        why = "dealer does not qualify"
        return wins("ante", ante, numbers.no_qualify_odds, why), pushes("play", ante, why)
    own = four_points([card >> 2 for card in choice.four])
    if own < dealer:  # rule 10
        why = f"{call(own)} {_beat(own)} {call(dealer)}"
        return wins("ante", ante, numbers.win_odds, why), wins("play", ante, numbers.win_odds, why)
    if own == dealer:
        return pushes("ante", ante, "tie"), pushes("play", ante, "tie")
    why = f"dealer's {call(dealer)} {_beat(dealer)} {call(own)}"
    return loses("ante", ante, why), loses("play", ante, why)


GAME: Final = Game(
    slug="low-four",
    title="Low Four",
    card=__doc__ or "",
    wagers={wager.slug: wager for wager in WAGERS},
    numbers=LowFour(),
    book=load_book(__package__, SCALES),
    round=ROUND,
    folder=__package__,
    read=read,
    settle=settle,
    choice_text=choice_text,
    announce=announce,
    choices=choices,
    cut_is_known=True,
)

__all__ = ["GAME", "Choice", "Deal", "LowFour", "settle"]
