"""Protection that follows from a declaration: against a published fraction, plain counting, and a game's own figures."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from feltlab.cards import RANKS, cards_text
from feltlab.exact.protection import Exposed, Row, said_of
from feltlab.exact.solving import knowing
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.knowing import Knowing
from feltlab.exact.solving.lab import GeneralLab
from feltlab.exact.solving.parts import general_lab
from feltlab.exact.solving.plain import Plain
from feltlab.exact.solving.sampled_knowing import Informed
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.threats import general_threats
from feltlab.games import GAMES
from feltlab.games.loading import game_of_file
from feltlab.kernels.knowing import _count_sets, dealt_places
from feltlab.kernels.subsets import all_sets, set_number
from feltlab.lab import analyze, terms_of
from feltlab.lab.protection import cache, protect, verdict
from feltlab.lab.protection.collusion import exposed_cards, known_hands
from feltlab.lab.protection.threats import threats_of
from feltlab.report.content_protection import _exposed as exposed_part
from feltlab.rules.codes import LOSE, NONE, WIN, rule
from feltlab.rules.game import Game
from feltlab.rules.parts import part_of
from feltlab.rules.round import Script
from feltlab.rules.steps import Ask, Deal, Turn
from tests.conftest import Feltlab
from tests.exact import lighthouse, three_cards

SEED = 11
EXAMPLE = Path(__file__).parents[2] / "examples" / "spring_tide.py"
TIDE = game_of_file(EXAMPLE)


@pytest.fixture(scope="module", autouse=True)
def _known_games() -> Iterator[None]:
    """As if their files had been loaded."""
    made = {game.slug: game for game in (three_cards.GAME, TIDE, lighthouse.GAME)}
    GAMES.update(made)
    yield
    for slug in made:
        del GAMES[slug]


def small(*ranks: int) -> tuple[int, ...]:
    return tuple(card for card in range(52) if card >> 2 in ranks)


def exposed(game: Game, deck: tuple[int, ...]) -> Exposed:
    lab = GeneralLab(game, plan := Duel(Seeing(game, deck)))
    return Knowing(lab.solved(terms_of(game)), plan).exposed("a card", Fraction(0))


def with_a_card_up(game: Game) -> Game:
    """The same game, the dealer's place cut into one card that is turned before the question and the rest."""
    steps: list[Any] = []
    for step in game.round.steps:
        if isinstance(step, Deal) and step.place == "dealer":
            steps.append(replace(step, parts={"up": 1, "rest": step.cards - 1}))
        elif isinstance(step, Ask):
            steps += [Turn("up"), step]
        else:
            steps.append(Turn("rest") if isinstance(step, Turn) else step)
    return replace(game, round=Script(tuple(steps)))


def test_one_dealer_card_seen_gives_the_published_edge() -> None:
    (case,) = threats_of("three-cards").exposed(terms_of(three_cards.GAME), Fraction(686689, 20358520))  # type: ignore[union-attr]
    assert case.house_edge == -Fraction(42543552, 1221511200)
    assert case.card == "one of the 3 dealer cards, seen before the decision"
    assert "".join(case.by_rank) == RANKS
    assert sum(case.by_rank.values(), Fraction(0)) / 13 == case.house_edge


@pytest.mark.parametrize("game", [three_cards.GAME, TIDE], ids=lambda game: game.slug)
def test_an_exposed_card_is_every_deal_of_a_small_deck(game: Game) -> None:
    deck = small(5, 9)
    plain = Plain(with_a_card_up(game), deck, terms_of(game))
    case = exposed(game, deck)
    assert -case.house_edge == plain.expectation()
    assert set(case.by_rank) == {RANKS[5], RANKS[9]}
    assert sum(case.by_rank.values(), Fraction(0)) / 2 == case.house_edge


def _water(cards: Any) -> tuple[int, int]:
    pips = [1 if card >= 48 else (card >> 2) + 2 for card in cards]
    return sum(pips), max(pips)


def _net(own: tuple[int, int], dealer: tuple[int, int], sail: int) -> int:
    """By the rules as described, in antes."""
    if sail == 0:
        return -1
    crest = {39: 20, 38: 5, 37: 3, 36: 1}.get(own[0], 0)
    if dealer[0] < 10:
        return 1 + crest
    return crest + (0 if own == dealer else sail if own > dealer else -1 - sail)


