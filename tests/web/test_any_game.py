"""A game with nothing but its declaration: every page has something sensible to say about it."""

from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from feltlab.cards import cards_text
from feltlab.games import GAMES
from feltlab.hands.poker_hands import three_cards
from feltlab.report.words import told as told_in_report
from feltlab.rules.game import Game
from feltlab.rules.offering import numbered
from feltlab.rules.parts import part_of
from feltlab.rules.practice import shoe_of
from feltlab.rules.seen import board_fields, seen_at
from feltlab.rules.settling import Hand
from feltlab.rules.steps import step_name
from feltlab.web.felt.hands import read_hand
from feltlab.web.lab import sections
from feltlab.web.school import drills as school
from feltlab.web.school import manual
from feltlab.web.site import drawings, figures, rules
from feltlab.web.site.text import lab_words, strategy_title, told
from tests.exact import ferry
from tests.exact.three_cards import GAME as DEALT

BARE = [replace(game, folder="") for game in GAMES.values()]


@pytest.fixture(params=BARE, ids=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    assert not told(found)
    assert part_of(found, "reading") is None
    return found


def test_its_hand_is_its_cards_and_its_options(game: Game) -> None:
    terms = game.terms(game.house())
    cards = Random(1).sample(shoe_of(game), game.round.hand + sum(board_fields(game).values()))
    own, board = cards[: game.round.hand], cards[game.round.hand :]
    for stage, fields in seen_at(game).items():
        seen = sum(size for field, size in board_fields(game).items() if field in fields)
        facts = read_hand(game, terms, cards_text(own), cards_text(board[:seen]))
        assert facts["cards"] == cards_text([*own, *board[:seen]]).split()
        ask = game.round.asks[stage]
        traded = ["keep", *(f"trade {card}" for card in cards_text(own).split() if card != "Jo")]
        sides = ["fold", *(f"play {side}" for side in ask.set.sides)] if ask.set and ask.set.sides else []
        assert facts["options"] == {ask.name: sides or list(ask.options) or traded}


def test_an_answer_that_the_cards_may_not_give_is_not_offered() -> None:
    game = ferry.GAME
    terms = game.terms(game.house())
    offered = [read_hand(game, terms, cards)["options"] for cards in ("2c 7d Js", "7c 7d Js")]
    assert [next(iter(options.values())) for options in offered] == [["fold", "call"], ["fold", "call", "twice"]]


def test_it_can_be_learned(game: Game) -> None:
    drills = school.drills_of(game)
    assert {"calls", "steps", "round", "side", "mistake"} <= set(drills)
    assert ("call" in drills) == (game.announce is not None)
    assert ("progressive" in drills) == bool(game.progressive_wagers)
    for drill in drills.values():
        assert drill.words["title"]
        assert drill.words["lead"]
        assert drill.step(game) in {step.words for step in game.book.procedure.steps}
        assert drill.needed(game)
        for seed in range(8):
            question, key = school.made(game, drill, seed)
            assert "{" not in question.prompt
            assert question.hint
            assert key.right(key.correct)
            assert key.explain
            assert not key.right(None)
            assert len(school.marks(key, {})) == len(key.told({}))


def test_its_felt_has_the_places_of_the_rule_book(game: Game) -> None:
    picture = ElementTree.fromstring(drawings.felt(game))  # noqa: S314 - our own
    assert sum(shape.get("class", "").startswith("place") for shape in picture.iter()) >= len(game.wagers)
    assert not list(picture.iter("text"))
    assert figures.simple(game) == "optimal"


def test_its_rules_are_told_by_the_declaration(game: Game) -> None:
    sentences = rules.how(game)
    assert game.wagers[game.initial].name in sentences[0]
    assert all("{" not in sentence and sentence.endswith(".") for sentence in sentences)
    (group,) = rules.grouped(game)
    assert len(group["rules"]) == len(numbered(game.card))


def test_the_dealers_screen_has_words_for_every_step(game: Game) -> None:
    for step in ("no more bets", *(step_name(step) for step in game.round.steps)):
        assert manual.title_of(game, step)
        assert manual.words_for(game, step)
    for ask in game.round.asks.values():
        assert manual.call_for(game, step_name(ask)) == ask.call


def test_the_lab_names_what_it_asks_for(game: Game) -> None:
    fields = [entry["field"] for entry in sections.explored(game)]
    assert list(lab_words(game)["fields"]) == fields == list(game.round.seen_fields)
    assert strategy_title(game, "some-way") == "Some way"


def test_a_report_and_a_rack_card_are_told_by_the_book(game: Game) -> None:
    words = told_in_report(game)
    assert words["description"] == [game.book.summary]
    bets, *steps = words["steps"]
    assert bets == "{bets}"
    assert [step.format() for step in steps] == list(numbered(game.card).values())


@pytest.mark.parametrize(
    ("cards", "hold"),
    [
        ("3c 3d Js", "You hold a pair of 3s."),
        ("2c 3c 4c", "You hold a straight flush, 4 high."),
        ("Ac Kc Qc", "You hold a mini royal."),
        ("3c 3d 3s", "You hold 3 of a kind, 3s."),
        ("Ac 9d Js", "You hold ace-jack high."),
    ],
)
def test_its_hand_is_said_with_an_article_where_one_belongs(cards: str, hold: str) -> None:
    game = replace(DEALT, hands={"own": Hand(three_cards, "player"), "dealer": Hand(three_cards, "dealer")})
    assert read_hand(game, game.terms(game.house()), cards)["hold"] == hold
