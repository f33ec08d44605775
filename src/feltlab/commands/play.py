"""feltlab play: a seat at a table in the terminal, with bots and, on request, the coach."""

import hashlib
import itertools
import os
from collections.abc import Callable, Collection
from typing import Annotated, Any

import typer
from rich.console import Console

from feltlab.cards import parse_cards
from feltlab.cards.names import card_names
from feltlab.commands.examples import examples
from feltlab.commands.options import (
    BudgetOption,
    DecksOption,
    GameArgument,
    PayTableOption,
    PenetrationOption,
    RuleFileOption,
    chosen_tables,
    find_game,
    find_house,
)
from feltlab.commands.play_screen import Screen
from feltlab.errors import CardError, FeltlabError, shown
from feltlab.exact.figures import Advice
from feltlab.given import read_given
from feltlab.lab import first_strategy, is_solved, lab_of
from feltlab.rules.game import Game
from feltlab.rules.steps import Ask
from feltlab.service.pit import Pit
from feltlab.service.postings import purse
from feltlab.service.requests import AtTable, Chips, Done, Request, Work
from feltlab.service.store import open_store
from feltlab.table.announce import heard
from feltlab.table.coach import advice, is_exact, judged
from feltlab.table.commands import Bet, Command, Decide, Open, Ready, Sit
from feltlab.table.config import Config, checked, usual_price
from feltlab.table.script import barred
from feltlab.table.stakes import limits_told
from feltlab.table.state import Round
from feltlab.table.views import view

TABLE, YOU = "home", "you"
MAX_BANKROLL = 10**9
KEYS = "c coach · r rules · pays pay tables · limits · ? help · q quit"
KEEP, TRADE = "keep", "trade"
NO_COACH = "the lab cannot solve this game, so there is no coach"
"""How to answer a trade."""


@examples("play {game}", "play {game} --bots 4 --coach")
def play(
    game: GameArgument,
    bots: Annotated[int, typer.Option("--bots", metavar="N", help="Other seats, played by the best strategy.")] = 2,
    bankroll: Annotated[int, typer.Option("--bankroll", metavar="DOLLARS", help="Play money to start with.")] = 1000,
    coach: Annotated[
        bool, typer.Option("--coach", help="Show what each choice is worth before every decision.")
    ] = False,
    decks: DecksOption = None,
    penetration: PenetrationOption = 0,
    pay_table: PayTableOption = None,
    rules: RuleFileOption = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Deal the same cards again.")] = None,
    budget: BudgetOption = None,
) -> None:
    """Play at a table in the terminal. Play money only."""
    found = find_game(game)
    if not 0 < bankroll * 100 <= MAX_BANKROLL:
        raise FeltlabError(f"a bankroll is 1 to {MAX_BANKROLL // 100:,} dollars, not {shown(bankroll)}")
    price = usual_price(find_house(found, rules))
    text = "" if rules is None else read_given(rules).decode("utf-8")
    pays = chosen_tables(pay_table)
    config = checked(
        Config(found.slug, decks=decks, pay_tables=pays, rules=text, progressive_bet=price, penetration=penetration)
    )
    if not 0 <= bots < config.places:
        raise FeltlabError(f"{found.slug} has room for 0 to {config.places - 1} bots, not {shown(bots)}")
    pit = Pit(open_store("sqlite://"), entropy=os.urandom if seed is None else _seeded(seed))
    pit.start()
    try:
        seat = SeatedPlayer(pit, Screen(Console(), config.rule_book), config, coach)
        seat.sit_down(bankroll * 100, bots if is_solved(found) else 0)  # bots play by the lab
        seat.play_on()
    finally:
        pit.stop()


def _seeded(seed: int) -> Callable[[int], bytes]:
    """The same shuffles each time: for practice, never for money."""
    turn = itertools.count()
    return lambda count: hashlib.shake_256(f"{seed}/{next(turn)}".encode()).digest(count)


class GotUp(Exception):  # noqa: N818 - not an error
    """The player gets up."""


