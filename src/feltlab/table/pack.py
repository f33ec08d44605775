"""The pack of a round, shuffled and cut as the game declares its deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from feltlab.cards import card_text, joker_shoe
from feltlab.cards.cut import Stacks
from feltlab.cards.shuffle import Shape, context, shuffled_packs
from feltlab.games import GAMES
from feltlab.table.state import Round


@dataclass(frozen=True)
class Pack:
    """A shuffled pack cut into stacks: who else plays does not change what a seat is dealt."""

    seats: Mapping[int, tuple[str, ...]]
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Of the table, by name."""
    replacements: Mapping[int, str] = field(default_factory=dict)


def pack_of(table: str, round: Round) -> Pack:
    return _pack(table, round.number, round.seed, tuple(round.client_seeds.items()), round.config.shape)


@lru_cache(maxsize=256)
def _pack(table: str, round: int, seed: str, seeds: tuple[tuple[int, str], ...], shape: Shape) -> Pack:
    game = GAMES[shape.game]
    cut, said = game.cut, context(table, round, shape, dict(seeds), game.bound_cut)
    named = [range(len(deck.cards)) for deck in cut.second]
    cards, *others = shuffled_packs(bytes.fromhex(seed), said, joker_shoe(shape.decks, shape.jokers), *named)
    shared, drawn = _stacks(cards, cut.shared, cut.hand * shape.seats)
    places = {place: _texts(stack) for place, stack in shared.items()}
    for deck, order in zip(cut.second, others, strict=True):
        stacks, _ = _stacks(order, deck.places)
        places |= {place: tuple([deck.cards[card] for card in stack]) for place, stack in stacks.items()}
    seats = range(1, shape.seats + 1)
    return Pack(
        {seat: _texts(cards[cut.hand * (seat - 1) : cut.hand * seat]) for seat in seats},
        places,
        {seat: card_text(cards[drawn + seat - 1]) for seat in seats if cut.replacements},
    )


def _texts(cards: Sequence[int]) -> tuple[str, ...]:
    return tuple([card_text(card) for card in cards])


def _stacks(cards: Sequence[int], stacks: Stacks, first: int = 0) -> tuple[dict[str, Sequence[int]], int]:
    """The cards of each stack, and where the last one ends."""
    found = {}
    for place, count in stacks:
        found[place] = cards[first : first + count]
        first += count
    return found, first
