"""The verifier as people and programs call it: copied, or as `feltlab verify-shuffle`."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feltlab import verify_shuffle
from tests.conftest import Feltlab
from tests.shuffle.decks import round_seed
from tests.shuffle.histories import SEATS, Line, history_line, written
from tests.waiting import LONG

GOOD = history_line("rule-out", round_seed(1), number=1, client_seeds={2: "two", 5: "five"}, decks=2)
HOLD_EM = history_line("quick-draw-holdem", round_seed(2), number=2)
Done = subprocess.CompletedProcess[str]
Verifier = Callable[..., Done]


@pytest.fixture(params=["copied", "command"])
def verifier(request: pytest.FixtureRequest, tmp_path: Path, feltlab: Feltlab) -> Verifier:
    if request.param == "command":
        return lambda *arguments: feltlab("verify-shuffle", *arguments)
    copied = tmp_path / "elsewhere" / "verify_shuffle.py"
    copied.parent.mkdir()
    shutil.copy(verify_shuffle.__file__, copied)

    def run(*arguments: str) -> Done:
        command = [sys.executable, "-I", "-S", str(copied), *arguments]  # no packages: only the standard library
        return subprocess.run(command, capture_output=True, text=True, timeout=LONG)

    return run


def history(folder: Path, *lines: Line | bytes) -> str:
    file = folder / "history.jsonl"
    file.write_bytes(b"".join(line if isinstance(line, bytes) else written(line) for line in lines))
    return str(file)


def changed(line: Line, **changes: Any) -> Line:
    return json.loads(json.dumps(line)) | changes  # type: ignore[no-any-return]


def with_card(line: Line, seat: str, place: int, card: str) -> Line:
    other = changed(line)
    other["dealt"]["seats"][seat][place] = card
    return other


def test_all_verify(verifier: Verifier, tmp_path: Path) -> None:
    done = verifier(history(tmp_path, GOOD, b"\n", HOLD_EM))
    assert (done.returncode, done.stderr) == (0, "")
    one, other = done.stdout.splitlines()
    assert one.startswith("line 1: table table, round 1: verified: commitment, seat 1, seat 2, ")
    assert one.endswith("replacement of seat 7, rules (31 cards)")
    assert other.startswith("line 3: table table, round 2: verified: ")


def test_one_object_over_several_lines(verifier: Verifier, tmp_path: Path) -> None:
    done = verifier(history(tmp_path, json.dumps(GOOD, indent=2).encode()), "--json")
    assert done.returncode == 0
    row = json.loads(done.stdout)
    assert row["verified"]
    assert (row["line"], row["table"], row["round"], row["cards"], row["differs"]) == (1, "table", 1, 31, [])


def test_what_differs_is_named_and_the_other_lines_are_answered(verifier: Verifier, tmp_path: Path) -> None:
    was = GOOD["dealt"]["seats"]["3"][1]
    wrong = "2c" if was != "2c" else "2d"
    lines: list[Line | bytes] = [with_card(GOOD, "3", 1, wrong), b"{oops\n", HOLD_EM]
    done = verifier(history(tmp_path, *lines), "--json")
    assert (done.returncode, done.stderr) == (1, "")
    card, malformed, good = map(json.loads, done.stdout.splitlines())
    assert card["verified"] is False
    assert card["differs"] == [{"what": "seat 3 card 2", "given": wrong, "due": was}]
    assert set(malformed) == {"error", "line"}
    assert malformed["line"] == 2
    assert good["verified"] is True
    people = verifier(history(tmp_path, *lines)).stdout.splitlines()
    assert people[0] == f"line 1: table table, round 1: DIFFERS: seat 3 card 2 is {wrong}, should be {was}"
    assert people[1].startswith("line 2: not JSON: ")


def test_a_malformed_first_line_does_not_take_the_others_along(verifier: Verifier, tmp_path: Path) -> None:
    done = verifier(history(tmp_path, b'{"table":\n', b"\r\n", GOOD, b"\xff\n", HOLD_EM), "--json")
    assert done.returncode == 1
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["line"] for row in rows] == [1, 3, 4, 5]
    assert [row.get("verified") for row in rows] == [None, True, None, True]


def test_a_line_for_people_stays_short(verifier: Verifier, tmp_path: Path) -> None:
    done = verifier(history(tmp_path, changed(GOOD, seed=round_seed(9).hex())))
    assert done.returncode == 1
    assert "DIFFERS: commitment is " in done.stdout
    assert " more\n" in done.stdout
    assert len(done.stdout) < 400


@pytest.mark.parametrize("content", [None, b"", b"\n \n"])
def test_a_file_that_cannot_be_read_or_has_no_rounds(verifier: Verifier, tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "history.jsonl"
    if content is not None:
        file.write_bytes(content)
    done = verifier(str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "history.jsonl" in done.stderr


def test_a_folder_or_a_wrong_call(verifier: Verifier, tmp_path: Path) -> None:
    for arguments in ([str(tmp_path)], [], ["--jsn", "x"], ["a", "b"]):
        done = verifier(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", [["-m", "feltlab.verify_shuffle"], ["-m", "feltlab.cli"]])
def test_output_that_cannot_be_written_is_not_a_verdict(command: list[str], tmp_path: Path) -> None:
    if command[1] == "feltlab.cli":
        command = ["-c", "from feltlab.cli import main; main()", "verify-shuffle"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, *command, history(tmp_path, GOOD)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=LONG,
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def verdict(tmp_path: Path, line: Line | bytes) -> verify_shuffle.Verdict:
    [found] = verify_shuffle.verdicts(Path(history(tmp_path, line)))
    return found


def test_only_what_was_dealt_is_compared(tmp_path: Path) -> None:
    """A voided round: one seat has its first card, the board its flop."""
    seats, board = HOLD_EM["dealt"]["seats"], HOLD_EM["dealt"]["board"]
    deals: list[tuple[Line, int]] = [
        ({}, 0),
        ({"seats": {}}, 0),
        ({"seats": {"4": seats["4"][:1]}, "board": board[:3]}, 4),
    ]
    for dealt, cards in deals:
        found = verdict(tmp_path, changed(HOLD_EM, dealt=dealt))
        assert found.verified
        assert found.cards == cards


def test_a_card_too_many_is_told(tmp_path: Path) -> None:
    line = changed(HOLD_EM)
    line["dealt"]["board"].append("2c")
    assert [str(difference) for difference in verdict(tmp_path, line).differs] == [
        "board is 6 cards, should be 5 at most"
    ]


FLIPPED: list[tuple[str, Line]] = [
    *(("quick-draw-holdem", {"seats": seats}) for seats in range(1, 7)),
    *(("rule-out", {"seats": seats}) for seats in range(1, 7)),
    *(("rule-out", {"decks": decks}) for decks in (1, *range(3, 9))),
    *(("rule-out", {"jokers": jokers}) for jokers in (0, 1, 3, 4)),
    ("low-four", {"game": "ace-odd-even"}),
    ("ace-odd-even", {"game": "low-four"}),
    *((game, {"seats": seats}) for game in ("low-four", "ace-odd-even") for seats in range(1, 6)),
]
"""Lines that stay well-formed; two games are cut alike, so that only the context tells one from the other."""


@pytest.mark.parametrize(("game", "claim"), FLIPPED)
def test_another_game_number_of_seats_decks_or_jokers_cannot_be_claimed(tmp_path: Path, game: str, claim: Line) -> None:
    """The first seat's cards come from the top of the pack: nothing but the context gives the claim away."""
    line = history_line(game, round_seed(5), decks=2)
    line["dealt"] = {"seats": {"1": line["dealt"]["seats"]["1"]}}
    assert verdict(tmp_path, line).verified
    found = verdict(tmp_path, line | claim)
    assert not found.error
    assert {difference.what.split(" card ")[0] for difference in found.differs} == {"seat 1"}


