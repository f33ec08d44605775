"""Quick Draw Hold'em in the lab: against vectors, against the rule book settled card by card, against what is printed."""

import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from feltlab.cards import DECK, card_text, parse_card
from feltlab.errors import CardError, FeltlabError, PayTableError
from feltlab.games import House, settle
from feltlab.games.quick_draw_holdem.claims import _cell, claims
from feltlab.games.quick_draw_holdem.decisions import HUMAN, HUMAN_FULL, bets_flop, bets_turn
from feltlab.games.quick_draw_holdem.fast import (
    STRATEGIES,
    advise,
    analyze,
    cost,
    disagreements,
    felt,
    side_bets,
    solve_afresh,
    strategy_rows,
    strategy_text,
)
from feltlab.games.quick_draw_holdem.river import COUNT_BITS, RIVERS, river_histograms
from feltlab.games.quick_draw_holdem.rules import GAME, SCALES
from feltlab.games.quick_draw_holdem.strategies import DRAWS, best, classes, histograms, play, river_nets, scaled_nets
from feltlab.rules.game import Terms
from feltlab.rules.pay_table import PayTable
from tests.every import every

needs_machine_code = pytest.mark.compiled("the loop over all hands is only for machine code")

VECTORS: Final[list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent.parent / "data/vectors/quick_draw.json").read_text("utf-8")
)["vectors"]
HOUSE: Final = GAME.house()
SEVEN: Final = 5
every_vector = every("vector", VECTORS, ids=[f"{v['id']}: {v['label']}" for v in VECTORS])


def on(**pay_tables: str) -> Terms:
    return GAME.terms(HOUSE, {name.replace("_", "-"): id for name, id in pay_tables.items()})


def random_house(seed: int) -> House:
    """Any pays, in halves and thirds too, and any rule numbers."""
    dice = random.Random(seed)
    house = HOUSE.changed(
        {
            "high_pair": dice.choice("2357TA"),
            "best_four_pair": dice.choice("28JA"),
            "win_odds": dice.choice(["1 to 1", "3 to 2", "2 for 1", "1 to 2"]),
        }
    )
    for wager, scale in SCALES.items():
        events = [event for event in scale.names if dice.random() < 0.9] or [scale.names[0]]
        text = "\n".join(
            f"{event}  {dice.randint(0, 60)} {dice.choice(['to', 'for'])} {dice.randint(1, 3)}" for event in events
        )
        house = house.with_pay_table(PayTable.parse(wager, "mine", scale, text))
    return house


def terms_of(house: House) -> Terms:
    return GAME.terms(house)


# advise


@every_vector
def test_the_flop_advice_of_a_vector_is_exact(vector: dict[str, Any]) -> None:
    expected = vector["expected"]["A3"]
    advice = advise({"hole": vector["hole"], "flop": vector["flop"], "wagers": {"flop": 100}}, HOUSE)
    assert [option.choice for option in advice.options] == ["fold", "bet"]
    assert [option.ev for option in advice.options] == [
        Fraction(expected["flop_ev_fold"]),
        Fraction(expected["flop_ev_bet"]),
    ]
    assert advice.best.choice == expected["flop_decision"]


@every_vector
def test_the_turn_advice_of_a_vector_is_exact(vector: dict[str, Any]) -> None:
    expected = vector["expected"]["A3"]
    line = {name: vector[name] for name in ("hole", "flop", "turn")} | {"wagers": {"flop": 100, "flop-bonus": 500}}
    advice = advise(line, HOUSE)
    assert [option.ev for option in advice.options] == [
        Fraction(expected["turn_ev_fold"]),
        Fraction(expected["turn_ev_bet"]),
    ]
    assert advice.best.choice == expected["turn_decision"]


