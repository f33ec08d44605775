"""From what a client asks to a command for the table: who may ask it, and on whose behalf.

| | player | dealer | floor | auditor | admin |
|---|---|---|---|---|---|
| sit, bet, seed, ready, decide, leave (own seat) | yes | | | | |
| advance, void of one hand, at tables dealt by hand | | yes | yes | | |
| leave (any seat), bot, dismiss, void, status, configure, rate, new tables | | | yes | | |

In the demo a guest is the floor of the tables that the guest has made.
"""

from dataclasses import replace
from typing import Any, Final

from pydantic import TypeAdapter

from feltlab.errors import FeltlabError
from feltlab.service.postings import purse
from feltlab.service.requests import AtTable, By, Done
from feltlab.table import State, commands
from feltlab.table.bots import prepare, strategies
from feltlab.table.config import checked
from feltlab.table.irregular import round_causes
from feltlab.web.accounts.second import OPENING, ask_or_wait
from feltlab.web.door.bodies import ApiError, RefusedError
from feltlab.web.door.house import Account, Establishment, says_something
from feltlab.web.live import models
from feltlab.web.live.edge import favors_players
from feltlab.web.live.relay import order_elsewhere
from feltlab.web.site import figures

_BODIES: Final[TypeAdapter[models.AnyCommand]] = TypeAdapter(models.Command)
OWN_SEAT: Final = ("sit", "bet", "seed", "ready", "decide")


async def has_part(house: Establishment, who: Account | None, state: State) -> bool:
    """Whether a table may be named to someone: a private one only to those seated there, its maker, and staff."""
    if not state.config.private:
        return True
    if who is None:
        return False
    return who.role != "player" or state.seat_of(who.player) is not None or await is_floor(house, who, state.table)


async def is_floor(house: Establishment, who: Account | None, table: str) -> bool:
    if who is None:
        return False
    return who.role == "floor" or (house.settings.demo and await house.maker(table) == who.player)


async def order(house: Establishment, who: Account, table: str, body: models.AnyCommand) -> Done:
    """Check, hand to the writer, and wait until it is on the disk."""
    path = f"/api/tables/{table}/commands"
    if isinstance(body, models.StatusBody) and house.is_elsewhere(table):
        return await order_elsewhere(house, who, table, path, body)
    state = house.table(table)
    floor = await is_floor(house, who, table)
    house.metrics.commands.add(body.do)
    if isinstance(body, models.ConfigureBody) and floor:
        await read_rules(house, who, body.config)
    command = _command(house, state, who, body, floor)
    said, by = body.said(), None
    if not _is_own(body, command):
        by = house.by(who, getattr(body, "reason", ""))
    if isinstance(body, models.ConfigureBody | models.SetRateBody) or (by and isinstance(body, models.LeaveBody)):
        house.needs_reason(body.reason)
    if by and isinstance(command, commands.Configure):
        by = replace(by, favors_players=await favors_players(house, command.config))
    if isinstance(body, models.BotBody):
        await _fund_bot(house, state, body)
    what = {"table": table, "round": state.round.number if state.round else None}
    return await ask_or_wait(house, who, path, said, AtTable(table, command, who.player, by), what)


def _is_own(body: models.AnyCommand, command: commands.Command) -> bool:
    """A player's action on their own seat, which is nobody else's business."""
    return body.do in OWN_SEAT or (isinstance(command, commands.Leave) and not command.forced)


async def asked_again(house: Establishment, asking: Account, told: dict[str, Any], by: By) -> AtTable:
    """The request again, now that a second person agrees; a void applies to the round that was meant."""
    table = told["table"]
    if told["path"] == OPENING:
        config = models.NewTableBody.model_validate(told["said"]).config
        await read_rules(house, asking, config)
        check_config(house, asking, config)
        return AtTable(table, commands.Open(table, config.config()), asking.player, by)
    body = _BODIES.validate_python(told["said"])
    if isinstance(body, models.ConfigureBody):
        await read_rules(house, asking, body.config)
    state = house.table(table)
    command = _command(house, state, asking, body, await is_floor(house, asking, table))
    if isinstance(command, commands.Void):
        command = replace(command, round=told["round"])
    return AtTable(table, command, asking.player, by)


