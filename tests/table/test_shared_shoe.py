"""Rounds that share a shoe: cards that are gone stay gone to the cut card, and anyone can check it round by round."""

import json
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from feltlab import verify_shuffle as verifier
from feltlab.cards import joker_shoe
from feltlab.cards.names import card_names
from feltlab.cards.shuffle import Shape, context
from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.rules.round import Script
from feltlab.rules.steps import SEATS, Close, Deal, Turn
from feltlab.table import Config, Refusal, evolve, step
from feltlab.table.announce import heard
from feltlab.table.coach import advice, is_exact
from feltlab.table.commands import Advance, Configure, Tick, Void
from feltlab.table.config import checked
from feltlab.table.events import Dealt, Drawn, Event, RoundClosed, RoundOpened, RoundVoided, event_body
from feltlab.table.history import history
from feltlab.table.plain import encode
from feltlab.table.rehearsal import differences
from feltlab.table.state import State
from feltlab.table.views import view
from tests.table.driver import Table, Wild, by_seat, replayed

SEATED = (1, 3, 4, 7)
Record = dict[str, Any]


def shared(penetration: int = 75, decks: int = 2, **settings: Any) -> Table:
    return Table(Config("rule-out", decks=decks, penetration=penetration, **settings), name="shoe").sit(*SEATED)


def play(table: Table, rounds: int) -> list[Record]:
    """Rounds played to the end, each as it is recorded."""
    found = []
    for _ in range(rounds):
        table.lock(SEATED)
        table.play_out(by_seat)
        found.append(recorded(table.table))
    return found


def recorded(state: State) -> Record:
    assert state.last
    record: Record = json.loads(json.dumps(history(state, state.last)))
    return record


def records_of(log: list[Event]) -> list[Record]:
    state: State | None = None
    found = []
    for event in log:
        state = evolve(state, event)
        if isinstance(event, RoundClosed | RoundVoided):
            found.append(recorded(state))
    return found


def dealt_by_round(log: list[Event]) -> list[tuple[RoundOpened, Counter[str]]]:
    """What left the shoe, from the log alone."""
    found: list[tuple[RoundOpened, Counter[str]]] = []
    for event in log:
        if isinstance(event, RoundOpened):
            found.append((event, Counter()))
        elif isinstance(event, Dealt) and event.to == "seat":
            found[-1][1].update(card_names(event.cards))
        elif isinstance(event, Drawn):
            found[-1][1].update(card_names([event.card]))
    return found


def check_log(log: list[Event]) -> int:
    """Each round's shoe lacks what its shoe has dealt so far, and it is a fresh one exactly when it must be."""
    gone: Counter[str] = Counter()
    before: Config | None = None
    fresh = 0
    for opened, dealt in dealt_by_round(log):
        config = opened.config
        size, full = 54 * config.shape.decks, 4 * config.places
        share = before is not None and before.penetration and config.penetration and before.decks == config.decks
        if not share or gone.total() >= size * config.penetration // 100 or size - gone.total() < full:
            gone = Counter()
            fresh += 1
        assert Counter(card_names(opened.gone)) == gone
        assert list(opened.gone) == sorted(opened.gone)
        gone += dealt
        assert gone <= Counter(card_names(joker_shoe(config.shape.decks)))
        before = config
    return fresh


def verdicts(records: list[Record], folder: Path) -> list[verifier.Verdict]:
    file = folder / "rounds.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    return list(verifier.verdicts(file))


@pytest.mark.parametrize(("penetration", "decks"), [(5, 1), (50, 1), (95, 1), (75, 2), (95, 8)])
def test_whole_shoes_are_dealt_to_the_cut_card(penetration: int, decks: int, tmp_path: Path) -> None:
    table = shared(penetration, decks)
    records = play(table, 12 if decks < 8 else 30)
    assert check_log(table.log) >= 2
    assert replayed(table.log) == table.state
    assert replayed(table.log).digest == table.table.digest
    assert [differences(record) for record in records] == [[]] * len(records)
    found = verdicts(records, tmp_path)
    assert all(verdict.verified for verdict in found), [verdict.text() for verdict in found if not verdict.verified]
    assert ["gone" in verdict.checked for verdict in found] == [False] + [True] * (len(found) - 1)


def test_a_fresh_shoe_is_dealt_as_it_always_was() -> None:
    alone = Table("rule-out", name="shoe", decks=2).sit(*SEATED)
    alone.lock(SEATED)
    alone.play_out(by_seat)
    first, plain = play(shared(), 1)[0], recorded(alone.table)
    for name in ("dealt", "cut", "seed", "client_seeds"):
        assert first[name] == plain[name]
    assert (first["penetration"], first["gone"]) == (75, [])
    assert "gone" not in plain
    assert "penetration" not in plain


