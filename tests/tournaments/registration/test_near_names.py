import json

import pytest

from tests.tournaments.manage import address, client_of
from tests.tournaments.registration.test_probing import visible_to
from tests.tournaments.registration.world import enter, entered, open_tournament, states
from tournaments.clubs.services import ensure_players
from tournaments.registration.services.approval import approve_all
from tournaments.registration.services.signups import change_partner

pytestmark = pytest.mark.django_db
KNOWN, TYPED, OTHER = "Đorđe Perić", "Djordje Perić", "Ivo Kos"


def known_tournament(**plan):
    made = open_tournament(**plan)
    ensure_players(club=made.club, names=[KNOWN])
    return made


def test_signup_with_similar_name_waits_for_organiser():
    tournament = known_tournament()
    signup = enter(tournament, TYPED, OTHER)
    assert signup.state == "asked"
    assert approve_all(tournament=tournament) == []
    page = client_of(tournament).get(address("signups", tournament)).content.decode()
    assert f'name="is:{TYPED}" value="{KNOWN}" checked' in page


def test_signup_with_known_name_is_approved_immediately():
    tournament = known_tournament()
    assert enter(tournament, KNOWN.upper(), OTHER).state == "approved"


def test_new_partner_with_similar_name_waits_for_organiser():
    tournament = known_tournament()
    signup = change_partner(signup=enter(tournament, OTHER, "Ana Babić"), partner=TYPED)
    assert (signup.state, entered(tournament)) == ("asked", [])


@pytest.mark.parametrize(("meant", "name"), [(KNOWN, KNOWN), ("", TYPED)])
def test_organiser_page_approves_after_identity_is_chosen(meant, name):
    tournament = known_tournament(needs_approval=True)
    signup = enter(tournament, TYPED, OTHER)
    client, decide = client_of(tournament), address("signups_decide", tournament)
    client.post(decide, {"do": "approve", "signup": signup.pk})
    assert [state for _title, state in states(tournament)] == ["asked"]
    client.post(decide, {"do": "approve", "signup": signup.pk, f"is:{TYPED}": meant})
    assert entered(tournament) == [f"{name} – {OTHER}"]


def test_api_approval_requires_identity_for_similar_name():
    tournament = known_tournament()
    signup = enter(tournament, TYPED, OTHER)
    client = client_of(tournament)
    path = f"/api/v1/tournaments/{tournament.code}/signups/{signup.pk}/approval/"
    response = client.post(path, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (400, "near_known")
    answer = json.dumps({"people": {TYPED: KNOWN}})
    assert client.post(path, answer, "application/json").status_code == 200
    assert entered(tournament) == [f"{KNOWN} – {OTHER}"]


@pytest.mark.parametrize("plan", [{}, {"needs_approval": True}, {"most": 1}])
def test_similar_name_gets_the_same_public_response(plan):
    near = known_tournament(shows_names=False, **plan)
    new = open_tournament(club=near.club, shows_names=False, **plan)
    for tournament, name in ((near, "Трети Играч"), (new, "Пети Играч")):
        enter(tournament, name, f"{name} Втори")
    actual, expected = visible_to(near, TYPED, OTHER), visible_to(new, "Nova Osoba", "Tin Mak")
    assert [str(each).replace(near.code, "") for each in actual] == [
        str(each).replace(new.code, "") for each in expected
    ]
