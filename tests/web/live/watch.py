"""Examines every outgoing message by a plain reading of the rules that knows the whole state."""

import logging
import re
import traceback
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import orjson

from feltlab.cards import RULE_CARDS
from feltlab.cards.names import card_name, card_names
from feltlab.table import State
from feltlab.table.events import Event, RoundOpened
from feltlab.table.state import Round
from tests.web.live.site import Browser, Site
from tests.web.live.words import Seen, sentences, unfounded

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jo)\b")
RANKS_CALLED = re.compile(r"(?:pair of|kind,) [2-9]s\b|(?:pair|house), \w+ (?:and|over) \w+")
"""As in "two pair, 6s and 4s", which are no spades."""
RULE = re.compile(f'"({"|".join(map(re.escape, RULE_CARDS))})"')


REMEMBERED = 500
"""States of the tables, and rounds that are over, the latest; messages are about those."""


class Reader(NamedTuple):
    where: str
    player: str | None
    role: str


@dataclass
class Known:
    """What a viewer may know about a round: cards and Rule Cards, and seat by seat what may be said."""

    cards: set[str] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)
    seats: dict[int, Seen] = field(default_factory=dict)
    table: Seen = field(default_factory=Seen)

    def of(self, seat: int) -> Seen:
        return self.seats.get(seat, self.table)


def known_of(round: Round | None, player: str | None) -> Known:
    known = Known()
    if round is None:
        return known
    open_hands = round.config.game == "rule-out"
    board: list[str] = []
    for what, part in (("flop", slice(0, 3)), ("turn", slice(3, 4)), ("river", slice(4, 5))):
        if what in round.turned:
            board += card_names(round.places["board"][part])
    known.cards.update(board)
    if "dealer" in round.turned:
        known.cards.update(card_names(round.places["dealer"]))
    laid = tuple(card_names(round.laid.hand)) if round.laid and "dealer" in round.turned else ()
    known.table = Seen(dealer=laid, board=tuple(board))
    for seat, hand in round.hands.items():
        if hand.shown:  # hands are turned up after the dealer's, or the river
            assert "dealer" in round.turned or "river" in round.turned or open_hands
        whole = open_hands or hand.player == player
        up = [name for at, name in enumerate(card_names(hand.cards)) if whole or (hand.shown and at not in hand.down)]
        known.seats[seat] = replace(known.table, own=tuple(up), whole=len(up) == len(hand.cards))
        known.cards.update(up)
        if hand.replacement is not None and whole:
            known.cards.add(card_name(hand.replacement))
    names = card_names(round.places.get("rules", ()))
    known.rules = {names[at] for at in round.faced.get("rules", ())}
    return known


def seen_of_shoe(state: State) -> Counter[str]:
    """Counts of ranks, of cards that all have seen: hands lie open where rounds share a shoe."""
    round = state.round or state.last
    cards = [*round.gone] if round else []
    for hand in round.hands.values() if round else ():
        cards += [*hand.cards, *([] if hand.replacement is None else [hand.replacement])]
    return Counter(name if name == "Jo" else name[0] for name in card_names(cards))


