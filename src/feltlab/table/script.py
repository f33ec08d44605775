"""How each game's round goes at the table, step by step, as its dealer's manual has it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from feltlab.cards import DECK, RULE_CARDS, card_text, joker_shoe, parse_cards
from feltlab.cards.shuffle import Shape, context, shuffled_pack
from feltlab.errors import ChoiceError
from feltlab.hands.parity import ODD
from feltlab.rules.dealt import one_of
from feltlab.rules.lines import read_round
from feltlab.rules.settling import SeatRound as Line
from feltlab.table.config import Config
from feltlab.table.state import Hand, Round

# The steps. Each is done when the state says so, so a round goes on from wherever its log ends.


@dataclass(frozen=True)
class Deal:
    to: str  # "seats", "dealer", "board" or "rules"
    cards: int
    face: str


@dataclass(frozen=True)
class Turn:
    what: str


@dataclass(frozen=True)
class Ask:
    stage: str
    call: str
    in_turn: bool = False


@dataclass(frozen=True)
class Take:
    """Take and pay: these wagers of every seat, or of those only that folded at one decision."""

    name: str
    wagers: tuple[str, ...]
    folded_at: str = ""
    shows: bool = False
    """Hands that were played are turned up."""


@dataclass(frozen=True)
class Close:
    pass


Step = Deal | Turn | Ask | Take | Close

SEVEN_CARDS: Final = (
    Deal("seats", 7, "down"),
    Deal("dealer", 7, "down"),
    Ask("play", "Play or fold, please"),
    Turn("dealer"),
)
SCRIPTS: Final[Mapping[str, tuple[Step, ...]]] = {
    "ace-odd-even": (
        *SEVEN_CARDS,
        Take("take and pay", ("ante", "play", "odd-even", "poker", "poker-progressive"), shows=True),
        Close(),
    ),
    "low-four": (
        *SEVEN_CARDS,
        Take("take and pay", ("ante", "play", "low-points", "high-points", "combo-progressive"), shows=True),
        Close(),
    ),
    "quick-draw-holdem": (
        Deal("seats", 2, "down"),
        Deal("board", 5, "down"),
        Turn("flop"),
        Take("flop bonus", ("flop-bonus",)),
        Ask("flop", "Bet the turn or fold, please"),
        Take("collect folds on the flop", ("flop",), folded_at="flop"),
        Turn("turn"),
        Ask("turn", "Bet the river or fold, please"),
        Take("collect folds on the turn", ("flop", "turn"), folded_at="turn"),
        Turn("river"),
        Take("best four", ("best-four",)),
        Take("take and pay", ("flop", "turn", "river"), shows=True),
        Close(),
    ),
    "rule-out": (
        Deal("seats", 3, "up"),
        Take("joker bets", ("joker",)),
        Ask("trade", "Trade a card or stay?", in_turn=True),
        Deal("rules", 3, "down"),
        Turn("rules"),
        Take("take and pay", ("main",), shows=True),
        Close(),
    ),
}
DEFAULTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "play": {"decision": "fold"},
    "flop": {"flop": "fold"},
    "turn": {"turn": "fold"},
    "trade": {"trade": None},
}
"""What becomes of a seat that does not decide: no more of its money is put at risk, its cards stay as they are."""
RAISES: Final = {"play": ("play", "ante"), "flop": ("turn", "flop"), "turn": ("river", "flop")}
"""By decision: the wager that it makes, and the one that it equals."""


def step_name(step: Step) -> str:
    match step:
        case Deal(to=to):
            return f"deal {to}"
        case Turn(what=what):
            return f"turn {what}"
        case Ask(stage=stage):
            return f"ask {stage}"
        case Take(name=name):
            return name
        case Close():
            return "close"


@dataclass(frozen=True)
class Pack:
    """A shuffled pack cut into stacks: who else plays does not change what a seat is dealt."""

    seats: Mapping[int, tuple[str, ...]]
    dealer: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    replacements: Mapping[int, str] = field(default_factory=dict)


def pack_of(table: str, round: Round) -> Pack:
    return _pack(table, round.number, round.seed, tuple(round.client_seeds.items()), round.config.shape)


@lru_cache(maxsize=256)
def _pack(table: str, round: int, seed: str, seeds: tuple[tuple[int, str], ...], shape: Shape) -> Pack:
    game, places, decks, jokers = shape
    key, said = bytes.fromhex(seed), context(table, round, shape, dict(seeds))
    if game == "rule-out":
        shoe, rules = shuffled_pack(key, said, joker_shoe(decks, jokers), range(len(RULE_CARDS)))
        cards = [card_text(card) for card in shoe[: 4 * places]]
        return Pack(
            _stacks(cards, places, 3),
            rules=tuple(RULE_CARDS[rule] for rule in rules[:3]),
            replacements={seat: cards[3 * places + seat - 1] for seat in range(1, places + 1)},
        )
    deck, _ = shuffled_pack(key, said, DECK)
    cards = [card_text(card) for card in deck]
    if game == "quick-draw-holdem":
        return Pack(_stacks(cards, places, 2), board=tuple(cards[2 * places : 2 * places + 5]))
    return Pack(_stacks(cards, places, 7), dealer=tuple(cards[7 * places : 7 * places + 7]))


def _stacks(cards: list[str], places: int, size: int) -> dict[int, tuple[str, ...]]:
    return {seat: tuple(cards[size * (seat - 1) : size * seat]) for seat in range(1, places + 1)}


def folded(hand: Hand) -> bool:
    return "fold" in hand.choices.values()


def asked_seats(step: Ask, round: Round) -> tuple[int, ...]:
    """Who has the decision still to make, in the order of the deal."""
    order = round.config.rule_book.book.procedure.dealing.seats(round.config.places)
    live = round.live
    return tuple(
        seat for seat in order if seat in live and step.stage not in live[seat].decided and not folded(live[seat])
    )


def line_of(pack: Pack, seat: int, hand: Hand, config: Config, meters: Mapping[str, int]) -> Line:
    """A seat's round as the rule book reads it; a decision not yet made counts as the one a vanished seat makes."""
    line: dict[str, Any] = {"game": config.game, "wagers": opening_stakes(hand, config), "meters": meters}
    if config.pay_tables:
        line["pay_tables"] = dict(config.pay_tables)
    line |= _cards_of(pack, seat, hand, config)
    return read_round(line, config.rule_book, config.house)