@pytest.mark.parametrize("known", [2, 6])
def test_what_known_hands_are_worth_is_every_dealer_hand_in_plain_python(known: int) -> None:
    lab, hands, deals = general_lab(TIDE), known + 1, 2
    (samples,) = general_threats(lab).samples(terms_of(TIDE), SEED, [known])
    assert samples.known == (known,)
    gains = samples.draw(40, deals)
    places = np.empty((deals, hands, 3), np.int64)
    dealt_places(np.uint64(SEED), 40, 52, False, places, np.empty(deals, np.int64))
    for deal, row in zip(places.tolist(), gains, strict=True):
        gone = {card for hand in deal for card in hand}
        assert len(gone) == 3 * hands
        dealers = [_water(cards) for cards in combinations(sorted(set(range(52)) - gone), 3)]
        for hand, gain in zip(deal, row, strict=True):
            own = _water(hand)
            values = [Fraction(sum(_net(own, dealer, sail) for dealer in dealers), len(dealers)) for sail in (0, 1, 2)]
            line = {"player": cards_text(hand), "wagers": {"ante": 100}}
            alone = ["fold", "once", "twice"].index(lab.advise(line, TIDE.house()).best.choice)
            assert gain == pytest.approx(float(max(values) - values[alone]), abs=1e-12)


def test_knowing_no_hand_brings_nothing_and_more_never_less() -> None:
    threats, terms = general_threats(general_lab(TIDE)), terms_of(TIDE)
    gains = [samples.draw(0, 300) for samples in threats.samples(terms, SEED, range(7))]
    assert (gains[0] == 0).all()
    assert all((gain >= 0).all() for gain in gains)
    means = [gain.mean() for gain in gains]
    assert means == sorted(means)


def test_rows_begin_with_the_edge_of_the_lab_and_a_seed_gives_its_digits() -> None:
    def rows(seed: int) -> list[Any]:
        return known_hands("spring-tide", terms_of(TIDE), None, 300, seed, lambda *_: None)

    first = rows(SEED)
    assert [row.seats for row in first] == list(range(7))
    assert first[0].alone == analyze("spring-tide").main.house_edge
    assert all(row.standard_error > 0 and row.gain > 0 and row.known_cards == 3 * row.seats for row in first[1:])
    assert rows(SEED) == first
    assert rows(SEED + 1) != first


def test_a_game_by_ranks_has_the_figures_of_its_own_part() -> None:
    game = GAMES["low-four"]
    lab, terms, own = GeneralLab(game), terms_of(game), part_of(game, "protection").THREATS
    general = general_threats(lab)
    (ours,), (its,) = general.exposed(terms, Fraction(0)), own.exposed(terms, Fraction(0))
    assert (ours.house_edge, ours.by_rank) == (its.house_edge, its.by_rank)
    for known in (1, 5):
        (drawn,), (expected,) = general.samples(terms, SEED, [known]), own.samples(terms, SEED, [known])
        first_dealt = expected.draw(3, 20)[:, : known + 1]  # before the same cards are dealt again among the seats
        assert drawn.draw(3, 20) == pytest.approx(first_dealt, abs=1e-12)


@pytest.mark.parametrize("size", range(5))
def test_sets_of_what_is_left_are_counted_by_value(size: int) -> None:
    values = np.arange(comb(12, size), dtype=np.uint32) % 7
    left = np.array([0, 2, 3, 7, 8, 11])
    counts = np.zeros(7, np.int64)
    _count_sets(left, size, values, np.empty(size, np.int64), counts)
    numbers = [set_number(np.array(chosen, np.int64)) for chosen in combinations(left.tolist(), size)]
    assert counts.tolist() == np.bincount(values[numbers], minlength=7).tolist()
    assert len(all_sets(12, size)) == len(values)


@rule
def _own_alone(own: int, play: int) -> tuple[int, int, int]:
    return (WIN, WIN, NONE) if own >> 12 and play else (LOSE, LOSE if play else NONE, NONE)


