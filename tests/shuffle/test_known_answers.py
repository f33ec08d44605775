"""One seed and its cards, written out; and the contract followed a third time, down to the HMAC, by plain code here.

The blocks behind the answers were made with `openssl dgst -mac HMAC`.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from feltlab.cards import DECK, RULE_CARDS, cards_text, joker_shoe
from feltlab.cards.cut import Cut, SecondDeck
from feltlab.cards.shuffle import Shape, Stream, check_client_seed, commitment, context, shuffled_packs
from feltlab.errors import FeltlabError
from feltlab.verify_shuffle import RecordedRound, context_of, read_round, stream_of
from tests.shuffle.histories import random_text

SEED = bytes(range(32))
TABLE, ROUND, CLIENT_SEEDS = 'blue "1"', 7, {5: "", 2: "back\\slash"}
LOW_FOUR, RULE_OUT = Shape("low-four", 6), Shape("rule-out", 7, 6, 2)
CONTEXT = (
    rb'{"table":"blue \"1\"","round":7,"game":"low-four","seats":6,"decks":1,"jokers":0,'
    rb'"client_seeds":[[2,"back\\slash"],[5,""]]}'
)
SHOE_CONTEXT = (
    rb'{"table":"blue \"1\"","round":7,"game":"rule-out","seats":7,"decks":6,"jokers":2,'
    rb'"client_seeds":[[2,"back\\slash"],[5,""]]}'
)

COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
ONE_DECK = (
    "2s Tc Jh 6d 3d Ts 7d Jc 4h Ad Jd 7s Qs 6h Js As Qh Ks 2c 9d 5s Kd 6c 4d 4s 3h "
    "Th Td Ac 7c 2h 3s 5h Kc 8c 9c 8s 5c 4c 2d 8h Kh 7h 5d Qc 3c 8d Ah 6s 9s 9h Qd"
)
SIX_DECKS_BEGIN = "Ts Td 2d Jd 9s Jc Ks 8s Kc Ad Jo 5h 7h Jo Td Td 9h 4s 4d 6d 3c Jc 7s 7s Kh Qc 3h 5c"
SIX_DECKS_DIGEST = "f0facdd2da43c392f5677db0e6ee683d743a7e3ef189279c373a485c361652e3"
RULES = ["Ace & Face", "10-K", "Black"]


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, for keys of up to 64 bytes."""
    key = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def verifiers_context(table: str, number: int, shape: Shape, client_seeds: dict[int, str]) -> bytes:
    return context_of(RecordedRound(table, number, *shape, SEED, COMMITMENT, list(client_seeds.items()), {}))


