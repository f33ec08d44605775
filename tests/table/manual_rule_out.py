"""Rule Out!: a row for each step of how it is played, and for each of the document's clarifications."""

from collections.abc import Iterator

from feltlab.cards.names import card_names
from feltlab.table.events import Asked, Dealt, Decided, Drawn, RoundClosed, SeatSettled, Turned
from tests.table.manual_bets import after_the_first_card, deciding, side_bets_alone, too_high
from tests.table.manuals import CAMERAS, HOUSE, READING, Cards, Look, Played, Row, Ruled, Shown, play, play_named

GAME = "rule-out"
RANKS, SUITS = "A23456789TJQK", "cdhs"
"""Both from low to high."""
NAMED = {
    "2-5": "2345", "6-9": "6789", "10-K": "TJQK", "Even": "2468T", "Odd": "A3579", "Ace & Face": "AJQK",
    "Diamonds": "d", "Clubs": "c", "Hearts": "h", "Spades": "s", "Red": "dh", "Black": "cs",
}  # fmt: skip
BY_RANK = ("Lowest", "Middle", "Highest")
JOKER_PAYS = {0: -1, 1: 5, 2: 40}
"""To 1 by the Jokers dealt; -1 takes the bet."""
MAIN = {0: 0, 1: 1, 2: 3, 3: 8}
"""What comes back of the Main bet, by the cards that survive."""


def rounds() -> list[Played]:
    """In rounds 158 and 221 a hand has two Jokers, dealt or drawn; from eight decks a seat has the ten of clubs twice."""
    return [*play_named(GAME, *range(1, 61), 158, 221), play(GAME, "shoe-23", decks=8)]


def final(played: Played, seat: int) -> Cards:
    """The hand after the trade."""
    cards, traded = list(played.cards[seat]), played.choices[seat].get("trade")
    if traded is not None:
        cards[cards.index(traded)] = str(played.drawn(seat))
    return tuple(cards)


def taken_by(rule: str, cards: Cards) -> set[int]:
    """The places of the cards that a Rule Card names; Jokers are out of the hand before."""
    live = [at for at, card in enumerate(cards) if card != "Jo"]
    if rule in NAMED:
        return {at for at in live if cards[at][0] in NAMED[rule] or cards[at][1] in NAMED[rule]}
    order = sorted(live, key=lambda at: (RANKS.index(cards[at][0]), SUITS.index(cards[at][1])))
    if len(order) < 2 or (len(order) == 2 and rule == "Middle"):
        return set()
    return {order[{"Lowest": 0, "Middle": 1, "Highest": -1}[rule]]}


def rules_turned(played: Played) -> list[tuple[int, str, dict[int, set[int]]]]:
    """When each Rule Card was turned, and what it took from whom."""
    return [
        (at, card_names(event.cards)[0], {seat: set(places) for seat, places in event.struck.items()})
        for at, event in played.all(Turned)
        if event.what == "rules"
    ]


def survivors(played: Played, seat: int) -> set[int]:
    hand = final(played, seat)
    gone = {at for rule in played.cards["rules"] for at in taken_by(rule, hand)}
    return {at for at, card in enumerate(hand) if card != "Jo" and at not in gone}


# Bets, deal, Joker bets.


def three_face_up_from_the_left(played: Played) -> Iterator[bool]:
    seats = [event for _, event in played.all(Dealt) if event.seat]
    yield [event.seat for event in seats] == played.seats
    yield all(len(event.cards) == 3 and event.face == "up" for event in seats)


def all_hands_are_seen(played: Played) -> Iterator[bool]:
    for seen in played.in_hand.values():
        yield all(cards == played.cards[seat] for seat, cards in seen.items())


def joker_bets(jokers: int) -> Look:
    """Settled on the cards as dealt, before the first trade."""

    def look(played: Played) -> Iterator[bool]:
        asked = min(at for at, _ in played.all(Asked))
        for seat in played.seats:
            if played.cards[seat].count("Jo") == jokers:
                at, done = played.results[seat, "joker"]
                yield at < asked and done.returned == (JOKER_PAYS[jokers] + 1) * done.staked

    return look


def a_joker_does_not_survive(played: Played) -> Iterator[bool]:
    """No Rule Card is needed to take it, and it is paid nothing in the end."""
    for seat in played.seats:
        hand = final(played, seat)
        if "Jo" in hand:
            places = {at for at, card in enumerate(hand) if card == "Jo"}
            yield not any(places & struck[seat] for _, _, struck in rules_turned(played))
            yield played.returned(seat, "main") == MAIN[len(survivors(played, seat))] * played.stakes[seat]["main"]


