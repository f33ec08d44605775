"""A table in the hand of a test: commands go in, the log and every purse are kept, and a seeded player tries everything.

The purses follow from the events alone, by the contract's table of transfers and not by any code of the program.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from random import Random
from typing import Any

from feltlab.cards.names import card_names
from feltlab.table import Config, Refusal, State, evolve, step
from feltlab.table.commands import (
    Advance,
    Bet,
    ClientSeed,
    Command,
    Configure,
    Decide,
    Leave,
    Open,
    Presence,
    Rate,
    Ready,
    Sit,
    Status,
    Tick,
    Void,
)
from feltlab.table.dealer import step_of
from feltlab.table.events import (
    Decided,
    Event,
    RoundVoided,
    SeatSettled,
    SeatVoided,
    WagersPlaced,
    event_body,
    read_event,
)
from feltlab.table.irregular import round_causes, seat_causes
from feltlab.table.state import Round, SeatHand
from feltlab.wire import dump, read_object

GAMES = ("ace-odd-even", "low-four", "quick-draw-holdem", "rule-out")
PLACES = {"ace-odd-even": 6, "low-four": 6, "quick-draw-holdem": 7, "rule-out": 7}
ALL_BETS: Mapping[str, Mapping[str, int]] = {
    "ace-odd-even": {"ante": 1000, "odd-even": 500, "poker": 500, "poker-progressive": 100},
    "low-four": {"ante": 1000, "low-points": 500, "high-points": 500, "combo-progressive": 100},
    "quick-draw-holdem": {"flop": 1000, "flop-bonus": 500, "best-four": 500},
    "rule-out": {"main": 1000, "joker": 500},
}
OPENING = {"ace-odd-even": "ante", "low-four": "ante", "quick-draw-holdem": "flop", "rule-out": "main"}
CHEAP_BOTS = {
    "ace-odd-even": "never-fold",
    "low-four": "never-fold",
    "quick-draw-holdem": "never-fold",
    "rule-out": "keep",
}
PURSE = 1_000_000_000
TOKENS = 1_000_000

Chooser = Callable[["Table", int, str], Mapping[str, Any]]


def player(seat: int) -> str:
    return f"player-{seat}"


def one_player(seat: int) -> str:
    """At a private table one player may have all the seats."""
    return player(1)


class Table:
    """Every step is given the seed that belongs to the next round's number, so a run is the same each time."""

    def __init__(
        self, config: Config | str, name: str = "table", owner: Callable[[int], str] = player, **settings: Any
    ) -> None:
        self.name, self.owner = name, owner
        self.state: State | None = None
        self.log: list[Event] = []
        self.now = 1_000_000
        self.purses: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.bank = 0
        self.must(Open(name, config if isinstance(config, Config) else Config(config, **settings)))

    @property
    def table(self) -> State:
        assert self.state is not None
        return self.state

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def game(self) -> str:
        return self.table.config.game

    def seed(self) -> bytes:
        return sha256(f"{self.name}/{self.state.rounds + 1 if self.state else 0}".encode()).digest()

    def funds(self, command: Command) -> dict[str, int]:
        """The purses of those who are seated and of the one who asks."""
        players = {seat.player for seat in self.state.seats.values()} if self.state else set()
        return {who: PURSE + self.purses[who] for who in players | {getattr(command, "player", "")}}

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        asking = getattr(command, "player", "")
        held = {asking: TOKENS + self.tokens[asking]}
        done = step(self.state, command, self.now, self.seed(), self.funds(command), held)
        if not isinstance(done, Refusal):
            for event in done:
                self.add(event)
        return done

    def must(self, command: Command) -> tuple[Event, ...]:
        done = self.do(command)
        assert not isinstance(done, Refusal), (command, done)
        return done

    def refused(self, command: Command) -> str:
        before = self.state
        done = self.do(command)
        assert isinstance(done, Refusal), (command, done)
        assert self.state is before
        return done.reason

    def add(self, event: Event) -> None:
        for who, cents in moved(self.state, event):
            self.purses[who] += cents
        for who, cents in tokens_moved(self.state, event):
            self.tokens[who] += cents
        if isinstance(event, SeatSettled):
            self.bank += sum(result.staked - result.returned for result in event.results)
        self.state = evolve(self.state, event)
        self.log.append(event)

    # What tests do all the time.

    def sit(self, *seats: int) -> "Table":
        for seat in seats:
            self.must(Sit(self.owner(seat), f"Player {seat}", seat))
        return self

    def bots(self, *seats: int, strategy: str = "", bets: Mapping[str, int] | None = None) -> "Table":
        for seat in seats:
            bot = strategy or CHEAP_BOTS[self.game]
            self.must(Sit(player(seat), f"Bot {seat}", seat, bot, ALL_BETS[self.game] if bets is None else bets))
        return self

    def bet(self, seat: int, wagers: Mapping[str, int] | None = None) -> tuple[Event, ...]:
        bets = ALL_BETS[self.game] if wagers is None else wagers
        return self.must(Bet(self.owner(seat), seat, self.round.number, bets))

    def ready(self, *seats: int) -> None:
        for seat in seats:
            self.must(Ready(self.owner(seat), seat, self.round.number))

    def decide(self, seat: int, choice: Mapping[str, Any]) -> tuple[Event, ...]:
        return self.must(Decide(self.owner(seat), seat, self.round.number, self.round.asked, choice))

    def lock(self, seats: tuple[int, ...] | range, bets: Mapping[int, Mapping[str, int]] | None = None) -> None:
        """These seats bet and say that they are ready; with a manual dealer the bets are closed too."""
        for seat in seats:
            self.bet(seat, bets[seat] if bets else None)
        self.ready(*seats)
        if self.round.config.dealer == "manual":
            self.must(Advance("no more bets"))

    def play_out(self, choose: Chooser | None = None, order: Random | None = None) -> None:
        """Finish the round that is out: the seats decide, a manual dealer goes on."""
        choose, number = choose or at_risk, self.round.number
        while (round := self.table.round) and round.number == number:
            if round.waiting:
                seat = order.choice(round.waiting) if order else round.waiting[0]
                self.decide(seat, choose(self, seat, round.asked))
            else:
                self.must(Advance(step_of(round)))

    def results(self) -> dict[int, tuple[Any, ...]]:
        assert self.table.last is not None
        return {seat: hand.results for seat, hand in self.table.last.hands.items()}