class SeatedPlayer:
    def __init__(self, pit: Pit, screen: Screen, config: Config, coach: bool) -> None:
        self.pit, self.screen, self.config, self.coach = pit, screen, config, coach
        self.seat = (config.places + 1) // 2
        self.keys = itertools.count()
        self.bets: dict[str, int] = {}
        self.started = 0
        game = config.rule_book
        self.pit.listen(lambda state, events: self.calls.extend(heard(event, {self.seat}, game) for _, event in events))
        self.calls: list[dict[str, Any]] = []

    def sit_down(self, cents: int, bots: int) -> None:
        self.started = cents
        self._chips(YOU, cents)
        self._do(Open(TABLE, self.config))
        self._do(Sit(YOU, "You", self.seat))
        initial = self.config.rule_book.initial
        bets = self.config.rule_book.opening_stakes(max(500, self.config.limit(initial)[0]))
        others = [seat for seat in range(1, self.config.places + 1) if seat != self.seat][:bots]
        for seat in others:
            name = f"bot-{seat}"
            self._chips(name, 10**9)
            self._do(Sit(name, f"Bot {seat}", seat, first_strategy(self.config.game), bets))
        self.screen.say(f"{self.config.rule_book.title}. {self.config.rule_book.book.summary}")
        self.screen.say("Play money only. " + KEYS, "dim")

    def play_on(self) -> None:
        try:
            while True:
                self._round()
        except (GotUp, EOFError):
            gained = self._purse() - self.started
            self.screen.say(f"\nYou leave with {self._purse() / 100:,.2f} dollars, {gained / 100:+,.2f}.")

    def _round(self) -> None:
        number = self._number()
        self._bet(number)
        self.calls.clear()
        self._do(Ready(YOU, self.seat, number))
        self._say_calls()
        while self._number() == number:
            self._decide(number)
            self._say_calls()
        seen = view(self.pit.tables[TABLE], self.seat)
        self.screen.felt({**seen, "round": seen["last"]}, self._purse())
        self.screen.results(seen["last"], self.seat)

    def _bet(self, number: int) -> None:
        while True:
            usual = ", ".join(f"{wager} {cents / 100:g}" for wager, cents in self.bets.items())
            line = self._ask(f"your bets{f' [{usual}]' if usual else ''}")
            if line.lower() in ("c", "coach"):
                self._coach_before()
                continue
            try:
                bets = self._read_bets(line) if line else dict(self.bets)
            except FeltlabError as error:
                self.screen.say(str(error), "yellow")
                continue
            if not bets:
                self._help()
                continue
            if self._do(Bet(YOU, self.seat, number, bets)):
                self.bets = bets
                return

    def _read_bets(self, line: str) -> dict[str, int]:
        """`5` is the opening bet, and one that must equal it; `ante 5, poker 1` names them."""
        bets: dict[str, int] = {}
        for part in line.replace("$", "").split(","):
            *name, amount = part.split() or [""]
            wager = name[0] if name else self.config.rule_book.initial
            if len(name) > 1 or wager not in self.config.wagers:
                raise FeltlabError(f"the bets here are {', '.join(self.config.wagers)}")
            bets[wager] = _cents(amount)
        return self.config.rule_book.with_equals(bets)

    def _decide(self, number: int) -> None:
        state = self.pit.tables[TABLE]
        assert state.round is not None  # noqa: S101
        stage = state.round.asked
        self.screen.felt(view(state, self.seat), self._purse())
        asked = advice(state, self.seat) if is_solved(self.config.rule_book) else None
        options = [(option.choice, float(option.ev)) for option in asked[1].options] if asked else []
        if self.coach and asked:
            self._coach(options, asked[1])
        names = [choice for choice, _ in options] or self._offered(stage, state.round)
        while True:
            line = self._ask(" / ".join(names))
            if line.lower() in ("c", "coach"):
                if asked:
                    self._coach(options, asked[1])
                else:
                    self.screen.say(NO_COACH, "yellow")
                continue
            choice = _choice(self.config.rule_book.round.asks[stage], line, names)
            if choice is None:
                self.screen.say(f"type one of: {', '.join(names)}", "yellow")
            elif self._do(Decide(YOU, self.seat, number, stage, choice)):
                if asked:
                    self._after(*judged(state, self.seat, choice))
                return

    def _offered(self, stage: str, round: Round) -> list[str]:
        """The answers to a question of a game that the lab has not solved."""
        ask = self.config.rule_book.round.asks[stage]
        if ask.trade:
            held = card_names(round.hands[self.seat].cards)
            return [KEEP, *(f"{TRADE} {card}" for card in held)]
        return [option for option in ask.options if option not in barred(round, self.seat)]

    def _after(self, worth: Advice, choice: str) -> None:
        if worth.strategy:
            if choice != worth.best.choice:
                self.screen.say(f"coach   the strategy {worth.strategy} says {worth.best.choice}", "yellow")
            return
        cost = worth.best.ev - next(option.ev for option in worth.options if option.choice == choice)
        if cost > 0:
            self.screen.say(f"coach   {worth.best.choice} was better, by {float(cost):.1%} of an opening bet", "yellow")

    def _coach(self, options: list[tuple[str, float]], worth: Advice) -> None:
        self.screen.coach(options, worth.best.choice, lab_of(self.config.game).strategy_text(self.config.terms))
        if worth.strategy:
            self.screen.say(f"sampled values; the mark shows what the strategy {worth.strategy} does", "dim")
        round = self.pit.tables[TABLE].round
        if round and not is_exact(round):
            self.screen.say("values for a fresh shoe: the coach does not count the cards that are gone", "dim")

    def _coach_before(self) -> None:
        """The coach's words before there are cards: how the game is played."""
        if not is_solved(self.config.rule_book):
            self.screen.say(NO_COACH, "yellow")
            return
        for line in lab_of(self.config.game).strategy_text(self.config.terms):
            self.screen.say(line, "dim")
        if self.config.rule_book.round.asks:
            self.screen.say("When you have a decision, c shows what each choice is worth.", "dim")

    def _help(self) -> None:
        self.screen.say(_help(self.config.rule_book, self.config.wagers), "dim")

    def _ask(self, prompt: str) -> str:
        while True:
            line = input(f"{prompt} > ").strip()
            match line.lower():
                case "q" | "quit":
                    raise GotUp
                case "?" | "help":
                    self._help()
                case "r" | "rules":
                    self.screen.say(self.config.rule_book.card)
                case "limits":
                    for name, words in limits_told(self.config):
                        self.screen.say(f"{name}: {words}")
                case "pays":
                    for table in self.config.terms.pays.values():
                        self.screen.say(f"{table.wager} {table.id}\n{table}")
                case _:
                    return line

    def _do(self, command: Command) -> bool:
        actor = getattr(command, "player", YOU)
        reply = self.pit.ask(Request(AtTable(TABLE, command, actor), f"play-{next(self.keys)}"))
        if isinstance(reply, Done):
            # An answer comes before the calls are announced; the next thing in line is done after them.
            self.pit.ask(Request(Work(lambda rows: None)))
            return True
        self.screen.say(reply.words, "yellow")
        return False

    def _chips(self, player: str, cents: int) -> None:
        self.pit.ask(Request(Chips(player, cents), f"play-{next(self.keys)}"))

    def _purse(self) -> int:
        return self.pit.ledger.balance(purse(YOU))

    def _number(self) -> int:
        round = self.pit.tables[TABLE].round
        return round.number if round else 0

    def _say_calls(self) -> None:
        for event in self.calls:
            self.screen.call("A fresh shoe" if event.get("fresh_shoe") else str(event.get("call", "")))
        self.calls.clear()


