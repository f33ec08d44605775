"""Rounds to learn from: any declared game, dealt from a seed, decided as people do, settled by its rule book."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from feltlab.cards import JOKER, card_text, cards_text, joker_shoe, parse_card, parse_cards
from feltlab.errors import RulesError
from feltlab.rules.allowing import allowed
from feltlab.rules.game import Game
from feltlab.rules.lines import only_due, read_round
from feltlab.rules.seen import fields_of
from feltlab.rules.settlement import Settlement
from feltlab.rules.steps import FOLD, Ask, Raise, Trade
from feltlab.rules.wagers import Role

STAKES = (500, 700, 750, 1_100, 1_250, 1_300, 1_500, 1_700, 2_250, 2_500, 3_500)
"""Cents, odd enough that you have to work out the pays."""
TRIES = 800

Line = dict[str, Any]


class DealtSeat(NamedTuple):
    number: int
    line: Line
    """The round of this seat as `feltlab settle` reads it."""
    settlement: Settlement


class DealtTable(NamedTuple):
    """The cards shared by all seats of a round, and the cards that are left."""

    fields: Mapping[str, Any]
    left: list[int]

    def cards(self, *fields: str) -> tuple[int, ...]:
        texts = [text for name in fields for text in self.fields[name].split()]
        return parse_cards(texts, len(texts), fields[0])


def stakes(game: Game, rng: Random, bets: int) -> dict[str, int]:
    """The opening bet and up to that many others that are not progressive."""
    first = rng.choice(STAKES)
    found = game.opening_stakes(first)
    sides = [wager for wager in game.wagers.values() if wager.role is Role.SIDE]
    for wager in rng.sample(sides, min(bets, len(sides))):
        lower = [stake for stake in STAKES if stake <= first] if wager.not_above else list(STAKES)
        found[wager.slug] = rng.choice(lower)
    return {slug: found[slug] for slug in game.wagers if slug in found}


def shoe_of(game: Game) -> list[int]:
    return list(joker_shoe(getattr(game.numbers, "decks", 1), getattr(game.numbers, "jokers", 0)))


def dealt_table(game: Game, rng: Random) -> DealtTable:
    shoe, at = shoe_of(game), 0
    fields: dict[str, Any] = {}
    rng.shuffle(shoe)
    for deal in game.round.shared_deals:
        for name, cards in fields_of(deal).items():
            fields[name] = cards_text(shoe[at : at + cards])
            at += cards
    for deal in game.round.second_deals:
        fields[deal.place] = rng.sample(list(game.second_decks[deal.deck]), deal.cards)
    return DealtTable(fields, shoe[at:])


def hand(game: Game, rng: Random, table: DealtTable, fold: bool | None = None) -> Line:
    """One seat's cards, taken from those left, with a decision such as people make."""
    folds = rng.random() < 0.3 if fold is None else fold
    line: Line = {}
    for deal in game.round.seat_deals:
        for name, cards in fields_of(deal).items():
            line[name] = cards_text([table.left.pop() for _ in range(cards)])
    last = _folding(game, rng)
    choices = _choices(game, rng, table, line, last if folds else None)
    return {**line, "choices": choices}


def line_of(game: Game, rng: Random, table: DealtTable, wagers: Mapping[str, int], fold: bool | None = None) -> Line:
    """A seat's whole round, with the cards and choices that its rules have."""
    line = {"game": game.slug, **table.fields, **hand(game, rng, table, fold), "wagers": dict(wagers)}
    return only_due(line, game, game.numbers)


