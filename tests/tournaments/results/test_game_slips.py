import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, make_tournament, plays_of, rebuild
from tests.tournaments.results.helpers import village
from tournaments.errors import RuleViolationError
from tournaments.models import Play, Result, Tournament
from tournaments.results.services.results import confirm_result, correct_result, enter_result

pytestmark = pytest.mark.django_db


def first_play(tournament: Tournament) -> Play:
    return plays_of(tournament)[0]


def put(play: Play, ns: int, ew: int, side: str = "NS", **more) -> Result:
    slip = {"game": {"NS": ns, "EW": ew}, **more}
    step = enter_result(table=play.sitting.table, play_id=play.pk, slip=slip, side=side)
    return step.result


def test_game_is_entered_by_one_side_and_confirmed_by_other():
    play = first_play(village())
    result = put(play, 102, 60)
    confirm_result(
        table=play.sitting.table, play_id=play.pk, side="EW", agrees=True, version=result.version
    )
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    assert (result.kind, result.ns_score, result.ew_score, result.net) == ("game", 102, 60, 42)


def test_equal_game_entry_confirms_and_different_one_disputes():
    tournament = village()
    play = first_play(tournament)
    put(play, 102, 60)
    put(play, 102, 60, "EW")
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    other = plays_of(tournament)[1]
    put(other, 102, 60)
    put(other, 60, 102, "EW")
    other.refresh_from_db()
    assert other.state == Play.State.DISPUTED


@pytest.mark.parametrize(
    ("game", "slip", "code"),
    [
        ({"deals": 12}, {"contract": "H"}, "no_deal"),
        ({"deals": 12}, {"game": {"NS": 1}}, "two_numbers"),
        ({"deals": 12}, {"game": {"NS": -1, "EW": 3}}, "whole_numbers"),
        ({"deals": 12}, {"game": {"NS": True, "EW": 3}}, "whole_numbers"),
        ({"deals": 12}, {"game": {"NS": 10**9, "EW": 3}}, "too_many"),
        ({"to": 501}, {"game": {"NS": 480, "EW": 320}}, "not_arrived"),
        ({"to": 501}, {"game": {"NS": 520, "EW": 520}}, "no_winner"),
        ({"to": 151, "best_of": 3}, {"game": {"NS": 300, "EW": 200}}, "two_numbers"),
        ({"deals": 12}, {"game": {"NS": 102, "EW": 60}, "games": []}, "no_deal"),
        (
            {"to": 151, "best_of": 3},
            {"won": {"NS": 2, "EW": 0}, "games": [{"NS": 160, "EW": 9}] * 3},
            "too_many_games",
        ),
        (
            {"to": 151, "best_of": 3},
            {"won": {"NS": 2, "EW": 0}, "games": [{"NS": "160"}]},
            "two_numbers",
        ),
        (
            {"to": 151, "best_of": 3},
            {"game": {"NS": 300, "EW": 200}, "won": {"NS": 1, "EW": 1}},
            "match_not_over",
        ),
        (
            {"to": 151, "best_of": 3},
            {"game": {"NS": 300, "EW": 200}, "won": {"NS": 2, "EW": 2}},
            "too_many_games",
        ),
    ],
)
def test_invalid_game_slip_is_rejected_and_not_stored(game, slip, code):
    play = first_play(village(**game))
    with pytest.raises(RuleViolationError) as refused:
        enter_result(table=play.sitting.table, play_id=play.pk, slip=slip, side="NS")
    assert refused.value.code == code
    assert not Result.objects.exists()


def test_match_can_be_entered_with_games_won_only():
    play = first_play(village(to=151, best_of=3))
    step = enter_result(
        table=play.sitting.table, play_id=play.pk, slip={"won": {"NS": 2, "EW": 1}}, side="NS"
    )
    assert step.result.slip == {"won": {"NS": 2, "EW": 1}}
    assert step.result.outcome["games"] == {"NS": 2, "EW": 1}
    assert (step.result.ns_score, step.result.ew_score) == (0, 0)


