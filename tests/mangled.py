"""Documents and files with random damage."""

import copy
import json
import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

RAW_JSON = {
    "@digits@": "9" * 5000,
    "@nan@": "NaN",
    "@power@": "1e99999999999999999999",
    "@large@": "1e400",
    "@small@": "1e-400000",
    "@deep@": "[" * 3000 + "]" * 3000,
    "@twice@": '{"id": 1, "id": 2}',
}
UNEXPECTED_VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 10**9, -(10**9), 10**13, 10**30, 10**60, 10**400, 0.1, 1e300,
    "", "no", "ab", "1/2", "1/0", "\ud800", "\x00", "ÿ\u202e", "🂡", "all", "played", "NS", "N",
    "2026-02-30", "x" * 30_000, "[" * 3_000, [], [1], [[]], [0] * 3_000,
    {}, {"id": 1}, {"": None}, {"a": {"a": {"a": {}}}},
]  # fmt: skip
JUNK = [*UNEXPECTED_VALUES, *RAW_JSON]
BROKEN_BYTES = (
    *(b"", b"\x00", b"\xff\xfe", b'"', b"[" * 200, b"{", b"\n" * 5_000, b"\\ud800", b"1e999"),
    b"PK\x05\x06",
)
Step = int | str


def places_in(value: Any, at: tuple[Step, ...] = ()) -> list[tuple[Step, ...]]:
    """Paths to a document and to all its members."""
    found = [at]
    if isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            found += places_in(inner, (*at, step))
    return found


def with_fault(draw: Any, document: Any) -> Any:
    """Document with one random fault, or by chance none."""
    place = draw(st.sampled_from(places_in(document)))
    junk = copy.deepcopy(draw(st.sampled_from(JUNK)))
    if not place:
        return draw(st.sampled_from([document] * 20 + [junk, [document]]))
    holder = document
    for step in place[:-1]:
        holder = holder[step]
    last, deed = place[-1], draw(st.sampled_from(DEEDS))
    if deed == "gone":
        del holder[last]
    elif deed == "nested":
        for _level in range(draw(st.sampled_from([1, 2, 40]))):
            holder[last] = [holder[last]]
    elif deed == "moved":
        other = draw(st.sampled_from(places_in(holder[last])))
        inner = holder[last]
        for step in other:
            inner = inner[step]
        holder[last] = inner
    elif deed == "again" and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[last]))
    elif deed == "more" and isinstance(holder, dict):
        holder[draw(st.sampled_from(["colour", "", "\ud800", "x" * 200]))] = junk
    elif deed == "other" and type(holder[last]) is int:
        holder[last] += draw(st.integers(-3, 3))
    else:
        holder[last] = junk
    return document


DEEDS = ["gone", "nested", "moved", "again", "more", "other", "junk", "junk"]


@st.composite
def mangled(draw: Any, documents: Sequence[Any]) -> str:
    """Text of a document with one to three faults, rarely truncated."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    for _time in range(draw(st.integers(1, 3))):
        document = with_fault(draw, document)
    text = json.dumps(document)
    for name, spelling in RAW_JSON.items():
        text = text.replace(json.dumps(name), spelling)
    return text if draw(st.integers(0, 19)) else text[: draw(st.integers(0, len(text)))]


def mutated(content: bytes, dice: random.Random) -> bytes:
    for _ in range(dice.randint(1, 8)):
        start = dice.randrange(len(content) + 1)
        end = min(len(content), start + dice.choice([1, 1, 4, 40, 4_000]))
        middle = dice.choice(
            [b"", content[start:end] * 3, dice.randbytes(end - start), dice.choice(BROKEN_BYTES)]
        )
        content = content[:start] + middle + content[end:]
    return content


def twisted(value: Any, dice: random.Random) -> Any:
    if dice.random() < 0.15:
        return dice.choice(UNEXPECTED_VALUES)
    if isinstance(value, dict):
        kept = {key: twisted(each, dice) for key, each in value.items() if dice.random() < 0.9}
        return kept | ({"what": dice.choice(UNEXPECTED_VALUES)} if dice.random() < 0.1 else {})
    if isinstance(value, list):
        return [twisted(each, dice) for each in value for _ in range(dice.choice([0, 1, 1, 1, 2]))]
    return value
