"""JSON from outside: what is read, and what is refused before it can do harm."""

import json
from decimal import Decimal

import pytest

from games.belot.json_text import MOST_DEPTH, MOST_WHOLE, check_json, read_json, read_shallow


def nested(depth, opening="[", closing="]"):
    return opening * depth + closing * depth


@pytest.mark.parametrize(
    "value",
    [{"a": [1, -2.5, None, True, "Мария 🂡", ""]}, MOST_WHOLE, -MOST_WHOLE, [], "text", 1e300],
)
def test_real_values_are_read_as_they_are(value):
    assert read_json(json.dumps(value)) == value
    assert read_json(json.dumps(value).encode()) == value


def test_lists_and_objects_may_lie_so_deep_and_no_deeper():
    read_json(nested(MOST_DEPTH))
    read_json(nested(MOST_DEPTH // 2, '{"a":[', "]}"))
    for depth in (MOST_DEPTH + 2, 500, 5_000, 1_000_000):
        with pytest.raises(ValueError, match="too deeply"):
            read_json(nested(depth))
        with pytest.raises(ValueError, match="too deeply"):
            read_shallow('{"a":' * depth + "0" + "}" * depth)


@pytest.mark.parametrize(
    "text",
    [
        '"a\\u0000b"',
        '{"a\\u0000": 1}',
        '["\\ud83d"]',
        '{"\\udc00": 1}',
        b'"\xed\xa0\x80"',
        "9223372036854775808",
        "[-9223372036854775808]",
        "9" * 5_000,
        "1e400",
        "NaN",
        "[Infinity]",
        "-Infinity",
        "",
        "{",
        b"\xff",
    ],
)
def test_what_nobody_can_keep_or_count_with_is_refused(text):
    with pytest.raises(ValueError):
        read_json(text)


def test_a_whole_pair_of_surrogates_is_one_letter():
    assert read_json('"\\ud83c\\udca1"') == "🂡"


def test_who_looks_at_each_value_may_have_all_but_the_depth():
    assert read_shallow('["\\u0000", "\\ud83d", 1267650600228229401496703205376]') == [
        "\x00",
        "\ud83d",
        2**100,
    ]
    with pytest.raises(ValueError):
        check_json({"slip": {"who": "\x00"}})


def test_numbers_can_be_read_exactly():
    assert read_json("[0.1, 1e2]", parse_float=Decimal) == [Decimal("0.1"), Decimal("1e2")]
