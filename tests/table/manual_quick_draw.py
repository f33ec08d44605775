"""Quick Draw Hold'em: a row for each step of the exhibit's rules of play and of the player's rules sheet."""

from collections.abc import Iterator
from itertools import combinations

from feltlab.cards.names import card_names
from feltlab.table.events import Asked, Dealt, Decided, RoundClosed, SeatSettled, Turned
from tests.table.manual_bets import after_the_first_card, side_bets_alone
from tests.table.manual_seven_cards import DECK, RANKS, others_cards_are_not, own_cards_are_seen
from tests.table.manuals import READING, Cards, Look, Played, Row, Ruled, Shown, play_named

GAME = "quick-draw-holdem"
RIVER = {
    "royal flush": 200,
    "straight flush": 50,
    "4": 25,
    "full house": 5,
    "flush": 4,
    "straight": 3,
    "3": 2,
    "2 pair": 1,
}
FLOP = {"straight flush": 40, "3": 30, "straight": 6, "flush": 4, "pair": 1}
FOUR = {"royal flush": 500, "4": 100, "straight flush": 50, "3": 5, "flush": 3, "straight": 3, "2 pair": 2, "pair": 1}


def rounds() -> list[Played]:
    """In round 841 the board is a full house."""
    return play_named(GAME, *range(1, 51), 841)


# Hands, of three, four or five cards.


def kinds(cards: Cards) -> set[str]:
    """Everything that the cards are, by the names of the pay tables; a pair of two pair, or alone, only if it counts."""
    ranks = sorted({RANKS.index(card[0]) for card in cards})
    count = sorted((sum(card[0] == rank for card in cards) for rank in RANKS), reverse=True)
    pairs = [rank for rank in RANKS if sum(card[0] == rank for card in cards) >= 2]
    high = len(ranks) == len(cards) and ranks[-1] - ranks[0] == len(cards) - 1
    low = ranks == [*range(len(cards) - 1), 12]
    flush = len({card[1] for card in cards}) == 1
    top = max(map(RANKS.index, pairs), default=-1)
    is_so = {
        "royal flush": flush and high and ranks[-1] == 12 and len(cards) > 3,
        "straight flush": flush and (high or low),
        "4": count[0] == 4,
        "full house": count[:2] == [3, 2],
        "flush": flush,
        "straight": high or low,
        "3": count[0] == 3,
        "2 pair": count[:2] == [2, 2] and (len(cards) == 4 or top >= RANKS.index("7")),
        "pair": count[0] == 2 and (len(cards) == 3 or top >= RANKS.index("J")),
    }
    return {kind for kind, holds in is_so.items() if holds}


def best_pay(cards: Cards, of: int, table: dict[str, int]) -> int | None:
    """The most that any choice of so many cards is paid: a pay table here never pays a lower rank more, but for 4 of a kind
    above a straight flush on four cards, which cannot be had together.
    """
    return max((table[kind] for some in combinations(cards, of) for kind in kinds(some) if kind in table), default=None)


def board(played: Played) -> Cards:
    return played.cards["board"]


def staying(played: Played) -> list[int]:
    return [seat for seat in played.seats if not played.folded(seat)]


def folded_at(played: Played, stage: str) -> list[int]:
    return [seat for seat in played.seats if played.choices[seat].get(stage) == "fold"]


# What is looked for.


def one_deck(played: Played) -> Iterator[bool]:
    cards = [card for dealt in played.cards.values() for card in dealt]
    yield len(set(cards)) == len(cards) and set(cards) <= DECK


def there_is_no_dealers_hand(played: Played) -> Iterator[bool]:
    yield "dealer" not in played.cards and not played.turned_at("dealer")


