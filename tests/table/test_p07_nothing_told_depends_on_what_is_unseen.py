"""Nobody is told anything that depends on a card they have not seen, in whatever words.

A round is played twice with the same commands, over packs that agree on every card that one viewer has seen by some
moment and on no other: up to the next card that this viewer sees, every byte that the viewer is told must be the same.
Only the viewer makes side bets: what becomes of others' is told to all. In some rounds others fold, all bet tokens, or the
shoe is shared and the round is its second.
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
from feltlab.rules.settlement import Settlement
from feltlab.rules.steps import Ask
from feltlab.table import Config, announce, pack, shoe, taking
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
ROUNDS, FEW = 25, 8
Slot = tuple[str, Any, int]
"""A card of the pack: of a seat, of a place of the table, of what a seat may draw."""
Cards = dict[Slot, Card]


@dataclass(frozen=True)
class Manner:
    """What may happen in a round beside the usual."""

    others_fold: bool = False
    tokens: bool = False
    penetration: int = 0
    """Of a shoe that is shared; then it is the second round that is looked at."""
    one_player: bool = False
    """All seats are the viewer's, at a table of their own."""

    @property
    def number(self) -> int:
        return 2 if self.penetration else 1


USUAL, FOLDS, TOKENS, SHOE = Manner(), Manner(True), Manner(True, tokens=True), Manner(penetration=75)
HANDS = Manner(True, one_player=True)


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


def another(play: "Play", seen: frozenset[Slot], random: Random) -> Cards:
    """Every card that is not seen exchanged for one that could as well be there."""
    game, config, cards = play.game, play.config, play.cards
    named = {deal.place: game.second_decks[deal.deck] for deal in game.round.second_deals}
    made = dict(cards)
    hidden = [slot for slot in cards if slot not in seen and slot[1] not in named]
    left = list(joker_shoe(config.shape.decks, config.shape.jokers))
    for card in play.gone:
        left.remove(card)
    for slot in cards.keys() - set(hidden):
        if slot[1] not in named:
            left.remove(cards[slot])
    made |= dict(zip(hidden, random.sample(left, len(hidden)), strict=True))
    for place, deck in named.items():
        below = [slot for slot in cards if slot[1] == place]
        if seen.isdisjoint(below):  # which is turned first tells by the rules what the others are not
            made |= dict(zip(below, map(card_named, random.sample(deck, len(below))), strict=True))
    return made


def seen_in(round: Round, own: frozenset[int]) -> frozenset[Slot]:
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

    def __init__(self, game: Game, number: int, own: int | None, cards: Cards | None, manner: Manner = USUAL) -> None:
        self.game, self.number, self.own, self.told, self.manner = game, number, own, list[Told](), manner
        self.config = Config(
            game.slug,
            progressive_bet=usual_price(game.house()),
            penetration=manner.penetration,
            private=manner.one_player,
        )
        self.owns = frozenset(SEATS if own and manner.one_player else {own} if own else ())
        self.gone: tuple[Card, ...] = ()
        self.state: State | None = None
        self.cards: Cards = cards or {}
        with pytest.MonkeyPatch.context() as patch:
            dealt = pack._pack

            def given(table: str, round: int, *of: Any) -> Pack:
                if round != manner.number:
                    return dealt(table, round, *of)
                self.cards, self.gone = self.cards or slots(dealt(table, round, *of)), of[-1]
                return packed(self.cards)

            patch.setattr(pack, "_pack", given)
            self._play()

    def _who(self, seat: int) -> str:
        return f"p{VIEWER if self.manner.one_player else seat}"

    def _play(self) -> None:
        self._do(Open("unseen", self.config))
        for seat in SEATS:
            self._do(Sit(self._who(seat), "", seat))
        for number in range(1, self.manner.number + 1):
            self._play_round(number)

    def _play_round(self, number: int) -> None:
        for seat in SEATS:
            bets = self._bets(seat)
            self._do(Bet(self._who(seat), seat, number, bets, bets if self.manner.tokens else {}))
        for seat in SEATS:
            self._do(Ready(self._who(seat), seat, number))
        while (round := self._round(number)) and round.waiting:
            seat, ask = round.waiting[0], round.config.rule_book.round.asks[round.asked]
            choice = self._choice(ask, round, seat)
            self._do(Decide(self._who(seat), seat, number, round.asked, choice, self._raised(ask, choice, round, seat)))

    def _round(self, number: int) -> Round | None:
        return self.state.round if self.state and self.state.round and self.state.round.number == number else None

    def _raised(self, ask: Ask, choice: dict[str, Any], round: Round, seat: int) -> dict[str, int]:
        """The raise as a token, where tokens are bet."""
        if not self.manner.tokens or not ask.raises or not ask.raises.options[choice[ask.name]]:
            return {}
        return {ask.raises.wager: round.hands[seat].stakes[ask.raises.of]}

    def _bets(self, seat: int) -> dict[str, int]:
        wagers = [slug for slug in self.config.wagers if not (self.manner.tokens and slug in self._meters)]
        least = {wager: self.config.limit(wager)[0] for wager in wagers}
        opening = {slug for slug in wagers if self.game.wagers[slug].equals or slug == self.game.initial}
        return least if seat == self.own else {wager: least[wager] for wager in wagers if wager in opening}

    @property
    def _meters(self) -> tuple[str, ...]:
        """A meter takes no token."""
        return tuple(self.game.progressive_wagers)

    def _choice(self, ask: Ask, round: Round, seat: int) -> dict[str, Any]:
        random = Random(f"{self.number}/{seat}/{round.asked}")
        may_fold = seat == self.own or self.manner.others_fold
        options = [option for option in ask.options if may_fold or option != "fold"]
        if ask.trade:
            own = card_names(card for card in round.hands[seat].cards if card != JOKER)
            traded = ask.trade.written([random.choice(own)]) if seat == self.own and own else None
            return {ask.name: random.choice([None, traded])}
        return {ask.name: random.choice(options)}

    def _do(self, command: Command) -> None:
        seed = sha256(f"{self.number}".encode()).digest()
        rich = {f"p{seat}": 10**9 for seat in SEATS}
        done = changes(self.state, command, 1, seed, rich, rich)
        assert not isinstance(done, Refusal), (command, done)
        for change in done:
            self.state = change.after
            round = self._round(self.manner.number)
            if round is None or round.phase != "play" or not self._more_to_decide(round):
                continue
            said = dump([heard(change.event, self.owns, self.game), view(self.state, self.own)])
            self.told.append(Told(said.encode(), seen_in(round, self.owns)))

    def _more_to_decide(self, round: Round) -> bool:
        """A question is open, or comes after what has been done."""
        asked = [stage for hand in round.hands.values() for stage in hand.decided]
        return bool(round.waiting) or len(set(asked)) < len(self.game.round.asks)


