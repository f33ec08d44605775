"""A game declared in one file: everything that a document would add to the rules is derived from them."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from feltlab.errors import RulesError, shown
from feltlab.hands.ranking import ClassedRanking
from feltlab.money import EVEN_MONEY, Odds
from feltlab.rules.arguments import check_arguments, check_bets, check_game, check_sides
from feltlab.rules.book import Book
from feltlab.rules.game import Game
from feltlab.rules.house import MOST_SEATS, Numbers, ShoeNumbers
from feltlab.rules.pay_table import Pay, PayTable, Scale, named_events, read_lines
from feltlab.rules.procedure import Order, Procedure, Stage
from feltlab.rules.progressive import Progressive
from feltlab.rules.published import Published, WorkedRound
from feltlab.rules.round import Script
from feltlab.rules.settling import Hand
from feltlab.rules.steps import CARDS, SEATS, Ask, Close, Deal, Step, Take, Turn
from feltlab.rules.turning import turned
from feltlab.rules.wagers import Role, Wager
from feltlab.rules.written import AtArgumentError, written

DECK: Final = 52
LEFT, RIGHT = Order("dealer's left", "clockwise"), Order("dealer's right", "counterclockwise")


class Metered(NamedTuple):
    """A progressive bet and the rule of its meter."""

    wager: Wager
    base: int
    increment: str


def opening(slug: str, name: str = "", odds: Odds = EVEN_MONEY, equals: str = "") -> Wager:
    """A bet that opens the round. With `equals`, its stake must equal that other bet's."""
    return Wager(slug, name or _named(slug), Role.INITIAL, "before the deal", equals=equals or None, odds=(odds,))


def raised(slug: str, name: str = "", odds: Odds = EVEN_MONEY) -> Wager:
    """A bet made by a choice during the round; a `Raise` says how many times which other bet."""
    return Wager(slug, name or _named(slug), Role.RAISE, "during the round", odds=(odds,))


def bonus(slug: str, on: str = "", name: str = "") -> Wager:
    """Pays on another bet's stake without a stake of its own: on the first opening bet, or on the bet `on`."""
    return Wager(slug, name or _named(slug), Role.BONUS, "with the bet that it is paid on", equals=on or None)


def side(slug: str, name: str = "", alone: bool = False) -> Wager:
    """A side bet: a function grades it and a pay table pays it. With `alone`, it may be made without any other bet."""
    return Wager(slug, name or _named(slug), Role.SIDE, "before the deal", alone=alone)


def progressive(slug: str, base: int, increment: str, name: str = "") -> Metered:
    """A side bet with a meter that starts at `base` bets; each bet adds a percentage such as "20%"."""
    return Metered(Wager(slug, name or _named(slug), Role.PROGRESSIVE, "before the deal"), base, increment)


def claim(
    figure: str, source: str, value: str, *, wager: str = "", strategy: str = "",
    pays: Mapping[str, str] | None = None, of: str = "",
) -> Published:  # fmt: skip
    """A published figure, which `feltlab verify` compares with the exact one."""
    return Published(figure, source, value, wager, strategy, pays or {}, of, sys._getframe(1).f_lineno)


def example(net: int | str | Fraction, wagers: Mapping[str, int] | None = None, **line: Any) -> WorkedRound:
    """A round worked out by hand: its cards and choices, and the seat's net win or loss in opening bets."""
    try:
        won = Fraction(net)
    except (ValueError, TypeError, ZeroDivisionError):
        words = f"example({shown(net)}, …): the net is a number of opening bets, such as -1 or '3/2'"
        raise RulesError(words) from None
    return WorkedRound({**line, "wagers": wagers or {}}, won, sys._getframe(1).f_lineno)


def _named(slug: str) -> str:
    return slug.replace("-", " ").title()