def moved(state: State | None, event: Event) -> Iterator[tuple[str, int]]:
    """What an event puts in whose purse."""
    round = state.round if state else None
    if isinstance(event, WagersPlaced):
        assert round
        lay = round.hands[event.seat] if event.seat in round.hands else SeatHand(event.player)
        yield event.player, _chips(lay.stakes, lay.tokens) - _chips(event.stakes, event.tokens)
    elif isinstance(event, Decided):
        assert round
        yield round.hands[event.seat].player, -_chips(event.raised, event.tokens)
    elif isinstance(event, SeatSettled):
        assert round
        yield round.hands[event.seat].player, sum(result.returned - result.token for result in event.results)
    elif isinstance(event, SeatVoided):
        assert round
        yield round.hands[event.seat].player, _chips(event.returned, round.hands[event.seat].tokens)
    elif isinstance(event, RoundVoided):
        assert round
        for seat, stakes in event.returned.items():
            yield round.hands[seat].player, _chips(stakes, round.hands[seat].tokens)


def _chips(stakes: Mapping[str, int], tokens: Mapping[str, int]) -> int:
    return sum(cents - tokens.get(wager, 0) for wager, cents in stakes.items())


def tokens_moved(state: State | None, event: Event) -> Iterator[tuple[str, int]]:
    """What an event puts among whose tokens."""
    hands = state.round.hands if state and state.round else {}
    if isinstance(event, WagersPlaced):
        lay = hands[event.seat].tokens if event.seat in hands else {}
        yield event.player, sum(lay.values()) - sum(event.tokens.values())
    elif isinstance(event, Decided):
        yield hands[event.seat].player, -sum(event.tokens.values())
    elif isinstance(event, SeatSettled):
        yield hands[event.seat].player, sum(result.token for result in event.results)
    elif isinstance(event, SeatVoided):
        yield hands[event.seat].player, sum(hands[event.seat].tokens.get(wager, 0) for wager in event.returned)
    elif isinstance(event, RoundVoided):
        for seat, stakes in event.returned.items():
            yield hands[seat].player, sum(hands[seat].tokens.get(wager, 0) for wager in stakes)


STAYING: Mapping[str, Mapping[str, Any]] = {
    "play": {"decision": "play"},
    "flop": {"flop": "bet"},
    "turn": {"turn": "bet"},
    "trade": {"trade": None},
}
GIVING_UP: Mapping[str, Mapping[str, Any]] = {
    "play": {"decision": "fold"},
    "flop": {"flop": "fold"},
    "turn": {"turn": "fold"},
    "trade": {"trade": None},
}


