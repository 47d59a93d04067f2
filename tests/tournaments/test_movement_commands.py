import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

STANDINGS: dict[str, Any] = {
    "teams": [
        {"id": "a", "score": 40, "rank": 1, "met": ["b"], "had_bye": False, "avoid": []},
        {"id": "b", "score": 30, "rank": 2, "met": ["a"], "had_bye": False, "avoid": []},
        {"id": "c", "score": 20, "rank": 3, "met": ["d"], "had_bye": False, "avoid": []},
        {"id": "d", "score": 10, "rank": 4, "met": ["c"], "had_bye": False, "avoid": []},
    ],
    "system": "swiss",
    "seed": 1,
}


def printed(*words: str) -> str:
    output = io.StringIO()
    call_command(*words, stdout=output)
    return output.getvalue()


def as_json(*words: str) -> Any:
    return json.loads(printed(*words, "--json"))


@pytest.fixture
def pair(monkeypatch):
    def run(data: Any, *words: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(data)))
        return printed("pair", *words)

    return run


def test_a_mitchell_with_a_share_is_printed_as_json():
    listing = as_json("movement", "mitchell", "--tables", "4", "--variant", "share")
    assert listing["kind"] == "mitchell"
    assert listing["rounds"][0] == [
        {"table": 1, "ns": 1, "ew": 5, "boards": 1},
        {"table": 2, "ns": 2, "ew": 6, "boards": 2},
        {"table": 3, "ns": 3, "ew": 7, "boards": 4},
        {"table": 4, "ns": 4, "ew": 8, "boards": 1},
    ]
    assert listing["sit_outs"] == [[], [], [], []]
    assert listing["check"]["valid"] is True
    assert listing["check"]["shares"][0] == {"round": 1, "boards": 1, "tables": [1, 4]}
    assert listing["check"]["repeats"] == []
    assert listing["check"]["balance"] == 42.86


def test_movement_command_applies_rounds_and_arrow_switch():
    listing = as_json("movement", "mitchell", "--tables", "7", "--rounds", "6", "--arrow-switch")
    assert len(listing["rounds"]) == 6
    assert listing["rounds"][-1][0]["ew"] == 1


def test_odd_number_of_pairs_has_one_sit_out_per_round():
    assert as_json("movement", "howell", "--teams", "7")["sit_outs"][0] == [7]
    assert as_json("movement", "mitchell", "--players", "18")["sit_outs"][0] == [5]


def test_movement_for_open_play_has_no_board_sets():
    listing = as_json("movement", "berger", "--teams", "6")
    assert [(s["ns"], s["ew"]) for s in listing["rounds"][1]] == [(6, 4), (5, 3), (1, 2)]
    assert {s["boards"] for sittings in listing["rounds"] for s in sittings} == {None}


def test_movement_of_single_players_lists_four_seats():
    listing = as_json("movement", "whist", "--players", "4")
    assert listing["rounds"][0] == [
        {"table": 1, "seats": {"N": 4, "W": 1, "S": 3, "E": 2}, "boards": 1}
    ]
    assert len(as_json("movement", "rainbow", "--players", "20")["rounds"]) == 5


@pytest.mark.parametrize(
    ("kind", "size", "rounds"),
    [
        ("howell", "--tables=8", 15),
        ("endless_howell", "--tables=4", 7),
        ("round_robin", "--teams=5", 5),
        ("barometer", "--tables=4", 7),
        ("american_whist", "--teams=5", 4),
        ("new_england", "--teams=6", 5),
        ("head_to_head", "--teams=4", 3),
        ("triangle", "--teams=3", 2),
    ],
)
def test_movement_command_prints_every_kind(kind, size, rounds):
    listing = as_json("movement", kind, size)
    assert len(listing["rounds"]) == rounds
    assert listing["check"]["valid"] is True


def test_movement_command_prints_brackets_as_matches():
    listing = as_json("movement", "single_elimination", "--teams", "7")
    assert [(match["a"], match["b"]) for match in listing["matches"][:4]] == [
        ({"seed": 1}, None),
        ({"seed": 4}, {"seed": 5}),
        ({"seed": 2}, {"seed": 7}),
        ({"seed": 3}, {"seed": 6}),
    ]
    assert len(as_json("movement", "double_elimination", "--teams", "8")["matches"]) == 15


