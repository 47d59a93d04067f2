"""Impossible facts are refused with their path in the JSON."""

import re

import pytest

from tournaments.scoring import FactsError, Method, compute_standings
from tournaments.scoring.json_format import facts_from_json


def board(number, round, table, ns, ew, **more):
    outcome = more if "kind" in more else {"net": 0, **more}
    return {"board": number, "round": round, "table": table, "ns": ns, "ew": ew, **outcome}


def game(round, table, *sides, **more):
    listed = [{"entrant": entrant, "points": points} for entrant, points in sides]
    return {"round": round, "table": table, "sides": listed, **more}


def pairs(*results, **more):
    return {"method": "total_points", "results": list(results), **more}


def teams(*results, **more):
    return {"method": "imps", "results": list(results), **more}


def games(*listed, **more):
    return {"method": "game_points", "games": list(listed), **more}


def cup(groups, round=1):
    played = game(1, 1, (1, 5), (2, 4))
    return games(played, knockout=[{"round": round, "groups": groups}])


FIRST = board(1, 1, 1, 1, 2)
TWO_LINEUPS = [{"id": -1, "entrants": [1, 2]}, {"id": -2, "entrants": [3, 4]}]

IMPOSSIBLE = [
    # The form of the contest
    (games(results=[FIRST]), "results: the method game_points counts games, so this must be empty"),
    (pairs(games=[game(1, 1, (1, 5), (2, 4))]), "games: the method total_points counts results"),
    (games(match="wbf-imps-15"), "match: games have no victory points"),
    ({"method": "patton", "match": {"win": 2}}, "match: with the method patton a match has its"),
    *(
        ({"method": name, "match": {"by_games": [[2, 1, 3]]}}, f"match.by_games: the method {name}")
        for name in Method
        if not name.for_games and not name.told.has_own_points
    ),
    (games(match={"by_games": [[2, 1, 3], [2, 1, 4]]}), "match.by_games[1]: 2 to 1 is listed"),
    (games(match={"by_games": [[2, -1, 3]]}), "match.by_games[0][1]: expected 0 or more, found -1"),
    (pairs(tie_breaks=["tops", "lot", "tops"]), "tie_breaks[2]: tops is listed already, at"),
    (teams(match={"id": "x", "factor": 0}), "match.factor: expected more than 0 and at most 1000,"),
    (teams(match={"id": "x", "factor": -1}), "match.factor: expected more than 0 and at most 1000"),
    (teams(match={"id": "x", "factor": 10**9}), "match.factor: expected more than 0 and at most"),
    (teams(match={"win": "x"}), "match.win: expected a whole number or text like"),
    # Options
    (pairs(options={"datum_step": 0}), "options.datum_step: expected 1 or more, found 0"),
    (pairs(options={"datum_drop": -1}), "options.datum_drop: expected 0 or more, found -1"),
    (pairs(options={"clip": 0}), "options.clip: expected 1 or more, found 0"),
    (pairs(options={"imp_table": "chess"}), "options.imp_table: expected one of belot, bridge,"),
    (pairs(options={"boards_per_match": 0}), "options.boards_per_match: expected 1 to 1000, found"),
    (pairs(options={"boards_per_match": 10**9}), "options.boards_per_match: expected 1 to 1000"),
    # The order of a cup
    (cup([[1], [2]], round=0), "knockout[0].round: expected 1 or more, found 0"),
    (cup([[1], [1, 2]]), "knockout[0].groups[1][0]: entrant 1 is listed already, at knockout[0]"),
    (cup([[1], []]), "knockout[0].groups[1]: expected entrants, found an empty list"),
    (cup([[1], [3]]), "knockout[0].groups[1][0]: 3 is not in any result"),
    (
        games(knockout=[{"round": 1, "groups": []}, {"round": 1, "groups": []}]),
        "knockout[1].round: round 1 is listed already, at knockout[0].round",
    ),
    # Numbers
    (pairs(board(0, 1, 1, 1, 2)), "results[0].board: expected 1 or more, found 0"),
    (pairs(FIRST, board(2, -1, 1, 1, 2)), "results[1].round: expected 1 or more, found -1"),
    (pairs(board(1, 1, 0, 1, 2)), "results[0].table: expected 1 or more, found 0"),
    (pairs(board(1, 1, 1, 1, 2, session=0)), "results[0].session: expected 1 or more, found 0"),
    (pairs(board(1, 1, 1, 1, 2, group=-1)), "results[0].group: expected 0 or more, found -1"),
    (pairs(board(1, 1, 1, 1, 2, net=10**13)), "results[0].net: expected at most 1,000,000,000,000"),
    (games(game(1, 1, (1, 5), (2, 4), deals=0)), "games[0].deals: expected 1 or more, found 0"),
    (pairs(FIRST, byes=[{"entrant": 3, "round": 0}]), "byes[0].round: expected 1 or more, found 0"),
    (pairs(references=[{"board": 0, "net": 1}]), "references[0].board: expected 1 or more, found"),
    (
        pairs(FIRST, adjustments=[{"entrant": 1, "amount": 1, "round": 0}]),
        "adjustments[0].round: expected 1 or more, found 0",
    ),
    (
        pairs(entrants=[{"id": n, "carry": f"1/{10**90 + n}"} for n in range(1, 9)]),
        "entrants[2].carry: the fractions up to here have too many different denominators",
    ),
    (
        pairs(*(board(n, n, 1, 2 * n, 2 * n + 1) for n in range(1, 600))),
        "results: 599 rounds of 1198 entrants are more than any contest has",
    ),
    # Who takes part
    (pairs(entrants=[4, 5, {"id": 4}]), "entrants[2]: entrant 4 is listed already, at entrants[0]"),
    (pairs(entrants=[{"id": 4, "line": "all"}]), "entrants[0].line: expected one of ns, ew, found"),
    (pairs(FIRST, entrants=[1, 3]), "results[0].ew: 2 is not listed in entrants"),
    (games(game(1, 1, (1, 5), (2, 4)), entrants=[1]), "games[0].sides[1].entrant: 2 is not listed"),
    (pairs(FIRST, entrants=[1, 2], byes=[{"entrant": 3, "round": 1}]), "byes[0].entrant: 3 is not"),
    (pairs(FIRST, lots=[2, 3]), "lots[1]: 3 is not in any result"),
    (pairs(FIRST, lots=[2, 1, 2]), "lots[2]: entrant 2 has drawn a lot already, at lots[0]"),
    (
        pairs(FIRST, adjustments=[{"entrant": 9, "amount": 1}]),
        "adjustments[0].entrant: 9 is not in any result",
    ),
    (
        pairs(lineups=[*TWO_LINEUPS, {"id": -1, "entrants": [5]}]),
        "lineups[2]: side -1 is listed already, at lineups[0]",
    ),
    (pairs(lineups=[{"id": 1, "entrants": [2]}], entrants=[1, 2]), "lineups[0].id: 1 is an"),
    (pairs(lineups=[{"id": -1, "entrants": []}]), "lineups[0].entrants: expected somebody"),
    (
        pairs(lineups=[{"id": -1, "entrants": [1, 1]}]),
        "lineups[0].entrants[1]: entrant 1 is listed already",
    ),
    (
        pairs(lineups=[{"id": -1, "entrants": [1, -2]}, {"id": -2, "entrants": [3]}]),
        "lineups[0].entrants[1]: -2 is a side; expected an entrant",
    ),
    (pairs(lineups=TWO_LINEUPS, entrants=[1, 2, 3]), "lineups[1].entrants[1]: 4 is not listed"),
    # What happened
    (pairs(board(1, 1, 1, 1, 1)), "results[0].ew: round 1, table 1, board 1: an entrant cannot"),
    (pairs(board(1, 1, 1, 1, 2, kind="passed_out", net=4)), "results[0].net: a board passed out"),
    (
        pairs(board(1, 1, 1, 1, 2, kind="not_played", net=4)),
        "results[0].net: a board that is not_played has none: expected null",
    ),
    (
        pairs(board(1, 1, 1, 1, 2, kind="adjusted", awards=[
            {"average": "plus"}, {"nets": [[4, 3], [8, -2]]}])),
        "results[0].awards[1].nets: expected weights above 0",
    ),
    (
        pairs(board(1, 1, 1, 1, 2, kind="adjusted", awards=[
            {"average": "plus"}, {"nets": [[4, "1/2"], [8, "1/3"]]}])),
        "results[0].awards[1].nets: the weights of an assigned score must sum to 1",
    ),
    (games(game(1, 1, (1, 5), (2, 4), (3, 3), (4, 2))), "games[0].sides: expected 2 or 3 sides,"),
    (
        pairs(FIRST, board(1, 1, 1, 1, 2, net=9)),
        "results[1]: another result of round 1, table 1, board 1 than at results[0]",
    ),
    (
        games(game(1, 1, (1, 5), (2, 4)), game(1, 1, (1, 5), (2, 3))),
        "games[1]: another result of round 1, table 1 than at games[0]",
    ),
    (
        pairs(FIRST, board(2, 1, 1, 3, 4)),
        "results[1]: 1 against 2 sit at table 1 in round 1, by results[0]",
    ),
    (
        pairs(FIRST, board(2, 1, 2, 3, 1)),
        "results[1].ew: 1 sits at table 1 in round 1, by results[0].ns",
    ),
    (
        games(game(2, 1, (1, 5), (2, 4)), game(2, 2, (3, 5), (2, 4))),
        "games[1].sides[1].entrant: 2 sits at table 1 in round 2, by games[0].sides[1].entrant",
    ),
    (
        teams(board(1, 1, 1, 1, 2), board(2, 1, 2, 1, 2)),
        "results[1].ns: 1 sits at table 1 as NS in round 1, by results[0].ns",
    ),
    (
        pairs(board(1, 1, 1, -1, -2), lineups=[
            {"id": -1, "entrants": [1, 2]}, {"id": -2, "entrants": [2, 3]}]),
        "results[0].ew: 2 cannot sit on both sides",
    ),
    (
        pairs(board(1, 1, 1, -1, -2), board(2, 1, 2, -3, -4), lineups=[
            *TWO_LINEUPS, {"id": -3, "entrants": [5, 6]}, {"id": -4, "entrants": [7, 1]}]),
        "results[1].ew: 1 sits at table 1 in round 1, by results[0].ns",
    ),
    (
        pairs(FIRST, board(1, 2, 1, 3, 1)),
        "results[1].board: 1 has played board 1 in round 1, by results[0]",
    ),
    (
        teams(FIRST, board(1, 2, 1, 1, 3)),
        "results[1].board: 1 has played board 1 in round 1, by results[0]",
    ),
    (pairs(FIRST, byes=[{"entrant": 2, "round": 1}]), "byes[0]: 2 plays in round 1, by"),
    (
        pairs(FIRST, byes=[{"entrant": 3, "round": 1}, {"entrant": 3, "round": 1, "score": 1}]),
        "byes[1]: another bye of 3 in this round than at byes[0]",
    ),
    (
        teams(*(board(n, 1, 1, 1, 2) for n in range(1, 1002)), match="wbf-imps-15"),
        "results: 1 and 2 play more than 1000 boards",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "message"), IMPOSSIBLE, ids=[words for _, words in IMPOSSIBLE])
