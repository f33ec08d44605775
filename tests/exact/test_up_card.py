"""A duel whose dealer shows a card, options that not every hand may take, an author's own strategies, the gallery."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product
from pathlib import Path

import numpy as np
import pytest

from feltlab.cards import cards_text
from feltlab.errors import ChoiceError, RulesError
from feltlab.exact.side_bets import pay_nets
from feltlab.exact.solving.duel import Duel
from feltlab.exact.solving.knowing import Knowing
from feltlab.exact.solving.lab import GeneralLab
from feltlab.exact.solving.plain import Plain
from feltlab.exact.solving.remembered import in_steps
from feltlab.exact.solving.seeing import Seeing
from feltlab.exact.solving.solver import best
from feltlab.exact.solving.walk import Walk
from feltlab.games import GAMES
from feltlab.games.loading import game_of_file
from feltlab.hands.poker_hands import three_cards as three
from feltlab.kernels.knowing import dealt_places
from feltlab.lab import terms_of
from feltlab.rules.game import Game
from feltlab.rules.lines import read_round
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed_many
from feltlab.simulation.rounds import coded_rounds, engine_of
from feltlab.table.views import view
from tests.exact import three_cards, up_card
from tests.table.driver import Table

PORTHOLE = up_card.GAME
GALLERY = Path(__file__).parents[2] / "examples" / "games"
DECK = tuple(card for card in range(52) if card >> 2 in (3, 10, 11))


@pytest.fixture
def loaded() -> Iterator[Game]:
    GAMES[PORTHOLE.slug] = PORTHOLE
    yield PORTHOLE
    del GAMES[PORTHOLE.slug]


def test_a_card_face_up_is_every_deal_of_a_small_deck() -> None:
    terms = terms_of(PORTHOLE)
    plain = Plain(PORTHOLE, DECK, terms)
    value, side = plain.expectation(), plain.side("deep", pay_nets(terms.pays["deep"]))
    labs = [GeneralLab(PORTHOLE, kind(Seeing(PORTHOLE, DECK))) for kind in (Duel, Walk)]
    for lab in labs:
        assert lab.solved(terms).expectation(best) == value
        counts = lab.counted(terms).grade_counts("deep", 1)
        assert Fraction(4 * counts[1] - counts[0], lab.seeing.deals) == side
    duel, walk = labs
    for strategy in duel.STRATEGIES:
        if strategy != "by-value":  # a walk does not know it here
            assert duel.analyze(terms, strategy).to_dict() == walk.analyze(terms, strategy).to_dict()
            assert duel.solved(terms).expectation(duel.chooser(strategy, terms)) <= value
    counted = [lab.solved(terms).joint_counts(best) for lab in labs]
    assert counted[0].sum() == duel.seeing.deals
    assert sorted(counted[0].sum(axis=1).tolist()) == sorted(counted[1].sum(axis=1).tolist())


def test_a_card_that_shows_is_the_exposed_card_of_the_game_without() -> None:
    """Published: with one of the dealer's cards seen, the player of Three Card Poker has the edge."""
    hidden = GeneralLab(three_cards.GAME)
    knowing = Knowing(hidden.solved(terms_of(three_cards.GAME)), hidden.plan)  # type: ignore[arg-type]
    assert knowing.exposed("one", Fraction(0)).house_edge == -Fraction(42543552, 1221511200)


def test_seats_that_talk_know_every_dealer_hand_that_is_left() -> None:
    lab, terms = GeneralLab(PORTHOLE), terms_of(PORTHOLE)
    plan = lab.plan
    assert isinstance(plan, Duel)
    assert plan.up
    knowing = Knowing(lab.solved(terms), plan)
    gains = knowing.draw(3, 2)(0, 2)
    places, up = np.empty((2, 2, 3), np.int64), np.empty(2, np.int64)
    dealt_places(np.uint64(3), 0, 52, True, places, up)
    for number in range(2):
        gone = {*places[number].ravel().tolist(), int(up[number])}
        rest = [card for card in range(52) if card not in gone]
        for seat in range(2):
            own = three_cards_of(places[number, seat].tolist())
            nets = {units: Fraction(0) for units in (0, 1, 3)}
            dealers = [three_cards_of([int(up[number]), *pair]) for pair in combinations(rest, 2)]
            for units in nets:
                ends = [up_card.settle(own, dealer, units) for dealer in dealers]
                won = sum({1: -1, 2: 0, 3: 1}[end[0]] + units * {0: 0, 1: -1, 2: 0, 3: 1}[end[1]] for end in ends)
                nets[units] = Fraction(won, len(dealers))
            may = [units for units in nets if up_card.pairs_alone(own, units)]
            line = {"player": cards_text(places[number, seat].tolist()), "up": cards_text([int(up[number])])}
            alone = lab.advise({**line, "wagers": {"ante": 1}}, PORTHOLE.house()).best.choice
            expected = max(nets[units] for units in may) - nets[up_card.OPTIONS[alone]]
            assert gains[number, seat] == pytest.approx(float(expected))


