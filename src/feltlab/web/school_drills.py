"""The drills, from the dealer's own hand to the round that somebody else paid wrongly."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, Final

from feltlab.cards import JOKER, RANKS, parse_card, parse_cards
from feltlab.games.ace_odd_even.rules import EVEN, ODD
from feltlab.games.ace_odd_even.rules import call as side_call
from feltlab.games.low_four.rules import call as points_call
from feltlab.hands.low import hand_key, low_points, lowest_four
from feltlab.hands.parity import best_side, best_strength, rank_word, side_strength
from feltlab.hands.points import four_points
from feltlab.hands.poker import best_four_grade, rank_name, river_grade, seven_card_strength, strength_text
from feltlab.hands.survivors import struck
from feltlab.rules.game import Game
from feltlab.rules.pay_table import Share
from feltlab.rules.progressive import award
from feltlab.rules.settlement import Result
from feltlab.rules.wagers import Role
from feltlab.web.felt_hands import read_hand
from feltlab.web.school import WORDS, Drill, Key, Question
from feltlab.web.school_deal import (
    STAKES,
    Seat,
    decision,
    on_table,
    own_cards,
    seated,
    shared,
    texts,
    until,
)
from feltlab.web.shown import money, with_signs

_P: Final = WORDS["prompts"]
_H: Final = WORDS["hints"]
_NOTHING: Final = "nothing"


def _dealers_seven(game: Game, rng: Random) -> tuple[int, ...]:
    return parse_cards(shared(game, rng).fields["dealer"], 7, "dealer")


def _is_cards(answer: object, of: list[str]) -> bool:
    """Different cards of those that were shown."""
    return (
        isinstance(answer, list)
        and all(isinstance(card, str) for card in answer)
        and len(set(answer)) == len(answer)
        and set(answer) <= set(of)
    )


def _side_cards(cards: tuple[int, ...], side: int) -> set[int]:
    """The cards of one parity with all the aces."""
    wanted = 1 if side == ODD else 0
    return {card for card in cards if RANKS[card >> 2] == "A" or (card >> 2) % 2 == wanted}


def set_hand(game: Game, rng: Random) -> tuple[Question, Key]:
    """Set the dealer's hand."""
    seven = _dealers_seven(game, rng)
    shown = texts(seven)
    low_four = game.slug == "low-four"
    if low_four:
        total, best = low_points(hand_key(seven)), list(lowest_four(seven))

        def accepts(answer: object) -> bool:
            if not isinstance(answer, list) or not _is_cards(answer, shown) or len(answer) != 4:
                return False
            return four_points([parse_card(card) >> 2 for card in answer]) == total

        def named(cards: tuple[int, ...]) -> str:
            return points_call(four_points([card >> 2 for card in cards]))
    else:
        ranks = rank_word(seven)
        # Both sides are right where they rank the same: then nothing tells them apart.
        rights = [
            set(texts(list(_side_cards(seven, side))))
            for side in (ODD, EVEN)
            if side_strength(ranks, side) == best_strength(ranks)
        ]
        best = sorted(_side_cards(seven, best_side(ranks)), reverse=True)

        def accepts(answer: object) -> bool:
            return isinstance(answer, list) and _is_cards(answer, shown) and set(answer) in rights

        named = _side_named

    def compare(answer: object) -> str:
        if not isinstance(answer, list) or not answer or not _is_cards(answer, shown):
            return ""
        yours = named(tuple(parse_card(card) for card in answer))
        return str(WORDS["compare"].format(yours=yours, best=named(tuple(best))))

    said = game.announce(seven, game.numbers) if game.announce else ""
    ask = {"kind": "cards", "from": shown, "count": 4 if low_four else None}
    question = Question(_P["set"], {"dealer": shown}, ask, _H["set"][game.slug])
    return question, Key(texts(best), [said], accepts, compare=compare)


def _side_named(cards: tuple[int, ...]) -> str:
    """Some cards as an odd or an even hand; one that is both is called by its own name."""
    for side in (ODD, EVEN):
        if _side_cards(cards, side) == set(cards):
            return side_call(side_strength(rank_word(cards), side), side)
    return str(WORDS["mixed"])


