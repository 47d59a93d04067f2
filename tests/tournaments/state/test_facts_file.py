"""The exported facts of a tournament give the stored standings, for every method."""

import io
import json
import random
import sys
from fractions import Fraction

import pytest
from django.core.management import call_command

from tests.builders import fill_rounds, make_drawn, plays_of, rebuild
from tests.tournaments.contests import make_contest, rest, score, sit, team
from tests.tournaments.manage import address, client_of, stranger
from tournaments.models import Result, StandingRow
from tournaments.rulings.services.rulings import adjust, rule_result
from tournaments.scoring import Method
from tournaments.state.scoring import FIELD_METHODS, chain_of

pytestmark = pytest.mark.django_db


def computed_standings(tournament, monkeypatch) -> dict:
    client = client_of(tournament)
    text = client.get(address("facts_json", tournament)).content.decode()
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    out = io.StringIO()
    call_command("standings", "--json", stdout=out)
    return {
        row["entrant"]: (
            row["section"], row["rank"], row["tied"], str(row["total"]), str(row["adjusted"]),
            [[each["round"], str(each["score"])] for each in row["rounds"]],
        )
        for row in json.loads(out.getvalue())["rows"]
    }  # fmt: skip


def stored(tournament) -> dict:
    rows = StandingRow.objects.filter(tournament=tournament).select_related("team")
    return {
        row.team.number: (
            row.section, row.rank, row.is_tied, row.figure, row.adjusted, row.round_figures,
        )
        for row in rows
    }  # fmt: skip


@pytest.mark.sample
@pytest.mark.parametrize("method", [each.value for each in FIELD_METHODS])
@pytest.mark.parametrize("scale", [{}, {"vp": "wbf-points-60"}])
def test_facts_file_reproduces_board_standings(method, scale, monkeypatch):
    tournament = make_drawn(10, kind="mitchell", params={"tables": 5}, boards_per_round=1)
    tournament.scoring, tournament.match_scale = method, scale
    tournament.save()
    fill_rounds(tournament, 3)
    first, second, third = plays_of(tournament, sitting__round__number=2)[:3]
    awards = {"NS": {"average": "plus"}, "EW": {"nets": [[10, "1/3"], [-4, "2/3"]]}}
    rule_result(play_id=first.pk, kind=Result.Kind.ADJUSTED, awards=awards, reason="x")
    rule_result(play_id=second.pk, kind=Result.Kind.NOT_PLAYED, reason="x")
    rule_result(play_id=third.pk, kind=Result.Kind.LATE, reason="x")
    adjust(team=team(tournament, 1), amount=Fraction(-5, 2), reason="x", is_public=False)
    tournament = rebuild(tournament)
    assert computed_standings(tournament, monkeypatch) == stored(tournament)


@pytest.mark.parametrize("method", ["imps", "swing_points", "board_a_match", "patton"])
def test_facts_file_reproduces_team_standings_with_a_bye(method, monkeypatch):
    values = {"unit": "team", "scoring": method, "movement_kind": "swiss", "planned_rounds": 2}
    tournament = make_contest(3, 2, **values)
    rng = random.Random(5)
    for number, (one, two, free) in enumerate(((1, 2, 3), (3, 1, 2)), 1):
        boards = [2 * number - 1, 2 * number]
        plays = sit(tournament, number, 1, [one], [two], boards, match=1)
        plays += sit(tournament, number, 2, [two], [one], boards, halves=(2, 2), match=1)
        rest(tournament, number, free)
        for play in plays:
            score(play, rng.randrange(-30, 31))
    tournament = rebuild(tournament)
    assert computed_standings(tournament, monkeypatch) == stored(tournament)


@pytest.mark.parametrize("method", ["game_points", "wins_then_points", "points_then_wins"])
def test_facts_file_reproduces_open_play_standings(method, monkeypatch):
    tournament = make_contest(4, 2, cards="open", scoring=method)
    for number, pairs in enumerate((((1, 2), (3, 4)), ((1, 3), (2, 4))), 1):
        for table, (one, two) in enumerate(pairs, 1):
            [play] = sit(tournament, number, table, [one], [two], [number])
            score(play, 0, points=(500 + table, 501), games={"NS": 1, "EW": 2}, deals=12)
    tournament = rebuild(tournament)
    assert chain_of(tournament)
    assert computed_standings(tournament, monkeypatch) == stored(tournament)


def test_facts_file_reproduces_single_player_standings(monkeypatch):
    tournament = make_contest(8, 2, unit="player", scoring=Method.CROSS_IMPS.value)
    rounds = (([1, 2], [3, 4], [5, 6], [7, 8]), ([1, 3], [5, 7], [2, 4], [6, 8]))
    for number, (one, two, three, four) in enumerate(rounds, 1):
        for table, (ns, ew) in enumerate(((one, two), (three, four)), 1):
            [play] = sit(tournament, number, table, ns, ew, [number])
            score(play, 10 * table)
    tournament = rebuild(tournament)
    assert computed_standings(tournament, monkeypatch) == stored(tournament)


def test_facts_file_requires_a_director(client):
    tournament = make_drawn(4)
    assert stranger().get(address("facts_json", tournament)).status_code == 404
    api = f"/api/v1/tournaments/{tournament.code}/facts/"
    assert client.get(api).status_code in (401, 403)
    assert client_of(tournament).get(api).json()["method"] == "matchpoints"