def test_where_the_dealer_decides_nothing_knowledge_is_worth_nothing() -> None:
    hands = {"own": three_cards.GAME.hands["own"]}
    for game in (
        replace(three_cards.GAME, settle=_own_alone),
        replace(three_cards.GAME, settle=_own_alone, hands=hands),
    ):
        lab, terms = GeneralLab(game), terms_of(game)
        threats = general_threats(lab)
        edge = lab.analyze(terms).main.house_edge
        assert [case.gain for case in threats.exposed(terms, edge)] == ([] if game.hands == hands else [0])
        (samples,) = threats.samples(terms, SEED, [3])
        assert (samples.draw(0, 50) == 0).all()


def test_what_would_take_too_long_to_count_is_sampled_and_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowing, "MOST_LOOKUPS", 1_000)
    found = protect("three-cards", seats=1, samples=900)
    (case,) = found.exposed
    assert case.interval is not None
    assert case.interval[0] < -42543552 / 1221511200 < case.interval[1]
    assert case.standard_error < 0.01
    told = found.to_dict()["exposed_card"]
    assert (told["method"], told["samples"]) == ("sampled", 900)
    assert "house_edge" not in told
    assert len(exposed_part(told).blocks) == 1
    (entry,) = [entry for entry in found.verdict if entry["threat"] == "an exposed card"]
    assert not entry["safe"]
    assert "(sampled: standard error" in entry["finding"]


def test_a_round_of_several_questions_is_played_on() -> None:
    """Knowing nothing brings nothing; the lamp to come, seen by all who hold two cards, is worth much."""
    lab, terms = general_lab(lighthouse.GAME), terms_of(lighthouse.GAME)
    nothing = Informed(lab, terms).draw(SEED)(0, 300)
    assert abs(nothing.mean()) <= 4 * nothing.std() / 300**0.5 + 1e-12
    found = protect("lighthouse", seats=2, samples=100)
    assert [row.seats for row in found.collusion] == [2]
    assert protect("lighthouse", seats=2, samples=100).collusion == found.collusion
    (case,) = found.exposed
    assert case.card == "the first card of the lamps, seen before the decision"
    assert case.gain > 3 * case.standard_error
    (entry,) = [entry for entry in found.verdict if entry["threat"] == "seats that talk"]
    assert "uses it question by question" in entry["finding"]


def _between(decks: int) -> Fraction:
    """What a seat gains a round that sees the third card of Red Dog: it rides when that falls between, and only then."""
    best, many = Fraction(0), 4 * decks
    pays, total = {1: 5, 2: 4, 3: 2}, 52 * decks
    for low, high in combinations(range(13), 2):
        spread = high - low - 1
        if not spread:
            continue
        chance = Fraction(2 * many * many, total * (total - 1))
        falls = Fraction(spread * many, total - 2)
        odds = pays.get(spread, 1)
        lone = max(Fraction(0), falls * odds - (1 - falls))
        best += chance * (falls * odds - lone)
    return best


def test_a_tree_is_played_on_as_counted_by_hand() -> None:
    game = game_of_file(EXAMPLE.parent / "games" / "red_dog.py")
    gains = Informed(general_lab(game), terms_of(game), shown="third").draw(SEED)(0, 4000)
    assert abs(gains.mean() - float(_between(8))) < 4 * gains.std() / 4000**0.5
    assert (gains >= 0).all()


def _war(decks: int) -> tuple[Fraction, dict[str, Fraction]]:
    """The edge of Casino War against a seat that sees its war card at the tie, on average and by rank."""
    many, total, by_rank = 4 * decks, 52 * decks, dict.fromkeys(RANKS, Fraction(0))
    for tied in range(13):
        left = [many - 2 * (rank == tied) for rank in range(13)]
        for card, name in enumerate(RANKS):
            higher = Fraction(sum(left[card + 1 :]), total - 3)  # the card itself is none of them
            brings = max(-Fraction(1, 2), 1 - 3 * higher)
            chance = Fraction(many * (many - 1), total * (total - 1)) * Fraction(left[card], total - 2)
            by_rank[name] -= 13 * chance * brings
    return sum(by_rank.values(), Fraction(0)) / 13, by_rank


