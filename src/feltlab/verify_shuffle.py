"""Deal rounds again from their revealed seeds, and say what differs from what was dealt.

    python verify_shuffle.py FILE [--json]

FILE has one round per line as a JSON object, or is one JSON object. Exit codes: 0 all verify; 1 something differs or a
line cannot be read; 2 FILE cannot be read. It needs Python and nothing else, so it may be copied anywhere; it shares no
code with the dealer, so that a mistake would have to be made twice to stay hidden. What it follows:

    commitment = SHA-256(seed), published before the bets
    context    = {"table":"…","round":R,"game":"slug","seats":N,"decks":D,"jokers":J,"client_seeds":[[seat,"text"],…]}
                 compact, these keys in this order, client seeds by ascending seat, ASCII; "cut":{…} last where it is
                 not known, see below
    block i    = HMAC-SHA256(key = seed, message = SHA-256(context) ‖ i as 8 bytes, big-endian),  i = 0, 1, 2, …
    draw(n)    = n ≤ 256: the next byte b; again while b ≥ 256 − 256 mod n; b mod n
                 n > 256: the next two bytes as a big-endian number w; again while w ≥ 65536 − 65536 mod n; w mod n
    shuffle    = for i from last down to 1: swap places i and draw(i + 1)

The deck starts as 2c 2d 2h 2s 3c … As. There are D such decks, one after another, each followed by J Jokers. A second
deck, of cards with names, is shuffled by the same stream after them. Then each of the N places is filled, whoever
plays, as the round's cut says:

    "cut": {"decks":D,"jokers":J,"seat":[["place",cards],…],"shared":[["place",cards],…],
            "second":[{"deck":"name","cards":["name",…],"places":[["place",cards],…]},…],
            "replacements":false, true or a number from 2 up}

The first cards are seat 1's, then seat 2's, and so on; then come the shared places in order, then, if there are
replacements, one for each seat, or as many as the number says: all of seat 1, then of seat 2. The places of a second
deck are cut from its top in the same way. The context ends with the cut, without its decks and jokers, in this order
of keys, so that no other cut can be claimed afterward. The four games of 0.1.0 are cut as they always were
(KNOWN_CUTS below): their contexts and their older records leave the cut out.

Where rounds share a shoe a line has "penetration", the percentage of the shoe that is in front of the cut card, and
"gone", the cards that the shoe lacks, in the order of a deck, Jokers last: what the round before lacked and what it
was dealt; of several copies the first ones are taken out before the shuffle. The context ends with "gone":["2c",…]
where it is not empty. It is empty, a fresh shoe, where that many cards are gone, or fewer are left than the N places
may need, or decks or Jokers changed. Each line is checked against the line of the round before it, if FILE has it.
"""

import argparse
import hashlib
import hmac
import io
import itertools
import json
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn

FULL_DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
JOKER = "Jo"
CARD_TEXTS = {*FULL_DECK, JOKER}
ORDER = {card: place for place, card in enumerate([*FULL_DECK, JOKER])}
RULE_CARDS = [
    "2-5", "6-9", "10-K", "Even", "Odd", "Diamonds", "Clubs", "Hearts", "Spades", "Ace & Face",
    "Red", "Black", "Highest", "Middle", "Lowest",
]  # fmt: skip
MOST_DECKS, MOST_JOKERS, MOST_CARDS = 8, 4, 500
MOST_PENETRATION = 95
SHOWN_DIFFERENCES = 3
"""Differences shown on a line for people; --json has them all."""


Stacks = tuple[tuple[str, int], ...]
"""Places and how many cards each has, from the top."""


class SecondDeck(NamedTuple):
    deck: str
    cards: tuple[str, ...]
    places: Stacks


