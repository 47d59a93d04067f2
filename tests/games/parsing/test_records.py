"""Pasted texts are read as a deal or refused with a message."""

import json

from hypothesis import given
from hypothesis import strategies as st

from games.belot import RuleError, from_text
from games.parsing.records import fault_from_error, read_record
from games.replay.examples import EXAMPLE
from games.replay.selectors.page import script_data
from games.replay.selectors.replay import replay_of
from tests.randomness import examples

JSON = json.dumps(from_text(EXAMPLE))
SCRAPS = ["", " ", "\n", "[", "]", '"', "{", "}", "P", "X", "HT", "N", ":", "null", "7", "{a}"]


def read(text: str) -> None:
    assert message_or_script(text)


def message_or_script(text: str) -> str:
    try:
        record = read_record(text)
    except RuleError as error:
        return fault_from_error(error).message
    return json.dumps(script_data(replay_of(record)))


@examples(300)
@given(
    st.sampled_from([EXAMPLE, JSON]),
    st.integers(0, 2000),
    st.integers(0, 40),
    st.sampled_from(SCRAPS) | st.text(max_size=6),
)
def test_damaged_deal_text_is_read_or_rejected(text, start, length, scrap):
    start %= len(text)
    read(text[:start] + scrap + text[start + length :])


@examples(200)
@given(st.text(max_size=200))
def test_arbitrary_text_is_rejected_with_a_message(text):
    read(text)


@examples(200)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["variant", "dealer", "pack", "hands", "calls", "play", "deals"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_arbitrary_json_is_rejected_with_a_message(value):
    read(json.dumps(value))
