"""Drills about money, for any game: side bets, folds with a live bonus, the whole table, the meter, the mistake."""

from fractions import Fraction
from random import Random
from typing import Any, Final

from feltlab.cards.signs import with_signs
from feltlab.exact.progressive import USUAL_PRICES
from feltlab.rules.codes import WIN
from feltlab.rules.drill import NOTHING, Key, Posed, Question
from feltlab.rules.game import Game
from feltlab.rules.lines import read_round
from feltlab.rules.pay_table import Share
from feltlab.rules.practice import STAKES, DealtSeat, Line, on_table, own_cards, seated, until
from feltlab.rules.progressive import award
from feltlab.rules.settling import coded
from feltlab.rules.steps import Ask, Take
from feltlab.rules.wagers import Role
from feltlab.rules.words import Words
from feltlab.web.site.shown import money
from feltlab.web.site.text import TEXT, told

WORDS: Final = TEXT["school"]
SECOND_ODDS: Final = WIN + 1
"""A win that is paid differently from the usual one."""


def side_bets(game: Game) -> list[str]:
    return [wager.slug for wager in game.wagers.values() if wager.role is Role.SIDE]


def live_sides(game: Game) -> list[str]:
    """The side bets still open when a seat folds: those not settled before the first decision."""
    before = game.round.steps[: next(at for at, step in enumerate(game.round.steps) if isinstance(step, Ask))]
    settled = {wager for step in before if isinstance(step, Take) for wager in step.wagers}
    return [wager for wager in side_bets(game) if wager not in settled]


def step_of(game: Game, wager: str) -> str:
    """The opening words of the manual's step that settles a wager."""
    return str(told(game).get("school", {}).get("wagers", {}).get(wager, ""))


def _did(game: Game, line: Line) -> str:
    """What the seat did, in words."""
    words = game.choice_text(read_round(line, game, game.house()))
    asked = game.round.trade
    drawn = asked.trade.listed(line.get(asked.trade.draws)) if asked and asked.trade else []
    return with_signs(f"{words}, draws {' '.join(drawn)}" if drawn else words)


def _field(seat: int, wager: str, name: str, staked: int) -> dict[str, Any]:
    return {"name": f"{seat}:{wager}", "label": WORDS["place"].format(seat=seat, wager=name), "staked": staked}


def _fields(game: Game, seat: DealtSeat) -> list[dict[str, Any]]:
    return [_field(seat.number, r.wager, game.wagers[r.wager].name, r.staked) for r in seat.settlement.results]


def _amounts(seats: list[DealtSeat]) -> dict[str, int]:
    return {f"{seat.number}:{r.wager}": r.returned for seat in seats for r in seat.settlement.results}


def _names(seats: list[DealtSeat]) -> list[str]:
    """The amounts of some seats in the order of their explanations."""
    return list(_amounts(seats))


def _staked(seats: list[DealtSeat]) -> list[str]:
    """The wagers in front of some seats."""
    return [result.wager for seat in seats for result in seat.settlement.results]


def _reason(seat: int, wager: str, why: str, staked: int, back: int) -> str:
    words: str = WORDS["reason"].format(seat=seat, wager=wager, why=why, staked=money(staked), back=money(back))
    return words


def _reasons(game: Game, seats: list[DealtSeat]) -> list[str]:
    return [
        _reason(seat.number, game.wagers[r.wager].name, r.why, r.staked, r.returned)
        for seat in seats
        for r in seat.settlement.results
    ]


def _seat_shown(game: Game, seat: DealtSeat) -> dict[str, Any]:
    return {
        "name": WORDS["seat"].format(seat=seat.number),
        "number": seat.number,
        "cards": own_cards(game, seat.line),
        "did": _did(game, seat.line),
    }


def _shown(game: Game, seats: list[DealtSeat]) -> dict[str, Any]:
    return {**on_table(game, seats[0].line), "seats": [_seat_shown(game, seat) for seat in seats]}


def take_and_pay(game: Game, rng: Random, say: Words) -> Posed:
    """Take and pay every seat in the right order."""
    taken = sorted(rng.sample(range(1, game.numbers.seats + 1), min(3, game.numbers.seats)))
    seats = seated(game, rng, taken, 1)
    order = [seat for seat in game.book.procedure.taking.seats(game.numbers.seats) if seat in taken]
    ask = {"kind": "round", "seats": taken, "fields": [field for seat in seats for field in _fields(game, seat)]}
    correct = {"order": order, "amounts": _amounts(seats)}
    said = [WORDS["order"].format(order=", ".join(map(str, order))), *_reasons(game, seats)]
    question = Question(say["prompt"], _shown(game, seats), ask, say["hint"], _staked(seats))
    return question, Key(correct, said, about=["order", *_names(seats)])


def _paid(seat: DealtSeat, wager: str) -> bool:
    return any(result.wager == wager and result.returned > 0 for result in seat.settlement.results)