def test_a_card_that_comes_only_after_the_answer_is_known_at_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    war = game_of_file(EXAMPLE.parent / "games" / "casino_war.py")
    monkeypatch.setitem(GAMES, war.slug, war)
    found = protect(war.slug, seats=1, samples=100)
    edge, by_rank = _war(6)
    assert [case.card for case in found.exposed] == [
        "the player war card, seen before the decision", "the dealer war card, seen before the decision",
    ]  # fmt: skip
    assert [case.house_edge for case in found.exposed] == [edge, edge]
    assert round(float(edge), 6) == 0.004902
    assert found.exposed[0].by_rank == by_rank
    assert found.exposed[1].by_rank == dict(zip(RANKS, reversed(by_rank.values()), strict=True))
    (entry,) = [entry for entry in found.verdict if entry["threat"] == "an exposed card"]
    assert not entry["safe"]
    assert "the player has the edge when the card is 10 to A: 5 of 13 ranks" in entry["finding"]
    gains = Informed(general_lab(war), terms_of(war), shown="player_war").draw(SEED)(0, 8000)  # of 312 cards
    alone = float(general_lab(war).analyze(terms_of(war)).main.house_edge)
    assert abs(alone - gains.mean() - float(edge)) < 4 * gains.std() / 8000**0.5


def test_the_third_card_of_red_dog_seen_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    dog = game_of_file(EXAMPLE.parent / "games" / "red_dog.py")
    monkeypatch.setitem(GAMES, dog.slug, dog)
    (case,) = exposed_cards(dog.slug, terms_of(dog))
    assert case.gain == _between(8)
    assert not case.is_sampled


@pytest.mark.parametrize(
    ("edge", "error", "by_rank", "said"),
    [
        (0.004, 0.002, {}, "NOT DECIDED"), (-0.004, 0.002, {}, "NOT DECIDED"), (-0.02, 0.002, {}, "NOT SAFE"),
        (0.02, 0.002, {}, "NOT DECIDED"), (0.02, 0.0, {"2": Fraction(1, 50)}, "safe"),
        (0.02, 0.0, {"2": Fraction(3, 50), "3": -Fraction(1, 50)}, "NOT SAFE"),
    ],
)  # fmt: skip
def test_a_verdict_within_the_noise_is_none(edge: float, error: float, by_rank: Any, said: str) -> None:
    case = Exposed("a card", Fraction(edge), Fraction(1, 20), by_rank, error, 1000 if error else 0)
    assert said_of(verdict._exposed([case], "nothing")) == said


def test_a_row_within_the_noise_is_not_decided() -> None:
    threats = threats_of("three-cards")
    assert threats
    rows = [Row(0, 0, Fraction(1, 50)), Row(1, 3, Fraction(1, 50), 0.019, 0.001, 0.1, 100)]
    entry = verdict._collusion(rows, threats)
    assert said_of(entry) == "NOT DECIDED"
    assert "who has the edge is not decided" in entry["finding"]
    assert said_of(verdict._collusion([rows[0], replace(rows[1], gain=0.03)], threats)) == "NOT SAFE"
    assert said_of(verdict._collusion([rows[0], replace(rows[1], gain=0.01)], threats)) == "safe"


def test_kept_figures_are_those_of_the_file_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "spring-tide", replace(TIDE, mark="one"))
    before = cache.cache_file("spring-tide")
    monkeypatch.setitem(GAMES, "spring-tide", replace(TIDE, mark="two"))
    assert cache.cache_file("spring-tide") != before


def test_the_command_takes_a_file(feltlab: Feltlab, tmp_path: Path) -> None:
    file = tmp_path / "tide.py"  # elsewhere: code that was compiled for a loaded file is not that of an imported one
    file.write_bytes(EXAMPLE.read_bytes())
    done = feltlab("protect", str(file), "--seats", "2", "--samples", "500", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [row["seats"] for row in found["collusion"]] == [2]
    assert found["exposed_card"]["house_edge"] == "-6751411/152688900"
    assert {entry["threat"]: entry["safe"] for entry in found["verdict"]} == {
        "an exposed card": False,
        "seats that talk": True,
    }
    assert "every dealer hand counted in each" in found["collusion"][0]["method"]


def test_places_of_a_shoe_that_is_too_long_are_not_counted_twice() -> None:
    assert len({tuple(places) for places in all_sets(256, 1).tolist()}) == 256
    with pytest.raises(ValueError, match="a deck of 257 cards"):
        all_sets(257, 1)
