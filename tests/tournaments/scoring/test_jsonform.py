import io
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tournaments.management.commands.standings import Command
from tournaments.scoring import (
    VP_SCALES,
    Average,
    Award,
    FactsError,
    Method,
    ResultKind,
    Section,
    Tariff,
    TieBreak,
    VpScale,
    Winners,
    compute_standings,
)
from tournaments.scoring.json_format import facts_from_json, standings_to_json
from tournaments.scoring.serialization import exact_number

PAGE = Path(__file__).parents[3] / "docs" / "standings.md"
EVENING = {
    "method": "matchpoints",
    "winners": "two",
    "entrants": [1, 2, {"id": 101, "line": "ew"}, {"id": 102, "carry": "1/2"}],
    "results": [
        {"board": 1, "round": 1, "table": 1, "ns": 1, "ew": 101, "net": 10},
        {"board": 1, "round": 1, "table": 2, "ns": 2, "ew": 102, "kind": "passed_out"},
        {"board": 2, "round": 1, "table": 1, "ns": 1, "ew": 101, "kind": "adjusted",
         "awards": [{"average": "plus"}, {"nets": [[10, "1/2"], [-16, "0.5"]]}]},
        {"board": 2, "round": 1, "table": 2, "ns": 2, "ew": 102, "net": -4},
    ],
    "adjustments": [{"entrant": 2, "amount": "-2.5", "reason": "late"}],
    "tie_breaks": ["direct", "tops"],
}  # fmt: skip


def test_facts_are_parsed_from_json():
    facts = facts_from_json(EVENING)
    assert (facts.method, facts.winners) == (Method.MATCHPOINTS, Winners.TWO)
    assert facts.entrants[2].line is Section.EW
    assert facts.entrants[3].carry == Fraction(1, 2)
    assert facts.results[1].kind is ResultKind.PASSED_OUT
    half = Fraction(1, 2)
    assert facts.results[2].awards == (
        Award(Average.PLUS), Award(nets=((10, half), (-16, half)))
    )  # fmt: skip
    assert facts.adjustments[0].amount == Fraction(-5, 2)
    assert facts.tie_breaks == (TieBreak.DIRECT, TieBreak.TOPS)


@pytest.mark.parametrize(
    ("match", "found"),
    [
        ("wbf-imps-15", VP_SCALES["wbf-imps-15"]),
        ({"id": "club-2", "factor": "14.7"}, VpScale("club-2", Fraction(147, 10))),
        ({"win": 3, "draw": 1, "loss": 0}, Tariff(Fraction(3), Fraction(1), Fraction(0))),
        ({"by_games": [[2, 1, "2"]]}, Tariff(by_games=((2, 1, Fraction(2)),))),
        (None, None),
    ],
)
def test_match_is_parsed_as_scale_or_tariff(match, found):
    method = "game_points" if isinstance(match, dict) and "by_games" in match else "imps"
    assert facts_from_json({"method": method, "match": match}).match == found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"method": "magic"}, "method: expected one of matchpoints, "),
        ({"metod": "x"}, "metod: unknown; one of method, "),
        ({"results": [{"board": 1}]}, "results[0].round: missing"),
        ({"results": [{"board": 1.5}]}, "results[0].round: missing"),
        ({"results": {}}, "results: expected a list, found an object"),
        ({"results": [7]}, "results[0]: expected an object, found 7"),
        ({"entrants": [{"id": True}]}, "entrants[0].id: expected a whole number, found true"),
        ({"entrants": [{"id": 1, "carry": 0.1}]}, "entrants[0].carry: expected a whole number or"),
        ({"entrants": [{"id": 1, "carry": "1e99999999"}]}, "entrants[0].carry: expected a whole"),
        ({"entrants": [{"id": 1, "carry": "1/0"}]}, "entrants[0].carry: expected a whole"),
        ({"match": "wbf"}, "match: unknown scale 'wbf'; one of wbf-imps-15, wbf-points-60"),
        ({"options": {"clip": "much"}}, "options.clip: expected a whole number, found 'much'"),
        (
            {"results": [{"board": 1, "round": 1, "table": 1, "ns": 1, "ew": 1, "net": 0}]},
            "results[0].ew: round 1, table 1, board 1: an entrant cannot oppose itself",
        ),
        (
            {"results": [{"board": 1, "round": 1, "table": 1, "ns": 1, "ew": 2,
                          "kind": "adjusted", "awards": [{"average": "plus"}]}]},
            "results[0].awards: expected 2 values",
        ),
    ],
)  # fmt: skip
def test_invalid_json_facts_raise_with_their_location(change, message):
    with pytest.raises(FactsError, match=re.escape(message)):
        facts_from_json({**EVENING, **change})


def test_facts_must_be_an_object():
    with pytest.raises(FactsError, match="facts: expected an object"):
        facts_from_json([])


def test_exact_number_returns_int_or_fraction_string():
    assert [exact_number(Fraction(7)), exact_number(Fraction(275, 3))] == [7, "275/3"]


def test_standings_json_has_exact_and_rounded_totals():
    report = standings_to_json(compute_standings(facts_from_json(EVENING)), places=1)
    first = report["rows"][0]
    assert (first["entrant"], first["place"], first["total"], first["shown"]) == (
        1, "1", 100, "100.0"
    )  # fmt: skip
    assert report["boards"][0]["ns_percent"] == 100
    assert json.loads(json.dumps(report)) == report


def run(monkeypatch, text, *arguments):
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    command = Command(stdout=out, no_color=True)
    parser = command.create_parser("manage.py", "standings")
    command.handle(**vars(parser.parse_args(list(arguments))))
    return out.getvalue()


def test_command_prints_json_or_a_table(monkeypatch):
    report = json.loads(run(monkeypatch, json.dumps(EVENING), "--json"))
    assert [row["entrant"] for row in report["rows"]] == [1, 2, 102, 101]
    table = run(monkeypatch, json.dumps(EVENING)).splitlines()
    assert table[0].split() == ["ns", "1", "1", "100.00"]


def test_command_rejects_invalid_input(monkeypatch):
    for text in ("{", "{}", '{"method": "magic"}'):
        with pytest.raises(CommandError):
            run(monkeypatch, text)


def blocks():
    return re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)


def test_documented_example_produces_the_documented_rows():
    facts, rows = map(json.loads, blocks()[:2])
    found = standings_to_json(compute_standings(facts_from_json(facts)))["rows"]
    assert [{key: row[key] for key in rows[0]} for row in found] == rows


@pytest.mark.parametrize("names", [Method, TieBreak, ResultKind, Average])
def test_every_json_value_is_documented(names):
    text = PAGE.read_text()
    assert [member.value for member in names if f"`{member.value}`" not in text] == []
