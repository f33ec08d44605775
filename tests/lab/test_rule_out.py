"""Rule Out! in the lab: against the printed figures, worked values, and the rule book walked card by card."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlab.cards import JOKER, card_text
from feltlab.errors import CardError, FeltlabError, PayTableError
from feltlab.games.rule_out import fast as lab
from feltlab.games.rule_out import trades
from feltlab.games.rule_out.claims import claims
from feltlab.games.rule_out.decisions import MATCHES
from feltlab.games.rule_out.rules import GAME, SCALES, RuleOut
from feltlab.games.rule_out.trades import CARDS, KEEP
from feltlab.hands.survivors import STRUCK_BY
from feltlab.money import Odds
from feltlab.rules.game import Terms
from feltlab.rules.pay_table import PayTable
from feltlab.rules.settling import SeatRound

DATA: Final[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data/vectors/rule_out.json").read_text("utf-8"))
HOUSE: Final = GAME.house()


def terms_for(decks: int, pay_tables: dict[str, str] | None = None, jokers: int = 2) -> Terms:
    return Terms(RuleOut(decks=decks, jokers=jokers), HOUSE.chosen(pay_tables or {}, decks), {}, {})


def paying(terms: Terms, pays: list[Odds]) -> Terms:
    """The terms with other pays for 3, 2 and 1 surviving."""
    events = ("3 surviving", "2 surviving", "1 surviving")
    table = PayTable.build("main", "own", SCALES["main"], list(zip(events, pays, strict=True)))
    return terms._replace(pays={**terms.pays, "main": table})


@pytest.mark.parametrize("vector", DATA["vectors"], ids=[v["id"] for v in DATA["vectors"]])
def test_the_value_of_every_option_of_every_vector(vector: dict[str, Any]) -> None:
    line = {"game": "rule-out", "decks": vector["decks"], "dealt": vector["dealt"], "wagers": {"main": 100}}
    advice = lab.advise(line, HOUSE)
    found = {option.choice: option.ev + 1 for option in advice.options}
    names = {f"trade{place}": f"trade {card}" for place, card in enumerate(vector["dealt"], 1)} | {"keep": "keep"}
    expected = {names[option]: Fraction(ev) for option, ev in vector["option_ev"].items() if ev is not None}
    assert found == expected
    assert advice.best.choice in {names[option] for option in vector["best_ties"]}
    assert advice.options[0].choice == "keep"


def test_advice_takes_the_line_as_settle_does() -> None:
    assert lab.advise({"dealt": "Jo Jo Jo", "decks": 2}, HOUSE).to_dict()["best"] == "keep"
    assert [option.choice for option in lab.advise({"dealt": "As As Jo", "decks": 2}, HOUSE).options] == [
        "keep",
        "trade As",
    ]
    with pytest.raises(CardError, match="As is dealt 2 times"):
        lab.advise({"dealt": "As As Jo"}, HOUSE)
    with pytest.raises(PayTableError, match="joker pay table primary-1"):
        lab.advise({"dealt": "As Ks Jo", "decks": 4, "pay_tables": {"joker": "primary-1"}}, HOUSE)


def test_of_equal_options_keeping_is_the_best() -> None:
    advice = lab.advise({"dealt": "As Jo Jo"}, HOUSE)
    assert advice.options[0].ev == advice.options[1].ev
    assert advice.best.choice == "keep"


def test_every_printed_figure_but_one() -> None:
    rows = claims(HOUSE)
    assert [claim.figure for claim in rows if not claim.matches] == ["Four Decks, RTP"]
    assert all(claim.note for claim in rows if not claim.matches)
    assert len([claim for claim in rows if claim.figure.endswith("RTP")]) == 12
    assert {claim.published for claim in rows if isinstance(claim.value, bool)} == {"true"}


def test_the_note_on_the_misprint_is_true() -> None:
    """Highest and Lowest on the same one of two identical cards beside a Joker."""
    masks = trades.rule_masks()
    counts = trades.survivor_counts(masks)
    high_and_low = sum(1 << rule for rule in (12, 14))
    for card in range(52):
        fixed = int(STRUCK_BY[card])
        struck_one, struck_two = (masks & (fixed | high_and_low)) != 0, (masks & fixed) != 0
        left = 2 - struck_one.astype(np.int64) - struck_two
        counts[trades.hand_index(card, card, JOKER)] = np.bincount(left, minlength=4)
    shoe = np.array([4] * 52 + [8], np.int64)
    weights = trades.hand_weights(shoe)
    values = trades.option_values(trades.option_counts(counts, shoe, weights), [0, 1, 3, 7])
    total = int(weights.sum()) * 213 * 455
    kept, best = int((weights * values[:, 0]).sum()) / total, int((weights * values.max(axis=1)).sum()) / total
    note = next(claim.note for claim in claims(HOUSE) if not claim.matches)
    assert f"{kept * 100:.4f}%" in note
    assert f"{best * 100:.4f}%" in note
    assert f"{float(lab.analyze(terms_for(4), 'keep').main.rtp) * 100:.4f}%" in note


def plain_returns(decks_of: dict[int, int], terms: Terms, masks: list[int]) -> tuple[int, int]:
    """Keep and best play by dealing every card of a small shoe through the rule book, in returns per unit."""
    shoe = [card for card, copies in decks_of.items() for _ in range(copies)]
    rules = [tuple(rule for rule in range(15) if mask >> rule & 1) for mask in masks]

    def back(dealt: tuple[int, ...], hand: tuple[int, ...]) -> int:
        return sum(
            SeatRound(
                GAME, {"dealt": dealt, "hand": hand, "rules": dealt_rules}, {"trade": None}, {}, "", {"main": 1}, terms, {}
            ).settle().returned
            for dealt_rules in rules
        )  # fmt: skip

    kept, best = 0, 0
    for places in combinations(range(len(shoe)), 3):
        dealt = tuple(shoe[place] for place in places)
        rest = [shoe[place] for place in range(len(shoe)) if place not in places]
        values = [back(dealt, dealt) * len(rest)]
        for place in range(3):
            if dealt[place] != JOKER:
                values.append(sum(back(dealt, (*dealt[:place], card, *dealt[place + 1 :])) for card in rest))
        kept, best = kept + values[0], best + max(values)
    return kept, best


def test_the_solver_against_the_rule_book_walked_on_a_small_shoe() -> None:
    decks_of = {0: 2, 6: 1, 35: 1, 51: 1, JOKER: 2}
    terms = terms_for(4)
    masks = trades.rule_masks()[::7]
    shoe = np.zeros(53, np.int64)
    for card, copies in decks_of.items():
        shoe[card] = copies
    weights = trades.hand_weights(shoe)
    values = trades.option_values(trades.option_counts(trades.survivor_counts(masks), shoe, weights), [0, 1, 3, 7])
    solved = int((weights * values[:, 0]).sum()), int((weights * values.max(axis=1)).sum())
    assert solved == plain_returns(decks_of, terms, masks.tolist())


@pytest.mark.parametrize("strategy", lab.STRATEGIES)
@pytest.mark.parametrize(("decks", "jokers"), [(1, 2), (2, 0), (4, 2), (8, 4)])
def test_all_deals_are_counted_and_no_strategy_beats_the_optimum(strategy: str, decks: int, jokers: int) -> None:
    terms = terms_for(decks, {"joker": "primary-4"}, jokers)
    analysis = lab.analyze(terms, strategy)
    cards = decks * (52 + jokers)
    parts = 6 if strategy == "trade-random" else 1
    assert analysis.main.total == cards * (cards - 1) * (cards - 2) // 6 * (cards - 3) * 455 * parts
    assert sum(analysis.main.probability(f"{left} surviving") for left in range(4)) == 1
    assert sum(row["combinations"] for row in analysis.wagers["joker"].table()) == analysis.wagers["joker"].total
    best = lab.analyze(terms).main
    wrong = lab.disagreements(strategy, terms)
    assert best.rtp - analysis.main.rtp == wrong.cost >= 0
    assert (wrong.hands == 0) == (wrong.cost == 0)


odds = st.builds(Odds, st.integers(0, 40), st.integers(1, 12), st.booleans())


@settings(max_examples=40, deadline=None)
@given(pays=st.lists(odds, min_size=3, max_size=3), decks=st.integers(1, 8))
def test_optimal_is_never_worse_than_a_named_strategy_on_any_pay_table(pays: list[Odds], decks: int) -> None:
    terms = paying(terms_for(decks), pays)
    best = lab.analyze(terms).main.rtp
    assert all(best >= lab.analyze(terms, strategy).main.rtp for strategy in lab.STRATEGIES)


def test_a_pay_table_too_fine_for_64_bits_is_refused() -> None:
    fine = [Odds(10**12, 999_983), Odds(10**12, 999_979), Odds(1, 999_961)]
    with pytest.raises(PayTableError, match="64 bits"):
        lab.analyze(paying(terms_for(8), fine))


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(FeltlabError, match="'hope'"):
        lab.analyze(terms_for(1), "hope")


@pytest.mark.parametrize("decks", range(1, 9))
def test_unify_is_exactly_optimal_up_to_ties(decks: int) -> None:
    """Trade a least-matching card at two matches or fewer, beside a Joker at one or fewer; otherwise keep."""
    terms = terms_for(decks)
    values, _ = lab._values(terms)
    dealt = lab.solve(decks, 2).weights > 0
    first, second, third = CARDS.T
    pairs = MATCHES[first, second], MATCHES[first, third], MATCHES[second, third]
    each = np.stack([pairs[0] + pairs[1], pairs[0] + pairs[2], pairs[1] + pairs[2]], axis=1)
    jokers = (CARDS == JOKER).sum(axis=1)
    fewest = np.where(CARDS == JOKER, 99, each).min(axis=1)
    trade = ((jokers == 0) & (fewest <= 2)) | ((jokers == 1) & (fewest <= 1))
    least = np.where((CARDS != JOKER) & (each == fewest[:, None]), values[:, 1:], -1).max(axis=1)
    best = values.max(axis=1)
    assert (best == np.where(trade, least, values[:, 0]))[dealt].all()


@pytest.mark.parametrize("decks", range(1, 9))
def test_unify_with_its_ties_is_the_optimum_but_for_64_hands_of_one_deck(decks: int) -> None:
    wrong = lab.disagreements("unify", terms_for(decks))
    assert wrong.hands == wrong.classes == (64 if decks == 1 else 0)
    assert wrong.cost < Fraction(6, 10**7)
    if decks == 1:
        values, _ = lab._values(terms_for(1))
        chosen = lab.choices("unify", terms_for(1)).astype(np.int64) + 1
        worse = (np.take_along_axis(values, chosen[:, None], axis=1)[:, 0] < values.max(axis=1)) & (values[:, 0] >= 0)
        ranks = {tuple("AT".find(card_text(card)[0]) >= 0 for card in cards) for cards in CARDS[worse].tolist()}
        assert ranks == {(False, True, True)}  # a number card, a ten and an ace


@pytest.mark.parametrize("decks", [1, 4, 6])
def test_diversify_does_what_the_document_says_of_it(decks: int) -> None:
    """Fewer losing hands, fewer winning hands, more pushes, a lower return than doing nothing."""
    kept, diverse = (lab.analyze(terms_for(decks), name).main for name in ("keep", "diversify"))
    assert diverse.loss_frequency < kept.loss_frequency
    assert diverse.win_frequency < kept.win_frequency
    assert diverse.push_frequency > kept.push_frequency
    assert diverse.rtp < kept.rtp < lab.analyze(terms_for(decks), "unify").main.rtp


def test_diversify_trades_exactly_where_a_replacement_is_expected_to_match_less() -> None:
    shoe = np.array([1] * 52 + [2], np.int64)
    choices = lab.choices("diversify", terms_for(1))
    for hand in range(0, len(CARDS), 97):
        cards = CARDS[hand].tolist()
        if len(set(cards)) < 3 or cards.count(JOKER) > 1:
            continue
        offered = [place for place in range(3) if cards[place] != JOKER]
        matches = {
            place: sum(int(MATCHES[cards[place], cards[other]]) for other in range(3) if other != place)
            for place in offered
        }
        place = max(offered, key=lambda p: matches[p])
        others = [cards[other] for other in range(3) if other != place]
        rest = shoe - np.bincount(cards, minlength=53)
        expected = Fraction(int(sum(rest @ MATCHES[other] for other in others)), 51)
        assert (choices[hand] != KEEP) == (matches[place] > expected)


@pytest.mark.parametrize("decks", range(1, 9))
def test_seven_to_one_for_three_cards_passes_100_percent_from_three_decks_up(decks: int) -> None:
    analysis = lab.analyze(terms_for(decks, {"main": "single"}), "keep")
    assert any("the player has the edge" in note for note in analysis.notes) == (decks >= 3)
    assert not lab.analyze(terms_for(decks)).notes


def test_an_alternate_joker_table_is_noted() -> None:
    notes = lab.analyze(terms_for(4, {"joker": "alternate-4"})).notes
    assert any("fresh deck or shoe" in note for note in notes)


def test_doubling_the_pays_never_lowers_the_return() -> None:
    terms = terms_for(6)
    doubled = [Odds(12), Odds(4), Odds(1)]
    assert lab.analyze(paying(terms, doubled)).main.rtp > lab.analyze(terms).main.rtp


def test_the_complete_strategy_adds_up_to_the_return() -> None:
    terms = terms_for(1)
    rows = list(lab.strategy_rows(terms))
    assert sum(row["hands"] for row in rows) == 54 * 53 * 52 // 6
    names = ("ev_keep", "ev_trade_first", "ev_trade_second", "ev_trade_third")
    best = sum(row["hands"] * max(Fraction(row[name]) for name in names if row[name]) for row in rows)
    assert best / 24_804 == lab.analyze(terms).main.expectation
    for row in rows[::500]:
        advice = lab.advise({"dealt": row["hand"]}, HOUSE)
        assert advice.best.choice == row["decision"]


def test_the_strategy_in_words_names_and_prices_every_strategy() -> None:
    text = "\n".join(lab.strategy_text(terms_for(4)))
    assert "unify: RTP 98.4496%, exactly as good as best play in every hand" in text
    assert all(f"  {name}: RTP" in text for name in lab.STRATEGIES if name != "optimal")
