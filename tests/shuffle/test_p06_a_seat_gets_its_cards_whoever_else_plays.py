"""A seat's cards are a function of the seeds, the round, the table's shape and the seat's number."""

import json
from pathlib import Path
from random import Random

import pytest

from feltlab.verify_shuffle import Verdict, verdicts
from tests.shuffle.decks import round_seed
from tests.shuffle.histories import SEATS, history_line, written


@pytest.mark.parametrize("game", SEATS)
def test_p06_a_seat_alone_or_in_any_company_verifies_with_the_same_cards(game: str, tmp_path: Path) -> None:
    """The verifier is told who was dealt to, what they bet and what they did: it must not look."""
    random, whole = Random(game), history_line(game, round_seed(6), client_seeds={2: "mine"})
    history, found = tmp_path / "history.jsonl", list[Verdict]()
    for _ in range(200):
        line = json.loads(json.dumps(whole))
        seated = random.sample(range(1, SEATS[game] + 1), random.randint(0, SEATS[game]))
        line["dealt"]["seats"] = {str(seat): whole["dealt"]["seats"][str(seat)] for seat in seated}
        if game == "rule-out":
            traded = random.sample(seated, random.randint(0, len(seated)))
            line["dealt"]["replacements"] = {str(seat): whole["dealt"]["replacements"][str(seat)] for seat in traded}
        line["bets"] = {str(seat): random.randrange(100, 100_000) for seat in seated}
        line["decisions"] = {str(seat): random.choice(["fold", "play"]) for seat in seated}
        history.write_bytes(written(line))  # one each: in one file the seed would be used again
        found += verdicts(history)
    assert all(verdict.verified for verdict in found)
    assert {verdict.cards for verdict in found} != {found[0].cards}


@pytest.mark.parametrize("game", SEATS)
def test_p06_another_number_of_places_is_another_deal_for_every_seat(game: str) -> None:
    """The first seat is dealt from the top of the pack whatever N is: without N in the context its cards would stay."""
    by_size = [history_line(game, round_seed(7), seats=seats)["dealt"]["seats"] for seats in range(1, SEATS[game] + 1)]
    assert len({tuple(hands["1"]) for hands in by_size}) == SEATS[game]


@pytest.mark.parametrize("game", SEATS)
def test_p06_no_card_is_dealt_to_two_places(game: str) -> None:
    for number in range(200):
        dealt = history_line(game, round_seed(number), jokers=0)["dealt"]
        cards = [card for hand in dealt["seats"].values() for card in hand]
        cards += dealt.get("dealer", []) + dealt.get("board", []) + list(dealt.get("replacements", {}).values())
        assert len(set(cards)) == len(cards)
