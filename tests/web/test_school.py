"""The school: every drill of every game, right and wrong answers, nothing given away."""

import json
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from feltlab.cards import parse_cards
from feltlab.games import GAMES, settle
from feltlab.games.quick_draw_holdem.drills import five_cards
from feltlab.hands.parity import best_strength, rank_word
from feltlab.hands.points import four_points
from feltlab.hands.poker import seven_card_strength
from feltlab.web.school import drills as school
from feltlab.web.site.text import told

DRILLS = [(game.slug, drill) for game in GAMES.values() for drill in school.drills_of(game)]
SEEDS = range(12)


def ask(site: TestClient, game: str, drill: str, seed: int | None = None) -> dict[str, Any]:
    answer = site.post(f"/api/school/{game}/{drill}", json={} if seed is None else {"seed": seed})
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json()
    return said


def reply(site: TestClient, id: str, answer: object) -> dict[str, Any]:
    said = site.post("/api/school/answer", json={"id": id, "answer": answer})
    assert said.status_code == 200, said.text
    found: dict[str, Any] = said.json()
    return found


def wrong_for(question: dict[str, Any], correct: Any) -> object:
    """An answer of the right form that is not right."""
    asked = question["ask"]
    if asked["kind"] == "choice":
        return next(option["value"] for option in asked["options"] if option["value"] != correct)
    if asked["kind"] == "cards":
        return [card for card in asked["from"] if card not in correct][:1]
    if asked["kind"] == "places":
        return [] if correct else ["0"]
    if asked["kind"] == "money":
        return {name: cents + 100 for name, cents in correct.items()}
    return {"order": correct["order"][::-1], "amounts": correct["amounts"]}


def check_that_nothing_is_given_away(question: dict[str, Any]) -> None:
    assert set(question) == {"id", "game", "drill", "question", "hint", "show", "ask", "rules", "pays"}
    assert "correct" not in json.dumps(question)
    if question["ask"]["kind"] in ("money", "round"):
        assert all(set(field) == {"name", "label", "staked"} for field in question["ask"]["fields"])


@pytest.mark.parametrize(("game", "drill"), DRILLS)
def test_right_and_wrong_answers(site: TestClient, game: str, drill: str) -> None:
    for seed in SEEDS:
        question = ask(site, game, drill, seed)
        check_that_nothing_is_given_away(question)
        first = reply(site, question["id"], None)
        assert not first["right"]
        correct = first["correct"]
        assert reply(site, question["id"], correct)["right"], question
        wrong = reply(site, question["id"], wrong_for(question, correct))
        assert not wrong["right"], question
        assert wrong["step"] in {step.words for step in GAMES[game].book.procedure.steps}
        assert wrong["explain"]
        assert all(wrong["explain"])


@pytest.mark.parametrize(("game", "drill"), DRILLS)
def test_the_same_seed_asks_the_same(site: TestClient, game: str, drill: str) -> None:
    first, second = ask(site, game, drill, 7), ask(site, game, drill, 7)
    first.pop("id"), second.pop("id")
    assert first == second
    questions = [ask(site, game, drill, seed) for seed in SEEDS]
    assert (
        len({json.dumps([question["question"], question["show"], question["ask"]]) for question in questions})
        > len(SEEDS) * 3 // 4
    )


def test_every_game_can_be_learned(site: TestClient) -> None:
    for slug in GAMES:
        drills = [drill["slug"] for drill in site.get(f"/school/{slug}.json").json()["drills"]]
        assert {"round", "side", "mistake"} <= set(drills)
    assert {"set", "call", "qualify", "fold", "progressive"} <= set(school.drills_of(GAMES["low-four"]))
    assert {"five", "best-four", "fold"} <= set(school.drills_of(GAMES["quick-draw-holdem"]))
    assert "survive" in school.drills_of(GAMES["rule-out"])


