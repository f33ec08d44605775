"""A round as one mapping, the way it comes from a file, a program or a person: read, checked, settled."""

from collections.abc import Mapping
from typing import Any

from feltlab.cards import card_text
from feltlab.errors import FeltlabError, WagerError, shown
from feltlab.money import MAX_STAKE
from feltlab.rules.dealt import field
from feltlab.rules.game import SHARED_FIELDS, Game, Terms
from feltlab.rules.house import House
from feltlab.rules.settling import SeatRound
from feltlab.rules.tokens import check_tokens, tokens_returned
from feltlab.rules.wagers import check_stakes

MAX_METER = 10_000 * MAX_STAKE
_TERMS = ("decks", "pay_tables", "meters")


def read_game(line: Mapping[str, object], games: Mapping[str, Game]) -> Game:
    if "game" not in line:
        raise FeltlabError("'game' is missing")
    slug = line["game"]
    if not isinstance(slug, str) or slug not in games:
        raise FeltlabError(f"{shown(slug)} is not a game: they are {', '.join(games)}")
    return games[slug]


def read_terms(game: Game, house: House, line: Mapping[str, object], stakes: Mapping[str, int]) -> Terms:
    """Most rounds stand on the felt's own terms, which a house keeps once they are checked."""
    if line.keys().isdisjoint(_TERMS) and stakes.keys().isdisjoint(game.progressive_wagers):
        if game.slug not in house.kept_terms:
            house.kept_terms[game.slug] = _read_terms(game, house, line, stakes)
        found: Terms = house.kept_terms[game.slug]
        return found
    return _read_terms(game, house, line, stakes)


def _read_terms(game: Game, house: House, line: Mapping[str, object], stakes: Mapping[str, int]) -> Terms:
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


def read_round(line: Mapping[str, object], game: Game, house: House) -> SeatRound:
    if not line.keys() <= game.known_fields:
        extra = next(key for key in line if key not in game.known_fields)
        known = ", ".join((*SHARED_FIELDS, *game.line_fields))
        raise FeltlabError(f"{shown(extra)} is not a field of a {game.slug} round: they are {known}")
    if "wagers" not in line:
        raise WagerError("'wagers' is missing")
    stakes = check_stakes(game.wagers, line["wagers"])
    terms = read_terms(game, house, line, stakes)
    reader = game.reader
    cards = reader.cards(line)
    reader.check_deck(cards, terms.numbers)
    drawn = line.get(reader.trade.draws) if reader.trade else None
    chosen = reader.choices(cards, field(line, "choices"), drawn)
    if drawn is not None:
        reader.check_deck(cards, terms.numbers)
    tokens: dict[str, int] = {}
    if "tokens" in line:
        raised = any(chosen.units.values())
        tokens = check_tokens(game.wagers, stakes, line["tokens"], raised, terms.numbers.bonus_token_cap)
    return SeatRound(game, cards, chosen.choices, chosen.units, chosen.folded, stakes, terms, tokens)


def dealt_fields(round: SeatRound) -> dict[str, Any]:
    """The deal as a line has it: a card, a list of cards or of names; None where nothing was drawn."""
    game = round.game
    decks = {deal.place: game.second_decks[deal.deck] for deal in game.round.second_deals}
    single = {name for deal in game.round.deals for name, cards in deal.parts.items() if cards == 1}
    if game.reader.trade:
        single.add(game.reader.trade.draws)
    found: dict[str, Any] = {}
    for name in game.round.fields:
        cards = round.cards.get(name, ())
        texts = [decks[name][card] if name in decks else card_text(card) for card in cards]
        found[name] = (texts[0] if texts else None) if name in single else texts
    return found | ({"decks": round.terms.numbers.decks} if "decks" in game.line_fields else {})


def settled(round: SeatRound) -> dict[str, object]:
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
