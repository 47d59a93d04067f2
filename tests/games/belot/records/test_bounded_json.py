import json
from decimal import Decimal

import pytest

from games.belot.records.bounded_json import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_INTEGER,
    InvalidJsonError,
    check_json,
    read_bounded,
    read_json,
)


def nested(depth, opening="[", closing="]"):
    return opening * depth + closing * depth


@pytest.mark.parametrize(
    "value",
    [{"a": [1, -2.5, None, True, "Мария 🂡", ""]}, MAX_INTEGER, -MAX_INTEGER, [], "text", 1e300],
)
def test_valid_json_is_read_unchanged(value):
    for text in (json.dumps(value), json.dumps(value).encode(), "\ufeff" + json.dumps(value)):
        assert read_json(text) == read_bounded(text) == value


def test_exact_option_reads_decimals():
    assert read_json("[0.1, 1e400, 7]", exact=True) == [Decimal("0.1"), Decimal("1e400"), 7]


def test_duplicate_member_is_rejected_in_exact_mode():
    assert read_json('{"a": 1, "a": 2}') == {"a": 2}
    with pytest.raises(InvalidJsonError, match="named twice"):
        read_json('{"a": 1, "a": 2}', exact=True)


def test_nesting_deeper_than_the_limit_is_rejected():
    read_json(nested(MAX_DEPTH))
    read_json(nested(MAX_DEPTH // 2, '{"a":[', "]}"))
    for depth in (MAX_DEPTH + 1, 500, 5_000, 1_000_000):
        with pytest.raises(InvalidJsonError, match="levels deep"):
            read_json(nested(depth))
        with pytest.raises(InvalidJsonError, match="levels deep"):
            read_bounded('{"a":' * depth + "0" + "}" * depth)


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
def test_unstorable_json_values_are_rejected(text):
    with pytest.raises(InvalidJsonError):
        read_json(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: Expecting value"),
        ('{"a": 1', "line 1, column 8: Expecting ',' delimiter"),
        ("NaN", "NaN is no number of JSON"),
        ('{"a": [1, {"b": [NaN]}]}', "a[1].b[0]: NaN is no number of JSON"),
        ('{"a": {"b": 1, "b": 2}}', "a.b: named twice in one object"),
        ('{"a": ["x", "\\ud800"]}', "a[1]: half a character (a lone surrogate)"),
        ('{"\\ud800": 1}', "'\\ud800': half a character (a lone surrogate)"),
        ('{"a": {"\\u0000": 1}}', "a.'\\x00': a NUL character is no text"),
        ('{"results": [{"net": ' + "9" * 5000 + "}]}",
         "results[0].net: a number of 5,000 digits; 100 at most"),
        ('{"net": ' + "9" * 30 + "}", f"net: a whole number larger than {MAX_INTEGER}"),
        ("[0." + "1" * 200 + "]", "[0]: a number of 202 digits; 100 at most"),
        ("[1e99999999999999999999]", "[0]: this exponent is too large"),
        ('{"a": ' + "[" * 40 + "]" * 40 + "}",
         "a" + "[0]" * 31 + ": nested more than 32 levels deep"),
        ('{"a[": \n "[[",\n  "b": ' + "[" * 100_000,
         "line 3, column 39: nested more than 32 levels deep"),
        ("{" + '"x' * 100_000, "line 1, column 5: Expecting ':' delimiter"),
        (b"\xff", "the input is not UTF-8 text"),
    ],
)  # fmt: skip
def test_json_error_message_states_the_place(text, message):
    with pytest.raises(InvalidJsonError) as refused:
        read_json(text, exact=True)
    assert str(refused.value) == message


def test_surrogate_pair_is_one_character():
    assert read_json('"\\ud83c\\udca1"') == "🂡"


def test_read_bounded_accepts_any_text_and_large_integers():
    assert read_bounded('["\\u0000", "\\ud83d", 1267650600228229401496703205376]') == [
        "\x00",
        "\ud83d",
        2**100,
    ]
    for text in ("NaN", "[1e400]", "9" * (MAX_DIGITS + 1)):
        with pytest.raises(InvalidJsonError):
            read_bounded(text)


def test_check_json_reports_the_place():
    with pytest.raises(InvalidJsonError) as refused:
        check_json({"slip": [{"who": "\x00"}]})
    assert refused.value.place == "slip[0].who"