@pytest.mark.parametrize(("game", "claim"), FLIPPED)
def test_where_no_card_was_dealt_the_commitment_alone_verifies(tmp_path: Path, game: str, claim: Line) -> None:
    line = history_line(game, round_seed(5), decks=2) | {"dealt": {}}
    for said in (line, line | claim):
        found = verdict(tmp_path, said)
        assert found.verified
        assert (found.checked, found.cards) == (("commitment",), 0)
    assert not verdict(tmp_path, line | claim | {"commitment": "0" * 64}).verified


@pytest.mark.parametrize("key", ["decks", "jokers"])
def test_rule_out_has_to_say_its_shoe(tmp_path: Path, key: str) -> None:
    line = changed(GOOD)
    del line[key]
    assert verdict(tmp_path, line).error == f"{key} is missing"


def test_hex_in_capitals_and_client_seeds_in_any_order(tmp_path: Path) -> None:
    line = changed(GOOD, seed=GOOD["seed"].upper(), commitment=GOOD["commitment"].upper())
    line["client_seeds"].reverse()
    assert verdict(tmp_path, line).verified


MALFORMED: dict[str, Any] = {
    "table": ["", 5, None, "é", "a\nb", "\x7f"],
    "round": [-1, 1.0, "1", True, None],
    "game": ["poker", 5, None, ["rule-out"]],
    "seats": [0, 8, "7", True, None],
    "decks": [0, 9, 1.5, None],
    "jokers": [-1, 5, None],
    "seed": ["", "00" * 31, "00" * 33, "0x" + "00" * 31, "g" * 64, " " * 64, 5, None, "00 " * 21 + "0"],
    "commitment": ["", "ab", 5, None],
    "client_seeds": [
        None, {"1": "a"}, [1], [[1]], [[1, "a", 2]], [["1", "a"]], [[0, "a"]], [[8, "a"]], [[True, "a"]], [[1, 5]],
        [[1, "é"]], [[1, "x" * 65]], [[1, "\t"]], [[1, "a"], [1, "a"]],
    ],
    "dealt": [
        None, [], {"board": []}, {"dealer": []}, {"seats": []}, {"seats": {"0": []}}, {"seats": {"8": []}},
        {"seats": {"01": []}}, {"seats": {"1": "2c"}}, {"seats": {"1": ["2x"]}}, {"seats": {"1": [5]}},
        {"seats": {"1": [["2c"]]}}, {"rules": ["2c"]}, {"rules": None}, {"replacements": {"1": None}},
        {"replacements": {"1": ["2c"]}}, {"replacements": ["2c"]}, {"muck": []},
    ],
}  # fmt: skip


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in MALFORMED.items() for value in values])
def test_a_malformed_value_gets_one_clear_error(tmp_path: Path, key: str, value: Any) -> None:
    found = verdict(tmp_path, changed(GOOD, **{key: value}))
    assert found.error
    assert "\n" not in found.error
    assert found.error.isascii()
    assert len(found.error) < 200
    assert not found.verified