def side_bet(game: Game, rng: Random, say: Words) -> Posed:
    """Pay a side bet with an odd stake: half of the time one that can be dealt, otherwise a rare line by name."""
    sides = side_bets(game)
    wager = rng.choice(sides)
    name = game.wagers[wager].name
    if rng.random() < 0.5 and wager in game.book.pay_tables:
        line = rng.choice(game.house().pay_table(wager).lines)
        stake = rng.choice(STAKES)
        if isinstance(line.pays, Share):
            raise AssertionError("a side bet does not take a share of a meter")
        back = line.pays.returned(stake)
        prompt = say["named"].format(wager=name, event=line.event, pays=line.pays)
        ask = {"kind": "money", "fields": [_field(1, wager, name, stake)]}
        why = _reason(1, name, f"{line.event}: {line.pays}", stake, back)
        key = Key({f"1:{wager}": back}, [why], step=step_of(game, wager), about=[f"1:{wager}"])
        return Question(prompt, {}, ask, say["hint"], [wager]), key
    seat = until(lambda: seated(game, rng, [1], len(sides))[0], lambda seat: _paid(seat, wager))
    results = [result for result in seat.settlement.results if result.wager in sides]
    ask = {"kind": "money", "fields": [_field(1, r.wager, game.wagers[r.wager].name, r.staked) for r in results]}
    correct = {f"1:{result.wager}": result.returned for result in results}
    said = [line for line, r in zip(_reasons(game, [seat]), seat.settlement.results, strict=True) if r.wager in sides]
    question = Question(say["prompt"], _shown(game, [seat]), ask, say["hint"], [result.wager for result in results])
    return question, Key(correct, said, step=step_of(game, wager), about=list(correct))


def fold_live(game: Game, rng: Random, say: Words) -> Posed:
    """A seat folds, and a bonus is still live."""
    sides = side_bets(game)
    wager = rng.choice(live_sides(game))
    seat = until(
        lambda: seated(game, rng, [1], len(sides), True)[0],
        lambda seat: _paid(seat, wager) and wager in seat.line["wagers"],
    )
    ask = {"kind": "money", "fields": _fields(game, seat)}
    question = Question(say["prompt"], _shown(game, [seat]), ask, say["hint"], _staked([seat]))
    step = told(game).get("school", {}).get("fold_with", {}).get(wager) or _fold_step(game, seat)
    return question, Key(_amounts([seat]), _reasons(game, [seat]), step=step, about=_names([seat]))


def progressive(game: Game, rng: Random, say: Words) -> Posed:
    """Shares of a meter, one winner or several."""
    wager = game.progressive_wagers[0]
    table, rule = game.house().pay_table(wager), game.book.progressives[wager]
    bet = rng.choice(game.wagers[wager].fixed_stakes or USUAL_PRICES)
    meter = rule.opened(bet).with_bet(bet * rng.randrange(2_000, 6_000))
    winners = sorted(rng.sample(range(1, game.numbers.seats + 1), min(rng.choice((1, 2, 2, 3)), game.numbers.seats)))
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
    question = Question(say["prompt"].format(wager=name), show, ask, say["hint"], [wager])
    return question, Key(back, said, about=list(back))


def _wrong_amount(rng: Random, staked: int, returned: int) -> int:
    """A slip that dealers make: a push for a win, a forgotten stake, one unit too many."""
    slips = {0, staked, 2 * staked, returned - staked, returned + staked}
    return rng.choice(sorted(slip for slip in slips if slip >= 0 and slip != returned))


def _fold_step(game: Game, seat: DealtSeat) -> str:
    """The opening words of the manual's step that collects a fold, if it depends on the question answered."""
    steps = told(game).get("school", {}).get("fold_at", {})
    made = seat.line["choices"]
    return next(
        (
            str(steps[stage])
            for stage, ask in game.round.asks.items()
            if ask.folds(made.get(ask.name)) and stage in steps
        ),
        "",
    )


def _step_for(game: Game, seat: DealtSeat, wager: str) -> str:
    """The step that settles this bet correctly."""
    words = told(game).get("school", {})
    round = read_round(seat.line, game, game.house())
    if round.folded and game.wagers[wager].in_main_game and "folded" in words:
        return _fold_step(game, seat) or str(words["folded"])
    if coded(round).codes[wager] == SECOND_ODDS and "second_odds" in words:
        return str(words["second_odds"])
    return step_of(game, wager)


def find_mistake(game: Game, rng: Random, say: Words) -> Posed:
    """A round that someone else paid: is it right?"""
    taken = sorted(rng.sample(range(1, game.numbers.seats + 1), min(2, game.numbers.seats)))
    seats = seated(game, rng, taken, 2)
    places = [(seat, result) for seat in seats for result in seat.settlement.results]
    wrong = None if rng.random() < 0.15 else rng.randrange(len(places))
    options, slips = [], {}
    for place, (seat, result) in enumerate(places):
        number = seat.number
        back = result.returned if place != wrong else _wrong_amount(rng, result.staked, result.returned)
        if place == wrong:
            slips[f"{number}:{result.wager}"] = back
        words = WORDS["settled"].format(
            seat=number, wager=game.wagers[result.wager].name, staked=money(result.staked), back=money(back)
        )
        options.append({"value": f"{number}:{result.wager}", "words": words})
    options.append({"value": NOTHING, "words": WORDS["all_right"]})
    correct = NOTHING if wrong is None else options[wrong]["value"]
    step = "" if wrong is None else _step_for(game, places[wrong][0], places[wrong][1].wager)
    ask = {"kind": "choice", "options": options}
    question = Question(say["prompt"], _shown(game, seats), ask, say["hint"], _staked(seats))
    return question, Key(correct, _reasons(game, seats), step=step, about=_names(seats), slips=slips)