def test_amounts_are_those_of_settle(site: TestClient) -> None:
    """The round drill, settled again from what the page shows."""
    for seed in SEEDS:
        question = ask(site, "low-four", "round", seed)
        correct = reply(site, question["id"], None)["correct"]
        assert correct["order"] == sorted(correct["order"], reverse=True)
        for seat in question["show"]["seats"]:
            staked = {
                f["name"].split(":")[1]: f["staked"]
                for f in question["ask"]["fields"]
                if f["name"].startswith(f"{seat['number']}:")
            }
            staked.pop("play", None)
            played = seat["did"].startswith("play")
            settled = settle({
                "game": "low-four", "player": seat["cards"], "dealer": question["show"]["dealer"], "wagers": staked,
                "choices": {"decision": "play" if played else "fold"},
            })  # fmt: skip
            for result in settled.results:
                assert correct["amounts"][f"{seat['number']}:{result.wager}"] == result.returned


def test_rule_out_is_settled_from_the_dealers_left(site: TestClient) -> None:
    correct = reply(site, ask(site, "rule-out", "round", 1)["id"], None)["correct"]
    assert correct["order"] == sorted(correct["order"])


def test_another_set_of_four_with_the_same_total_is_right(site: TestClient) -> None:
    found = 0
    for seed in range(60):
        question = ask(site, "low-four", "set", seed)
        correct = reply(site, question["id"], None)["correct"]
        ranks = {card[0]: card for card in correct}
        for other in question["ask"]["from"]:
            if other not in correct and other[0] in ranks:
                swapped = [other if card == ranks[other[0]] else card for card in correct]
                assert reply(site, question["id"], swapped)["right"]
                found += 1
                break
    assert found


def test_the_schools_five_cards_rank_as_the_rule_book_does() -> None:
    hands = ["As Ks Qs Js Ts 2d 3c", "As 2s 3d 4c 5h Kd Kc", "7s 7d 2c 2h Ah 9c 4d", "9s 9d 9c 9h 2h 3c 4d",
             "Ts Td Tc 4h 4d 2c 3s", "2h 5h 9h Jh Kh As Ad", "9s 9d 9c Kh Qd 2c 3s", "As Kd 9c 7h 5d 3c 2s"]  # fmt: skip
    from itertools import combinations, pairwise

    rows = []
    for text in hands:
        seven = parse_cards(text, 7, "hand")
        rows.append((seven_card_strength(*seven), max(map(five_cards, combinations(seven, 5)))))
    rows.sort()
    assert all(low[1] < high[1] for low, high in pairwise(rows))


def test_dealers_hands_to_qualify_are_judged_by_the_book(site: TestClient) -> None:
    numbers: Any = GAMES["ace-odd-even"].numbers
    seen = set()
    for seed in SEEDS:
        question = ask(site, "ace-odd-even", "qualify", seed)
        correct = reply(site, question["id"], None)["correct"]
        dealer = parse_cards(question["show"]["dealer"], 7, "dealer")
        assert correct == ("yes" if best_strength(rank_word(dealer)) >= numbers.qualifier else "no")
        seen.add(correct)
    assert seen == {"yes", "no"}


def test_the_fold_pays_a_live_bonus(site: TestClient) -> None:
    for game, first in (("low-four", "1:ante"), ("ace-odd-even", "1:ante"), ("quick-draw-holdem", "1:flop")):
        for seed in SEEDS:
            correct = reply(site, ask(site, game, "fold", seed)["id"], None)["correct"]
            assert correct[first] == 0
            assert any(cents > 0 for cents in correct.values())


def test_a_fold_is_quoted_from_its_own_step_of_the_manual(site: TestClient) -> None:
    """By the bonus that is paid, or by the question that was answered with it."""
    wanted = {
        "ace-odd-even": {"1:odd-even": "To fold with a winning Odd-Even", "1:poker": "To fold with a winning Poker"},
        "low-four": {"1:high-points": "To fold with a High Points", "1:low-points": "Collect each fold when"},
        "quick-draw-holdem": {"": "collect the Flop bet and", "1:turn": "collect the Flop and Turn bets"},
    }
    for game, steps in wanted.items():
        seen = set()
        for seed in range(24):
            said = reply(site, ask(site, game, "fold", seed)["id"], None)
            begins = [words for words in steps.values() if words in said["step"]]
            assert len(begins) == 1
            amounts = said["correct"]
            if game == "quick-draw-holdem":
                assert begins == [steps["1:turn" if "1:turn" in amounts else ""]]
            else:
                assert begins[0] in {words for name, words in steps.items() if amounts.get(name)}
            seen |= set(begins)
        assert seen == set(steps.values())


