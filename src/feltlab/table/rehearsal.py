"""A recorded round dealt and settled again, from its seed and its decisions, and compared with what was recorded."""

from collections.abc import Mapping
from typing import Any

from feltlab.cards.card import parse_card
from feltlab.cards.names import card_names
from feltlab.cards.shuffle import commitment
from feltlab.errors import FeltlabError, shown
from feltlab.rules.progressive import UNITS_PER_CENT, Meter
from feltlab.rules.steps import Ask, Trade
from feltlab.table.config import Config, checked, out_of_date
from feltlab.table.dealer import deal_on, decided
from feltlab.table.events import Event, RoundClosed
from feltlab.table.evolve import evolve
from feltlab.table.history import FORMAT, cut_of
from feltlab.table.pack import Pack, pack_of
from feltlab.table.script import opening_stakes, script_of
from feltlab.table.shoe import goes_on
from feltlab.table.state import Round, SeatHand, State
from feltlab.table.tokens import read_tokens

Record = Mapping[str, Any]


def differences(record: Record) -> list[str]:
    """Where a round comes out differently from its record; nothing if it matches."""
    if record.get("format") != FORMAT:
        raise FeltlabError(f"not a round of format {FORMAT}: format is {shown(record.get('format'))}")
    if record.get("seed") == "" and record.get("outcome") == "voided":
        raise FeltlabError("the round is void and its seed was never revealed, as when a table is restored")
    if stale := out_of_date(record.get("game", ""), record.get("mark", "")):
        raise FeltlabError(f"the round cannot be dealt again: {stale}")
    try:
        state = _opened(record)
        return [*_deal_differs(state, record), *_money_differs(state, record)]
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError) as error:
        raise FeltlabError(f"the record is not complete: {type(error).__name__} {shown(str(error))}") from None


def _opened(record: Record) -> State:
    """The table as it was when no more bets was called."""
    config = checked(
        Config(
            record["game"],
            decks=record.get("decks"),
            seats=record["seats"],
            pay_tables=record["pay_tables"],
            rules=record["rules"],
            aggregate_limit=record["aggregate_limit"],
            penetration=record.get("penetration", 0),
        )
    )
    seeds = dict(record["client_seeds"])
    hands = {int(seat): _hand(config, entry) for seat, entry in record["players"].items()}
    gone = tuple(map(parse_card, record.get("gone", ())))
    round = Round(record["round"], record["seed"], record["commitment"], 0, config, "play", hands, seeds, gone=gone)
    # The record has the meters at the time of the awards, already fed.
    meters = {wager: Meter(cents * UNITS_PER_CENT, 0, 0) for wager, cents in record["meters"].items()}
    return State(record["table"], config, rounds=round.number, round=round, meters=meters)


def _hand(config: Config, entry: Record) -> SeatHand:
    stakes = opening_stakes(SeatHand("", entry["stakes"]), config)
    tokens = {wager: cents for wager, cents in entry.get("tokens", {}).items() if wager in stakes}
    return SeatHand(entry["player"], stakes, void=entry["void"], tokens=read_tokens(config, stakes, tokens))


def _deal_differs(state: State, record: Record) -> list[str]:
    found = []
    if commitment(bytes.fromhex(record["seed"])) != record["commitment"]:
        found.append("the seed is not the one that was committed to")
    jokers = state.config.shape.jokers  # by the recorded rules: the deal ignores what the record says
    if record.get("jokers", 0) != jokers:
        found.append(f"jokers: {shown(record['jokers'])} on record, {jokers} by its rules")
    assert state.round is not None  # noqa: S101
    cut = cut_of(state.round)
    if record.get("cut", cut) != cut:  # 0.1.0 did not write it
        found.append(f"the cut is {shown(record['cut'])} on record, {shown(cut)} by its rules")
    found += _gone_differs(state.round)
    pack = pack_of(state.table, state.round)
    for place, cards in record["dealt"].items():
        again = _again(pack, place)
        if place in ("seats", "replacements"):
            found += [
                f"seat {seat} was dealt {said}, not {again.get(seat)}"
                for seat, said in cards.items()
                if said != _as_many(state.round, place, said, again.get(seat))
            ]
        elif again != cards:
            found.append(f"{place}: {cards} on record, {again} dealt again")
    return found