def _choices(game: Game, rng: Random, table: DealtTable, line: Line, folds_at: Ask | None) -> Line:
    """A seat is asked until it folds, and is not asked again about a bet it has made."""
    choices: Line = {}
    raised: set[str] = set()
    for ask in game.round.asks.values():
        if ask.trade:
            traded = _traded(game, rng, line, ask.trade)
            choices[ask.name] = ask.trade.written(traded)
            if traded:  # drawn cards are a field of the line
                line[ask.trade.draws] = ask.trade.written([card_text(table.left.pop()) for _ in traded])
        elif ask.raises is None or (ask.raises.wager in raised and not game.conditions):
            continue
        elif ask is folds_at:
            choices[ask.name] = FOLD
            break
        else:
            limited, may = ask.stage in game.allows, ask.options
            if limited:
                may = allowed(game, ask, _dealt(game, table, line, choices), game.numbers)
            bold = _bold(ask.raises, may, folds_at) or may
            if not bold:
                raise RulesError(f"{game.slug}: with some hands allow refuses every answer to {ask.stage!r}")
            choices[ask.name] = made = bold[0] if len(bold) == 1 else rng.choice(bold)
            if ask.folds(made):
                break
            raised |= {ask.raises.wager} if ask.raises.options[made] else set()
    return choices


def _dealt(game: Game, table: DealtTable, line: Line, choices: Line) -> dict[str, tuple[int, ...]]:
    """Every card by place and by part, as rules look at them, after a trade if there is one."""
    found: dict[str, tuple[int, ...]] = {}
    for deal in (*game.round.seat_deals, *game.round.shared_deals):
        for name, cards in fields_of(deal).items():
            found[name] = parse_cards({**table.fields, **line}[name], cards, name)
            found[deal.place] = found[name] if name == deal.place else (*found.get(deal.place, ()), *found[name])
    game.reader.trade_of(found, choices, game.reader.drawn(line))
    return found


def _bold(asked: Raise, may: Sequence[str], folds_at: Ask | None) -> list[str]:
    """Every option but a fold; with a choice, a bet that is folded later is not made earlier."""
    bold = [option for option in may if option != FOLD]
    waits = folds_at is not None and folds_at.raises is not None and folds_at.raises.wager == asked.wager
    return [option for option in bold if waits and not asked.options[option]] or bold


def _folding(game: Game, rng: Random) -> Ask | None:
    """The question at which a seat folds, if it does."""
    asks = [ask for ask in game.round.asks.values() if FOLD in ask.options]
    return next((ask for ask in asks[:-1] if rng.random() < 0.5), asks[-1]) if asks else None


def _traded(game: Game, rng: Random, line: Line, trade: Trade) -> list[str]:
    tradable = [card for card in own_cards(game, line) if parse_card(card) != JOKER]
    if not tradable or rng.random() >= 0.6:
        return []
    if not trade.several:
        return [rng.choice(tradable)]
    gone = set(rng.sample(tradable, rng.randint(1, min(trade.most, len(tradable)))))
    return [card for card in tradable if card in gone]


def seated(game: Game, rng: Random, seats: list[int], bets: int, fold: bool | None = None) -> list[DealtSeat]:
    """A round with these seats taken, in the order of their numbers."""
    table = dealt_table(game, rng)
    found = []
    for number in seats:
        line = line_of(game, rng, table, stakes(game, rng, bets), fold)
        found.append(DealtSeat(number, line, read_round(line, game, game.house()).settle()))
    return found


def until(make: Callable[[], DealtSeat], wanted: Callable[[DealtSeat], bool]) -> DealtSeat:
    """The first round that will do, or the last one tried."""
    found = make()
    for _ in range(TRIES):
        if wanted(found):
            break
        found = make()
    return found


def on_table(game: Game, line: Line) -> dict[str, list[str]]:
    """The shared cards, by place."""
    laid = {
        deal.place: [card for name in fields_of(deal) for card in line.get(name, "").split()]
        for deal in game.round.shared_deals
    }
    return laid | {deal.place: list(line[deal.place]) for deal in game.round.second_deals}


def own_cards(game: Game, line: Line) -> list[str]:
    return [card for deal in game.round.seat_deals for name in fields_of(deal) for card in line.get(name, "").split()]
