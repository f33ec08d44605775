"""The trade plan: against every deal of a small deck, a published fraction, and the rule book round by round."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from feltlab.cards import cards_text, parse_cards
from feltlab.errors import FeltlabError, RulesError
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.solving.parts import general_lab
from feltlab.exact.solving.paths import start
from feltlab.exact.solving.plain import PlainTrade
from feltlab.exact.solving.solver import best
from feltlab.exact.solving.trade_lab import TradeLab
from feltlab.exact.solving.trade_solved import best_trade
from feltlab.games import GAMES
from feltlab.games.loading import game_of_file, load_game
from feltlab.hands.ranking import Cards, Ranking
from feltlab.lab import advise, claims_of, terms_of
from feltlab.money import Odds
from feltlab.rules.codes import LOSE, WIN, rule
from feltlab.rules.declaring import declare, opening
from feltlab.rules.game import Game
from feltlab.rules.settling import Hand
from feltlab.rules.steps import SEATS, Ask, Deal, Trade
from feltlab.simulation.joint_counts import joint_counts
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed_many
from feltlab.simulation.rounds import coded_rounds, engine_of
from feltlab.simulation.strategy_file import read_strategy

GALLERY = Path(__file__).parents[2] / "examples" / "games" / "jacks_or_better.py"
FERRY = game_of_file(Path(__file__).with_name("ferry.py"))


@rule
def _spades(cards: Cards) -> int:
    """Which suits' names matter for."""
    found = 0
    for card in cards:
        found += (card & 3) == 3
    return found


@rule
def _two_spades(spades: int, traded: int) -> int:
    return WIN if spades + (traded == 0) >= 2 else LOSE


SPADES = declare(
    "spades", "Spades", "Spades: two of them win.\n\n 1. Trade one.", wagers=[opening("ante")],
    round=[Deal("player", 2, SEATS), Ask("swap", "Swap?", trade=Trade())],
    hands={"spades": Hand(Ranking("spades", _spades, lambda value, _: f"{value} spades"), "hand")},
    settle=_two_spades,
)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def loaded() -> Iterator[None]:
    load_game(GALLERY)
    load_game(Path(FERRY.source))
    yield
    del GAMES["jacks-or-better"], GAMES["ferry"]


@pytest.mark.parametrize(
    ("game", "ranks"),
    [(game_of_file(GALLERY), (9, 11)), (FERRY, (0, 9, 12)), (SPADES, (3, 4, 12))],
    ids=lambda value: getattr(value, "slug", ""),
)
def test_a_trade_is_every_deal_of_a_small_deck(game: Game, ranks: tuple[int, ...]) -> None:
    deck, terms = tuple(card for card in range(52) if card >> 2 in ranks), terms_of(game)
    if game.round.hand == 5:
        deck = (*deck, 50, 51)  # five cards need more than two ranks, and all of three take long
    lab, plain = TradeLab(game, deck), PlainTrade(game, deck, terms)
    if len(deck) % 4:
        lab.seeing.__dict__["by_suit"] = False  # the suits of such a deck cannot be renamed
    analysis = lab.analyze(terms)
    assert analysis.main.expectation == plain.expectation()
    assert analysis.main.total == comb(len(deck), game.round.hand) * lab.trading.draws
    for slug in game.sides:
        by_hand = plain.side(slug, pay_nets(terms.pays[slug]))
        assert by_hand in (None, analysis.wagers[slug].expectation)
    for strategy in lab.STRATEGIES:
        assert lab.analyze(terms, strategy).main.expectation <= analysis.main.expectation