def _cents(text: str) -> int:
    dollars, _, rest = text.partition(".")
    if not (dollars + rest).isdecimal() or len(rest) > 2 or len(dollars) > 9 or not text.isascii():
        raise FeltlabError(f"write an amount like 5 or 2.50, not {shown(text)}")
    return int(dollars or "0") * 100 + int(rest.ljust(2, "0") or "0")


def _help(game: Game, wagers: Collection[str]) -> str:
    """What you can type for the questions of this game."""
    side = next((f", {wager} 1" for wager in wagers if wager != game.initial), "")
    decisions = ["decisions: the word or its first letter"]
    for ask in game.round.asks.values():
        if ask.set:
            plays = next(option for option in ask.options if not ask.folds(option))
            decisions.append(f"add cards, or a hand that is offered, to set the hand: `{plays[0]} As 2d 3c 4h`")
        if ask.trade:
            decisions.append(f"`{TRADE[0]} 2c` trades that card" + (", `t 2c 7d` both" if ask.trade.several else ""))
    bets = f"bets: a first bet in dollars, or `{game.initial} 5{side}`; Enter repeats the last bets"
    return "\n".join((bets, "; ".join(dict.fromkeys(decisions)), KEYS))


def _choice(ask: Ask, line: str, names: list[str]) -> dict[str, Any] | None:
    """The input as the table reads it; None if it is unclear."""
    words = line.lower().split()
    offered = [*ask.options, *((KEEP, TRADE) if ask.trade else ())]
    verb = words and (_named(" ".join(words), offered) or _named(words[0], offered))
    if not verb or not any(name == verb or name.startswith(f"{verb} ") for name in names):
        return None
    if verb in ask.options:
        made = {} if ask.set is None or ask.folds(verb) or not words[1:] else {ask.set.name: _set(words[1:])}
        return {ask.name: verb, **made}
    if ask.trade is None or (verb == KEEP) != (len(words) == 1) or (len(words) > 2 and not ask.trade.several):
        return None
    return {ask.name: ask.trade.written([_card(word) for word in words[1:]])}


def _named(typed: str, offered: list[str]) -> str:
    """The option that was typed, or begins that way; none if several do."""
    found = [option for option in offered if option == typed] or [o for o in offered if o.startswith(typed)]
    return found[0] if len(found) == 1 else ""


def _set(words: list[str]) -> str | list[str]:
    """Cards, or the name of a hand."""
    cards = [_card(word) for word in words]
    try:
        parse_cards(cards, len(cards), "set")
    except CardError:
        return " ".join(words)
    return cards


def _card(word: str) -> str:
    word = word.replace("10", "T")
    return word[:1].upper() + word[1:].lower()
