"""JSON that cannot be read: told in full to who wrote the file, and to strangers without a word of theirs."""

import pytest

from feltlab.errors import WireError
from feltlab.web.bodies import ApiError, read_body
from feltlab.wire import read_object

WRONG = {
    b'{"ante": 1, "ante": 2}': ("the key 'ante' is given twice", "a key is given twice"),
    b'{"ante": NaN}': ("NaN is not a number that JSON has", "not a number that JSON has"),
    b'{"ante": 1e999}': ("'1e999' is too large for a number", "not a number that JSON has"),
    b'["ante"]': ("a JSON object is needed, not ['ante']", "a JSON object is needed"),
    b'{"ante"': ("not JSON: Expecting ':' delimiter at column 8", "not JSON: Expecting ':' delimiter"),
    b"\xff": ("not UTF-8 text", "not UTF-8 text"),
}


@pytest.mark.parametrize("raw", WRONG)
def test_what_is_wrong_is_told_with_and_without_a_quotation(raw: bytes) -> None:
    words, plain = WRONG[raw]
    with pytest.raises(WireError) as told:
        read_object(raw)
    assert (str(told.value), told.value.plain) == (words, plain)
    with pytest.raises(ApiError) as answered:
        read_body(raw)
    assert (answered.value.status_code, answered.value.detail) == (400, plain)