@every_vector
def test_a_flop_that_is_never_folded_later_is_exact(vector: dict[str, Any]) -> None:
    five = np.array([[parse_card(card) for card in (*vector["hole"], *vector["flop"])]], np.int64)
    nets = river_nets(felt())
    total = sum(
        (histogram >> COUNT_BITS * grade & 63) * net
        for histogram in river_histograms(five, SEVEN)[0].tolist()
        for grade, net in enumerate(nets)
    )
    assert Fraction(total, DRAWS) == Fraction(vector["expected"]["A3"]["flop_ev_never_fold_turn"])


def settled_net(line: Mapping[str, object], house: House, choices: object, turn: int, river: int) -> int:
    """By the rule book, in cents; the Flop Bonus is left out, it is settled before the decision."""
    dealt = {**line, "game": GAME.slug, "turn": card_text(turn), "river": card_text(river), "choices": choices}
    results = settle(dealt, house).results
    return sum(result.returned - result.staked for result in results if result.wager != "flop-bonus")


def walked(line: Mapping[str, object], house: House, seen: list[int], turn: int) -> tuple[Fraction, Fraction]:
    """Fold and bet on the turn, by settling all rivers, in cents."""
    rivers = [card for card in DECK if card not in seen and card != turn]
    return tuple(  # type: ignore[return-value]
        Fraction(sum(settled_net(line, house, {"flop": "bet", "turn": choice}, turn, river) for river in rivers), 46)
        for choice in ("fold", "bet")
    )


@pytest.mark.parametrize("seed", range(6))
def test_advice_is_what_the_rule_book_pays_on_average_with_every_live_bet(seed: int) -> None:
    house = random_house(seed) if seed else HOUSE
    cards = random.Random(seed).sample(DECK, 6)
    seen, turn = cards[:5], cards[5]
    wagers = {"flop": 600, "flop-bonus": 1_200, "best-four": 300}  # cents that halves and thirds divide
    line = {"hole": list(map(card_text, seen[:2])), "flop": list(map(card_text, seen[2:])), "wagers": wagers}
    later = [walked(line, house, seen, card) for card in DECK if card not in seen]
    fold = Fraction(
        sum(
            settled_net(line, house, {"flop": "fold"}, first, second)
            for first in DECK
            for second in DECK
            if first < second and not {first, second} & set(seen)
        ),
        1081,
    )
    flop = [option.ev * 600 for option in advise(line, house).options]
    assert flop == [fold, sum(map(max, later)) / 47]
    on_turn = [option.ev * 600 for option in advise({**line, "turn": card_text(turn)}, house).options]
    assert tuple(on_turn) == walked(line, house, seen, turn)


def test_advice_without_wagers_is_for_the_flop_bet_alone() -> None:
    line = {"hole": ["As", "Kd"], "flop": ["7c", "2d", "2h"]}
    assert advise(line, HOUSE) == advise({**line, "wagers": {"flop": 700}}, HOUSE)
    assert advise({**line, "turn": None}, HOUSE) == advise(line, HOUSE)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"river": "2s"}, "no decision is left"),
        ({"turn": "As"}, "As is dealt twice"),
        ({"turn": "1s"}, "not a card"),
        ({"flop": ["7c", "2d"]}, "flop must be 3 cards"),
        ({"hole": ["As", "Jo"]}, "no Jokers"),
    ],
)
def test_a_line_that_cannot_be_advised_on_is_refused(change: dict[str, object], words: str) -> None:
    line = {"hole": ["As", "Kd"], "flop": ["7c", "2d", "2h"], "wagers": {"flop": 100}}
    with pytest.raises(CardError, match=words):
        advise({**line, **change}, HOUSE)


# the solver


@needs_machine_code
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_solution_of_a_class_is_the_advice_for_its_hand(seed: int) -> None:
    house = random_house(seed) if seed else HOUSE
    terms = terms_of(house)
    solved, scale = best(terms), scaled_nets(terms).scale
    for number in random.Random(seed).sample(range(len(classes().hands)), 60):
        five = classes().hands[number].tolist()
        rest = [card for card in DECK if card not in five]
        place = number % 47
        line = {"hole": list(map(card_text, five[:2])), "flop": list(map(card_text, five[2:]))}
        advice = advise(line, house)
        assert advice.options[1].ev == Fraction(int(solved.flop_values[number]), scale * DRAWS)
        assert (advice.best.choice == "bet") == solved.play.flop_bets[number]
        on_turn = advise({**line, "turn": card_text(rest[place])}, house)
        assert (on_turn.best.choice == "bet") == solved.play.turn_bets[number, place]