def call(game: Game, rng: Random) -> tuple[Question, Key]:
    """Say what the dealer's hand is."""
    if game.announce is None:
        raise AssertionError(f"{game.slug} has no dealer's hand to call")
    seven = _dealers_seven(game, rng)
    right = game.announce(seven, game.numbers)
    options = {right}
    while len(options) < 4:
        options.add(game.announce(_dealers_seven(game, rng), game.numbers))
    return Question(_P["call"], {"dealer": texts(seven)}, _choice(rng, options), _H["call"]), Key(right, [right])


def _choice(rng: Random, options: set[str]) -> dict[str, Any]:
    listed = sorted(options)
    rng.shuffle(listed)
    return {"kind": "choice", "options": [{"value": words, "words": words} for words in listed]}


def qualify(game: Game, rng: Random) -> tuple[Question, Key]:
    """Does the dealer's hand qualify?"""
    wanted = rng.random() < 0.5
    for _ in range(200):  # as many that do as that do not
        seven = _dealers_seven(game, rng)
        if game.slug == "low-four":
            does = low_points(hand_key(seven)) <= game.numbers.qualifier  # type: ignore[attr-defined]
        else:
            does = best_strength(rank_word(seven)) >= game.numbers.qualifier  # type: ignore[attr-defined]
        if does == wanted:
            break
    options = [{"value": value, "words": WORDS["qualify"][value]} for value in ("yes", "no")]
    said = game.announce(seven, game.numbers) if game.announce else ""
    ask = {"kind": "choice", "options": options}
    question = Question(_P["qualify"], {"dealer": texts(seven)}, ask, _H["qualify"])
    return question, Key("yes" if does else "no", [said, _what_qualifies(game)])


def _what_qualifies(game: Game) -> str:
    numbers: Any = game.numbers
    facts = {"qualifier": numbers.qualifier}
    if game.slug == "ace-odd-even":
        facts = {"cards": numbers.qualifier_cards, "rank": rank_name(numbers.qualifier_rank)}
    return str(WORDS["qualify"][game.slug]).format(**facts)


def _five(cards: tuple[int, ...]) -> tuple[Any, ...]:
    """Five cards by the definition of the poker ranks, larger is better."""
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    flush = len({card & 3 for card in cards}) == 1
    high = ranks[0] if ranks[0] - ranks[4] == 4 else 3 if ranks == [12, 3, 2, 1, 0] else None
    straight = high is not None and len(groups) == 5
    counts = [count for count, _ in groups]
    kind = (
        8 if straight and flush else 7 if counts[0] == 4 else 6 if counts[:2] == [3, 2] else 5 if flush
        else 4 if straight else 3 if counts[0] == 3 else 2 if counts[:2] == [2, 2] else 1 if counts[0] == 2 else 0
    )  # fmt: skip
    return (kind, high) if straight else (kind, *(rank for _, rank in groups))


