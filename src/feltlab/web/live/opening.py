"""Opening the house: the writer starts, tables continue where they stopped, and a demo has a table of each game."""

from itertools import count

from feltlab.errors import StoreError
from feltlab.games import GAMES
from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Refused, Request, TryAgain
from feltlab.service.scrub import start_scrub
from feltlab.table.commands import Open
from feltlab.table.config import BETTING_SECONDS, DECISION_SECONDS, Config
from feltlab.table.first_rounds import play_first_rounds
from feltlab.web.door.settings import Settings


def open_house(pit: Pit, settings: Settings) -> None:
    for game in GAMES:  # a table of any of them may be opened while people play
        play_first_rounds(game)
    pit.start()
    start_scrub(pit.store)
    pit.open_up()
    if settings.demo:
        for game in GAMES:
            _open_demo_table(pit, game)


def _open_demo_table(pit: Pit, game: str) -> None:
    """One of each game; if it cannot continue with the file as it is now, a new one."""
    tables = (f"{game}-{number}" for number in count(1))
    table = next(table for table in tables if table not in pit.waiting)
    if pit.store.table(table) is not None:  # here, or in another process
        return
    config = Config(game, betting_seconds=BETTING_SECONDS, decision_seconds=DECISION_SECONDS)
    reply = pit.ask(Request(AtTable(table, Open(table, config), pit.owner)))
    if isinstance(reply, Refused | TryAgain):
        raise StoreError(f"the table {table} cannot be opened: {reply.words}")
