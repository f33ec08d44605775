"""Low Four: a row for each step of the packet's rules of play and dealer's manual."""

from collections.abc import Iterator
from itertools import combinations

from feltlab.cards.names import cards_named
from feltlab.table.pack import Pack
from tests.table.low_points import points
from tests.table.manual_bets import above_maximum, after_the_first_card, below_minimum, deciding, side_bets_alone
from tests.table.manual_seven_cards import (
    When,
    a_fold_bets_nothing,
    a_fold_is_final,
    a_fold_that_wins_nothing_is_never_shown,
    a_paid_bonus_of_a_fold_is_verified,
    a_progressive_stays_up,
    asked_after_the_deal,
    bonus,
    clockwise_dealer_last,
    dealer_announces,
    dealer_builds_the_best_hand,
    dealer_turns_all_seven,
    dealer_turns_when_all_have_decided,
    discards_lie_face_down,
    every_bet_is_settled_once,
    folds_are_collected_at_the_fold,
    four_are_set,
    four_strength,
    from_the_dealers_right,
    held_to_the_set_hand,
    laid_from_highest_to_lowest,
    live_bonuses_stay_up,
    lost_bonuses_go_with_the_ante,
    main_bets,
    main_bets_before_bonuses,
    meter_is_shared,
    not_qualified_is_marked,
    nothing_is_bet_after_the_deal_but_the_play,
    one_deck,
    others_cards_are_not,
    own_cards_are_seen,
    play_equals_ante,
    play_or_fold,
    played_hands_are_turned_up,
    qualifies_by_the_rule,
    seven_face_down,
    split_evenly,
    the_ante_of_a_fold_is_lost,
    unused_cards_lie_apart,
    winning,
)
from tests.table.manuals import (
    CAMERAS,
    HOUSE,
    READING,
    Cards,
    Look,
    Played,
    Row,
    Ruled,
    Shown,
    play_named,
    play_stacked,
)

GAME = "low-four"


def rounds() -> list[Played]:
    """In rounds 57 and 103 the Combo Progressive pays 275 for 1; of the meter two seats win all and one a tenth."""
    hands = {1: "2c 2d 2h 2s Kc Qc Jc", 2: "4c 4d 4h 4s Kd Qd Jd", 3: "3c 3d 3h 3s Kh Qh Jh"}
    dealt = {seat: cards_named(cards.split()) for seat, cards in hands.items()}
    stacked = Pack(dealt, {"dealer": cards_named(["Ac", "Ad", "Ah", "As", "Ks", "Qs", "Js"])})
    return [*play_named(GAME, *range(1, 41), 57, 103), play_stacked(GAME, stacked)]


def wins_of_the_meter(played: Played, seat: int) -> int:
    """In tenths."""
    together = points(played.cards[seat]) + points(played.cards["dealer"])
    return 10 if together <= 4 else 1 if together <= 6 else 0


def all_seven(played: Played, seat: int) -> Cards:
    return played.cards[seat]


def lowest_four(played: Played, seat: int) -> Cards:
    """Where only one choice of four cards makes the total; else those that lie open are such a choice."""
    fours = [
        four for four in combinations(played.cards[seat], 4) if four_strength(four) == (-points(played.cards[seat]),)
    ]
    return next((four for four in fours if set(four) == played.shown(seat)), fours[0])


def high_points_turn_the_discards(played: Played) -> Iterator[bool]:
    """Of a played hand the discards are turned up to check a High Points Bonus that is paid."""
    for seat in played.seats:
        if not played.folded(seat) and "high-points" in winning(played, seat):
            yield played.shown(seat) == set(played.cards[seat])


def a_worse_hand_set_gains_nothing(played: Played) -> Iterator[bool]:
    """Four cards of 19 points or more in the box, fewer in the seven: the High Points Bonus loses."""
    for seat in played.seats:
        if (
            not played.folded(seat)
            and points(played.cards[seat]) < 19 <= -four_strength(played.choices[seat]["set"])[0]
        ):
            yield played.returned(seat, "high-points") == 0


