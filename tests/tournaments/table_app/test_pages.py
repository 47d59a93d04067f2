import json
import re
from dataclasses import asdict

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from django.utils import translation

from tests.builders import enter, enter_and_confirm, fill_rounds, make_drawn, plays_of, slip
from tests.shared_rows import built_once
from tournaments.console.services.calls import answer_call, call_director, settle_call
from tournaments.console.services.clock import start_round
from tournaments.draws.services.draws import undo_draw
from tournaments.events.append import refresh_table
from tournaments.models import Board, DirectorCall, Table, Tournament
from tournaments.results.services.results import confirm_result, correct_result
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.table_app.selectors.tables import shared_state, states_of, table_of_token
from tournaments.table_app.views import SHELL

pytestmark = pytest.mark.django_db


@built_once
def tournament():
    return make_drawn(6, params={"entrants": 6, "rounds": 3})


@pytest.fixture
def table(tournament):
    return tournament.tables.get(number=1)


def state_of(client, table):
    return client.get(reverse("api_table_state", args=[table.token])).json()["state"]


def data_of(response):
    found = re.search(r'<script id="entry-data"[^>]*>(.*?)</script>', response.content.decode())
    return json.loads(found.group(1))


def test_table_page_contains_state_rules_and_texts(client, table):
    response = client.get(reverse("table", args=[table.token]))
    assert response.status_code == 200
    data = data_of(response)
    assert data["state"] == state_of(client, table)
    assert data["rules"]["totals"]["H"] == 162
    assert data["words"]["which"] == "What did you play?"


def test_table_responses_are_uncached_and_send_no_referrer(client, table):
    for name in ("table", "api_table_state"):
        response = client.get(reverse(name, args=[table.token]))
        assert response["Cache-Control"] == "no-store"
        assert response["Referrer-Policy"] == "no-referrer"
        assert response["X-Robots-Tag"] == "noindex"


def test_unknown_table_token_returns_404_with_explanation(client):
    response = client.get(reverse("table", args=["nobody"]))
    assert response.status_code == 404
    assert "There is no table behind this link" in response.content.decode()
    response = client.get(reverse("api_table_state", args=["nobody"]))
    assert (response.status_code, response.json()["errors"][0]["code"]) == (404, "no_such_table")


def test_table_state_has_seats_boards_and_next_tables(client, table):
    state = state_of(client, table)
    assert (state["phase"], state["round"], state["rounds_in_all"]) == ("playing", 1, 3)
    (shown,) = state["rounds"]
    assert set(shown["seats"]) == set("NESW")
    assert [board["board"] for board in shown["boards"]] == [1, 2]
    assert shown["boards"][0]["dealer"] == "N"
    assert shown["boards"][0]["first"] == "W"
    for pair in shown["pairs"].values():
        assert pair["onward"]["round"] == 2
        assert pair["onward"]["side"] in ("NS", "EW")
    assert shown["pairs"]["NS"]["players"] == [shown["seats"]["N"], shown["seats"]["S"]]


def test_table_page_and_state_contain_no_cards(client, table):
    fill_rounds(table.tournament, 1)
    page = client.get(reverse("table", args=[table.token])).content.decode()
    state = json.dumps(state_of(client, table))
    for board in Board.objects.select_related("deal"):
        assert board.deal.pack not in page
    assert not re.search(r"\b[CDHS][789TJQKA] [CDHS][789TJQKA]\b", page)
    assert "pack" not in state
    assert table.tournament.seed not in page


def test_table_state_omits_results_of_other_tables(client, tournament, table):
    other = plays_of(tournament, sitting__table__number=2, sitting__round__number=1)[0]
    enter(other, slip=slip(120))
    told = json.dumps(state_of(client, table)["rounds"])
    assert "120" not in re.sub(r'"(id|play)": \d+', "", told)


