import csv
import io
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import enter, fill_rounds, make_drawn, plays_of, slip
from tests.tournaments.manage import address, client_of, messages_of
from tournaments.console.selectors.console import console_of
from tournaments.console.services.calls import call_director
from tournaments.console.services.clock import start_round
from tournaments.draws.services.draws import undo_draw
from tournaments.models import DirectorCall, Play, Round, Tournament
from tournaments.results.services.results import confirm_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn()


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


def at(tournament: Tournament, table: int, order: int = 1, number: int = 1) -> Play:
    [play] = plays_of(
        tournament,
        sitting__round__number=number,
        sitting__table__number=table,
        order=order,
    )
    return play


def confirm(play: Play) -> None:
    enter(play, "NS")
    confirm_result(table=play.sitting.table, play_id=play.pk, version=1, side="EW", agrees=True)


def states(tournament: Tournament) -> dict[int, str]:
    room = console_of(tournament)
    assert room is not None
    return {card.table.number: card.state for card in room.cards}


def begin(tournament: Tournament, minutes_ago: int = 0) -> None:
    start_round(tournament=tournament, number=1)
    then = timezone.now() - timedelta(minutes=minutes_ago)
    Round.objects.filter(tournament=tournament, number=1).update(
        started_at=then, ends_at=then + timedelta(minutes=12)
    )


def test_tables_are_empty_before_round_starts(tournament):
    assert states(tournament) == dict.fromkeys([1, 2, 3, 4], "empty")


def test_console_shows_state_of_each_table(tournament):
    begin(tournament)
    confirm(at(tournament, 1, 1))
    enter(at(tournament, 1, 2))
    confirm(at(tournament, 2, 1))
    confirm(at(tournament, 2, 2))
    enter(at(tournament, 3), "NS")
    enter(at(tournament, 3), "EW", slip=slip(60))
    call_director(table=at(tournament, 4).sitting.table, message="Revoke")
    assert states(tournament) == {1: "entered", 2: "finished", 3: "dispute", 4: "call"}


def test_table_without_activity_is_marked(tournament):
    begin(tournament, minutes_ago=9)
    enter(at(tournament, 2))
    assert states(tournament) == {
        1: "silent",
        2: "playing",
        3: "silent",
        4: "silent",
    }
    Round.objects.filter(tournament=tournament, number=1).update(paused_seconds=60)
    assert states(tournament) == dict.fromkeys([1, 2, 3, 4], "playing")


def test_next_problem_cycles_through_tables(tournament):
    begin(tournament, minutes_ago=9)
    enter(at(tournament, 2))
    room = console_of(tournament)
    assert room is not None
    assert [room.next_problem(after) for after in (None, 1, 3, 4)] == [1, 3, 4, 1]


def test_filter_and_search_hide_the_other_tables(tournament, client):
    begin(tournament)
    call_director(table=at(tournament, 4).sitting.table)
    path = address("tournament", tournament)

    def shown(**asked: str) -> list[int]:
        context = client.get(path, asked).context
        needs = [card.table.number for card in context["needs"]]
        return needs + [row.number for row in context["others"]]

    assert shown(state="call") == [4]
    assert shown(state="nonsense") == [4, 1, 2, 3]
    name = at(tournament, 2).sitting.seats.get(side="NS").team.name
    assert shown(q=name) == [2]
    assert shown(q="nobody at all") == []


def test_opened_table_shows_seats_boards_and_actions(tournament, client):
    begin(tournament)
    enter(at(tournament, 2), slip=slip(98, "H", "S", contra=1))
    page = client.get(address("tournament", tournament), {"table": "2"}).content.decode()
    assert "Table 2" in page
    assert "98–64" in page
    assert "×2" in page
    assert at(tournament, 2).sitting.table.token in page
    assert "Correct board 1" in page
    assert "Enter board 2" in page


@pytest.mark.parametrize(
    "asked", ["table=99", "table=x", "round=99", "round=-1", "round=٣", "q=%00"]
)
def test_console_ignores_invalid_query_parameters(tournament, client, asked):
    assert client.get(f"{address('tournament', tournament)}?{asked}").status_code == 200


def test_clock_is_started_extended_and_paused(tournament, client):
    path = address("clock", tournament)
    client.post(path, {"do": "pause"})
    client.post(path, {"do": "start-1"})
    first = tournament.rounds.get(number=1)
    assert first.ends_at - first.started_at == timedelta(minutes=12)
    client.post(path, {"do": "add-5"})
    first.refresh_from_db()
    assert first.ends_at - first.started_at == timedelta(minutes=17)
    client.post(path, {"do": "pause"})
    first.refresh_from_db()
    assert first.paused_seconds in range(16 * 60, 17 * 60 + 1)
    client.post(path, {"do": "resume"})
    first.refresh_from_db()
    assert first.paused_seconds is None
    for order in ("start-99", "add-999", "", "nonsense", "start-"):
        assert client.post(path, {"do": order}).status_code == 302
    assert tournament.rounds.filter(started_at__isnull=False).count() == 1