def declare(
    slug: str,
    title: str,
    card: str | None,
    wagers: Sequence[Wager | Metered],
    round: Sequence[Step],
    hands: Mapping[str, Hand],
    settle: Callable[..., Any],
    sides: Mapping[str, Callable[..., int]] | None = None,
    pays: Mapping[str, Mapping[str, str]] | None = None,
    numbers: Numbers | None = None,
    summary: str = "",
    claims: Sequence[Published] = (),
    examples: Sequence[WorkedRound] = (),
    strategies: Mapping[str, Mapping[str, Callable[..., Any]]] | None = None,
    decks: int = 0,
) -> Game:
    """Declare a game. Steps you leave out are added: turning over face-down cards, taking and paying, the end."""
    source = sys._getframe(1).f_code.co_filename
    check_arguments(locals())
    metered = {entry.wager.slug: entry for entry in wagers if isinstance(entry, Metered)}
    bets = [entry.wager if isinstance(entry, Metered) else entry for entry in wagers]
    check_bets(slug, bets)
    _check_decks(slug, round)
    script = Script(completed(round, tuple(bet.slug for bet in bets)))
    by_slug = {bet.slug: _following(slug, bet, bets, script) for bet in bets}
    if len(by_slug) != len(bets):
        raise AtArgumentError(f"{slug}: two wagers have the same name", "wagers")
    check_sides(slug, bets, sides or {})
    openings = [bet.slug for bet in bets if bet.role is Role.INITIAL]
    for bet in bets:
        if bet.role is Role.INITIAL and bet.equals and bet.equals not in openings[: openings.index(bet.slug)]:
            words = f"{slug}: {bet.slug} must equal {bet.equals!r}, which is not an opening bet before it"
            raise AtArgumentError(words, "wagers", bets.index(bet))
    _check_hands(slug, script, hands, getattr(numbers, "jokers", 0))
    numbers = _numbers(slug, script, numbers, decks)
    with written("numbers"):
        _check_numbers(slug, numbers)
    text = (card or "").strip()
    book = derived_book(slug, script, by_slug, pays or {}, summary or _first_sentence(text) or title)
    meters = {name: Progressive.build(name, entry.base, entry.increment) for name, entry in metered.items()}
    game = Game(
        slug=slug, title=title, card=text, wagers=by_slug, numbers=numbers,
        book=replace(book, progressives=meters), round=script, hands=hands, settle=settle, sides=sides or {},
        claims=tuple(claims), examples=tuple(examples), source=source, mark=_mark(source),
        strategies=strategies or {},
    )  # fmt: skip
    check_game(game)
    return game


def _check_numbers(slug: str, numbers: Numbers) -> None:
    for rule in fields(numbers):
        value = getattr(numbers, rule.name)
        if "kind" not in rule.metadata:
            raise RulesError(
                f"{slug}: the number {rule.name} has no range:"
                f" write {rule.name}: int = whole(default, least, most, meaning)"
            )
        if rule.metadata.get("kind") == "whole" and type(value) is not int:
            raise RulesError(f"{slug}: {rule.name} must be a whole number, not {shown(value)}")
        if rule.metadata.get("kind") == "whole" and not rule.metadata["least"] <= value <= rule.metadata["most"]:
            raise RulesError(
                f"{slug}: {rule.name} is {value}, which is not within its own range"
                f": {rule.metadata['least']} to {rule.metadata['most']}"
            )


def _mark(source: str) -> str:
    file = Path(source)
    return blake2b(file.read_bytes(), digest_size=16).hexdigest() if file.is_file() else ""


def _check_decks(game: str, round: Sequence[Step]) -> None:
    for number, step in enumerate(round):
        if isinstance(step, Deal) and step.deck != CARDS:
            words = f"{game}: {step.place} is dealt from {shown(step.deck)}: a game file has one deck, of playing cards"
            raise AtArgumentError(words, "round", number)


