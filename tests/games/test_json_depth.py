"""JSON from strangers is read with limits, and refused with the place."""

import io
import json
from decimal import Decimal

import pytest

from games.json_depth import MOST_CHARACTERS, MOST_LEVELS, BadJson, json_from, json_value


def test_a_document_is_read_as_it_is():
    text = '\ufeff{"a": [1, 2.50, "\\u0441", true, null, {"b": -7}], "c": {}}'
    assert json_value(text) == {"a": [1, Decimal("2.5"), "с", True, None, {"b": -7}], "c": {}}


def test_the_deepest_document_is_read():
    text = "[" * MOST_LEVELS + "]" * MOST_LEVELS
    assert json_value(text) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not JSON: Expecting value: line 1 column 1 (char 0)"),
        ('{"a": 1', "this is not JSON: Expecting ',' delimiter: line 1 column 8 (char 7)"),
        ('{"a": [1, {"b": [NaN]}]}', "a[1].b[0]: NaN is no number of JSON"),
        ('{"a": {"b": 1, "b": 2}}', "a.b: named twice in one object"),
        ('{"a": ["x", "\\ud800"]}', "a[1]: half a character (a lone surrogate)"),
        ('{"\\ud800": 1}', "'\\ud800': half a character (a lone surrogate)"),
        ('{"results": [{"net": ' + "9" * 5000 + "}]}",
         "results[0].net: a number of 5,000 digits; 100 at most"),
        ("[0." + "1" * 200 + "]", "[0]: a number of 202 digits; 100 at most"),
        ("[1e99999999999999999999]", "[0]: this exponent is too large"),
        ('{"a": ' + "[" * 40 + "]" * 40 + "}",
         "a" + "[0]" * 31 + ": nested more than 32 levels deep"),
        ('{"a[": \n "[[",\n  "b": ' + "[" * 100_000,
         "line 3, column 39: nested more than 32 levels deep"),
        ("{" + '"x' * 100_000, "this is not JSON: "),
    ],
)  # fmt: skip
def test_what_nobody_means_is_refused_with_its_place(text, message):
    with pytest.raises(BadJson) as refused:
        json_value(text)
    assert str(refused.value).startswith(message)


def test_an_endless_input_is_not_read_to_its_end():
    class Endless(io.StringIO):
        asked = 0

        def read(self, size=-1):
            Endless.asked = size
            return "[" * size

    with pytest.raises(BadJson, match="more than 50,000,000 characters"):
        json_from(Endless())
    assert Endless.asked == MOST_CHARACTERS + 1
