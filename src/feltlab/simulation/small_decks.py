"""Decks so small that every round of them is dealt one by one: the plans are held against that."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, perm
from typing import Final, NamedTuple

from feltlab.cards import RANKS as RANK_NAMES
from feltlab.cards import SUITS, cards_text, parse_card
from feltlab.errors import FeltlabError
from feltlab.exact.figures import Analysis
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.solving.lab import GeneralLab
from feltlab.exact.solving.parts import solver_of
from feltlab.exact.solving.plain import Plain, PlainShoe, PlainTrade
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.solver import plan_of
from feltlab.exact.solving.trade_lab import TradeLab
from feltlab.exact.solving.tree_lab import TreeLab
from feltlab.rules.game import Game, Terms

MOST_DEALS: Final = 20_000
"""Dealt one by one in plain Python: some seconds."""
MOST_TRADED: Final = 700_000
"""Pairs of a hand and what it may become, where settled hands are remembered."""
RANKS: Final = (12, 0, 6, 11, 1, 9, 5, 10, 2, 8, 3, 7, 4)
"""In the order in which a deck of whole ranks takes them: the highest, the lowest, the middle, then what is near."""
_MIXED: Final = "As 2c 8h Ks Qs Ah 8s Jd 5c Ad 2s 3s Td 6h Kh 4s 9c 7d Qh 3c"
MIXED: Final = tuple(parse_card(card) for card in _MIXED.split())
"""In the order in which a deck of many ranks takes them: hands without a pair and hands of every kind."""


class SmallDeck(NamedTuple):
    lab: GeneralLab
    plain: Plain | PlainShoe | PlainTrade
    cards: tuple[int, ...]


class HeldAgainst(NamedTuple):
    """A deck by the plan and dealt one by one."""

    cards: str
    value: Fraction
    unlike: str
    """Where the two differ; empty if they do not."""
    reached: frozenset[tuple[str, str]]
    """Ends of the main game and grades of side bets that came up: the wager and the event."""


def small_decks(game: Game, terms: Terms) -> Iterator[SmallDeck]:
    """Of whole ranks, as the plans see a whole deck, and of many ranks with few cards each."""
    lab = solver_of(game)
    if type(lab) is GeneralLab:
        for deck in dict.fromkeys((_whole_ranks(game), _many_ranks(game))):
            if deck:
                yield SmallDeck(GeneralLab(game, plan_of(game, deck)), Plain(game, deck, terms), deck)
    elif type(lab) is TradeLab:
        if deck := _whole_ranks(game, dealt_twice=True):
            yield SmallDeck(TradeLab(game, deck), PlainTrade(game, deck, terms), deck)
    elif type(lab) is TreeLab and (shoe := _small_shoe(game.round.cards(1))):
        yield SmallDeck(TreeLab(game, shoe), PlainShoe(game, shoe, terms), shoe)


def held_against(game: Game, terms: Terms, small: SmallDeck) -> HeldAgainst:
    figures, plain = small.lab.analyze(terms).main, small.plain
    pairs = [("main", figures.expectation, plain.expectation())]
    reached = {("main", event) for event in plain.events}
    for slug in game.grades:
        nets = pay_nets(terms.pays[slug], dict.fromkeys(game.progressive_wagers, Fraction(100)))
        by_hand = plain.side(slug, nets)
        if by_hand is None:
            continue
        counts = small.lab.grade_counts(slug, terms) or []
        priced = sum((net * many for net, many in zip(nets, counts, strict=True)), Fraction(0)) / sum(counts)
        pairs.append((slug, priced, by_hand))
        lines = terms.pays[slug].by_grade
        reached |= {(slug, line.event) for line, many in zip(lines, counts, strict=False) if line and many}
    wrong = [f"{name}: {plan} by the plan, {dealt} dealt one by one" for name, plan, dealt in pairs if plan != dealt]
    return HeldAgainst(_named(small.cards), pairs[0][2], next(iter(wrong), ""), frozenset(reached))


def unreached(analysis: Analysis, held: Sequence[HeldAgainst]) -> list[str]:
    """Ends of whole rounds, and lines of side bets, that none of the decks came to."""
    reached = {one for deck in held for one in deck.reached}
    ends = [("main", outcome) for outcome in analysis.main.outcomes]
    ends += [(slug, outcome) for slug, of in analysis.wagers.items() for outcome in of.outcomes[:-1]]
    return [
        outcome.event if slug == "main" else f"{slug}: {outcome.event}"
        for slug, outcome in ends
        if outcome.combinations and (slug, outcome.event) not in reached
    ]


def _named(cards: tuple[int, ...]) -> str:
    """Whole ranks by their names, other cards one by one."""
    ranks = sorted({card >> 2 for card in cards}, reverse=True)
    if len(cards) == len(SUITS) * len(ranks):
        return f"{len(cards)} cards (four each of {' '.join(RANK_NAMES[rank] for rank in ranks)})"
    return f"{len(cards)} cards ({cards_text(sorted(cards, reverse=True))})"


def _fits(game: Game, deck: tuple[int, ...]) -> bool:
    try:
        return Seeing(game, deck).deals <= MOST_DEALS
    except FeltlabError:
        return False


def _whole_ranks(game: Game, dealt_twice: bool = False) -> tuple[int, ...]:
    """The largest; `dealt_twice`: every hand is looked at with every hand that it may become."""
    for ranks in range(6, 0, -1):
        deck = tuple(sorted(4 * rank + suit for rank in RANKS[:ranks] for suit in range(4)))
        if comb(len(deck), game.round.hand) ** 2 <= MOST_TRADED if dealt_twice else _fits(game, deck):
            return deck
    return ()


def _many_ranks(game: Game) -> tuple[int, ...]:
    decks = (tuple(sorted(MIXED[:size])) for size in range(len(MIXED), 4, -1))
    return next((deck for deck in decks if _fits(game, deck)), ())


def _small_shoe(needed: int) -> tuple[int, ...]:
    """Two of each rank, as a shoe has cards that are worth the same."""
    order = [4 * rank + suit for rank in RANKS for suit in range(2)]
    size = max((size for size in range(needed, 13) if perm(size, needed) <= MOST_DEALS), default=0)
    return tuple(sorted(order[:size]))
