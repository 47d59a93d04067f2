import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.management.commands.score import Command

SLIP = {
    "variant": "bulgarian",
    "contract": "H",
    "declarer": "N",
    "points": {"NS": 100, "EW": 62},
}


def answers(out):
    return [json.loads(line) for line in out.getvalue().splitlines()]


def run(path):
    out = io.StringIO()
    try:
        call_command(Command(), str(path), stdout=out)
    except SystemExit as exit:
        return answers(out), exit.code
    return answers(out), 0


def test_score_command_prints_one_object_per_line_in_order(tmp_path):
    path = tmp_path / "deals.json"
    path.write_text(json.dumps([SLIP, {"variant": "bulgarian", "passed_out": True}]))
    printed, code = run(path)
    assert [answer["status"] for answer in printed] == ["complete", "passed_out"]
    assert code == 0


def test_score_command_continues_after_an_error_and_exits_with_1(tmp_path):
    path = tmp_path / "deals.jsonl"
    path.write_text(json.dumps(SLIP) + "\nbroken\n" + json.dumps(SLIP))
    printed, code = run(path)
    assert printed[1]["error"]["at"] == "line 2"
    assert printed[2]["score"] == {"NS": 10, "EW": 6}
    assert code == 1


def test_score_command_reads_standard_input_without_a_file(monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(SLIP).encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    out = io.StringIO()
    call_command(Command(), stdout=out)
    assert json.loads(out.getvalue())["outcome"] == "made"


def test_score_command_raises_for_a_missing_file(tmp_path):
    with pytest.raises(CommandError):
        call_command(Command(), str(tmp_path / "none.json"))


def test_score_command_escapes_invalid_unicode_in_errors(tmp_path):
    path = tmp_path / "odd.json"
    path.write_text('{"variant": "\\ud800", "passed_out": true}')
    printed, code = run(path)
    assert (printed[0]["error"]["at"], code) == ("variant", 1)
