import pytest

from tests.builders import plays_of, rebuild, slip
from tests.tournaments.formats import better_wins, make_field
from tests.tournaments.manage import client_of
from tournaments.cash.selectors.prizes import winners_of
from tournaments.draws.services.rounds import draw_next_round, publish_round
from tournaments.errors import RuleViolationError
from tournaments.models import StandingRow
from tournaments.results.services.results import correct_result
from tournaments.scoring import compute_standings, facts_from_json
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.standings.advancement import rankings_of
from tournaments.standings.services import change_scoring

pytestmark = pytest.mark.django_db


def play_out(tournament):
    number = 1
    while True:
        better_wins(tournament, number)
        number += 1
        try:
            draw_next_round(tournament=tournament)
        except RuleViolationError:
            return
        publish_round(tournament=tournament, number=number)


def ranked(tournament):
    rebuild(tournament)
    groups = {}
    for row in StandingRow.objects.filter(tournament=tournament).order_by("position"):
        groups.setdefault(row.rank, []).append(row.team.number)
    return {rank: sorted(teams) for rank, teams in groups.items()}


OTHER_CUPS = [
    (2, "single_elimination", {}, {1: [1], 2: [2]}),
    (4, "single_elimination", {}, {1: [1], 2: [2], 3: [3, 4]}),
    (4, "single_elimination", {"third_place": True}, {1: [1], 2: [2], 3: [3], 4: [4]}),
    (5, "single_elimination", {}, {1: [1], 2: [2], 3: [3, 4], 5: [5]}),
    (3, "single_elimination", {"third_place": True}, {1: [1], 2: [2], 3: [3]}),
    (8, "single_elimination", {}, {1: [1], 2: [2], 3: [3, 4], 5: [5, 6, 7, 8]}),
    (5, "double_elimination", {"reset": False}, {1: [1], 2: [2], 3: [3], 4: [4], 5: [5]}),
]


@pytest.mark.parametrize(
    ("entrants", "kind", "params", "places"),
    [
        (3, "single_elimination", {}, {1: [1], 2: [2], 3: [3]}),
        (5, "single_elimination", {"third_place": True}, {1: [1], 2: [2], 3: [3], 4: [4], 5: [5]}),
        (6, "single_elimination", {"consolation": True}, {1: [1], 2: [2], 3: [3, 4], 5: [5, 6]}),
        (4, "double_elimination", {"reset": True}, {1: [1], 2: [2], 3: [3], 4: [4]}),
        (4, "lives", {"lives": 1, "buy_backs": 0}, None),
        *(pytest.param(*values, marks=pytest.mark.slow) for values in OTHER_CUPS),
    ],
)
def test_stored_places_follow_the_bracket(entrants, kind, params, places):
    settings = params if kind == "lives" else {"entrants": entrants, **params}
    tournament = make_field(entrants, kind, settings, scoring="total_points", boards_per_round=1)
    play_out(tournament)
    groups = ranked(tournament)
    assert groups[1] == [1]
    if places is not None:
        assert groups == places


def cup(entrants, **params):
    params = {"entrants": entrants, **params}
    values = {"scoring": "total_points", "boards_per_round": 1}
    tournament = make_field(entrants, "single_elimination", params, **values)
    play_out(tournament)
    return rebuild(finish_tournament(tournament=rebuild(tournament)))


def test_podium_api_and_files_follow_the_bracket(client):
    # With a bye the finalist has as many wins as the third of the small final.
    tournament = cup(5, third_place=True)
    address = f"/api/v1/tournaments/{tournament.code}"
    (ranking,) = client.get(f"{address}/standings/").json()["lists"]
    order = [(line["team"]["number"], line["rank"]) for line in ranking["lines"]]
    assert order == [(number, number) for number in range(1, 6)]
    facts = facts_from_json(client_of(tournament).get(f"{address}/facts/").json())
    rows = compute_standings(facts).rows
    assert [(row.entrant, row.rank) for row in rows] == order
    # 2 and 3 met in round 1 already, as both had a bye: 2 was in the final then.
    assert [[each.rank for each in row.rounds] for row in rows] == [
        [2, 1, 1], [1, 1, 2], [2, 3, 3], [2, 3, 4], [5, 5, 5]
    ]  # fmt: skip
    story = client.get(f"{address}/story/").json()
    assert [line["team"]["number"] for line in story["winners"][0]["firsts"]] == [1]


def test_prizes_of_a_cup_are_shared_by_both_semi_finalists():
    tournament = cup(4)
    lines = winners_of(tournament, [500, 300, 200, 100])
    assert [(line.place, line.amount) for line in lines] == [(1, 500), (2, 300), (3, 150), (3, 150)]


def test_next_stage_ranks_a_cup_by_its_bracket():
    tournament = cup(8, third_place=True)
    (ranking,) = rankings_of(tournament)
    assert [ranked.number for ranked in ranking][:4] == [1, 2, 3, 4]


def test_tie_break_orders_losers_of_the_same_round():
    tournament = cup(4)
    change_scoring(tournament=tournament, tie_breaks=["lot"], reason="by lot")
    assert sorted(ranked(tournament)) == [1, 2, 3, 4]


def test_corrected_result_changes_places_and_can_be_reverted():
    tournament = make_field(4, "single_elimination", {"entrants": 4}, scoring="total_points")
    play_out(tournament)
    before = ranked(tournament)
    final = plays_of(tournament, sitting__round__number=2)
    for play in final:
        correct_result(play_id=play.pk, slip=slip(20), reason="test", actor=None)
    assert ranked(tournament) == {1: [2], 2: [1], 3: [3, 4]}
    better_wins(tournament, 2)
    assert ranked(tournament) == before