def test_full_pay_has_its_published_return_and_other_pays_theirs() -> None:
    claims = claims_of("jacks-or-better")
    assert len(claims) == 2
    assert all(claim.status == "matches" for claim in claims)
    game = GAMES["jacks-or-better"]
    lab, terms = general_lab(game), terms_of(game)
    assert isinstance(lab, TradeLab)
    for pays, returned in (("9-5", "0.98450"), ("8-6", "0.98393"), ("8-5", "0.97298")):
        other = lab.analyze(terms_of(game, pay_tables={"ante": pays})).main
        assert f"{float(1 + other.expectation):.5f}" == returned
    main = lab.analyze(terms).main
    assert 1 + main.expectation == Fraction(1653526326983, 1661102543100)
    assert main.total == 19_933_230_517_200
    told = lab.outlook()
    assert (told.plan, told.states, told.deals) == ("trade", 134_459, main.total)
    assert told.megabytes < 1500
    assert len(GALLERY.read_text().splitlines()) <= 150


def test_best_play_has_as_many_values_as_are_published() -> None:
    """Ethier, Kim and Lee, Optimal conditional expectation at the video poker game Jacks or Better, 2016."""
    lab = general_lab(GAMES["jacks-or-better"])
    assert isinstance(lab, TradeLab)
    worth = lab.solved_trade(terms_of(lab.game)).ways(start(lab.game), best)
    taken = best_trade(worth)
    values = np.take_along_axis(worth, taken[:, None], 1)[:, 0]
    assert len(values) == 134_459
    assert len(np.unique(values)) == 1153
    assert len(np.unique(values[taken == len(lab.trading.kept) - 1])) == 766


def test_advice_names_the_cards_and_follows_the_round() -> None:
    said = advise({"game": "jacks-or-better", "player": "9d As Ks Qs Js"})
    assert (said.best.choice, said.best.ev, len(said.options)) == ("trade 9d", Fraction(825, 47), 32)
    held = {"game": "ferry", "player": "As Kd 4s", "wagers": {"ante": 100, "late": 100}}
    assert [option.choice for option in advise(held).options] == ["fold", "call"]
    traded = advise({**held, "choices": {"call": "call"}})
    assert {option.choice for option in traded.options} == {
        "keep", *(f"trade {cards_text(parse_cards(c, len(c.split()), ''))}" for c in ("4s", "Kd", "As", "Kd 4s", "As 4s", "As Kd"))
    }  # fmt: skip
    late = advise({**held, "choices": {"call": "call", "draw": "4s"}, "drawn": "2h"})
    assert {option.choice: option.ev for option in late.options} == {
        "stand": Fraction(-3, 2), "double": Fraction(-2),
    }  # fmt: skip
    for more, words in (
        ({"choices": {"call": "call", "draw": "4s"}}, "its drawn is missing"),
        ({"choices": {"call": "fold"}}, "nothing is asked anymore"),
        ({"choices": {"call": "call", "draw": ["9c"]}, "drawn": "2h"}, "must be up to two of the player's three cards"),
        ({"player": None}, "is decided on player"),
    ):
        with pytest.raises(FeltlabError, match=words):
            advise({**held, **more})


def test_advice_with_a_bet_on_the_hand_after_the_trade_is_every_card_that_may_come() -> None:
    hand, gone = (51, 45, 11), 45
    nets = pay_nets(terms_of(FERRY).pays["late"])
    line = {"game": "ferry", "player": cards_text(hand), "choices": {"call": "call"}, "wagers": {"ante": 1}}
    alone, both = (
        {option.choice: option.ev for option in advise({**line, "wagers": wagers}).options}["trade Kd"]
        for wagers in ({"ante": 1}, {"ante": 1000, "late": 1})
    )
    kept = [card for card in hand if card != gone]
    grades = [FERRY.grades["late"].of({"crossed": (*kept, card)}, {}) for card in range(52) if card not in hand]
    assert (both - alone) * 1000 == sum((nets[grade] for grade in grades), Fraction(0)) / len(grades)


