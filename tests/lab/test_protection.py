import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from feltlab.cards import DECK, JOKER, card_text
from feltlab.errors import FeltlabError
from feltlab.exact.protection import Draw, Row
from feltlab.games import GAMES
from feltlab.games.ace_odd_even.classes import BEST
from feltlab.games.low_four.fast import TOTALS
from feltlab.games.low_four.protection_kernels import sets_by_total
from feltlab.games.quick_draw_holdem.protection import known_hole_cards
from feltlab.games.quick_draw_holdem.protection_kernels import exposed_board
from feltlab.games.quick_draw_holdem.strategies import classes, histograms, scaled_nets
from feltlab.games.rule_out import counting
from feltlab.games.rule_out.counting import (
    counted_shoes,
    deal_shoes,
    joker_values,
    main_values,
    removal_effects,
    running_count,
)
from feltlab.games.rule_out.protection import seen_hands
from feltlab.games.rule_out.rule_deck import ALL_RULES, RuleDeck, deck_of, rule_sets
from feltlab.games.rule_out.trades import RULES, hand_weights, option_counts, option_values, rule_masks, survivor_counts
from feltlab.hands.points import four_points
from feltlab.hands.survivors import survivors
from feltlab.kernels.dealing import shuffle
from feltlab.kernels.lattice import HANDS, WEIGHTS, dealer_weights
from feltlab.kernels.protection import exposed_sweep
from feltlab.lab import advise, analyze, protection, terms_of
from feltlab.lab.protection import cached, threats
from feltlab.lab.protection.cache import cache_file
from feltlab.lab.protection.collusion import STANDARD_ERROR, exposed_cards, known_hands
from feltlab.lab.protection.threats import set_for_a_bonus
from feltlab.lab.protection.verdict import findings
from feltlab.rules.lines import read_round
from feltlab.rules.parts import part_of
from feltlab.rules.rule_file import house_of
from tests.conftest import Feltlab

SEED = 7


def _rows(slug: str, samples: int = 1_000, seats: int | None = None) -> list[Row]:
    return known_hands(slug, terms_of(GAMES[slug]), seats, samples, SEED, lambda what, done: None)


def _seven_cards(slug: str) -> Draw:
    """Six hands of seven, each knowing the five others."""
    draw: Draw = part_of(GAMES[slug], "protection").against(terms_of(GAMES[slug])).draw(SEED, 6)
    return draw


def _net(line: dict[str, Any]) -> Fraction:
    """What a round brings by the rule book, in initial wagers of 100 cents."""
    game = GAMES[line["game"]]
    done = read_round(line, game, game.house()).settle()
    return Fraction(sum(result.returned - result.staked for result in done.results), 100)


def _dealt(number: int, stream: int, deck: Any, count: int) -> list[int]:
    cards = np.array(deck, np.uint8)
    shuffle(np.uint64(SEED), np.uint64(number), stream, cards, count)
    return [int(card) for card in cards[:count]]


@pytest.mark.parametrize("slug", GAMES)
def test_more_knowledge_never_hurts_and_none_is_the_published_edge(slug: str) -> None:
    rows = _rows(slug)
    assert [row.seats for row in rows] == list(range(GAMES[slug].numbers.seats))
    assert Fraction(rows[0].to_dict()["house_edge"]) == analyze(slug).main.house_edge
    assert rows[0].standard_error == 0
    assert all(row.gain > 0 and row.standard_error > 0 and row.samples == 1_000 for row in rows[1:])
    for less, more in pairwise(rows):
        assert more.house_edge <= less.house_edge + 3 * (less.standard_error + more.standard_error)
    assert _rows(slug, seats=GAMES[slug].numbers.seats - 1) == rows[-1:]


@pytest.mark.parametrize("slug", ["ace-odd-even", "low-four"])
def test_no_sample_loses_by_knowing_and_the_error_asked_for_is_reached(slug: str) -> None:
    draw = _seven_cards(slug)
    gains = draw(0, 5_000)
    assert gains.min() >= 0
    assert (draw(1_000, 10) == gains[1_000:1_010]).all()
    (row,) = known_hands("quick-draw-holdem", terms_of(GAMES["quick-draw-holdem"]), 1, None, SEED, lambda *_: None)
    assert 0 < row.standard_error <= STANDARD_ERROR


