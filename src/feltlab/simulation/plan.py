"""What to simulate: everything that determines a round except its number, as plain data for any machine."""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from feltlab.errors import FeltlabError, shown
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.lab import check_strategy, first_strategy, terms_of
from feltlab.rules.game import Game, Terms
from feltlab.rules.house import House
from feltlab.wire import dump

LARGEST_SEED = 2**64 - 1
MOST_ROUNDS = 10**15


@dataclass(frozen=True)
class Plan:
    """What determines the rounds of a simulation."""

    game: str
    seed: int
    strategy: str = ""
    """Default: best play, or the first strategy of a sampled game."""
    seats: int = 1
    pay_tables: tuple[tuple[str, str], ...] = ()
    decks: int | None = None
    house: House | None = field(default=None, compare=False)
    """A house's own rules; None for the documents' rules."""
    table: bytes | None = field(default=None, repr=False)
    """A strategy file's decisions, from `strategy_file.read_strategy`; they override the strategy."""
    own: Callable[[Any], Any] | None = field(default=None, compare=False)
    """Your own decisions: a function of the cards that numba can compile. It has no exact value."""
    file: str = field(default="", compare=False, repr=False)
    """The file from which another process loads the game; empty for a built-in game."""

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise FeltlabError(f"{shown(self.game)} is not a game: choose from {', '.join(GAMES)}")
        object.__setattr__(self, "file", GAMES[self.game].source)
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed <= LARGEST_SEED:
            raise FeltlabError(f"a seed is a whole number from 0 to 2^64 - 1, not {shown(self.seed)}")
        object.__setattr__(self, "strategy", self.strategy or first_strategy(self.game))
        check_strategy(self.game, self.terms, self.strategy)
        most = self.terms.numbers.seats
        if not 1 <= self.seats <= most:
            raise FeltlabError(f"{self.game} has 1 to {most} seats, not {shown(self.seats)}")
        if self.own and self.table is not None:
            raise FeltlabError("decisions come from a strategy file or from a function, not from both")

    @property
    def rules(self) -> Game:
        return GAMES[self.game] if self.game in GAMES or not self.file else load_game(self.file)

    @property
    def run_by(self) -> House:
        """The house whose bets are played; default: the documents' rules."""
        return self.house or self.rules.house()

    @property
    def terms(self) -> Terms:
        return terms_of(self.rules, self.house, dict(self.pay_tables), self.decks)

    @property
    def decided_by(self) -> str:
        """The strategy's name; a file or function is identified by a digest of its content."""
        if self.own:
            code = self.own.__code__
            return f"own {_digest(code.co_code + repr((code.co_consts, code.co_names)).encode())}"
        return self.strategy if self.table is None else f"file {_digest(self.table)}, {self.strategy}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seed": self.seed,
            "strategy": self.decided_by,
            "seats": self.seats,
            "numbers": self.terms.numbers.shown(),
            "pays": {wager: str(table) for wager, table in self.terms.pays.items()},
            **({"file": self.rules.mark} if self.rules.mark else {}),
            **self._own_meters,
        }

    @property
    def _own_meters(self) -> dict[str, Any]:
        """The rules of the meters that are a house's own."""
        printed = self.rules.book.progressives
        own = {slug: rule for slug, rule in self.terms.progressives.items() if rule != printed[slug]}
        return {"meters": {slug: [rule.base_bets, rule.increment] for slug, rule in own.items()}} if own else {}

    @property
    def fingerprint(self) -> str:
        """Equal for plans that deal the same rounds; a resumed run is checked against it."""
        return _digest(dump(self.to_dict()).encode())


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()
