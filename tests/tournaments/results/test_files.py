import csv
import io
import json
import re

import pytest
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Deal, Record
from jobs.models import Job
from jobs.tasks import run
from tests.builders import (
    enter,
    fill_rounds,
    make_club,
    make_drawn,
    make_user,
    plays_of,
    rebuild,
)
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of, messages_of
from tournaments.clubs.services import set_wifi
from tournaments.console.views.table_codes import format_table_code
from tournaments.models import Play, Result, Table, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_drawn(4, params={"entrants": 4, "rounds": 2})


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


def work(kind: str) -> None:
    for job in Job.objects.filter(kind=kind, state=Job.State.QUEUED):
        run(job.pk)


# The computer plays -----------------------------------------------------------------------------


def test_simulation_plays_up_to_a_round_and_shows_progress(tournament, client):
    path = address("simulation", tournament)
    assert client.post(path, {"up_to_round": "1"}).url == path
    waiting = client.get(path).content.decode()
    assert "0 of 4 boards" in waiting
    assert "Waiting for the computer to begin" in waiting
    work("simulation")
    part = client.get(path, headers={"HX-Request": "true"}).content.decode()
    assert "4 of 4 boards" in part
    assert "hx-get" not in part
    assert Play.objects.filter(state=Play.State.CONFIRMED).count() == 4


def test_cancelled_simulation_stores_no_results(tournament, client):
    client.post(address("simulation", tournament))
    client.post(address("simulation_cancel", tournament))
    work("simulation")
    assert not Result.objects.exists()
    assert Job.objects.get(kind="simulation").state == Job.State.CANCELLED


def test_simulation_without_unplayed_boards_shows_a_message(tournament, client):
    fill_rounds(tournament, 2)
    response = client.post(address("simulation", tournament), {"up_to_round": "x"})
    assert messages_of(response) == ["Every board has a result already."]


# Files ------------------------------------------------------------------------------------------


def line(play: Play, **change: object) -> dict[str, object]:
    deal = play.board.deal
    return {
        "board": play.board.number,
        "table": play.sitting.table.number,
        "round": play.sitting.round.number,
        "variant": "bulgarian",
        "dealer": deal.dealer,
        "pack": deal.pack,
        "calls": ["P", "P", "P", "P"],
        **change,
    }


def upload(client: Client, tournament: Tournament, content: bytes):
    file = SimpleUploadedFile("records.jsonl", content)
    return client.post(address("files", tournament), {"text": "", "file": file})


@pytest.mark.sql
def test_uploaded_records_are_checked_by_line_before_storing(tournament, client):
    first, second, *_rest = plays_of(tournament)
    lines = [
        json.dumps(line(first)),
        "{broken",
        json.dumps(line(second, calls=["P", "P"])),
        json.dumps(line(second, board=99)),
        json.dumps({"board": "1"}),
        json.dumps(line(first)),
        "[1]",
    ]
    response = upload(client, tournament, "\n".join(lines).encode())
    rows = [(judged.item.line, problem) for judged, problem in response.context["rows"]]
    assert rows == [
        (1, ""),
        (2, "This line is not JSON."),
        (3, "play: This deal is not played to its end."),
        (4, "This board is not played there."),
        (5, "“board” must be the number of the board."),
        (6, "The same as in line 1."),
        (7, "This is not an object with a deal record."),
    ]
    assert not Result.objects.exists()
    text = response.context["form"]["text"].value()
    stored = client.post(address("files", tournament), {"text": text, "store": "1"})
    assert stored.url == address("files", tournament)
    result = Result.objects.get()
    assert (result.play, result.kind, result.reason) == (first, "passed_out", "from a file")


def test_record_array_is_read_and_replacements_are_counted(tournament, client):
    play = plays_of(tournament)[0]
    enter(play)
    response = upload(client, tournament, json.dumps([line(play)]).encode())
    assert (response.context["good"], response.context["replaced"]) == (1, 1)
    assert "1 result is replaced" in response.content.decode()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "There is nothing in this file."),
        (b"\xff\xfe\x00", "This file is not text in UTF-8."),
        (b"x" * 2_000_001, "This file is larger than 2 MB."),
        (b"{\n" * 1_000_000, "A file may hold at most 1000 deals."),
        (b"[" + b"{}," * 60_000 + b"{}]", "A file may hold at most 1000 deals."),
        (b"[" * 1_000_000, "This line is not JSON."),
        (b"[]", "There is nothing in this file."),
    ],
)
def test_invalid_upload_shows_an_error(tournament, client, content, words):
    assert words in upload(client, tournament, content).content.decode()


def test_missing_upload_shows_an_error(tournament, client):
    response = client.post(address("files", tournament), {"text": ""})
    assert "Choose a file." in response.content.decode()


def test_exported_simulated_records_can_be_imported(tournament, client):
    client.post(address("simulation", tournament), {"up_to_round": "1"})
    work("simulation")
    response = client.get(address("records", tournament))
    content = b"".join(response.streaming_content)
    assert len(content.splitlines()) == 4
    back = upload(client, tournament, content)
    assert (back.context["good"], back.context["wrong"]) == (4, 0)