@pytest.mark.parametrize("slug", ["ferry", "jacks-or-better"])
def test_simulated_rounds_are_those_of_the_rule_book(slug: str) -> None:
    plan, rounds = Plan(slug, 9, seats=3), 300
    engine = engine_of(plan)
    codes = next(coded_rounds(plan, 0, rounds)).reshape(rounds, 3, -1)
    for number, seats in enumerate(replayed_many(plan, 0, rounds)):
        for seat, round in enumerate(seats):
            won = {done.wager: done.returned - done.staked for done in round.settle().results}
            for paid in engine.paid:
                if paid.wager != "main":
                    assert won.get(paid.wager, 0) == 100 * paid.nets[codes[number, seat, paid.column]]
    joint = joint_counts(Plan(slug, 1))
    assert joint.sum() == general_lab(GAMES[slug]).trading.deals  # type: ignore[attr-defined]


def test_a_strategy_file_is_the_strategy(tmp_path: Path) -> None:
    with pytest.raises(FeltlabError, match="is decided in steps"):
        _ = general_lab(GAMES["ferry"]).rounds.FILE_FORM
    GAMES["spades"] = SPADES
    try:
        terms, own = terms_of(SPADES), general_lab(SPADES)
        rows = list(own.strategy_rows(terms))
        file = tmp_path / "spades.csv"
        lines = [f"{row['player']},{row['decision']}" for row in rows]
        file.write_text("\n".join(["player,decision", *lines]))
        table = read_strategy(file, "spades", terms)
        played = engine_of(Plan("spades", 1, table=table))
        assert played.paid[0].exact == own.analyze(terms).main.expectation
        for wrong in ("trade", "keep 2c", "trade 9c", "burn 2c"):
            file.write_text(f"player,decision\n{rows[0]['player']},{wrong}\n")
            with pytest.raises(FeltlabError, match="line 2: "):
                read_strategy(file, "spades", terms)
    finally:
        del GAMES["spades"]


def test_a_bet_of_the_main_game_has_stakes_to_design_by() -> None:
    game = GAMES["jacks-or-better"]
    lab, terms = general_lab(game), terms_of(game)
    assert isinstance(lab, TradeLab)
    main, lines = lab.analyze(terms).main, terms.pays["ante"].lines
    stakes = [main.staked_on("ante", line.event) for line in lines]
    assert round(1 / stakes[0]) == 40391
    pays = [line.pays.net for line in lines if isinstance(line.pays, Odds)]
    returned = sum(((net + 1) * stake for net, stake in zip(pays, stakes, strict=True)), Fraction(0))
    assert returned == 1 + main.expectation


def refused(**changes: object) -> str:
    given = {
        "slug": "pike", "title": "Pike", "card": "Pike\n\n 1. Trade.", "wagers": [opening("ante")],
        "round": [Deal("player", 2, SEATS), Ask("swap", "Swap?", trade=Trade())],
        "hands": {"spades": Hand(SPADES.hands["spades"].ranking, "hand")}, "settle": _two_spades,
    }  # fmt: skip
    game = declare(**(given | changes))  # type: ignore[arg-type]
    with pytest.raises(RulesError) as found:
        TradeLab(game).analyze(terms_of(game))
    assert general_lab(game).outlook().reason == str(found.value)
    return str(found.value)


def test_what_it_cannot_solve_is_said_in_a_sentence() -> None:
    ranking = SPADES.hands["spades"].ranking
    trade = Ask("swap", "Swap?", trade=Trade())
    unfit: dict[str, dict[str, object]] = {
        "the hand 'spades' lies in dealer": {
            "round": [Deal("player", 2, SEATS), Deal("dealer", 2), trade], "hands": {"spades": Hand(ranking, "dealer")},
        },
        "settle looks at 'spades', the hand before the trade": {"hands": {"spades": Hand(ranking, "player")}},
        "it is dealt from a shoe": {"decks": 2},
        "up to 5 cards": {"round": [Deal("player", 6, SEATS), trade]},
    }  # fmt: skip
    for words, changes in unfit.items():
        assert words in refused(**changes)