@pytest.mark.parametrize("slug", ["ace-odd-even", "low-four"])
def test_five_known_hands_by_the_rule_book(slug: str) -> None:
    gains = _seven_cards(slug)(0, 3)
    for number in range(3):
        cards = _dealt(number, 6, DECK, 42)
        left = [card for card in DECK if card not in cards]
        for hand in range(6):
            player = [card_text(card) for card in cards[7 * hand : 7 * hand + 7]]
            nets = [
                _net({"game": slug, "player": player, "dealer": [card_text(card) for card in dealer],
                      "choices": {"decision": "play"}, "wagers": {"ante": 100}})
                for dealer in combinations(left, 7)
            ]  # fmt: skip
            play = sum(nets, Fraction(0)) / len(nets)
            alone = advise({"game": slug, "player": player}).best.choice
            without = Fraction(-1) if alone == "fold" else play
            assert gains[number, hand] == pytest.approx(float(max(play, Fraction(-1)) - without), abs=1e-12)


def test_six_known_pairs_of_hole_cards_by_the_rule_book() -> None:
    terms = terms_of(GAMES["quick-draw-holdem"])
    gains = known_hole_cards(terms, SEED, 6)(0, 40)
    number = int(np.argmax(gains[:, 5]))  # one where knowing matters
    cards = _dealt(number, 0, DECK, 52)
    seen, left = [card_text(card) for card in cards[:5]], [card_text(card) for card in cards[17:]]
    line: dict[str, Any] = {"game": "quick-draw-holdem", "hole": seen[:2], "flop": seen[2:]}
    bets = {"choices": {"flop": "bet", "turn": "bet"}, "wagers": {"flop": 100}}
    best, same = [], []
    for turn in left:
        nets = [_net({**line, **bets, "turn": turn, "river": river}) for river in left if river != turn]
        value = sum(nets, Fraction(0)) / len(nets)
        best.append(max(value, Fraction(-2)))
        same.append(value if advise({**line, "turn": turn}).best.choice == "bet" else Fraction(-2))
    informed = max(sum(best, Fraction(0)) / len(left), Fraction(-1))
    usual = sum(same, Fraction(0)) / len(left) if advise(line).best.choice == "bet" else Fraction(-1)
    assert informed > usual
    assert gains[number, 5] == pytest.approx(float(informed - usual), abs=1e-12)


def test_six_visible_hands_by_the_rule_book() -> None:
    terms = terms_of(GAMES["rule-out"])
    gains = seen_hands(terms, SEED, 6)(0, 200)
    assert gains.min() >= 0
    number = int(np.argmax(gains[:, 5]))
    cards = _dealt(number, 0, deck_of(terms), 21)
    left = deck_of(terms).tolist()
    for card in cards:
        left.remove(card)
    returned, masks = [0, 1, 3, 8], rule_masks().tolist()

    def value(final: tuple[int, int, int]) -> Fraction:
        return Fraction(sum(returned[survivors(*final, mask)] for mask in masks), len(masks)) - 1

    hand = cards[:3]
    values = {"keep": value((hand[0], hand[1], hand[2]))}
    for place in (place for place in range(3) if hand[place] != JOKER):
        one, two = hand[:place] + hand[place + 1 :]
        values[f"trade {card_text(hand[place])}"] = sum((value((one, two, card)) for card in left), Fraction(0)) / len(
            left
        )
    usual = advise({"game": "rule-out", "dealt": [card_text(card) for card in hand]}).best.choice
    assert gains[number, 5] == pytest.approx(float(max(values.values()) - values[usual]), abs=1e-12)
    assert gains[number, 5] > 0


@pytest.mark.parametrize("strengths", [-TOTALS, BEST], ids=["low-four", "ace-odd-even"])
def test_an_exposed_card_counts_every_dealer_hand_once_a_card(strengths: Any) -> None:
    weaker, equal = exposed_sweep(strengths, strengths)
    for number in range(0, len(HANDS), 9_001):
        cards = dealer_weights(HANDS[number])[:, None] * HANDS
        own = strengths[number]
        assert (weaker[number] == cards[strengths < own].sum(axis=0)).all()
        assert (equal[number] == cards[strengths == own].sum(axis=0)).all()


@pytest.mark.parametrize("slug", GAMES)
def test_an_exposed_card_is_exact_and_never_hurts(slug: str) -> None:
    cases = exposed_cards(slug, terms_of(GAMES[slug]))
    assert all(case.gain > 0 and case.alone == analyze(slug).main.house_edge for case in cases)
    for case in cases:
        if case.by_rank:  # every rank is as likely
            assert sum(case.by_rank.values(), Fraction(0)) / 13 == case.house_edge
        assert Fraction(case.to_dict()["house_edge"]) == case.house_edge