@needs_machine_code
def test_the_felt_has_its_exact_edge() -> None:
    main = analyze(felt()).main
    assert main.house_edge == Fraction(2_717_781, 117_061_490)
    assert main.average_wager == Fraction(11_097_287, 5_089_630)
    assert main.total == 2_598_960 * 47 * 46
    assert main.extra["flop_fold_frequency"] + main.extra["turn_fold_frequency"] == main.fold_frequency


@needs_machine_code
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_probabilities_sum_to_one_and_events_have_names_of_their_own(strategy: str) -> None:
    analysis = analyze(felt(), strategy)
    for figures in (analysis.main, *analysis.wagers.values()):
        events = [outcome.event for outcome in figures.outcomes]
        assert len(set(events)) == len(events)
        assert sum((figures.probability(event) for event in events), Fraction(0)) == 1
        returns = [figures.probability(outcome.event) * outcome.net for outcome in figures.outcomes]
        assert sum(returns, Fraction(0)) == -figures.house_edge
    folds = analysis.main.extra
    assert analysis.main.average_wager == 3 - 2 * folds["flop_fold_frequency"] - folds["turn_fold_frequency"]


@needs_machine_code
@pytest.mark.parametrize("seed", range(4))
def test_no_strategy_beats_the_optimum_on_any_pay_table(seed: int) -> None:
    terms = terms_of(random_house(seed))
    assert all(cost(strategy, terms) >= 0 for strategy in STRATEGIES)
    assert cost("optimal", terms) == 0


@pytest.mark.parametrize("seed", range(20))
def test_doubling_the_pays_of_a_side_bet_never_lowers_its_return(seed: int) -> None:
    house = random_house(seed)
    doubled = house
    for wager in ("flop-bonus", "best-four"):
        text = "\n".join(
            f"{line.event}  {2 * line.pays.pays} {'to' if line.pays.keeps_stake else 'for'} {line.pays.per}"  # type: ignore[union-attr]
            for line in house.felt()[wager].lines
        )
        doubled = doubled.with_pay_table(PayTable.parse(wager, "double", SCALES[wager], text))
    before, after = side_bets(terms_of(house)), side_bets(terms_of(doubled))
    assert all(after[wager].average_return >= before[wager].average_return for wager in before)


@needs_machine_code
def test_another_pay_line_or_rule_number_gives_another_edge() -> None:
    edge = analyze(felt()).main.house_edge
    richer = PayTable.parse("river", "mine", SCALES["river"], "flush 5 to 1\nstraight 4 to 1")
    assert analyze(terms_of(HOUSE.with_pay_table(richer))).main.house_edge != edge
    eights = HOUSE.changed({"high_pair": "8"})
    assert analyze(terms_of(eights)).main.house_edge > edge


@needs_machine_code
def test_a_solution_from_nothing_is_the_same() -> None:
    assert solve_afresh() == analyze(felt())


@needs_machine_code
def test_a_player_with_the_edge_is_pointed_out() -> None:
    generous = PayTable.parse("flop-bonus", "mine", SCALES["flop-bonus"], "pair 9 to 1")
    notes = analyze(terms_of(HOUSE.with_pay_table(generous))).notes
    assert len(notes) == 1
    assert notes[0].startswith("flop-bonus: the player has the edge")
    assert analyze(felt()).notes == ()


def test_what_cannot_be_solved_is_refused() -> None:
    fine = "\n".join(f"{event} 1 to {999_983 - place}" for place, event in enumerate(SCALES["river"].names))
    house = HOUSE.with_pay_table(PayTable.parse("river", "mine", SCALES["river"], fine))
    with pytest.raises(PayTableError, match="64 bits"):
        scaled_nets(terms_of(house))
    with pytest.raises(FeltlabError, match="not a strategy of quick-draw-holdem"):
        play("lucky", felt())


