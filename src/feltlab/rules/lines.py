"""A round as one mapping, the way it comes from a file, a program or a person: read, checked, settled."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from feltlab.errors import FeltlabError, WagerError, shown
from feltlab.money import MAX_STAKE
from feltlab.rules.game import SHARED_FIELDS, Game, Terms
from feltlab.rules.house import House
from feltlab.rules.settlement import Settlement
from feltlab.rules.tokens import check_tokens, tokens_returned
from feltlab.rules.wagers import check_stakes

MAX_METER = 10_000 * MAX_STAKE


class Round(NamedTuple):
    """One seat's round, read and checked, ready to settle."""

    game: Game
    deal: Any
    choice: Any
    stakes: dict[str, int]
    terms: Terms
    tokens: dict[str, int]

    @property
    def choices(self) -> Mapping[str, Any] | None:
        """As a line has them, in full; None where they are so in every line."""
        return self.game.choices(self.choice) if self.game.choices else None

    def settle(self) -> Settlement:
        return self.game.settle(self.deal, self.choice, self.stakes, self.terms)


def read_game(line: Mapping[str, object], games: Mapping[str, Game]) -> Game:
    if "game" not in line:
        raise FeltlabError("'game' is missing")
    slug = line["game"]
    if not isinstance(slug, str) or slug not in games:
        raise FeltlabError(f"{shown(slug)} is not a game: they are {', '.join(games)}")
    return games[slug]


def read_terms(game: Game, house: House, line: Mapping[str, object], stakes: Mapping[str, int]) -> Terms:
    numbers = house.with_decks(line["decks"]) if "decks" in line else house.numbers
    pays = house.chosen(line.get("pay_tables", {}), getattr(numbers, "decks", 1))
    terms = Terms(numbers, pays, _meters(game, line.get("meters", {}), stakes))
    game.check_terms(terms)
    return terms


def _meters(game: Game, given: object, stakes: Mapping[str, int]) -> Mapping[str, int]:
    if not isinstance(given, dict):
        raise WagerError(f"meters must be given as {{wager: cents}}, not {shown(given)}")
    for slug, cents in given.items():
        if slug not in game.progressive_wagers:
            raise WagerError(f"{shown(slug)} has no meter in this game")
        if isinstance(cents, bool) or not isinstance(cents, int) or not 0 <= cents <= MAX_METER:
            raise WagerError(f"the {slug} meter must be a whole number of cents up to {MAX_METER}, not {shown(cents)}")
    for slug in game.progressive_wagers:
        if slug in stakes and slug not in given:
            raise WagerError(f"the {slug} is bet: give its meter in cents under 'meters'")
    return given


def read_round(line: Mapping[str, object], game: Game, house: House) -> Round:
    if not line.keys() <= game.known_fields:
        extra = next(key for key in line if key not in game.known_fields)
        known = ", ".join((*SHARED_FIELDS, *game.line_fields))
        raise FeltlabError(f"{shown(extra)} is not a field of a {game.slug} round: they are {known}")
    if "wagers" not in line:
        raise WagerError("'wagers' is missing")
    stakes = check_stakes(game.wagers, line["wagers"])
    terms = read_terms(game, house, line, stakes)
    deal, choice = game.read(line, terms.numbers)
    tokens: dict[str, int] = {}
    if "tokens" in line:
        tokens = check_tokens(game.wagers, stakes, line["tokens"], choice.play, terms.numbers.bonus_token_cap)
    return Round(game, deal, choice, stakes, terms, tokens)


def settled(round: Round) -> dict[str, object]:
    """A settled round as a JSON-ready mapping."""
    settlement = round.settle()
    staked, returned = settlement.staked, settlement.returned
    back = tokens_returned(settlement, round.tokens) if round.tokens else {}
    return {
        "game": round.game.slug,
        "results": [
            {"wager": wager, "staked": stake, "returned": handed_back, "why": why}
            | ({"tokens": back[wager]} if wager in back else {})
            for wager, stake, handed_back, why, _ in settlement.results
        ],
        "staked": staked,
        "returned": returned,
        "net": returned - staked,
        "hands": dict(settlement.hands),
    }
