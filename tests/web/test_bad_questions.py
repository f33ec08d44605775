"""Any input to the lab and the school gets an answer or a refusal in words, never a server error."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from feltlab.games import GAMES
from feltlab.web.school import drills
from tests.web.test_school import ask

ADDRESSES = [
    "/api/lab/analyze", "/api/lab/terms", "/api/lab/jobs", "/api/lab/advise", "/api/lab/progressive", "/api/lab/sessions", "/api/lab/shift",
    "/api/school/answer", "/api/school/low-four/set",
]  # fmt: skip
BODIES = [
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"\xff\xfe", b"{}", b'{"game": NaN}', b'{"game": 1e999}', b"[" * 20_000,
    b'{"a":' * 5_000, b'{"game": "low-four", "game": "rule-out"}', b'{"game": "\\ud800"}', b'{"\\ud800": 1}',
    b'{"game": ' + b"9" * 5_000 + b"}", b'{"game": "low-four", "decks": 1e400}', b'{"game": null}', b'{"game": []}',
    b'{"game": "low-four", "x": 1}', b"\xef\xbb\xbf{}", b'{"game": "low-four\\u0000"}',
]  # fmt: skip
ODD: list[Any] = [
    None, True, -1, 0, 10**30, 0.5, "", "x", "9" * 50, "1e9", "1/0", "nan", "inf", [], {}, [[]], {"a": 1}, "\x00", "ﬁ",
]  # fmt: skip
FULL: dict[str, dict[str, Any]] = {
    "/api/lab/analyze": {
        "game": "rule-out", "strategy": "optimal", "terms": "[rules]\njokers = 2",
    },
    "/api/lab/terms": {
        "game": "rule-out", "terms": "", "felt": {"main": "single"}, "tables": {"joker": "2 jokers 40 to 1\n1 joker 5 to 1"},
        "numbers": {"jokers": 2, "decks": 1}, "progressives": {}, "left_off": [],
    },
    "/api/lab/advise": {"game": "quick-draw-holdem", "hole": "As Ks", "flop": "Qs 2d 7c", "turn": "2c", "wagers": {"flop": 500}},
    "/api/lab/progressive": {"game": "low-four", "meter": "100", "terms": ""},
    "/api/lab/sessions": {
        "game": "low-four", "bets": {"ante": "1"}, "strategy": "human", "seed": 1, "length": 5, "sessions": 5,
        "bankroll": "100",
    },
    "/api/lab/shift": {
        "game": "rule-out", "bets": {"main": "1"}, "strategy": "keep", "seed": 1, "seats": 2,
        "rounds_per_hour": 10, "hours": 1, "shifts": 3,
    },
}  # fmt: skip


def check(site: TestClient, address: str, content: bytes) -> int:
    answer = site.post(address, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code < 500 or answer.status_code == 503, (address, content[:200], answer.text)
    said = answer.json()
    if answer.status_code >= 400:
        assert {"ok", "error"} <= set(said) <= {"ok", "error", "field", "line"}
        assert "\n" not in said["error"]
        assert 0 < len(said["error"]) < 400
    return answer.status_code


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("body", BODIES)
def test_bodies_that_are_no_question(site: TestClient, address: str, body: bytes) -> None:
    status = check(site, address, body)
    assert status != 200 or address.endswith("/set")


@pytest.mark.parametrize("address", FULL)
def test_full_questions_are_answered(site: TestClient, address: str) -> None:
    assert check(site, address, json.dumps(FULL[address]).encode()) == 200


@pytest.mark.parametrize("number", ["1e1", "1e99999999", "9" * 5000, "1_0", "٣", "1/0", "nan", "--1", "1/2/3"])
def test_a_number_is_written_out(site: TestClient, number: str) -> None:
    """A few digits of an exponent would be a number that no memory holds."""
    for address, more in (
        ("/api/lab/progressive", {"meter": number}),
        ("/api/lab/sessions", {"bankroll": number}), ("/api/lab/sessions", {"bets": {"ante": number}}),
        ("/api/lab/shift", {"bets": {"main": number}}),
    ):  # fmt: skip
        assert check(site, address, json.dumps(FULL[address] | more).encode()) in (400, 422), (address, more)


def test_a_request_of_two_lengths_is_refused_and_closed(site: TestClient) -> None:
    headers = {"Content-Length": "2", "Transfer-Encoding": "chunked", "Content-Type": "application/json"}
    answer = site.post("/api/lab/progressive", content=b"{}", headers=headers)
    assert (answer.status_code, answer.headers["connection"]) == (400, "close")


@pytest.mark.parametrize(
    ("address", "more"),
    [
        ("/api/lab/analyze", {"game": "{}"}), ("/api/lab/analyze", {"strategy": "{}"}),
        ("/api/lab/terms", {"tables": {"main": "{} 2 to 1"}}), ("/api/lab/terms", {"tables": {"{}": "x 2 to 1"}}),
        ("/api/lab/analyze", {"terms": "x = '{}'"}), ("/api/lab/terms", {"numbers": {"decks": "{}"}}),
        ("/api/lab/advise", {"hole": "{}"}), ("/api/lab/progressive", {"meter": "{}"}),
        ("/api/lab/sessions", {"bets": {"{}": "1"}}),
    ],
)  # fmt: skip
def test_an_error_quotes_little_and_nothing_that_is_not_seen(site: TestClient, address: str, more: Any) -> None:
    odd = "\u202e\u2028\x85\x1b<b>" + "zQ9echo" * 10
    content = json.dumps(FULL[address] | more).replace("{}", json.dumps(odd)[1:-1])
    assert check(site, address, content.encode()) in (400, 404, 422)
    words = site.post(address, content=content, headers={"Content-Type": "application/json"}).json()["error"]
    assert words.isprintable()
    assert words.count("zQ9echo") < 6


@pytest.mark.parametrize("address", FULL)
def test_one_field_at_a_time_is_spoilt(site: TestClient, address: str) -> None:
    for name, value in FULL[address].items():
        for odd in ODD:
            check(site, address, json.dumps({**FULL[address], name: odd}).encode())
            if isinstance(value, dict):
                for key in value:
                    check(site, address, json.dumps({**FULL[address], name: {**value, key: odd}}).encode())
                check(site, address, json.dumps({**FULL[address], name: {**value, "odd": odd}}).encode())


@pytest.mark.parametrize("lines", [
    "", " ", "\n\n", "foo", "1 point 3", "1 point 0 to 0", "1 point 3 to 1\n1 point 4 to 1", "1 point " + "9" * 40 + " to 1",
    "_" * 2_000, " " * 1_999, "1 point 100% of jackpot", "0 points 1 to 1", "1 to 99 points 1 to 1", "💥 1 to 1", "1 point 1 to 1\x00",
    "3 or 4 points 10 for 1\n5 or 6 points push",
])  # fmt: skip
@pytest.mark.parametrize("wager", ["low-points", "combo-progressive"])
def test_pay_tables_that_people_write(site: TestClient, wager: str, lines: str) -> None:
    check(site, "/api/lab/terms", json.dumps({"game": "low-four", "tables": {wager: lines}}).encode())


def test_a_wrong_line_is_named(site: TestClient) -> None:
    lines = "1 or 2 points 250 to 1\n3 or 4 points 30"
    said = site.post("/api/lab/terms", json={"game": "low-four", "tables": {"low-points": lines}})
    assert said.status_code == 400
    assert said.json() == {"ok": False, "error": "Line 2: write 30 to 1", "field": "table-low-points", "line": 2}
    number = site.post("/api/lab/terms", json={"game": "low-four", "numbers": {"qualifier": 99}}).json()
    assert number["field"] == "number-qualifier"


def test_too_long_a_body(site: TestClient) -> None:
    answer = site.post("/api/lab/analyze", content=b" " * 70_000)
    assert answer.status_code == 413
    assert site.post("/api/lab/analyze", content=b"{}", headers={"Content-Length": "x"}).status_code in (400, 413)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=8), part, max_size=4),
    max_leaves=8,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(answer=anything, seed=st.integers(0, 40), place=st.integers(0, 100))
def test_any_answer_to_a_drill_is_marked(site: TestClient, answer: object, seed: int, place: int) -> None:
    every = [(game.slug, drill) for game in GAMES.values() for drill in drills.drills_of(game)]
    slug, drill = every[place % len(every)]
    id = ask(site, slug, drill, seed)["id"]
    check(site, "/api/school/answer", json.dumps({"id": id, "answer": answer}).encode())


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused_as_data(site: TestClient, method: str) -> None:
    answer = site.request(method, "/api/lab/analyze")
    assert answer.status_code == 405
    assert set(answer.json()) == {"ok", "error"}
