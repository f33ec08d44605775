"""The felt in a terminal: cards, bets, calls and results, drawn from the view that every client of the table gets."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from feltlab.money import dollars
from feltlab.rules.game import Game
from feltlab.rules.steps import CARDS, DEALER, TABLE, Deal, Trade

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card(text: str | None, out: bool = False) -> Text:
    """A card in its suit's color; a face-down card shows its back, and one that is out is struck through."""
    if text is None:
        return Text("▒▒▒", style="blue")
    struck = "strike dim " if out else "bold "
    if text == "Jo":
        return Text(" ★ ", style=f"{struck}magenta on white")
    rank = "10" if text[0] == "T" else text[0]
    red = text[1] in "dh"
    return Text(f"{rank:>2}{SUITS[text[1]]}", style=f"{struck}red on white" if red else f"{struck}black on white")


def _lying(round: Mapping[str, Any], deal: Deal) -> Iterator[tuple[str, Text]]:
    """The cards of a place by its name; the dealer's hand as it is laid, with the unused cards above it."""
    laid, called = round["laid"] if deal.place == DEALER else None, deal.place.replace("_", " ").title()
    if deal.deck != CARDS:
        yield called, names(round[deal.place])
    elif laid is None:
        yield called, cards(round[deal.place])
    else:
        if laid["unused"]:
            yield "unused", cards(laid["unused"])
        yield called, Text.assemble(cards(laid["hand"]), "" if laid["qualifies"] else "  does not qualify")


def _bets(hand: Mapping[str, Any]) -> str:
    """The bets still there: bets taken or paid are gone."""
    done = {result["wager"] for result in hand["results"]}
    return ", ".join(f"{wager} {dollars(cents)}" for wager, cents in hand["stakes"].items() if wager not in done)


def _traded(trade: Trade, made: Any, drawn: Any) -> Text:
    """For face-down cards, that some were traded, not which."""
    if made is None:
        return Text("stays")
    if drawn is None:
        return Text("traded")
    return Text.assemble("traded ", cards(trade.listed(made)), " for ", cards(trade.listed(drawn)))


def _taken(hand: Mapping[str, Any]) -> str:
    """Which cards of a second deck took which of the hand's, by their places."""
    out = [f"card {place} by {', '.join(by)}" for place, by in enumerate(hand["struck"], start=1) if by]
    return f"; out: {'; '.join(out)}" if out else ""


def cards(texts: Iterable[str | None]) -> Text:
    return Text(" ").join(card(text) for text in texts)


def names(texts: Iterable[str | None]) -> Text:
    """Cards of a deck with names instead of ranks and suits."""
    return Text(", ".join(text or "▒▒▒" for text in texts))


def _shoe(shoe: Mapping[str, Any]) -> str:
    gone = " ".join(f"{rank}:{count}" for rank, count in shoe["gone"].items())
    after = "; the next shoe is a fresh one" if shoe["fresh_next"] else ""
    return f"Shoe    {shoe['left']} of {shoe['cards']} cards left, cut card after {shoe['cut']}{after}; gone {gone}"


class Screen:
    def __init__(self, console: Console, game: Game) -> None:
        self.console, self.game = console, game

    def felt(self, view: Mapping[str, Any], purse: int) -> None:
        self.console.print(
            Panel(self._felt(view["round"], view), title=self.game.title, subtitle=f"purse {dollars(purse)}")
        )

    def _felt(self, round: Mapping[str, Any], view: Mapping[str, Any]) -> RenderableType:
        rows: list[RenderableType] = []
        for deal in self.game.round.deals:
            if deal.to == TABLE and round[deal.place]:
                rows += [Text.assemble((f"{called:<7} ", "dim"), lying) for called, lying in _lying(round, deal)]
        table = Table.grid(padding=(0, 2))
        for number, hand in round["seats"].items():
            seat = view["seats"].get(number, {"name": "", "you": False})
            who = Text(f"{number} {seat['name']}", style="bold green" if seat["you"] else "dim")
            table.add_row(who, self._hand(hand) if hand["cards"] else "", _bets(hand), self._state(hand))
        return Group(*rows, table, *([Text(_shoe(view["shoe"]), style="dim")] if view["shoe"] else []))

    def _hand(self, hand: Mapping[str, Any]) -> Text:
        """A seat's cards, after its trade; taken cards are struck out."""
        lying = list(hand["cards"])
        for ask in self.game.round.asks.values():
            if ask.trade and hand["replacement"] is not None:
                traded, drawn = ask.trade.listed(hand["choices"][ask.name]), ask.trade.listed(hand["replacement"])
                for old, new in zip(traded, drawn, strict=False):
                    lying[lying.index(old)] = new
        struck = hand["struck"] or [()] * len(lying)
        return Text(" ").join(card(code, out=bool(taken)) for code, taken in zip(lying, struck, strict=True))

    def _state(self, hand: Mapping[str, Any]) -> Text:
        if hand["void"]:
            return Text("void", style="yellow")
        if hand["folded"]:
            return Text("folded", style="dim")
        choices = hand["choices"]
        for ask in self.game.round.asks.values():
            if ask.trade and ask.name in choices:
                return Text.assemble(_traded(ask.trade, choices[ask.name], hand["replacement"]), _taken(hand))
            if ask.set and (made := choices.get(ask.set.name)) is not None:
                return Text(f"plays {made}") if isinstance(made, str) else Text.assemble("plays ", cards(made))
        return Text("plays" if choices else "")

    def call(self, words: str) -> None:
        if words:
            self.console.print(Text.assemble(("dealer  ", "dim"), (words, "italic")))

    def results(self, round: Mapping[str, Any], seat: int) -> None:
        hand = round["seats"].get(str(seat))
        if hand is None:
            return
        table = Table(box=None, padding=(0, 2), header_style="dim")
        for column in ("bet", "staked", "returned", "why"):
            table.add_column(column, justify="right" if column in ("staked", "returned") else "left")
        for result in hand["results"]:
            won = result["returned"] - result["staked"]
            style = "green" if won > 0 else "red" if won < 0 else ""
            name = self.game.wagers[result["wager"]].name
            table.add_row(name, dollars(result["staked"]), dollars(result["returned"]), result["why"], style=style)
        net = sum(result["returned"] - result["staked"] for result in hand["results"])
        self.console.print(table)
        self.console.print(
            Text(f"  net {dollars(net)}", style="bold green" if net > 0 else "bold red" if net < 0 else "bold")
        )

    def coach(self, options: Iterable[tuple[str, float]], best: str, why: Iterable[str]) -> None:
        table = Table(box=None, padding=(0, 2), header_style="dim")
        table.add_column("choice")
        table.add_column("worth, in opening bets", justify="right")
        for choice, value in options:
            table.add_row(choice, f"{value:+.6f}", style="bold green" if choice == best else "")
        self.console.print(table)
        for line in why:
            self.console.print(f"  {line}", style="dim", highlight=False)

    def say(self, words: str, style: str = "") -> None:
        self.console.print(words, style=style, highlight=False, markup=False)
