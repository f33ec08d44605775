"""Ace Odd Even: seven cards each, the longer hand of one parity wins.

 1. One 52-card deck, shuffled for each round; one to six seats, each against the dealer alone.
 2. A seat opens with the Ante. It may add the Odd-Even Bonus and the Poker Bonus, of any size, never alone.
    The Poker Bonus may be set up as a progressive, which costs $1 or $5.
 3. Each seat and the dealer receive seven cards face down.
 4. 3 5 7 9 J K are odd, 2 4 6 8 10 Q are even, an ace is both. A hand is all odd cards, or all even cards,
    of the seven, with all the aces.
 5. More cards win; equal counts compare the highest cards, then the next, the ace on top. Where a hand's own
    odd and even sides have equal counts, the one that ranks higher is its best.
 6. The player folds, or sets the odd or the even hand and makes the Play bet, equal to the Ante.
    Discards are final.
 7. A fold loses the Ante, whatever the dealer holds.
 8. The dealer sets the best hand and qualifies with four cards King high or better.
 9. Dealer does not qualify: the Ante wins 1 to 1 whatever the player set, the Play pushes.
10. Dealer qualifies: the better hand wins; Ante and Play are each paid 1 to 1, lose, or push together.
11. The Odd-Even Bonus looks at the player's best hand by count: seven, six or five cards, with or without an
    ace. Folded or not, however set, it is paid.
12. The Poker Bonus pays the best poker rank inside one parity: flushes of seven, six or five cards, four of a
    kind, full house, three of a kind, two pair. On a fold the aces serve both sets; on a set hand they stay
    where the player put them, and the discards count as the other set. Only the highest rank is paid.
13. The progressive reads the same flushes: seven cards take the meter, six cards 10 % of it, five cards 500 for 1;
    the stake is not returned. Several winners of the whole meter split it evenly.
14. Seats are settled from the dealer's right: Ante and Play, then the bonuses.
15. A token on the Ante allows an equal token on the Play, never on the Play alone; tokens on a bonus are
    capped by the house.
16. A hand with a wrong number of cards is void: no money changes hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from feltlab.cards import RANKS
from feltlab.errors import ChoiceError, shown
from feltlab.hands.parity import (
    EVEN,
    NEITHER,
    ODD,
    SIDES,
    best_side,
    best_strength,
    bonus_grade,
    highest_rank,
    lowest_strength,
    poker_grade,
    rank_word,
    side_count,
    side_strength,
    strength_ranks,
    suit_word,
)
from feltlab.hands.poker import rank_name
from feltlab.money import Odds
from feltlab.rules.book import load_book
from feltlab.rules.dealt import field, one_of, seven_each
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import Numbers, odds, rank, whole
from feltlab.rules.pay_table import Named
from feltlab.rules.round import SEATS, Ask, Close, Raise, Script, Set, Take, Turn
from feltlab.rules.round import Deal as Dealing
from feltlab.rules.settlement import Result, Settlement, by_table, loses, pushes, wins
from feltlab.rules.wagers import Role, Wager

WAGERS: Final = (
    Wager("ante", "Ante", Role.INITIAL, "before the deal"),
    Wager("play", "Play", Role.RAISE, "with the set hand", equals="ante"),
    Wager("odd-even", "Odd-Even Bonus", Role.SIDE, "before the deal"),
    Wager("poker", "Poker Bonus", Role.SIDE, "before the deal"),
    Wager(
        "poker-progressive",
        "Poker Bonus Progressive",
        Role.PROGRESSIVE,
        "before the deal",
        fixed_stakes=(100, 500),
    ),
)
POKER_RANKS: Final = Named(
    ("7 card flush", "6 card flush", "5 card flush", "4 of a kind", "full house", "3 of a kind", "2 pair")
)
SCALES: Final = {
    "odd-even": Named(("7 cards no ace", "7 cards", "6 cards no ace", "6 cards", "5 cards no ace", "5 cards")),
    "poker": POKER_RANKS,
    "poker-progressive": POKER_RANKS,
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
        Take("take and pay", ("ante", "play", "odd-even", "poker", "poker-progressive"), shows=True),
        Close(),
    )
)


@dataclass(frozen=True)
class AceOddEven(Numbers):
    seats: int = whole(6, 1, 6, "most seats: seven hands of seven are 49 cards")
    qualifier_cards: int = whole(4, 0, 7, "the dealer qualifies with this many cards")
    qualifier_rank: int = rank("K", "and this card high, or better")
    win_odds: Odds = odds("a win pays the Ante and the Play")
    no_qualify_odds: Odds = odds("the Ante when the dealer does not qualify")
    bonus_token_cap: int = whole(2_500, 0, 10**9, "largest token in cents on a bonus")

    @property
    def qualifier(self) -> int:
        """The dealer's qualifier as a strength."""
        return lowest_strength(self.qualifier_cards, self.qualifier_rank)


class Deal(NamedTuple):
    player: tuple[int, ...]
    dealer: tuple[int, ...]


