"""The floor's tables as plain data: who is there, what is at stake, the win beside the theory, by bet and by period."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from feltlab.games import GAMES
from feltlab.ledger.performance import HOUR_MS, Axis, Drop, Performance, Pricing, Sums, performance
from feltlab.rules.progressive import UNITS_PER_CENT
from feltlab.rules.wagers import Role
from feltlab.service.postings import bank
from feltlab.service.rows import BetResult
from feltlab.service.store import Store
from feltlab.table import State
from feltlab.table.dealer import step_of
from feltlab.table.irregular import round_causes, seat_causes
from feltlab.table.stakes import aggregate_told
from feltlab.table.views import config_view
from feltlab.web.floor.charts import PlayedBets, band

Data = dict[str, Any]
SHOWN: Final[Mapping[Axis, int]] = {"hour": 24, "day": 31, "week": 53}
"""How many periods of each kind go back from now; before them there is the whole, which each table has."""


class FloorFigures:
    """What all tables come to. Asked again while nothing has happened, the last answer still holds."""

    def __init__(self, store: Store, price: Pricing) -> None:
        self.store, self.price = store, price
        self._last: tuple[object, Data] | None = None

    def read(self, states: Sequence[State], now: int) -> Data:
        """The floor as a whole, and each table by its name; chips bought between rounds show after seconds."""
        marks = (tuple((state.table, state.number) for state in states), now // 5000)
        kept = self._last
        if kept is None or kept[0] != marks:
            kept = self._last = (marks, self._read(states, now))
        return kept[1]

    def _read(self, states: Sequence[State], now: int) -> Data:
        sums, drops = self.store.sums(), self.store.drops()
        flat = [row for row in sums if not _is_progressive(row)]
        by_table = _grouped(performance(flat, self.price, ["table"], drops))
        by_wager = _grouped(performance(flat, self.price, ["table", "wager"]))
        periods = self._periods(flat, drops, now)
        fed = _grouped(performance([row for row in sums if _is_progressive(row)], _no_price, ["table", "wager"]))
        whole = performance(flat, self.price, [], drops)
        return {
            "all": line(next(iter(whole), None)),
            "tables": {
                state.table: {
                    **_standing(state),
                    "bank": self.store.balance(bank(state.table)),
                    **_with_chart(state, next(iter(by_table.get(state.table, ())), None)),
                    "wagers": [_of_wager(state, each) for each in by_wager.get(state.table, ())]
                    + [_of_wager(state, each) for each in fed.get(state.table, ())],
                    "periods": {axis: found.get(state.table, []) for axis, found in periods.items()},
                }
                for state in states
            },
        }

    def _periods(self, days: Sequence[Sums], drops: Sequence[Drop], now: int) -> dict[str, dict[str, list[Data]]]:
        """For each kind of period, each table's lines, the latest first."""
        since = (now // HOUR_MS - SHOWN["hour"] + 1) * HOUR_MS
        hours = [row for row in self.store.sums(since=since, hourly=True) if not _is_progressive(row)]
        bought = self.store.drops(since=since, hourly=True)
        found: dict[str, dict[str, list[Data]]] = {}
        for axis, most in SHOWN.items():
            rows, chips = (hours, bought) if axis == "hour" else (days, drops)
            tables = _grouped(performance(rows, self.price, ["table", axis], chips))
            found[axis] = {
                table: [{"period": each.key[1], **line(each)} for each in reversed(lines[-most:])]
                for table, lines in tables.items()
            }
        return found

    def course(self, table: str, rounds: Iterable[int]) -> list[PlayedBets]:
        """Rounds that were settled, each with its win and what it should have been; oldest first."""
        found = []
        for number in sorted(rounds):
            results = [row for row in self.store.results(table, number) if not _is_progressive(row)]
            prices = [self.price(row.game, row.wager, row.terms) for row in results]
            priced = [(row, price) for row, price in zip(results, prices, strict=True) if price is not None]
            if results and len(priced) == len(results):
                win = sum(row.staked - row.returned for row in results)
                theory = sum((price.edge * row.initial for row, price in priced), Fraction(0))
                variance = sum((price.variance * row.initial**2 for row, price in priced), Fraction(0))
                found.append(PlayedBets(number, win, float(theory), float(variance)))
        return found


def _no_price(game: str, wager: str, terms: str) -> None:
    """What a progressive bet should win depends on its meter at each moment."""


def _is_progressive(row: Sums | BetResult) -> bool:
    return row.game in GAMES and GAMES[row.game].wagers[row.wager].role is Role.PROGRESSIVE


def _grouped(found: Iterable[Performance]) -> dict[str, list[Performance]]:
    groups: dict[str, list[Performance]] = {}
    for each in found:
        groups.setdefault(each.key[0], []).append(each)
    return groups


def line(found: Performance | None) -> Data:
    """One line of figures: cents, shares and standard deviations; None where there is nothing to say."""
    if found is None:
        found = Performance((), 0, 0, 0, 0, Fraction(0), Fraction(0), None)
    theory = found.theoretical_win
    deviation = None if found.variance is None else sqrt(found.variance)
    return {
        "bets": found.bets,
        "handle": found.handle,
        "win": found.win,
        "theoretical_win": None if theory is None else round(float(theory), 2),
        "theoretical_win_exact": None if theory is None else str(theory),
        "deviation": None if deviation is None else round(deviation, 2),
        "z": found.z,
        "drop": found.drop,
        "hold": None if found.hold is None else float(found.hold),
    }


def _with_chart(state: State, found: Performance | None) -> Data:
    told = line(found)
    chart = None
    if told["bets"] and told["theoretical_win"] is not None and told["deviation"]:
        chart = band(told["win"], told["theoretical_win"], told["deviation"], name_of(state)).to_dict()
    return {"performance": told, "chart": chart}


def _of_wager(state: State, found: Performance) -> Data:
    wager = found.key[1]
    return {"wager": wager, "name": state.config.rule_book.whole.wagers[wager].name, **line(found)}


def name_of(state: State) -> str:
    return state.config.title or state.config.rule_book.title


def _standing(state: State) -> Data:
    """What a look at the table tells, and what the floor's dialogs need to say what an order does."""
    config = state.config
    return {
        "table": state.table,
        "name": name_of(state),
        "game": config.game,
        "game_title": config.rule_book.title,
        "status": state.status,
        "reason": state.reason,
        "private": config.private,
        "dealer": config.dealer,
        "v": state.number,
        "rounds": state.rounds,
        "voids": state.voids,
        "void_rate": state.voids / state.rounds if state.rounds else 0.0,
        "places": config.places,
        "seats": [
            {"seat": number, "name": seat.name, "bot": seat.bot, "away": seat.away, "leaving": seat.leaving}
            for number, seat in sorted(state.seats.items())
        ],
        "round": _round(state),
        "meters": _meters(state),
        "causes": causes_of(config.game),
        "wager_names": bet_names(state),
        "config": config_view(config),
        "aggregate_told": aggregate_told(config),
        "next_config": config_view(state.next_config) if state.next_config else None,
    }


def bet_names(state: State) -> dict[str, str]:
    """The bets that are offered now, in the round that is on, or from the next round on."""
    configs = [state.config, state.next_config, state.round.config if state.round else None]
    return {slug: wager.name for config in configs if config for slug, wager in config.rule_book.wagers.items()}


def _round(state: State) -> Data | None:
    round = state.round
    if round is None:
        return None
    open_stakes = {str(seat): hand.open_stakes for seat, hand in sorted(round.live.items()) if hand.open_stakes}
    return {
        "number": round.number,
        "phase": round.phase,
        "step": step_of(round),
        "open_stakes": open_stakes,
        "at_stake": sum(sum(stakes.values()) for stakes in open_stakes.values()),
    }


def _meters(state: State) -> list[Data]:
    return [
        {
            "wager": wager,
            "name": state.config.rule_book.wagers[wager].name,
            "cents": meter.cents,
            "base": meter.base_units // UNITS_PER_CENT,
            "liability": meter.cents - meter.base_units // UNITS_PER_CENT,
            "increment_ppm": meter.increment_ppm,
            "next_increment_ppm": meter.next_increment_ppm,
        }
        for wager, meter in state.meters.items()
    ]


def causes_of(game: str) -> Mapping[str, list[Data]]:
    """The irregularities that the game's manual knows, and what each makes void."""
    return {
        "seat": [{"cause": cause, "words": words} for cause, words in seat_causes(GAMES[game]).items()],
        "round": [{"cause": cause, "words": words} for cause, words in round_causes(GAMES[game]).items()],
    }
