import json
import uuid

import pytest

from tests.builders import (
    director_of,
    enter,
    fill_rounds,
    make_club,
    make_drawn,
    make_tournament,
    make_user,
    plays_of,
    rebuild,
    slip,
)
from tournaments.models import Result, Team, Tournament

pytestmark = pytest.mark.django_db
ROOT = "/api/v1"


def post(client, path, data, **headers):
    return client.post(f"{ROOT}{path}", data, content_type="application/json", **headers)


def get(client, path):
    response = client.get(f"{ROOT}{path}")
    assert response.status_code == 200, response.content
    return response.json()


def first_play(tournament):
    play = plays_of(tournament)[0]
    return play, f"/tables/{play.sitting.table.token}"


# Reading ----------------------------------------------------------------------------------------


def test_public_endpoints_return_tournament_and_standings(client):
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    rebuild(tournament)
    listed = get(client, "/tournaments/?state=playing")
    assert [row["code"] for row in listed["results"]] == [tournament.code]
    base = f"/tournaments/{tournament.code}"
    assert get(client, f"{base}/")["seed"] is None
    assert get(client, f"{base}/")["seed_hash"] == tournament.seed_hash
    assert len(get(client, f"{base}/teams/")) == 8
    assert len(get(client, f"{base}/rounds/")) == 7
    assert len(get(client, f"{base}/rounds/1/")["sittings"]) == 4
    standings = get(client, f"{base}/standings/")
    assert (standings["rounds"], standings["is_fresh"]) == (1, True)
    assert len(standings["lists"][0]["lines"]) == 8


def test_board_hides_deal_and_results_until_it_is_over(client):
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    base = f"/tournaments/{tournament.code}/boards"
    over, waiting = get(client, f"{base}/1/"), get(client, f"{base}/3/")
    assert (len(over["deal"]["hands"]), len(over["results"])) == (4, 4)
    assert (waiting["deal"], waiting["results"], waiting["done"]) == (None, None, 0)
    assert [board["is_over"] for board in get(client, f"{base}/")][:3] == [True, True, False]


def test_unpublished_draw_is_hidden_from_visitors(client):
    tournament = make_drawn(8, publish=False)
    base = f"/tournaments/{tournament.code}"
    assert get(client, f"{base}/rounds/") == []
    assert {team["number"] for team in get(client, f"{base}/teams/")} == {None}
    assert get(client, f"{base}/boards/") == []
    assert client.get(f"{ROOT}{base}/rounds/1/").status_code == 404


def test_unlisted_tournaments_are_not_listed(client):
    make_tournament(is_public=False)
    assert get(client, "/tournaments/")["count"] == 0


# Entering ---------------------------------------------------------------------------------------


def test_repeated_entry_is_stored_once_and_opponents_confirm_it(client):
    play, base = first_play(make_drawn(8))
    entry = {"play": play.pk, "side": "NS", "slip": slip(), "client_key": str(uuid.uuid4())}
    answers = [post(client, f"{base}/results/", entry) for _again in range(3)]
    assert [answer.status_code for answer in answers] == [201] * 3
    assert Result.objects.count() == 1
    assert answers[0].json()["net"] == 4
    word = {"play": play.pk, "version": 1, "side": "EW", "agrees": True}
    assert post(client, f"{base}/confirmations/", word).json() == {
        "play": play.pk,
        "state": "confirmed",
        "version": 1,
    }


def test_confirmation_requires_version_or_entry_key(client):
    play, base = first_play(make_drawn(8))
    key = str(uuid.uuid4())
    post(
        client,
        f"{base}/results/",
        {"play": play.pk, "side": "NS", "slip": slip(), "client_key": key},
    )
    word = {"play": play.pk, "side": "EW", "agrees": True}
    missing = post(client, f"{base}/confirmations/", word)
    assert (missing.status_code, missing.json()["errors"][0]["code"]) == (400, "required")
    assert post(client, f"{base}/confirmations/", {**word, "entry": key}).json()["version"] == 1
    play.refresh_from_db()
    assert play.state == "confirmed"


def test_repeated_director_call_is_stored_once(client):
    play, base = first_play(make_drawn(8))
    call = {"play": play.pk, "message": "A card on the floor"}
    answers = [post(client, f"{base}/call/", call) for _again in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["message"] == "A card on the floor"
    assert answers[0].json()["board"] == play.board.number
    assert play.sitting.table.calls.count() == 1


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"slip": slip(points=175)}, 400, None),
        ({"slip": {**slip(), "declarer": "Q"}}, 400, None),
        ({"slip": {**slip(), "colour": "red"}}, 400, "unknown_key"),
        ({"slip": "98"}, 400, "bad_slip"),
        ({"slip": [1]}, 400, "bad_slip"),
        ({"side": "XX"}, 400, "invalid_choice"),
        ({"side": None}, 400, "null"),
        ({"play": "x"}, 400, "invalid"),
        ({"play": 10**30}, 400, None),
        ({"client_key": "not a key"}, 400, "invalid"),
        ({"who": "x" * 500}, 400, "max_length"),
    ],
)
def test_invalid_result_is_rejected_and_not_stored(client, change, status, code):
    play, base = first_play(make_drawn(8))
    response = post(
        client, f"{base}/results/", {"play": play.pk, "side": "NS", "slip": slip(), **change}
    )
    assert response.status_code == status, response.content
    error = response.json()["errors"][0]
    assert error["detail"]
    assert code is None or error["code"] == code
    assert Result.objects.count() == 0


