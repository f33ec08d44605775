"""A game declared in one file: what its document would say beside the rules is derived from them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from inspect import stack
from typing import Any, Final, NamedTuple

from feltlab.errors import RulesError
from feltlab.money import EVEN_MONEY, Odds
from feltlab.rules.book import Book
from feltlab.rules.game import Game, Published
from feltlab.rules.house import MOST_SEATS, Numbers
from feltlab.rules.pay_table import Named, PayTable, Scale, plain, read_lines
from feltlab.rules.procedure import Order, Procedure, Stage
from feltlab.rules.progressive import Progressive
from feltlab.rules.round import SEATS, Ask, Close, Deal, Script, Step, Take, Turn
from feltlab.rules.settling import Hand
from feltlab.rules.wagers import Role, Wager

DECK: Final = 52
LEFT, RIGHT = Order("dealer's left", "clockwise"), Order("dealer's right", "counter-clockwise")


class Metered(NamedTuple):
    """A progressive bet with the rule of its meter."""

    wager: Wager
    base: int
    increment: str


def opening(slug: str, name: str = "", odds: Odds = EVEN_MONEY, equals: str = "") -> Wager:
    """A bet that opens the round; a second one may have to equal the first."""
    return Wager(slug, name or _named(slug), Role.INITIAL, "before the deal", equals=equals or None, odds=(odds,))


def raised(slug: str, name: str = "", odds: Odds = EVEN_MONEY) -> Wager:
    """A bet that an answer makes during the round; the question says how many times which other."""
    return Wager(slug, name or _named(slug), Role.RAISE, "during the round", odds=(odds,))


def bonus(slug: str, on: str = "", name: str = "") -> Wager:
    """A pay on another bet's stake: the first one's where none is named."""
    return Wager(slug, name or _named(slug), Role.BONUS, "with the bet that it is paid on", equals=on or None)


def side(slug: str, name: str = "") -> Wager:
    return Wager(slug, name or _named(slug), Role.SIDE, "before the deal")


def progressive(slug: str, base: int, increment: str, name: str = "") -> Metered:
    """A side bet with a meter: it starts at so many bets, and each bet adds a percentage such as "20%"."""
    return Metered(Wager(slug, name or _named(slug), Role.PROGRESSIVE, "before the deal"), base, increment)


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
    claims: Sequence[tuple[str, str, str]] = (),
) -> Game:
    """A whole game. Steps that are left out are added: turning what lies face down, one pass of taking and paying."""
    source = stack()[1].filename
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise RulesError(f"{slug!r} is not a slug: small letters and digits, with hyphens between words")
    metered = {entry.wager.slug: entry for entry in wagers if isinstance(entry, Metered)}
    bets = [entry.wager if isinstance(entry, Metered) else entry for entry in wagers]
    script = Script(completed(round, tuple(bet.slug for bet in bets)))
    by_slug = {bet.slug: _following(slug, bet, bets, script) for bet in bets}
    if len(by_slug) != len(bets):
        raise RulesError(f"{slug}: two wagers have the same name")
    openings = [bet.slug for bet in bets if bet.role is Role.INITIAL]
    for bet in bets:
        if bet.role is Role.INITIAL and bet.equals and bet.equals not in openings[: openings.index(bet.slug)]:
            raise RulesError(f"{slug}: {bet.slug} must equal {bet.equals!r}, which is no opening bet before it")
        if bet.role in (Role.SIDE, Role.PROGRESSIVE) and bet.slug not in (sides or {}):
            raise RulesError(f"{slug}: the side bet {bet.slug} has no function in sides")
    most = (DECK - script.shared) // (script.hand + bool(script.trade))
    if numbers is not None and numbers.seats > most and not hasattr(numbers, "decks"):
        raise RulesError(f"{slug}: {numbers.seats} seats need more cards than a deck has; {most} can be dealt")
    for rule in fields(numbers) if numbers else ():
        value = getattr(numbers, rule.name)
        if rule.metadata.get("kind") == "whole" and not rule.metadata["least"] <= value <= rule.metadata["most"]:
            raise RulesError(f"{slug}: {rule.name} is {value}, which is not within its own range")
    text = (card or "").strip()
    book = derived_book(slug, script, by_slug, pays or {}, summary or _first_sentence(text) or title)
    meters = {name: Progressive.build(name, entry.base, entry.increment) for name, entry in metered.items()}
    return Game(
        slug=slug, title=title, card=text, wagers=by_slug, numbers=numbers or Numbers(seats=_most_seats(script)),
        book=replace(book, progressives=meters), round=script, hands=hands, settle=settle, sides=sides or {},
        claims=tuple(Published(*claim) for claim in claims), source=source,
    )  # fmt: skip


def _first_sentence(card: str) -> str:
    """What the first line says of the game, beside its name."""
    line = card.partition("\n")[0]
    return line.partition(":")[2].strip().capitalize() or line


def _most_seats(script: Script) -> int:
    return max(1, min(MOST_SEATS, (DECK - script.shared) // (script.hand + bool(script.trade))))


def _following(game: str, bet: Wager, bets: Sequence[Wager], script: Script) -> Wager:
    """A raise with the bet that it is counted in, a bonus with the bet that it is paid on."""
    if bet.role is Role.RAISE:
        ask = script.raised.get(bet.slug)
        if ask is None or ask.raises is None:
            raise RulesError(f"{game}: no question of the round makes the {bet.slug} bet")
        return replace(bet, equals=ask.raises.of)
    if bet.role is Role.BONUS and bet.equals is None:
        return replace(bet, equals=bets[0].slug)
    return bet


def completed(steps: Sequence[Step], wagers: tuple[str, ...]) -> tuple[Step, ...]:
    found = list(steps)
    turned = {step.place for step in found if isinstance(step, Turn)}
    for step in steps:
        if isinstance(step, Deal) and step.to != SEATS and step.face == "down":
            found += [] if {step.place, *step.parts} & turned else [Turn(step.place)]
    if not any(isinstance(step, Take) for step in found):
        found.append(Take("take and pay", wagers, shows=True))
    if not isinstance(found[-1], Close):
        found.append(Close())
    return tuple(found)


def derived_book(
    slug: str, script: Script, wagers: Mapping[str, Wager], pays: Mapping[str, Mapping[str, str]], summary: str
) -> Book:
    """Pay tables by wager and id as they stand on the felt: the first of a wager names its events, the best first."""
    scales: dict[str, Scale] = {}
    tables: dict[str, dict[str, PayTable]] = {}
    for wager, given in pays.items():
        if wager not in wagers:
            raise RulesError(f"{slug}: pays name {wager!r}, which is not a wager: they are {', '.join(wagers)}")
        if not given:
            raise RulesError(f"{slug}: {wager} has no pay table")
        scales[wager] = Named(tuple(plain(event) for event, _ in read_lines(wager, *next(iter(given.items())))))
        tables[wager] = {
            id: PayTable.parse(wager, id, scales[wager], text).on_felt(number == 0)
            for number, (id, text) in enumerate(given.items())
        }
    return Book(summary, "", scales, tables, {}, procedure(script, wagers), ())


def procedure(script: Script, wagers: Mapping[str, Wager]) -> Procedure:
    """The dealer's procedure as the round has it."""
    return Procedure(
        dealing=LEFT,
        taking=RIGHT,
        steps=(Stage("bets", "Call no more bets before the first card."), *map(_stage, script.steps)),
        calls={
            "before the first card": "No more bets",
            **{f"ask {ask.stage}": ask.call for ask in script.asks.values()},
        },
        misdeal="A hand with a wrong number of cards is void: its bets are returned.",
        discards="Cards are collected when every seat is settled.",
        irregularities=("A wrong number of cards, or a card seen before its time: call the floor supervisor.",),
    )


def _stage(step: Step) -> Stage:
    match step:
        case Deal(to=to, cards=cards, face=face, place=place):
            whom = "each seat" if to == SEATS else f"the {place}"
            return Stage("deal", f"Deal {cards} card{'s' * (cards > 1)} face {face} to {whom}.")
        case Turn(place=place):
            return Stage("reveal", f"Turn the {place}.")
        case Ask(options=options, call=call):
            return Stage("decisions", f"Ask every seat that is in: {call} ({', '.join(options) or 'trade or keep'})")
        case Take(wagers=wagers):
            return Stage("take and pay", f"Take and pay from the dealer's right: {', '.join(wagers)}.")
        case _:
            return Stage("collect", "Collect the cards; the next round starts with a fresh shuffle.")