def test_what_is_gone_is_bound_into_the_deal() -> None:
    said = partial(context, "t", 2, Shape("rule-out", 7, 1, 2), {})
    assert said() == said(gone=())
    assert said(gone=("2c", "Jo")) == said()[:-1] + b',"gone":["2c","Jo"]}'


def test_configurations_without_it_are_written_as_before() -> None:
    assert "penetration" not in event_body(RoundOpened(1, "", 0, Config("rule-out")))["config"]
    assert "gone" not in event_body(RoundOpened(1, "", 0, Config("rule-out")))
    fresh, shared = Config("rule-out", decks=2), Config("rule-out", decks=2, penetration=75)
    assert fresh.fingerprint != shared.fingerprint
    assert encode(fresh).keys() == encode(shared).keys() - {"penetration"}


def swapped(cards: list[str], other: str) -> list[str]:
    return sorted([*cards[1:], other], key=verifier.ORDER.__getitem__)


def refused(record: Record) -> bool:
    """A choice of other cards than were dealt cannot be replayed at all."""
    try:
        return bool(differences(record))
    except FeltlabError:
        return True


@pytest.mark.parametrize("change", ["another card", "a card less", "all", "wrong order"])
def test_a_wrong_shoe_on_record_is_refused(change: str, tmp_path: Path) -> None:
    records = play(shared(), 4)
    gone = records[2]["gone"]
    other = next(card for card in verifier.FULL_DECK if gone.count(card) < 2 and card != gone[0])
    records[2]["gone"] = {
        "another card": swapped(gone, other), "a card less": gone[1:], "all": [], "wrong order": gone[::-1],
    }[change]  # fmt: skip
    assert refused(records[2])
    found = verdicts(records, tmp_path)
    assert [verdict.verified for verdict in found][:3] == [True, True, False]


def test_a_shoe_that_was_dealt_wrong_is_found_out(tmp_path: Path) -> None:
    """The cards follow from the seed and from what is claimed to be gone; only the round before shows that it is not."""
    good, other = play(shared(), 3), Table(Config("rule-out", decks=2, penetration=75), name="shoe").sit(*SEATED)
    play(other, 1)
    assert other.state
    assert other.state.round
    lost = replace(other.state.round, gone=other.state.round.gone[1:])
    other.state = replace(other.state, round=lost)
    other.lock(SEATED)
    other.play_out(by_seat)
    bad = recorded(other.table)
    assert differences(bad) == []
    assert verdicts([bad], tmp_path)[0].verified
    told = verdicts([good[0], bad], tmp_path)[1]
    assert [difference.what for difference in told.differs] == ["gone"]
    assert good[1]["gone"][0] in told.differs[0].given


@pytest.mark.parametrize(("claimed", "what"), [(5, "a fresh shoe was due"), (95, "without")])
def test_a_fresh_shoe_at_the_wrong_time_is_found_out(claimed: int, what: str, tmp_path: Path) -> None:
    """Dealt to a cut card at 20 percent: too late for one at 5, too early for one at 95."""
    records = [record | {"penetration": claimed} for record in play(shared(20), 4)]
    assert what in str([verdict.text() for verdict in verdicts(records, tmp_path)])
    late = [record for record in records if record["gone"]]
    assert [bool(differences(record)) for record in late] == [claimed == 5] * len(late)


BAD_LINES: dict[str, Record] = {
    "penetration is missing": {"penetration": 0},
    "penetration must be": {"penetration": 96},
    "gone has Jo 5 times": {"gone": ["Jo"] * 5},
    "gone must be a list": {"gone": "2c"},
    "a card that it cannot have": {"gone": ["1c"]},
}


@pytest.mark.parametrize("said", BAD_LINES)
def test_lines_that_cannot_be_are_refused(said: str, tmp_path: Path) -> None:
    record = play(shared(), 2)[1] | BAD_LINES[said]
    assert said in verdicts([record], tmp_path)[0].error
    assert refused(record)


@pytest.mark.parametrize("dealt", [False, True])
def test_what_a_void_round_was_dealt_is_gone(dealt: bool, tmp_path: Path) -> None:
    table = shared(dealer="manual")
    records = play(table, 1)
    before = table.round.gone
    table.lock(SEATED)
    if dealt:
        table.must(Advance("deal seats"))
    table.must(Void("shuffler", ""))
    records.append(recorded(table.table))
    assert len(table.round.gone) == len(before) + (3 * len(SEATED) if dealt else 0)
    assert differences(records[-1]) == []
    table.lock(SEATED)
    table.must(Void("misdeal", ""))
    records.append(recorded(table.table))
    assert check_log(table.log) == 1
    assert all(verdict.verified for verdict in verdicts(records, tmp_path))