# strategies


@needs_machine_code
@pytest.mark.parametrize("river", ["A1", "A2", "A3"])
def test_the_turn_rule_and_the_full_flop_rule_are_exactly_optimal(river: str) -> None:
    assert not any(disagreements("human-full", on(river=river)))
    assert cost("human-full", on(river=river)) == 0


@needs_machine_code
@pytest.mark.parametrize("river", ["A1", "A2", "A3"])
def test_the_compact_flop_rule_is_off_in_1473_classes(river: str) -> None:
    assert disagreements("human", on(river=river)) == (1_473, 33_408, 0)


@needs_machine_code
def test_no_decision_of_the_documents_is_a_tie() -> None:
    for river in ("A1", "A2", "A3"):
        solved, nets = best(on(river=river)), scaled_nets(on(river=river))
        assert not (solved.flop_values == -nets.scale * DRAWS).any()
        kinds = np.unique(histograms(SEVEN)).tolist()
        sums = [sum((kind >> COUNT_BITS * grade & 63) * net for grade, net in enumerate(nets.scaled)) for kind in kinds]
        assert -2 * nets.scale * RIVERS not in sums


@needs_machine_code
def test_mistakes_cost_what_they_cost() -> None:
    costs = {strategy: round(float(cost(strategy, felt())), 6) for strategy in STRATEGIES}
    assert costs == {
        "optimal": 0, "human": 0.000256, "human-full": 0, "never-fold": 0.424202, "never-fold-turn": 0.008455,
        "fold-without-a-pair": 0.108391, "chase-any-draw": 0.013416, "no-look-ahead": 0.00175,
    }  # fmt: skip


WHEEL_TO_BROADWAY: Final = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]


@cache
def completing(ranks: frozenset[int]) -> frozenset[int]:
    """Ranks that complete a straight, by the words."""
    return frozenset(rank for rank in range(13) for run in WHEEL_TO_BROADWAY if run - ranks == {rank})


def in_words(cards: list[int], full: bool) -> bool:
    """The rules that people remember, read off slowly; on six cards the turn rule."""
    ranks = Counter(card >> 2 for card in cards)
    held = frozenset(ranks)
    suited = max(Counter(card & 3 for card in cards).values())
    pairs = sorted((rank for rank, count in ranks.items() if count >= 2), reverse=True)
    straight = any(run <= held for run in WHEEL_TO_BROADWAY)
    draw = len(completing(held))
    if len(cards) == 6:
        return bool(pairs) or straight or suited >= 4 or draw >= 2
    if straight or suited >= 4 or draw >= 2 or len(pairs) == 2 or max(ranks.values()) >= 3:
        return True
    if pairs and pairs[0] >= SEVEN:
        return True
    high = sum(rank >= SEVEN for rank in ranks if rank not in pairs)
    if pairs:
        to_a_straight = {frozenset(run - held) for run in WHEEL_TO_BROADWAY if len(run - held) == 2}
        return not (high == 1 and suited < 3 and draw == 0) or (full and len(to_a_straight) >= 3)
    if draw != 1:
        return False
    becomes_open = any(len(completing(held | {rank})) >= 2 and rank not in completing(held) for rank in range(13))
    return suited >= 3 or high >= 3 or (full and high == 2 and becomes_open)


def test_the_compiled_rules_are_the_rules_in_words() -> None:
    dice = random.Random(9)
    for _ in range(10_000):
        a, b, c, d, e, f = cards = dice.sample(DECK, 6)
        assert bets_flop(HUMAN, a, b, c, d, e, SEVEN) == in_words(cards[:5], False), cards
        assert bets_flop(HUMAN_FULL, a, b, c, d, e, SEVEN) == in_words(cards[:5], True), cards
        assert bets_turn(HUMAN, a, b, c, d, e, f, SEVEN) == in_words(cards, False), cards


