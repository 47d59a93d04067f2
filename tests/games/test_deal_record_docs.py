"""Examples of docs/deal-record.md and the table of docs/switches.md are correct."""

import io
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from games.belot import PRESETS, SWITCHES, from_text, score, switch_value, to_text
from games.rulebook.house import encode_value

DOCS = Path(settings.BASE_DIR) / "docs"
TEXT = (DOCS / "deal-record.md").read_text()
BLOCKS = re.findall(r"```(json record|json answer|text)\n(.*?)```", TEXT, re.DOTALL)


def pairs() -> list[tuple[dict, dict]]:
    found = [(kind, json.loads(body)) for kind, body in BLOCKS if kind != "text"]
    return [
        (record, answer)
        for (kind, record), (_next, answer) in zip(found, found[1:], strict=False)
        if kind == "json record"
    ]


def test_every_documented_record_is_followed_by_its_answer():
    kinds = [kind for kind, _body in BLOCKS if kind != "text"]
    assert kinds == ["json record", "json answer"] * (len(kinds) // 2)
    assert len(pairs()) == 13


@pytest.mark.parametrize(("record", "answer"), pairs())
def test_documented_record_scores_as_documented(record, answer):
    assert score(record) == answer


@pytest.mark.django_db
@pytest.mark.parametrize(("record", "answer"), pairs())
def test_score_api_returns_the_documented_answers(client, record, answer):
    response = client.post("/api/v1/score/", json.dumps(record), content_type="application/json")
    assert response.json() == answer
    assert response.status_code == (400 if "error" in answer else 200)


def test_score_command_prints_the_documented_answers(tmp_path):
    file = tmp_path / "deals.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record, _answer in pairs()))
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("score", str(file), stdout=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert lines == [answer for _record, answer in pairs()]


def test_documented_notation_equals_the_first_record():
    (notation,) = [body for kind, body in BLOCKS if kind == "text"]
    assert from_text(notation) == pairs()[0][0]
    assert to_text(pairs()[0][0]) == notation


def switch_row(key: str) -> str:
    switch = SWITCHES[key]
    values = [f"`{json.dumps(value)}`" for value in switch.choices]
    if switch.minimum is not None:
        top = "" if switch.maximum is None else f" to {switch.maximum}"
        values = [f"a number from {switch.minimum}{top}"]
        values += ["`false`"] * switch.may_be_off
    usual: dict[str, list[str]] = {}
    for preset, variant in PRESETS.items():
        usual.setdefault(encode_value(switch_value(variant, key)), []).append(preset)
    most = max(usual, key=lambda value: len(usual[value]))
    others = [
        f"`{value}` in {', '.join(presets)}" for value, presets in usual.items() if value != most
    ]
    return f"| `{key}` | {', '.join(values)} | {'; '.join([f'`{most}`', *others])} |"


def test_switch_table_in_docs_is_complete():
    lines = (DOCS / "switches.md").read_text().splitlines()
    assert [line for line in lines if line.startswith("| `")] == [switch_row(k) for k in SWITCHES]