class Choice(NamedTuple):
    play: bool
    side: int
    """ODD or EVEN for a set hand, NEITHER on a fold."""


def read(line: Mapping[str, object], numbers: AceOddEven) -> tuple[Deal, Choice]:
    deal = Deal(*seven_each(line, "player", "dealer"))
    choices = field(line, "choices")
    play = one_of(choices, "decision", ("fold", "play"), also=("set",)) == "play"
    side = choices.get("set") if isinstance(choices, dict) else None
    if side is None:
        return deal, Choice(play, best_side(rank_word(deal.player)) if play else NEITHER)
    if not play:
        raise ChoiceError("a folded hand is not set: leave out 'set'")
    if not isinstance(side, str) or side not in SIDES:
        raise ChoiceError(f"'set' must be 'odd' or 'even', not {shown(side)}")
    return deal, Choice(play, SIDES[side])


def choice_text(deal: Deal, choice: Choice) -> str:
    return f"play, set {'odd' if choice.side == ODD else 'even'}" if choice.play else "fold"


def choices(choice: Choice) -> dict[str, Any]:
    if not choice.play:
        return {"decision": "fold"}
    return {"decision": "play", "set": "odd" if choice.side == ODD else "even"}


def call(strength: int, side: int) -> str:
    """A hand as the dealer announces it: 5-card even, queen high."""
    count = side_count(strength)
    high = f", {rank_name(highest_rank(strength))} high" if count else ""
    return f"{count}-card {'odd' if side == ODD else 'even'}{high}"


def announce(dealer: tuple[int, ...], numbers: AceOddEven) -> str:
    """What the dealer says of the dealer's own hand."""
    ranks = rank_word(dealer)
    strength = best_strength(ranks)
    if strength < numbers.qualifier:
        return "Dealer does not qualify: Ante pays, Play pushes"
    return call(strength, best_side(ranks))


@lru_cache(maxsize=1 << 14)
def shown_hand(strength: int, side: int) -> str:
    """The call with the cards: 5-card even, queen high: Q-T-8-6-2."""
    ranks = "-".join(RANKS[rank] for rank in strength_ranks(strength))
    return call(strength, side) + (f": {ranks}" if ranks else "")


def settle(deal: Deal, choice: Choice, stakes: Mapping[str, int], terms: Terms) -> Settlement:
    numbers: AceOddEven = terms.numbers
    player, dealer = rank_word(deal.player), rank_word(deal.dealer)
    dealer_best = best_strength(dealer)
    results = list(_main(choice, player, dealer_best, stakes["ante"], numbers))
    hands = {
        "player": shown_hand(side_strength(player, choice.side), choice.side) if choice.play else "folded",
        "dealer": shown_hand(dealer_best, best_side(dealer)),
    }
    if "odd-even" in stakes:  # rule 11
        grade = bonus_grade(player)
        hands["odd-even"] = shown_hand(best_strength(player), best_side(player))
        results.append(by_table(terms.pays["odd-even"], stakes["odd-even"], grade, hands["odd-even"], terms.meters))
    for wager in ("poker", "poker-progressive"):  # rules 12 and 13
        if wager in stakes:
            grade = poker_grade(player, suit_word(deal.player), choice.side)
            hands["poker"] = POKER_RANKS.of(grade) if grade else "no poker rank in one parity"
            results.append(by_table(terms.pays[wager], stakes[wager], grade, hands["poker"], terms.meters))
    return Settlement(tuple(results), hands)


def _main(choice: Choice, player: int, dealer_best: int, ante: int, numbers: AceOddEven) -> tuple[Result, ...]:
    if not choice.play:  # rule 7
        return (loses("ante", ante, "folded"),)
    if dealer_best < numbers.qualifier:  # rules 8 and 9
        why = "dealer does not qualify"
        return wins("ante", ante, numbers.no_qualify_odds, why), pushes("play", ante, why)
    own = side_strength(player, choice.side)
    ours, theirs = side_count(own), side_count(dealer_best)
    if own > dealer_best:  # rule 10
        why = f"{ours} cards beat {theirs}" if ours > theirs else f"{ours} cards each, and higher"
        return wins("ante", ante, numbers.win_odds, why), wins("play", ante, numbers.win_odds, why)
    if own == dealer_best:
        return pushes("ante", ante, "tie"), pushes("play", ante, "tie")
    why = f"dealer's {theirs} cards beat {ours}" if ours < theirs else f"{ours} cards each, dealer's higher"
    return loses("ante", ante, why), loses("play", ante, why)


GAME: Final = Game(
    slug="ace-odd-even",
    title="Ace Odd Even",
    card=__doc__ or "",
    wagers={wager.slug: wager for wager in WAGERS},
    numbers=AceOddEven(),
    book=load_book(__package__, SCALES),
    round=ROUND,
    folder=__package__,
    read=read,
    settle=settle,
    choice_text=choice_text,
    announce=announce,
    choices=choices,
    cut_is_known=True,
    tokens=True,
)

__all__ = ["EVEN", "GAME", "NEITHER", "ODD", "AceOddEven", "Choice", "Deal", "settle"]
