"""Chips for guests and bots: play money, and a house rule for how much per day."""

from typing import Any, Final

from feltlab.service.pit import Pit
from feltlab.service.postings import purse
from feltlab.service.requests import Chips, Done, Request
from feltlab.table import State
from feltlab.table.events import Event, RoundClosed
from feltlab.web.door.bodies import ApiError, RefusedError
from feltlab.web.door.house import Account, Establishment, scoped
from feltlab.web.door.limits import Day
from feltlab.web.door.settings import Settings

DAY_MS: Final = 86_400_000
MOST_READ: Final = 100_000


class Cashier:
    def __init__(self, house: Establishment) -> None:
        self.house = house
        self._days: dict[str, Day] = {}

    async def buy_in(self, who: Account, said: dict[str, Any], asked: Chips) -> Done:
        day = await self._today(who.player)
        key, most = scoped(who.player, said["key"]), self.house.settings.daily_buy_in_cents
        again = key in day.bought
        if not again:
            if day.cents + asked.cents > most:
                raise RefusedError("house-rule", f"house rule: ${most // 100:,} of chips a day")
            day.bought[key] = asked.cents  # before the answer, so that two requests at once cannot both pass the rule
        try:
            return await self.house.ask_once(who, "/api/purse", said, asked)
        except ApiError:
            if not again:
                del day.bought[key]
            raise

    async def _today(self, player: str) -> Day:
        """Counted in memory, starting from the database when the player is first seen today."""
        today = self.house.pit.clock() // DAY_MS
        kept = self._days.get(player)
        if kept is None or kept.day != today:
            read = await self.house.read(self._read, player, today)
            kept = self._days.get(player)
            if kept is None or kept.day != today:
                kept = self._days[player] = read
        return kept

    def _read(self, player: str, today: int) -> Day:
        welcome = f"chips/{scoped(player, 'welcome')}"
        day, account = Day(today), purse(player)
        for posting in self.house.pit.store.transfers_of(account, MOST_READ):
            move = posting.transfer
            if posting.at // DAY_MS < today:
                break
            if move.id.startswith("chips/") and move.credit == account and move.id != welcome:
                day.bought[move.id.removeprefix("chips/")] = move.cents
        return day


def keep_bots_in_chips(pit: Pit, settings: Settings) -> None:
    """Bots play with the house's chips: a purse that runs low is filled after the round."""

    def fill(state: State, events: list[tuple[int, Event]]) -> None:
        if not any(isinstance(event, RoundClosed) for _, event in events):
            return
        for seat in state.seats.values():
            missing = settings.bot_float_cents - pit.ledger.balance(purse(seat.player))
            if seat.bot and missing > settings.bot_float_cents // 2:
                key = scoped(seat.player, f"fill/{state.number}")
                pit.submit(Request(Chips(seat.player, missing), key, key))

    pit.listen(fill)
