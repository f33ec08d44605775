"""Rounds that nobody sees: dealt, shown and settled once, so that no player's request waits for code to load.

Compiled rules are read from the disk on their first call. Playing finds all the calls: each seat makes every bet, and
the seats take turns with the choices, so nothing here knows a game.
"""

from contextlib import suppress
from hashlib import sha256
from typing import Any, Final

from feltlab.cards.card import JOKER
from feltlab.cards.names import Card, card_names
from feltlab.errors import FeltlabError
from feltlab.games import GAMES, Game
from feltlab.hands.jit import load
from feltlab.rules.steps import Ask
from feltlab.table.announce import heard
from feltlab.table.commands import Bet, Command, Decide, Open, Ready, Sit
from feltlab.table.config import Config, usual_price
from feltlab.table.history import history
from feltlab.table.refusal import Refusal
from feltlab.table.state import State
from feltlab.table.step import changes
from feltlab.table.views import view

ROUNDS: Final = 3
_NAME: Final = "first-rounds"
_RICH: Final = 10**12
_PLAYED: Final[dict[str, Game]] = {}


def play_first_rounds(slug: str) -> None:
    """Once per process for each game. An error here will occur at the table, and is reported there."""
    game = GAMES.get(slug)
    if game is not None and _PLAYED.get(slug) is not game:
        _PLAYED[slug] = game
        load()  # or the first hands would be read in plain Python, and a later one would wait for it
        with suppress(FeltlabError):
            _play(game)


def _play(game: Game) -> None:
    config = Config(game.slug, progressive_bet=usual_price(game.house()))
    bets = {wager: config.limit(wager)[0] for wager in config.wagers}
    seats = range(1, config.places + 1)
    state = _after(None, Open(_NAME, config))
    for seat in seats:
        state = _after(state, Sit(_player(seat), "", seat))
    for number in range(1, ROUNDS + 1):
        for seat in seats:
            state = _after(state, Bet(_player(seat), seat, number, bets))
        for seat in seats:
            state = _after(state, Ready(_player(seat), seat, number))
        while state.round and state.round.number == number and state.round.waiting:
            state = _decided(state, number)
        if state.last:
            history(state, state.last)


def _decided(state: State, number: int) -> State:
    round = state.round
    assert round is not None  # noqa: S101 - a seat is waited for
    seat, ask = round.waiting[0], round.config.rule_book.round.asks[round.asked]
    offered = _choices(ask, round.hands[seat].cards)
    choice = offered[(seat + number) % len(offered)]
    return _after(state, Decide(_player(seat), seat, number, round.asked, choice))


def _choices(ask: Ask, cards: tuple[Card, ...]) -> list[dict[str, Any]]:
    """Every option; for a trade, keeping all, and each card that may go."""
    may = card_names(card for card in cards if card != JOKER)
    traded = [ask.trade.written([card]) for card in may] if ask.trade else []
    return [dict(ask.default), *({ask.name: option} for option in (*ask.options, *traded))]


def _after(state: State | None, command: Command) -> State:
    """The table after a command, as seen and heard by a seat and a passer-by."""
    seed = sha256(repr(command).encode()).digest()
    players = {seat.player: _RICH for seat in state.seats.values()} if state else {}
    done = changes(state, command, 1, seed, players)
    if isinstance(done, Refusal):
        raise FeltlabError(f"the first rounds of {_NAME} cannot be played: {done.reason} {done.words}")
    after = done[-1].after
    for own in (None, next(iter(after.seats), None)):
        view(after, own)
        for change in done:
            heard(change.event, {own}, after.config.rule_book)
    return after


def _player(seat: int) -> str:
    return f"{_NAME}-{seat}"