def test_impossible_facts_raise_with_their_location(facts, message):
    with pytest.raises(FactsError, match=f"^{re.escape(message)}"):
        facts_from_json(facts)


POSSIBLE = {
    "exactly the same again": pairs(FIRST, FIRST, byes=[{"entrant": 3, "round": 1}] * 2),
    "a board of another session": pairs(FIRST, board(1, 1, 1, 1, 2, session=2)),
    "a board that nobody could play twice": pairs(FIRST, board(1, 2, 1, 1, 3, kind="not_played")),
    "a board that waits": pairs(FIRST, board(1, 2, 1, 1, 3, kind="late")),
    "a match in two rooms": teams(FIRST, board(1, 1, 2, 2, 1)),
    "a relay": teams(FIRST, board(2, 1, 2, 3, 1), board(1, 2, 1, 2, 1)),
    "three at a table": games(game(1, 1, (1, 5), (2, 4), (3, 9))),
    "partners change": pairs(
        board(1, 1, 1, -1, -2), board(2, 2, 1, -3, -4),
        lineups=[*TWO_LINEUPS, {"id": -3, "entrants": [1, 3]}, {"id": -4, "entrants": [2, 4]}],
    ),
    "a bye in another round": pairs(FIRST, byes=[{"entrant": 2, "round": 2}]),
    "a field of the computer alone": pairs(references=[{"board": 9, "net": -4}]),
    "nothing yet": {"method": "patton"},
}  # fmt: skip


@pytest.mark.parametrize("facts", POSSIBLE.values(), ids=POSSIBLE)
def test_possible_facts_are_accepted(facts):
    read = facts_from_json(facts)
    assert {row.entrant for row in compute_standings(read).rows} == {
        *(entrant for result in read.results for side in (result.ns, result.ew)
          for entrant in read.members.get(side, (side,))),
        *(side.entrant for each in read.games for side in each.sides),
        *(bye.entrant for bye in read.byes),
    }  # fmt: skip
