"""Nobody is told anything that depends on a card they have not seen, in whatever words.

A round is played twice with the same commands, over packs that agree on every card that one viewer has seen by some
moment and on no other: up to the next card that this viewer sees, every byte that the viewer is told must be the same.
Only the viewer makes side bets, and nobody else folds: what becomes of others' bets is told to all.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from feltlab.cards import joker_shoe
from feltlab.cards.card import JOKER
from feltlab.cards.names import Card, card_named, card_names
from feltlab.games import GAMES, Game
from feltlab.games.loading import load_game
from feltlab.rules.steps import Ask
from feltlab.table import Config, pack, taking
from feltlab.table.announce import heard
from feltlab.table.commands import Bet, Command, Decide, Open, Ready, Sit
from feltlab.table.config import usual_price
from feltlab.table.pack import Pack
from feltlab.table.refusal import Refusal
from feltlab.table.state import Round, State
from feltlab.table.step import changes
from feltlab.table.views import round_view, view
from feltlab.wire import dump
from tests.table.strangers import STRANGERS

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = ("spring_tide.py", "games/jacks_or_better.py", "games/let_it_ride.py")
SEATS, VIEWER = (1, 2, 3), 2
ROUNDS = 25
Slot = tuple[str, Any, int]
"""A card of the pack: of a seat, of a place of the table, of what a seat may draw."""
Cards = dict[Slot, Card]


@dataclass(frozen=True)
class Told:
    """Something the viewer is told, and which cards the viewer has seen by then."""

    text: bytes
    seen: frozenset[Slot]


def slots(dealt: Pack) -> Cards:
    stacks: dict[tuple[str, Any], tuple[Card, ...]] = {}
    stacks |= {("seats", seat): cards for seat, cards in dealt.seats.items()}
    stacks |= {("places", place): cards for place, cards in dealt.places.items()}
    stacks |= {("drawn", seat): cards for seat, cards in dealt.replacements.items()}
    return {(*name, at): card for name, cards in stacks.items() for at, card in enumerate(cards)}


def packed(cards: Cards) -> Pack:
    stacks: dict[str, dict[Any, tuple[Card, ...]]] = {"seats": {}, "places": {}, "drawn": {}}
    for (kind, name, _), card in cards.items():
        stacks[kind][name] = (*stacks[kind].get(name, ()), card)
    return Pack(stacks["seats"], stacks["places"], stacks["drawn"])


def another(game: Game, config: Config, cards: Cards, seen: frozenset[Slot], random: Random) -> Cards:
    """Every card that is not seen exchanged for one that could as well be there."""
    named = {deal.place: game.second_decks[deal.deck] for deal in game.round.second_deals}
    made = dict(cards)
    hidden = [slot for slot in cards if slot not in seen and slot[1] not in named]
    left = list(joker_shoe(config.shape.decks, config.shape.jokers))
    for slot in cards.keys() - set(hidden):
        if slot[1] not in named:
            left.remove(cards[slot])
    made |= dict(zip(hidden, random.sample(left, len(hidden)), strict=True))
    for place, deck in named.items():
        below = [slot for slot in cards if slot[1] == place]
        if seen.isdisjoint(below):  # which is turned first tells by the rules what the others are not
            made |= dict(zip(below, map(card_named, random.sample(deck, len(below))), strict=True))
    return made


def seen_in(round: Round, own: int | None) -> frozenset[Slot]:
    """The cards that the view has, and what the viewer has drawn."""
    shown = round_view(round, own)
    found: set[Slot] = {
        ("seats", int(seat), at)
        for seat, hand in shown["seats"].items()
        for at, card in enumerate(hand["cards"])
        if card
    }
    for place in round.config.rule_book.round.table_deals:
        found |= {("places", place, at) for at, card in enumerate(shown[place]) if card}
    for seat, hand in shown["seats"].items():
        if hand["replacement"]:
            found |= {("drawn", int(seat), at) for at in range(len(round.hands[int(seat)].drawn))}
    return frozenset(found)


class Play:
    """A round by the same commands whatever the pack; what one viewer is told of it until nothing is left to decide."""

    def __init__(self, game: Game, number: int, own: int | None, cards: Cards | None) -> None:
        self.game, self.number, self.own, self.told = game, number, own, list[Told]()
        self.config = Config(game.slug, progressive_bet=usual_price(game.house()))
        self.state: State | None = None
        self.cards: Cards = cards or {}
        with pytest.MonkeyPatch.context() as patch:
            dealt = pack._pack

            def given(*of: Any) -> Pack:
                self.cards = self.cards or slots(dealt(*of))
                return packed(self.cards)

            patch.setattr(pack, "_pack", given)
            self._play()

    def _play(self) -> None:
        self._do(Open("unseen", self.config))
        for seat in SEATS:
            self._do(Sit(f"p{seat}", "", seat))
        for seat in SEATS:
            self._do(Bet(f"p{seat}", seat, 1, self._bets(seat)))
        for seat in SEATS:
            self._do(Ready(f"p{seat}", seat, 1))
        while (round := self._round()) and round.waiting:
            seat, ask = round.waiting[0], round.config.rule_book.round.asks[round.asked]
            self._do(Decide(f"p{seat}", seat, 1, round.asked, self._choice(ask, round, seat)))

    def _round(self) -> Round | None:
        return self.state.round if self.state and self.state.round and self.state.round.number == 1 else None

    def _bets(self, seat: int) -> dict[str, int]:
        wagers = self.config.wagers
        least = {wager: self.config.limit(wager)[0] for wager in wagers}
        opening = {slug for slug in wagers if self.game.wagers[slug].equals or slug == self.game.initial}
        return least if seat == self.own else {wager: least[wager] for wager in wagers if wager in opening}

    def _choice(self, ask: Ask, round: Round, seat: int) -> dict[str, Any]:
        random = Random(f"{self.number}/{seat}/{round.asked}")
        options = [option for option in ask.options if seat == self.own or option != "fold"]
        if ask.trade:
            own = card_names(card for card in round.hands[seat].cards if card != JOKER)
            traded = ask.trade.written([random.choice(own)]) if seat == self.own and own else None
            return {ask.name: random.choice([None, traded])}
        return {ask.name: random.choice(options)}

    def _do(self, command: Command) -> None:
        seed = sha256(f"{self.number}".encode()).digest()
        rich = {f"p{seat}": 10**9 for seat in SEATS}
        done = changes(self.state, command, 1, seed, rich)
        assert not isinstance(done, Refusal), (command, done)
        for change in done:
            self.state = change.after
            round = self._round()
            if round is None or round.phase != "play" or not self._more_to_decide(round):
                continue
            said = dump([heard(change.event, self.own, self.game), view(self.state, self.own)])
            self.told.append(Told(said.encode(), seen_in(round, self.own)))

    def _more_to_decide(self, round: Round) -> bool:
        """A question is open, or comes after what has been done."""
        asked = [stage for hand in round.hands.values() for stage in hand.decided]
        return bool(round.waiting) or len(set(asked)) < len(self.game.round.asks)


def moments(play: Play) -> Iterator[tuple[frozenset[Slot], int]]:
    """What was seen at each moment, with how much had been told when the viewer saw more."""
    for at, told in enumerate(play.told):
        if at + 1 == len(play.told) or play.told[at + 1].seen != told.seen:
            yield told.seen, at + 1


def differing(game: Game, own: int | None, rounds: int = ROUNDS) -> list[tuple[bytes, bytes]]:
    found = []
    for number in range(rounds):
        play = Play(game, number, own, None)
        assert play.told
        for seen, upto in moments(play):
            cards = another(game, play.config, play.cards, seen, Random(f"{number}/{upto}"))
            again = Play(game, number, own, cards)
            pairs = zip(play.told[:upto], again.told[:upto], strict=False)
            found += [(one.text, other.text) for one, other in pairs if one.text != other.text][:1]
    return found


def _game(name: str) -> Iterator[Game]:
    if name.endswith(".py"):
        game = load_game(EXAMPLES / name)
        yield game
        GAMES.pop(game.slug)
    elif name in STRANGERS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(GAMES, name, STRANGERS[name])
            yield STRANGERS[name]
    else:
        yield GAMES[name]


@pytest.fixture(params=[*GAMES, *STRANGERS, *FILES])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    yield from _game(request.param)


@pytest.mark.parametrize("own", [VIEWER, 1, None], ids=["in the middle", "first", "who watches"])
def test_p07_nothing_told_depends_on_what_is_unseen(game: Game, own: int | None) -> None:
    assert differing(game, own) == []


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.round.trade])
def test_p07_the_words_of_the_end_told_too_early_are_found(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taking, "early_words", lambda facts, step, hands: hands)
    assert differing(GAMES[slug], VIEWER)
