"""Every figure printed in the Rule Out! document."""

from collections.abc import Iterator
from fractions import Fraction

from feltlab.cards import JOKER, RULE_CARDS, joker_shoe
from feltlab.games.game import Terms
from feltlab.games.house import House
from feltlab.games.rule_out import GAME
from feltlab.lab.figures import Analysis
from feltlab.lab.published.claim import Claim
from feltlab.lab.rule_out import analyze

_MAIN = {1: ("single", "95.11%", "99.08%"), 4: ("four", "94.85%", "98.45%"), 6: ("six", "94.91%", "98.55%")}
_JOKER = {"primary": {1: "72.75%", 4: "72.38%", 6: "72.71%"}, "alternate": {1: "85.32%", 4: "85.06%", 6: "84.82%"}}
_NAMES = {1: "Single Deck", 4: "Four Decks", 6: "Six Decks"}
_FOUR_DECKS = (
    "the exact return of never trading is 94.8429 %, which rounds to 94.84 %. It would be 94.8459 % if Highest and"
    " Lowest took the same one of two identical cards beside a Joker, but then Optimal RTP would be 98.4557 %, and"
    " 98.45 % is printed: taken for a slip"
)


def _claim(source: str, figure: str, published: str, value: Fraction, note: str = "") -> Claim:
    return Claim(GAME.slug, source, figure, published, value, note=note)


def _analysis(house: House, decks: int, pay_tables: dict[str, str], strategy: str = "optimal") -> Analysis:
    return analyze(Terms(house.with_decks(decks), house.chosen(pay_tables, decks), {}), strategy)


def claims(house: House) -> list[Claim]:
    return [*_equipment(house), *_main_bet(house), *_side_bet(house)]


def _equipment(house: House) -> Iterator[Claim]:
    deck = joker_shoe(1, house.numbers.jokers)
    yield _claim("Equipment needed", "Cards in a deck", "54", Fraction(len(deck)))
    yield _claim("Equipment needed", "Jokers in a deck", "2", Fraction(deck.count(JOKER)))
    yield _claim("Rule Cards", "Rule Cards in a rule deck", "15", Fraction(len(RULE_CARDS)))
    packets = {packet.to: packet.cards for packet in reversed(GAME.book.procedure.packets)}
    yield _claim("How to Play", "Playing cards dealt to a player", "3", Fraction(packets["each seat"]))
    yield _claim("How to Play", "Rule Cards revealed in a round", "3", Fraction(packets["rule cards"]))


def _main_bet(house: House) -> Iterator[Claim]:
    for decks, (id, plain, optimal) in _MAIN.items():
        note = _FOUR_DECKS if decks == 4 else ""
        kept = _analysis(house, decks, {"main": id}, "keep").main
        best = _analysis(house, decks, {"main": id}).main
        yield _claim("Main Bet table", f"{_NAMES[decks]}, RTP", plain, kept.rtp, note)
        yield _claim("Main Bet table", f"{_NAMES[decks]}, Optimal RTP", optimal, best.rtp)


def _side_bet(house: House) -> Iterator[Claim]:
    for name, printed in _JOKER.items():
        for decks, published in printed.items():
            joker = _analysis(house, decks, {"joker": f"{name}-{decks}"}).wagers["joker"]
            yield _claim(f"{name.title()} table", f"{_NAMES[decks]}, RTP", published, joker.rtp)