def _command(
    house: Establishment, state: State, who: Account, body: models.AnyCommand, floor: bool
) -> commands.Command:
    if body.do in OWN_SEAT:
        if who.role != "player":
            raise ApiError(403, "staff do not play")
        return _of_player(who, body)
    match body:
        case models.LeaveBody() if who.role == "player" and not (floor and body.seat not in state.seats_of(who.player)):
            return commands.Leave(who.player, body.seat)
        case models.AdvanceBody() | models.VoidBody() if who.role == "dealer":
            if state.config.dealer != "manual":
                raise ApiError(403, "the dealer is automatic here")
            if isinstance(body, models.VoidBody) and not _is_of_a_hand(state, body):
                raise ApiError(403, "only the floor can void a round")
        case _ if not floor:
            raise ApiError(403, "this is for the floor")
        case _:
            pass
    return _of_staff(house, state, who, body)


def _is_of_a_hand(state: State, body: models.VoidBody) -> bool:
    return body.seat is not None and body.cause not in round_causes(state.config.rule_book)


def _of_player(who: Account, body: Any) -> commands.Command:
    match body:
        case models.SitBody():
            return commands.Sit(who.player, who.name, body.seat)
        case models.BetBody():
            return commands.Bet(who.player, body.seat, body.round, body.wagers, body.tokens)
        case models.SeedBody():
            return commands.ClientSeed(who.player, body.seat, body.round, body.text)
        case models.ReadyBody():
            return commands.Ready(who.player, body.seat, body.round)
        case models.DecideBody():
            choice = body.choice.said()
            return commands.Decide(who.player, body.seat, body.round, body.stage, choice, body.tokens)
        case _:
            raise AssertionError(body.do)


def _of_staff(house: Establishment, state: State, who: Account, body: models.AnyCommand) -> commands.Command:
    match body:
        case models.LeaveBody():
            seat = state.seats.get(body.seat)
            return commands.Leave(seat.player if seat else "", body.seat, True, body.reason)
        case models.BotBody():
            bets = state.config.rule_book.with_equals(body.wagers)
            return commands.Sit(bot_of(state, body.seat), f"Bot {body.seat}", body.seat, body.strategy, bets)
        case models.DismissBody():
            return commands.Leave(bot_of(state, body.seat), body.seat, True)
        case models.AdvanceBody():
            return commands.Advance(body.step)
        case models.VoidBody():
            return commands.Void(body.cause, body.reason, body.seat)
        case models.StatusBody():
            return commands.Status(body.status, body.reason)
        case models.ConfigureBody():
            check_config(house, who, body.config)
            return commands.Configure(body.config.config())
        case models.SetRateBody():
            return commands.Rate(body.wager, body.increment_ppm)
        case _:
            raise AssertionError(body.do)


async def read_rules(house: Establishment, who: Account, config: models.TableConfig) -> None:
    """A rule file is read in a thread of the lab's; the loop and the writer, where all tables wait, find it read."""
    if config.rules and who.role == "floor":
        try:
            await house.think(lambda: checked(config.config()))
        except FeltlabError as error:
            raise RefusedError("bad-configuration", str(error)) from None


def check_config(house: Establishment, who: Account, config: models.TableConfig) -> None:
    if house.settings.demo and not config.private:
        raise RefusedError("bad-configuration", "a guest's table is private: set private to true")
    if config.title and not says_something(config.title):
        raise RefusedError("bad-configuration", "a table's title needs a letter or a digit")
    if config.rules and who.role != "floor":
        # A rule file can ask for hours of the lab's work.
        raise ApiError(403, "only the floor can use its own rule file")
    if not (config.private or config.seats == 1 or config.config().has_clocks):
        raise RefusedError("no-clocks", "others may sit down here: set a betting and a decision clock")


def bot_of(state: State, seat: int) -> str:
    return f"bot:{state.table}:{seat}"


async def _fund_bot(house: Establishment, state: State, body: models.BotBody) -> None:
    """Bots play with the house's chips; their purse is filled when they sit down."""
    if body.strategy not in strategies(state.config):
        raise RefusedError("no-such-strategy", f"bots here play {', '.join(strategies(state.config))}")
    figures.need(state.config.game)
    await house.think(prepare, state.config, body.strategy)  # not in the writer, where all tables would wait
    bot = bot_of(state, body.seat)
    held = await house.read(house.pit.store.balance, purse(bot))
    missing = house.settings.bot_float_cents - held
    if missing > 0 and bot not in {seat.player for seat in state.seats.values()}:
        await house.issue(bot, missing, f"float/{state.number}/{held}")
