"""Quick Draw Hold'em: two cards and a board, paid by a table; there is no dealer's hand.

 1. One 52-card deck, shuffled for each round; up to seven seats, each paid on its own cards.
 2. A seat opens with the Flop bet. It may add the 3 Card Flop Bonus and the Best 4 of 5 Bonus, never alone.
 3. Each seat receives two cards face down; five community cards are laid out face down.
 4. The first three, the flop, are turned. The Flop Bonus is settled at once, on those three cards:
    straight flush, three of a kind, straight, flush, pair. A-2-3 is a straight; K-A-2 is not.
 5. The player folds, or makes the Turn bet, equal to the Flop bet. A fold loses the Flop bet.
 6. The fourth card, the turn, is turned. The player folds, or makes the River bet, equal to the Turn bet.
    A fold loses the Flop and the Turn bet.
 7. The fifth card, the river, is turned. The Best 4 of 5 Bonus is settled on the community cards, folded or not:
    four-card royal (A-K-Q-J suited), four of a kind, straight flush, three of a kind, flush, straight, two pair,
    a pair of jacks or better. There is no full house in four cards; A-2-3-4 is a straight. The best is paid.
 8. A player who made the River bet has the best five of the seven cards. Two pair with sevens or better on top
    wins, and everything above; of three pairs the best two count. Hands wholly on the board count.
 9. A winning hand is paid 1 to 1 on the Flop and the Turn bet, and by its pay table on the River bet.
    Any other hand loses all three.
10. Bonuses are settled whether or not the seat folds. Seats are settled from the dealer's right.
11. A hand with a wrong number of cards is void: no money changes hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from feltlab.cards import parse_card, parse_cards
from feltlab.errors import CardError, ChoiceError
from feltlab.hands.poker import best_four_grade, flop_grade, river_grade, seven_card_strength, strength_text
from feltlab.money import Odds
from feltlab.rules.book import load_book
from feltlab.rules.dealt import distinct, field, one_of
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import Numbers, odds, rank, whole
from feltlab.rules.pay_table import Named
from feltlab.rules.round import SEATS, Ask, Close, Raise, Script, Take, Turn
from feltlab.rules.round import Deal as Dealing
from feltlab.rules.settlement import Result, Settlement, by_table, loses, wins
from feltlab.rules.wagers import Role, Wager

WAGERS: Final = (
    Wager("flop", "Flop", Role.INITIAL, "before the deal"),
    Wager("turn", "Turn", Role.RAISE, "after the flop", equals="flop"),
    Wager("river", "River Bonus", Role.RAISE, "after the turn", equals="turn"),
    Wager("flop-bonus", "3 Card Flop Bonus", Role.SIDE, "before the deal"),
    Wager("best-four", "Best 4 of 5 Bonus", Role.SIDE, "before the deal"),
)
SCALES: Final = {
    "river": Named(
        (
            "royal flush",
            "straight flush",
            "4 of a kind",
            "full house",
            "flush",
            "straight",
            "3 of a kind",
            "high 2 pair",
        )
    ),
    "flop-bonus": Named(("straight flush", "3 of a kind", "straight", "flush", "pair")),
    "best-four": Named(
        (
            "royal flush",
            "4 of a kind",
            "straight flush",
            "3 of a kind",
            "flush",
            "straight",
            "2 pair",
            "high pair",
        )
    ),
}

ROUND: Final = Script(
    (
        Dealing("hole", 2, SEATS),
        Dealing("board", 5, parts={"flop": 3, "turn": 1, "river": 1}),
        Turn("flop"),
        Take("flop bonus", ("flop-bonus",)),
        Ask("flop", "Bet the turn or fold, please", Raise("turn", "flop", {"fold": 0, "bet": 1})),
        Take("collect folds on the flop", ("flop",), folded_at="flop"),
        Turn("turn"),
        Ask("turn", "Bet the river or fold, please", Raise("river", "flop", {"fold": 0, "bet": 1})),
        Take("collect folds on the turn", ("flop", "turn"), folded_at="turn"),
        Turn("river"),
        Take("best four", ("best-four",)),
        Take("take and pay", ("flop", "turn", "river"), shows=True),
        Close(),
    )
)


@dataclass(frozen=True)
class QuickDrawHoldem(Numbers):
    seats: int = whole(7, 1, 23, "most seats: the deck would serve 23")
    high_pair: int = rank("7", "two pair wins with this rank or better on top")
    best_four_pair: int = rank("J", "a pair of this rank or better pays on the Best 4 of 5")
    win_odds: Odds = odds("a win pays the Flop and the Turn bet")


class Deal(NamedTuple):
    hole: tuple[int, int]
    flop: tuple[int, int, int]
    turn: int
    river: int


class Choice(NamedTuple):
    bets: int
    """How many of Flop, Turn and River were bet: 1 folds on the flop, 2 on the turn, 3 goes to the river."""


def read(line: Mapping[str, object], numbers: QuickDrawHoldem) -> tuple[Deal, Choice]:
    h0, h1 = parse_cards(field(line, "hole"), 2, "hole")
    f0, f1, f2 = parse_cards(field(line, "flop"), 3, "flop")
    deal = Deal((h0, h1), (f0, f1, f2), parse_card(field(line, "turn")), parse_card(field(line, "river")))
    distinct((*deal.hole, *deal.flop, deal.turn, deal.river))
    choices = field(line, "choices")
    if one_of(choices, "flop", ("fold", "bet"), also=("turn",)) == "fold":
        if isinstance(choices, dict) and choices.get("turn") not in (None, "fold"):
            raise ChoiceError("a hand folded on the flop has no choice on the turn")
        return deal, Choice(1)
    return deal, Choice(3 if one_of(choices, "turn", ("fold", "bet"), also=("flop",)) == "bet" else 2)


class Seen(NamedTuple):
    """What the player sees at a decision: on the flop no turn card yet."""

    hole: tuple[int, int]
    flop: tuple[int, int, int]
    turn: int | None


def read_seen(line: Mapping[str, object]) -> Seen:
    h0, h1 = parse_cards(field(line, "hole"), 2, "hole")
    f0, f1, f2 = parse_cards(field(line, "flop"), 3, "flop")
    if line.get("river") is not None:
        raise CardError("the river is turned: no decision is left")
    turn = None if line.get("turn") is None else parse_card(line["turn"])
    distinct((h0, h1, f0, f1, f2) if turn is None else (h0, h1, f0, f1, f2, turn))
    return Seen((h0, h1), (f0, f1, f2), turn)


def choice_text(deal: Deal, choice: Choice) -> str:
    return ("fold on the flop", "bet the turn, fold there", "bet the turn, bet the river")[choice.bets - 1]


def settle(deal: Deal, choice: Choice, stakes: Mapping[str, int], terms: Terms) -> Settlement:
    numbers: QuickDrawHoldem = terms.numbers
    board = (*deal.flop, deal.turn, deal.river)
    results: list[Result] = []
    hands: dict[str, str] = {}
    if "flop-bonus" in stakes:  # rule 4: first of all, on the flop
        grade = flop_grade(*deal.flop)
        hands["flop"] = SCALES["flop-bonus"].of(grade) if grade else "nothing on the flop"
        results.append(by_table(terms.pays["flop-bonus"], stakes["flop-bonus"], grade, hands["flop"], {}))
    if choice.bets == 1:  # rule 5
        results.append(loses("flop", stakes["flop"], "folded on the flop"))
    elif choice.bets == 2:  # rule 6
        results += [loses(wager, stakes["flop"], "folded on the turn") for wager in ("flop", "turn")]
    if "best-four" in stakes:  # rule 7: once the river is turned, before the hands
        grade = best_four_grade(*board, numbers.best_four_pair)
        hands["board"] = SCALES["best-four"].of(grade) if grade else "nothing in four of five"
        results.append(by_table(terms.pays["best-four"], stakes["best-four"], grade, hands["board"], {}))
    if choice.bets == 3:
        strength = seven_card_strength(*deal.hole, *board)
        hands["player"] = strength_text(strength, (*deal.hole, *board))
        results += _river(river_grade(strength, numbers.high_pair), hands["player"], stakes["flop"], terms)
    else:
        hands["player"] = "folded"
    return Settlement(tuple(results), hands)


def _river(grade: int, hand: str, stake: int, terms: Terms) -> list[Result]:
    """Rules 8 and 9."""
    if not grade:
        return [loses(wager, stake, f"{hand}: not a winning hand") for wager in ("flop", "turn", "river")]
    paid = [wins(wager, stake, terms.numbers.win_odds, hand) for wager in ("flop", "turn")]
    return [*paid, by_table(terms.pays["river"], stake, grade, hand, {})]


GAME: Final = Game(
    slug="quick-draw-holdem",
    title="Quick Draw Hold'em",
    card=__doc__ or "",
    wagers={wager.slug: wager for wager in WAGERS},
    numbers=QuickDrawHoldem(),
    book=load_book(__package__, SCALES),
    round=ROUND,
    folder=__package__,
    read=read,
    settle=settle,
    choice_text=choice_text,
    cut_is_known=True,
)

__all__ = ["GAME", "Choice", "Deal", "QuickDrawHoldem", "Seen", "read_seen", "settle"]
