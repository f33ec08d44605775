"""What the steps of the two seven-card games' manuals look like in the events of a round.

The hands are read a second time here, from the names of the cards, in the plainest way.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from feltlab.cards.names import card_names
from feltlab.rules.progressive import UNITS_PER_CENT
from feltlab.table.events import Asked, Dealt, Decided, MeterAwarded, MetersFed, RoundClosed, SeatSettled, Turned
from tests.table.low_points import POINTS, points
from tests.table.manuals import Cards, Look, Played

RANKS = "23456789TJQKA"
DECK = {rank + suit for rank in RANKS for suit in "cdhs"}
BONUSES = {"ace-odd-even": ("odd-even", "poker"), "low-four": ("low-points", "high-points")}
PROGRESSIVE = {"ace-odd-even": "poker-progressive", "low-four": "combo-progressive"}
Strength = tuple[Any, ...]
"""Of two hands the better one is the greater."""


# Hands.


def parity_side(cards: Cards, side: str) -> Cards:
    """All cards of a side with all the aces, from the highest down."""
    of_side = "3579JK" if side == "odd" else "2468TQ"
    return tuple(sorted((card for card in cards if card[0] in of_side + "A"), key=_rank, reverse=True))


def _rank(card: str) -> int:
    return RANKS.index(card[0])


def parity_strength(cards: Cards) -> Strength:
    return len(cards), [_rank(card) for card in cards]


def best_parity(cards: Cards) -> Cards:
    return max((parity_side(cards, side) for side in ("odd", "even")), key=parity_strength)


def four_strength(cards: Cards) -> Strength:
    return (-sum(POINTS[rank] for rank in {card[0] for card in cards}),)


def dealer_strength(played: Played) -> Strength:
    dealer = played.cards["dealer"]
    return parity_strength(best_parity(dealer)) if played.game == "ace-odd-even" else (-points(dealer),)


def own_strength(played: Played, seat: int) -> Strength:
    return (
        parity_strength(set_cards(played, seat))
        if played.game == "ace-odd-even"
        else four_strength(set_cards(played, seat))
    )


def set_cards(played: Played, seat: int) -> Cards:
    """The cards in the Play box."""
    made = played.choices[seat]["set"]
    return parity_side(played.cards[seat], made) if isinstance(made, str) else tuple(made)


def qualified(played: Played) -> bool:
    if played.game == "low-four":
        return points(played.cards["dealer"]) <= 16
    best = best_parity(played.cards["dealer"])
    return len(best) > 4 or best[0][0] in "KA"


def poker_rank(cards: Cards) -> int:
    """7, 6, 5 for flushes, 4 four of a kind, 3 full house, 2 three of a kind, 1 two pair."""
    flush = max(sum(card[1] == suit for card in cards) for suit in "cdhs")
    if flush >= 5:
        return flush
    alike = sorted((sum(card[0] == rank for card in cards) for rank in RANKS), reverse=True)
    kinds = {(4, False): 4, (3, True): 3, (3, False): 2, (2, True): 1}
    return kinds.get((alike[0], alike[1] >= 2 and alike[0] < 4), 0)


def poker_sets(played: Played, seat: int) -> tuple[Cards, Cards]:
    """Where poker ranks lie: in both sides of a folded hand, in the set hand and the discards of another."""
    own = played.cards[seat]
    if played.folded(seat):
        return parity_side(own, "odd"), parity_side(own, "even")
    held = set_cards(played, seat)
    return held, tuple(card for card in own if card not in held)


def pays(played: Played, seat: int, bonus: str) -> int | None:
    """To 1 what a bonus pays by the felt's table; 0 for a push, None where it loses."""
    own = played.cards[seat]
    if bonus == "poker":
        best = max(map(poker_rank, poker_sets(played, seat)))
        return {7: 8000, 6: 1000, 5: 40, 4: 25, 3: 10, 2: 3, 1: 2}.get(best)
    if bonus == "odd-even":
        ace = any(card[0] == "A" for card in own)
        return {(7, False): 20, (7, True): 10, (6, False): 4, (6, True): 2, (5, False): 0}.get(
            (len(best_parity(own)), ace)
        )
    return point_pays(points(own), bonus)


def point_pays(total: int, bonus: str) -> int | None:
    lines = {
        "low-points": ((2, 300), (4, 25), (6, 5), (8, 2)),
        "high-points": ((-33, 300), (-28, 80), (-24, 5), (-19, 2)),
    }
    reached = total if bonus == "low-points" else -total
    return next((pay for most, pay in lines[bonus] if reached <= most), None)


def outcome(played: Played, seat: int) -> str:
    if played.folded(seat):
        return "fold"
    if not qualified(played):
        return "not qualified"
    own, dealer = own_strength(played, seat), dealer_strength(played)
    return "push" if own == dealer else "win" if own > dealer else "lose"


