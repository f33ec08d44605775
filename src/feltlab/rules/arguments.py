"""Checks on an author's arguments to `declare`, made first, so that a mistake is reported in the author's own words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from inspect import getsourcelines
from typing import Any, Final, get_args

from feltlab.errors import RulesError, shown
from feltlab.hands.ranking import Ranking
from feltlab.rules.claiming import check_claim
from feltlab.rules.faults import AtLineError
from feltlab.rules.game import SHARED_FIELDS, Game
from feltlab.rules.house import Numbers
from feltlab.rules.published import Published, WorkedRound
from feltlab.rules.seen import seen_at
from feltlab.rules.settling import Hand
from feltlab.rules.steps import FOLD, SEATS, TRADED, Ask, Deal, Raise, Set, Step, Take, Trade, step_name
from feltlab.rules.wagers import Role
from feltlab.rules.written import AtArgumentError, written

SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RESERVED: Final = ("main",)
"""The main game's name in figures: no bet may have it."""
TAKEN: Final = frozenset((
    "seat", "seats", "replacements", "number", "phase", "commitment", "asked", "waiting", "deadline", "turned", "laid",
    "reason", "client_seeds", "seed",
))  # fmt: skip
"""Names of other things in the views and records of a round; no place of the table may have one."""
IN_LINES: Final = (*SHARED_FIELDS, "decks", "tokens")
PLACE_NAMES: Final = "take another name, of letters, digits and underscores"


def check_arguments(given: Mapping[str, Any]) -> None:
    slug = given["slug"]
    if not isinstance(slug, str) or not SLUG.fullmatch(slug):
        raise RulesError(f"{shown(slug)} is not a slug: use lowercase letters and digits, with hyphens between words")
    for name in ("title", "card"):
        if not isinstance(given[name], str) or not given[name].strip():
            what = "the rules card, usually __doc__," if name == "card" else f"the {name}"
            raise RulesError(f"{slug}: {what} must be text, not {shown(given[name])}")
    for name in ("hands", "sides", "pays", "strategies"):
        if not isinstance(given[name] or {}, Mapping) or given[name] == []:
            words = f"{slug}: {name} must be given by name, as {{name: …}}, not {shown(given[name])}"
            raise AtArgumentError(words, name)
    for wager, tables in (given["pays"] or {}).items():
        if not isinstance(tables, Mapping):
            words = f"{slug}: pay tables of {wager} must be given by id, as {{id: lines}}, not {shown(tables)}"
            raise AtArgumentError(words, "pays", wager)
    sides = [(("sides", name), function) for name, function in (given["sides"] or {}).items()]
    for path, function in [(("settle",), given["settle"]), *sides]:
        if not callable(function):
            words = f"{slug}: {path[-1]} must be a function marked @rule, not {shown(function)}"
            raise AtArgumentError(words, *path)
    if given["numbers"] is not None:
        _check_numbers(slug, given["numbers"])
    for kind, name in ((Published, "claim"), (WorkedRound, "example")):
        for number, entry in enumerate(given[f"{name}s"]):
            if not isinstance(entry, kind):
                words = f"{slug}: {name}s are made by {name}(…), and {shown(entry)} is not"
                raise AtArgumentError(words, f"{name}s", number)
    _check_hands(slug, given["hands"])
    _check_steps(slug, given["round"])
    _check_strategies(slug, given["strategies"] or {}, given["round"])


def check_bets(slug: str, bets: Sequence[Any]) -> None:
    for number, bet in enumerate(bets):
        if not hasattr(bet, "slug"):
            words = f"{slug}: {shown(bet)} is not a bet: write opening(…), raised(…), bonus(…) or side(…)"
            raise AtArgumentError(words, "wagers", number)
        for odds in bet.odds:
            if isinstance(odds, str) and not odds.isidentifier():
                words = f"{slug}: {bet.slug} pays {shown(odds)}: write Odds(3, 2) for 3 to 2, or name a rule number"
                raise AtArgumentError(words, "wagers", number)
        if not SLUG.fullmatch(bet.slug) or bet.slug in RESERVED:
            words = f"{slug}: a bet cannot be called {shown(bet.slug)}: use lowercase letters, digits and hyphens"
            raise AtArgumentError(words, "wagers", number)
    if not any(bet.role is Role.INITIAL for bet in bets):
        raise AtArgumentError(f"{slug}: no bet opens the round: give it an opening(…)", "wagers")


