"""`feltlab play` as people use it: a round of each game, typing errors, questions, and the end of the input."""

import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from feltlab.commands.play import play
from feltlab.errors import FeltlabError
from tests.conftest import Feltlab
from tests.table.driver import GAMES
from tests.waiting import PATIENCE

DECISIONS = {"ace-odd-even": "p\n", "low-four": "p\n", "quick-draw-holdem": "b\nb\n", "rule-out": "k\n"}
LEAVES = re.compile(r"You leave with ([\d,]+\.\d\d) dollars, ([+-][\d,]+\.\d\d)\.")
NET = re.compile(r"net (-?\$[\d,.]+)")


def gained(output: str) -> tuple[float, float]:
    found = LEAVES.search(output)
    assert found, output
    purse, gain = (float(text.replace(",", "")) for text in found.groups())
    return purse, gain


@pytest.mark.parametrize("game", GAMES)
def test_a_round_with_every_kind_of_typing_error(feltlab: Feltlab, game: str) -> None:
    wrong_bets = "nonsense\n-5\n0\n5.001\nante five\n1e3\nmain 5 5\n999999999\n\n٣\n"
    script = f"{wrong_bets}5\nxyzzy\n\nplay maybe\n{DECISIONS[game]}q\n"
    done = feltlab("play", game, "--seed", "3", stdin=script)
    assert (done.returncode, done.stderr) == (0, "")
    purse, gain = gained(done.stdout)
    assert purse == 1000 + gain
    nets = [float(text.replace("$", "").replace(",", "")) for text in NET.findall(done.stdout)]
    assert nets == [gain]
    assert done.stdout.count("dealer  Seat") >= 3
    assert "Traceback" not in done.stdout


def test_the_same_seed_gives_the_same_evening(feltlab: Feltlab) -> None:
    script = "5\np\n\np\n\nf\nq\n"
    first, second, other = (
        feltlab("play", "low-four", "--seed", seed, stdin=script).stdout for seed in ("7", "7", "8")
    )
    assert first == second != other
    assert first.count("net ") == 3


def test_a_hand_set_card_by_card_and_what_it_costs(feltlab: Feltlab) -> None:
    """The felt of this seed is read first: one card of the best hand is played in place of all."""
    start = ("play", "ace-odd-even", "--seed", "1", "--bots", "0")
    dealt = feltlab(*start, stdin="5\nf\nq\n").stdout
    found = re.findall(r"(10|[2-9JQKA])([♣♦♥♠])", dealt[dealt.index("You") :])[:7]
    cards = [rank.replace("10", "T") + "cdhs"["♣♦♥♠".index(suit)] for rank, suit in found]
    odd = [card for card in cards if card[0] in "3579JKA"]
    even = [card for card in cards if card[0] in "2468TQ"]
    assert odd
    assert even
    done = feltlab(*start, stdin=f"5\np {odd[0]} {even[0]}\np {odd[0]} {odd[0]}\np {odd[0]}\nq\n").stdout
    assert "'set' must be cards that are all odd or all even" in done
    assert "'set' must be different cards of the player's seven, one at least" in done
    assert re.search(r"coach   .+ was better, by [\d.]+% of an opening bet", done)
    assert gained(done)[0] == 1000 + gained(done)[1]


def test_questions_at_every_prompt(feltlab: Feltlab) -> None:
    done = feltlab(
        "play", "ace-odd-even", "--seed", "1", "--bots", "0", stdin="?\nrules\npays\n5\nc\nR\nPAYS\nhelp\nf\nquit\n"
    )
    assert done.returncode == 0
    assert done.stdout.count("c coach") >= 3
    assert "worth, in opening bets" in done.stdout
    assert gained(done.stdout)[1] == -5


@pytest.mark.parametrize("script", ["", "5\nc\n"])
def test_the_end_of_the_input_is_getting_up(feltlab: Feltlab, script: str) -> None:
    done = feltlab("play", "low-four", "--seed", "2", stdin=script)
    assert (done.returncode, done.stderr) == (0, "")
    assert "You leave with" in done.stdout


def test_all_bets_and_a_purse_that_is_too_small(feltlab: Feltlab) -> None:
    script = "ante 5, low-points 1, high-points 1, combo-progressive 1\nante 2, low-points 1\np\nf\nq\n"
    done = feltlab("play", "low-four", "--seed", "2", "--bankroll", "4", stdin=script)
    assert done.returncode == 0
    purse, gain = gained(done.stdout)
    assert purse == 4 + gain >= 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nothing",), "nothing"),
        (("low-four", "--bots", "6"), "0 to 5 bots"),
        (("low-four", "--bots", "-1"), "0 to 5 bots"),
        (("low-four", "--bankroll", "0"), "a bankroll is 1 to"),
        (("low-four", "--bankroll", "99999999999"), "a bankroll is 1 to"),
        (("low-four", "--decks", "2"), "one deck"),
        (("low-four", "--rules", "not-there.toml"), "not-there.toml"),
    ],
)
def test_what_cannot_be_asked_is_one_line(arguments: tuple[str, ...], words: str) -> None:
    app = typer.Typer()
    app.command()(play)
    said = CliRunner().invoke(app, list(arguments))
    assert isinstance(said.exception, FeltlabError)
    assert words in str(said.exception)
    assert "\n" not in str(said.exception)