def _check_hands(game: str, script: Script, hands: Mapping[str, Hand], jokers: int) -> None:
    """A ranking of a fixed number of cards gets that many, and a Joker only if it knows one."""
    sizes = {deal.place: deal.cards for deal in script.deals}
    for deal in script.deals:
        sizes |= deal.parts
    sizes |= {script.trade.trade.makes: script.hand} if script.trade and script.trade.trade else {}
    for name, hand in hands.items():
        ranking = hand.ranking
        if not isinstance(ranking, ClassedRanking):
            continue
        given = sum(sizes.get(place, 0) for place in hand.places)
        if ranking.cards not in (0, given) and sizes.keys() >= set(hand.places):
            words = f"{game}: hand {name!r} has {given} cards, and {ranking.name} takes {ranking.cards}: see best_of"
            raise AtArgumentError(words, "hands", name)
        if jokers and not ranking.jokers:
            words = f"{game}: hand {name!r} may hold a Joker, which {ranking.name} does not know: see with_wild"
            raise AtArgumentError(words, "hands", name)


def _first_sentence(card: str) -> str:
    """The first line's sentence about the game, after its name."""
    line = card.partition("\n")[0]
    return line.partition(":")[2].strip().capitalize() or line


def _numbers(slug: str, script: Script, given: Numbers | None, decks: int) -> Numbers:
    """As many seats as the deck, or the game's smallest shoe, has cards for; a shoe if `decks` says so."""
    if given is not None and decks and not hasattr(given, "decks"):
        raise RulesError(f"{slug}: derive the numbers from ShoeNumbers, or leave out decks")
    dealt_from = DECK * (getattr(given, "decks", 0) or decks or 1)
    per_seat, left = script.hand + script.most_traded, dealt_from - script.shared
    most = left // per_seat if per_seat else MOST_SEATS if left >= 0 else 0
    if most < (given.seats if given else 1):
        wanted = given.seats if given else 1
        raise RulesError(f"{slug}: {wanted} seats need more cards than a deck has; {max(most, 0)} can be dealt")
    if given is None:
        seats = min(MOST_SEATS, most)
        return ShoeNumbers(seats=seats, decks=decks) if decks else Numbers(seats=seats)
    return replace(given, decks=decks) if decks else given  # type: ignore[call-arg]


def _following(game: str, bet: Wager, bets: Sequence[Wager], script: Script) -> Wager:
    """A raise with the bet it is a multiple of, a bonus with the bet it is paid on."""
    if bet.role is Role.RAISE:
        ask = script.raised.get(bet.slug)
        if ask is None or ask.raises is None:
            _check_raised(game, bets, script)
            words = f"{game}: no question of the round makes the {bet.slug} bet"
            raise AtArgumentError(words, "wagers", bets.index(bet))
        return replace(bet, equals=ask.raises.of)
    if bet.role is Role.BONUS:
        openings = [other.slug for other in bets if other.role is Role.INITIAL]
        if bet.equals is not None and bet.equals not in openings:
            words = (
                f"{game}: {bet.slug} is paid on {bet.equals!r}, and a bonus is paid on an opening bet:"
                f" {', '.join(openings)}. What a raise wins is paid by a pay table of the raise"
            )
            raise AtArgumentError(words, "wagers", bets.index(bet))
        return replace(bet, equals=bet.equals or bets[0].slug)
    return bet


def _check_raised(game: str, bets: Sequence[Wager], script: Script) -> None:
    """A bet that no question makes may be one that a question misspells."""
    slugs = [bet.slug for bet in bets]
    for number, step in enumerate(script.steps):
        if isinstance(step, Ask) and step.raises and step.raises.wager not in slugs:
            words = f"{step.stage!r} raises {step.raises.wager!r}, which is not a bet: choose from {', '.join(slugs)}"
            raise AtArgumentError(f"{game}: {words}", "round", number)