def check_sides(slug: str, bets: Sequence[Any], sides: Mapping[str, Any]) -> None:
    """Every side bet has a function, and every function a side bet."""
    graded = [bet.slug for bet in bets if bet.optional]
    for name in sides:
        if name not in graded:
            there = f"choose from {', '.join(graded)}" if graded else "there is none"
            raise AtArgumentError(f"{slug}: sides names {shown(name)}, which is not a side bet: {there}", "sides", name)
    for name in graded:
        if name not in sides:
            raise AtArgumentError(f"{slug}: the side bet {name} has no function in sides", "sides")


def _check_strategies(slug: str, strategies: Mapping[str, Any], steps: Sequence[Any]) -> None:
    stage = next((step.stage for step in steps if isinstance(step, Ask)), "question")
    for name, rules in strategies.items():
        if not isinstance(rules, Mapping):
            given = getattr(rules, "__name__", "function")
            words = f'{slug}: a strategy has a rule for each question: write {{"{name}": {{"{stage}": {given}}}}}'
            raise AtArgumentError(words, "strategies", name)
        for asked, function in rules.items():
            if not callable(function):
                words = f"{slug}: the strategy {shown(name)} needs a function marked @rule for {shown(asked)}"
                raise AtArgumentError(f"{words}, not {shown(function)}", "strategies", name)


def _check_numbers(slug: str, numbers: Any) -> None:
    if isinstance(numbers, type) and issubclass(numbers, Numbers):
        raise AtArgumentError(f"{slug}: numbers must be an instance: write numbers={numbers.__name__}(…)", "numbers")
    if not isinstance(numbers, Numbers):
        words = f"{slug}: numbers must be an instance of a frozen dataclass derived from Numbers"
        raise AtArgumentError(words, "numbers")
    kind = type(numbers)
    if vars(kind).get("__annotations__", {}).keys() - {field.name for field in fields(numbers)}:
        words = f"{slug}: write @dataclass(frozen=True) above class {kind.__name__}: without it, it has no numbers"
        raise AtLineError(words, _class_at(kind))


def _class_at(kind: type) -> int:
    try:
        return getsourcelines(kind)[1]
    except (OSError, TypeError):
        return 0


def _check_hands(slug: str, hands: Mapping[str, Any]) -> None:
    for name, hand in hands.items():
        with written("hands", name):
            _check_hand(f"{slug}: the hand {name!r}", hand)


def _check_hand(which: str, hand: Any) -> None:
    if not isinstance(hand, Hand):
        raise RulesError(f"{which} must be Hand(ranking, place), not {shown(hand)}")
    if not isinstance(hand.ranking, Ranking) or not callable(hand.ranking.value):
        raise RulesError(f"{which} needs a Ranking with a function, not {shown(hand.ranking)}")
    if not hand.places:
        raise RulesError(f"{which} does not say where its cards are")


def _check_steps(slug: str, steps: Sequence[Any]) -> None:
    raised: set[str] = set()
    stages: set[str] = set()
    for number, step in enumerate(steps, start=1):
        with written("round", number - 1):
            if not isinstance(step, get_args(Step)):
                raise RulesError(f"{slug}: step {number} of the round is not a step: {shown(step)}")
            where = f"step {number} of the round, {step_name(step)}"
            if isinstance(step, Deal):
                _check_deal(step, where)
            elif isinstance(step, Ask):
                _check_ask(step, where, raised, stages)


def _check_deal(step: Deal, where: str) -> None:
    if type(step.cards) is not int:
        raise RulesError(f"{where}: it deals a whole number of cards, not {shown(step.cards)}")
    for place in (step.place, *step.parts):
        if not isinstance(place, str) or not place.isidentifier() or place in (*TAKEN, *IN_LINES):
            raise RulesError(f"{where}: a place cannot be called {shown(place)}: {PLACE_NAMES}")


def _check_ask(step: Ask, where: str, raised: set[str], stages: set[str]) -> None:
    if step.stage in stages:
        raise RulesError(f"{where}: an earlier question has that name")
    stages.add(step.stage)
    call: Any = step.call
    if not isinstance(call, str):
        forgotten = isinstance(call, Raise | Set | Trade)
        words = "what the dealer says is missing" if forgotten else f"what the dealer says is text, not {shown(call)}"
        raise RulesError(f'{where}: {words}: write Ask("{step.stage}", "Play or fold?", …)')
    if step.trade is not None:
        _check_trade(step, step.trade, where)
    if step.raises is None:
        return
    options = step.raises.options
    if not isinstance(options, Mapping) or any(type(units) is not int for units in options.values()):
        raise RulesError(f"{where}: its options are given as {{answer: units}}, in whole units, not {shown(options)}")
    if len(options) < 2:
        raise RulesError(f"{where}: it has {len(options)} options, and a question needs two or more")
    if options.get(FOLD, 0):
        raise RulesError(f"{where}: a fold puts up 0 units, not {options[FOLD]}")
    if step.raises.wager in raised:
        raise RulesError(f"{where}: it is never asked, because the {step.raises.wager} bet is made or folded before it")
    if all(units for option, units in options.items() if option != FOLD):
        raised.add(step.raises.wager)


