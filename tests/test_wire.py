"""JSON that cannot be read: reported in full to the author of the file, and to strangers without any of their words."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlab.errors import WireError
from feltlab.web.door.bodies import ApiError, read_body
from feltlab.wire import _any_object, read_object

WRONG = {
    b'{"ante": 1, "ante": 2}': ("the key 'ante' is given twice", "a key is given twice"),
    b'{"ante": NaN}': ("NaN is not a JSON number", "not a JSON number"),
    b'{"ante": 1e999}': ("'1e999' is too large for a number", "not a JSON number"),
    b'["ante"]': ("a JSON object is needed, not ['ante']", "a JSON object is needed"),
    b'{"ante"': ("not JSON: Expecting ':' delimiter at column 8", "not JSON: Expecting ':' delimiter"),
    b"\xff": ("not UTF-8 text", "not UTF-8 text"),
}


@pytest.mark.parametrize("raw", WRONG)
def test_what_is_wrong_is_told_with_and_without_a_quotation(raw: bytes) -> None:
    words, plain = WRONG[raw]
    with pytest.raises(WireError) as raised:
        read_object(raw)
    assert (str(raised.value), raised.value.plain) == (words, plain)
    with pytest.raises(ApiError) as answered:
        read_body(raw)
    assert (answered.value.status_code, answered.value.detail) == (400, plain)


TEXTS = st.text(st.sampled_from('ab:{}[]",\\ é\ud800'), max_size=4)
PLAIN = st.one_of(TEXTS, st.integers(), st.sampled_from([2**63, 2**64, -(2**63) - 1, True, None, 1.5, -0.0, 1e300]))
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3))


def told(read: Callable[[bytes], object], raw: bytes) -> str:
    """The value to the bit (1 is not 1.0), or what is wrong with it."""
    try:
        return repr(read(raw))
    except WireError as error:
        return f"{type(error).__name__}: {error}"


@given(st.dictionaries(TEXTS, VALUES, max_size=4), st.booleans(), st.booleans())
def test_the_quick_reader_reads_as_the_strict_one(found: dict[str, object], ascii: bool, spaced: bool) -> None:
    text = json.dumps(found, ensure_ascii=ascii, separators=(" , ", " : ") if spaced else (",", ":"))
    raw = text.encode("utf-8", "surrogatepass")
    assert told(read_object, raw) == told(_any_object, raw)


@pytest.mark.parametrize(
    "raw",
    [
        b'{"a" :1,"a":2}', b'{"a":1,"\\u0061":2}', b'{"a":{"b":1,"b":1}}', b'{"a":[{"b":1,"b":1}]}', b'{"a":":","a":""}',
        b'{"a":18446744073709551616}', b'{"a":-0}', b'{"a":[1e400]}', b'{"a":"\x01"}', b'{"a":1}\x00', b"\xef\xbb\xbf{}",
        b'{"a":' * 999 + b"1" + b"}" * 999, b'{"a":' + b"[" * 1000 + b"]" * 1000 + b"}", b'{"a":1}\r\n', b'{"a":01}', b"{}",
    ],
)  # fmt: skip
def test_the_quick_reader_leaves_what_is_strange_to_the_strict_one(raw: bytes) -> None:
    assert told(read_object, raw) == told(_any_object, raw)
