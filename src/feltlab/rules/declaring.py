"""A game declared in one file: what its document would say beside the rules is derived from them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import stack
from typing import Any

from feltlab.errors import RulesError
from feltlab.money import EVEN_MONEY, Odds
from feltlab.rules.book import Book
from feltlab.rules.game import Game
from feltlab.rules.house import Numbers
from feltlab.rules.pay_table import Named, PayTable
from feltlab.rules.procedure import Order, Packet, Procedure, Stage
from feltlab.rules.progressive import Progressive
from feltlab.rules.round import SEATS, Ask, Close, Deal, Script, Step, Take, Turn
from feltlab.rules.settling import Hand
from feltlab.rules.wagers import Role, Wager

LEFT, RIGHT = Order("dealer's left", "clockwise"), Order("dealer's right", "counter-clockwise")


@dataclass(frozen=True)
class Pays:
    """The pay tables of a wager: the names of its events, the best first, and each table as it stands on the felt."""

    events: tuple[str, ...]
    tables: Mapping[str, str]
    """By id; the first is on the felt."""


def opening(slug: str, name: str = "", odds: Odds = EVEN_MONEY) -> Wager:
    """A bet that opens the round."""
    return Wager(slug, name or _named(slug), Role.INITIAL, "before the deal", odds=(odds,))


def raised(slug: str, of: str, name: str = "", odds: Odds = EVEN_MONEY) -> Wager:
    """A bet that a choice makes during the round, so many times another."""
    return Wager(slug, name or _named(slug), Role.RAISE, "during the round", equals=of, odds=(odds,))


def bonus(slug: str, on: str, name: str = "") -> Wager:
    """A pay on another bet's stake."""
    return Wager(slug, name or _named(slug), Role.BONUS, f"with the {on}", equals=on)


def side(slug: str, name: str = "") -> Wager:
    return Wager(slug, name or _named(slug), Role.SIDE, "before the deal")


def _named(slug: str) -> str:
    return slug.replace("-", " ").title()


def declare(
    slug: str,
    title: str,
    card: str | None,
    wagers: Sequence[Wager],
    round: Sequence[Step],
    hands: Mapping[str, Hand],
    settle: Callable[..., Any],
    sides: Mapping[str, Callable[..., int]] | None = None,
    pays: Mapping[str, Pays] | None = None,
    numbers: Numbers | None = None,
    summary: str = "",
) -> Game:
    """A whole game. Steps that are left out are added: turning what lies face down, one pass of taking and paying."""
    by_slug = {wager.slug: wager for wager in wagers}
    if len(by_slug) != len(wagers):
        raise RulesError(f"{slug}: two wagers have the same name")
    script = Script(completed(round, tuple(by_slug)))
    text = (card or "").strip()
    book = derived_book(slug, script, by_slug, pays or {}, summary or text.partition("\n")[0])
    source = stack()[1].filename
    return Game(
        slug, title, text, by_slug, numbers or Numbers(), book, script, hands, settle, sides or {}, source=source
    )


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
    slug: str, script: Script, wagers: Mapping[str, Wager], pays: Mapping[str, Pays], summary: str
) -> Book:
    scales = {wager: Named(tuple(event.lower() for event in given.events)) for wager, given in pays.items()}
    tables: dict[str, dict[str, PayTable]] = {}
    for wager, given in pays.items():
        if wager not in wagers:
            raise RulesError(f"{slug}: pays name {wager!r}, which is not a wager: they are {', '.join(wagers)}")
        tables[wager] = {
            id: PayTable.parse(wager, id, scales[wager], text).on_felt(number == 0)
            for number, (id, text) in enumerate(given.tables.items())
        }
    progressives: dict[str, Progressive] = {}
    return Book(summary, "", scales, tables, progressives, procedure(script, wagers), ())


def procedure(script: Script, wagers: Mapping[str, Wager]) -> Procedure:
    """The dealer's procedure as the round has it."""
    packets = tuple(
        Packet("each seat" if deal.to == SEATS else deal.place, deal.cards, deal.face, "in the round's order")
        for deal in script.deals
    )
    takes = [step for step in script.steps if isinstance(step, Take)]
    return Procedure(
        dealing=LEFT,
        taking=RIGHT,
        packets=packets,
        settles=tuple(dict.fromkeys(slug for take in takes for slug in take.wagers)),
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
