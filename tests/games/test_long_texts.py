"""Any text is read or refused within seconds of processor time."""

import json

import pytest

from games.belot import RuleError, from_text, score_text
from games.parsing.deals import read_deals
from games.parsing.records import read_record
from games.replay.examples import EXAMPLE
from tests.budgets import limit_processor_seconds

HEAD = '[Variant "bulgarian"]\n[Dealer "N"]\n'
MEGA = 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        f'{HEAD}[Hands "N:{" " * 200_000}x"]',
        f'{HEAD}[Hands "{"N:" * 100_000}"]',
        "x" + "{" * 200_000,
        "{a" * 100_000 + "}",
        f'{HEAD}[Play "N"]\n' + "x\n" * 100_000,
        f'{HEAD}[Auction "N"]\n' + "P\n" * 100_000,
        f'{HEAD}[Switch "contra_levels {"[" * 100_000}"]',
        f"{HEAD}[" + '"' * 200_000,
        "\n" * 200_000 + "x",
        "7 " * 100_000,
    ],
    ids=lambda text: f"{text[-12:]!r}",
)
def test_malformed_long_text_is_rejected_quickly(text):
    with limit_processor_seconds(10), pytest.raises(RuleError):
        from_text(text)
    with limit_processor_seconds(10), pytest.raises(RuleError):
        read_record(text)
    with limit_processor_seconds(10), pytest.raises(RuleError):
        read_deals(text, 64)


def test_too_many_deals_are_rejected_before_any_is_read():
    record = json.dumps(from_text(EXAMPLE))
    assert len(read_deals(f"{EXAMPLE}\n" * 3, 3)) == 3
    for text in (f"{EXAMPLE}\n" * 4, f"{record}\n" * 4, f"[{','.join([record] * 4)}]"):
        with pytest.raises(RuleError) as caught:
            read_deals(text, 3)
        assert (caught.value.rule, caught.value.params) == ("too_many", {"most": 3})


@pytest.mark.parametrize(
    "text", ["{\n" * MEGA, f"[{'{},' * MEGA}{{}}]", "{}\n" * MEGA, "[" * MEGA, "1" * MEGA]
)
def test_oversized_score_text_is_rejected_before_scoring(text):
    with limit_processor_seconds(10):
        answers = list(score_text(text, 500))
    assert len(answers) == 1
    assert answers[0]["error"]["rule"] in {"too_many", "not_json"}