class Cut(NamedTuple):
    """How a game's decks are cut into stacks."""

    seat: Stacks
    shared: Stacks = ()
    second: tuple[SecondDeck, ...] = ()
    replacements: int = False
    """For each seat; one if true."""

    @property
    def hand(self) -> int:
        return sum(cards for _, cards in self.seat)

    def cards(self, seats: int) -> int:
        """How many cards leave the first deck."""
        return (self.hand + self.replacements) * seats + sum(cards for _, cards in self.shared)

    def json(self) -> str:
        second = [deck._asdict() for deck in self.second]
        return json.dumps({**self._asdict(), "second": second}, separators=(",", ":"))


RULE_OUT = "rule-out"
KNOWN_CUTS = {
    "ace-odd-even": (6, Cut((("player", 7),), (("dealer", 7),))),
    "low-four": (6, Cut((("player", 7),), (("dealer", 7),))),
    "quick-draw-holdem": (7, Cut((("hole", 2),), (("board", 5),))),
    RULE_OUT: (
        7,
        Cut((("dealt", 3),), second=(SecondDeck("Rule Cards", tuple(RULE_CARDS), (("rules", 3),)),), replacements=True),
    ),
}
"""By game of 0.1.0: the most seats, and the cut."""


LONGEST = 1_000_000
"""Bytes per line; no round has that many."""

UNREVEALED = "the round is void and its seed was never revealed, as when a table is restored: nothing can be checked"


class MalformedRoundError(ValueError):
    """A line lacks what is needed to deal its round again. `plain` says so without quoting the line."""

    def __init__(self, plain: str, quoted: str = "") -> None:
        super().__init__(plain + quoted)
        self.plain = plain


class UnreadableFileError(Exception):
    """There is nothing to verify."""


@dataclass(frozen=True)
class Difference:
    what: str
    given: str
    due: str

    def __str__(self) -> str:
        return f"{self.what} is {self.given}, should be {self.due}"


@dataclass(frozen=True)
class Verdict:
    line: int
    table: str = ""
    round: int = 0
    checked: tuple[str, ...] = ()
    cards: int = 0
    differs: tuple[Difference, ...] = ()
    error: str = ""

    @property
    def verified(self) -> bool:
        return not self.differs and not self.error

    def row(self) -> dict[str, Any]:
        if self.error:
            return {"error": self.error, "line": self.line}
        return {
            "line": self.line,
            "table": self.table,
            "round": self.round,
            "verified": self.verified,
            "checked": list(self.checked),
            "cards": self.cards,
            "differs": [asdict(difference) for difference in self.differs],
        }

    def text(self) -> str:
        if self.error:
            return f"line {self.line}: {self.error}"
        name = f"line {self.line}: table {self.table}, round {self.round}"
        if not self.differs:
            return f"{name}: verified: {', '.join(self.checked)} ({self.cards} cards)"
        more = len(self.differs) - SHOWN_DIFFERENCES
        told = [str(difference) for difference in self.differs[:SHOWN_DIFFERENCES]]
        return f"{name}: DIFFERS: {'; '.join(told)}{f'; and {more} more' if more > 0 else ''}"


class RecordedRound(NamedTuple):
    """A line that can be dealt again."""

    table: str
    number: int
    game: str
    seats: int
    decks: int
    jokers: int
    seed: bytes
    commitment: str
    client_seeds: list[tuple[int, str]]
    dealt: dict[str, list[str]]
    """Each stack by its name."""
    cut: Cut | None = None
    """As the line says it; None if it does not."""
    penetration: int = 0
    gone: tuple[str, ...] = ()

    @property
    def shoe(self) -> list[str]:
        """A fresh one, before the shuffle."""
        return (FULL_DECK + [JOKER] * self.jokers) * self.decks


# The contract.