def test_a_board_card_is_worth_nothing_to_who_never_folds() -> None:
    terms = terms_of(GAMES["quick-draw-holdem"])
    nets, weights = scaled_nets(terms), classes().weights
    folds = -1_000 * nets.scale, -1_000 * nets.scale
    totals = exposed_board(histograms(terms.numbers.high_pair), weights, np.array(nets.scaled), *folds)
    expected = analyze("quick-draw-holdem", "never-fold").main.expectation
    assert {Fraction(int(total), int(weights.sum()) * 47 * 46 * nets.scale) for total in totals} == {expected}


def test_known_rule_cards_by_the_trade_kernel() -> None:
    terms = terms_of(GAMES["rule-out"], decks=2)
    deck = RuleDeck.build(terms)
    assert deck.edge([0], [ALL_RULES]) == analyze("rule-out", decks=2).main.house_edge
    weights = hand_weights(deck.shoe)
    for known in (0b1, 0b100_0000_0000_0001):
        counts = survivor_counts(rule_masks(known=known))
        best = option_values(option_counts(counts, deck.shoe, weights), [0, 1, 3, 7]).max(axis=1)
        every = int(weights.sum()) * (int(deck.shoe.sum()) - 3) * int(counts[0].sum())
        assert deck.edge([known], [ALL_RULES]) == 1 - Fraction(int((weights * best).sum()), every)
    assert len(rule_sets(12)) == 455
    last = rule_sets(3)[17]
    assert deck.edge([last], [ALL_RULES]) == deck.edge([0], [last])
    assert RULES == 15


@pytest.mark.parametrize("decks", [1, 6])
def test_a_fresh_shoe_has_the_published_edges(decks: int) -> None:
    terms = terms_of(GAMES["rule-out"], decks=decks)
    rounds = deal_shoes(terms, 7, 0.5, 20, SEED)
    fresh = rounds.cards == 54 * decks
    assert fresh.sum() == 20
    figures = analyze("rule-out", decks=decks)
    assert main_values(terms, rounds.left[fresh][:1])[0] == pytest.approx(float(figures.main.expectation), abs=1e-12)
    joker = joker_values(terms.pays["joker"], rounds.jokers, rounds.cards)[fresh]
    assert joker == pytest.approx(float(figures.wagers["joker"].expectation), abs=1e-12)
    assert (rounds.cards > 54 * decks * 0.5).all()
    effects, tag = removal_effects(terms)
    assert tag == -26
    assert effects["Jo"] > 0 > max(effect for card, effect in effects.items() if card != "Jo")


def test_a_count_begins_with_the_full_shoe_whichever_rounds_are_looked_at() -> None:
    rounds = deal_shoes(terms_of(GAMES["rule-out"], decks=2), 3, 0.75, 30, SEED)
    count = running_count(rounds, -26)
    fresh = rounds.cards == 108
    assert (count[fresh] == 0).all()
    assert (count == 27 * rounds.jokers - rounds.cards).all()  # balanced: 52 others a deck, two Jokers of −26
    assert (running_count(rounds.only(~fresh), -26) == count[~fresh]).all()


def test_counting_a_few_shoes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "DECKS", (1, 2))
    monkeypatch.setattr(counting, "MAIN_ROUNDS", 150)
    monkeypatch.setattr(counting, "unshuffled_rule_deck", _rule_deck)
    terms = terms_of(GAMES["rule-out"])
    deep = counted_shoes(terms, 0.75, 300, SEED, lambda *_: None, (1,))
    flat = counted_shoes(terms, 0.05, 300, SEED, lambda *_: None, (1,))
    for row in deep["rows"]:
        for bet in ("main", "joker_primary", "joker_alternate"):
            assert row[bet]["flat_per_100_float"] > 0
            assert 0.5 < row[bet]["true_count"]["captured_float"] <= 1 + 1e-9
            assert row[bet]["true_count"]["correlation_float"] > 0.8
        assert row["joker_alternate"]["flat_per_100_float"] > row["joker_primary"]["flat_per_100_float"]
    assert flat["rows"][0]["joker_primary"]["positive_fraction_float"] == 0
    slug = "rule-out"
    words = findings(slug, _rows(slug, 200), exposed_cards(slug, terms), deep, None)
    assert [entry["safe"] for entry in words] == sorted(entry["safe"] for entry in words)


def _rule_deck(terms: Any) -> dict[str, Any]:
    edge = {"house_edge": "1/100", "house_edge_float": 0.01}
    return {"rounds": [{"round": 1, **edge}], "mean_house_edge": "-1/10", "mean_house_edge_float": -0.1}