def test_board_of_another_table_is_rejected(client):
    tournament = make_drawn(8)
    _play, base = first_play(tournament)
    other = plays_of(tournament)[-1]
    entry = {"play": other.pk, "side": "NS", "slip": slip()}
    assert post(client, f"{base}/results/", entry).json()["errors"][0]["code"] == "not_your_board"


def test_wrong_table_token_returns_404(client):
    assert post(client, "/tables/nonsense/results/", {}).status_code == 404
    assert client.get(f"{ROOT}/tables/nonsense/").status_code == 404


def test_entry_for_confirmed_result_returns_409(client):
    play, base = first_play(make_drawn(8))
    enter(play, "NS")
    enter(play, "EW")
    response = post(client, f"{base}/results/", {"play": play.pk, "side": "NS", "slip": slip(90)})
    assert response.status_code == 409
    assert response.json()["errors"][0]["code"] == "confirmed_already"


def test_broken_json_returns_400_and_oversized_body_413(client):
    play, base = first_play(make_drawn(8))
    assert post(client, f"{base}/results/", "{").status_code == 400
    assert post(client, f"{base}/results/", b"\xff\xfe").status_code == 400
    huge = json.dumps({"who": "x" * 10_000_000})
    assert post(client, f"{base}/results/", huge).status_code == 413
    assert post(client, "/score/", huge).status_code == 413
    assert play.results.count() == 0


def test_error_detail_follows_accept_language(client):
    play, base = first_play(make_drawn(8))
    entry = {"play": play.pk, "side": "NS", "slip": "98"}
    texts = {
        language: post(
            client, f"{base}/results/", entry, headers={"Accept-Language": language}
        ).json()["errors"][0]["detail"]
        for language in ("en", "bg")
    }
    assert texts["en"] != texts["bg"]


# Running a club ---------------------------------------------------------------------------------


def new_tournament(club) -> dict:
    return {"club": club.pk, "name": "By API", "date": "2026-12-01", "start_time": "19:00"}


def test_organiser_creates_tournament_and_enters_team(client):
    user = make_user()
    client.force_login(user)
    made = post(client, "/tournaments/", new_tournament(make_club(user=user)))
    assert made.status_code == 201
    code = made.json()["code"]
    team = post(client, f"/tournaments/{code}/teams/", {"players": ["Анна", "Надя"]})
    assert team.json() == {
        "id": Team.objects.get().pk,
        "number": None,
        "name": "Анна – Надя",
        "players": ["Анна", "Надя"],
    }
    again = post(client, f"/tournaments/{code}/teams/", {"players": ["Анна", "Петър"]})
    assert again.status_code == 400
    assert again.json()["errors"][0]["code"] == "player_twice"


def test_strangers_cannot_create_tournaments_or_correct_results(client):
    tournament = make_drawn(8)
    play = plays_of(tournament)[0]
    correction = {"play": play.pk, "slip": slip(), "reason": "because"}
    assert post(client, "/tournaments/", new_tournament(tournament.club)).status_code == 401
    assert post(client, f"/tournaments/{tournament.code}/results/", correction).status_code == 401
    client.force_login(make_user("stranger"))
    assert post(client, f"/tournaments/{tournament.code}/results/", correction).status_code == 403
    assert post(client, "/tournaments/", new_tournament(tournament.club)).status_code == 403
    assert (Result.objects.count(), Tournament.objects.count()) == (0, 1)


def test_director_correction_requires_reason(client):
    tournament = make_drawn(8)
    client.force_login(director_of(tournament))
    correction = {"play": plays_of(tournament)[0].pk, "slip": slip(), "reason": "misread"}
    made = post(client, f"/tournaments/{tournament.code}/results/", correction)
    assert (made.status_code, made.json()["state"]) == (201, "confirmed")
    without = post(client, f"/tournaments/{tournament.code}/results/", {**correction, "reason": ""})
    assert without.status_code == 400


# Scoring ----------------------------------------------------------------------------------------

SLIP = {"variant": "bulgarian", "contract": "AT", "declarer": "W", "points": {"NS": 34, "EW": 224}}


def test_score_endpoint_scores_one_slip_or_a_list(client):
    assert post(client, "/score/", SLIP).json()["score"] == {"NS": 4, "EW": 22}
    assert [r["score"] for r in post(client, "/score/", [SLIP, SLIP]).json()] == [
        {"NS": 4, "EW": 22}
    ] * 2


def test_score_endpoint_reports_errors_by_position(client):
    response = post(client, "/score/", [SLIP, {**SLIP, "points": {"NS": 300, "EW": 0}}])
    assert response.status_code == 400
    good, bad = response.json()
    assert good["score"] == {"NS": 4, "EW": 22}
    assert bad["error"]["at"] == "points"
    assert post(client, "/score/", "{").json()["error"]["at"] == "line 1"


def test_schema_and_docs_return_200(client):
    assert client.get(f"{ROOT}/schema/").status_code == 200
    assert client.get(f"{ROOT}/docs/").status_code == 200