def _check_trade(step: Ask, trade: Any, where: str) -> None:
    if not isinstance(trade, Trade) or type(trade.most) is not int or trade.most < 1:
        raise RulesError(f"{where}: a trade is Trade(most), the most cards that may be traded, not {shown(trade)}")
    if step.raises or step.set:
        raise RulesError(f"{where}: it asks for a trade and for more: make the trade a separate question")
    for place in (trade.draws, trade.makes):
        if not isinstance(place, str) or not place.isidentifier() or place in (*TAKEN, *IN_LINES):
            raise RulesError(f"{where}: a place cannot be called {shown(place)}: {PLACE_NAMES}")


def _check_traded(game: Game) -> None:
    """There is one trade, of a hand that exists, and nothing else uses its places."""
    steps = game.round.steps
    asked = [(number, step) for number, step in enumerate(steps) if isinstance(step, Ask) and step.trade]
    for number, step in asked:
        where = f"step {number + 1} of the round, {step_name(step)}"
        before = sum(deal.cards for deal in steps[:number] if isinstance(deal, Deal) and deal.to == SEATS)
        with written("round", number):
            if len(asked) > 1:
                raise RulesError(f"{where}: a round may have one trade, not {len(asked)}")
            if game.round.hand != before:
                raise RulesError(f"{where}: deal every card of a seat before it trades any")
            if step.trade and step.trade.most > before:
                raise RulesError(f"{where}: {step.trade.most} cards may be traded, and a seat has {before}")
            if step.trade and {step.trade.draws, step.trade.makes} & {*game.round.deal_at, *_parts(game)}:
                raise RulesError(f"{where}: cards are dealt to {step.trade.draws!r} or {step.trade.makes!r} already")
    if asked and TRADED in game.hands:
        raise RulesError(
            f"{game.slug}: a hand cannot be called {TRADED!r}: rules use that name for the number of cards traded"
        )


def _check_blind(game: Game) -> None:
    """Catches cards meant for the seats but dealt to the table, so that no player sees a card before deciding."""
    script = game.round
    deals = [number for number, step in enumerate(script.steps) if isinstance(step, Deal)]
    asked = [step.stage for step in script.steps[deals[0] :] if isinstance(step, Ask)] if deals else []
    if asked and not script.hand and not any(seen_at(game).values()):
        words = f"nobody sees a card when {asked[0]!r} is asked: deal to SEATS what each seat gets"
        first = script.steps[deals[0]]
        form = f', as Deal("{first.place}", {first.cards}, SEATS)' if isinstance(first, Deal) else ""
        raise AtArgumentError(f"{game.slug}: {words}{form}", "round", deals[0])


def _parts(game: Game) -> list[str]:
    return [part for deal in game.round.deals for part in deal.parts]


def check_game(game: Game) -> None:
    """Checks that need the whole declaration: every bet is taken and paid, and published figures can be looked up."""
    taken = {slug for take in game.round.takes for slug in (*take.wagers, *take.lost)}
    for slug in game.wagers:
        if slug not in taken:
            raise AtArgumentError(f"{game.slug}: no step of the round takes and pays the {slug} bet", "round")
    standing = next((slug for slug, wager in game.wagers.items() if wager.alone), "")
    if standing and game.round.asks:
        raise RulesError(f"{game.slug}: {standing} stands alone, so no question can depend on a first bet")
    _check_traded(game)
    _check_blind(game)
    for name in game.hands:
        if name in (*game.raise_names, *(number.name for number in fields(game.numbers))):
            words = f"a hand cannot be called {name!r}: a rule that asks for it would get the bet or the number"
            raise AtArgumentError(f"{game.slug}: {words}", "hands", name)
    for number, step in enumerate(game.round.steps):
        if isinstance(step, Take):
            with written("round", number):
                _check_take(game, step)
    for number, claim in enumerate(game.claims):
        with written("claims", number):
            check_claim(game, claim)


def _check_take(game: Game, take: Take) -> None:
    if take.folded_at and FOLD not in (asked.options if (asked := game.round.asks.get(take.folded_at)) else ()):
        raise RulesError(f"{game.slug}: the step {take.name!r} is for folds at {take.folded_at!r}, where nobody folds")