def at_risk(table: Table, seat: int, stage: str) -> Mapping[str, Any]:
    """Play everything, keep every card."""
    return STAYING[stage]


def folding(table: Table, seat: int, stage: str) -> Mapping[str, Any]:
    return GIVING_UP[stage]


def by_seat(table: Table, seat: int, stage: str) -> Mapping[str, Any]:
    """Any legal choice, always the same for a seat of a round: it does not see who else is there."""
    return any_choice(table, seat, stage, Random(f"{table.name}/{table.round.number}/{seat}/{stage}"))


def any_choice(table: Table, seat: int, stage: str, rng: Random) -> Mapping[str, Any]:
    cards = card_names(table.round.hands[seat].cards)
    if stage == "trade":
        return {"trade": rng.choice([None, *(card for card in cards if card != "Jo")])}
    if stage != "play":
        return {stage: rng.choice(("bet", "bet", "fold"))}
    if rng.random() < 0.3:
        return {"decision": "fold"}
    if rng.random() < 0.5:
        return {"decision": "play"}
    odd_or_four = rng.choice(("odd", "even")) if table.game == "ace-odd-even" else rng.sample(cards, min(4, len(cards)))
    return {"decision": "play", "set": odd_or_four}


def some_bets(game: str, rng: Random) -> dict[str, int]:
    """Legal bets of any size, in odd cents."""
    opening = OPENING[game]
    bets = {opening: rng.randint(100, 100_000)}
    for wager, usual in ALL_BETS[game].items():
        if wager != opening and rng.random() < 0.6:
            most = min(10_000, bets[opening]) if wager == "joker" else 10_000
            bets[wager] = usual if wager.endswith("progressive") else rng.randint(100, most)
    return bets


def replayed(log: list[Event]) -> State:
    """The state from the log as it is stored: through text and back."""
    state: State | None = None
    for event in log:
        state = evolve(state, read_event(type(event).__name__, read_object(dump(event_body(event)).encode())))
    assert state is not None
    return state


# A player who tries everything.