def test_a_mistake_with_a_fold_on_the_turn_is_quoted_from_the_turn(site: TestClient) -> None:
    seen = set()
    for seed in range(150):
        question = ask(site, "quick-draw-holdem", "mistake", seed)
        said = reply(site, question["id"], None)
        seat, _, wager = said["correct"].partition(":")
        did = next((row["did"] for row in question["show"]["seats"] if str(row["number"]) == seat), "")
        if "fold" in did and wager in ("flop", "turn"):
            at = "turn" if any(o["value"] == f"{seat}:turn" for o in question["ask"]["options"]) else "flop"
            assert ("collect the Flop and Turn bets" in said["step"]) == (at == "turn")
            seen.add(at)
    assert seen == {"flop", "turn"}


def test_several_winners_share_the_meter(site: TestClient) -> None:
    shared = 0
    for seed in range(60):
        question = ask(site, "low-four", "progressive", seed)
        seats = question["show"]["seats"]
        whole = [seat for seat in seats if "100%" in seat["did"]]
        correct = reply(site, question["id"], None)["correct"]
        if len(whole) == 2:
            shared += 1
            amounts = [correct[f"{seat['number']}:combo-progressive"] for seat in whole]
            assert amounts[0] == amounts[1] <= question["show"]["meter"]["cents"] // 2
        assert sum(correct.values()) <= question["show"]["meter"]["cents"] + 3 * 275 * 500
    assert shared


@pytest.mark.parametrize(("game", "drill"), DRILLS)
def test_a_question_says_what_to_do_and_shows_what_it_needs(site: TestClient, game: str, drill: str) -> None:
    book = GAMES[game].book
    for seed in range(6):
        question = ask(site, game, drill, seed)
        assert question["hint"].endswith(".")
        assert question["rules"]
        for rule in question["rules"]:
            assert rule["words"] in " ".join(GAMES[game].card.split())
        wagers = {field["name"].split(":")[1] for field in question["ask"].get("fields", [])}
        if drill == "mistake":
            wagers = {o["value"].split(":")[1] for o in question["ask"]["options"] if ":" in o["value"]}
        assert {table["wager"] for table in question["pays"]} == wagers & set(book.pay_tables)
        for table in question["pays"]:
            felt = GAMES[game].house().pay_table(table["wager"], None, 1)
            assert table["lines"] == [{"event": line.event, "pays": str(line.pays)} for line in felt.lines]


@pytest.mark.parametrize(("game", "drill"), [row for row in DRILLS if row[0] in ("low-four", "rule-out")])
def test_cards_are_written_for_people(site: TestClient, game: str, drill: str) -> None:
    for seed in range(12):
        question = ask(site, game, drill, seed)
        said = [seat.get("did", "") for seat in question["show"].get("seats", [])]
        said += reply(site, question["id"], None)["explain"]
        assert not [words for words in said if re.search(r"\b[2-9TJQKA][cdhs]\b|\bJo\b", words)]


def test_a_wrong_set_says_what_it_comes_to(site: TestClient) -> None:
    for seed in SEEDS:
        question = ask(site, "low-four", "set", seed)
        cards = sorted(question["ask"]["from"], key=lambda code: "A23456789TJQK".index(code[0]))[-4:]
        said = reply(site, question["id"], cards)
        if said["right"]:
            continue
        total, best = (
            four_points([card >> 2 for card in parse_cards(four, 4, "set")]) for four in (cards, said["correct"])
        )
        assert said["explain"] == [f"Yours: {total} points. The best: {best} points."]
    question = ask(site, "ace-odd-even", "set", 3)
    assert reply(site, question["id"], ["Kh", "Kc"])["explain"] == [
        "Yours: 2-card odd, king high. The best: 5-card odd, ace high."
    ]
    assert "not a hand" in reply(site, question["id"], ["Kh", "2s"])["explain"][0]
    question = ask(site, "quick-draw-holdem", "five", 3)
    five = ["7s", "7h", "Th", "Qc", "9h"]
    assert reply(site, question["id"], five)["explain"] == ["Yours: pair of 7s. The best: two pair, aces and 7s."]


