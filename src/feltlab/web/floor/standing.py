"""A look at a table: who is there, what is at stake, its meters, and the facts for the floor's orders."""

from collections.abc import Mapping
from typing import Any

from feltlab.games import GAMES
from feltlab.rules.progressive import UNITS_PER_CENT
from feltlab.table import State
from feltlab.table.dealer import step_of
from feltlab.table.irregular import round_causes, seat_causes
from feltlab.table.script import folded
from feltlab.table.stakes import aggregate_told
from feltlab.table.state import Seat
from feltlab.table.views import config_view

Data = dict[str, Any]


def name_of(state: State) -> str:
    return state.config.title or state.config.rule_book.title


def finished(state: State) -> int:
    """Finished rounds, the base of the void rate."""
    return state.rounds - (1 if state.round else 0)


def void_rate(state: State) -> float:
    return state.voids / finished(state) if finished(state) else 0.0


def figured(state: State) -> Data:
    """What the pages and the API say alike of a table."""
    return {
        "table": state.table,
        "game": state.config.game,
        "status": state.status,
        "reason": state.reason,
        "private": state.config.private,
        "dealer": state.config.dealer,
        "v": state.number,
        "rounds": finished(state),
        "voids": state.voids,
        "void_rate": void_rate(state),
        "phase": state.round.phase if state.round else "",
    }


def at_a_glance(state: State) -> Data:
    """A table as in the list of all."""
    round = state.round
    return {
        **figured(state),
        "name": name_of(state),
        "game_title": state.config.rule_book.title,
        "places": state.config.places,
        "taken": len(state.seats),
        "here": sum(not seat.bot and not seat.away for seat in state.seats.values()),
        "round": round.number if round else None,
        "at_stake": _at_stake(state),
        "last_at": state.last.closed_at if state.last else 0,
    }


def standing(state: State) -> Data:
    """The same with everything that the table's own page shows and its dialogs need."""
    config = state.config
    return {
        **at_a_glance(state),
        "seats": [{"seat": number, **seated(seat)} for number, seat in sorted(state.seats.items())],
        "round": _round(state),
        "meters": _meters(state),
        "causes": causes_of(config.game),
        "wager_names": bet_names(state),
        "config": config_view(config),
        "aggregate_told": aggregate_told(config),
        "next_config": config_view(state.next_config) if state.next_config else None,
    }


def seated(seat: Seat) -> Data:
    """Who has a seat, and whether they are there."""
    return {"name": seat.name, "bot": seat.bot, "away": seat.away, "leaving": seat.is_going}


def bet_names(state: State) -> dict[str, str]:
    """The bets offered now, in the current round, or from the next round on."""
    configs = [state.config, state.next_config, state.round.config if state.round else None]
    return {slug: wager.name for config in configs if config for slug, wager in config.rule_book.wagers.items()}


def _open_stakes(state: State) -> dict[str, dict[str, int]]:
    live = state.round.live if state.round else {}
    return {str(seat): hand.open_stakes for seat, hand in sorted(live.items()) if hand.open_stakes}


def _at_stake(state: State) -> int:
    return sum(sum(stakes.values()) for stakes in _open_stakes(state).values())


def _round(state: State) -> Data | None:
    round = state.round
    if round is None:
        return None
    return {
        "number": round.number,
        "phase": round.phase,
        "step": step_of(round),
        "open_stakes": _open_stakes(state),
        "at_stake": _at_stake(state),
    }


def order_facts(state: State) -> Data:
    """What the void dialog needs to know."""
    return {
        "table": state.table,
        "name": name_of(state),
        "causes": causes_of(state.config.game),
        "wager_names": bet_names(state),
        "round": _round(state),
    }


def _meters(state: State) -> list[Data]:
    return [
        {
            "wager": wager,
            "name": state.config.rule_book.whole.wagers[wager].name,
            "cents": meter.cents,
            "base": meter.base_units // UNITS_PER_CENT,
            "liability": meter.cents - meter.base_units // UNITS_PER_CENT,
            "increment_ppm": meter.increment_ppm,
            "next_increment_ppm": meter.next_increment_ppm,
        }
        for wager, meter in state.meters.items()
    ]


def causes_of(game: str) -> Mapping[str, list[Data]]:
    """The irregularities in the game's manual, and what each makes void."""
    return {
        "seat": [{"cause": cause, "words": words} for cause, words in seat_causes(GAMES[game]).items()],
        "round": [{"cause": cause, "words": words} for cause, words in round_causes(GAMES[game]).items()],
    }


def place_of(state: State, number: int) -> Data:
    """A seat as the dealer sees it: in its own words; `word` names one of the page's."""
    seat, round = state.seats.get(number), state.round
    hand = round.hands.get(number) if round else None
    word = ""
    if round and seat:
        word = _word(round.phase, number in round.waiting and bool(round.asked), hand)
    return {
        "seat": number,
        "name": seat.name if seat else "",
        "bot": seat.bot if seat else "",
        "away": bool(seat and seat.away),
        "leaving": bool(seat and seat.is_going),
        "taken": seat is not None,
        "word": word,
    }


def _word(phase: str, asked: bool, hand: Any) -> str:
    if hand is None:
        return "betting" if phase == "bets" else "sits_out"
    if hand.void:
        return "void"
    if phase == "bets":
        return "ready" if hand.ready else "betting"
    if asked:
        return "asked"
    if hand.results and not hand.open_stakes:
        return "settled"
    if folded(hand):
        return "folded"
    return "decided" if hand.decided else ""
