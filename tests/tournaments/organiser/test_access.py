import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_drawn, make_tournament, make_user, plays_of
from tests.tournaments.manage import address, client_of, stranger
from tournaments.clubs.services import add_member
from tournaments.models import Membership

pytestmark = pytest.mark.django_db

ORDERS = ["presence_all", "publish", "take_back", "simulation_cancel",
          "reopen", "delete", "rules_apply", "table_time", "messages", "step_back"]  # fmt: skip


def test_team_list_preview_url_redirects_to_teams_page():
    tournament = make_drawn()
    response = client_of(tournament).get(address("teams_list", tournament))
    assert (response.status_code, response.url) == (302, address("teams", tournament))


def test_action_urls_reject_get():
    tournament = make_drawn()
    client = client_of(tournament)
    for name in ORDERS:
        assert client.get(address(name, tournament)).status_code == 405, name


@pytest.mark.sql
def test_director_can_run_tournaments_but_not_add_members():
    club = make_club()
    tournament = make_tournament(club)
    add_member(club=club, login=make_user("ana").username, role=Membership.Role.DIRECTOR)
    client = Client()
    client.login(username="ana", password="secret-enough")
    assert client.get(address("teams", tournament)).status_code == 200
    assert client.get(reverse("manage_club", args=[club.pk])).status_code == 200
    added = client.post(
        reverse("manage_member_add", args=[club.pk]), {"login": "ana", "role": "organiser"}
    )
    assert added.status_code == 404
    assert Membership.objects.get(user__username="ana").role == Membership.Role.DIRECTOR


def test_stranger_gets_404_on_club_pages():
    club = make_club()
    client = stranger()
    for name in ("manage_club", "manage_club_change", "manage_member_add"):
        assert client.post(reverse(name, args=[club.pk])).status_code == 404


def test_rows_of_another_tournament_return_404():
    own, other = make_drawn(), make_drawn(club=make_club("Other"))
    client = client_of(own)
    play = plays_of(other)[0]
    assert client.get(address("play", own, play.pk)).status_code == 404
    assert client.get(address("team", own, other.teams.first().pk)).status_code == 404