@pytest.mark.parametrize("key", [key for key in MALFORMED if key not in ("decks", "jokers")])
def test_what_is_missing_is_named(tmp_path: Path, key: str) -> None:
    line = changed(GOOD)
    del line[key]
    assert verdict(tmp_path, line).error == f"{key} is missing"


@pytest.mark.parametrize("game", [game for game in SEATS if game != "rule-out"])
@pytest.mark.parametrize("more", [{"decks": 2}, {"jokers": 2}])
def test_a_shoe_is_rule_outs_only(tmp_path: Path, game: str, more: dict[str, int]) -> None:
    line = history_line(game, round_seed(4))
    assert verdict(tmp_path, line | {"decks": 1, "jokers": 0}).verified
    assert verdict(tmp_path, line | more).error


CUT: Line = {
    "decks": 1,
    "jokers": 0,
    "seat": [["own", 3]],
    "shared": [["pot", 2]],
    "second": [{"deck": "names", "cards": ["a", "b"], "places": [["name", 1]]}],
    "replacements": True,
}
STRANGER = {name: said for name, said in HOLD_EM.items() if name != "dealt"} | {
    "game": "stranger",
    "dealt": {},
    "cut": CUT,
}
MALFORMED_PARTS: dict[str, list[Any]] = {
    "decks": [0, 9, True, None],
    "jokers": [-1, 5, None],
    "seat": [None, [["own"]], [["own", 0]], [[5, 3]], [["own", True]], [["own", 90]], [["é", 3]]],
    "shared": [None, [["seat 1", 2]], [["seats", 2]], [["pot", 2], ["pot", 1]], [["name", 1]]],
    "second": [
        None, [5], [{}], [{"deck": "names", "cards": ["a"], "places": [["name", 2]]}],
        [{"deck": "names", "cards": [5], "places": []}], [{"deck": "names", "cards": "ab", "places": []}],
    ],
    "replacements": [1, None],
}  # fmt: skip
MALFORMED_CUTS: list[Any] = [
    *(None, [], {}, CUT | {"more": 1}),
    *({key: CUT[key] for key in CUT if key != missing} for missing in CUT),
    *(CUT | {key: value} for key, values in MALFORMED_PARTS.items() for value in values),
]