def test_the_program_says_it_with_exit_code_2(feltlab: Feltlab) -> None:
    done = feltlab("play", "low-four", "--bots", "6")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "feltlab: low-four has room for 0 to 5 bots, not 6\n"


def test_a_shoe_to_the_cut_card(feltlab: Feltlab) -> None:
    script = "5\nc\nk\n" + "\nc\nk\n" + "\nk\n" * 3 + "q\n"
    done = feltlab("play", "rule-out", "--penetration", "50", "--bots", "2", "--seed", "3", stdin=script)
    assert (done.returncode, done.stderr) == (0, "")
    assert "cut card after 27" in done.stdout
    assert done.stdout.count("the coach does not count") == 1
    assert done.stdout.count("A fresh shoe") == 1


def test_in_a_terminal() -> None:
    """Line by line, as it is asked for, with colours."""
    ours, theirs = pty.openpty()
    command = [str(Path(sys.executable).parent / "feltlab"), "play", "quick-draw-holdem", "--seed", "3", "--coach"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True) as process:
        os.close(theirs)
        seen = ""
        for wait, answer in (("your bets", "5"), ("fold / bet", "b"), ("fold / bet", "f"), ("your bets", "\x04")):
            seen = _read_until(ours, wait)
            os.write(ours, f"{answer}\n".encode() if answer != "\x04" else b"\x04")
        seen = _read_until(ours, "You leave with")
        assert process.wait(PATIENCE) == 0
    os.close(ours)
    assert LEAVES.search(seen + "")


def _read_until(terminal: int, words: str) -> str:
    seen = ""
    while words not in seen or not seen.rstrip(" ").endswith((">", "dollars", ".", "\n")):
        assert select.select([terminal], [], [], PATIENCE)[0], f"{words!r} did not come: {seen[-500:]!r}"
        try:
            seen += os.read(terminal, 65536).decode(errors="replace")
        except OSError:  # the other side has ended
            break
    assert words in seen, seen[-500:]
    return seen


def test_the_dealers_hand_is_laid_in_the_terminal(feltlab: Feltlab) -> None:
    """From the highest card to the lowest, what does not count above it; a hand that does not qualify is marked."""
    said = ""
    for seed in range(1, 7):
        done = feltlab("play", "low-four", "--seed", str(seed), "--bots", "0", stdin="5\nf\nq\n").stdout
        lines = done.splitlines()
        at = max(at for at, text in enumerate(lines) if "Dealer" in text)
        unused, line = lines[at - 1], lines[at]
        ranks = re.findall(r"(10|[2-9JQKA])[♣♦♥♠]", line)
        points = [{"A": 1, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank) for rank in ranks]
        assert len(points) == 4
        assert points == sorted(points, reverse=True)
        assert "unused" in unused
        assert len(re.findall(r"[♣♦♥♠]", unused)) == 3
        total = sum(dict(zip(ranks, points, strict=True)).values())  # equal ranks count once
        assert ("does not qualify" in line) == (total > 16)
        said += line
    assert "does not qualify" in said


def test_a_bet_that_was_taken_is_gone_in_the_terminal(feltlab: Feltlab) -> None:
    """The Flop Bonus is settled before the decision on the flop; when the round is over nothing lies there."""
    done = feltlab(
        "play", "quick-draw-holdem", "--seed", "5", "--bots", "0", stdin="flop 5, flop-bonus 5\nb\nf\nq\n"
    ).stdout
    felts = [line for line in done.splitlines() if "You" in line and "│" in line]
    assert "flop $5.00" in felts[0]
    assert "flop-bonus" not in felts[0]
    assert "turn $5.00" in felts[1]
    assert "$" not in felts[-1]
    assert "folded" in felts[-1]


def test_rule_cards_strike_in_the_terminal(feltlab: Feltlab) -> None:
    done = feltlab("play", "rule-out", "--seed", "5", "--bots", "0", stdin="5\nk\nq\n").stdout
    last = [text for text in done.splitlines() if "You" in text and "stays" in text][-1]
    assert re.search(r"out: card [1-3] by \w", last)
