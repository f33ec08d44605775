"""The pack of a round, shuffled and cut as the game declares its deals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from feltlab.cards import joker_shoe
from feltlab.cards.cut import Stacks
from feltlab.cards.deck import without
from feltlab.cards.names import Card, card_named, card_names
from feltlab.cards.shuffle import Shape, context, shuffled_packs
from feltlab.games import GAMES
from feltlab.table.state import Round


@dataclass(frozen=True)
class Pack:
    """A shuffled pack cut into stacks: a seat's cards do not depend on who else plays."""

    seats: Mapping[int, tuple[Card, ...]]
    places: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """The table's, by name."""
    replacements: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    """By seat, what its trade may draw, in order."""


def pack_of(table: str, round: Round) -> Pack:
    return _pack(table, round.number, round.seed, tuple(round.client_seeds.items()), round.config.shape, round.gone)


@lru_cache(maxsize=256)
def _pack(
    table: str, round: int, seed: str, seeds: tuple[tuple[int, str], ...], shape: Shape, gone: tuple[Card, ...]
) -> Pack:
    game = GAMES[shape.game]
    cut, said = game.cut, context(table, round, shape, dict(seeds), game.bound_cut, card_names(gone))
    named = [range(len(deck.cards)) for deck in cut.second]
    shoe = without(joker_shoe(shape.decks, shape.jokers), gone)
    cards, *others = shuffled_packs(bytes.fromhex(seed), said, shoe, *named)
    places, drawn = _stacks(cards, cut.shared, cut.hand * shape.seats)
    for deck, order in zip(cut.second, others, strict=True):
        stacks, _ = _stacks(order, deck.places)
        places |= {place: tuple([card_named(deck.cards[card]) for card in stack]) for place, stack in stacks.items()}
    seats, more = range(1, shape.seats + 1), cut.replacements
    return Pack(
        {seat: cards[cut.hand * (seat - 1) : cut.hand * seat] for seat in seats},
        places,
        {seat: cards[drawn + more * (seat - 1) : drawn + more * seat] for seat in seats if more},
    )


def _stacks(cards: tuple[int, ...], stacks: Stacks, first: int = 0) -> tuple[dict[str, tuple[int, ...]], int]:
    """The cards of each stack, and where the last one ends."""
    found = {}
    for place, count in stacks:
        found[place] = cards[first : first + count]
        first += count
    return found, first