# Bets and the deal.


def one_deck(played: Played) -> Iterator[bool]:
    cards = [card for dealt in played.cards.values() for card in dealt]
    yield len(set(cards)) == len(cards) and set(cards) <= DECK


def seven_face_down(played: Played) -> Iterator[bool]:
    for _, event in played.all(Dealt):
        yield len(event.cards) == 7 and event.face == "down"


def clockwise_dealer_last(played: Played) -> Iterator[bool]:
    yield [event.seat or event.to for _, event in played.all(Dealt)] == [*played.seats, "dealer"]


def asked_after_the_deal(played: Played) -> Iterator[bool]:
    (at, asked), *_ = played.all(Asked)
    yield at > played.all(Dealt)[-1][0] and list(asked.seats) == played.seats


def own_cards_are_seen(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        yield played.in_hand[seat][seat] == played.cards[seat]


def others_cards_are_not(played: Played) -> Iterator[bool]:
    for viewer in played.seats:
        yield all(set(cards) == {None} for seat, cards in played.in_hand[viewer].items() if seat != viewer)


def nothing_is_bet_after_the_deal_but_the_play(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        settled = {wager: done.staked for (number, wager), (_, done) in played.results.items() if number == seat}
        yield {wager: cents for wager, cents in settled.items() if wager != "play"} == played.stakes[seat]


# Decisions.


def play_or_fold(played: Played) -> Iterator[bool]:
    for _, event in played.all(Decided):
        yield event.choice["decision"] in ("play", "fold")


def play_equals_ante(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        if not played.folded(seat):
            yield played.raised == played.raised | {(seat, "play"): played.stakes[seat]["ante"]}


def a_fold_bets_nothing(played: Played) -> Iterator[bool]:
    for seat in filter(played.folded, played.seats):
        yield (seat, "play") not in played.raised and (seat, "play") not in played.results


def set_hand_is_of_one_side(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        if not played.folded(seat):
            yield played.choices[seat]["set"] in ("odd", "even")


def four_are_set(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        if not played.folded(seat):
            held = set_cards(played, seat)
            yield len(set(held)) == 4 and set(held) <= set(played.cards[seat])


def discards_lie_face_down(played: Played) -> Iterator[bool]:
    """Of a played hand in which no bonus wins, those cards are seen that were set, and no other."""
    for seat in played.seats:
        if not played.folded(seat) and not winning(played, seat):
            yield played.shown(seat) == set(set_cards(played, seat)) == _open(played, seat)


def _open(played: Played, seat: int) -> set[str]:
    return {card for card in played.open[seat] if card}


def winning(played: Played, seat: int) -> list[str]:
    """The side bets of a seat that pay more than they cost."""
    bonuses = [bonus for bonus in BONUSES[played.game] if pays(played, seat, bonus)]
    progressive = PROGRESSIVE[played.game]
    return bonuses + ([progressive] if played.returned(seat, progressive) else [])


# Folds.


def _folds(played: Played) -> Iterator[tuple[int, int]]:
    """Each folded seat, and when its Ante was taken."""
    for seat in filter(played.folded, played.seats):
        yield seat, played.results[seat, "ante"][0]


def the_ante_of_a_fold_is_lost(played: Played) -> Iterator[bool]:
    for seat, _ in _folds(played):
        yield played.returned(seat, "ante") == 0


def folds_are_collected_at_the_fold(played: Played) -> Iterator[bool]:
    """After the seat's own decision, before the dealer's cards are turned."""
    for seat, at in _folds(played):
        yield played.decided_at(seat) < at < played.turned_at("dealer")[0]


def a_fold_is_final(played: Played) -> Iterator[bool]:
    for seat, _ in _folds(played):
        yield sum(event.seat == seat for _, event in played.all(Decided)) == 1


def lost_bonuses_go_with_the_ante(played: Played) -> Iterator[bool]:
    for seat, at in _folds(played):
        for bonus in BONUSES[played.game]:
            if pays(played, seat, bonus) is None:
                when, done = played.results[seat, bonus]
                yield when == at and done.returned == 0


def live_bonuses_stay_up(played: Played) -> Iterator[bool]:
    for seat, _ in _folds(played):
        for bonus in BONUSES[played.game]:
            if pays(played, seat, bonus) is not None:
                yield played.results[seat, bonus][0] > played.turned_at("dealer")[0]


def a_progressive_stays_up(played: Played) -> Iterator[bool]:
    for seat, _ in _folds(played):
        yield played.results[seat, PROGRESSIVE[played.game]][0] > played.turned_at("dealer")[0]


def a_lost_progressive_goes_with_the_ante(played: Played) -> Iterator[bool]:
    """It looks at the seat's own cards alone: without a flush of one parity it has nothing to wait for."""
    for seat, at in _folds(played):
        if max(map(poker_rank, poker_sets(played, seat))) < 5:
            when, done = played.results[seat, PROGRESSIVE[played.game]]
            yield when == at and done.returned == 0


def a_progressive_that_wins_stays_up(played: Played) -> Iterator[bool]:
    for seat, _ in _folds(played):
        if max(map(poker_rank, poker_sets(played, seat))) >= 5:
            when, done = played.results[seat, PROGRESSIVE[played.game]]
            yield when > played.turned_at("dealer")[0] and done.returned > 0


def a_fold_that_wins_nothing_is_never_shown(played: Played) -> Iterator[bool]:
    for seat, _ in _folds(played):
        if not winning(played, seat):
            yield not played.shown(seat) and not _open(played, seat)


def a_paid_bonus_of_a_fold_is_verified(bonus: str, cards: Callable[[Played, int], Cards]) -> Look:
    """Its cards are turned up in the very event that pays it, after the dealer's."""

    def look(played: Played) -> Iterator[bool]:
        for seat, _ in _folds(played):
            if winning(played, seat) == [bonus]:
                event = played.events[played.results[seat, bonus][0]]
                yield isinstance(event, SeatSettled) and event.shows
                yield played.shown(seat) == set(cards(played, seat)) == _open(played, seat)

    return look


# The dealer's hand.


def _turned(played: Played) -> tuple[int, Turned]:
    (turned,) = ((at, event) for at, event in played.all(Turned) if event.what == "dealer")
    return turned


def dealer_turns_when_all_have_decided(played: Played) -> Iterator[bool]:
    yield _turned(played)[0] > max(map(played.decided_at, played.seats))


def dealer_turns_all_seven(played: Played) -> Iterator[bool]:
    yield set(card_names(_turned(played)[1].cards)) == set(played.cards["dealer"])


def _laid(played: Played) -> tuple[Cards, Cards, bool]:
    laid = _turned(played)[1].laid
    assert laid
    return tuple(card_names(laid.hand)), tuple(card_names(laid.unused)), laid.qualifies


def dealer_builds_the_best_hand(played: Played) -> Iterator[bool]:
    hand, _, _ = _laid(played)
    if not _is_built(played):
        return
    made = parity_strength(hand) if played.game == "ace-odd-even" else four_strength(hand)
    yield made == dealer_strength(played) and set(hand) <= set(played.cards["dealer"])


def _is_built(played: Played) -> bool:
    """Of a hand that does not qualify in Ace Odd Even no card is used."""
    return played.game == "low-four" or qualified(played)


def no_card_is_used_below_the_qualifier(played: Played) -> Iterator[bool]:
    if not _is_built(played):
        hand, unused, _ = _laid(played)
        yield sorted(hand) == sorted(played.cards["dealer"]) and not unused


def laid_from_highest_to_lowest(played: Played) -> Iterator[bool]:
    hand, _, _ = _laid(played)
    value = _rank if played.game == "ace-odd-even" else lambda card: POINTS[card[0]]
    yield [value(card) for card in hand] == sorted(map(value, hand), reverse=True)


def unused_cards_lie_apart(played: Played) -> Iterator[bool]:
    hand, unused, _ = _laid(played)
    if _is_built(played):
        yield not set(hand) & set(unused) and {*hand, *unused} == set(played.cards["dealer"])


def not_qualified_is_marked(played: Played) -> Iterator[bool]:
    if not qualified(played):
        yield _laid(played)[2] is False and "does not qualify" in _turned(played)[1].call


def qualifies_by_the_rule(played: Played) -> Iterator[bool]:
    yield _laid(played)[2] == qualified(played)


def dealer_announces(played: Played) -> Iterator[bool]:
    call = _turned(played)[1].call
    if played.game == "low-four":
        yield call.startswith(f"{points(played.cards['dealer'])} point")
    elif qualified(played):
        best = best_parity(played.cards["dealer"])
        side = "even" if best == parity_side(played.cards["dealer"], "even") else "odd"
        yield call.startswith(f"{len(best)}-card {side}, ")


# Take and pay.


def _passes(played: Played) -> list[SeatSettled]:
    return [event for at, event in played.all(SeatSettled) if at > _turned(played)[0]]


def from_the_dealers_right(played: Played) -> Iterator[bool]:
    seats = [event.seat for event in _passes(played)]
    yield seats == sorted(seats, reverse=True) and len(set(seats)) == len(seats)


def main_bets_before_bonuses(played: Played) -> Iterator[bool]:
    order = ["ante", "play", *BONUSES[played.game], PROGRESSIVE[played.game]]
    for event in _passes(played):
        places = [order.index(done.wager) for done in event.results]
        yield places == sorted(places) and bool(places)


def played_hands_are_turned_up(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        if not played.folded(seat):
            yield set(set_cards(played, seat)) <= played.shown(seat) and set(set_cards(played, seat)) <= _open(
                played, seat
            )


def main_bets(case: str, ante: int, play: int) -> Look:
    """Where the case is this one Ante and Play come back so many times."""

    def look(played: Played) -> Iterator[bool]:
        for seat in played.seats:
            if outcome(played, seat) == case:
                stake = played.stakes[seat]["ante"]
                yield (played.returned(seat, "ante"), played.returned(seat, "play")) == (ante * stake, play * stake)

    return look


def compared_on(card: int) -> Look:
    """Hands of equal length are decided by the first cards that differ: here by the one at this place."""

    def look(played: Played) -> Iterator[bool]:
        for seat in played.seats:
            if outcome(played, seat) in ("win", "lose"):
                (many, own), (others, dealer) = own_strength(played, seat), dealer_strength(played)
                if many == others and own[:card] == dealer[:card] and own[card] != dealer[card]:
                    yield (played.returned(seat, "ante") > 0) == (own[card] > dealer[card])

    return look


def longer_hand_wins(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        if outcome(played, seat) in ("win", "lose") and own_strength(played, seat)[0] != dealer_strength(played)[0]:
            yield (played.returned(seat, "ante") > 0) == (own_strength(played, seat)[0] > dealer_strength(played)[0])


def an_ace_is_highest(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        if outcome(played, seat) in ("win", "lose"):
            (many, own), (others, dealer) = own_strength(played, seat), dealer_strength(played)
            if many == others and (own[0] == 12) != (dealer[0] == 12):
                yield (played.returned(seat, "ante") > 0) == (own[0] == 12)


def held_to_the_set_hand(played: Played) -> Iterator[bool]:
    """A hand set badly counts as it was set, though its seven cards would have won or tied."""
    for seat in played.seats:
        if outcome(played, seat) == "lose":
            own = played.cards[seat]
            best = parity_strength(best_parity(own)) if played.game == "ace-odd-even" else (-points(own),)
            if best >= dealer_strength(played):
                yield played.returned(seat, "ante") == played.returned(seat, "play") == 0


class When(NamedTuple):
    """A case of a bonus: which hands it is about."""

    folded: bool | None = None
    qualified: bool | None = None
    wins: bool | None = None


def bonus(name: str, when: When = When()) -> Look:  # noqa: B008
    """By the posted table, to the cent, for every seat in the case."""

    def look(played: Played) -> Iterator[bool]:
        for seat in played.seats:
            pay, stake = pays(played, seat, name), played.stakes[seat][name]
            case = When(played.folded(seat), qualified(played), bool(pay))
            if all(asked in (None, is_so) for asked, is_so in zip(when, case, strict=True)):
                yield played.returned(seat, name) == (0 if pay is None else (pay + 1) * stake)

    return look


def every_bet_is_settled_once(played: Played) -> Iterator[bool]:
    done = [(event.seat, result.wager) for _, event in played.all(SeatSettled) for result in event.results]
    laid = {(seat, wager) for seat in played.seats for wager in played.stakes[seat]} | played.raised.keys()
    yield sorted(done) == sorted(laid) and isinstance(played.events[-1], RoundClosed)


Tenths = Callable[[Played, int], int]


def _meter(played: Played) -> int:
    """Cents on it when it is won: the base amount and what this round has fed."""
    ((_, fed),) = played.all(MetersFed)
    progressive = PROGRESSIVE[played.game]
    stake = played.stakes[played.seats[0]][progressive]
    return 10_000 * stake + fed.units[progressive] // UNITS_PER_CENT


def meter_is_shared(tenths: Tenths) -> Look:
    """A tenth is of the meter before any award of the round; the stake does not come back."""

    def look(played: Played) -> Iterator[bool]:
        for at, event in played.all(MeterAwarded):
            won = {seat: tenths(played, seat) for seat in played.seats}
            yield set(event.paid) == {seat for seat in played.seats if won[seat]} and played.all(MetersFed)[0][0] < at
            for seat in event.paid:
                yield played.returned(seat, event.wager) == event.paid[seat]
                if won[seat] == 1:
                    yield event.paid[seat] == _meter(played) // 10

    return look


def split_evenly(tenths: Tenths) -> Look:
    def look(played: Played) -> Iterator[bool]:
        for _, event in played.all(MeterAwarded):
            whole = [seat for seat in played.seats if tenths(played, seat) == 10]
            left = _meter(played) - sum(event.paid[seat] for seat in played.seats if tenths(played, seat) == 1)
            if len(whole) > 1:
                yield [event.paid[seat] for seat in whole] == [left // len(whole)] * len(whole)

    return look
