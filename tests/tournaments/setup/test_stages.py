import pytest
from django.urls import reverse

from tests.builders import fill_rounds, make_drawn, rebuild
from tests.tournaments.formats import better_wins, make_field
from tests.tournaments.manage import address, client_of
from tournaments.changes.services.people import withdraw_team
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.setup.selectors.stages import stages_of
from tournaments.setup.services.stages import create_next_stages
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db


def finished(teams: int = 8, **values) -> Tournament:
    tournament = make_drawn(teams, **values)
    fill_rounds(tournament, tournament.rounds.count())
    return finish_tournament(tournament=rebuild(tournament))


@pytest.mark.sql
def test_top_four_advance_in_standings_order():
    before = finished()
    (final,) = create_next_stages(tournament=before, stage_name="Final", through=4)
    assert (final.follows_id, final.stage_name, final.state) == (before.pk, "Final", "entry")
    best = before.standing_rows.order_by("position")[:4]
    teams = list(final.teams.order_by("seeding"))
    assert [team.origin_id for team in teams] == [row.team_id for row in best]
    assert [team.seeding for team in teams] == [1, 2, 3, 4]
    assert [str(p) for p in teams[0].players.all()] == [
        str(p) for p in teams[0].origin.players.all()
    ]


def test_withdrawn_team_does_not_advance():
    tournament = make_drawn(8)
    fill_rounds(tournament, 3)
    team = rebuild(tournament).standing_rows.order_by("position")[0].team
    withdraw_team(team=team, from_round=4)
    fill_rounds(tournament, tournament.rounds.count())
    before = finish_tournament(tournament=rebuild(tournament))
    (final,) = create_next_stages(tournament=before, stage_name="Final", through=7)
    assert team.pk not in final.teams.values_list("origin_id", flat=True)
    assert final.teams.count() == 7


def test_remaining_teams_enter_the_consolation():
    made = create_next_stages(
        tournament=finished(), stage_name="Final", through=6, consolation="Consolation"
    )
    assert [(each.stage_name, each.teams.count()) for each in made] == [
        ("Final", 6),
        ("Consolation", 2),
    ]


def test_all_advance_from_two_lists_with_winners_seeded_first():
    before = finished(8, kind="mitchell", params={"tables": 4})
    (final,) = create_next_stages(tournament=before, stage_name="Day 2")
    firsts = set(before.standing_rows.filter(position=1).values_list("team", flat=True))
    assert set(final.teams.filter(seeding__lte=2).values_list("origin", flat=True)) == firsts


def test_two_of_each_group_advance():
    params = {"entrants": 8, "pools": 2, "boards": True}
    before = make_field(8, "pools", params, scoring="total_points")
    for number in (1, 2, 3):
        better_wins(before, number)
    before = finish_tournament(tournament=rebuild(before))
    (final,) = create_next_stages(tournament=before, stage_name="Knock-out", through=2)
    assert sorted(final.teams.values_list("origin__number", flat=True)) == [1, 2, 3, 4]
    drawn = draw_tournament(
        tournament=final, kind="single_elimination", params={"entrants": 4}, by_lot=False
    )
    assert publish_draw(tournament=drawn).state == "playing"


def test_unfinished_stage_has_no_next_stage():
    with pytest.raises(RuleViolationError) as caught:
        create_next_stages(tournament=make_drawn(8), stage_name="Final")
    assert caught.value.code == "not_finished"


def test_carry_share_above_one_is_rejected():
    before = finished()
    with pytest.raises(RuleViolationError):
        create_next_stages(tournament=before, stage_name="Final", carry="share", carry_share="2")
    assert Tournament.objects.count() == 1
    (final,) = create_next_stages(tournament=before, stage_name="Final", carry="full")
    assert final.carry == "full"


def test_stage_pages_link_and_the_list_shows_only_the_first(client):
    before = finished()
    (final,) = create_next_stages(tournament=before, stage_name="Final", through=4)
    assert [(each.name, each.is_here) for each in stages_of(final)] == [
        ("Autumn Pairs", False),
        ("Final", True),
    ]
    there = reverse("tournament", args=[final.code])
    assert there in client.get(reverse("tournament", args=[before.code])).content.decode()
    listed = client.get(reverse("tournament_list")).content.decode()
    assert reverse("tournament", args=[before.code]) in listed
    assert there not in listed


def test_stages_page_creates_the_next_stage():
    before = finished()
    client = client_of(before)
    assert "Continue with a next stage" in client.get(address("stages", before)).content.decode()
    values = {"stage_name": "Final", "through": "4", "consolation": "", "carry": "none"}
    response = client.post(address("stages", before), values)
    final = Tournament.objects.get(stage_name="Final")
    assert response.url == address("draw", final)
    assert final.teams.count() == 4


def test_table_state_links_same_table_of_the_next_stage(client):
    before = finished()
    (final,) = create_next_stages(tournament=before, stage_name="Final", through=4)
    draw_tournament(tournament=final, kind="barometer", params={"entrants": 4})
    table = before.tables.get(number=2)
    state = reverse("api_table_state", args=[table.token])
    assert client.get(state).json()["state"]["next_stages"] == []
    publish_draw(tournament=final)
    there = final.tables.get(number=2)
    assert client.get(state).json()["state"]["next_stages"] == [
        {"name": "Final", "url": reverse("table", args=[there.token])}
    ]
