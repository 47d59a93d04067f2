import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from hypothesis import given
from hypothesis import strategies as st

from games.management.commands.score import Command as Score
from tests.mangled import mangled
from tests.randomness import examples
from tournaments.management.commands.movement import PRINTABLE_FORMATS
from tournaments.state.formats import BRACKETS

often = examples(250)

PAIRS = {
    "method": "matchpoints",
    "winners": "two",
    "entrants": [1, 2, {"id": 101, "line": "ew"}, {"id": 102, "carry": "1/2", "handicap": 1}],
    "results": [
        {"board": 1, "round": 1, "table": 1, "ns": 1, "ew": 101, "net": 10, "ref": "a", "group": 1},
        {"board": 1, "round": 1, "table": 2, "ns": 2, "ew": 102, "kind": "passed_out"},
        {"board": 2, "round": 1, "table": 1, "ns": 1, "ew": 101, "kind": "adjusted",
         "awards": [{"average": "plus"}, {"nets": [[10, "1/2"], [-16, "0.5"]]}]},
        {"board": 3, "round": 2, "table": 2, "ns": 2, "ew": 101, "net": -4, "session": 1},
    ],
    "adjustments": [{"entrant": 2, "amount": "-2.5", "per": "board", "round": 1, "reason": "late"}],
    "tie_breaks": ["direct", "tops", "lot"],
    "lots": [101, 2, 1],
    "references": [{"board": 1, "net": 12}],
    "options": {"clip": 40, "datum_drop": 1, "datum_step": 2, "weight": "top", "bye_score": 60},
}  # fmt: skip
TEAMS = {
    "method": "imps",
    "match": {"id": "club", "factor": "14.7"},
    "results": [
        {"board": 1, "round": 1, "table": 1, "ns": 1, "ew": 2, "net": 40},
        {"board": 1, "round": 1, "table": 2, "ns": 2, "ew": 1, "net": -4},
    ],
    "byes": [{"entrant": 3, "round": 1, "score": 12}],
    "tie_breaks": ["buchholz", "sonneborn_berger", "cumulative", "count_back"],
    "options": {"boards_per_match": 8, "imp_table": "bridge"},
}
GAMES = {
    "method": "game_points",
    "games": [
        {"round": 1, "table": 1, "deals": 9, "sides": [
            {"entrant": 1, "points": 1510, "games": 2}, {"entrant": 2, "points": 900, "games": 1},
        ]},
        {"round": 2, "table": 1, "sides": [
            {"entrant": 2, "points": 7}, {"entrant": 1, "points": 9}, {"entrant": 3, "points": 9},
        ]},
    ],
    "match": {"win": 3, "draw": 1, "loss": 0, "by_games": [[2, 1, "2"]]},
    "byes": [{"entrant": 3, "round": 1}],
    "tie_breaks": ["difference", "first_game"],
}  # fmt: skip
PLAYERS = {
    "method": "butler",
    "lineups": [{"id": -1, "entrants": [1, 2]}, {"id": -2, "entrants": [3, 4]}],
    "results": [{"board": 1, "round": 1, "table": 1, "ns": -1, "ew": -2, "net": 26}],
    "options": {"per_board": True, "average_imps": "3/2", "upgrade_averages": False},
}
CONTESTS = [PAIRS, TEAMS, GAMES, PLAYERS]
STANDINGS = {
    "teams": [
        {"id": 1, "score": 40, "rank": 1, "met": [2], "had_bye": False, "avoid": [3]},
        {"id": 2, "score": 12.5, "rank": 2, "met": [1], "had_bye": True, "avoid": []},
        {"id": "c", "score": "1/3"},
        {"id": "d"},
    ],
    "system": "swiss",
    "seed": 1,
}
SLIP = {"variant": "bulgarian", "contract": "H", "declarer": "N", "points": {"NS": 100, "EW": 62}}
RECORD = {
    "variant": {"preset": "bulgarian"},
    "dealer": "N",
    "hands": {"N": "S7 S8", "W": "H7 H8", "S": "D7 D8", "E": "C7 C8"},
    "calls": ["H", "P", "P", "P"],
    "declarations": [{"seat": "W", "cards": "D7 D8 D9"}],
    "play": "HJ H8 H7 HA",
}
MATCH = {"match": "bulgarian", "deals": [SLIP, {**SLIP, "belotes": [{"seat": "N", "suit": "H"}]}]}