def commitment_of(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def context_of(round: RecordedRound) -> bytes:
    """If any of this is claimed differently from how it was dealt, the cards come out differently."""
    seeds = ",".join(f"[{seat},{_quoted(text)}]" for seat, text in sorted(round.client_seeds))
    where = f'"table":{_quoted(round.table)},"round":{round.number}'
    what = f'"game":{_quoted(round.game)},"seats":{round.seats},"decks":{round.decks},"jokers":{round.jokers}'
    cut = f',"cut":{round.cut.json()}' if round.cut and round.game not in KNOWN_CUTS else ""
    gone = ',"gone":[' + ",".join(map(_quoted, round.gone)) + "]" if round.gone else ""
    return f'{{{where},{what},"client_seeds":[{seeds}]{cut}{gone}}}'.encode("ascii")


def _quoted(text: str) -> str:
    """As JSON writes printable ASCII: only two characters need escaping."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def stream_of(seed: bytes, context: bytes) -> Iterator[int]:
    start = hashlib.sha256(context).digest()
    for block in itertools.count():
        yield from hmac.new(seed, start + block.to_bytes(8, "big"), hashlib.sha256).digest()


def draw(stream: Iterator[int], n: int) -> int:
    width = 1 if n <= 256 else 2
    values = 256**width
    while True:
        value = 0
        for _ in range(width):
            value = value * 256 + next(stream)
        if value < values - values % n:
            return value % n


def shuffle(cards: list[str], stream: Iterator[int]) -> None:
    for i in reversed(range(1, len(cards))):
        j = draw(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def cut_of(round: RecordedRound) -> Cut:
    """For a game that we know, a line's cut changes nothing."""
    if round.game in KNOWN_CUTS:
        return KNOWN_CUTS[round.game][1]
    assert round.cut is not None  # noqa: S101 - no line of another game is read without one
    return round.cut


def stacks(round: RecordedRound) -> dict[str, list[str]]:
    """Everything that the seed deals, each stack by its name."""
    cut, seats = cut_of(round), range(1, round.seats + 1)
    stream = stream_of(round.seed, context_of(round))
    pack = round.shoe
    for card in round.gone:
        pack.remove(card)  # the first of its copies
    shuffle(pack, stream)
    top = iter(pack)
    found = {f"seat {k}": _next(top, cut.hand) for k in seats}
    found |= {place: _next(top, cards) for place, cards in cut.shared}
    if cut.replacements:
        found |= {f"replacement of seat {k}": _next(top, cut.replacements) for k in seats}
    for deck in cut.second:
        named = list(deck.cards)
        shuffle(named, stream)
        top = iter(named)
        found |= {place: _next(top, cards) for place, cards in deck.places}
    return found


def is_fresh_due(round: RecordedRound, gone: int) -> bool:
    """The cut card is out, or a round with every place taken might run out of cards."""
    size = len(round.shoe)
    return gone >= max(size * round.penetration // 100, 1) or size - gone < cut_of(round).cards(round.seats)


def gone_after(round: RecordedRound) -> list[str]:
    """What it lacked and what it was dealt, without the cards of second decks."""
    second = {place for deck in cut_of(round).second for place, _ in deck.places}
    dealt = [card for name, cards in round.dealt.items() if name not in second for card in cards]
    return sorted([*round.gone, *dealt], key=ORDER.__getitem__)


def gone_due(before: RecordedRound, round: RecordedRound) -> list[str]:
    """What the shoe lacks in the round after another one at the same table."""
    share = before.penetration and round.penetration
    if not share or (before.decks, before.jokers) != (round.decks, round.jokers):
        return []
    gone = gone_after(before)
    return [] if is_fresh_due(round, len(gone)) else gone


def shoe_differences(before: RecordedRound, round: RecordedRound) -> list[Difference]:
    """The shoe continues from the round before, or is a fresh one because it had to be."""
    said, due, after = Counter(round.gone), Counter(gone_due(before, round)), f"after round {before.number}"
    missing, extra = " ".join((due - said).elements()), " ".join((said - due).elements())
    found = [Difference("gone", f"without {missing}", f"with them, {after}")] if missing else []
    return found + ([Difference("gone", f"with {extra}", f"without them, {after}")] if extra else [])


def _next(top: Iterator[str], cards: int) -> list[str]:
    return list(itertools.islice(top, cards))


def differences(round: RecordedRound) -> list[Difference]:
    """A stack may have been dealt in part, as when a round is voided: only the cards dealt are compared."""
    found = []
    published, computed = round.commitment.lower(), commitment_of(round.seed)
    if published != computed:
        found.append(Difference("commitment", published, computed))
    if round.cut and round.cut != cut_of(round):
        found.append(Difference("cut", round.cut.json(), cut_of(round).json()))
    if round.gone and is_fresh_due(round, len(round.gone)):
        found.append(Difference("gone", f"{len(round.gone)} cards", "none: a fresh shoe was due"))
    due = stacks(round)
    for name, cards in round.dealt.items():
        for number, (card, due_card) in enumerate(zip(cards, due[name], strict=False), start=1):
            if card != due_card:
                found.append(Difference(f"{name} card {number}", card, due_card))
        if len(cards) > len(due[name]):
            found.append(Difference(name, f"{len(cards)} cards", f"{len(due[name])} at most"))
    return found


# A line of a file.


def read_round(text: bytes) -> RecordedRound:
    line = _read_json(text)
    if not isinstance(line, dict):
        raise MalformedRoundError("a JSON object is needed", f", not {_shown(line)}")
    _check_has(line, "table", "round", "game", "seats", "seed", "commitment", "client_seeds", "dealt")
    if line["seed"] == "" and line.get("outcome") == "voided":
        raise MalformedRoundError(UNREVEALED)
    table = line["table"]
    if not _is_printable_ascii(table) or not table:
        raise MalformedRoundError("table must be printable ASCII characters", f", not {_shown(table)}")
    game = line["game"]
    if not _is_printable_ascii(game) or not game:
        raise MalformedRoundError("game must be printable ASCII characters", f", not {_shown(game)}")
    if game not in KNOWN_CUTS and "cut" not in line:
        raise MalformedRoundError(f"cut is missing: only {', '.join(KNOWN_CUTS)} can do without it")
    claimed = _read_cut(line["cut"]) if "cut" in line else None
    most, cut = KNOWN_CUTS.get(game, (None, claimed))
    assert cut is not None  # noqa: S101 - known or given
    seats = _whole(line["seats"], 1, most, "seats")
    decks, jokers = _read_shoe(line, game)
    penetration, gone = _read_gone(line, game, decks, jokers)
    if cut.cards(seats) > (len(FULL_DECK) + jokers) * decks - len(gone):
        raise MalformedRoundError(f"{seats} seats need {cut.cards(seats)} cards, more than there are")
    return RecordedRound(
        table,
        _whole(line["round"], 0, None, "round"),
        game,
        seats,
        decks,
        jokers,
        bytes.fromhex(_hex(line["seed"], "seed")),
        _hex(line["commitment"], "commitment"),
        _read_client_seeds(line["client_seeds"], seats),
        _read_dealt(line["dealt"], cut, seats),
        claimed,
        penetration,
        gone,
    )


def _read_json(text: bytes) -> Any:
    try:
        return json.loads(text.decode("utf-8"), object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except MalformedRoundError:
        raise
    except UnicodeDecodeError:
        raise MalformedRoundError("not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise MalformedRoundError(f"not JSON: {error.msg} at column {error.colno}") from None
    except (RecursionError, ValueError):
        raise MalformedRoundError("not JSON that can be read: nested too deeply, or a number too long") from None


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Different programs would see different values for a repeated key."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise MalformedRoundError("a key is given twice", f": {_shown(key)}")
        found[key] = value
    return found


def _no_constant(text: str) -> NoReturn:
    raise MalformedRoundError(f"{text} is not a JSON number")


def _check_has(line: dict[str, Any], *keys: str, what: str = "") -> None:
    for key in keys:
        if key not in line:
            raise MalformedRoundError(f"{what}{key} is missing")


def _read_shoe(line: dict[str, Any], game: str) -> tuple[int, int]:
    """Decks and Jokers, as the cut has them; a line that gives them twice must give the same values.

    Of the games of 0.1.0, one has to give them; the others have one deck without Jokers, given or not.
    """
    if game == RULE_OUT:
        _check_has(line, "decks", "jokers")
    usual = {"decks": 1, "jokers": 0}
    found = [line.get(key, line.get("cut", usual)[key]) for key in usual]
    if "cut" in line and found != [line["cut"][key] for key in usual]:
        raise MalformedRoundError("decks and jokers must be those of the cut")
    alone = game in KNOWN_CUTS and game != RULE_OUT
    decks = _whole(found[0], 1, 1 if alone else MOST_DECKS, "decks")
    return decks, _whole(found[1], 0, 0 if alone else MOST_JOKERS, "jokers")


def _read_gone(line: dict[str, Any], game: str, decks: int, jokers: int) -> tuple[int, tuple[str, ...]]:
    """How deep the shoe is dealt, and what it lacks; of the games of 0.1.0, one can have a shoe."""
    alone = game in KNOWN_CUTS and game != RULE_OUT
    penetration = _whole(line.get("penetration", 0), 0, 0 if alone else MOST_PENETRATION, "penetration")
    gone = _texts_in(line.get("gone", []), CARD_TEXTS, "gone")
    if gone and not penetration:
        raise MalformedRoundError("penetration is missing: cards are gone from the shoe")
    if gone != sorted(gone, key=ORDER.__getitem__):
        raise MalformedRoundError("gone must be in the order of a deck, 2c 2d 2h 2s 3c … As Jo")
    for card, copies in Counter(gone).items():
        most = decks * (jokers if card == JOKER else 1)
        if copies > most:
            raise MalformedRoundError(f"gone has {card} {copies} times, the shoe {most} times")
    return penetration, tuple(gone)


def _read_cut(given: Any) -> Cut:
    keys = ["decks", "jokers", "seat", "shared", "second", "replacements"]
    _check_object(given, keys, "cut")
    _check_has(given, *keys, what="cut: ")
    if not isinstance(given["second"], list):
        raise MalformedRoundError("cut: second must be a list")
    if not isinstance(given["replacements"], bool):
        _whole(given["replacements"], 2, MOST_CARDS, "cut: replacements, where they are not true or false,")
    second = tuple(_read_second(deck) for deck in given["second"])
    cut = Cut(_stacks_in(given["seat"]), _stacks_in(given["shared"]), second, given["replacements"])
    places = [place for place, _ in (*cut.shared, *(stack for deck in second for stack in deck.places))]
    if len(set(places)) != len(places) or not (cut.hand or places):
        raise MalformedRoundError("cut: every place has its own name, and some place has cards")
    for place in places:
        if re.fullmatch("seats|replacements|(seat|replacement of seat) .*", place):
            raise MalformedRoundError("cut: a place of the table has a name that is taken", f": {_shown(place)}")
    return cut


def _read_second(given: Any) -> SecondDeck:
    keys = ["deck", "cards", "places"]
    _check_object(given, keys, "cut: a second deck")
    _check_has(given, *keys, what="cut: of a second deck ")
    cards, places = given["cards"], _stacks_in(given["places"])
    if not isinstance(cards, list) or not all(_is_printable_ascii(name) for name in (given["deck"], *cards)):
        raise MalformedRoundError("cut: a second deck has cards with names of printable ASCII characters")
    if sum(count for _, count in places) > len(cards):
        raise MalformedRoundError("cut: a second deck has fewer cards than its places")
    return SecondDeck(given["deck"], tuple(cards), places)


def _stacks_in(given: Any) -> Stacks:
    if not isinstance(given, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in given):
        raise MalformedRoundError("cut: places must be pairs [name, cards]", f", not {_shown(given)}")
    for name, _ in given:
        if not _is_printable_ascii(name):
            raise MalformedRoundError("cut: a place's name must be printable ASCII characters", f", not {_shown(name)}")
    return tuple((name, _whole(cards, 1, MOST_CARDS, f"cut: cards of {_shown(name)}")) for name, cards in given)


def _read_client_seeds(given: Any, seats: int) -> list[tuple[int, str]]:
    if not isinstance(given, list):
        raise MalformedRoundError("client_seeds must be a list", f", not {_shown(given)}")
    found: dict[int, str] = {}
    for pair in given:
        if not isinstance(pair, list) or len(pair) != 2:
            raise MalformedRoundError("client_seeds must be pairs [seat, text]", f", not {_shown(pair)}")
        seat, text = _whole(pair[0], 1, seats, "the seat of a client seed"), pair[1]
        if not _is_printable_ascii(text) or len(text) > 64:
            raise MalformedRoundError(
                "a client seed must be up to 64 printable ASCII characters", f", not {_shown(text)}"
            )
        if seat in found:
            raise MalformedRoundError(f"seat {seat} has two client seeds")
        found[seat] = text
    return sorted(found.items())


def _read_dealt(given: Any, cut: Cut, seats: int) -> dict[str, list[str]]:
    known = {place: CARD_TEXTS for place, _ in cut.shared}
    known |= {place: set(deck.cards) for deck in cut.second for place, _ in deck.places}
    _check_object(given, ["seats", *(["replacements"] if cut.replacements else []), *known], "dealt")
    found = {}
    for seat in _in_order(given.get("seats", {}), seats, "dealt seats"):
        found[f"seat {seat}"] = _texts_in(given["seats"][seat], CARD_TEXTS, f"seat {seat}")
    for seat in _in_order(given.get("replacements", {}), seats, "dealt replacements"):
        name = f"replacement of seat {seat}"
        drawn = given["replacements"][seat]
        found[name] = _texts_in(drawn if cut.replacements > 1 else [drawn], CARD_TEXTS, name)
    return found | {place: _texts_in(given[place], texts, place) for place, texts in known.items() if place in given}


def _in_order(given: Any, seats: int, what: str) -> list[str]:
    _check_object(given, [str(seat) for seat in range(1, seats + 1)], what)
    return sorted(given, key=int)


def _check_object(given: Any, keys: list[str], what: str) -> None:
    if not isinstance(given, dict):
        raise MalformedRoundError(f"{what} must be an object", f", not {_shown(given)}")
    for key in given:
        if key not in keys:
            raise MalformedRoundError(f"{what} may have {', '.join(keys)}", f", not {_shown(key)}")


def _texts_in(given: Any, known: set[str], what: str) -> list[str]:
    if not isinstance(given, list):
        raise MalformedRoundError(f"{what} must be a list of cards", f", not {_shown(given)}")
    for text in given:
        if not isinstance(text, str) or text not in known:
            raise MalformedRoundError(f"{what} has a card that it cannot have", f": {_shown(text)}")
    return given


def _whole(given: Any, least: int, most: int | None, what: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or given < least or (most is not None and given > most):
        allowed = f"from {least}" if most is None else f"from {least} to {most}"
        raise MalformedRoundError(f"{what} must be a whole number {allowed}", f", not {_shown(given)}")
    return given


def _hex(given: Any, what: str) -> str:
    if not isinstance(given, str) or not re.fullmatch("[0-9a-fA-F]{64}", given):
        raise MalformedRoundError(f"{what} must be 64 hexadecimal digits", f", not {_shown(given)}")
    return given


def _is_printable_ascii(given: Any) -> bool:
    return isinstance(given, str) and re.fullmatch("[ -~]*", given) is not None


def _shown(value: Any) -> str:
    try:
        text = json.dumps(value)
    except (RecursionError, ValueError):
        text = "something very long"
    return text if len(text) <= 40 else text[:37] + "..."


# A file.


def verdicts(path: Path) -> Iterator[Verdict]:
    """A verdict for each round of a file, in order."""
    seeds: dict[bytes, tuple[str, int, bytes]] = {}
    last: dict[str, RecordedRound] = {}
    for line, text in _numbered(path):
        try:
            round = read_round(text)
        except MalformedRoundError as error:
            yield Verdict(line, error=str(error))
            continue
        found = differences(round)
        this = (round.table, round.number, _fingerprint(round))
        first = seeds.setdefault(round.seed, this)
        if first[:2] != this[:2]:  # it was no longer secret
            found.append(Difference("seed", f"that of table {first[0]}, round {first[1]}", "one of its own"))
        elif first != this:  # the same line twice is not a second deal
            found.append(Difference("seed", "that of an earlier line, with which this round was played", "a new one"))
        before = last.get(round.table)
        last[round.table] = round
        follows = before is not None and before.number + 1 == round.number
        if before and follows:
            found += shoe_differences(before, round)
        checked = ("commitment", *(["gone"] if follows and round.penetration else []), *round.dealt)
        cards = sum(map(len, round.dealt.values()))
        yield Verdict(line, round.table, round.number, checked, cards, tuple(found))


def _fingerprint(round: RecordedRound) -> bytes:
    return hashlib.sha256(repr((context_of(round), sorted(round.dealt.items()))).encode()).digest()


def _numbered(path: Path) -> Iterator[tuple[int, bytes]]:
    empty = True
    try:
        with path.open("rb") as stream:
            for line, text in _split(stream):
                empty = False
                yield line, text
    except OSError as error:
        raise UnreadableFileError(f"cannot read {path}: {error.strerror or error}") from None
    if empty:
        raise UnreadableFileError(f"{path} has no rounds")


def _split(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank; or the whole text, if it is one object over several lines."""
    lines = ((line, text) for line, text in enumerate(_lines(stream), start=1) if text.strip())
    line, text = next(lines, (0, b""))
    if not text:
        return
    if _is_json(text):
        yield line, text
        yield from lines
        return
    rest = stream.read(LONGEST - len(text) + 1)
    if len(text + rest) <= LONGEST and _is_json(text + rest):
        yield line, text + rest
        return
    yield line, text
    following = enumerate(_lines(stream, rest), start=line + 1)
    yield from ((number, other) for number, other in following if other.strip())


def _lines(stream: BinaryIO, before: bytes = b"") -> Iterator[bytes]:
    """Lines, starting with what was read before, up to one that is too long: it may have no end."""
    begun = io.BytesIO(before)
    while True:
        line = begun.readline()
        if not line.endswith(b"\n"):
            line += stream.readline(LONGEST + 1 - len(line))
        if not line:
            return
        if len(line) > LONGEST:
            raise UnreadableFileError(f"a line has more than {LONGEST:,} bytes: give a file with one round per line")
        yield line


def _is_json(text: bytes) -> bool:
    try:
        _read_json(text)
    except MalformedRoundError:
        return False
    return True


def verify_file(path: Path, as_json: bool) -> int:
    """Print the verdicts; 0 if all rounds verify, 1 if not."""
    code = 0
    for verdict in verdicts(path):
        print(json.dumps(verdict.row()) if as_json else verdict.text())
        if not verdict.verified:
            code = 1
    sys.stdout.flush()  # so that a full disk is noticed here
    return code


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main() -> int:
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that goes away, as `| head` does, ends us quietly
    parser = _Parser(description="Deal rounds again from their revealed seeds, and say what differs.")
    parser.add_argument("file", metavar="FILE", type=Path, help="one JSON object per line, one for each round")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    given = parser.parse_args()
    try:
        return verify_file(given.file, given.json)
    except UnreadableFileError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except OSError as error:  # the output could not be written; leave nothing for the interpreter to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        parser.exit(2, f"{parser.prog}: cannot continue: {error.strerror or error}\n")


if __name__ == "__main__":
    sys.exit(main())