def plain_bytes(seed: bytes, context: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac_sha256(seed, sha256(context).digest() + block.to_bytes(8, "big"))
        block += 1


def plain_shuffle(cards: list[int], source: Iterator[int]) -> list[int]:
    """Picks a card for each place from the last on, instead of swapping in a loop over places."""
    if len(cards) < 2:
        return cards
    n = len(cards)
    values, number = 256, next(source)
    if n > 256:
        values, number = 65536, 256 * number + next(source)
    if number >= values - values % n:
        return plain_shuffle(cards, source)
    chosen = cards[number % n]
    left = [*cards]
    left[number % n] = left[-1]
    return [*plain_shuffle(left[:-1], source), chosen]


def test_the_hmac_of_this_test_is_that_of_rfc_4231() -> None:
    answer = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert hmac_sha256(b"Jefe", b"what do ya want for nothing?").hex() == answer


def test_the_commitment_and_the_context_byte_for_byte() -> None:
    assert commitment(SEED) == COMMITMENT
    for shape, written in ((LOW_FOUR, CONTEXT), (RULE_OUT, SHOE_CONTEXT)):
        assert context(TABLE, ROUND, shape, CLIENT_SEEDS) == written
        assert verifiers_context(TABLE, ROUND, shape, CLIENT_SEEDS) == written
    assert context("t", 0, Shape("g", 1, 1, 0), {}) == (
        b'{"table":"t","round":0,"game":"g","seats":1,"decks":1,"jokers":0,"client_seeds":[]}'
    )


def test_what_a_shoe_lacks_is_the_end_of_its_context() -> None:
    gone = ("2c", "9s", "Jo")
    written = SHOE_CONTEXT[:-1] + b',"gone":["2c","9s","Jo"]}'
    assert context(TABLE, ROUND, RULE_OUT, CLIENT_SEEDS, gone=gone) == written
    assert context(TABLE, ROUND, RULE_OUT, CLIENT_SEEDS, gone=()) == SHOE_CONTEXT


CUT = Cut((("hole", 2), ("door", 1)), (("flag", 1),), (SecondDeck("w", ("Sun", 'a "b"'), (("w", 1),)),), True)
CUT_CONTEXT = CONTEXT.replace(b"low-four", b"harbour")[:-1] + (
    rb',"cut":{"seat":[["hole",2],["door",1]],"shared":[["flag",1]],'
    rb'"second":[{"deck":"w","cards":["Sun","a \"b\""],"places":[["w",1]]}],"replacements":true}}'
)


def test_the_cut_of_another_game_is_the_end_of_its_context() -> None:
    shape = Shape("harbour", 6)
    assert context(TABLE, ROUND, shape, CLIENT_SEEDS, CUT) == CUT_CONTEXT
    line = {
        "table": TABLE, "round": ROUND, "game": "harbour", "seats": 6, "seed": SEED.hex(), "commitment": COMMITMENT,
        "client_seeds": [list(pair) for pair in CLIENT_SEEDS.items()], "dealt": {},
        "cut": {"jokers": 0, **CUT.entry(), "decks": 1},
    }  # fmt: skip
    assert context_of(read_round(json.dumps(line).encode())) == CUT_CONTEXT


@pytest.mark.parametrize("name", ["", "é", "tab\t", 5])
def test_a_cut_with_a_name_that_cannot_be_is_refused(name: str) -> None:
    for cut in (Cut(((name, 2),)), CUT._replace(shared=((name, 1),)), CUT._replace(second=(SecondDeck(name, (), ()),))):
        with pytest.raises(FeltlabError, match="the name of a place or of a card"):
            context(TABLE, ROUND, Shape("harbour", 6), {}, cut)


def test_one_deck() -> None:
    [pack] = shuffled_packs(SEED, CONTEXT, DECK)
    assert cards_text(pack) == ONE_DECK
    assert list(pack) == plain_shuffle(list(DECK), plain_bytes(SEED, CONTEXT))


def test_six_decks_with_jokers_and_the_rule_deck_after_them() -> None:
    """Two bytes a draw while more than 256 cards are left, then one; the Rule Cards go on where the shoe ends."""
    pack, rules = shuffled_packs(SEED, SHOE_CONTEXT, joker_shoe(6), range(15))
    assert cards_text(pack[:28]) == SIX_DECKS_BEGIN
    assert sha256(cards_text(pack).encode()).hexdigest() == SIX_DECKS_DIGEST
    assert [RULE_CARDS[rule] for rule in rules[:3]] == RULES
    source = plain_bytes(SEED, SHOE_CONTEXT)
    assert list(pack) == plain_shuffle(list(joker_shoe(6)), source)
    assert list(rules) == plain_shuffle(list(range(15)), source)


def test_a_shoe_is_deck_after_deck() -> None:
    assert cards_text(joker_shoe(2)) == " ".join(2 * [cards_text(DECK), "Jo Jo"])
    assert cards_text(DECK).startswith("2c 2d 2h 2s 3c")
    assert cards_text(DECK).endswith("Ac Ad Ah As")


def test_the_dealer_and_the_verifier_have_the_same_stream_and_the_same_contexts() -> None:
    random = Random(1)
    for _ in range(500):
        seed, table, number = random.randbytes(32), random_text(random, 1, 64), random.randrange(1 << 50)
        shape = Shape(random_text(random, 1, 20), 29, random.randint(1, 99), random.randint(0, 99))
        client_seeds = {seat: random_text(random, 0, 64) for seat in random.sample(range(1, 30), random.randint(0, 7))}
        written = context(table, number, shape, client_seeds)
        assert verifiers_context(table, number, shape, client_seeds) == written
        other = stream_of(seed, written)
        assert Stream(seed, written).take(100) == bytes(next(other) for _ in range(100))


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), bytearray(32), "0" * 32, None])
def test_a_seed_of_another_length_or_kind_is_refused_and_not_shown(seed: bytes) -> None:
    for use in (lambda: commitment(seed), lambda: Stream(seed, b""), lambda: shuffled_packs(seed, b"", DECK)):
        with pytest.raises(FeltlabError, match="a seed must be 32 bytes, not ") as error:
            use()
        assert "00" not in str(error.value)


@pytest.mark.parametrize("text", ["x" * 65, "é", "tab\t", "line\n", "\x7f", "\0", "\ud800", "𝟙", 5, None, b"bytes"])
def test_a_client_seed_that_is_not_up_to_64_printable_ascii_is_refused(text: str) -> None:
    with pytest.raises(FeltlabError, match="a client seed must be up to 64 printable ASCII characters"):
        context("table", 1, LOW_FOUR, {1: text})


@pytest.mark.parametrize("text", ["", " ", "~" * 64, '"', "\\", "</script>", "\\u0041"])
def test_a_client_seed_of_up_to_64_printable_ascii_is_taken(text: str) -> None:
    assert check_client_seed(text) == text
    assert context("table", 1, LOW_FOUR, {1: text}) == verifiers_context("table", 1, LOW_FOUR, {1: text})


@pytest.mark.parametrize(
    ("table", "number", "seat"),
    [
        ("", 1, 1),
        ("é", 1, 1),
        ("\n", 1, 1),
        (5, 1, 1),
        ("t", -1, 1),
        ("t", True, 1),
        ("t", 1.0, 1),
        ("t", 1, 0),
        ("t", 1, "1"),
        ("t", 1, True),
        ("t", 1, 7),
    ],
)
def test_a_table_round_or_seat_that_cannot_be_is_refused(table: str, number: int, seat: int) -> None:
    with pytest.raises(FeltlabError):
        context(table, number, LOW_FOUR, {seat: ""})


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": ""}, {"game": "é"}, {"game": "a\n"}, {"game": None}, {"seats": 0}, {"seats": 6.0}, {"seats": True},
        {"seats": None}, {"decks": 0}, {"decks": "1"}, {"decks": True}, {"decks": None}, {"jokers": -1},
        {"jokers": False}, {"jokers": None},
    ],
)  # fmt: skip
def test_a_shape_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(FeltlabError):
        context("t", 1, LOW_FOUR._replace(**wrong), {})