def three_cards_of(cards: list[int]) -> int:
    return three.of(cards)


def test_what_a_hand_may_not_take_is_refused_everywhere(loaded: Game) -> None:
    line = {"game": "porthole", "player": "As Kd 9c", "up": "2c", "hole": "3d 4h", "wagers": {"ante": 100}}
    with pytest.raises(ChoiceError, match="with these cards the choice 'play' may be fold or play, not 'triple'"):
        read_round({**line, "choices": {"play": "triple"}}, PORTHOLE, PORTHOLE.house())
    paired = {**line, "player": "As Ad 9c", "choices": {"play": "triple"}}
    assert read_round(paired, PORTHOLE, PORTHOLE.house()).units == {"play": 3}
    lab = GeneralLab(PORTHOLE)
    asked = {"player": "As Kd 9c", "up": "2c", "wagers": {"ante": 100}}
    assert [option.choice for option in lab.advise(asked, PORTHOLE.house()).options] == ["fold", "play"]
    row = next(row for row in lab.strategy_rows(terms_of(PORTHOLE)) if row["decision"] == "fold")
    assert (row["ev_triple"], row["ev_triple_float"]) == ("", "")
    table = Table("porthole", name="port").sit(1, 2)
    table.lock((1, 2), {1: {"ante": 100}, 2: {"ante": 100}})
    while not table.round.waiting:
        from feltlab.table.commands import Advance
        from feltlab.table.dealer import step_of

        table.must(Advance(step_of(table.round)))
    for seat in (1, 2):
        may = up_card.pairs_alone(three_cards_of(list(table.round.hands[seat].cards)), 3)
        shown = view(table.table, seat)["round"]["seats"][str(seat)]
        assert shown.get("barred", []) == ([] if may else ["triple"])
        assert "barred" not in view(table.table, 3 - seat)["round"]["seats"][str(seat)]


def test_an_allow_that_looks_at_what_is_not_seen() -> None:
    with pytest.raises(
        RulesError, match="allow of 'play' looks at the hand 'dealer', which is not seen when 'play' is"
    ):
        up_card.made(allow=up_card.unseen)
    with pytest.raises(RulesError, match="'early' has a rule for each question, which are play; see 'later'"):
        up_card.made(strategies={"early": {"play": up_card.as_it_looks, "later": up_card.as_it_looks}})
    with pytest.raises(RulesError, match="a strategy cannot be called 'optimal'"):
        up_card.made(strategies={"optimal": {"play": up_card.as_it_looks}})


def test_simulated_rounds_end_as_the_rule_book_says(loaded: Game) -> None:
    plan = Plan("porthole", 9, seats=3)
    engine, rounds = engine_of(plan), 300
    codes = next(coded_rounds(plan, 0, rounds)).reshape(rounds, 3, -1)
    tripled = 0
    for number, seats in enumerate(replayed_many(plan, 0, rounds)):
        for seat, round in enumerate(seats):
            tripled += round.units["play"] == 3
            settled = {done.wager: done.returned - done.staked for done in round.settle().results}
            for paid in engine.paid:
                if paid.wager != "main":
                    assert settled.get(paid.wager, 0) == 100 * paid.nets[codes[number, seat, paid.column]]
    assert tripled > 50


