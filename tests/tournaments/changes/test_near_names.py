import json

import pytest
from django.urls import reverse

from tests.builders import director_of
from tests.tournaments.changes.field import team_of
from tests.tournaments.manage import client_of
from tournaments.changes.services.people import join_late, replace_team, substitute_player
from tournaments.clubs.services import ensure_players
from tournaments.errors import RuleViolationError
from tournaments.models import DistinctPlayers, Substitution

pytestmark = pytest.mark.django_db
KNOWN, TYPED, OTHER = "Đorđe Perić", "Djordje Perić", "Ivo Kos"


@pytest.fixture
def team(tournament):
    ensure_players(club=tournament.club, names=[KNOWN])
    return team_of(tournament, 1)


def names_in(team):
    return set(team.tournament.club.players.values_list("name", flat=True)) & {KNOWN, TYPED}


def test_each_service_refuses_an_unresolved_near_name(team):
    leaves = team.team_players.get(position=1).player
    both = [TYPED, OTHER]
    for service, values, field in (
        (substitute_player, {"team": team, "leaves": leaves, "comes": TYPED}, "comes"),
        (replace_team, {"team": team, "players": both}, "players"),
        (join_late, {"tournament": team.tournament, "players": both}, "players"),
    ):
        with pytest.raises(RuleViolationError) as refused:
            service(**values, from_round=2, people={})
        assert (refused.value.code, refused.value.field) == ("near_known", field)
        assert refused.value.details["known"] == {TYPED: [KNOWN]}
    assert names_in(team) == {KNOWN}


@pytest.mark.parametrize(("meant", "name"), [(KNOWN, KNOWN), ("", TYPED)])
def test_api_requires_answer_for_near_name(team, meant, name):
    client = client_of(team.tournament)
    path = f"/api/v1/tournaments/{team.tournament.code}/changes/substitute/"
    leaves = team.team_players.get(position=1).player.name
    values = {"team": 1, "leaves": leaves, "comes": TYPED, "from_round": 2}
    response = client.post(path, json.dumps(values), "application/json")
    assert (response.status_code, response.json()["code"]) == (400, "near_known")
    values["people"] = {TYPED: meant}
    assert client.post(path, json.dumps(values), "application/json").status_code == 201
    assert Substitution.objects.get().comes.name == name
    assert DistinctPlayers.objects.count() == (meant == "")


def test_page_asks_about_near_name_and_stores_answer(team, client):
    client.force_login(director_of(team.tournament))
    path = reverse("manage_person_what", args=[team.tournament.code, team.pk, "substitute"])
    leaves = team.team_players.get(position=1).player
    values = {"leaves": leaves.pk, "comes": TYPED, "from_round": 2}
    page = client.post(path, {**values, "do": "do"}).content.decode()
    assert f'name="is:{TYPED}" value="{KNOWN}"' in page
    assert "checked" not in page.split(f"is:{TYPED}")[1].split(">")[0]
    shown = client.post(path, {**values, f"is:{TYPED}": KNOWN}).content.decode()
    assert f'name="is:{TYPED}" value="{KNOWN}" checked>' in shown
    assert 'value="do"' in shown
    client.post(path, {**values, f"is:{TYPED}": KNOWN, "do": "do"})
    assert Substitution.objects.get().comes.name == KNOWN
    assert names_in(team) == {KNOWN}