def duplicates_count_once(played: Played) -> Iterator[bool]:
    """A pair among the four that the dealer lays: the total called has it once."""
    for event in played.events:
        if laid := getattr(event, "laid", None):
            ranks = [card // 4 for card in laid.hand]
            if len(set(ranks)) < 4:
                worth = sum(1 if rank == 12 else min(rank + 2, 10) for rank in set(ranks))
                yield getattr(event, "call", "").startswith(f"{worth} point")


def combined_points(low: int, high: int) -> Look:
    """Player's and dealer's lowest totals together within these bounds."""

    def look(played: Played) -> Iterator[bool]:
        for seat in played.seats:
            together = points(played.cards[seat]) + points(played.cards["dealer"])
            if low <= together <= high:
                stake = played.stakes[seat]["combo-progressive"]
                yield played.returned(seat, "combo-progressive") == (275 * stake if together <= 11 else 0)

    return look


RULES = "Rules of Play: "
MANUAL = "Dealer's Policies & Procedures: "
_INTRO, _HOW = f"{RULES}Introduction", f"{RULES}How to Play the Game"
_WIN, _SIDE = f"{RULES}How to Win", f"{RULES}Side Bets"
_OBJECT, _BET, _PLAY = f"{MANUAL}Object", f"{MANUAL}Placing a Bet", f"{MANUAL}How to Play"
_TAKE, _BONUS = f"{MANUAL}Take-and-Pay", f"{MANUAL}Side Bets"
_HIGH = a_paid_bonus_of_a_fold_is_verified("high-points", all_seven)

ROWS = (
    Row(_INTRO, "player against dealer", Shown(main_bets("win", 2, 2))),
    Row(_INTRO, "one ordinary deck", Shown(one_deck)),
    Row(_INTRO, "four cards of seven, the fewer points the better", Shown(dealer_builds_the_best_hand)),
    Row(_HOW, "an Ante opens the round for a seat", side_bets_alone(GAME)),
    Row(_HOW, "up to three side bets beside it", Shown(nothing_is_bet_after_the_deal_but_the_play)),
    Row(_HOW, "seven cards each, face down", Shown(seven_face_down)),
    Row(_HOW, "the player makes four cards of low points", Shown(four_are_set)),
    Row(_HOW, "what each card counts", Shown(dealer_announces)),
    Row(_HOW, "a rank counts once", Shown(duplicates_count_once)),
    Row(_HOW, "then it is play or fold", Shown(play_or_fold)),
    Row(
        _HOW,
        "to play: four cards in the box",
        deciding("bad-choice", GAME, {"decision": "play", "set": ["As", "As", "As", "As"]}, {"decision": "play"}),
    ),
    Row(_HOW, "as much as the Ante on top", Shown(play_equals_ante)),
    Row(_HOW, "three cards face down beside the Ante", Shown(discards_lie_face_down)),
    Row(_HOW, "to fold: all cards face down", Shown(a_fold_that_wins_nothing_is_never_shown)),
    Row(_HOW, "and the Ante is taken", Shown(folds_are_collected_at_the_fold)),
    Row(_WIN, "the dealer acts when all have chosen", Shown(dealer_turns_when_all_have_decided)),
    Row(_WIN, "and makes the lowest four", Shown(dealer_builds_the_best_hand)),
    Row(_WIN, "16 points or fewer qualify", Shown(qualifies_by_the_rule)),
    Row(_WIN, "not qualified: the Ante is paid, the Play comes back", Shown(main_bets("not qualified", 2, 1))),
    Row(_WIN, "fewer points win: both bets 1 to 1", Shown(main_bets("win", 2, 2))),
    Row(_WIN, "more points lose both bets", Shown(main_bets("lose", 0, 0))),
    Row(_WIN, "equal points: both bets come back", Shown(main_bets("push", 1, 1))),
    Row(_SIDE, "side bets do not ask if the dealer qualifies", Shown(bonus("low-points", When(qualified=False)))),
    Row(_SIDE, "nor does the High Points Bonus", Shown(bonus("high-points", When(qualified=False)))),
    Row(_SIDE, "the Low Points Bonus pays up to 8 points", Shown(bonus("low-points", When(wins=True)))),
    Row(_SIDE, "on a fold as well", Shown(bonus("low-points", When(folded=True, wins=True)))),
    Row(_SIDE, "the High Points Bonus pays from 19 points", Shown(bonus("high-points", When(wins=True)))),
    Row(_SIDE, "folded", Shown(bonus("high-points", When(folded=True, wins=True)))),
    Row(_SIDE, "or played", Shown(bonus("high-points", When(folded=False, wins=True)))),
    Row(_SIDE, "folded, all seven go under the bet to be checked", Shown(_HIGH)),
    Row(_SIDE, "the Combo Progressive adds both lowest totals", Shown(combined_points(7, 11))),
    Row(_SIDE, "5 or 6 take a tenth of the meter, 3 or 4 all", Shown(meter_is_shared(wins_of_the_meter))),
    Row(
        _SIDE,
        "several winners of all of it split it evenly",
        Ruled("rulings", "then split what is left evenly", READING),
    ),
    Row(_SIDE, "to the cent", Shown(split_evenly(wins_of_the_meter))),
    Row(_SIDE, "and loses above 11", Shown(combined_points(12, 68))),
    Row(_SIDE, "it stays up on a fold", Shown(a_progressive_stays_up)),
    Row(_SIDE, "its stake does not come back", Ruled("rulings", "The stake of a winning progressive bet", READING)),
    Row(_SIDE, "its stake does not come back: 275 for 1 is all of it", Shown(combined_points(7, 11))),
    Row(_OBJECT, "four cards of seven, the fewer points the better", Shown(dealer_builds_the_best_hand)),
    Row(_OBJECT, "player against dealer", Shown(main_bets("lose", 0, 0))),
    Row(_OBJECT, "one deck, shuffled for every round", Shown(one_deck)),
    Row(
        _OBJECT,
        "opening, closing and shuffling by the house's handbook",
        Ruled("steps", "the house's own method", HOUSE),
    ),
    Row(_BET, "first the Ante", side_bets_alone(GAME)),
    Row(_BET, "the bonuses at the same time, of any size", Shown(nothing_is_bet_after_the_deal_but_the_play)),
    Row(_BET, "the progressive is bet then too", Ruled("rulings", "bet at the start like the other side", READING)),
    Row(_BET, "but none of them alone", side_bets_alone(GAME)),
    Row(_BET, "look that nobody is under the minimum", below_minimum(GAME)),
    Row(_BET, "or over the maximum", above_maximum(GAME)),
    Row(_BET, "look that cheques are stacked well", Ruled("steps", "all cheques stacked", CAMERAS)),
    Row(_BET, "once cards are out bets stay as they are", after_the_first_card(GAME)),
    Row(_BET, "nobody plays unseen cards", Ruled("irregularities", "without looking at the cards", HOUSE)),
    Row(_PLAY, "seven cards each, face down", Shown(seven_face_down)),
    Row(_PLAY, "from the dealer's left, clockwise", Shown(clockwise_dealer_last)),
    Row(_PLAY, "spread to be counted by the cameras", Ruled("steps", "Spread each hand slightly", CAMERAS)),
    Row(_PLAY, "what is left over is racked", Ruled("steps", "in the discard rack", CAMERAS)),
    Row(_PLAY, "cards may be picked up during the deal", Ruled("steps", "Players may pick up their cards", CAMERAS)),
    Row(_PLAY, "the player looks for the lowest four", Shown(own_cards_are_seen)),
    Row(_PLAY, "what each card counts", Shown(dealer_announces)),
    Row(_PLAY, "a rank counts once", Shown(duplicates_count_once)),
    Row(_PLAY, "then it is play or fold", Shown(asked_after_the_deal)),
    Row(_PLAY, "a fold: cards face down, unseen", Shown(a_fold_that_wins_nothing_is_never_shown)),
    Row(_PLAY, "the Ante is taken then", Shown(folds_are_collected_at_the_fold)),
    Row(_PLAY, "and is lost", Shown(the_ante_of_a_fold_is_lost)),
    Row(_PLAY, "with it a bonus that the hand has lost", Shown(lost_bonuses_go_with_the_ante)),
    Row(_PLAY, "which the manual leaves open", Ruled("rulings", "that the folded hand has lost", READING)),
    Row(_PLAY, "nothing more is bet on a fold", Shown(a_fold_bets_nothing)),
    Row(_PLAY, "who folded is not asked again", Shown(a_fold_is_final)),
    Row(_PLAY, "folded cards lie there until all is settled", Ruled("discards", "until take and pay is", CAMERAS)),
    Row(_PLAY, "to play: four cards face down in the box", Shown(four_are_set)),
    Row(_PLAY, "the other three face down", Shown(discards_lie_face_down)),
    Row(_PLAY, "as much as the Ante on top", Shown(play_equals_ante)),
    Row(_PLAY, "discards lie there until all is settled", Ruled("steps", "Leave discards and folded hands", CAMERAS)),
    Row(_PLAY, "so that a total can be checked", Shown(high_points_turn_the_discards)),
    Row(_PLAY, "and a hand set badly on purpose wins nothing", Shown(a_worse_hand_set_gains_nothing)),
    Row(_PLAY, "the player is held to the four in the box", Shown(held_to_the_set_hand)),
    Row(_PLAY, "cards are not talked about", Ruled("irregularities", "Players tell each other", HOUSE)),
    Row(_PLAY, "nor seen by others", Shown(others_cards_are_not)),
    Row(_PLAY, "who goes on is told to the floor", Ruled("irregularities", "If it goes on, call the", HOUSE)),
    Row(_TAKE, "all have chosen: the dealer's turn", Shown(dealer_turns_when_all_have_decided)),
    Row(_TAKE, "the dealer's cards are turned for all to see", Shown(dealer_turns_all_seven)),
    Row(_TAKE, "the lowest four are made", Shown(dealer_builds_the_best_hand)),
    Row(_TAKE, "laid from highest to lowest", Shown(laid_from_highest_to_lowest)),
    Row(_TAKE, "the other three apart from them", Shown(unused_cards_lie_apart)),
    Row(_TAKE, "with room between them", Ruled("steps", "spaced apart for floor and cameras", CAMERAS)),
    Row(_TAKE, "the total is called", Shown(dealer_announces)),
    Row(_TAKE, "16 points or fewer qualify", Shown(qualifies_by_the_rule)),
    Row(_TAKE, "more than that is said, and no card counts", Shown(not_qualified_is_marked)),
    Row(_TAKE, "not qualified: Ante 1 to 1, Play back", Shown(main_bets("not qualified", 2, 1))),
    Row(_TAKE, "qualified: fewer points win, both bets 1 to 1", Shown(main_bets("win", 2, 2))),
    Row(_TAKE, "more points: both bets to the bank", Shown(main_bets("lose", 0, 0))),
    Row(_TAKE, "equal points: no money moves", Shown(main_bets("push", 1, 1))),
    Row(_TAKE, "seats from the dealer's right", Shown(from_the_dealers_right)),
    Row(_TAKE, "the player's four are turned over", Shown(played_hands_are_turned_up)),
    Row(_TAKE, "and spread", Ruled("steps", "spread them for floor and cameras", CAMERAS)),
    Row(_TAKE, "discards stay down", Shown(discards_lie_face_down)),
    Row(_TAKE, "unless the High Points Bonus wins", Shown(high_points_turn_the_discards)),
    Row(_TAKE, "or another bonus is verified on them", Ruled("rulings", "not only the High Points Bonus", READING)),
    Row(_TAKE, "each hand is counted to seven", Ruled("discards", "has seven cards", CAMERAS)),
    Row(_BONUS, "the Low Points Bonus pays up to 8 points", Shown(bonus("low-points"))),
    Row(_BONUS, "after Ante and Play", Shown(main_bets_before_bonuses)),
    Row(_BONUS, "dealer qualified", Shown(bonus("low-points", When(qualified=True, wins=True)))),
    Row(_BONUS, "or not", Shown(bonus("low-points", When(qualified=False, wins=True)))),
    Row(
        _BONUS,
        "the four that make its total are verified",
        Shown(a_paid_bonus_of_a_fold_is_verified("low-points", lowest_four)),
    ),
    Row(_BONUS, "the High Points Bonus pays from 19 points", Shown(bonus("high-points"))),
    Row(_BONUS, "after Ante and Play", Shown(main_bets_before_bonuses)),
    Row(_BONUS, "it stays up on a fold", Shown(live_bonuses_stay_up)),
    Row(_BONUS, "folded, all seven lie under the bet", Ruled("steps", "face down under the High Points bet", CAMERAS)),
    Row(_BONUS, "and are exposed to check the total", Shown(_HIGH)),
    Row(_BONUS, "dealer qualified", Shown(bonus("high-points", When(qualified=True, wins=True)))),
    Row(_BONUS, "or not", Shown(bonus("high-points", When(qualified=False, wins=True)))),
    Row(_BONUS, "all settled: cards in, the next round", Shown(every_bet_is_settled_once)),
)