def opening_stakes(hand: Hand, config: Config) -> dict[str, int]:
    return {wager: hand.stakes[wager] for wager in config.wagers if wager in hand.stakes}


def _cards_of(pack: Pack, seat: int, hand: Hand, config: Config) -> dict[str, Any]:
    cards = list(pack.seats[seat])
    if config.game == "rule-out":
        choices = dict(hand.choices) or DEFAULTS["trade"]
        line = {"decks": config.terms.numbers.decks, "dealt": cards, "rules": list(pack.rules), "choices": choices}
        if choices["trade"] is not None:
            line["replacement"] = pack.replacements[seat]
        return line
    if config.game == "quick-draw-holdem":
        flop, turn, river = list(pack.board[:3]), pack.board[3], pack.board[4]
        choices = {**DEFAULTS["flop"], **hand.choices}
        if choices["flop"] == "bet":
            choices = {**DEFAULTS["turn"], **choices}
        return {"hole": cards, "flop": flop, "turn": turn, "river": river, "choices": choices}
    return {"player": cards, "dealer": list(pack.dealer), "choices": dict(hand.choices) or DEFAULTS["play"]}


def read_choice(
    stage: str, choice: Mapping[str, Any], pack: Pack, seat: int, hand: Hand, config: Config
) -> dict[str, Any]:
    """A decision checked by the rule book, in full: a hand played without a set is set the best way."""
    if stage in ("flop", "turn"):
        return {stage: one_of(dict(choice), stage, ("fold", "bet"))}
    if not choice:  # a line without choices would be read as that of a seat that has not decided yet
        raise ChoiceError("no choice is made")
    trial = Hand(hand.player, hand.stakes, cards=hand.cards, choices=dict(choice))
    if config.game == "rule-out" and set(choice) != {"trade"}:
        one_of(dict(choice), "trade", ())
    read = line_of(pack, seat, trial, config, dict.fromkeys(config.rule_book.progressive_wagers, 0)).choice
    if config.game == "rule-out" or choice.get("decision") == "fold":
        return dict(choice)
    if config.game == "low-four":
        return {"decision": "play", "set": [card_text(card) for card in read.four]}
    return {"decision": "play", "set": "odd" if read.side == ODD else "even"}


def announced(round: Round) -> str:
    announce = round.config.rule_book.announce
    return announce(parse_cards(list(round.dealer), 7, "dealer"), round.config.terms.numbers) if announce else ""