def test_match_entry_without_points_confirms_one_with_points():
    play = first_play(village(to=151, best_of=3))
    games = [{"NS": 160, "EW": 90}, {"NS": 170, "EW": 30}]
    won = {"NS": 2, "EW": 0}
    table = play.sitting.table
    enter_result(table=table, play_id=play.pk, slip={"won": won, "games": games}, side="NS")
    enter_result(table=table, play_id=play.pk, slip={"won": won}, side="EW")
    play.refresh_from_db()
    assert (play.state, play.current.ns_score, play.current.ew_score) == ("confirmed", 330, 120)


def test_match_requires_points_when_scoring_uses_them():
    tournament = village(to=151, best_of=3)
    Tournament.objects.filter(pk=tournament.pk).update(scoring="points_then_wins")
    play = first_play(tournament)
    with pytest.raises(RuleViolationError) as refused:
        enter_result(
            table=play.sitting.table, play_id=play.pk, slip={"won": {"NS": 2, "EW": 1}}, side="NS"
        )
    assert refused.value.code == "points_needed"


def test_timed_game_is_valid_below_the_target():
    put(first_play(village(to=501, minutes=45)), 300, 280)
    assert Result.objects.count() == 1


def test_games_are_counted_in_standings():
    tournament = village()
    for play in plays_of(tournament):
        points = 90 if play.sitting.seats.get(side="NS").team.number == 1 else 70
        other = 110 if play.sitting.seats.get(side="EW").team.number == 1 else 60
        correct_result(
            play_id=play.pk,
            slip={"game": {"NS": points, "EW": other}},
            reason="read out",
            actor=None,
        )
    tournament = rebuild(tournament)
    best = tournament.standing_rows.order_by("position").first()
    assert best.team.number == 1
    assert best.figure == "6"  # three wins of two points


def test_phone_enters_a_game_through_the_results_api():
    tournament = village()
    play = first_play(tournament)
    token = play.sitting.table.token
    page = Client().get(reverse("table", args=[token]))
    data = json.loads(
        page.content.decode().split('id="entry-data" type="application/json">')[1].split("<")[0]
    )
    assert data["game"] == {"deals": 12, "sides": ["NS", "EW"], "needs_points": False}
    assert data["state"]["rounds"][0]["boards"][0]["is_game"] is True
    answer = Client().post(
        reverse("api_results", args=[token]) + "?answer=state",
        json.dumps(
            {
                "play": play.pk,
                "slip": {"game": {"NS": 102, "EW": 60}},
                "side": "NS",
                "client_key": str(uuid.uuid4()),
            }
        ),
        content_type="application/json",
    )
    assert answer.status_code == 201
    entry = answer.json()["state"]["rounds"][0]["boards"][0]["entries"][0]
    assert (entry["kind"], entry["score"]) == ("game", {"NS": 102, "EW": 60})


def test_the_director_sees_and_corrects_a_game():
    tournament = village(to=151, best_of=3)
    play = first_play(tournament)
    put(play, 320, 200, won={"NS": 2, "EW": 0})
    client = Client()
    client.force_login(director_of(tournament))
    path = reverse("manage_play", args=[tournament.code, play.pk])
    assert "320" in client.get(path).content.decode()
    sent = {"kind": "game", "ns": 320, "ew": 200, "won_ns": 2, "won_ew": 1, "reason": "their sheet"}
    preview = client.post(reverse("manage_play_preview", args=[tournament.code, play.pk]), sent)
    assert preview.status_code == 200
    assert client.post(path, sent).status_code == 302
    play.refresh_from_db()
    assert play.current.outcome["games"] == {"NS": 2, "EW": 1}
    assert play.results.count() == 2
    lacking = client.post(path, {"kind": "game", "ns": 320, "won_ns": 2, "reason": "x"})
    assert "Write a number." in lacking.content.decode()
    assert client.get(reverse("manage_tournament", args=[tournament.code])).status_code == 200