def output_of(command, monkeypatch, text):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    out = io.StringIO()
    try:
        call_command(*command, stdout=out)
    except CommandError as error:
        check_message(str(error))
        return None
    return out.getvalue()


def check_message(message):
    """Check that a refusal is one complete, readable line."""
    assert 0 < len(message) < 600
    assert "\n" not in message
    message.encode()


@given(mangled(CONTESTS))
@often
def test_standings_command_handles_corrupted_facts(text):
    with pytest.MonkeyPatch.context() as patch:
        as_json = output_of(["standings", "--json"], patch, text)
        as_table = output_of(["standings"], patch, text)
    assert (as_json is None) == (as_table is None)
    if as_json is not None:
        as_json.encode()
        assert len(json.loads(as_json)["rows"]) == len(as_table.splitlines())


@given(mangled([STANDINGS]))
@often
def test_pair_command_handles_corrupted_standings(text):
    with pytest.MonkeyPatch.context() as patch:
        as_json = output_of(["pair", "--json"], patch, text)
        as_lines = output_of(["pair"], patch, text)
    assert (as_json is None) == (as_lines is None)
    if as_json is not None:
        drawn = json.loads(as_json)
        seated = {name for pair in drawn["pairs"] for name in pair} | {drawn["bye"]}
        assert seated - {None} == {team["id"] for team in json.loads(text)["teams"]}


@given(mangled([SLIP, RECORD, MATCH, [SLIP, RECORD]]))
@often
def test_score_command_handles_corrupted_records(text):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        out, codes = io.StringIO(), []
        try:
            call_command(Score(), stdout=out)
        except SystemExit as exit:
            codes.append(exit.code)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert codes == ([1] if any("error" in answer for answer in answers) else [])


