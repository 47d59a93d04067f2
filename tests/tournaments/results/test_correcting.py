import json
import re

import pytest
from django.test import Client

from tests.builders import enter, make_drawn, plays_of, slip
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of
from tests.tournaments.results.helpers import PLAYED
from tournaments.models import Play, StandingsChange, Tournament
from tournaments.results.services.results import confirm_result, correct_result
from tournaments.rulings.services.closing import close_board

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_drawn()


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


@pytest.fixture
def play(tournament) -> Play:
    return plays_of(tournament)[0]


def test_director_enters_a_result_with_reason(tournament, client, play):
    response = client.post(address("play", tournament, play.pk), PLAYED)
    assert response.url == f"{address('tournament', tournament)}?round=1&table=1"
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    assert (play.current.ns_score, play.current.ew_score) == (10, 6)
    assert (play.current.reason, play.current.source) == ("Read from the slip", "director")


def test_points_may_be_given_for_either_side(tournament, client, play):
    client.post(address("play", tournament, play.pk), {**PLAYED, "side": "EW", "points": "64"})
    play.refresh_from_db()
    assert play.current.outcome["points"] == {"NS": 98, "EW": 64}


def test_lead_is_stored_without_changing_the_score(tournament, client, play):
    client.post(address("play", tournament, play.pk), {**PLAYED, "lead": "E"})
    play.refresh_from_db()
    assert play.current.slip["lead"] == "E"
    assert (play.current.ns_score, play.current.ew_score) == (10, 6)
    assert "lead" not in play.current.outcome
    page = " ".join(client.get(address("play", tournament, play.pk)).content.decode().split())
    assert "East led" in page
    assert re.search(r'name="lead" value="E"[^>]* checked', page)
    client.post(address("play", tournament, play.pk), {**PLAYED, "lead": "Q"})
    assert play.results.count() == 1
    client.post(address("play", tournament, play.pk), {**PLAYED, "lead": ""})
    play.refresh_from_db()
    assert "lead" not in play.current.slip


def test_result_page_lists_every_version(tournament, client, play):
    enter(play, who="Ана")
    confirm_result(table=play.sitting.table, play_id=play.pk, version=1, side="EW", agrees=False)
    client.post(address("play", tournament, play.pk), {**PLAYED, "points": "60"})
    page = client.get(address("play", tournament, play.pk)).content.decode()
    assert "North–South, Ана" in page
    assert "East–West said it is not correct" in page
    assert "Read from the slip" in page
    assert page.index("<b>2</b>") < page.index("<b>1</b>")


def test_form_is_prefilled_with_the_current_result(tournament, client, play):
    enter(play, slip=slip(98, "AT", "W", contra=1))
    form = client.get(address("play", tournament, play.pk)).context["form"]
    values = [form[name].value() for name in ("contract", "declarer", "contra", "points")]
    assert values == ["AT", "W", "1", 98]


def test_version_parameter_prefills_that_version(tournament, client, play):
    enter(play, "NS", slip=slip(98))
    enter(play, "EW", slip=slip(60))
    path = address("play", tournament, play.pk)
    assert client.get(path).context["form"]["points"].value() == 60
    context = client.get(path, {"version": "1"}).context
    assert context["form"]["points"].value() == 98
    assert context["preview"]["score"] == (10, 6)
    assert client.get(path, {"version": "7"}).context["form"]["points"].value() == 60


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"contract": ""}, "Choose what was played."),
        ({"declarer": ""}, "Choose who named it."),
        ({"points": ""}, "Write the points of one side."),
        ({"points": "175"}, "175 is too many. In hearts the tricks are worth 162 in all."),
        ({"points": "-1"}, "Ensure this value is greater than or equal to 0."),
        ({"announced_ns": "15"}, "ten"),
        ({"contract": "X"}, "X is not one of the available choices"),
        ({"kind": "record", "record": "{"}, "This is not JSON"),
        ({"kind": "record", "record": "[]"}, "A deal record is one JSON object."),
        ({"kind": "record"}, "Paste the deal record."),
    ],
)
def test_invalid_form_shows_errors_and_stores_nothing(tournament, client, play, change, words):
    response = client.post(address("play", tournament, play.pk), {**PLAYED, **change})
    assert words in response.content.decode()
    assert not play.results.exists()


def test_contra_not_allowed_in_contract_is_a_field_error():
    drawn = make_drawn(variant="baloot")
    play = plays_of(drawn)[0]
    path, client = address("play", drawn, play.pk), client_of(drawn)
    shown = client.get(path).context["form"]
    assert [words for _level, words in shown["contra"].field.choices][1:3] == [
        "contra",
        "recontra (suits)",
    ]
    sent = {**PLAYED, "contract": "NT", "points": "100", "contra": "2"}
    form = client.post(path, sent).context["form"]
    assert form.errors == {"contra": ["There is no recontra in no trumps."]}
    assert not play.results.exists()
    assert client.post(path, {**sent, "contra": "1"}).status_code == 302
    assert play.results.get().contra == 1