def test_movement_command_prints_readable_lines():
    lines = printed("movement", "howell", "--tables", "4").splitlines()
    assert lines[0] == "  1  8-7/7  4-3/6  1-6/5  2-5/3"
    assert lines[-1] == "valid: True  shares: 0  repeats: 0  balance: 100.0 %"
    assert (
        printed("movement", "single_elimination", "--teams", "3").splitlines()[0]
        == "  W1.1  1 – bye"
    )


def test_best_of_is_shown_for_each_bracket_match():
    asked = ("movement", "single_elimination", "--teams", "3", "--best-of", "3")
    assert printed(*asked).splitlines()[1:] == [
        "  W1.2  2 – 3  best of 3",
        "  W2.1  winner W1.1 – winner W1.2  best of 3",
    ]
    assert {match["best_of"] for match in as_json(*asked)["matches"]} == {3}
    with pytest.raises(CommandError, match="Two play 1, 3, 5 or 7 matches"):
        printed("movement", "single_elimination", "--teams", "3", "--best-of", "2")
    with pytest.raises(CommandError, match="A series of matches is for a knock-out"):
        printed("movement", "howell", "--tables", "4", "--best-of", "3")


def test_movement_command_reports_impossible_options():
    with pytest.raises(CommandError, match="needs an odd number of teams"):
        printed("movement", "american_whist", "--teams", "6")
    with pytest.raises(CommandError, match="for a Mitchell"):
        printed("movement", "howell", "--tables", "4", "--arrow-switch")


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination", "triangle"])
def test_movement_command_rejects_rounds_for_fixed_formats(kind):
    with pytest.raises(CommandError, match="rounds follow from the number of entrants"):
        printed("movement", kind, "--teams", "3", "--rounds", "2")


def test_bracket_rejects_mitchell_options():
    with pytest.raises(CommandError, match="for a Mitchell"):
        printed("movement", "single_elimination", "--teams", "7", "--variant", "skip")


def test_triangle_requires_three_teams():
    with pytest.raises(CommandError, match="has 3 teams"):
        printed("movement", "triangle", "--teams", "4")


def test_swiss_pairing_avoids_rematches(pair):
    answer = json.loads(pair(STANDINGS, "--json"))
    assert answer["pairs"] == [["a", "c"], ["b", "d"]]
    assert answer["bye"] is None
    assert answer["cost"] == 65 * (400 + 400) + 4 + 4


def test_danish_pairing_allows_rematches(pair):
    assert json.loads(pair({**STANDINGS, "system": "danish"}, "--json"))["pairs"] == [
        ["a", "b"],
        ["c", "d"],
    ]


def test_pairing_cost_counts_score_in_hundredths(pair):
    teams = [{"id": 1, "score": 12.25}, {"id": 2, "score": 12.0}]
    assert json.loads(pair({"teams": teams}, "--json"))["cost"] == 9 * 25**2 + 1


def test_pairing_of_an_odd_field_has_one_bye(pair):
    answer = json.loads(
        pair({"teams": STANDINGS["teams"][:3], "system": "random", "seed": 5}, "--json")
    )
    assert answer["bye"] in {"a", "b", "c"}
    assert len(answer["pairs"]) == 1
    assert answer["rematches"] == []


def test_pair_command_prints_reasons(pair):
    assert (
        pair(STANDINGS).splitlines()[0] == "a – c   place 1 against place 3; has met place 2 before"
    )


@pytest.mark.parametrize("data", [{}, {"teams": [{}]}, {"teams": [], "system": "swiss"}, [], 3])
def test_pair_command_rejects_invalid_data(pair, data):
    with pytest.raises(CommandError):
        pair(data)


def test_pair_command_rejects_an_unknown_system(pair):
    with pytest.raises(CommandError, match="one of swiss, danish, random"):
        pair({**STANDINGS, "system": "dutch"})


def test_pair_command_rejects_a_score_that_is_no_number(pair):
    with pytest.raises(CommandError, match=r"teams\[0\].score: expected a whole number or text"):
        pair({"teams": [{"id": 1, "score": "many"}, {"id": 2}]})


def test_movement_command_rejects_too_many_tables():
    with pytest.raises(CommandError, match="At most 2000"):
        printed("movement", "howell", "--tables", "99999")
