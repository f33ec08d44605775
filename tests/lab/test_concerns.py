"""Concerns: hands set badly against dealt rounds, the meter at its base, and what is said where there is nothing."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any

import pytest

from feltlab.exact.protection import Row
from feltlab.games import GAMES
from feltlab.games.ace_odd_even import classes as odd_even
from feltlab.games.ace_odd_even import concerns as odd_even_concerns
from feltlab.games.low_four import concerns as low_four_concerns
from feltlab.games.low_four import fast as low_four
from feltlab.hands.parity import ODD, SIDES, best_strength, rank_word, side_strength
from feltlab.hands.points import four_points
from feltlab.kernels.lattice import class_of
from feltlab.lab import analyze, concerns, lab_of, terms_of
from feltlab.lab.concerns import concerns_of, not_there
from feltlab.lab.protection.verdict import findings

FRESH: dict[str, Any] = {"verdict": [], "counting": {"finding": "nothing carries over"}}


def _nets(worth: Callable[[list[int], list[int], Random], int | None], seed: int, rounds: int) -> Iterator[int]:
    """Of rounds that are dealt plainly: 1 if the dealer is worth nothing, 2, 0 or −2 by who is better, −1 for a fold."""
    random, deck = Random(seed), list(range(52))
    for _ in range(rounds):
        cards = random.sample(deck, 14)
        net = worth(cards[:7], cards[7:], random)
        yield -1 if net is None else net


def _set_four(how: str) -> Callable[[list[int], list[int], Random], int | None]:
    play = low_four.choices("optimal", terms_of(GAMES["low-four"]).numbers)

    def worth(player: list[int], dealer: list[int], random: Random) -> int | None:
        if not play[class_of(player)]:
            return None
        totals = [four_points([card >> 2 for card in four]) for four in combinations(player, 4)]
        higher = sorted({*totals} - {min(totals)})
        own = {"second": higher[0] if higher else min(totals), "any": random.choice(totals), "highest": max(totals)}[
            how
        ]
        other = min(four_points([card >> 2 for card in four]) for four in combinations(dealer, 4))
        return 1 if other > 16 else 2 if own < other else 0 if own == other else -2

    return worth


def _set_side(how: str) -> Callable[[list[int], list[int], Random], int | None]:
    numbers = terms_of(GAMES["ace-odd-even"]).numbers
    play = odd_even.choices("optimal", numbers)

    def worth(player: list[int], dealer: list[int], _: Random) -> int | None:
        if not play[class_of(player)]:
            return None
        whole = rank_word(player)
        best, other = sorted(SIDES.values(), key=lambda side: side_strength(whole, side), reverse=True)
        own = side_strength(whole, other)
        if how == "short":
            belongs = [card for card in player if card >> 2 == 12 or (card >> 2) % 2 == (1 if best == ODD else 0)]
            own = side_strength(rank_word(sorted(belongs)[1:]), best)
        against = best_strength(rank_word(dealer))
        if against < numbers.qualifier:
            return 1
        return 2 if own > against else 0 if own == against else -2

    return worth


@pytest.mark.parametrize(
    ("slug", "how"),
    [("low-four", "second"), ("low-four", "any"), ("low-four", "highest"), ("ace-odd-even", "short"),
     ("ace-odd-even", "other")],
)  # fmt: skip
def test_hands_set_badly_lose_what_is_said(slug: str, how: str) -> None:
    part, worth = {"low-four": (low_four_concerns, _set_four), "ace-odd-even": (odd_even_concerns, _set_side)}[slug]
    edges = part.badly_set(terms_of(GAMES[slug]))
    nets = list(_nets(worth(how), 7, 4_000))
    mean = sum(nets) / len(nets)
    error = sqrt((sum(net**2 for net in nets) / len(nets) - mean**2) / len(nets))
    assert abs(mean + float(edges[how])) < 4 * error


@pytest.mark.parametrize(("slug", "part", "best"), [
    ("low-four", low_four_concerns, "lowest"), ("ace-odd-even", odd_even_concerns, "best"),
])  # fmt: skip
def test_hands_set_as_is_best_have_the_games_own_edge_and_others_a_higher(slug: str, part: Any, best: str) -> None:
    edges = part.badly_set(terms_of(GAMES[slug]))
    assert edges[best] == analyze(slug).main.house_edge == min(edges.values())
    (found,) = part.concerns(terms_of(GAMES[slug]))
    assert {Fraction(measure["value"]) for measure in found["measures"]} == {*edges.values()}
    assert all(measure["method"] == "exact" for measure in found["measures"])


@pytest.mark.parametrize(
    ("slug", "base", "long_run"), [("ace-odd-even", "64.10%", "82.22%"), ("low-four", "62.12%", "81.19%")]
)
def test_a_meter_returns_less_at_its_base_amount_than_in_the_long_run(slug: str, base: str, long_run: str) -> None:
    terms = terms_of(GAMES[slug])
    figures = lab_of(slug).progressive(terms)  # type: ignore[attr-defined]
    found = concerns_of(GAMES[slug], terms, FRESH, figures)[-1]
    assert not found["safe"]
    assert base in found["finding"]
    assert long_run in found["finding"]
    least, mean, *meters = [Fraction(measure["value"]) for measure in found["measures"]]
    assert (least, mean) == (figures.rtp_at(figures.base), figures.rtp)
    assert meters == [figures.base, figures.mean_meter, figures.break_even_meter]


def test_raised_concerns_come_first_and_have_what_the_verdict_found() -> None:
    slug = "low-four"
    alone = analyze(slug).main.house_edge
    rows = [
        Row(0, 0, alone),
        Row(1, 7, alone, 0.003, 0.0002, 0.03, 900, "sampled"),
        Row(2, 14, alone, 0.1, 0.0002, 0.2, 900),
    ]
    verdict = findings(slug, rows, [], None, None)
    found = concerns_of(GAMES[slug], terms_of(GAMES[slug]), {**FRESH, "verdict": verdict}, None)
    assert [entry["safe"] for entry in found] == sorted(entry["safe"] for entry in found)
    talk = next(entry for entry in found if entry in verdict)
    assert [measure["method"] for measure in talk["measures"]] == ["exact", "sampled", "sampled"]
    assert Fraction(talk["measures"][0]["value"]) == alone
    assert talk["measures"][2]["value_float"] == pytest.approx(float(alone) - 0.1)
    assert (talk["measures"][1]["standard_error"], talk["measures"][1]["samples"]) == (0.0002, 900)


def test_what_was_looked_at_is_said_where_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    board, sets = GAMES["quick-draw-holdem"], GAMES["low-four"]
    assert concerns_of(board, terms_of(board), FRESH, None) == []
    assert not_there(board, FRESH, None) == {
        "counting": "nothing carries over",
        "a hand set badly": "no hand is set",
        "a meter at its base amount": "no bet feeds a meter",
    }
    assert "counting" not in not_there(board, {**FRESH, "counting": {"rows": []}}, None)
    assert not_there(sets, FRESH, None).keys() == {"counting", "a meter at its base amount"}
    monkeypatch.setattr(concerns, "part_of", lambda game, name: None)
    assert "not computed" in not_there(replace(sets), FRESH, None)["a hand set badly"]
