"""Looks at every message that leaves, by a plain reading of the rules that knows the whole state."""

import logging
import re
from collections import Counter
from typing import Any

import orjson

from feltlab.cards import RULE_CARDS
from feltlab.cards.names import card_name, card_names
from feltlab.table import State
from feltlab.table.events import Event, RoundOpened
from tests.web.live.site import Browser, Site

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jo)\b")
RULE = re.compile(f'"({"|".join(map(re.escape, RULE_CARDS))})"')


REMEMBERED = 500
"""States of the tables, the latest; messages are about those."""


class Watch:
    """Knows every state that a table has been in, and what each of them lets a player know."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.states: dict[tuple[str, int], State] = {}
        self.opened: dict[str, int] = {}
        self.seeds: set[str] = set()
        self.bytes = self.looked = 0
        self.leaks: list[str] = []
        site.pit._listeners.insert(0, self.noted)  # before anything is sent
        site.taps.append(self.look)

    def noted(self, state: State, events: list[tuple[int, Event]]) -> None:
        self.states[state.table, state.number] = state
        if state.round:
            self.seeds.add(state.round.seed)
        while len(self.states) > REMEMBERED:
            del self.states[next(iter(self.states))]
        for number, event in events:
            if isinstance(event, RoundOpened):
                self.opened[f"{state.table}/{event.round}"] = number

    def look(self, browser: Browser, where: str, sent: bytes) -> None:
        self.bytes += len(sent)
        self.looked += 1
        body = sent.partition(b"\n\n")[2] if where != "socket" else sent
        self._no_seed(where, sent)
        data = orjson.loads(body)
        view = data.get("view")
        if view is None:
            self._no_cards(browser, where, data)
            return
        # What is committed is there to be asked for a moment before it is told.
        state = self.states.get((view["table"], data["v"])) or self.site.pit.tables[view["table"]]
        assert state.number == data["v"]
        known, names = self._known(state, browser.me.get("player"))
        self._compare(where, self._of_this_round(state, data), known, names)

    def _no_seed(self, where: str, sent: bytes) -> None:
        sent = sent.lower()
        for state in list(self.site.pit.tables.values()):
            # A state that this thread has not seen yet may have opened a round; what was sent is older still.
            if state.round and state.round.seed.encode() in sent:
                self.leaks.append(f"{where}: the seed of {state.table}, round {state.round.number}")

    def _no_cards(self, browser: Browser, where: str, data: Any) -> None:
        """Answers without a view name no cards, but for the coach's words on one's own and rounds that are over."""
        if where.endswith("/rounds"):
            return
        known: set[str] = set()
        if where.endswith("/coach"):
            state = self.site.pit.tables[where.split("/")[3]]
            known, _ = self._known(state, browser.me.get("player"))
        self._compare(where, data, known, set())

    def _known(self, state: State, player: str | None) -> tuple[set[str], set[str]]:
        """The cards and the Rule Cards of this round that a player may know of."""
        round = state.round
        if round is None:
            return set(), set()
        cards: set[str] = set()
        for hand in round.hands.values():
            if hand.shown:  # hands are turned up after the dealer's, or the river
                assert "dealer" in round.turned or "river" in round.turned or state.config.game == "rule-out"
            all_of_it = state.config.game == "rule-out" or hand.player == player
            for at, name in enumerate(card_names(hand.cards)):
                if all_of_it or (hand.shown and at not in hand.down):
                    cards.add(name)
            if hand.replacement is not None:
                cards.add(card_name(hand.replacement))
        if "dealer" in round.turned:
            cards |= set(card_names(round.places["dealer"]))
        for what, part in (("flop", slice(0, 3)), ("turn", slice(3, 4)), ("river", slice(4, 5))):
            if what in round.turned:
                cards |= set(card_names(round.places["board"][part]))
        names = card_names(round.places.get("rules", ()))
        return cards, {names[at] for at in round.faced.get("rules", ())}

    def _of_this_round(self, state: State, data: Any) -> Any:
        """The frame without what it says of rounds that are over: their seed is public, and so is every card."""
        view = {name: value for name, value in data["view"].items() if name not in ("last", "config", "shoe")}
        if shoe := data["view"]["shoe"]:
            assert +Counter(shoe["gone"]) == self._seen_of_shoe(state)
        if data["view"]["last"]:
            assert data["view"]["last"]["phase"] in ("closed", "void")
        opened = self.opened.get(f"{state.table}/{state.round.number}", 0) if state.round else state.number
        events = [event for event in data.get("events", []) if event["v"] > opened]
        return {"view": view, "events": events}

    def _seen_of_shoe(self, state: State) -> Counter[str]:
        """Counts of ranks, of cards that all have seen: hands lie open where rounds share a shoe."""
        round = state.round or state.last
        cards = [*round.gone] if round else []
        for hand in round.hands.values() if round else ():
            cards += [*hand.cards, *([] if hand.replacement is None else [hand.replacement])]
        return Counter(name if name == "Jo" else name[0] for name in card_names(cards))

    def _compare(self, where: str, data: Any, known: set[str], names: set[str]) -> None:
        text = orjson.dumps(data).decode()
        if hidden := set(CARD.findall(text)) - known:
            self.leaks.append(f"{where}: {sorted(hidden)} in {text[:200]}")
        if hidden := set(RULE.findall(text)) - names:
            self.leaks.append(f"{where}: Rule Card {sorted(hidden)}")

    def check_hidden(self, frame: dict[str, Any], player: str) -> None:
        """What a hidden hand comes to is as secret as its cards."""
        view = frame["view"]
        for seat, hand in ((view["round"] or {}).get("seats") or {}).items():
            if hand["cards"] and hand["cards"][0] is None:
                assert hand["hands"] == {}
                assert "set" not in hand["choices"]
                assert int(seat) != view["you"]


class Log(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))