@needs_machine_code
def test_the_rules_in_words_are_optimal_on_every_class() -> None:
    bets = best(felt()).play.flop_bets.tolist()
    assert bets == [in_words(hand, True) for hand in classes().hands.tolist()]


@needs_machine_code
def test_the_exported_strategy_is_complete_and_adds_up_to_the_edge() -> None:
    counts: Counter[tuple[str, str]] = Counter()
    hands = set()
    for row in strategy_rows():
        hands.add(row["hand"])
        counts[row["ev_bet"], row["decision"]] += row["hands"]
        assert 0 <= row["turn_cards_to_bet"] <= 47
        assert (row["decision"] == "bet") == (row["ev_bet_float"] >= -1)
    assert len(hands) == 134_459
    total = sum(
        (count * (Fraction(ev) if decision == "bet" else Fraction(-1)) for (ev, decision), count in counts.items()),
        Fraction(0),
    )
    assert total / 2_598_960 == -analyze(felt()).main.house_edge


@needs_machine_code
def test_the_strategy_in_words_carries_computed_figures() -> None:
    text = "\n".join(strategy_text())
    for words in ("a pair of 2s to 6s", "2.3473%", "33,408 of 2,598,960", "exactly the best play", "44.7419%"):
        assert words in text
    tens = HOUSE.changed({"high_pair": "T"})
    assert "a pair of 2s to 9s" in "\n".join(strategy_text(terms_of(tens)))


# what is printed


@needs_machine_code
def test_every_printed_figure_matches_or_says_why_not() -> None:
    found = claims(HOUSE)
    assert len(found) == 369
    assert len({(claim.source, claim.figure) for claim in found}) == len(found)
    differing = {(claim.source, claim.figure): claim for claim in found if not claim.matches}
    assert set(differing) == {
        ("Mathematical Analysis", "Ways to deal five cards, turn and river"),
        ("Pay Table B3", "Flush: % Return"),
    }
    assert all("We suspect" in claim.note for claim in differing.values())
    noughts = [claim for claim in found if claim.published == "0"]
    assert len(noughts) == 27
    assert all(claim.value == 0 for claim in noughts)


@needs_machine_code
def test_only_the_first_quotient_is_not_that_of_its_printed_operands() -> None:
    notes = {claim.source: claim.note for claim in claims(HOUSE) if claim.figure.endswith("per total wager")}
    assert [source for source, note in notes.items() if note] == ["Pay Table A1"]
    assert "3.0086% / 2.1804, give 1.3798%" in notes["Pay Table A1"]


@needs_machine_code
def test_a_fold_before_the_turn_is_found_in_no_column_of_bets() -> None:
    """Were it counted with two bets, the printed nought would not match."""
    main = analyze(on()).main
    moved = [replace(outcome, staked=Fraction(2)) for outcome in main.outcomes if outcome.event == "folded on the flop"]
    assert _cell("% 2 Bets", main, moved) > 0
    assert _cell("% 3 Bets", main, moved) == 0


@needs_machine_code
def test_nothing_is_typed_in_on_the_computed_side() -> None:
    text = str(HOUSE.felt()["river"]).replace("25 to 1", "26 to 1")
    house = HOUSE.with_pay_table(PayTable.parse("river", "A3", SCALES["river"], text))
    eights = HOUSE.changed({"high_pair": "8"})
    for changed in (house, eights):
        differing = {claim.source for claim in claims(changed) if not claim.matches and not claim.note}
        assert "Pay Table A3" in differing
    assert differing == {"Pay Table A1", "Pay Table A2", "Pay Table A3", "Rules of Play", "Rules sheet"}


@pytest.mark.parametrize(("wager", "ids"), [("flop-bonus", "B1 B2 B3"), ("best-four", "C1 C2 C3")])
def test_the_three_tables_of_a_side_bet_hit_equally_often(wager: str, ids: str) -> None:
    tables = [GAME.terms(HOUSE, {wager: id}) for id in ids.split()]
    assert len({side_bets(terms)[wager].hit_frequency for terms in tables}) == 1