class Wild:
    """Plays random commands, legal and not, and moves the clock."""

    several = False
    """Whether one player takes all the seats, at a table of their own."""

    def __init__(self, game: str, seed: int, seats: int | None = None, **settings: Any) -> None:
        self.rng = Random(f"{game}/{seed}")
        clocks: dict[str, Any] = {
            "betting_seconds": self.rng.choice((0, 20)),
            "decision_seconds": self.rng.choice((0, 10)),
        }
        dealer = self.rng.choice(("automatic", "automatic", "manual"))
        self.table = Table(
            Config(game, **({"dealer": dealer, **clocks} | settings)),
            f"wild-{seed}",
            one_player if self.several else player,
        )
        self.shoe = self.table.table.config.penetration
        self.places = range(1, (seats or PLACES[game]) + 1)
        self.table.sit(*self.rng.sample(self.places, self.rng.randint(0, len(self.places))))

    def run(self, commands: int, after: Callable[[Table, Command, Any], None] | None = None) -> Table:
        for _ in range(commands):
            command = self.command()
            done = self.table.do(command)
            if after:
                after(self.table, command, done)
        return self.table

    def command(self) -> Command:
        rng, state = self.rng, self.table.table
        self.table.now += rng.choice((0, 10, 500, 4000))
        if state.status == "paused" and rng.random() < 0.2:
            return Status("open")
        if state.round and state.round.waiting and rng.random() < 0.55:
            return self._decide(rng.choice(state.round.waiting))
        if state.round and state.round.config.dealer == "manual" and rng.random() < 0.4:
            return Advance(step_of(state.round) if rng.random() < 0.9 else "turn river")
        kind = rng.choices(
            ("sit", "bot", "bet", "ready", "seed", "decide", "leave", "presence", "tick", "void", "status",
             "configure", "rate", "advance"),
            (8, 2, 30, 30, 3, 4, 2, 6, 4, 2, 3, 2, 1, 2),
        )[0]  # fmt: skip
        seats = tuple(state.seats) if state.seats and kind not in ("sit", "bot") and rng.random() < 0.9 else self.places
        made: Command = getattr(self, f"_{kind}")(rng.choice(seats))
        return made

    def _number(self) -> int:
        round = self.table.table.round
        return (round.number if round else 0) + self.rng.choice((0,) * 9 + (1,))

    def _owner(self, seat: int) -> str:
        taken = self.table.table.seats.get(seat)
        return taken.player if taken and self.rng.random() < 0.95 else player(self.rng.randint(1, 9))

    def _sit(self, seat: int) -> Command:
        return Sit(player(1 if self.several else self.rng.randint(1, 9)), "Somebody", seat)

    def _bot(self, seat: int) -> Command:
        return Sit(f"bot-{seat}", "Bot", seat, CHEAP_BOTS[self.table.game], some_bets(self.table.game, self.rng))

    def _bet(self, seat: int) -> Command:
        bets: dict[str, Any] = some_bets(self.table.game, self.rng)
        if self.rng.random() < 0.15:
            bets[self.rng.choice([*bets, "ante", "main", "nothing"])] = self.rng.choice((0, -5, 99, 10**9, True, "5"))
        tokens = self._tokens(bets)
        return Bet(self._owner(seat), seat, self._number(), {} if self.rng.random() < 0.1 else bets, tokens)

    def _tokens(self, bets: Mapping[str, Any]) -> dict[str, Any]:
        """Now and then some of the bets are tokens, where the game takes them; seldom where it does not."""
        if self.rng.random() > (0.4 if self.table.table.config.rule_book.tokens else 0.03):
            return {}
        wager = self.rng.choice([*bets])
        whole = bets[wager] if type(bets[wager]) is int else 100
        tokens: dict[str, Any] = {wager: self.rng.choice((whole, max(1, whole // 2), min(whole, 2_500), whole + 1))}
        if self.rng.random() < 0.05:
            tokens[self.rng.choice(("play", "poker-progressive", "nothing"))] = self.rng.choice((100, -1, "5", True))
        return tokens

    def _ready(self, seat: int) -> Command:
        return Ready(self._owner(seat), seat, self._number())

    def _seed(self, seat: int) -> Command:
        text = self.rng.choice(("", "lucky", "x" * 64, "x" * 65, "ü"))
        return ClientSeed(self._owner(seat), seat, self._number(), text)

    def _decide(self, seat: int) -> Command:
        round = self.table.table.round
        stage = round.asked if round and round.asked and self.rng.random() < 0.9 else "play"
        if round and seat in round.hands and round.hands[seat].cards and self.rng.random() < 0.9:
            choice = any_choice(self.table, seat, stage if stage else "play", self.rng)
        else:
            choice = self.rng.choice(({}, {"decision": "raise"}, {"trade": "Jo"}, {"flop": 1}, {"turn": "check"}))
        lying = round.hands[seat].tokens if round and seat in round.hands else {}
        tokens = {"play": lying["ante"]} if "ante" in lying and self.rng.random() < 0.5 else {}
        return Decide(self._owner(seat), seat, self._number(), stage, choice, tokens)

    def _leave(self, seat: int) -> Command:
        return Leave(self._owner(seat), seat, self.rng.random() < 0.2, "the seat is booked")

    def _presence(self, seat: int) -> Command:
        taken = self.table.table.seats.get(seat)
        return Presence(self._owner(seat), not taken.away if taken else True)

    def _tick(self, seat: int) -> Command:
        self.table.now += self.rng.choice((0, 11_000, 21_000))
        return Tick()

    def _void(self, seat: int) -> Command:
        book = self.table.table.config.rule_book
        causes = (*seat_causes(book), *round_causes(book), "bad-luck")
        return Void(self.rng.choice(causes), self.rng.choice(("", "seen by the camera")), self.rng.choice((None, seat)))

    def _status(self, seat: int) -> Command:
        return Status("open" if self.table.table.status == "paused" else "paused", "because")

    def _configure(self, seat: int) -> Command:
        config = self.table.table.config
        least = self.rng.choice((100, 200))
        shoe: dict[str, Any] = (
            {"decks": config.decks, "penetration": self.rng.choice((self.shoe,) * 4 + (0, 20))} if self.shoe else {}
        )
        return Configure(
            Config(
                config.game,
                dealer=self.rng.choice(("automatic", "manual")),
                limits={OPENING[config.game]: (least, 100_000)},
                betting_seconds=self.rng.choice((0, 20)),
                decision_seconds=self.rng.choice((0, 10)),
                private=config.private,
                seats=self.rng.choice((None, None, len(self.places) - 1)),
                **shoe,
            )
        )

    def _rate(self, seat: int) -> Command:
        return Rate(self.rng.choice(("poker-progressive", "combo-progressive")), self.rng.choice((0, 300_000, -1)))

    def _advance(self, seat: int) -> Command:
        return Advance(step_of(self.table.table.round))