def completed(steps: Sequence[Step], wagers: tuple[str, ...]) -> tuple[Step, ...]:
    found = list(steps)
    last = [found.pop()] if found and isinstance(found[-1], Close) else []
    turned = {step.place for step in found if isinstance(step, Turn)}
    for step in steps:
        if isinstance(step, Deal) and step.to != SEATS and step.face == "down" and step.place not in turned:
            left = [part for part in step.parts if part not in turned]
            found += map(Turn, [step.place] if len(left) == len(step.parts) else left)
    if not any(isinstance(step, Take) for step in found):
        found.append(Take("take and pay", wagers, shows=True))
    return (*found, *(last or [Close()]))


def derived_book(
    slug: str, script: Script, wagers: Mapping[str, Wager], pays: Mapping[str, Mapping[str, str]], summary: str
) -> Book:
    """Pay tables by wager and id as on the felt: the first table of a wager names its events, best first."""
    scales: dict[str, Scale] = {}
    tables: dict[str, dict[str, PayTable]] = {}
    for wager, given in pays.items():
        if wager not in wagers:
            words = f"{slug}: pays name {wager!r}, which is not a wager: choose from {', '.join(wagers)}"
            raise AtArgumentError(words, "pays", wager)
        if not given:
            raise AtArgumentError(f"{slug}: {wager} has no pay table", "pays", wager)
        tables[wager] = {}
        for number, (id, text) in enumerate(given.items()):
            with written("pays", wager, id):
                events = [event for event, _ in _read_each(wager, id, text, scales.get(wager))]
                scale = scales.setdefault(wager, named_events(events))
                tables[wager][id] = PayTable.parse(wager, id, scale, text).on_felt(number == 0)
    return Book(summary, "", scales, tables, {}, procedure(script, wagers), ())


def _read_each(wager: str, id: str, text: str, scale: Scale | None) -> list[tuple[str, Pay]]:
    """Line by line, so that an error names its own line; the first table of a bet names its events."""
    found = []
    for row in filter(None, map(str.strip, text.splitlines())):
        with written("pays", wager, id, row):
            [line] = read_lines(wager, id, row)
            if scale is not None:
                scale.grades(line[0])
            found.append(line)
    return found


def procedure(script: Script, wagers: Mapping[str, Wager]) -> Procedure:
    """The dealer's procedure that follows from the round."""
    names = {slug: wager.name for slug, wager in wagers.items()}
    stages = [_stage(script, step, names) for step in script.steps]
    return Procedure(
        dealing=LEFT,
        taking=RIGHT,
        steps=(
            Stage("bets", "Call no more bets before the first card."),
            *stages,
        ),
        calls={
            "before the first card": "No more bets",
            **{f"ask {ask.stage}": ask.call for ask in script.asks.values()},
        },
        misdeal="A hand with the wrong number of cards is void: its bets are returned.",
        discards="Cards are collected when every seat is settled.",
        irregularities=("Wrong number of cards, or a card seen too early: call the floor supervisor.",),
    )


def _spoken(place: str) -> str:
    return place.replace("_", " ")


def _stage(script: Script, step: Step, names: Mapping[str, str]) -> Stage:
    match step:
        case Deal(to=to, cards=cards, face=face, place=place, when=when):
            whom = "each seat" if to == SEATS else f"the {_spoken(place)}"
            if_due = ", where the rules deal it" if when else ""
            return Stage("deal", f"Deal {cards} card{'s' * (cards > 1)} face {face} to {whom}{if_due}.")
        case Turn():
            return Stage("reveal", f"Turn {turned(script, step)}.")
        case Ask(options=options, call=call):
            return Stage("decisions", f"Ask every seat that is in: {call} ({', '.join(options) or 'trade or keep'})")
        case Take(wagers=wagers):
            bets = ", ".join(names.get(slug, slug) for slug in wagers)
            return Stage("take and pay", f"Take and pay from the dealer's right: {bets}.")
        case _:
            return Stage("collect", "Collect the cards; the next round starts with a fresh shuffle.")