def bets_of_the_start(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        settled = {wager: done.staked for (number, wager), (_, done) in played.results.items() if number == seat}
        yield {wager: settled.get(wager) for wager in played.stakes[seat]} == played.stakes[seat]


def two_cards_clockwise(played: Played) -> Iterator[bool]:
    seats = [event for _, event in played.all(Dealt) if event.seat]
    yield [event.seat for event in seats] == played.seats
    yield all(len(event.cards) == 2 and event.face == "down" for event in seats)


def then_five_on_the_board(played: Played) -> Iterator[bool]:
    last = played.all(Dealt)[-1][1]
    yield (last.to, len(last.cards), last.face) == ("board", 5, "down")


def turned(what: str, cards: slice) -> Look:
    def look(played: Played) -> Iterator[bool]:
        shown = [event for _, event in played.all(Turned) if event.what == what]
        yield [tuple(card_names(event.cards)) for event in shown] == [board(played)[cards]]
        yield all(event.call == f"The {what}" for event in shown)

    return look


def nothing_else_is_turned(played: Played) -> Iterator[bool]:
    yield [event.what for _, event in played.all(Turned)] == ["flop", "turn", "river"]


def flop_bonus(wins: bool) -> Look:
    def look(played: Played) -> Iterator[bool]:
        pay = best_pay(board(played)[:3], 3, FLOP)
        for seat in played.seats:
            if bool(pay) is wins:
                stake = played.stakes[seat]["flop-bonus"]
                yield played.returned(seat, "flop-bonus") == (0 if pay is None else (pay + 1) * stake)

    return look


def flop_bonus_at_once(played: Played) -> Iterator[bool]:
    asked = min(at for at, _ in played.all(Asked))
    for seat in played.seats:
        yield played.turned_at("flop")[0] < played.results[seat, "flop-bonus"][0] < asked


def from_the_right(wager: str) -> Look:
    def look(played: Played) -> Iterator[bool]:
        seats = [event.seat for _, event in played.all(SeatSettled) if wager in {done.wager for done in event.results}]
        together = [seat for seat in seats if seat in staying(played)]
        yield together == sorted(together, reverse=True)

    return look


def asked_after(stage: str, card: str) -> Look:
    def look(played: Played) -> Iterator[bool]:
        for at, event in played.all(Asked):
            if event.stage == stage:
                yield at > played.turned_at(card)[0]

    return look


def raise_equals_flop(wager: str, stage: str) -> Look:
    def look(played: Played) -> Iterator[bool]:
        for _, event in played.all(Decided):
            if event.stage == stage and event.choice[stage] != "fold":
                yield event.raised == {wager: played.stakes[event.seat]["flop"]}

    return look


def a_fold_loses(stage: str, wagers: tuple[str, ...]) -> Look:
    def look(played: Played) -> Iterator[bool]:
        for seat in folded_at(played, stage):
            bets = {wager for number, wager in played.results if number == seat} - {"flop-bonus", "best-four"}
            yield bets == set(wagers) and not any(played.returned(seat, wager) for wager in wagers)

    return look


def collected_before(stage: str, card: str) -> Look:
    """When everyone has chosen, from the right, before the next card."""

    def look(played: Played) -> Iterator[bool]:
        seats = folded_at(played, stage)
        when = [played.results[seat, "flop"][0] for seat in seats]
        last = max(at for at, event in played.all(Decided) if event.stage == stage) if seats else 0
        for at in when:
            yield last < at < played.turned_at(card)[0]
        if len(when) > 1:
            yield when == sorted(when, reverse=True)

    return look


def a_fold_is_never_shown(played: Played) -> Iterator[bool]:
    for seat in filter(played.folded, played.seats):
        yield not played.shown(seat) and set(played.open[seat]) == {None}


def best_four(folded: bool | None = None) -> Look:
    def look(played: Played) -> Iterator[bool]:
        pay = best_pay(board(played), 4, FOUR)
        for seat in played.seats:
            if folded in (None, played.folded(seat)):
                stake = played.stakes[seat]["best-four"]
                yield played.returned(seat, "best-four") == (0 if pay is None else (pay + 1) * stake)

    return look


def no_full_house_of_four(played: Played) -> Iterator[bool]:
    if any(kinds(five) & {"full house"} for five in combinations(board(played), 5)):
        for seat in played.seats:
            yield played.returned(seat, "best-four") == 6 * played.stakes[seat]["best-four"]


def best_four_before_the_hands(played: Played) -> Iterator[bool]:
    fours = [played.results[seat, "best-four"][0] for seat in played.seats]
    yield fours == sorted(fours, reverse=True) and min(fours) > played.turned_at("river")[0]
    for seat in staying(played):
        yield max(fours) < played.results[seat, "river"][0]


def hands_are_turned_up(played: Played) -> Iterator[bool]:
    for seat in staying(played):
        yield played.shown(seat) == set(played.cards[seat]) == set(played.open[seat])


def river(wins: bool) -> Look:
    def look(played: Played) -> Iterator[bool]:
        for seat in staying(played):
            pay, stake = best_pay((*played.cards[seat], *board(played)), 5, RIVER), played.stakes[seat]["flop"]
            if bool(pay) is wins:
                flop, turn, last = (played.returned(seat, wager) for wager in ("flop", "turn", "river"))
                yield (flop, turn) == ((2 * stake, 2 * stake) if pay else (0, 0))
                yield last == (0 if pay is None else (pay + 1) * stake)

    return look


def sixes_lose(played: Played) -> Iterator[bool]:
    """Two pair with sixes or less on top is no winning hand."""
    for seat in staying(played):
        cards = (*played.cards[seat], *board(played))
        pairs = [rank for rank in RANKS if sum(card[0] == rank for card in cards) == 2]
        if len(pairs) == 2 and pairs[-1] in "3456" and best_pay(cards, 5, RIVER) is None:
            yield played.returned(seat, "river") == 0


def only_the_highest_is_paid(played: Played) -> Iterator[bool]:
    """A flop that is several things at once: a straight flush, or a hand that is flush and pair over seven cards."""
    for seat in staying(played):
        cards = (*played.cards[seat], *board(played))
        found = {kind for five in combinations(cards, 5) for kind in kinds(five)} & RIVER.keys()
        if len(found) > 1:
            yield (
                played.returned(seat, "river") == (max(RIVER[kind] for kind in found) + 1) * played.stakes[seat]["flop"]
            )


def every_bet_is_settled_once(played: Played) -> Iterator[bool]:
    done = [(event.seat, result.wager) for _, event in played.all(SeatSettled) for result in event.results]
    laid = {(seat, wager) for seat in played.seats for wager in played.stakes[seat]} | played.raised.keys()
    yield sorted(done) == sorted(laid) and isinstance(played.events[-1], RoundClosed)


_EXHIBIT, _SHEET = "Rules of Play (Exhibit A)", "Rules (player's sheet)"
_TURN_BET, _RIVER_BET = Shown(raise_equals_flop("turn", "flop")), Shown(raise_equals_flop("river", "turn"))

ROWS = (
    Row(_EXHIBIT, "one ordinary deck", Shown(one_deck)),
    Row(_EXHIBIT, "nobody plays against the dealer", Shown(there_is_no_dealers_hand)),
    Row(_EXHIBIT, "a main bet and two bonuses that one may add", Shown(bets_of_the_start)),
    Row(_EXHIBIT, "one bonus looks at the flop", Shown(flop_bonus(wins=True))),
    Row(_EXHIBIT, "the other at four of the five cards of the board", Shown(best_four())),
    Row(_EXHIBIT, "they are paid by their tables", Shown(best_four())),
    Row(_EXHIBIT, "on the highest hand alone", Shown(only_the_highest_is_paid)),
    Row(_EXHIBIT, "the Flop bet opens the round for a seat", side_bets_alone(GAME)),
    Row(_EXHIBIT, "bonuses are bet at the start, not later", after_the_first_card(GAME)),
    Row(_EXHIBIT, "two cards face down, from the dealer's left", Shown(two_cards_clockwise)),
    Row(_EXHIBIT, "then five cards on the board", Shown(then_five_on_the_board)),
    Row(_EXHIBIT, "which lie face down", Ruled("rulings", "dealt face down together", READING)),
    Row(_EXHIBIT, "the flop is turned: three cards", Shown(turned("flop", slice(0, 3)))),
    Row(_EXHIBIT, "Flop Bonus bets that lose are taken", Shown(flop_bonus(wins=False))),
    Row(_EXHIBIT, "those that win are paid by the table", Shown(flop_bonus(wins=True))),
    Row(_EXHIBIT, "both before anything is decided", Shown(flop_bonus_at_once)),
    Row(_EXHIBIT, "the player looks at two cards and the flop", Shown(own_cards_are_seen)),
    Row(_EXHIBIT, "nobody else sees those two", Shown(others_cards_are_not)),
    Row(_EXHIBIT, "and folds, or bets the Turn, as much as the Flop", _TURN_BET),
    Row(_EXHIBIT, "the question comes after the flop", Shown(asked_after("flop", "flop"))),
    Row(_EXHIBIT, "the turn is turned: one card", Shown(turned("turn", slice(3, 4)))),
    Row(_EXHIBIT, "a fold on the flop loses the Flop bet", Shown(a_fold_loses("flop", ("flop",)))),
    Row(_EXHIBIT, "those bets are taken together", Shown(collected_before("flop", "turn"))),
    Row(
        _EXHIBIT,
        "before the turn, where the text can be read two ways",
        Ruled("rulings", "can be read either way", READING),
    ),
    Row(_EXHIBIT, "after the turn: fold, or bet the River, as much again", _RIVER_BET),
    Row(_EXHIBIT, "the question comes after the turn", Shown(asked_after("turn", "turn"))),
    Row(_EXHIBIT, "a fold on the turn loses Flop and Turn", Shown(a_fold_loses("turn", ("flop", "turn")))),
    Row(_EXHIBIT, "they are taken from each who folded", Shown(collected_before("turn", "river"))),
    Row(_EXHIBIT, "the river is turned: the fifth card", Shown(turned("river", slice(4, 5)))),
    Row(_EXHIBIT, "no card is turned but these", Shown(nothing_else_is_turned)),
    Row(_EXHIBIT, "who bet the River plays the best five of seven", Shown(hands_are_turned_up)),
    Row(_EXHIBIT, "a winner has Flop and Turn 1 to 1 and the River by its table", Shown(river(wins=True))),
    Row(_EXHIBIT, "two pair of sevens up or better wins", Shown(sixes_lose)),
    Row(_EXHIBIT, "a misprinted example of it", Ruled("rulings", "7,7/A,4", READING)),
    Row(_EXHIBIT, "any other hand loses all three bets", Shown(river(wins=False))),
    Row(_EXHIBIT, "a fold keeps the Best 4 of 5 Bonus", Shown(best_four(folded=True))),
    Row(_EXHIBIT, "four cards make straights and flushes but no full house", Shown(no_full_house_of_four)),
    Row(_SHEET, "a hand wins by a pay table, with bonuses beside it", Shown(river(wins=True))),
    Row(_SHEET, "one bonus on the flop", Shown(flop_bonus(wins=True))),
    Row(_SHEET, "one on the best four of the board", Shown(best_four())),
    Row(_SHEET, "both bet at the start", after_the_first_card(GAME)),
    Row(_SHEET, "paid by their tables, the highest alone", Shown(only_the_highest_is_paid)),
    Row(_SHEET, "no other player and no dealer to beat", Shown(there_is_no_dealers_hand)),
    Row(_SHEET, "a fold keeps the Best 4 of 5 Bonus", Shown(best_four(folded=True))),
    Row(_SHEET, "one ordinary deck", Shown(one_deck)),
    Row(_SHEET, "a Flop bet starts it", side_bets_alone(GAME)),
    Row(_SHEET, "two cards each from the dealer's left", Shown(two_cards_clockwise)),
    Row(_SHEET, "then the five of the board", Shown(then_five_on_the_board)),
    Row(_SHEET, "three of them are turned", Shown(turned("flop", slice(0, 3)))),
    Row(_SHEET, "Flop Bonus: winners paid from the right", Shown(flop_bonus(wins=True))),
    Row(_SHEET, "losers taken from the right", Shown(from_the_right("flop-bonus"))),
    Row(_SHEET, "in one pass", Ruled("rulings", "seat by seat in one pass", READING)),
    Row(_SHEET, "fold, or bet the Turn, as much as the Flop", _TURN_BET),
    Row(_SHEET, "a fold loses the Flop bet", Shown(a_fold_loses("flop", ("flop",)))),
    Row(_SHEET, "taken from the right before the turn is turned", Shown(collected_before("flop", "turn"))),
    Row(_SHEET, "a folded hand is not shown", Shown(a_fold_is_never_shown)),
    Row(_SHEET, "then the fourth card", Shown(turned("turn", slice(3, 4)))),
    Row(_SHEET, "fold, or bet the River, as much as the Turn", _RIVER_BET),
    Row(_SHEET, "a fold loses Flop and Turn", Shown(a_fold_loses("turn", ("flop", "turn")))),
    Row(_SHEET, "taken from the right", Shown(collected_before("turn", "river"))),
    Row(_SHEET, "then the fifth card", Shown(turned("river", slice(4, 5)))),
    Row(_SHEET, "first the Best 4 of 5 Bonus, from the right", Shown(best_four_before_the_hands)),
    Row(_SHEET, "a River bet plays two cards with the five", Shown(hands_are_turned_up)),
    Row(_SHEET, "less than sevens and twos loses Flop, Turn and River", Shown(river(wins=False))),
    Row(_SHEET, "as two small pair do", Shown(sixes_lose)),
    Row(_SHEET, "from the right", Shown(from_the_right("river"))),
    Row(_SHEET, "losers and winners in one pass", Ruled("rulings", "settled in one pass", READING)),
    Row(_SHEET, "winners: Flop and Turn 1 to 1, River by the table", Shown(river(wins=True))),
    Row(_SHEET, "all settled: the next round", Shown(every_bet_is_settled_once)),
)