def test_table_state_returns_304_until_it_changes(client, tournament, table):
    address = reverse("api_table_state", args=[table.token])
    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    enter(plays_of(tournament, sitting__table=table)[0])
    after = client.get(address, headers={"if-none-match": first["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != first["ETag"]


def test_table_state_query_count_is_constant(client, tournament, table, django_assert_num_queries):
    address = reverse("api_table_state", args=[table.token])
    with django_assert_num_queries(21):
        client.get(address)
    fill_rounds(tournament, 2)
    with django_assert_num_queries(22):
        client.get(address)


def test_table_state_lists_entries_with_agreeing_sides(client, tournament, table):
    play = plays_of(tournament, sitting__table=table, sitting__round__number=1)[0]
    enter(play, "NS", slip=slip(98))
    confirm_result(table=table, play_id=play.pk, version=1, side="EW", agrees=True)
    board = state_of(client, table)["rounds"][0]["boards"][0]
    (entry,) = board["entries"]
    assert (board["state"], board["current"]) == ("confirmed", 1)
    assert (entry["side"], entry["agreed"], entry["refused"]) == ("NS", ["EW", "NS"], [])
    assert (entry["contract"], entry["points"]) == ("H", {"NS": 98, "EW": 64})
    assert (entry["outcome"], entry["score"]) == ("made", {"NS": 10, "EW": 6})


def test_table_state_hides_seats_before_the_draw_is_published(client):
    drawn = make_drawn(4, publish=False)
    state = state_of(client, drawn.tables.get(number=1))
    assert (state["phase"], state["rounds"]) == ("closed", [])


def test_board_is_over_once_every_table_has_confirmed(client, tournament, table):
    first, second = plays_of(tournament, board__number=1)[:2]
    enter_and_confirm(first)
    for play in plays_of(tournament, board__number=1, state="empty"):
        enter(play)
        assert state_of(client, table)["rounds"][0]["boards"][0]["is_over"] is False
        enter(play, "EW")
    assert state_of(client, table)["rounds"][0]["boards"][0]["is_over"] is True
    assert second.board.number == 1


def test_table_state_has_phase_finished_after_the_end(client, tournament, table):
    fill_rounds(tournament, 3)
    finish_tournament(tournament=tournament)
    assert state_of(client, table)["phase"] == "finished"


def test_older_round_stays_until_its_results_are_confirmed(client, tournament, table):
    play = plays_of(tournament, sitting__table=table, sitting__round__number=1)[0]
    enter(play)
    fill_rounds(tournament, 2)
    assert [each["number"] for each in state_of(client, table)["rounds"]] == [2, 3]
    Tournament.objects.get()
    late = plays_of(tournament, sitting__table=table, sitting__round__number=1)[1]
    late.state = "entered"
    late.save()
    refresh_table(table.pk)
    assert [each["number"] for each in state_of(client, table)["rounds"]] == [1, 2, 3]


def test_table_state_includes_the_round_clock(client, tournament, table):
    assert state_of(client, table)["rounds"][0]["begun"] is False
    start_round(tournament=tournament, number=1)
    shown = state_of(client, table)["rounds"][0]
    assert shown["begun"] is True
    assert shown["ends_at"]


def test_table_page_returns_404_after_undoing_the_draw(client, tournament, table):
    undo_draw(tournament=tournament)
    assert not Table.objects.exists()
    assert client.get(reverse("table", args=[table.token])).status_code == 404


def test_next_table_is_none_for_a_pair_that_sits_out(client):
    odd = make_drawn(5, params={"entrants": 5})
    states = [state_of(client, each) for each in odd.tables.all()]
    onward = [
        pair["onward"]["table"] for state in states for pair in state["rounds"][0]["pairs"].values()
    ]
    assert onward.count(None) == 1


def test_table_page_uses_the_language_of_the_request(client, table):
    with translation.override("bg"):
        response = client.get(
            reverse("table", args=[table.token]), headers={"accept-language": "bg"}
        )
    assert data_of(response)["language"] == "bg"


def test_service_worker_caches_every_file_of_the_page(client, table):
    worker = client.get(reverse("table_worker"))
    assert worker["Content-Type"].startswith("text/javascript")
    assert worker["Cache-Control"] == "no-cache"
    code = worker.content.decode()
    page = client.get(reverse("table", args=[table.token])).content.decode()
    loaded = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(loaded) > 10
    assert [path for path in loaded if f'"{path}"' not in code] == []


def test_app_shell_files_exist_and_include_every_module():
    from pathlib import Path

    assert [name for name in SHELL if not finders.find(name)] == []
    folder = Path(finders.find("js/table/main.js")).parent
    modules = {f"js/table/{path.name}" for path in folder.glob("*.js")}
    assert modules == {name for name in SHELL if name.startswith("js/table/")}


# Without scripts


def plain(client, table, **values):
    data = {"side": "NS", "kind": "played", "contra": "0", **values}
    return client.post(reverse("table_slip", args=[table.token]), data, follow=True)


def test_plain_form_stores_an_entry(client, tournament, table):
    play = plays_of(tournament, sitting__table=table, sitting__round__number=1)[0]
    response = plain(client, table, play=play.pk, contract="H", declarer="S", points=98)
    assert "Received. The other side has to confirm it." in response.content.decode()
    play.refresh_from_db()
    assert (play.state, play.current.ns_score) == ("entered", 10)


def test_plain_form_confirms_a_result(client, tournament, table):
    play = plays_of(tournament, sitting__table=table, sitting__round__number=1)[0]
    enter(play, "NS")
    response = plain(client, table, play=play.pk, side="EW", kind="confirm")
    assert "confirmed" in response.content.decode()
    play.refresh_from_db()
    assert play.state == "confirmed"


def test_plain_form_shows_the_validation_error(client, tournament, table):
    play = plays_of(tournament, sitting__table=table, sitting__round__number=1)[0]
    response = plain(client, table, play=play.pk, contract="H", declarer="S", points=175)
    assert "Points cannot be less than 0." in response.content.decode()
    play.refresh_from_db()
    assert play.state == "empty"


def test_plain_form_lists_contra_levels_and_rejects_invalid(client):
    table = make_drawn(4, variant="baloot").tables.get(number=1)
    play = plays_of(table.tournament, sitting__table=table, sitting__round__number=1)[0]
    page = client.get(reverse("table_slip", args=[table.token])).content.decode()
    assert '<option value="1">contra</option>' in page
    assert '<option value="4">coffee (suits)</option>' in page
    sent = {"play": play.pk, "contract": "NT", "declarer": "S", "points": 100, "contra": "2"}
    assert "There is no recontra in no trumps." in plain(client, table, **sent).content.decode()
    play.refresh_from_db()
    assert play.state == "empty"
    plain(client, table, **sent | {"contra": "1"})
    play.refresh_from_db()
    assert (play.state, play.current.contra) == ("entered", 1)


def test_plain_form_lists_players_in_order_of_play(client):
    table = make_drawn(4, variant="bazar_blot").tables.get(number=1)
    page = client.get(reverse("table_slip", args=[table.token])).content.decode()
    named = page.split('name="declarer"')[1].split("</select>")[0]
    assert re.findall(r'value="(\w)"', named) == ["N", "E", "S", "W"]


def test_plain_form_rejects_a_board_of_another_table(client, tournament, table):
    other = plays_of(tournament, sitting__table__number=2, sitting__round__number=1)[0]
    response = plain(client, table, play=other.pk, kind="passed_out")
    assert "notice-bad" in response.content.decode()
    other.refresh_from_db()
    assert other.state == "empty"


def test_cached_table_state_takes_two_queries(client, table, django_assert_num_queries):
    address = reverse("api_table_state", args=[table.token])
    tag = client.get(address)["ETag"]
    with django_assert_num_queries(2):
        assert client.get(address, headers={"if-none-match": tag}).status_code == 304
    with django_assert_num_queries(2):
        client.get(address)


def test_table_state_etag_ignores_other_tables(client, tournament, table):
    address = reverse("api_table_state", args=[table.token])
    tag = client.get(address)["ETag"]
    enter(plays_of(tournament, sitting__table__number=2, sitting__round__number=1)[0])
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304


def test_table_states_are_built_together_on_many_requests(client, django_assert_num_queries):
    tournament = make_drawn(10, params={"entrants": 10, "rounds": 2})
    tables = list(tournament.tables.all())
    for table in tables[:3]:
        client.get(reverse("api_table_state", args=[table.token]))
    for table in tables[3:]:
        with django_assert_num_queries(2):
            state = state_of(client, table)
        assert state["table"] == table.number
        assert state == seen_anew(table)


def read_state(table):
    found = table_of_token(table.token)
    assert found is not None
    return states_of(found.tournament, [found], shared_state(found))[0]


def test_incremental_table_state_equals_a_full_rebuild(client, tournament, table):
    first, second = plays_of(tournament, sitting__table=table, sitting__round__number=1)[:2]
    happenings = [
        lambda: enter(first, "NS"),
        lambda: enter(first, "NS", slip=slip(83)),
        lambda: enter(first, "EW", slip=slip(62)),
        lambda: call_director(table=table, message="which one?"),
        lambda: answer_call(call=DirectorCall.objects.get()),
        lambda: correct_result(play_id=first.pk, slip=slip(62), reason="both said so", actor=None),
        lambda: settle_call(call=DirectorCall.objects.get()),
        lambda: enter(second, "EW", slip={"not_played": True}),
        lambda: say(second, agrees=False),
        lambda: say(second, agrees=True),
    ]
    assert state_of(client, table) == seen_anew(table)
    for happen in happenings:
        happen()
        assert state_of(client, table) == seen_anew(table)


def say(play, *, agrees):
    confirm_result(table=play.sitting.table, play_id=play.pk, side="NS", agrees=agrees, version=1)


def seen_anew(table):
    return json.loads(json.dumps(asdict(read_state(table))))