@pytest.mark.parametrize(("rules", "order"), [("bulgarian", "NWSE"), ("bazar_blot", "NESW")])
def test_form_lists_players_in_order_of_play(rules, order):
    drawn = make_drawn(variant=rules)
    path = address("play", drawn, plays_of(drawn)[0].pk)
    form = client_of(drawn).get(path).context["form"]
    for name in ("declarer", "lead"):
        seats = [seat for seat, _words in form[name].field.choices if seat]
        assert "".join(seats) == order


def test_correction_form_requires_a_reason(tournament, client, play):
    path = address("play", tournament, play.pk)
    assert client.post(path, {**PLAYED, "reason": " "}).status_code == 302
    again = client.post(path, {**PLAYED, "points": "77", "reason": " "})
    assert "Please give a reason for the log." in again.content.decode()
    assert play.results.count() == 1


def test_passed_out_and_not_played_need_no_figures(tournament, client, play):
    empty = {**PLAYED, "contract": "", "declarer": "", "points": ""}
    client.post(address("play", tournament, play.pk), {**empty, "kind": "passed_out"})
    play.refresh_from_db()
    assert (play.current.kind, play.current.net) == ("passed_out", 0)
    client.post(address("play", tournament, play.pk), {**empty, "kind": "not_played"})
    play.refresh_from_db()
    assert (play.current.kind, play.current.net) == ("not_played", None)


def test_preview_shows_score_and_stores_nothing(tournament, client, play):
    path = address("play_preview", tournament, play.pk)
    shown = client.post(path, {**PLAYED, "reason": ""})
    assert shown.context["preview"]["score"] == (10, 6)
    assert client.post(path, {**PLAYED, "points": ""}).context["preview"] == {}
    wrong = client.post(path, {**PLAYED, "points": "175"}).context["preview"]
    assert wrong["problem"].startswith("175 is too many.")
    assert not play.results.exists()


def test_override_stores_a_result_contradicted_by_the_cards(tournament, client, play):
    # 100 announced by one side is more than this board's cards allow.
    claimed = {**PLAYED, "announced_ns": "500"}
    shown = client.post(address("play_preview", tournament, play.pk), claimed)
    assert shown.context["preview"]["cards"]
    refused = client.post(address("play", tournament, play.pk), claimed)
    assert "Store it although it does not agree with the cards" in refused.content.decode()
    assert not play.results.exists()
    client.post(address("play", tournament, play.pk), {**claimed, "override": "on"})
    play.refresh_from_db()
    assert play.current.outcome["announced"] == {"NS": 500, "EW": 0}


def test_pasted_deal_record_is_stored(tournament, client, play):
    record = {"variant": "bulgarian", "dealer": play.board.deal.dealer,
              "pack": play.board.deal.pack, "calls": ["P", "P", "P", "P"]}  # fmt: skip
    values = {**PLAYED, "kind": "record", "record": json.dumps(record)}
    client.post(address("play", tournament, play.pk), values)
    play.refresh_from_db()
    assert (play.current.kind, play.current.reason) == ("passed_out", "Read from the slip")
    assert play.current.record.record["calls"] == ["P", "P", "P", "P"]


def test_record_with_cards_of_another_board_is_rejected(tournament, client, play):
    other = plays_of(tournament, board__number=5)[0].board.deal
    record = {"variant": "bulgarian", "dealer": other.dealer, "pack": other.pack,
              "calls": ["P", "P", "P", "P"]}  # fmt: skip
    values = {**PLAYED, "kind": "record", "record": json.dumps(record)}
    page = client.post(address("play", tournament, play.pk), values).content.decode()
    assert "These are not the cards of this board." in page
    assert not play.results.exists()


def test_only_corrections_of_public_results_revise_standings(tournament, play):
    """The first result of a closed board is a correction: the board is public without it."""

    def revises(play: Play, points: int) -> bool:
        correct_result(play_id=play.pk, slip=slip(points), reason="seen", actor=None)
        return StandingsChange.objects.filter(play_id=play.pk).latest("pk").revises

    enter(play)
    assert not revises(play, 99), "entered by one side only, not public"
    assert revises(play, 100), "it was confirmed"
    [other, *_] = [each for each in plays_of(tournament) if each.board_id != play.board_id]
    close_board(board=other.board, confirmed=True)
    assert revises(other, 99)
