"""`examples/shuffle.jsonl` is what the dealer deals; `python -m tests.shuffle.test_example` writes it."""

from hashlib import sha256
from pathlib import Path

from feltlab.verify_shuffle import verdicts
from tests.conftest import Feltlab
from tests.shuffle.histories import Line, history_line, written

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "shuffle.jsonl"


def example_seed(number: int) -> bytes:
    """A table takes its seeds from the system; an example must be the same whenever it is written."""
    return sha256(b"example %d" % number).digest()


def only(line: Line, *seats: int, **stacks: int) -> Line:
    """A round in which these seats play, and of these stacks so many cards are dealt."""
    dealt = line["dealt"]
    kept = {"seats": {str(seat): dealt["seats"][str(seat)] for seat in seats}}
    return line | {"dealt": kept | {name: dealt[name][:count] for name, count in stacks.items()}}


def example() -> list[Line]:
    rule_out = history_line(
        "rule-out", example_seed(4), table="red", number=88, client_seeds={3: "lucky seven"}, decks=6
    )
    rule_out_played = only(rule_out, 3, 7, rules=3)
    rule_out_played["dealt"]["replacements"] = {"7": rule_out["dealt"]["replacements"]["7"]}
    hold_em = history_line(
        "quick-draw-holdem", example_seed(3), table="green", number=5, client_seeds={1: "a", 6: 'b "c"'}
    )
    voided = history_line("quick-draw-holdem", example_seed(5), table="green", number=6)
    return [
        only(history_line("low-four", example_seed(1), table="blue", number=1), 2, 5, dealer=7),
        only(
            history_line("ace-odd-even", example_seed(2), table="gold", number=12, client_seeds={4: "0451"}),
            1,
            4,
            dealer=7,
        ),
        only(hold_em, 1, 6, board=5),
        rule_out_played,
        only(voided, 2, 3, board=3),
    ]


def example_text() -> bytes:
    return b"".join(map(written, example()))


def test_the_example_is_what_the_dealer_deals() -> None:
    assert EXAMPLE.read_bytes() == example_text()


def test_the_example_verifies(feltlab: Feltlab) -> None:
    assert [verdict.verified for verdict in verdicts(EXAMPLE)] == [True] * 5
    done = feltlab("verify-shuffle", str(EXAMPLE))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[4] == (
        "line 5: table green, round 6: verified: commitment, seat 2, seat 3, board (7 cards)"
    )


if __name__ == "__main__":
    EXAMPLE.write_bytes(example_text())
