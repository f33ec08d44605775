"""Ace Odd Even: a row for each step of the packet's rules of play and dealer's manual."""

from collections.abc import Iterator

from tests.table.driver import folding
from tests.table.manual_bets import (
    above_maximum,
    after_the_first_card,
    below_minimum,
    side_bets_alone,
    token_on_a_bonus,
    token_on_the_play,
)
from tests.table.manual_seven_cards import (
    When,
    a_fold_bets_nothing,
    a_fold_is_final,
    a_fold_that_wins_nothing_is_never_shown,
    a_lost_progressive_goes_with_the_ante,
    a_paid_bonus_of_a_fold_is_verified,
    a_progressive_that_wins_stays_up,
    an_ace_is_highest,
    asked_after_the_deal,
    best_parity,
    bonus,
    clockwise_dealer_last,
    compared_on,
    dealer_announces,
    dealer_builds_the_best_hand,
    dealer_turns_all_seven,
    dealer_turns_when_all_have_decided,
    discards_lie_face_down,
    every_bet_is_settled_once,
    folds_are_collected_at_the_fold,
    from_the_dealers_right,
    held_to_the_set_hand,
    laid_from_highest_to_lowest,
    live_bonuses_stay_up,
    longer_hand_wins,
    lost_bonuses_go_with_the_ante,
    main_bets,
    main_bets_before_bonuses,
    meter_is_shared,
    no_card_is_used_below_the_qualifier,
    not_qualified_is_marked,
    nothing_is_bet_after_the_deal_but_the_play,
    one_deck,
    others_cards_are_not,
    own_cards_are_seen,
    play_equals_ante,
    play_or_fold,
    played_hands_are_turned_up,
    poker_rank,
    poker_sets,
    qualifies_by_the_rule,
    set_hand_is_of_one_side,
    seven_face_down,
    split_evenly,
    the_ante_of_a_fold_is_lost,
    unused_cards_lie_apart,
)
from tests.table.manuals import CAMERAS, HOUSE, READING, Cards, Played, Row, Ruled, Shown, play_named, play_stacked
from tests.table.test_p19_p23_limits_and_meters import winners_pack

GAME = "ace-odd-even"


def rounds() -> list[Played]:
    """In round 1020 a seat ties the dealer; of the meter two seats win all and one a tenth, played and folded."""
    winners = winners_pack(("full", "tenth", "full"))
    stacked = [play_stacked(GAME, winners), play_stacked(GAME, winners, folding)]
    return [*play_named(GAME, *range(1, 41), 1020), *stacked]


def poker_cards(played: Played, seat: int) -> Cards:
    return max(poker_sets(played, seat), key=poker_rank)


def odd_even_cards(played: Played, seat: int) -> Cards:
    return best_parity(played.cards[seat])


def paid_on_the_discards(played: Played) -> Iterator[bool]:
    """A rank in the discards that beats the set hand's is paid, and those cards are turned up too."""
    for seat in played.seats:
        held, discards = poker_sets(played, seat)
        if not played.folded(seat) and poker_rank(discards) > poker_rank(held):
            yield played.returned(seat, "poker") > played.stakes[seat]["poker"]
            yield set(discards) <= played.shown(seat)


def only_the_best_rank_is_paid(played: Played) -> Iterator[bool]:
    """A full house is three of a kind and two pair as well, and both sets may hold a rank: the best is paid, once."""
    for seat in played.seats:
        ranks = sorted(map(poker_rank, poker_sets(played, seat)))
        if all(ranks) or 3 in ranks:
            best = ranks[-1]
            odds = {7: 8000, 6: 1000, 5: 40, 4: 25, 3: 10, 2: 3, 1: 2}[best]
            yield played.returned(seat, "poker") == (odds + 1) * played.stakes[seat]["poker"]


def wins_of_the_meter(played: Played, seat: int) -> int:
    """In tenths."""
    return {7: 10, 6: 1}.get(max(map(poker_rank, poker_sets(played, seat))), 0)


RULES = "Rules of Play: "
MANUAL = "Dealer's Policies & Procedures: "
_HOW, _WIN, _SIDE = f"{RULES}How to Play the Game", f"{RULES}How to Win", f"{RULES}Side Bets"
_BET, _DEAL, _OPTIONS = f"{MANUAL}Placing a Bet", f"{MANUAL}Dealing the Hand", f"{MANUAL}Player Options"
_TAKE, _ODD_EVEN, _POKER = f"{MANUAL}Take-and-Pay", f"{MANUAL}Odd-Even Bonus", f"{MANUAL}Poker Bonus"
_REPORT = "Lab report: Game Description"