def test_all_results_are_exported_as_json_and_csv(tournament, client):
    enter(plays_of(tournament)[0])
    rows = client.get(address("results_json", tournament)).json()
    assert len(rows) == 8
    assert (rows[0]["contract"], rows[0]["ns_score"], rows[0]["state"]) == ("H", 10, "entered")
    assert (rows[1]["contract"], rows[1]["ns_score"], rows[1]["state"]) == (None, None, "empty")
    team = tournament.teams.get(number=rows[0]["ns_number"])
    team.name = "=cmd()"
    team.save()
    text = client.get(address("results_csv", tournament)).content.decode("utf-8-sig")
    table = list(csv.DictReader(io.StringIO(text)))
    assert table[0]["ns"] == "'=cmd()"
    assert (table[0]["ns_points"], table[0]["ew_points"]) == ("98", "64")


# Paper ------------------------------------------------------------------------------------------


def paper(client: Client, tournament: Tournament, kind: str, **asked: str) -> str:
    response = client.get(address("print_sheets", tournament, kind), asked)
    assert response.status_code == 200
    return response.content.decode()


def test_table_cards_have_qr_code_and_typed_code(tournament, settings):
    settings.PUBLIC_URL = "https://belot.example"
    set_wifi(club=tournament.club, name="Club <b>", password="")
    page = paper(client_of(tournament), tournament, "tables")
    assert "go to belot.example/table/ and type" in page
    for table in Table.objects.filter(tournament=tournament):
        assert format_table_code(table.code) in page
    assert page.count("<path") >= 2
    assert "First join the Wi-Fi <b>Club &lt;b&gt;</b>." in page


def test_printed_slips_name_dealer_and_leader(tournament, client):
    page = paper(client, tournament, "slips", round="1")
    assert page.count('class="sheet sheet-slip"') == 2
    assert "North deals, West leads" in page
    assert "Tricks in all: trumps 162, no trumps 130 (before doubling), all trumps 258" in page
    assert paper(client, tournament, "slips").count('class="sheet sheet-slip"') == 4


def test_printed_slips_list_unusual_contra_factors(tournament, client):
    words = "Suits: contra ×2, recontra ×3, sur-contra ×4, coffee – the match; no trumps: contra ×2"
    drawn = make_drawn(variant="baloot", club=make_club("Baloot"))
    page = " ".join(paper(client_of(drawn), drawn, "slips").split())
    assert page.count(words) == page.count("sheet sheet-slip") > 0
    assert "contra ×" not in paper(client, tournament, "slips")


def test_printed_slips_list_players_in_order_of_play():
    drawn = make_drawn(variant="bazar_blot")
    page = paper(client_of(drawn), drawn, "slips")
    circles = re.findall(r'<span class="circle">([NESW])</span>', page)
    assert "".join(circles) == "NESW" * (len(circles) // 4) != ""


def test_boards_of_long_rounds_spread_evenly_over_slips():
    tournament = make_drawn(4, boards_per_round=4, params={"entrants": 4, "rounds": 1})
    page = paper(client_of(tournament), tournament, "slips")
    assert page.count('class="sheet sheet-slip"') == 4
    assert page.count('class="frame"') == 8


def test_guide_cards_list_rounds_and_sit_outs_of_each_pair():
    tournament = make_drawn(5, params={"entrants": 5, "rounds": 5})
    page = paper(client_of(tournament), tournament, "guides")
    assert page.count('class="sheet"') == 5
    assert page.count("You sit out this round.") == 5
    assert "18:42" in page


def test_seatings_and_standings_can_be_printed(tournament, client):
    assert "Standings appear after round 1." in paper(client, tournament, "standings")
    fill_rounds(tournament, 1)
    rebuild(tournament)
    assert paper(client, tournament, "standings").count('<th scope="row"') == 4
    assert paper(client, tournament, "seatings").count('class="sheet"') == 2


def test_print_pages_are_unavailable_before_the_draw(client, tournament):
    client.post(address("take_back", tournament))
    assert client.get(address("print", tournament)).url == address("draw", tournament)
    assert client.get(address("print_sheets", tournament, "slips")).status_code == 404
    assert client.get(address("print_sheets", tournament, "nonsense")).status_code == 404


# Administration ---------------------------------------------------------------------------------


@pytest.fixture
def boss() -> Client:
    client = Client()
    client.force_login(make_user("boss", is_staff=True, is_superuser=True))
    return client


@pytest.mark.sample
@pytest.mark.parametrize(
    "model",
    [
        model
        for model in admin.site._registry
        if model._meta.app_label in {"tournaments", "games", "jobs"}
    ],
)
def test_every_admin_list_and_change_page_opens(boss, tournament, model):
    fill_rounds(tournament, 2)
    rebuild(tournament)
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    assert boss.get(reverse(f"{name}_changelist"), {"q": tournament.code}).status_code == 200
    row = model._default_manager.first()
    if row is not None:
        assert boss.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200


def test_admin_hides_seed_and_cards_until_the_end(boss, tournament):
    page = boss.get(reverse("admin:tournaments_tournament_change", args=[tournament.pk]))
    assert tournament.seed not in page.content.decode()
    assert tournament.seed_hash in page.content.decode()
    deal = Deal.objects.first()
    assert deal is not None
    shown = boss.get(reverse("admin:games_deal_change", args=[deal.pk])).content.decode()
    assert deal.pack[:20] not in shown
    Tournament.objects.update(state="finished")
    page = boss.get(reverse("admin:tournaments_tournament_change", args=[tournament.pk]))
    assert tournament.seed in page.content.decode()


@pytest.mark.parametrize("model", [Result, Record, Deal])
def test_facts_are_read_only_in_the_admin(boss, tournament, model):
    enter(plays_of(tournament)[0])
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    assert boss.get(reverse(f"{name}_add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert boss.post(reverse(f"{name}_delete", args=[row.pk])).status_code == 403
        assert boss.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