def test_a_game_that_nobody_has_heard_of_is_dealt_by_its_cut(tmp_path: Path) -> None:
    assert verdict(tmp_path, STRANGER).verified
    due = verify_shuffle.stacks(verify_shuffle.read_round(written(STRANGER)))
    assert [len(cards) for cards in due.values()] == [3] * 7 + [2] + [1] * 7 + [1]
    dealt = {"seats": {"7": due["seat 7"]}, "replacements": {"2": due["replacement of seat 2"][0]}}
    dealt |= {"pot": due["pot"], "name": due["name"]}
    found = verdict(tmp_path, STRANGER | {"dealt": dealt})
    assert found.verified
    assert found.checked == ("commitment", "seat 7", "replacement of seat 2", "pot", "name")
    dealt["name"] = ["b" if due["name"] == ["a"] else "a"]
    assert not verdict(tmp_path, STRANGER | {"dealt": dealt}).verified
    assert verdict(tmp_path, STRANGER | {"dealt": {"board": []}}).error
    assert verdict(tmp_path, STRANGER | {"decks": 2}).error == "decks and jokers must be those of the cut"
    assert verdict(tmp_path, STRANGER | {"seats": 13}).error == "13 seats need 54 cards, more than there are"


@pytest.mark.parametrize("cut", MALFORMED_CUTS)
def test_a_malformed_cut_gets_one_clear_error(tmp_path: Path, cut: Any) -> None:
    found = verdict(tmp_path, STRANGER | {"cut": cut})
    assert found.error
    assert "\n" not in found.error
    assert len(found.error) < 200


@pytest.mark.parametrize(
    "text",
    [
        b"[]", b"5", b"null", b'"text"', b"{", b"nonsense", b"\xff\xfe", b"\xef\xbb\xbf{}", b'{"round": NaN}', b"[" * 100_000,
        b'{"round": ' + b"9" * 5000 + b"}", b'{"seed": "a", "seed": "b"}',
    ],
)  # fmt: skip
def test_what_is_not_a_round_at_all(tmp_path: Path, text: bytes) -> None:
    found = verdict(tmp_path, text)
    assert found.error
    assert len(found.error) < 200


def test_a_seat_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    """Or one reader would be shown one hand, and another reader another."""
    text = written(HOLD_EM).replace(b'"seats": {"1"', b'"seats": {"1": ["2c", "2d"], "1"')
    assert verdict(tmp_path, text).error == 'a key is given twice: "1"'


@pytest.mark.parametrize(
    ("change", "plain"),
    [
        ({"table": "schön"}, "table must be printable ASCII characters"),
        ({"cut": [["x"]]}, "cut must be an object"),
        ({"seats": "many"}, "seats must be a whole number from 1 to 7"),
    ],
)
def test_what_is_wrong_is_told_with_and_without_a_quotation(change: Line, plain: str) -> None:
    with pytest.raises(verify_shuffle.MalformedRoundError) as raised:
        verify_shuffle.read_round(written(GOOD | change))
    assert raised.value.plain == plain
    assert str(raised.value).startswith(f"{plain}, not ")


def test_p45_a_line_without_an_end_is_not_read_to_it(verifier: Verifier, tmp_path: Path) -> None:
    """Neither the first line nor one after an object that is not closed, from a device that never ends."""
    endless = verifier("/dev/zero")
    assert (endless.returncode, endless.stdout) == (2, "")
    assert endless.stderr.count("\n") == 1
    assert "more than 1,000,000 bytes" in endless.stderr
    done = verifier(history(tmp_path, GOOD, b"x" * 1_000_001, b"\n", HOLD_EM))
    assert done.returncode == 2
    assert "verified" in done.stdout
    assert "more than 1,000,000 bytes" in done.stderr
    many = [b"{\n", *([b"x" * 99 + b"\n"] * 20_000)]
    assert verifier(history(tmp_path, *many)).stdout.count("not JSON") == 20_001