def test_the_mistake_is_marked(site: TestClient) -> None:
    for slug in GAMES:
        for seed in SEEDS:
            question = ask(site, slug, "mistake", seed)
            options = [option["value"] for option in question["ask"]["options"]]
            correct = reply(site, question["id"], None)["correct"]
            for answer in (correct, options[0]):
                said = reply(site, question["id"], answer)
                marked = [place for place, mark in enumerate(said["marks"]) if mark]
                assert marked == ([] if correct == "nothing" else [options.index(correct)])
                assert len(said["marks"]) == len(said["explain"])


def test_wrong_amounts_and_a_wrong_order_are_marked(site: TestClient) -> None:
    question = ask(site, "low-four", "round", 4)
    correct = reply(site, question["id"], None)["correct"]
    name = next(iter(correct["amounts"]))
    wrong = {"order": correct["order"], "amounts": {**correct["amounts"], name: correct["amounts"][name] + 123}}
    said = reply(site, question["id"], wrong)
    assert [bool(mark) for mark in said["marks"]] == [False, True] + [False] * (len(said["explain"]) - 2)
    other = reply(site, question["id"], {**correct, "order": correct["order"][::-1]})["marks"]
    assert said["marks"][1].startswith("Wrong: $")
    assert said["about"][:2] == ["order", name]
    assert other[0].startswith("Your order: ")
    assert not any(other[1:])
    assert not any(reply(site, question["id"], correct)["marks"])


WRONG_FORMS: list[Any] = [
    [], {}, "x", 5, [1, None], [["As"]], {"order": [[]], "amounts": 3}, {"order": 1}, {"amounts": {"1:ante": "9"}},
    {"1:ante": 10**30}, ["As", "As"], ["As", "zz", "", "Jo", "5c"],
]  # fmt: skip


@pytest.mark.parametrize(("game", "drill"), DRILLS)
def test_an_answer_of_a_wrong_form_is_only_wrong(site: TestClient, game: str, drill: str) -> None:
    question = ask(site, game, drill, 2)
    for answer in WRONG_FORMS:
        said = reply(site, question["id"], answer)
        assert len(said["marks"]) == len(said["explain"])
        assert not said["right"] or (drill == "survive" and answer == [])


def test_the_schools_pages_lead_into_drills(site: TestClient) -> None:
    index = site.get("/school").text
    for slug, drill in DRILLS:
        assert f'href="/school/{slug}#{drill}"' in index
    for slug in GAMES:
        text = site.get(f"/school/{slug}").text
        first = next(iter(school.drills_of(GAMES[slug])))
        assert f'data-begin="{first}"' in text
        assert text.count(school.WORDS["lead"]) - text.count(f"&#34;{school.WORDS['lead']}&#34;") == 1
        assert f'href="/rules/{slug}#how"' in text


def test_every_wager_has_its_step() -> None:
    for game in GAMES.values():
        said = told(game)["school"]
        words = [step.words for step in game.book.procedure.steps]
        for begins in (*said["wagers"].values(), *(said[name] for name in ("folded", "unqualified") if name in said)):
            assert any(begins in step for step in words), begins
        assert set(said["wagers"]) == set(game.wagers)


@pytest.mark.parametrize("id", ["", "x", "AAAA", "é", "=" * 30, "A" * 400, "\x00"])
def test_an_id_that_we_did_not_make(site: TestClient, id: str) -> None:
    answer = site.post("/api/school/answer", json={"id": id, "answer": 1})
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_an_id_cannot_be_changed(site: TestClient) -> None:
    id = ask(site, "low-four", "set", 1)["id"]
    for place in range(0, len(id), 7):
        changed = id[:place] + ("A" if id[place] != "A" else "B") + id[place + 1 :]
        assert site.post("/api/school/answer", json={"id": changed, "answer": 1}).status_code == 400


@pytest.mark.parametrize("address", ["nope/set", "low-four/nope", "low-four/five", "rule-out/fold"])
def test_a_drill_that_is_not_there(site: TestClient, address: str) -> None:
    answer = site.post(f"/api/school/{address}", json={})
    assert answer.status_code == 400
    assert "is not a" in answer.json()["error"]