def test_director_enters_first_game_without_reason():
    tournament = village()
    play = first_play(tournament)
    client = Client()
    client.force_login(director_of(tournament))
    path = reverse("manage_play", args=[tournament.code, play.pk])
    page = client.get(path).content.decode()
    assert "The board for everybody" not in page
    assert "Not needed for a first entry." in page
    stored = client.post(path, {"kind": "game", "ns": 1102, "ew": 960}, follow=True)
    assert "The game of table 1 is stored." in stored.content.decode()
    play.refresh_from_db()
    assert (play.state, play.current.outcome["score"]) == ("confirmed", {"NS": 1102, "EW": 960})
    again = client.post(path, {"kind": "game", "ns": 1202, "ew": 960})
    assert "Please give a reason for the log." in again.content.decode()


def test_public_pages_of_open_play_respond():
    tournament = village()
    for play in plays_of(tournament):
        put(play, 102, 60)
        put(play, 102, 60, "EW")
    rebuild(tournament)
    client = Client()
    code = tournament.code
    for name, more in (
        ("tournament", []),
        ("tournament_round", [1]),
        ("tournament_boards", []),
        ("tournament_board", [1]),
        ("tournament_team", [1]),
        ("tournament_rules", []),
        ("tournament_projector", []),
        ("tournament_standings_file", ["csv"]),
    ):
        answer = client.get(reverse(name, args=[code, *more]))
        assert answer.status_code in (200, 404), name
        assert answer.status_code == 200 or name == "tournament_board"
    assert client.get(f"/api/v1/tournaments/{code}/standings/").status_code == 200
    assert client.get(f"/api/v1/tournaments/{code}/rounds/1/").status_code == 200


@pytest.mark.parametrize("way", ["phone", "desk", "page"])
def test_match_without_points_is_stored_equally_from_all_forms(way):
    tournament = village(to=151, best_of=3)
    Tournament.objects.filter(pk=tournament.pk).update(scoring="wins_then_points")
    play, client = first_play(tournament), Client()
    client.force_login(director_of(tournament))
    won = {"NS": 2, "EW": 1}
    if way == "phone":
        enter_result(table=play.sitting.table, play_id=play.pk, slip={"won": won}, side="NS")
    elif way == "page":
        path = reverse("manage_play", args=[tournament.code, play.pk])
        client.post(path, {"kind": "game", "won_ns": 2, "won_ew": 1, "reason": ""})
    else:
        typed = {"figures": {"won_NS": "2", "won_EW": "1"}}
        client.post(
            reverse("manage_scorer_step", args=[tournament.code]),
            json.dumps({"play": play.pk, "key": str(uuid.uuid4()), "typed": typed}),
            content_type="application/json",
        )
    result = Result.objects.get()
    assert result.slip == {"won": won}
    assert result.outcome == {"score": {"NS": 0, "EW": 0}, "deals": 1, "games": won}


def test_scorer_entry_without_points_keeps_table_points():
    tournament = village(to=151, best_of=3)
    play, client = first_play(tournament), Client()
    client.force_login(director_of(tournament))
    games = [{"NS": 160, "EW": 90}, {"NS": 170, "EW": 30}]
    slip = {"won": {"NS": 2, "EW": 0}, "games": games}
    enter_result(table=play.sitting.table, play_id=play.pk, slip=slip, side="NS")
    typed = {"figures": {"won_NS": "2", "won_EW": "0"}}
    client.post(
        reverse("manage_scorer_step", args=[tournament.code]),
        json.dumps({"play": play.pk, "key": str(uuid.uuid4()), "typed": typed}),
        content_type="application/json",
    )
    play.refresh_from_db()
    assert (play.state, play.current.ns_score, play.current.ew_score) == ("confirmed", 330, 120)


def test_match_tournament_defaults_to_wins_then_points():
    made = make_tournament(cards="open", game={"to": 501, "best_of": 3}, scoring="matchpoints")
    assert made.scoring == "wins_then_points"
