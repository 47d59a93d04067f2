import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, plays_of, rebuild
from tests.tournaments.formats import make_field
from tests.tournaments.results.helpers import threes
from tournaments.changes.services.repairs import exchange_sides
from tournaments.draws.selectors.movements import movement_of
from tournaments.errors import RuleViolationError
from tournaments.models import Play, Seat
from tournaments.movements import check_movement
from tournaments.results.services.results import correct_result, enter_result

pytestmark = pytest.mark.django_db

FIGURES = {"N": 701, "W": 480, "S": 512}


def put(play: Play, figures, side: str = "NS"):
    slip = {"game": figures}
    step = enter_result(table=play.sitting.table, play_id=play.pk, slip=slip, side=side)
    return step.result


def by_place(play: Play) -> dict[str, Seat]:
    return {seat.place: seat for seat in play.sitting.seats.select_related("team")}


def test_three_players_are_ranked_by_their_own_points():
    tournament = threes()
    play = plays_of(tournament)[0]
    put(play, FIGURES)
    put(play, FIGURES, "EW")
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    rebuild(tournament)
    seats = by_place(play)
    rows = tournament.standing_rows.order_by("position").values_list("team", "rank")
    assert list(rows) == [
        (seats["N"].team_id, 1),
        (seats["S"].team_id, 2),
        (seats["W"].team_id, 3),
    ]


@pytest.mark.parametrize(
    ("figures", "code"),
    [
        ({"NS": 701, "EW": 480}, "three_numbers"),
        ({"N": 701, "W": 480}, "three_numbers"),
        ({"N": 701, "W": 480, "S": -1}, "whole_numbers"),
        ({"N": 690, "W": 480, "S": 512}, "not_arrived"),
        ({"N": 701, "W": 480, "S": 701}, "no_winner"),
    ],
)
def test_invalid_figures_of_three_are_rejected(figures, code):
    play = plays_of(threes())[0]
    with pytest.raises(RuleViolationError) as refused:
        put(play, figures)
    assert refused.value.code == code


def test_director_form_requires_three_figures(client: Client):
    tournament = threes()
    play = plays_of(tournament)[0]
    client.force_login(director_of(tournament))
    address = reverse("manage_play", args=[tournament.code, play.pk])
    values = {"kind": "game", "n": "701", "w": "480", "reason": "slip"}
    page = client.post(address, values)
    assert page.status_code == 200
    assert "Write a number." in page.content.decode()
    assert client.post(address, {**values, "s": "512"}).status_code == 302
    play.refresh_from_db()
    assert play.current is not None
    assert play.current.outcome["score"] == FIGURES
    assert "701–480–512" in client.get(address).content.decode()
    console = client.get(reverse("manage_tournament", args=[tournament.code]) + "?table=1")
    assert "701–480–512" in console.content.decode()
    assert client.get(reverse("manage_log", args=[tournament.code])).status_code == 200


def test_table_phone_receives_sides_and_figures_of_three():
    tournament = threes()
    play = plays_of(tournament)[0]
    put(play, FIGURES)
    table = play.sitting.table
    page = Client().get(reverse("table", args=[table.token])).content.decode()
    assert '"sides": ["N", "W", "S"]' in page
    state = Client().get(reverse("api_table_state", args=[table.token])).json()
    assert json.dumps(FIGURES) in json.dumps(state)


def test_exchange_at_a_table_of_three_swaps_two_players():
    tournament = threes()
    play = plays_of(tournament)[0]
    correct_result(play_id=play.pk, slip={"game": FIGURES}, reason="test", actor=None)
    before = {place: seat.team_id for place, seat in by_place(play).items()}
    exchange_sides(sitting=play.sitting, reason="sat wrongly")
    after = {place: seat.team_id for place, seat in by_place(play).items()}
    assert after == {"N": before["W"], "W": before["N"], "S": before["S"]}
    rebuild(tournament)
    assert tournament.standing_rows.get(rank=1).team_id == before["W"]


def test_exchange_at_a_table_of_two_swaps_the_players():
    tournament = make_field(
        2, "two_handed", {"players": 2}, variant="bela2", cards="open", game={"to": 501}
    )
    play = plays_of(tournament)[0]
    before = {place: seat.team_id for place, seat in by_place(play).items()}
    exchange_sides(sitting=play.sitting, reason="sat wrongly")
    after = {place: seat.team_id for place, seat in by_place(play).items()}
    assert after == {"N": before["S"], "S": before["N"]}
    assert check_movement(movement_of(tournament)).is_valid