class Watch:
    """Knows every state that a table has been in, and what each of them lets a player know."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.states: dict[tuple[str, int], State] = {}
        self.over: dict[tuple[str, int], Round] = {}
        self.opened: dict[str, dict[int, int]] = {}
        """By table and round the event that opened it."""
        self.seeds: set[str] = set()
        self.bytes = self.looked = self.sentences = self.recalled = self.logged = 0
        self.leaks: list[str] = []
        site.pit._listeners.insert(0, self.noted)  # before anything is sent
        site.taps.append(self.look)

    def noted(self, state: State, events: list[tuple[int, Event]]) -> None:
        self.states[state.table, state.number] = state
        if state.round:
            self.seeds.add(state.round.seed)
        if state.last:
            self.over[state.table, state.last.number] = state.last
        for kept in (self.states, self.over):
            while len(kept) > REMEMBERED:
                del kept[next(iter(kept))]
        for number, event in events:
            if isinstance(event, RoundOpened):
                self.opened.setdefault(state.table, {})[event.round] = number

    def look(self, browser: Browser, where: str, sent: bytes) -> None:
        try:
            self._look(browser, where, sent)
        except Exception as error:  # a socket would end with it, and somebody wait for an answer until the test is over
            self.leaks.append(f"{where}: {error!r} in {sent[:200]!r} at {traceback.format_exc()}")

    def _look(self, browser: Browser, where: str, sent: bytes) -> None:
        self.bytes += len(sent)
        self.looked += 1
        body = sent.partition(b"\n\n")[2] if where != "socket" else sent
        self._no_seed(where, sent)
        reader = Reader(where, browser.me.get("player"), browser.me.get("role", ""))
        if where == "GET /metrics":
            self._compare(reader, None, body.decode())
            return
        data = orjson.loads(body)
        view = data.get("view")
        if view is None:
            self._without_a_view(reader, data)
            return
        # What is committed is there to be asked for a moment before it is told.
        state = self.states.get((view["table"], data["v"])) or self.site.pit.tables[view["table"]]
        assert state.number == data["v"]
        self._view(reader, state, view)
        for event in data.get("events", []):
            if event["kind"] == "RoundOpened":
                self.opened.setdefault(state.table, {})[event["round"]] = event["v"]
            self._compare(reader, self._round_of(state, event["v"]), event)

    def _no_seed(self, where: str, sent: bytes) -> None:
        sent = sent.lower()
        for state in list(self.site.pit.tables.values()):
            # A state that this thread has not seen yet may have opened a round; what was sent is older still.
            if state.round and state.round.seed.encode() in sent:
                row = self.site.pit.store.round(state.table, state.round.number)
                if row is None or row.outcome is None:  # the store knows a moment before this thread that it is over
                    self.leaks.append(f"{where}: the seed of {state.table}, round {state.round.number}")

    def _without_a_view(self, reader: Reader, data: Any) -> None:
        """Such answers name no cards, except the coach's words on your own and on finished rounds."""
        path = reader.where.split("/")
        if "rounds" in path:
            for record in data.get("rounds", [data["round"]] if "round" in data else []):
                self._record(reader, record)
        elif path[-1] == "coach":
            self._compare(reader, self.site.pit.tables[path[3]].round, data)
        elif path[-1] == "events" and reader.role == "auditor":
            self._log(reader, path[3], data["events"])
        else:
            self._compare(reader, None, data)

    def _log(self, reader: Reader, table: str, events: list[Any]) -> None:
        """Rows as they are written, all cards in them: of rounds that are over, as the store itself says."""
        self.logged += len(events)
        for number in {event["round"] for event in events} - {0}:
            row = self.site.pit.store.round(table, number)
            if row is None or row.outcome is None:
                self.leaks.append(f"{reader.where}: the log of round {number}, which is open")
        if any("seed" in event["body"] for event in events if event["kind"] == "RoundOpened"):
            self.leaks.append(f"{reader.where}: the log has a seed from the round's beginning")

    def _record(self, reader: Reader, record: Any) -> None:
        """A round that is recalled: what was the table's is public then, and the seats' cards are as they lay."""
        table, number = record["table"], record["round"]
        round = self.over.get((table, number)) or self.site.pit.tables[table].last
        assert round
        assert round.number == number
        assert round.phase in ("closed", "void")
        self.recalled += 1
        if reader.role in ("auditor", "floor"):  # who recall a round in full
            return
        known = replace(known_of(round, reader.player), rules=set(RULE_CARDS))
        known.cards.update(card_names([*round.gone, *round.places.get("dealer", ()), *round.places.get("board", ())]))
        self._judge(reader, round, known, record)

    def _view(self, reader: Reader, state: State, view: Any) -> None:
        if shoe := view["shoe"]:
            assert +Counter(shoe["gone"]) == seen_of_shoe(state)
        if view["last"]:
            assert state.last
            assert view["last"]["phase"] in ("closed", "void")
        self._compare(reader, state.last, view["last"])
        now = {name: value for name, value in view.items() if name not in ("last", "config", "shoe")}
        self._compare(reader, state.round, now)

    def _round_of(self, state: State, number: int) -> Round | None:
        """The round that an event was in, as far as it has come in this state."""
        opened = dict(self.opened.get(state.table, {}))  # the writer's thread adds to it
        round = max((round for round, first in opened.items() if first <= number), default=0)
        now = (each for each in (state.round, state.last) if each and each.number == round)
        return next(now, None) or self.over.get((state.table, round))

    def _compare(self, reader: Reader, round: Round | None, data: Any) -> None:
        self._judge(reader, round, known_of(round, reader.player), data)

    def _judge(self, reader: Reader, round: Round | None, known: Known, data: Any) -> None:
        text = orjson.dumps(data).decode()
        if hidden := set(CARD.findall(RANKS_CALLED.sub("", text))) - known.cards:
            self.leaks.append(f"{reader.where}: {sorted(hidden)} in {text[:200]}")
        if hidden := set(RULE.findall(text)) - known.rules:
            self.leaks.append(f"{reader.where}: Rule Card {sorted(hidden)}")
        if round and round.config.game == "rule-out":
            return  # hands lie open: what is said of them is cards, and those have been looked at
        for seat, about, said in sentences(data):
            self.sentences += 1
            if told := unfounded(about, said, known.of(seat)):
                self.leaks.append(f"{reader.where}: seat {seat}, {about}: {told} of {said!r}")

    def check_hidden(self, frame: dict[str, Any], player: str) -> None:
        """What a hidden hand comes to is as secret as its cards."""
        view = frame["view"]
        for seat, hand in ((view["round"] or {}).get("seats") or {}).items():
            if hand["cards"] and hand["cards"][0] is None:
                assert hand["hands"] == {}
                assert "set" not in hand["choices"]
                assert not view["seats"].get(seat, {}).get("you")


class Log(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))