ROWS = (
    Row(RULES, "to beat the dealer takes more cards of one parity", Shown(longer_hand_wins)),
    Row(RULES, "a seat is measured against the dealer and nobody else", Shown(main_bets("win", 2, 2))),
    Row(RULES, "one ordinary deck", Shown(one_deck)),
    Row(_HOW, "an Ante opens the round for a seat", side_bets_alone(GAME)),
    Row(_HOW, "both bonuses may be bet beside it, then", Shown(nothing_is_bet_after_the_deal_but_the_play)),
    Row(_HOW, "seven cards each, face down, the dealer too", Shown(seven_face_down)),
    Row(_HOW, "the player looks at the cards", Shown(own_cards_are_seen)),
    Row(_HOW, "odd, even and ace: which card is which", Shown(dealer_builds_the_best_hand)),
    Row(_HOW, "then it is play or fold", Shown(play_or_fold)),
    Row(_HOW, "to play: the hand of one side goes to the box", Shown(set_hand_is_of_one_side)),
    Row(_HOW, "and as much as the Ante goes on top", Shown(play_equals_ante)),
    Row(_HOW, "what is left over lies face down beside the Ante", Shown(discards_lie_face_down)),
    Row(_HOW, "to fold: the Ante is gone", Shown(the_ante_of_a_fold_is_lost)),
    Row(_WIN, "the dealer turns seven cards when all have chosen", Shown(dealer_turns_when_all_have_decided)),
    Row(_WIN, "and makes the best hand of one parity", Shown(dealer_builds_the_best_hand)),
    Row(_WIN, "four cards with a King on top qualify", Shown(qualifies_by_the_rule)),
    Row(_WIN, "without that the Ante is paid and the Play comes back", Shown(main_bets("not qualified", 2, 1))),
    Row(_WIN, "the longer hand wins", Shown(longer_hand_wins)),
    Row(_WIN, "a player's win pays both bets 1 to 1", Shown(main_bets("win", 2, 2))),
    Row(_WIN, "a dealer's win takes both bets", Shown(main_bets("lose", 0, 0))),
    Row(_WIN, "equally long: the top card decides", Shown(compared_on(0))),
    Row(_WIN, "equal again: the next card, and on", Shown(compared_on(1))),
    Row(_WIN, "nothing is above an ace", Shown(an_ace_is_highest)),
    Row(_WIN, "every card equal: both bets come back", Shown(main_bets("push", 1, 1))),
    Row(_SIDE, "the Odd-Even Bonus pays long hands by its table", Shown(bonus("odd-even"))),
    Row(_SIDE, "the Poker Bonus pays poker ranks by its table", Shown(bonus("poker"))),
    Row(_SIDE, "of cards of one parity only", Shown(bonus("poker", When(wins=False)))),
    Row(_SIDE, "on a fold as well", Shown(bonus("poker", When(folded=True, wins=True)))),
    Row(_SIDE, "a rank among the discards counts", Shown(paid_on_the_discards)),
    Row(_SIDE, "of two ranks the higher alone", Shown(only_the_best_rank_is_paid)),
    Row(MANUAL, "one ordinary deck", Shown(one_deck)),
    Row(MANUAL, "the longer hand is what a round is about", Shown(longer_hand_wins)),
    Row(MANUAL, "each player against the dealer alone", Shown(main_bets("lose", 0, 0))),
    Row(
        MANUAL,
        "opening, closing and shuffling by the house's handbook",
        Ruled("steps", "the house's own method", HOUSE),
    ),
    Row(_BET, "first the Ante in its diamond", side_bets_alone(GAME)),
    Row(_BET, "the bonuses at the same time", Shown(nothing_is_bet_after_the_deal_but_the_play)),
    Row(_BET, "of another size if one likes", Shown(nothing_is_bet_after_the_deal_but_the_play)),
    Row(_BET, "but not alone", side_bets_alone(GAME)),
    Row(_BET, "look that nobody is under the minimum", below_minimum(GAME)),
    Row(_BET, "or over the maximum", above_maximum(GAME)),
    Row(_BET, "look that cheques are stacked well", Ruled("steps", "all cheques stacked properly", CAMERAS)),
    Row(_BET, "from the first card on bets stay as they are", after_the_first_card(GAME)),
    Row(_BET, "nobody plays unseen cards", Ruled("irregularities", "without looking at the cards", HOUSE)),
    Row(_BET, "a token on the Ante allows one on the Play", token_on_the_play({"ante": 500}, 400, 500)),
    Row(_BET, "but never on the Play alone", token_on_the_play({}, 500, 0)),
    Row(_BET, "a token on a bonus, up to the house's cap", token_on_a_bonus(2_501, 2_500)),
    Row(_DEAL, "a riffle, then into the shuffler", Ruled("steps", "Riffle the deck quickly", CAMERAS)),
    Row(_DEAL, "at the green button stacks of seven come out", Ruled("steps", "press the green button", CAMERAS)),
    Row(_DEAL, "seven for each seat and the dealer", Shown(seven_face_down)),
    Row(_DEAL, "no shuffler: by hand", Ruled("irregularities", "The shuffler is out of order", HOUSE)),
    Row(_DEAL, "the stack lies face down before the player", Shown(others_cards_are_not)),
    Row(
        _DEAL, "spread so that it can be counted from above", Ruled("steps", "for the cameras to count seven", CAMERAS)
    ),
    Row(_DEAL, "from the dealer's left, clockwise", Shown(clockwise_dealer_last)),
    Row(_DEAL, "what is left over is racked", Ruled("steps", "in the discard rack", CAMERAS)),
    Row(_DEAL, "a wrong count: the floor is called", Ruled("misdeal", "call the floor supervisor at once", HOUSE)),
    Row(
        _DEAL, "that hand is void, its money goes back", Ruled("misdeal", "all of the seat's bets are returned", HOUSE)
    ),
    Row(_OPTIONS, "the player looks for the longest hand", Shown(own_cards_are_seen)),
    Row(_OPTIONS, "odd, even and ace: which card is which", Shown(dealer_builds_the_best_hand)),
    Row(_OPTIONS, "then it is play or fold", Shown(asked_after_the_deal)),
    Row(_OPTIONS, "to play: the hand face down in the box", Shown(set_hand_is_of_one_side)),
    Row(_OPTIONS, "as much as the Ante on top of it", Shown(play_equals_ante)),
    Row(_OPTIONS, "the other cards face down beside the Ante", Shown(discards_lie_face_down)),
    Row(_OPTIONS, "spread for the cameras, then racked", Ruled("discards", "spreads them for the cameras", CAMERAS)),
    Row(
        _OPTIONS,
        "racked only after bonuses that may need them",
        Ruled("rulings", "until its bonuses are settled", READING),
    ),
    Row(_OPTIONS, "wrong discards are the player's loss", Shown(held_to_the_set_hand)),
    Row(_OPTIONS, "a fold with nothing to win: no Play bet", Shown(a_fold_bets_nothing)),
    Row(_OPTIONS, "all seven face down, unseen", Shown(a_fold_that_wins_nothing_is_never_shown)),
    Row(_OPTIONS, "the dealer takes the Ante when it is folded", Shown(folds_are_collected_at_the_fold)),
    Row(_OPTIONS, "and the bonuses that the hand has lost", Shown(lost_bonuses_go_with_the_ante)),
    Row(
        _OPTIONS,
        "a bonus that pays or pushes is not taken",
        Ruled("rulings", "only to hands that have not won them", READING),
    ),
    Row(_OPTIONS, "it lies there until the dealer's hand is turned", Shown(live_bonuses_stay_up)),
    Row(_OPTIONS, "the progressive goes as the bonus does", Shown(a_lost_progressive_goes_with_the_ante)),
    Row(_OPTIONS, "and stays where it has won", Shown(a_progressive_that_wins_stays_up)),
    Row(
        _OPTIONS, "it is the Poker Bonus, set up otherwise", Ruled("rulings", "way to set up the Poker Bonus", READING)
    ),
    Row(
        _OPTIONS, "seven cards are shown to the cameras, then racked", Ruled("steps", "show the cameras seven", CAMERAS)
    ),
    Row(_OPTIONS, "who folded is not asked again", Shown(a_fold_is_final)),
    Row(
        _OPTIONS,
        "a fold with a poker rank: its cards go under that bet, the rest aside",
        Shown(a_paid_bonus_of_a_fold_is_verified("poker", poker_cards)),
    ),
    Row(
        _OPTIONS,
        "and with a long hand under the Odd-Even Bonus",
        Shown(a_paid_bonus_of_a_fold_is_verified("odd-even", odd_even_cards)),
    ),
    Row(_OPTIONS, "cards are not talked about", Ruled("irregularities", "Players tell each other", HOUSE)),
    Row(_OPTIONS, "nor seen by others", Shown(others_cards_are_not)),
    Row(_OPTIONS, "who goes on is told to the floor", Ruled("irregularities", "If it goes on, call the", HOUSE)),
    Row(_TAKE, "all have chosen: the dealer's turn", Shown(dealer_turns_when_all_have_decided)),
    Row(_TAKE, "seven cards are turned", Shown(dealer_turns_all_seven)),
    Row(_TAKE, "with room between them", Ruled("steps", "spaced apart for floor and cameras", CAMERAS)),
    Row(_TAKE, "the best hand is made", Shown(dealer_builds_the_best_hand)),
    Row(_TAKE, "from its highest card down", Shown(laid_from_highest_to_lowest)),
    Row(_TAKE, "four cards with a King on top qualify", Shown(qualifies_by_the_rule)),
    Row(_TAKE, "cards not used lie face up above it", Shown(unused_cards_lie_apart)),
    Row(_TAKE, "the hand is called", Shown(dealer_announces)),
    Row(_TAKE, "an even hand is never called King high", Ruled("rulings", "An even hand is never King high", READING)),
    Row(_TAKE, "the longer hand wins", Shown(longer_hand_wins)),
    Row(_TAKE, "each player against the dealer alone", Shown(main_bets("win", 2, 2))),
    Row(_TAKE, "seats from the dealer's right, counterclockwise", Shown(from_the_dealers_right)),
    Row(_TAKE, "each played hand is turned up", Shown(played_hands_are_turned_up)),
    Row(_TAKE, "a win: both bets 1 to 1", Shown(main_bets("win", 2, 2))),
    Row(_TAKE, "a loss: both bets to the bank", Shown(main_bets("lose", 0, 0))),
    Row(_TAKE, "equally long: the top card", Shown(compared_on(0))),
    Row(_TAKE, "with the ace on top", Shown(an_ace_is_highest)),
    Row(_TAKE, "equal again: the next card", Shown(compared_on(1))),
    Row(_TAKE, "all equal: no money moves", Shown(main_bets("push", 1, 1))),
    Row(_TAKE, "no qualified hand: the cards are turned aslant", Shown(not_qualified_is_marked)),
    Row(_TAKE, "all seven of them, none used", Shown(no_card_is_used_below_the_qualifier)),
    Row(_TAKE, "Ante 1 to 1, Play back", Shown(main_bets("not qualified", 2, 1))),
    Row(_TAKE, "no Play bet: the Ante is lost all the same", Shown(the_ante_of_a_fold_is_lost)),
    Row(_TAKE, "and its poker rank is paid", Shown(bonus("poker", When(folded=True, wins=True)))),
    Row(_ODD_EVEN, "six cards or more, by the table", Shown(bonus("odd-even", When(wins=True)))),
    Row(
        _ODD_EVEN,
        "five without an ace as the table has it",
        Ruled("rulings", "depending on the pay table in use", READING),
    ),
    Row(_ODD_EVEN, "after Ante and Play", Shown(main_bets_before_bonuses)),
    Row(_ODD_EVEN, "folded or not", Shown(bonus("odd-even", When(folded=True, wins=True)))),
    Row(_POKER, "poker ranks, by the table", Shown(bonus("poker", When(wins=True)))),
    Row(_POKER, "of cards of one parity only", Shown(bonus("poker", When(wins=False)))),
    Row(_POKER, "after Ante and Play", Shown(main_bets_before_bonuses)),
    Row(_POKER, "a rank among the discards counts", Shown(paid_on_the_discards)),
    Row(_POKER, "on a fold as well", Shown(bonus("poker", When(folded=True)))),
    Row(_POKER, "its cards lie under the bet, and nothing more is bet", Shown(a_fold_bets_nothing)),
    Row(_POKER, "the rest of the hand stays down", Shown(a_paid_bonus_of_a_fold_is_verified("poker", poker_cards))),
    Row(
        _POKER, "fanned and verified before it is paid", Shown(a_paid_bonus_of_a_fold_is_verified("poker", poker_cards))
    ),
    Row(_POKER, "the Ante of that hand is lost", Shown(the_ante_of_a_fold_is_lost)),
    Row(_POKER, "of two ranks the higher alone", Shown(only_the_best_rank_is_paid)),
    Row(_REPORT, "the progressive shares its meter by the table", Shown(meter_is_shared(wins_of_the_meter))),
    Row(_REPORT, "several winners of all of it split it evenly", Shown(split_evenly(wins_of_the_meter))),
    Row(_POKER, "all settled: cards in, the next round", Shown(every_bet_is_settled_once)),
)