def _as_many(round: Round, place: str, said: Any, again: Any) -> Any:
    """A seat's cards without the last ones if the rules may not deal them; the money shows whether they do."""
    if place == "replacements" and again:
        drawn = Trade.listed(said)
        return said if drawn and drawn == again[: len(drawn)] else again
    last = script_of(round).seat_deals[-1:]
    if place == "seats" and last and last[0].when is not None and again and len(said) == len(again) - last[0].cards:
        return again[: len(said)]
    return again


def _gone_differs(round: Round) -> list[str]:
    gone, config = round.gone, round.config
    if list(gone) != sorted(gone):
        return ["the cards that are gone are not in deck order"]
    if gone and not (config.penetration and goes_on(config, len(gone))):
        return [f"{len(gone)} cards were gone from the shoe, and a fresh one was due"]
    return []


def _again(pack: Pack, place: str) -> Any:
    if place == "seats":
        return {str(seat): card_names(cards) for seat, cards in pack.seats.items()}
    if place == "replacements":
        return {str(seat): card_names(cards) for seat, cards in pack.replacements.items()}
    return card_names(pack.places.get(place, ()))


def _money_differs(state: State, record: Record) -> list[str]:
    if record["outcome"] == "voided":
        return _void_differs(record)
    played = _played(state, record)
    assert played.last is not None  # noqa: S101
    found = []
    for seat, hand in played.last.hands.items():
        entry = record["players"][str(seat)]
        again = [_money(done.wager, done.staked, done.returned, done.token) for done in hand.results]
        said = [
            _money(done["wager"], done["staked"], done["returned"], done.get("token", 0)) for done in entry["results"]
        ]
        # The result of each bet; the order was that of the procedure at the time.
        if not hand.void and sorted(again) != sorted(said):
            found.append(f"seat {seat} settles as {again}, the record has {said}")
    missing = [place for place in played.last.places if place not in record["dealt"]]
    found += [f"{place} is missing from the record" for place in missing]
    extra = [
        place for place in record["dealt"] if place in script_of(played.last).table_deals.keys() - played.last.places
    ]
    found += [f"{place} is on record, but under the rules it was not dealt" for place in extra]
    return found + _hands_differ(played.last, record)


def _hands_differ(round: Round, record: Record) -> list[str]:
    """Cards that a seat gets only in some deals."""
    said, live = record["dealt"].get("seats", {}), round.live.items()
    wrong = [seat for seat, hand in live if len(said.get(str(seat), ())) != len(hand.cards)]
    return [f"seat {seat} was dealt the wrong number of cards" for seat in wrong]


def _money(wager: str, staked: int, returned: int, token: int) -> tuple[str | int, ...]:
    return (wager, staked, returned, token) if token else (wager, staked, returned)


def _void_differs(record: Record) -> list[str]:
    """Every stake of a void round is settled or returned."""
    return [
        f"seat {seat} bet {entry['stakes']}, and {wager} was neither returned nor settled"
        for seat, entry in record["players"].items()
        for wager in entry["stakes"]
        if wager not in {done["wager"] for done in entry["results"]}
    ]


def _raised_tokens(ask: Ask, entry: Record) -> dict[str, int]:
    tokens = entry.get("tokens", {})
    return {wager: tokens[wager] for wager in tokens if ask.raises and wager == ask.raises.wager}


def _played(state: State, record: Record) -> State:
    while state.round is not None:
        events: list[Event] = deal_on(state, 0)
        if not events:
            seat, stage = state.round.waiting[0], state.round.asked
            ask, entry = script_of(state.round).asks[stage], record["players"][str(seat)]
            choice = {name: entry["choices"][name] for name in ask.names if name in entry["choices"]}
            events = decided(
                state.table, state.round, seat, stage, choice or ask.default, "record", _raised_tokens(ask, entry)
            )
        for event in events:
            state = evolve(state, event)
            if isinstance(event, RoundClosed):
                break
    return state