def test_setting_badly_gains_only_where_discards_are_not_checked() -> None:
    found = set_for_a_bonus("low-four", terms_of(GAMES["low-four"]))
    assert found is not None
    figures = analyze("low-four")
    assert Fraction(found["checked"]) == figures.main.expectation + figures.wagers["high-points"].expectation
    assert Fraction(found["bonus_checked"]) == figures.wagers["high-points"].expectation
    assert Fraction(found["unchecked_folds_too"]) > Fraction(found["unchecked"]) > Fraction(found["checked"])
    sets = sets_by_total()
    for number in range(0, len(HANDS), 4_999):
        ranks = [rank for rank in range(13) for _ in range(HANDS[number, rank])]
        totals = [four_points(four) for four in combinations(ranks, 4)]
        assert sets[number].tolist() == [totals.count(total) for total in range(sets.shape[1])]
        assert min(totals) == TOTALS[number]
    assert set_for_a_bonus("rule-out", terms_of(GAMES["rule-out"])) is None
    assert int(WEIGHTS.sum()) == 133_784_560


def test_figures_are_kept_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    calls: list[str] = []

    class Sampled:
        def to_dict(self) -> dict[str, Any]:
            return {"verdict": [], "float": 0.1}

    def sample(slug: str, progress: Any = None, house: Any = None) -> Sampled:
        calls.append(slug)
        return Sampled()

    monkeypatch.setattr(protection, "protect", sample)
    assert cached("low-four") == cached("low-four") == Sampled().to_dict()
    assert calls == ["low-four"]
    cache_file("low-four").write_text("{half")
    assert cached("low-four") == Sampled().to_dict()
    assert len(calls) == 2
    assert [file.suffix for file in (tmp_path / "feltlab").iterdir()] == [".json"]


def test_a_game_that_says_nothing_about_protection_and_has_no_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    slug = "rule-out"
    monkeypatch.setattr(threats, "part_of", lambda game, name: None)
    found = protection.protect(slug).to_dict()
    (row,) = found["collusion"]
    assert (row["seats"], Fraction(row["house_edge"])) == (0, analyze(slug).main.house_edge)
    assert found["exposed_card"] == {"cases": []}
    assert "freshly shuffled" in found["counting"]["finding"]
    assert found["mis_setting"] is None
    (entry,) = found["verdict"]
    assert not entry["safe"]
    assert "is computed so far" in entry["finding"]
    assert "no best play that knowledge could change" in entry["finding"]
    with pytest.raises(FeltlabError, match="not computed for this game yet: Rule Out! is sampled"):
        protection.protect(slug, seats=2)
    with pytest.raises(FeltlabError, match="no game takes a penetration"):
        protection.protect("rule-out", penetration=0.5)


def _mistakes() -> Iterator[tuple[dict[str, Any], str]]:
    yield {"slug": "poker"}, "is not a game"
    yield {"slug": "low-four", "seats": 6}, "from 0 to 5"
    yield {"slug": "low-four", "seats": -1}, "from 0 to 5"
    yield {"slug": "low-four", "samples": 0}, "the number of samples must be"
    yield {"slug": "low-four", "penetration": 0.5}, "only rule-out"
    yield {"slug": "low-four", "decks": 2}, "only rule-out"
    yield {"slug": "rule-out", "penetration": 0.0}, "above 0"
    yield {"slug": "rule-out", "penetration": 1.5}, "at most 1"
    yield {"slug": "rule-out", "seed": -1}, "a seed is"
    yield {"slug": "rule-out", "decks": 9}, "decks"


@pytest.mark.parametrize(("arguments", "words"), list(_mistakes()))
def test_mistakes_are_said_in_one_line(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(FeltlabError, match=words):
        protection.protect(**arguments)


def test_the_command(feltlab: Feltlab) -> None:
    done = feltlab("protect", "low-four", "--seats", "5", "--samples", "500", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert [row["seats"] for row in answer["collusion"]] == [5]
    assert answer["collusion"][0]["house_edge_float"] < 0
    assert {"game", "collusion", "exposed_card", "counting", "mis_setting", "verdict"} <= set(answer)
    assert answer["exposed_card"]["house_edge"] == "1969415282684/60365976509475"
    assert any(not entry["safe"] for entry in answer["verdict"])
    for wrong in (["--seats", "6"], ["--penetration", "x"], ["--samples", "1"]):
        done = feltlab("protect", "low-four", *wrong)
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1


def test_protection_is_on_the_terms_of_the_house() -> None:
    house = house_of("[rules]\nqualifier = 15\n", GAMES["low-four"])
    found = protection.protect("low-four", seats=0, house=house)
    own = analyze("low-four", house=house).main.house_edge
    assert found.collusion[0].alone == own != analyze("low-four").main.house_edge
    assert cache_file("low-four", house) != cache_file("low-four") == cache_file("low-four", GAMES["low-four"].house())