def test_round_start_can_be_undone_until_first_result(tournament, client):
    path = address("clock", tournament)
    client.post(path, {"do": "start-1"})
    assert "Undo the start" in client.get(path).content.decode()
    client.post(path, {"do": "undo-1"})
    first = tournament.rounds.get(number=1)
    assert (first.started_at, first.ends_at) == (None, None)
    client.post(path, {"do": "start-1"})
    enter(at(tournament, 1))
    refused = client.post(path, {"do": "undo-1"})
    assert messages_of(refused) == ["Round 1 has results already, so it goes on."]
    first.refresh_from_db()
    assert first.started_at is not None


def test_clock_action_redirects_to_local_referrer_only(tournament, client):
    home = address("tournament", tournament)
    came_from = f"http://testserver{home}?table=3&state=playing"
    back = client.post(
        address("clock", tournament), {"do": "start-1"}, headers={"referer": came_from}
    )
    assert back.url == came_from
    evil = client.post(
        address("clock", tournament),
        {"do": "start-1"},
        headers={"referer": f"http://evil.example{home}"},
    )
    assert evil.url == home


def test_director_call_is_answered_then_settled(tournament, client):
    call = call_director(table=at(tournament, 1).sitting.table, message="Спор 😀")
    assert (
        "Спор 😀" in client.get(address("tournament", tournament), {"table": "1"}).content.decode()
    )
    client.post(address("call", tournament, call.pk), {"do": "answer"})
    assert states(tournament)[1] == "call"
    client.post(address("call", tournament, call.pk), {"do": "settle"})
    assert states(tournament)[1] == "empty"
    assert DirectorCall.objects.get().answered_at is not None


def test_live_console_redirects_after_draw_is_undone(tournament, client):
    path = address("live", tournament)
    assert client.get(path).status_code == 200
    undo_draw(tournament=tournament)
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (302, address("tournament", tournament))


def test_live_console_returns_304_when_unchanged(tournament, client, monkeypatch):
    now = timezone.now()  # the console is sent again every half minute
    monkeypatch.setattr(timezone, "now", lambda: now)
    path = address("live", tournament)
    first = client.get(path)
    assert first.status_code == 200
    assert "no-cache" in first["Cache-Control"]
    same = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    enter(at(tournament, 1))
    assert client.get(path, headers={"if-none-match": first["ETag"]}).status_code == 200
    other = client.get(f"{path}?table=1", headers={"if-none-match": first["ETag"]})
    assert other.status_code == 200


def test_console_lists_missing_results_before_next_round(tournament, client):
    begin(tournament)
    fill_rounds(tournament, 1)
    start_round(tournament=tournament, number=2)
    play = at(tournament, 3)
    Play.objects.filter(pk=play.pk).update(state=Play.State.EMPTY, current=None)
    page = client.get(address("tournament", tournament)).content.decode()
    assert "Round 1, table 3, board 1" in page
    assert "8 results are missing in this round." in page


@pytest.mark.parametrize("teams", [8, 16])
def test_live_console_query_count_is_bounded(teams, django_assert_max_num_queries):
    tournament = make_drawn(teams)
    begin(tournament)
    client = client_of(tournament)
    with django_assert_max_num_queries(32):
        client.get(address("live", tournament), {"table": "1"})


@pytest.mark.sql
def test_log_shows_before_and_after_and_exports_csv(tournament, client):
    begin(tournament)
    play = at(tournament, 1)
    enter(play, who="=SUM(A1) Ана")
    enter(play, slip=slip(60))
    page = client.get(address("log", tournament), {"group": "results"}).content.decode()
    assert "Board 1 entered" in page
    assert "Draw published" not in page
    response = client.get(address("log_csv", tournament), {"table": "1"})
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert rows[0] == ["Time", "Who", "Where", "What", "Before", "After"]
    assert [row[2] for row in rows[1:]] == ["Table 1, phone", "Table 1, phone"]
    assert rows[2][1] == "'=SUM(A1) Ана"
    assert (rows[1][4], rows[1][5]) == ("hearts, South 10–6", "hearts, South 0–16")


def test_next_round_skips_unstarted_rounds_with_results(tournament, client):
    start_round(tournament=tournament, number=1)
    fill_rounds(tournament, 3)
    Round.objects.filter(tournament=tournament, number__gt=1).update(started_at=None, ends_at=None)
    assert console_of(tournament).next_round == 4
    fill_rounds(tournament, tournament.rounds.count())
    Round.objects.filter(tournament=tournament, number__gt=1).update(started_at=None, ends_at=None)
    assert console_of(tournament).next_round is None
    page = client.get(address("tournament", tournament)).content.decode()
    assert "Finish the tournament" in page


def test_log_shows_open_game_by_its_points():
    village = make_drawn(4, cards="open", variant="bela", game={"deals": 12})
    enter(plays_of(village)[0], "NS", slip={"game": {"NS": 1244, "EW": 1011}})
    director = client_of(village)
    page = director.get(address("log", village)).content.decode()
    assert "Passed out" not in page
    assert "1244–1011" in page
    rows = list(csv.reader(io.StringIO(director.get(address("log_csv", village)).content.decode())))
    assert "1244–1011" in rows[1][-1]