@given(
    kind=st.sampled_from([row.kind for row in PRINTABLE_FORMATS]),
    size=st.sampled_from(["tables", "teams", "players"]),
    number=st.one_of(st.integers(-2, 26), st.sampled_from([2001, 10**9, -(10**9), 10**60])),
    rounds=st.one_of(st.none(), st.integers(-2, 40), st.sampled_from([10**9, 10**60])),
    variant=st.sampled_from([None, None, "plain", "skip", "share"]),
    switch=st.booleans(),
)
@often
def test_movement_command_handles_any_size(kind, size, number, rounds, variant, switch):
    words = ["movement", kind, f"--{size}={number}", "--json"]
    words += [] if rounds is None else [f"--rounds={rounds}"]
    words += [] if variant is None else [f"--variant={variant}"]
    words += ["--arrow-switch"] if switch else []
    out = io.StringIO()
    try:
        call_command(*words, stdout=out)
    except CommandError as error:
        check_message(str(error))
    else:
        listing = json.loads(out.getvalue())
        assert listing["matches"] if kind in BRACKETS else listing["rounds"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["movement", "howell", "--teams", "0"], "--teams: expected 1 or more, found 0"),
        (["movement", "mitchell", "--tables=-3"], "--tables: expected 1 or more, found -3"),
        (
            ["movement", "berger", "--teams=8", "--rounds=0"],
            "--rounds: expected 1 or more, found 0",
        ),
        (["movement", "berger", "--teams=8", "--rounds=1000000000"], "or fewer --rounds"),
        (["movement", "barometer", "--teams=2000"], "or fewer --rounds"),
        (["movement", "howell", "--tables=1000", "--rounds=20"], "At most 1000 entrants."),
        (["standings", "--places=1000000000"], "--places: expected 0 to 12, found 1000000000"),
        (["standings", "--places=-1"], "--places: expected 0 to 12, found -1"),
        (["verify_deals", "00" * 32, "--boards=1000000000"], "--boards: expected 1 to 1000"),
        (["verify_deals", "00" * 32, "--boards=0"], "--boards: expected 1 to 1000, found 0"),
        (["verify_deals", "\udcff"], "There is no tournament '\\udcff', and this is no seed."),
        (["deals", "--count=0"], "--count: expected 1 to 1000000, found 0"),
        (["deals", "--seed=-1"], "--seed: expected 0 to 9223372036854775807, found -1"),
        (["deals", "--seconds=nan"], "--seconds: expected 0 to 604800, found nan"),
        (["deals", '{"seat": "W", "run": 5.5}'], "wishes[0].run: "),
        (["deals", "[" * 100_000], "line 1, column 33: nested more than 32 levels deep"),
        (["deals", "--variant", '{"preset": ' * 100_000], "nested more than 32 levels deep"),
        (["forget_visitors", "--days=1000000000"], "--days: expected 0 to 36500"),
        (["forget_visitors", "--days=-1"], "--days: expected 0 to 36500, found -1"),
    ],
)
def test_commands_reject_impossible_arguments(words, message):
    with pytest.raises(CommandError) as refused:
        call_command(*words, stdout=io.StringIO())
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "command",
    [["verify_deals", "ABCDEFGH"], ["forget_visitors"], ["load_demo", "--published-password"]],
)
def test_commands_report_an_unreachable_database(command, monkeypatch):
    def away(*_args, **_values):
        raise OperationalError("no such table: club\nDETAIL: none")

    monkeypatch.setattr("django.db.models.query.QuerySet.first", away)
    monkeypatch.setattr("django.db.models.query.QuerySet.exists", away)
    monkeypatch.setattr("games.management.commands.forget_visitors.delete_visitor_data", away)
    with pytest.raises(CommandError) as refused:
        call_command(*command, stdout=io.StringIO())
    assert str(refused.value) == (
        "The database does not answer; is it running, and has `migrate` been run?"
        " (no such table: club)"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"teams": [{"id": 1, "colour": "red"}]}, "teams[0].colour: unknown; one of id, score, "),
        ({"teams": [{"id": 1, "had_bye": "no"}]}, "teams[0].had_bye: expected true or false, "),
        ({"teams": [{"id": 1, "met": "ab"}]}, "teams[0].met: expected a list, found 'ab'"),
        ({"teams": [{"id": [1]}]}, "teams[0].id: expected a whole number or text, found"),
        ({"teams": [{"id": 1}, {"id": 1}]}, "teams[1].id: 1 is listed already, at teams[0]"),
        ({"teams": [{"id": 1, "met": [2, 1]}]}, "teams[0].met[1]: 1 cannot meet itself"),
        ({"teams": [{"id": 1, "met": ["2"]}, {"id": 2}]}, "teams[0].met[0]: '2' is no team, 2 is"),
        ({"teams": [{"id": 1, "rank": 0}]}, "teams[0].rank: expected 1 or more, found 0"),
        ({"teams": [{"id": 1, "score": True}]}, "teams[0].score: expected a whole number or"),
        ({"teams": [{"id": n} for n in range(1001)]}, "teams: expected at most 1000, found 1001"),
        ({"system": "dutch"}, "system: expected one of swiss, danish, random, found 'dutch'"),
        ({"seed": "1"}, "seed: expected a whole number, found '1'"),
        ({"tables": 4}, "tables: unknown; one of teams, system, seed"),
        ({"teams": []}, "There is nobody to pair."),
    ],
)  # fmt: skip
def test_pair_command_error_names_the_position(change, message, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps({**STANDINGS, **change})))
    with pytest.raises(CommandError) as refused:
        call_command("pair", stdout=io.StringIO())
    assert str(refused.value).startswith(message)


def test_commands_reject_input_that_is_not_utf8(monkeypatch):
    for command in ("standings", "pair"):
        stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe{}"), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", stdin)
        with pytest.raises(CommandError, match="the input is not UTF-8 text"):
            call_command(command, stdout=io.StringIO())


def test_corrupted_documents_are_both_rejected_and_accepted():
    """Fuzzing must reach both outcomes to prove anything."""
    answers = set()
    for text in (json.dumps(PAIRS), json.dumps({**PAIRS, "lots": [1, 1]})):
        with pytest.MonkeyPatch.context() as patch:
            answers.add(output_of(["standings"], patch, text) is None)
    assert answers == {True, False}


@pytest.mark.parametrize("facts", CONTESTS, ids=lambda facts: facts["method"])
def test_standings_command_accepts_the_original_facts(facts, monkeypatch):
    assert output_of(["standings", "--json"], monkeypatch, json.dumps(facts))


def test_pair_command_accepts_the_original_standings(monkeypatch):
    assert output_of(["pair"], monkeypatch, json.dumps(STANDINGS))
