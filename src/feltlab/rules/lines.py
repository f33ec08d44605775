"""A round as one mapping, as it comes from a file, a program or a person: read, checked, settled."""

from collections.abc import Mapping
from typing import Any

from feltlab.cards import card_text
from feltlab.cards.names import Card
from feltlab.errors import FeltlabError, WagerError, shown
from feltlab.money import MAX_STAKE
from feltlab.rules.allowing import check_allowed
from feltlab.rules.conditions import DueCards
from feltlab.rules.dealt import field
from feltlab.rules.game import SHARED_FIELDS, Game, Terms
from feltlab.rules.house import House
from feltlab.rules.settling import SeatRound, settle
from feltlab.rules.steps import FOLD
from feltlab.rules.tokens import check_tokens, tokens_returned

MAX_METER = 10_000 * MAX_STAKE


def read_game(line: Mapping[str, object], games: Mapping[str, Game]) -> Game:
    if "game" not in line:
        raise FeltlabError("'game' is missing")
    slug = line["game"]
    if not isinstance(slug, str) or slug not in games:
        raise FeltlabError(f"{shown(slug)} is not a game: choose from {', '.join(games)}")
    return games[slug]


def read_terms(game: Game, house: House, line: Mapping[str, object], stakes: Mapping[str, int]) -> Terms:
    """Most rounds use the felt's own terms, which a house keeps once they are checked."""
    meters: Mapping[str, int] = {}
    if "meters" in line or not stakes.keys().isdisjoint(house.progressives):
        meters = _meters(house, line.get("meters", {}), stakes)
    decks = line.get("decks")
    if "pay_tables" in line or (type(decks) is not int and "decks" in line):
        return _read_terms(game, house, line, meters)
    key = game.slug, decks
    found: Terms | None = house.kept_terms.get(key)
    if found is None:
        found = house.kept_terms[key] = _read_terms(game, house, line, {})
    return Terms(found.numbers, found.pays, meters, found.progressives) if meters else found


def _read_terms(game: Game, house: House, line: Mapping[str, object], meters: Mapping[str, int]) -> Terms:
    if "decks" in line:
        house.with_decks(line["decks"])  # null is not a number of decks
    return game.terms(house, line.get("pay_tables", {}), line.get("decks"), meters)


def _meters(house: House, given: object, stakes: Mapping[str, int]) -> Mapping[str, int]:
    if not isinstance(given, dict):
        raise WagerError(f"meters must be given as {{wager: cents}}, not {shown(given)}")
    for slug, cents in given.items():
        if slug in house.left_off:
            raise WagerError(house.not_offered(slug))
        if slug not in house.progressives:
            raise WagerError(f"{shown(slug)} has no meter in this game")
        if isinstance(cents, bool) or not isinstance(cents, int) or not 0 <= cents <= MAX_METER:
            raise WagerError(f"the {slug} meter must be a whole number of cents up to {MAX_METER}, not {shown(cents)}")
    for slug in house.progressives:
        if slug in stakes and slug not in given:
            raise WagerError(f"the {slug} was bet: give its meter in cents under 'meters'")
    return given


def read_round(
    line: Mapping[str, object],
    game: Game,
    house: House,
    places: Mapping[str, tuple[Card, ...]] | None = None,
    drawn: tuple[Card, ...] = (),
) -> SeatRound:
    """At a table the cards come as numbers, by place, with the cards that a trade draws; a line has them as text."""
    if not game.known_fields.issuperset(line):
        extra = next(key for key in line if key not in game.known_fields)
        known = ", ".join((*SHARED_FIELDS, *game.line_fields))
        raise FeltlabError(f"{shown(extra)} is not a field of a {game.slug} round: choose from {known}")
    if "wagers" not in line:
        raise WagerError("'wagers' is missing")
    stakes = house.stakes(line["wagers"])
    terms = read_terms(game, house, line, stakes)
    reader = game.reader
    cards = reader.cards(line) if places is None else reader.dealt(places)
    reader.check_deck(cards, terms.numbers)
    if places is None and reader.trade:
        drawn = reader.drawn(line)
    given = field(line, "choices") if reader.questions else line.get("choices", {})
    conditions = game.conditions
    due = DueCards(conditions, cards, terms.numbers, strict=places is None) if conditions else None
    choices, units, folded = reader.choices(cards, given, drawn, due)
    for stage in game.allows:
        ask = game.round.asks[stage]
        if ask.name in choices:
            check_allowed(game, ask, choices[ask.name], cards, terms.numbers)
    if drawn:
        reader.check_deck(cards, terms.numbers)
    tokens: dict[str, int] = {}
    if "tokens" in line:
        raised = any(units.values())
        tokens = check_tokens(game.wagers, stakes, line["tokens"], raised, terms)
    return SeatRound(game, cards, choices, units, folded, stakes, terms, tokens)


def dealt_fields(round: SeatRound) -> dict[str, Any]:
    """The deal as a line has it: a card, a list of cards or of names; None if nothing was drawn."""
    game = round.game
    decks = {deal.place: game.second_decks[deal.deck] for deal in game.round.second_deals}
    single = {name for deal in game.round.deals for name, cards in deal.parts.items() if cards == 1}
    if game.reader.trade and not game.reader.trade.several:
        single.add(game.reader.trade.draws)
    found: dict[str, Any] = {}
    for name in game.round.fields:
        cards = round.cards.get(name, ())
        if not cards and name in game.conditions.deals:
            continue
        texts = [decks[name][card] if name in decks else card_text(card) for card in cards]
        found[name] = (texts[0] if texts else None) if name in single else texts
    return found | ({"decks": round.terms.numbers.decks} if "decks" in game.line_fields else {})


def only_due(line: Mapping[str, Any], game: Game, numbers: Any) -> dict[str, Any]:
    """Reduces a line with all cards and an answer to every question to those that the round comes to."""
    if not game.conditions:
        return dict(line)
    cards, units, choices, folded = game.reader.cards(line), dict.fromkeys(game.round.raised, 0), {}, False
    due = DueCards(game.conditions, cards, numbers, strict=False)
    for ask in game.round.asks.values():
        if due.asks(ask.stage, units) and ask.raises and not folded and not units[ask.raises.wager]:
            choices[ask.name] = option = line["choices"][ask.name]
            units[ask.raises.wager], folded = ask.raises.options[option], option == FOLD
    due.deal_before("", units)
    kept = {name: value for name, value in line.items() if name not in game.conditions.deals or name in cards}
    return {**kept, "choices": choices}


def settled(round: SeatRound) -> dict[str, object]:
    """A settled round as a JSON-ready mapping."""
    settlement = settle(round)
    back = tokens_returned(settlement, round.tokens) if round.tokens else {}
    results = []
    staked = returned = 0
    for wager, stake, handed_back, why, _ in settlement.results:
        results.append({"wager": wager, "staked": stake, "returned": handed_back, "why": why})
        if wager in back:
            results[-1]["tokens"] = back[wager]
        staked += stake
        returned += handed_back
    return {
        "game": round.game.slug,
        "results": results,
        "staked": staked,
        "returned": returned,
        "net": returned - staked,
        "hands": dict(settlement.hands),
    }
