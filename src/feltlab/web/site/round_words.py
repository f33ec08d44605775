"""How a round goes, from its declaration: for games without sentences of their own."""

from collections.abc import Iterator
from typing import Final

from feltlab.rules.game import Game
from feltlab.rules.steps import SEATS, Ask, Deal, Step, Take, Turn
from feltlab.rules.turning import turned
from feltlab.rules.wagers import Role
from feltlab.web.site.text import TEXT, counted, listed

_W: Final = TEXT["rules"]["round"]


def told_round(game: Game) -> list[str]:
    optional = any(wager.role in (Role.SIDE, Role.PROGRESSIVE) for wager in game.wagers.values())
    first = _W["bet_too" if optional else "bet"].format(initial=game.wagers[game.initial].name)
    return [first, *(sentence for step in game.round.steps for sentence in _told(game, step)), _W["end"]]


def _told(game: Game, step: Step) -> Iterator[str]:
    match step:
        case Deal(to=to, place=place):
            cards = _W["card"] if step.cards == 1 else _W["some_cards"].format(count=counted(step.cards))
            yield _W["seats" if to == SEATS else "table"].format(
                cards=cards.capitalize() if to != SEATS else cards, place=place
            )
        case Turn():
            place = turned(game.round, step)
            yield _W["turn"].format(place=f"{place[0].upper()}{place[1:]}")
        case Ask():
            yield _asked(game, step)
        case Take(wagers=wagers):
            names = listed([game.wagers[wager].name for wager in wagers])
            yield _W["take_folded" if step.folded_at else "take"].format(wagers=names)


def _asked(game: Game, ask: Ask) -> str:
    if ask.trade and ask.trade.several:
        return str(_W["trades"].format(call=ask.call, count=counted(ask.trade.most)))
    if ask.raises is None:
        return str(_W["trade"].format(call=ask.call))
    wager, of = game.wagers[ask.raises.wager].name, game.wagers[ask.raises.of].name
    options = [
        _W["option"].format(option=option, units=_times(units), of=of, wager=wager)
        if units
        else _W["option_fold" if ask.folds(option) else "option_free"].format(option=option)
        for option, units in ask.raises.options.items()
    ]
    return str(
        _W["raise_allowed" if ask.raises.allow else "raise"].format(
            call=ask.call.rstrip("?"), options="; ".join(options)
        )
    )


def _times(units: int) -> str:
    return str(_W["once"] if units == 1 else _W["times"].format(count=counted(units)))