def _river_seat(game: Game, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A seat that bet to the river: hole cards and board; more often than by chance with something to read."""
    for _ in range(6):
        table = shared(game, rng)
        hole = tuple(table.left[:2])
        board = parse_cards(f"{table.fields['flop']} {table.fields['turn']} {table.fields['river']}", 5, "board")
        if river_grade(seven_card_strength(*hole, *board), game.numbers.high_pair):  # type: ignore[attr-defined]
            break
    return hole, board


def read_five(game: Game, rng: Random) -> tuple[Question, Key]:
    """Find the best five of seven cards."""
    hole, board = _river_seat(game, rng)
    seven = (*hole, *board)
    shown = texts(seven)
    best = max(combinations(seven, 5), key=_five)

    def accepts(answer: object) -> bool:
        if not isinstance(answer, list) or not _is_cards(answer, shown) or len(answer) != 5:
            return False
        return _five(tuple(parse_card(card) for card in answer)) == _five(best)

    said = strength_text(seven_card_strength(*hole, *board), seven)

    def compare(answer: object) -> str:
        if not isinstance(answer, list) or not _is_cards(answer, shown) or len(answer) != 5:
            return ""
        yours = read_hand(game.slug, " ".join(answer[:2]), " ".join(answer[2:]))["call"]
        return str(WORDS["compare"].format(yours=yours, best=said))

    ask = {"kind": "cards", "from": shown, "count": 5}
    show = {"board": texts(board), "seats": [{"name": WORDS["player"], "cards": texts(hole)}]}
    return Question(_P["five"], show, ask, _H["five"]), Key(texts(best), [said], accepts, compare=compare)


def _line_options(game: Game, wager: str) -> list[dict[str, str]]:
    lines = game.house().pay_table(wager).lines
    options = [{"value": line.event, "words": f"{line.event}: {line.pays}"} for line in lines]
    return [*options, {"value": _NOTHING, "words": WORDS["no_pay"]}]


def river_pays(game: Game, rng: Random) -> tuple[Question, Key]:
    """Which line of the River Bonus is paid?"""
    hole, board = _river_seat(game, rng)
    strength = seven_card_strength(*hole, *board)
    grade = river_grade(strength, game.numbers.high_pair)  # type: ignore[attr-defined]
    line = game.house().pay_table("river").line(grade)
    show = {"board": texts(board), "seats": [{"name": WORDS["player"], "cards": texts(hole)}]}
    ask = {"kind": "choice", "options": _line_options(game, "river")}
    said = strength_text(strength, (*hole, *board))
    return Question(_P["river"], show, ask, _H["river"]), Key(line.event if line else _NOTHING, [said])


def best_four(game: Game, rng: Random) -> tuple[Question, Key]:
    """The best four of the five community cards."""
    scale = game.book.scales["best-four"]
    for _ in range(4):  # a board with nothing to read teaches less
        table = shared(game, rng)
        board = parse_cards(f"{table.fields['flop']} {table.fields['turn']} {table.fields['river']}", 5, "board")
        b0, b1, b2, b3, b4 = board
        grade = best_four_grade(b0, b1, b2, b3, b4, game.numbers.best_four_pair)  # type: ignore[attr-defined]
        if grade:
            break
    line = game.house().pay_table("best-four").line(grade)
    said = scale.name(range(grade, grade + 1)) if grade else WORDS["no_pay"]
    ask = {"kind": "choice", "options": _line_options(game, "best-four")}
    question = Question(_P["best_four"], {"board": texts(board)}, ask, _H["best_four"])
    return question, Key(line.event if line else _NOTHING, [said])


def survive(game: Game, rng: Random) -> tuple[Question, Key]:
    """Which cards do the Rule Cards leave?"""
    seat = until(
        lambda: seated(game, rng, [1], 0)[0],
        lambda seat: JOKER not in parse_cards(own_cards(seat.line), 3, "dealt") or rng.random() < 0.5,
    )
    line = seat.line
    final = own_cards(line)
    if line["choices"]["trade"]:
        final[final.index(line["choices"]["trade"])] = line["replacement"]
    rules = game.read(line, game.numbers)[0].rules
    c0, c1, c2 = parse_cards(final, 3, "hand")
    out = struck(c0, c1, c2, sum(1 << rule for rule in rules))
    # By place, since a shoe may deal the same card twice.
    left = [str(place) for place in range(3) if not out >> place & 1]
    options = [{"value": str(place), "card": card} for place, card in enumerate(final)]

    def accepts(answer: object) -> bool:
        return isinstance(answer, list) and len(answer) == len(left) and sorted(map(str, answer)) == left

    ask = {"kind": "places", "options": options}
    hands = seat.settlement.hands
    said = [with_signs(words) for words in (hands["player"], hands.get("taken")) if words]
    return Question(_P["survive"], {"rules": line["rules"]}, ask, _H["survive"]), Key(left, said, accepts)


def _field(seat: int, wager: str, name: str, staked: int) -> dict[str, Any]:
    return {"name": f"{seat}:{wager}", "label": WORDS["place"].format(seat=seat, wager=name), "staked": staked}


def _fields(game: Game, seat: Seat) -> list[dict[str, Any]]:
    return [_field(seat.number, r.wager, game.wagers[r.wager].name, r.staked) for r in seat.settlement.results]


def _amounts(seats: list[Seat]) -> dict[str, int]:
    return {f"{seat.number}:{r.wager}": r.returned for seat in seats for r in seat.settlement.results}


def _names(seats: list[Seat]) -> list[str]:
    """The amounts of some seats in the order in which they are explained."""
    return list(_amounts(seats))


def _staked(seats: list[Seat]) -> list[str]:
    """The wagers that lie before some seats."""
    return [result.wager for seat in seats for result in seat.settlement.results]


def _reason(seat: int, wager: str, why: str, staked: int, back: int) -> str:
    words: str = WORDS["reason"].format(seat=seat, wager=wager, why=why, staked=money(staked), back=money(back))
    return words


def _reasons(game: Game, seats: list[Seat]) -> list[str]:
    return [
        _reason(seat.number, game.wagers[r.wager].name, r.why, r.staked, r.returned)
        for seat in seats
        for r in seat.settlement.results
    ]


def _seat_shown(seat: Seat) -> dict[str, Any]:
    return {
        "name": WORDS["seat"].format(seat=seat.number),
        "number": seat.number,
        "cards": own_cards(seat.line),
        "did": decision(seat.line),
    }


def _shown(game: Game, seats: list[Seat]) -> dict[str, Any]:
    return {**on_table(game, seats[0].line), "seats": [_seat_shown(seat) for seat in seats]}


def take_and_pay(game: Game, rng: Random) -> tuple[Question, Key]:
    """Take and pay every seat in the right order."""
    taken = sorted(rng.sample(range(1, game.numbers.seats + 1), 3))
    seats = seated(game, rng, taken, 1)
    order = [seat for seat in game.book.procedure.taking.seats(game.numbers.seats) if seat in taken]
    ask = {"kind": "round", "seats": taken, "fields": [field for seat in seats for field in _fields(game, seat)]}
    correct = {"order": order, "amounts": _amounts(seats)}
    said = [WORDS["order"].format(order=", ".join(map(str, order))), *_reasons(game, seats)]
    question = Question(_P["round"], _shown(game, seats), ask, _H["round"], _staked(seats))
    return question, Key(correct, said, about=["order", *_names(seats)])


def _paid(seat: Seat, wager: str) -> bool:
    return any(result.wager == wager and result.returned > 0 for result in seat.settlement.results)


def side_bet(game: Game, rng: Random) -> tuple[Question, Key]:
    """Pay a side bet with an odd stake: half of the time one that can be dealt, else a rare line by its name."""
    sides = [wager.slug for wager in game.wagers.values() if wager.role is Role.SIDE]
    wager = rng.choice(sides)
    name = game.wagers[wager].name
    if rng.random() < 0.5:
        line = rng.choice(game.house().pay_table(wager).lines)
        stake = rng.choice(STAKES)
        if isinstance(line.pays, Share):
            raise AssertionError("a side bet does not take a share of a meter")
        back = line.pays.returned(stake)
        prompt = _P["named"].format(wager=name, event=line.event, pays=line.pays)
        ask = {"kind": "money", "fields": [_field(1, wager, name, stake)]}
        why = _reason(1, name, f"{line.event}: {line.pays}", stake, back)
        key = Key({f"1:{wager}": back}, [why], step=_WAGER_STEPS[game.slug][wager], about=[f"1:{wager}"])
        return Question(prompt, {}, ask, _H["money"], [wager]), key
    seat = until(lambda: seated(game, rng, [1], len(sides))[0], lambda seat: _paid(seat, wager))
    results = [result for result in seat.settlement.results if result.wager in sides]
    ask = {"kind": "money", "fields": [_field(1, r.wager, game.wagers[r.wager].name, r.staked) for r in results]}
    correct = {f"1:{result.wager}": result.returned for result in results}
    said = [line for line, r in zip(_reasons(game, [seat]), seat.settlement.results, strict=True) if r.wager in sides]
    question = Question(_P["side"], _shown(game, [seat]), ask, _H["money"], [result.wager for result in results])
    return question, Key(correct, said, step=_WAGER_STEPS[game.slug][wager], about=list(correct))


def fold_live(game: Game, rng: Random) -> tuple[Question, Key]:
    """A seat folds, and a bonus is still live."""
    sides = [wager.slug for wager in game.wagers.values() if wager.role is Role.SIDE]
    wager = rng.choice([side for side in sides if side != "flop-bonus"])  # that one is settled before any fold
    seat = until(
        lambda: seated(game, rng, [1], len(sides), True)[0],
        lambda seat: _paid(seat, wager) and wager in seat.line["wagers"],
    )
    ask = {"kind": "money", "fields": _fields(game, seat)}
    question = Question(_P["fold"], _shown(game, [seat]), ask, _H["money"], _staked([seat]))
    return question, Key(_amounts([seat]), _reasons(game, [seat]), about=_names([seat]))


def progressive(game: Game, rng: Random) -> tuple[Question, Key]:
    """Shares of a meter, one winner or several."""
    wager = game.progressive_wagers[0]
    table, rule = game.house().pay_table(wager), game.book.progressives[wager]
    bet = rng.choice((100, 500))
    meter = rule.opened(bet).with_bet(bet * rng.randrange(2_000, 6_000))
    winners = sorted(rng.sample(range(1, game.numbers.seats + 1), rng.choice((1, 2, 2, 3))))
    lines = [rng.choice(table.lines) for _ in winners]
    shares = [line.pays.of_meter for line in lines if isinstance(line.pays, Share)]
    paid = iter(award(meter, shares).paid)
    name = game.wagers[wager].name
    back, said, rows = {}, [], []
    for seat, line in zip(winners, lines, strict=True):
        amount = next(paid) if isinstance(line.pays, Share) else line.pays.returned(bet)
        back[f"{seat}:{wager}"] = amount
        said.append(_reason(seat, name, f"{line.event}: {line.pays}", bet, amount))
        rows.append(
            {"name": WORDS["seat"].format(seat=seat), "number": seat, "cards": [], "did": f"{line.event}: {line.pays}"}
        )
    if sum(share == Fraction(1) for share in shares) > 1:
        said.append(WORDS["split"])
    ask = {"kind": "money", "fields": [_field(seat, wager, name, bet) for seat in winners]}
    show = {"meter": {"name": name, "cents": meter.cents}, "seats": rows}
    question = Question(_P["progressive"].format(wager=name), show, ask, _H["progressive"], [wager])
    return question, Key(back, said, about=list(back))


def _wrong_amount(rng: Random, staked: int, returned: int) -> int:
    """A slip that dealers make: a push for a win, a stake forgotten, one unit too many."""
    slips = {0, staked, 2 * staked, returned - staked, returned + staked}
    return rng.choice(sorted(slip for slip in slips if slip >= 0 and slip != returned))


def _step_for(game: Game, result: Result) -> str:
    """The step that settles this bet as it should have been."""
    if result.why.startswith("folded"):
        return _FOLDED[game.slug]
    return "Dealer not qualified" if result.why == "dealer does not qualify" else _WAGER_STEPS[game.slug][result.wager]


def find_mistake(game: Game, rng: Random) -> tuple[Question, Key]:
    """A round that somebody else paid: is it right?"""
    taken = sorted(rng.sample(range(1, game.numbers.seats + 1), 2))
    seats = seated(game, rng, taken, 2)
    places = [(seat.number, result) for seat in seats for result in seat.settlement.results]
    wrong = None if rng.random() < 0.15 else rng.randrange(len(places))
    options, slips = [], {}
    for place, (number, result) in enumerate(places):
        back = result.returned if place != wrong else _wrong_amount(rng, result.staked, result.returned)
        if place == wrong:
            slips[f"{number}:{result.wager}"] = back
        words = WORDS["settled"].format(
            seat=number, wager=game.wagers[result.wager].name, staked=money(result.staked), back=money(back)
        )
        options.append({"value": f"{number}:{result.wager}", "words": words})
    options.append({"value": _NOTHING, "words": WORDS["all_right"]})
    correct = _NOTHING if wrong is None else options[wrong]["value"]
    step = "" if wrong is None else _step_for(game, places[wrong][1])
    ask = {"kind": "choice", "options": options}
    question = Question(_P["mistake"], _shown(game, seats), ask, _H["mistake"], _staked(seats))
    return question, Key(correct, _reasons(game, seats), step=step, about=_names(seats), slips=slips)


_WAGER_STEPS: Final[Mapping[str, Mapping[str, str]]] = {
    "ace-odd-even": {
        "ante": "more cards win", "play": "more cards win", "odd-even": "Then the Odd-Even Bonus",
        "poker": "Then the Poker Bonus", "poker-progressive": "Then the progressive",
    },
    "low-four": {
        "ante": "the lower total wins", "play": "the lower total wins", "low-points": "Then the Low Points Bonus",
        "high-points": "Then the High Points Bonus", "combo-progressive": "Then the Combo Progressive",
    },
    "quick-draw-holdem": {
        "flop": "pay Flop and Turn bets", "turn": "pay Flop and Turn bets", "river": "pay Flop and Turn bets",
        "flop-bonus": "settle the 3 Card Flop Bonus", "best-four": "settle every Best 4 of 5 Bonus",
    },
    "rule-out": {"main": "settle the Main bets", "joker": "settle the Joker bets"},
}  # fmt: skip
"""How the manual's step begins that settles each wager."""

_FOLDED: Final[Mapping[str, str]] = {
    "ace-odd-even": "A seat that folded",
    "low-four": "A folded Ante has lost",
    "quick-draw-holdem": "of each seat that folded",
}

_SETTLING: Final[Mapping[str, tuple[int, ...]]] = {
    "ace-odd-even": (5, 7, 8, 9, 10, 11, 12, 14),
    "low-four": (4, 5, 7, 8, 9, 10, 11, 13),
    "quick-draw-holdem": (4, 5, 6, 7, 8, 9, 10),
    "rule-out": (4, 6, 7, 8, 9),
}
"""The rules by which a whole round is settled."""

DRILLS: Final = (
    Drill(
        "set", set_hand, {"ace-odd-even": "Build the best odd or even hand", "low-four": "Build the four with"},
        {"ace-odd-even": (4, 5), "low-four": (4, 5)},
    ),
    Drill(
        "call", call, {"ace-odd-even": "Announce the hand", "low-four": "Announce the total"},
        {"ace-odd-even": (4, 5, 8), "low-four": (4, 5, 8)},
    ),
    Drill(
        "qualify", qualify, {"ace-odd-even": "Below four cards King", "low-four": "the dealer does not qualify"},
        {"ace-odd-even": (4, 5, 8), "low-four": (4, 5, 8)},
    ),
    Drill("five", read_five, {"quick-draw-holdem": "find its best five"}, {"quick-draw-holdem": (8,)}),
    Drill("river", river_pays, {"quick-draw-holdem": "pay Flop and Turn bets"}, {"quick-draw-holdem": (8, 9)}),
    Drill("best-four", best_four, {"quick-draw-holdem": "settle every Best 4 of 5"}, {"quick-draw-holdem": (7,)}),
    Drill("survive", survive, {"rule-out": "Then the other Rule Cards"}, {"rule-out": (6, 7, 8)}),
    Drill(
        "side", side_bet, {slug: next(iter(steps.values())) for slug, steps in _WAGER_STEPS.items()},
        {"ace-odd-even": (11, 12), "low-four": (11,), "quick-draw-holdem": (4, 7), "rule-out": (4,)},
    ),
    Drill(
        "fold", fold_live,
        {
            "ace-odd-even": "To fold with a winning Poker Bonus", "low-four": "The bonus bets stay up",
            "quick-draw-holdem": "collect the Flop bet and the cards",
        },
        {"ace-odd-even": (7, 11, 12), "low-four": (7, 11), "quick-draw-holdem": (4, 5, 6, 7, 10)},
    ),
    Drill(
        "round", take_and_pay,
        {
            "ace-odd-even": "Go round the seats", "low-four": "Go round the seats",
            "quick-draw-holdem": "pay Flop and Turn bets", "rule-out": "settle the Main bets",
        },
        _SETTLING,
    ),
    Drill(
        "progressive", progressive, {"ace-odd-even": "Then the progressive", "low-four": "all of the meter is paid"},
        {"ace-odd-even": (13,), "low-four": (12,)},
    ),
    Drill(
        "mistake", find_mistake,
        {
            "ace-odd-even": "Go round the seats", "low-four": "Go round the seats",
            "quick-draw-holdem": "find its best five", "rule-out": "settle the Main bets",
        },
        _SETTLING,
    ),
)  # fmt: skip

__all__ = ["DRILLS"]