def test_a_table_that_stopped_anywhere_goes_on_with_its_shoe() -> None:
    table = shared(50, 1)
    play(table, 5)
    opened = 0
    for cut in range(1, len(table.log)):
        state: State | None = State.of(json.loads(json.dumps(replayed(table.log[:cut]).to_dict())))
        event = table.log[cut]
        if isinstance(event, RoundOpened):
            done = step(state, Tick(), event.at, bytes.fromhex(event.seed), {})
            assert not isinstance(done, Refusal)
            assert done[0] == event
            opened += 1
        for later in table.log[cut:]:
            state = evolve(state, later)
        assert state == table.state
    assert opened == 6


def test_another_shoe_is_a_fresh_one() -> None:
    table = shared()
    play(table, 2)
    gone, config = table.round.gone, table.table.config
    assert gone
    for penetration, decks, fresh in ((60, 2, False), (60, 3, True), (0, 3, True)):
        table.must(Configure(replace(config, penetration=penetration, decks=decks)))
        play(table, 1)
        assert (not table.round.gone) == fresh
        play(table, 1)
    assert not table.round.gone


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_tried_the_shoe_is_right(seed: int, tmp_path: Path) -> None:
    settings = {"decks": Random(seed).choice((1, 2)), "penetration": 75}
    table = Wild("rule-out", seed, **settings).run(900)
    check_log(table.log)
    assert replayed(table.log).digest == table.table.digest
    records = records_of(table.log)
    assert len(records) > 5
    assert all(verdict.verified for verdict in verdicts(records, tmp_path))
    assert [differences(record) for record in records] == [[]] * len(records)


def test_all_see_what_is_gone() -> None:
    table = shared(50, 1)
    fresh = view(table.table)["shoe"]
    assert (fresh["cards"], fresh["left"], fresh["cut"], fresh["fresh_next"]) == (54, 54, 27, False)
    assert set(fresh["gone"].values()) == {0}
    heard_of = [heard(event, (), GAMES["rule-out"]) for event in table.log if isinstance(event, RoundOpened)]
    table.lock(SEATED)
    seen = view(table.table)["shoe"]
    cards = [card for hand in table.round.hands.values() for card in card_names(hand.cards)]
    assert seen["left"] == 54 - len(cards)
    assert Counter(seen["gone"]) == Counter(card if card == "Jo" else card[0] for card in cards)
    table.play_out(by_seat)
    while view(table.table)["shoe"]["left"] != 54:
        table.lock(SEATED)
        shoe = view(table.table)["shoe"]
        assert shoe["fresh_next"] == (54 - shoe["left"] >= 27 or shoe["left"] < 28)
        table.play_out(by_seat)
    assert heard_of == [
        {"kind": "RoundOpened", "round": 1, "commitment": heard_of[0]["commitment"], "fresh_shoe": True}
    ]
    assert view(Table("rule-out").sit(1).table)["shoe"] is None


def test_the_coach_says_that_it_does_not_count() -> None:
    table = shared()
    table.lock(SEATED)
    assert is_exact(table.round)
    table.play_out(by_seat)
    table.lock(SEATED)
    assert not is_exact(table.round)
    assert advice(table.table, SEATED[0])


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (Config("low-four", penetration=75), "one deck"),
        (Config("rule-out", penetration=4), "5 to 95"),
        (Config("rule-out", penetration=96), "5 to 95"),
        (Config("rule-out", penetration=True), "whole number"),
        (Config("rule-out", penetration=75.0), "whole number"),  # type: ignore[arg-type]
        (Config("rule-out", penetration=75, pay_tables={"joker": "alternate-1"}), "fresh deck or shoe"),
        (
            Config(
                "rule-out",
                penetration=75,
                rules='[[pay_table]]\nwager="joker"\nid="x"\nfelt=true\nfresh_only=true\nlines="2 jokers 9 to 1\\n1 joker 5 to 1"',
            ),
            "fresh deck or shoe",
        ),
    ],
)
def test_what_cannot_share_a_shoe(config: Config, said: str) -> None:
    with pytest.raises(FeltlabError, match=said):
        checked(config)
    assert checked(replace(config, penetration=0))


def test_cards_that_not_all_see() -> None:
    door = Deal("door", 1, SEATS, "up")
    flag, dealer = Deal("flag", 1, face="up"), Deal("dealer", 3)
    board = Deal("board", 2, parts={"one": 1, "two": 1})
    assert Script((door, flag, dealer, Turn("dealer"), Close())).all_seen
    assert Script((door, board, Turn("one"), Turn("two"), Close())).all_seen
    assert not Script((door, board, Turn("one"), Close())).all_seen
    assert not Script((door, dealer, Close())).all_seen
    assert not Script((Deal("hole", 2, SEATS), door, Close())).all_seen
