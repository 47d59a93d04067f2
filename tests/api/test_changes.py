import pytest
from rest_framework.test import APIClient

from api.views.changes import VERBS
from tests.builders import director_of, fill_rounds, make_drawn, make_user
from tests.shared_rows import built_once
from tournaments.changes.catalogue.evening import EVENING_CHANGES
from tournaments.changes.catalogue.people import PEOPLE_CHANGES
from tournaments.changes.catalogue.repairs import REPAIR_CHANGES
from tournaments.changes.selectors.layouts import layout_of
from tournaments.models import Change, Sitting, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    return tournament


@pytest.fixture
def client(tournament) -> APIClient:
    client = APIClient()
    client.force_authenticate(director_of(tournament))
    return client


def address(tournament: Tournament, *parts: object) -> str:
    return f"/api/v1/tournaments/{tournament.code}/changes/" + "".join(f"{p}/" for p in parts)


def test_withdrawal_is_previewed_applied_and_undone(tournament, client):
    before = layout_of(tournament)
    values = {"team": 5, "from_round": 3, "reason": "Ill"}
    looked = client.post(address(tournament, "withdraw"), {**values, "preview": True})
    assert looked.status_code == 200
    assert looked.json()["leaving"] == [{"team": 5, "from_round": 3, "to_round": 7}]
    assert [row["number"] for row in looked.json()["rounds"]] == [3, 4, 5, 6, 7]
    assert layout_of(tournament) == before
    made = client.post(address(tournament, "withdraw"), values)
    assert (made.status_code, made.json()["action"]) == (201, "team_withdrawn")
    assert [row["id"] for row in client.get(address(tournament)).json()] == [made.json()["id"]]
    undone = client.post(address(tournament, made.json()["id"], "undo"))
    assert undone.json()["undoes"] == made.json()["id"]
    assert layout_of(tournament) == before
    again = client.post(address(tournament, made.json()["id"], "undo"))
    assert (again.status_code, again.json()["errors"][0]["code"]) == (409, "undone_already")


def test_change_preview_shows_standings_before_and_after(tournament, client):
    values = {"round": 1, "table": 2, "reason": "Sat wrongly", "preview": True}
    found = client.post(address(tournament, "sides"), values).json()
    assert len(found["standings"]) >= 2
    first = found["standings"][0]
    assert set(first) == {"team", "section", "before", "after"}
    assert set(first["after"]) == {"rank", "total"}
    assert not Change.objects.exists()


@pytest.mark.parametrize(
    ("verb", "values"),
    [
        ("substitute", {"team": 1, "leaves": None, "comes": "Нов Играч", "from_round": 2}),
        ("replace", {"team": 1, "players": ["Нов Играч", "Друг Играч"], "from_round": 2}),
        ("exchange", {"first": 1, "second": 2, "rounds": [2]}),
        ("other-boards", {"round": 1, "table": 1, "board_set": 2}),
        ("wrong-table", {"round": 1, "table": 1, "other": 2}),
        ("wrong-board", {"round": 1, "table": 1, "board": 1, "other_board": 2, "reason": "Mixed"}),
        ("redraw", {"from_round": 3}),
        ("sides", {"round": 1, "table": 1, "reason": "Sat wrongly"}),
    ],
)
def test_change_is_applied_and_undone(tournament, client, verb, values):
    before = layout_of(tournament)
    if "leaves" in values:
        team = tournament.teams.get(number=1)
        values = {**values, "leaves": team.team_players.get(position=1).player.name}
    made = client.post(address(tournament, verb), values)
    assert made.status_code == 201, made.json()
    undone = client.post(address(tournament, made.json()["id"], "undo"))
    assert undone.status_code == 201, undone.json()
    after = layout_of(tournament)
    assert (after.seats, after.tables, after.plays) == (before.seats, before.tables, before.plays)


@pytest.mark.parametrize(
    ("verb", "values", "status", "code"),
    [
        ("withdraw", {"team": 99, "from_round": 2}, 400, "no_such_team"),
        ("withdraw", {"team": 1, "from_round": 99}, 400, "no_such_round"),
        ("withdraw", {"team": "x", "from_round": 2}, 400, "invalid"),
        ("join", {"players": ["Нов Играч", "Друг Играч"], "from_round": 9}, 400, "no_such_round"),
        ("sides", {"round": 1, "table": 77, "reason": "x"}, 400, "no_such_table"),
        ("sides", {"round": 1, "table": 1}, 400, "reason_needed"),
        ("boards", {"round": 1, "table": 1, "other": 2}, 400, "same_boards"),
        (
            "wrong-board",
            {"round": 1, "table": 1, "board": 1, "other_board": 9},
            400,
            "no_such_play",
        ),
        ("no-show", {"team": 5}, 400, "was_there"),
        ("flies", {}, 404, "not_found"),
    ],
)
def test_invalid_change_is_rejected_with_code(tournament, client, verb, values, status, code):
    response = client.post(address(tournament, verb), values, format="json")
    assert (response.status_code, response.json()["errors"][0]["code"]) == (status, code)
    assert not Change.objects.exists()


def test_withdrawn_team_can_return(tournament, client):
    client.post(address(tournament, "withdraw"), {"team": 5, "from_round": 3})
    made = client.post(address(tournament, "return"), {"team": 5, "from_round": 5})
    assert (made.status_code, made.json()["action"]) == (201, "team_joined")


def test_no_show_team_is_withdrawn_from_first_round():
    tournament = make_drawn(8)
    client = APIClient()
    client.force_authenticate(director_of(tournament))
    made = client.post(address(tournament, "no-show"), {"team": 5})
    assert (made.status_code, made.json()["action"]) == (201, "team_absent")
    assert tournament.teams.get(number=5).withdrawn_from == 1


def test_api_and_pages_offer_the_same_changes():
    assert set(VERBS) == {*REPAIR_CHANGES, *PEOPLE_CHANGES, *EVENING_CHANGES}
    assert all(
        VERBS[slug].service is row.service
        for slug, row in (REPAIR_CHANGES | PEOPLE_CHANGES | EVENING_CHANGES).items()
    )


def test_changes_require_director(tournament):
    client = APIClient()
    values = {"team": 1, "from_round": 2, "preview": True}
    assert client.post(address(tournament, "withdraw"), values).status_code in {401, 403}
    client.force_authenticate(make_user("stranger"))
    assert client.post(address(tournament, "withdraw"), values).status_code == 403
    assert client.get(address(tournament)).status_code == 403
    assert Sitting.objects.filter(round__tournament=tournament).count() == 28