# Trades.


def trades_in_turn(played: Played) -> Iterator[bool]:
    asked = [event.seats for _, event in played.all(Asked)]
    yield asked == [(seat,) for seat in played.seats]
    yield [event.seat for _, event in played.all(Decided)] == played.seats


def one_card_is_traded_or_none(played: Played) -> Iterator[bool]:
    for _, event in played.all(Decided):
        made = event.choice["trade"]
        yield made is None or made in played.cards[event.seat]


def no_joker_is_traded(played: Played) -> Iterator[bool]:
    """By a hand that holds one and trades another card."""
    for seat in played.seats:
        if "Jo" in played.cards[seat] and played.choices[seat]["trade"] is not None:
            yield played.choices[seat]["trade"] != "Jo"


def a_new_card_for_a_trade(played: Played) -> Iterator[bool]:
    """One to a seat that trades, right after it says so; none to a seat that stays."""
    for seat in played.seats:
        draws = [at for at, event in played.all(Drawn) if event.seat == seat]
        traded = played.choices[seat]["trade"] is not None
        yield draws == ([played.decided_at(seat) + 1] if traded else [])


def the_traded_card_does_not_come_back(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        if (traded := played.choices[seat]["trade"]) is not None:
            yield played.drawn(seat) != traded and traded not in final(played, seat)


def a_drawn_joker_is_called_out(played: Played) -> Iterator[bool]:
    for _, event in played.all(Drawn):
        if card_names([event.card])[0] == "Jo":
            yield event.call == "Joker: out"


def a_drawn_joker_pays_nothing(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        if played.drawn(seat) == "Jo" and "Jo" not in played.cards[seat]:
            yield played.returned(seat, "joker") == 0


# Rule Cards.


def one_at_a_time(played: Played) -> Iterator[bool]:
    turned = [event for _, event in played.all(Turned)]
    yield [len(event.cards) for event in turned] == [1, 1, 1] and sorted(event.at for event in turned) == [
        (0,),
        (1,),
        (2,),
    ]


def after_the_last_trade(played: Played) -> Iterator[bool]:
    (dealt, event), *_ = [(at, event) for at, event in played.all(Dealt) if event.to == "rules"]
    yield event.face == "down" and len(event.cards) == 3
    yield max(at for at, _ in played.all(Decided)) < dealt < rules_turned(played)[0][0]


def each_strikes_as_it_is_turned(played: Played) -> Iterator[bool]:
    for _, rule, struck in rules_turned(played):
        yield struck == {seat: taken_by(rule, final(played, seat)) for seat in played.seats}


def each_is_called(played: Played) -> Iterator[bool]:
    for at, rule, _ in rules_turned(played):
        event = played.events[at]
        yield isinstance(event, Turned) and event.call.startswith(rule) and event.call.endswith(("out", "stay"))


def survivors_are_named_by_none(played: Played) -> Iterator[bool]:
    """What is paid in the end is what no Rule Card took when it was turned."""
    for seat in played.seats:
        hand, struck = final(played, seat), [taken.get(seat, set()) for _, _, taken in rules_turned(played)]
        left = {at for at, card in enumerate(hand) if card != "Jo"} - set().union(*struck)
        yield left == survivors(played, seat)
        yield played.returned(seat, "main") == MAIN[len(left)] * played.stakes[seat]["main"]


def by_rank_come_first(played: Played) -> Iterator[bool]:
    names = [rule in BY_RANK for _, rule, _ in rules_turned(played)]
    if any(names):
        yield names == sorted(names, reverse=True)


def strikes(rule: str, takes: str = "", spares: str = "") -> Look:
    """Of cards of these ranks those are taken and these are not."""

    def look(played: Played) -> Iterator[bool]:
        for _, name, struck in rules_turned(played):
            for seat in played.seats if name == rule else ():
                for at, card in enumerate(final(played, seat)):
                    if card != "Jo" and card[0] in takes + spares:
                        yield (at in struck[seat]) == (card[0] in takes)

    return look


def an_ace_is_low(played: Played) -> Iterator[bool]:
    for _, name, struck in rules_turned(played):
        for seat in played.seats:
            hand = final(played, seat)
            aces = {at for at, card in enumerate(hand) if card[0] == "A"}
            if len(aces) == 1 and "Jo" not in hand and name in ("Highest", "Lowest"):
                yield (struck[seat] == aces) == (name == "Lowest")


def cards_that_are_out_count(played: Played) -> Iterator[bool]:
    """A card that one of these rules takes is also named by another Rule Card: the next one in rank is not taken for it."""
    turned = rules_turned(played)
    for _, name, struck in turned:
        for seat in played.seats if name in BY_RANK else ():
            others = set().union(*(taken[seat] for _, other, taken in turned if other != name))
            if struck[seat] and struck[seat] <= others:
                yield struck[seat] == taken_by(name, final(played, seat))


def with_jokers(names: tuple[str, ...], jokers: int, taken: int) -> Look:
    def look(played: Played) -> Iterator[bool]:
        for _, name, struck in rules_turned(played):
            for seat in played.seats if name in names else ():
                if final(played, seat).count("Jo") == jokers:
                    yield len(struck[seat]) == taken

    return look


def suits_break_ties(played: Played) -> Iterator[bool]:
    """Two cards of one rank at the end that the rule looks at: clubs below diamonds below hearts below spades."""
    for _, name, struck in rules_turned(played):
        for seat in played.seats if name in ("Highest", "Lowest") else ():
            hand = final(played, seat)
            ranks = sorted(RANKS.index(card[0]) for card in hand if card != "Jo")
            end = slice(-2, None) if name == "Highest" else slice(0, 2)
            if len(ranks) > 1 and len(set(ranks[end])) == 1:
                tied = [at for at, card in enumerate(hand) if card != "Jo" and RANKS.index(card[0]) == ranks[end][0]]
                suits = sorted(tied, key=lambda at: SUITS.index(hand[at][1]))
                yield struck[seat] == {suits[-1] if name == "Highest" else suits[0]}


def of_identical_cards_one(played: Played) -> Iterator[bool]:
    for _, name, struck in rules_turned(played):
        for seat in played.seats if name in BY_RANK else ():
            hand = final(played, seat)
            if "Jo" not in hand and len(set(hand)) < 3:
                yield len(struck[seat]) == 1


# The end.


def main_bets(left: int) -> Look:
    def look(played: Played) -> Iterator[bool]:
        for seat in played.seats:
            if len(survivors(played, seat)) == left:
                yield played.returned(seat, "main") == MAIN[left] * played.stakes[seat]["main"]

    return look


def settled_after_the_third_card(played: Played) -> Iterator[bool]:
    turned = rules_turned(played)
    for seat in played.seats:
        yield len(turned) == 3 and played.results[seat, "main"][0] > turned[-1][0]


def taken_from_the_left(played: Played) -> Iterator[bool]:
    seats = [event.seat for _, event in played.all(SeatSettled) if event.results[0].wager == "main"]
    yield seats == played.seats


def hands_lie_until_they_are_settled(played: Played) -> Iterator[bool]:
    for seat in played.seats:
        yield played.open[seat] == played.cards[seat]


def every_bet_is_settled_once(played: Played) -> Iterator[bool]:
    done = [(event.seat, result.wager) for _, event in played.all(SeatSettled) for result in event.results]
    laid = [(seat, wager) for seat in played.seats for wager in played.stakes[seat]]
    yield sorted(done) == sorted(laid) and isinstance(played.events[-1], RoundClosed)


_HOW, _CLEAR, _INTRO = "How to Play", "Rulings and Clarifications", "Rule Cards"
_TRADE_TWO = deciding("bad-choice", GAME, {"trade": ["2c", "3c"]}, {"trade": None})
_TRADE_JOKER = deciding("bad-choice", GAME, {"trade": "Jo"}, {"trade": None})

ROWS = (
    Row(_INTRO, "Rule Cards take the cards that they name", Shown(each_strikes_as_it_is_turned)),
    Row(_INTRO, "what is left is paid by the table", Shown(survivors_are_named_by_none)),
    Row(_HOW, "1. a Main bet opens the round for a seat", side_bets_alone(GAME)),
    Row(_HOW, "1a. a Joker bet may be added then", after_the_first_card(GAME)),
    Row(_HOW, "1a i. no higher than the Main bet", too_high(GAME, "joker")),
    Row(_HOW, "2. three cards face up, from the dealer's left", Shown(three_face_up_from_the_left)),
    Row(_HOW, "2. for everybody to see", Shown(all_hands_are_seen)),
    Row(_HOW, "3. no Joker: the Joker bet is taken", Shown(joker_bets(0))),
    Row(_HOW, "3. one Joker: it is paid", Shown(joker_bets(1))),
    Row(_HOW, "3. two Jokers: it is paid more", Shown(joker_bets(2))),
    Row(_HOW, "3. a Joker is out of the hand", Shown(a_joker_does_not_survive)),
    Row(_HOW, "3. and turned face down", Ruled("steps", "Turn every Joker face down", CAMERAS)),
    Row(_HOW, "4. trades in turn, from the dealer's left", Shown(trades_in_turn)),
    Row(_HOW, "4. one card, or none", Shown(one_card_is_traded_or_none)),
    Row(_HOW, "4. not two", _TRADE_TWO),
    Row(_HOW, "4. never a Joker", _TRADE_JOKER),
    Row(_HOW, "4. who holds one may trade another card", Shown(no_joker_is_traded)),
    Row(_HOW, "4. the traded card goes", Shown(the_traded_card_does_not_come_back)),
    Row(_HOW, "4. and a new one comes", Shown(a_new_card_for_a_trade)),
    Row(_HOW, "4a. a Joker drawn is out", Shown(a_drawn_joker_is_called_out)),
    Row(_HOW, "4a. and pays nothing", Shown(a_drawn_joker_pays_nothing)),
    Row(_HOW, "5. three Rule Cards, after the trades", Shown(after_the_last_trade)),
    Row(_HOW, "5. turned one at a time", Shown(one_at_a_time)),
    Row(_HOW, "5. each is called", Shown(each_is_called)),
    Row(_HOW, "5a. each takes its cards as it is turned", Shown(each_strikes_as_it_is_turned)),
    Row(_HOW, "5a. players may turn their own cards", Ruled("steps", "Players may turn their own cards down", CAMERAS)),
    Row(_HOW, "5b. after the third every survivor is checked", Shown(survivors_are_named_by_none)),
    Row(
        _HOW,
        "5b. a card turned wrongly is put right",
        Ruled("irregularities", "card is wrongly turned face down", CAMERAS),
    ),
    Row(_HOW, "6. none survives: the Main bet is taken", Shown(main_bets(0))),
    Row(_HOW, "6. one survives: it comes back", Shown(main_bets(1))),
    Row(_HOW, "6. two survive: it is paid", Shown(main_bets(2))),
    Row(_HOW, "6. three survive: it is paid most", Shown(main_bets(3))),
    Row(_HOW, "6. when all three Rule Cards are out", Shown(settled_after_the_third_card)),
    Row(_HOW, "6. from the dealer's left, clockwise", Shown(taken_from_the_left)),
    Row(_HOW, "6. in one direction with the deal", Ruled("rulings", "all handled from the dealer's left", READING)),
    Row(_HOW, "6a. hands lie as they are until they are settled", Shown(hands_lie_until_they_are_settled)),
    Row(_HOW, "6a. the dealer takes the cards in", Ruled("steps", "then the dealer picks up the cards", CAMERAS)),
    Row(_HOW, "7. all settled: cards away, the next round", Shown(every_bet_is_settled_once)),
    Row(_HOW, "7. Rule Cards go back to their deck", Ruled("discards", "Rule Cards go back to the rule deck", CAMERAS)),
    Row(_HOW, "7a. several rule decks, one ready", Ruled("steps", "Several rule decks may be used", HOUSE)),
    Row(_CLEAR, "Odd takes aces and no face card", Shown(strikes("Odd", "A3579", "2468TJQK"))),
    Row(_CLEAR, "Even takes no face card", Shown(strikes("Even", "2468T", "A3579JQK"))),
    Row(_CLEAR, "10-K takes tens and face cards", Shown(strikes("10-K", "TJQK", "A23456789"))),
    Row(_CLEAR, "for the three by rank an ace is low", Shown(an_ace_is_low)),
    Row(_CLEAR, "they count cards that are out already", Shown(cards_that_are_out_count)),
    Row(_CLEAR, "so the lowest card is the lowest, taken or not", Shown(each_strikes_as_it_is_turned)),
    Row(_CLEAR, "they are turned before the others", Shown(by_rank_come_first)),
    Row(_CLEAR, "a Joker is neither high nor low: one, and Middle rests", Shown(with_jokers(("Middle",), 1, 0))),
    Row(_CLEAR, "Highest and Lowest take one of the other two", Shown(with_jokers(("Highest", "Lowest"), 1, 1))),
    Row(_CLEAR, "two Jokers or more: all three rest", Shown(with_jokers(BY_RANK, 2, 0))),
    Row(_CLEAR, "equal ranks go by suit", Shown(suits_break_ties)),
    Row(_CLEAR, "of identical cards exactly one is taken", Shown(of_identical_cards_one)),
)
