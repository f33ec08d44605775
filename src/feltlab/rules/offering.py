"""A game as a house runs it: with the bets it offers, on its numbers, and without a word about other bets."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from feltlab.money import dollars
from feltlab.rules.book import OWN, Book, load_book
from feltlab.rules.game import Game
from feltlab.rules.house import House
from feltlab.rules.round import Script
from feltlab.rules.steps import Step, Take


def run_by(game: Game, house: House) -> Game:
    """Everything that reads a declaration can read this one; its own house is the one given."""
    whole = game.whole
    script = Script(tuple(_offered(whole.round.steps, house.wagers))) if house.left_off else whole.round
    book = _book(whole, script, house)
    return replace(
        whole,
        wagers=house.wagers,
        numbers=house.numbers,
        book=book,
        card=without_rules(whole.card, book.unsaid),
        round=script,
        sides={slug: grade for slug, grade in whole.sides.items() if slug in house.wagers},
        left_off=house.left_off,
        declared=whole,
    )


def _offered(steps: tuple[Step, ...], wagers: Collection[str]) -> Iterator[Step]:
    """The steps of a round; a step with nothing left to take or pay is dropped."""
    for step in steps:
        if not isinstance(step, Take):
            yield step
        elif kept := tuple(slug for slug in step.wagers if slug in wagers):
            yield replace(step, wagers=kept, lost=tuple(slug for slug in step.lost if slug in wagers))


def _book(game: Game, script: Script, house: House) -> Book:
    book = game.book
    if game.folder and (house.left_off or house.numbers != game.numbers):
        book = load_book(game.folder, book.scales, house.numbers, house.wagers)
    elif house.left_off:
        from feltlab.rules.declaring import procedure  # for games of one file

        book = replace(book, procedure=procedure(script, house.wagers))
    scales = {slug: scale for slug, scale in book.scales.items() if slug in house.wagers}
    return replace(book, scales=scales, pay_tables=house.pay_tables, progressives=house.progressives)


def differences(game: Game, besides: Collection[str] = ()) -> list[str]:
    """How a game as a house runs it differs from its document, one line each, besides the numbers named.

    Bets left off are not mentioned.
    """
    return [*_changed_numbers(game, besides), *_changed_meters(game)]


def _changed_numbers(game: Game, besides: Collection[str]) -> list[str]:
    own, printed = game.numbers.shown(game.wagers), game.whole.numbers.shown()
    meanings = game.numbers.meanings()
    return [
        f"{meanings[name]}: {name} = {own[name]}, not {printed[name]}"
        for name in own
        if own[name] != printed[name] and name not in besides
    ]


def _changed_meters(game: Game) -> list[str]:
    """How a house's own progressives differ."""
    found = []
    for slug, rule in game.book.progressives.items():
        printed, own, name = game.whole.book.progressives[slug], game.wagers[slug].fixed_stakes, game.wagers[slug].name
        if rule.base_bets != printed.base_bets:
            found.append(f"{name} starts at {rule.base_bets:,} bets, not {printed.base_bets:,}")
        if rule.increment != printed.increment:
            found.append(f"{name} grows by {rule.increment}, not {printed.increment}")
        if own != game.whole.wagers[slug].fixed_stakes:
            found.append(f"{name} costs {' or '.join(map(dollars, own))}")
        if OWN in game.book.pay_tables[slug]:
            found.append(f"{name} has awards of its own")
    return found


def numbered(card: str) -> dict[int, str]:
    """The rules of a rules card by number, each as one text."""
    found: dict[int, str] = {}
    for number, line in _lines(card):
        if number:
            found[number] = f"{found[number]} {line}" if number in found else line.partition(". ")[2]
    return found


def repeated(card: str) -> list[int]:
    """Numbers that two rules of a card share; the second would be read as a line of the first."""
    heads = [(line, line.strip().partition(". ")) for line in card.splitlines()]
    numbers = [
        (len(line) - len(line.lstrip()), int(head)) for line, (head, dot, _) in heads if dot and head.isdecimal()
    ]
    deepest = max((indent for indent, number in numbers[:2]), default=0)  # a continuation line is indented further
    found = [number for indent, number in numbers if indent <= deepest]
    return sorted({number for number in found if found.count(number) > 1})


def without_rules(card: str, unsaid: Collection[int]) -> str:
    """A rules card without some of its rules; the others keep their numbers."""
    if not unsaid:
        return card
    lines = card.splitlines()
    said = [line for line, (number, _) in zip(lines, _lines(card), strict=True) if number not in unsaid]
    return "\n".join(said) + "\n"


def _lines(card: str) -> Iterator[tuple[int, str]]:
    """Each line of a card with the number of its rule, or 0 before the first."""
    last = 0
    for line in card.splitlines():
        head, dot, _ = line.strip().partition(". ")
        if dot and head.isdecimal() and int(head) > last:
            last = int(head)
        yield (last if line.strip() else 0), line.strip()