@pytest.mark.parametrize("name", ["three_card_poker", "caribbean_stud", "let_it_ride"])
def test_the_gallery_has_what_is_published(name: str) -> None:
    game = game_of_file(GALLERY / f"{name}.py")
    assert len((GALLERY / f"{name}.py").read_text().splitlines()) <= 150
    lab, terms = GeneralLab(game), terms_of(game)
    figures = lab.analyze(terms)
    exact = {"three_card_poker": "686689/20358520", "caribbean_stud": "1041372912372/19933230517200", "let_it_ride": "911112/25989600"}  # fmt: skip
    assert figures.main.house_edge == Fraction(exact[name])
    for strategy in lab.STRATEGIES:
        assert lab.analyze(terms, strategy).main.house_edge >= figures.main.house_edge
    if name == "caribbean_stud":
        deals = 19933230517200
        assert lab.analyze(terms, "any-pair").main.house_edge * deals == 1090272101460
        assert lab.analyze(terms, "always-raise").main.house_edge * deals == 3310360338060
    if name == "let_it_ride":
        tables = dict.fromkeys(("base", "first", "second"), "500")
        assert lab.analyze(terms_of(game, pay_tables=tables)).main.house_edge == Fraction(971112, 25989600)
    if name == "three_card_poker":
        assert figures.wagers["pair-plus"].house_edge == Fraction(128, 5525)
        six = figures.wagers["six-card-bonus"]
        assert six.outcomes[0].combinations == 188 * 20
        assert six.house_edge == Fraction(18876456 - 17133480, 20358520)
    guess = lab.outlook()
    assert (guess.plan, guess.deals) == (lab.plan.name, lab.seeing.deals)
    assert json.loads(json.dumps(guess.to_dict()))["expected_megabytes"] < 1500


def test_a_bet_on_the_cards_of_both_sides_is_every_deal_of_a_small_deck() -> None:
    game = game_of_file(GALLERY / "three_card_poker.py")
    deck = tuple(card for card in range(52) if card >> 2 in (9, 10, 12))
    terms = terms_of(game)
    lab, walked = (GeneralLab(game, kind(Seeing(game, deck))) for kind in (Duel, Walk))
    plain = Plain(game, deck, terms)
    nets = pay_nets(terms.pays["six-card-bonus"])
    counts = lab.counted(terms).grade_counts("six-card-bonus", 7)
    mean = plain.side("six-card-bonus", nets)
    assert sum(count * net for count, net in zip(counts, nets, strict=True)) == mean * lab.seeing.deals
    for state in (0, 5):
        ours, its = (
            each.counted(terms).side_value("six-card-bonus", nets, slice(state, state + 1)) for each in (lab, walked)
        )
        assert ours == its
    joint, other = (each.solved(terms).joint_counts(best) for each in (lab, walked))
    assert joint.sum(axis=0).tolist() == other.sum(axis=0).tolist()
    assert joint.sum() == lab.seeing.deals


def test_its_strategy_names_the_card_that_is_up() -> None:
    lab, terms = GeneralLab(PORTHOLE, Duel(Seeing(PORTHOLE, DECK))), terms_of(PORTHOLE)
    rows = list(lab.strategy_rows(terms))
    assert len(rows) == lab.seeing.states(0) == len({(row["player"], row["up"]) for row in rows})
    value = sum(row["hands"] * Fraction(row[f"ev_{row['decision']}"]) for row in rows)
    assert value / sum(row["hands"] for row in rows) == lab.solved(terms).expectation(best)
    _, head, *lines = lab.strategy_text(terms)
    at = next(number for number, line in enumerate(lines) if line.startswith("This "))
    lines, priced = lines[: at - 1], lines[at]
    assert head.endswith("and the rank of the up card:")
    assert len({line.partition(":")[0] for line in lines}) == len(lines)
    cost = lab.analyze(terms, "by-value").main.house_edge - lab.analyze(terms).main.house_edge
    assert priced.startswith(f"This costs {float(cost):.5%}" if cost else "This is the optimum")
    assert cost < Fraction(1, 200)


def test_steps_are_those_that_bring_the_most() -> None:
    worth = np.array([[3, 0, 0, 9, 0, 1], [0, 2, 2, 0, 3, 0]])
    for most in (1, 2, 3):
        totals = []
        for taken in product((0, 1), repeat=6):
            if sum(a != b for a, b in pairwise(taken)) < most:
                totals.append(sum(worth[option, value] for value, option in enumerate(taken)))
        found = in_steps(worth, most)
        assert worth[found, range(6)].sum() == max(totals)