def moments(play: Play) -> Iterator[tuple[frozenset[Slot], int]]:
    """What was seen at each moment, with how much had been told when the viewer saw more."""
    for at, told in enumerate(play.told):
        if at + 1 == len(play.told) or play.told[at + 1].seen != told.seen:
            yield told.seen, at + 1


def differing(game: Game, own: int | None, rounds: int = ROUNDS, manner: Manner = USUAL) -> list[tuple[bytes, bytes]]:
    found = []
    for number in range(rounds):
        play = Play(game, number, own, None, manner)
        assert play.told
        assert bool(play.gone) == bool(manner.penetration)
        for seen, upto in moments(play):
            again = Play(game, number, own, another(play, seen, Random(f"{number}/{upto}")), manner)
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


FOLDING = [slug for slug, game in GAMES.items() if any("fold" in ask.options for ask in game.round.asks.values())]
WITH_TOKENS = [slug for slug, game in GAMES.items() if game.tokens]
SHARING = ("rule-out", "games/casino_war.py")


@pytest.mark.parametrize("own", [VIEWER, None], ids=["in the middle", "who watches"])
@pytest.mark.parametrize("slug", FOLDING)
def test_p07_nor_where_others_fold(slug: str, own: int | None) -> None:
    assert differing(GAMES[slug], own, FEW, FOLDS) == []


@pytest.mark.parametrize("own", [VIEWER, None], ids=["the player", "who watches"])
def test_p07_nor_where_all_hands_are_one_players(game: Game, own: int | None) -> None:
    assert differing(game, own, FEW, HANDS) == []


def test_p07_one_players_other_hand_told_to_who_watches_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    told = announce.heard
    monkeypatch.setitem(globals(), "heard", lambda event, own, game: told(event, own or {1}, game))
    assert differing(GAMES["low-four"], VIEWER, 1, HANDS) == []
    assert differing(GAMES["low-four"], None, FEW, HANDS)


@pytest.mark.parametrize("own", [VIEWER, None], ids=["in the middle", "who watches"])
@pytest.mark.parametrize("slug", WITH_TOKENS)
def test_p07_nor_where_tokens_are_bet(slug: str, own: int | None) -> None:
    assert differing(GAMES[slug], own, FEW, TOKENS) == []


@pytest.mark.parametrize("own", [VIEWER, None], ids=["in the middle", "who watches"])
@pytest.mark.parametrize("game", SHARING, indirect=True)
def test_p07_nor_where_a_shoe_is_shared(game: Game, own: int | None) -> None:
    assert differing(game, own, FEW, SHOE) == []


def test_p07_words_of_a_fold_that_tell_of_the_dealers_hand_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taking, "early_words", lambda facts, step, hands: hands)
    monkeypatch.setattr(announce, "words_told", lambda game, hands, shown, knows: dict(hands))
    assert differing(GAMES["low-four"], None, FEW) == []  # nobody folds
    assert differing(GAMES["low-four"], None, FEW, FOLDS)


def test_p07_a_token_that_tells_of_the_dealers_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(settlement: Settlement, tokens: Any) -> Any:
        return tokens if "odd" in settlement.hands["dealer"] else {}

    monkeypatch.setattr(taking, "tokens_returned", told)
    assert differing(GAMES["ace-odd-even"], None, FEW, FOLDS) == []  # no token lies there
    assert differing(GAMES["ace-odd-even"], None, FEW, TOKENS)


@pytest.mark.parametrize("game", SHARING, indirect=True)
def test_p07_a_shoe_that_counts_what_is_to_come_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ranks of cards that are still in it."""
    out = shoe.out_of_shoe
    monkeypatch.setattr(shoe, "out_of_shoe", lambda round: _all_of_pack(round) if round.phase == "play" else out(round))
    assert differing(game, None, FEW, SHOE)


def _all_of_pack(round: Round) -> tuple[Card, ...]:
    dealt = pack.pack_of("unseen", round)
    stacks = (*dealt.seats.values(), *dealt.replacements.values())
    return tuple(sorted((*round.gone, *(card for stack in stacks for card in stack))))
