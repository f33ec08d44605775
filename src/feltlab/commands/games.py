"""feltlab games and feltlab rules: the games, and their rules."""

from textwrap import wrap
from typing import Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from feltlab.commands.examples import examples
from feltlab.commands.options import GameArgument, GameFileOption, JsonOption, RuleFileOption, find_game, find_house
from feltlab.games import GAMES, Game, House
from feltlab.money import dollars
from feltlab.rules.offering import differences, numbered, run_by
from feltlab.rules.pay_table import NOT_ON_THE_FELT, PayTable
from feltlab.rules.procedure import packets
from feltlab.wire import dump


def games(json: JsonOption = False, game: GameFileOption = None) -> None:
    """List the games with their wagers.

    Example: feltlab games
    """
    if json:
        typer.echo(dump([_game_entry(found) for found in GAMES.values()]))
        return
    table = Table(title="Games on the bench", title_justify="left", show_lines=True)
    for column in ("game", "in a sentence", "wagers", "seats"):
        table.add_column(column)
    for found in GAMES.values():
        wagers = ", ".join(found.wagers)
        table.add_row(Text(found.slug, style="bold"), found.book.summary, wagers, f"1–{found.numbers.seats}")
    Console().print(table)


@examples("rules {game}", "rules {shoe} --json")
def rules(game: GameArgument, json: JsonOption = False, rules: RuleFileOption = None) -> None:
    """Print a game's rules card, pay tables, dealer's procedure and rulings."""
    found = find_game(game)
    house = find_house(found, rules)
    run = run_by(found, house)
    if json:
        typer.echo(dump(_rules_entry(run, house)))
    else:
        _print_rules(run, house)


def _game_entry(game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "summary": game.book.summary,
        "seats": game.numbers.seats,
        "wagers": [
            {"slug": wager.slug, "name": wager.name, "role": wager.role.value, "placed": wager.placed}
            for wager in game.wagers.values()
        ],
    }


def _table_entry(table: PayTable, decks: int, house: House) -> dict[str, Any]:
    return {
        "wager": table.wager,
        "id": table.id,
        "source": table.source,
        "felt": table is house.pay_table(table.wager, None, decks),
        "pays": {line.event: str(line.pays) for line in table.lines},
    }


def _rules_entry(game: Game, house: House) -> dict[str, Any]:
    procedure = game.book.procedure
    decks = getattr(house.numbers, "decks", 1)
    tables = [table for by_id in house.pay_tables.values() for table in by_id.values()]
    return {
        **_game_entry(game),
        "document": game.book.document,
        "card": game.card.strip().splitlines(),
        "numbers": house.numbers.shown(game.wagers),
        "pay_tables": [_table_entry(table, decks, house) for table in tables],
        "progressives": [
            {
                "wager": rule.wager,
                "base_bets": rule.base_bets,
                "increment_rate": str(rule.increment_rate),
                "prices": list(game.wagers[rule.wager].fixed_stakes),
            }
            for rule in game.book.progressives.values()
        ],
        "procedure": {
            "dealing": {"starts": procedure.dealing.starts, "goes": procedure.dealing.goes},
            "taking": {"starts": procedure.taking.starts, "goes": procedure.taking.goes},
            "packets": [{"to": p.to, "cards": p.cards, "face": p.face, "when": p.when} for p in packets(game.round)],
            "settles": list(game.round.settles),
            "steps": [{"phase": step.phase, "words": step.words} for step in procedure.steps],
            "calls": dict(procedure.calls),
            "misdeal": procedure.misdeal,
            "discards": procedure.discards,
            "irregularities": list(procedure.irregularities),
        },
        "rulings": [{"rule": r.rule, "reading": r.reading, "why": r.why} for r in game.book.rulings],
    }


def _items(console: Console, rows: list[tuple[str, str]]) -> None:
    """Labels and words in two columns, with a hanging indent. A grid takes ten times as long."""
    column = max((len(label) for label, _ in rows), default=0) + len("  ")
    for label, words in rows:
        first, *others = wrap(words, max(20, console.width - column - 1), break_on_hyphens=False) or [""]
        print(f"{label:>{column}} {first}", *(f"{'':{column}} {line}" for line in others), sep="\n", file=console.file)


def _print_rules(game: Game, house: House) -> None:
    console = Console(highlight=False)
    book, procedure = game.book, game.book.procedure
    console.print(Text(game.card.strip().partition("\n\n")[0]), end="\n\n")
    _items(console, [(f"{number}.", words) for number, words in numbered(game.card).items()])
    if book.document:
        console.print(f"\n[bold]Source[/bold]: {book.document}")
    meanings, numbers = house.numbers.meanings(), house.numbers.shown(game.wagers)
    console.print("\n[bold]Rule numbers[/bold] (a house may set its own)")
    _items(console, [(f"{name} = {value}", meanings[name]) for name, value in numbers.items()])
    if changed := differences(game):
        words = f"This house differs from the card above: {'; '.join(changed)}"
        console.print(Text(words, style="yellow"))
    console.print("\n[bold]Pay tables[/bold] (* on the felt)")
    for wager, tables in house.pay_tables.items():
        console.print(_pay_tables(game.wagers[wager].name, list(tables.values())))
    for rule in book.progressives.values():
        bet = game.wagers[rule.wager]
        price = f"; costs {' or '.join(map(dollars, bet.fixed_stakes))}" if bet.fixed_stakes else ""
        console.print(f"  {bet.name}: base amount {rule.base_bets:,} bets, {rule.increment} of each bet{price}")
    console.print(
        f"\n[bold]Dealer's procedure[/bold]: dealt {procedure.dealing.goes} from the {procedure.dealing.starts};"
        f" taken and paid {procedure.taking.goes} from the {procedure.taking.starts};"
        f" a seat's wagers in the order {', '.join(game.round.settles)}"
    )
    steps = enumerate(procedure.steps, start=1)
    _items(console, [(f"{number}. {step.phase}:", step.words) for number, step in steps])
    console.print("\n[bold]Calls[/bold]")
    _items(console, [(f"{occasion}:", f"“{words}”") for occasion, words in procedure.calls.items()])
    console.print("\n[bold]Misdeal, discards, irregularities[/bold]")
    _items(console, [("•", words) for words in (procedure.misdeal, procedure.discards, *procedure.irregularities)])
    if book.rulings:
        console.print("\n[bold]Rulings[/bold]: how the documents are read")
    _items(console, [(f"rule {ruling.rule}:", f"{ruling.reading} ({ruling.why})") for ruling in book.rulings])


def _felt_mark(table: PayTable) -> str:
    return table.id + {1: " *", NOT_ON_THE_FELT: ""}.get(table.felt_from, f"\n* {table.felt_from}+ decks")


def _pay_tables(name: str, tables: list[PayTable]) -> Table:
    grid = Table(title=name, title_justify="left")
    grid.add_column("event")
    alike: dict[tuple[object, ...], list[PayTable]] = {}
    for table in tables:
        alike.setdefault(tuple((line.event, str(line.pays)) for line in table.lines), []).append(table)
    for same in alike.values():
        grid.add_column(", ".join(_felt_mark(table) for table in same), justify="right")
    tables = [same[0] for same in alike.values()]
    longest_first = sorted(tables, key=lambda table: -len(table.lines))
    for event in dict.fromkeys(line.event for table in longest_first for line in table.lines):
        pays = [{line.event: str(line.pays) for line in table.lines}.get(event, "–") for table in tables]
        grid.add_row(event, *pays)
    return grid
