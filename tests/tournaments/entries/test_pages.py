from fractions import Fraction

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.builders import enter_teams, fill_rounds, make_drawn, make_tournament, rebuild
from tests.fonts import install
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of, messages_of
from tournaments.entries.forms.entries import text_hash
from tournaments.entries.services.entries import add_team
from tournaments.models import LogEntry, StandingRow, Team, Tournament
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.state.official import make_official

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


def names(tournament: Tournament) -> list[str]:
    return list(tournament.teams.order_by("entry_order").values_list("name", flat=True))


def test_team_form_adds_a_pair(tournament, client):
    response = client.post(
        address("teams", tournament), {"first": " Ана  Колева", "second": "Явор Петров"}
    )
    assert response.url == f"{address('teams', tournament)}#id_first"
    assert names(tournament) == ["Ана Колева – Явор Петров"]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("Ана", "", "Write the name of the player."),
        ("Ана", "АНА", "The two players have the same name."),
        ("😀", "Ана", "A name needs letters."),
        ("Я" * 91, "Ана", "Ensure this value has at most 90 characters"),
    ],
)
def test_invalid_pair_is_explained_and_input_kept(tournament, client, first, second, words):
    page = client.post(address("teams", tournament), {"first": first, "second": second})
    assert words in page.content.decode()
    assert f'value="{first}"' in page.content.decode()
    assert names(tournament) == []


def test_player_of_other_pair_is_rejected_at_its_field(tournament, client):
    path = address("teams", tournament)
    client.post(path, {"first": "Ана", "second": "Явор"})
    form = client.post(path, {"first": "Бойко", "second": "Явор"}).context["form"]
    assert form.errors == {"second": ["Явор is in another team already."]}


def preview(client: Client, tournament: Tournament, text: str, **more: str):
    return client.post(address("teams_list", tournament), {"text": text, **more})


def test_list_preview_stores_nothing(tournament, client):
    response = preview(client, tournament, "Ана – Явор\nБойко\n😀 Мария / Стоян")
    assert [(row.names, words[:13]) for row, words in response.context["rows"]] == [
        (("Ана", "Явор"), ""),
        (("Бойко",), "One name only"),
        (("😀 Мария", "Стоян"), ""),
    ]
    assert "Add 2 pairs, fix the rest later" in response.content.decode()
    assert names(tournament) == []


def test_valid_rows_are_stored_and_invalid_rows_kept(tournament, client):
    text = "Ана – Явор\r\nБойко\r\nМария / Стоян"
    response = preview(client, tournament, text, enter="1", seen=text_hash(text))
    assert names(tournament) == ["Ана – Явор", "Мария – Стоян"]
    assert messages_of(response) == ["2 pairs entered."]
    assert response.context["form"]["text"].value() == "Бойко"
    assert response.context["good"] == 0


def test_list_without_errors_redirects_to_teams(tournament, client):
    text = "Ана – Явор\nМария / Стоян"
    response = preview(client, tournament, text, enter="1", seen=text_hash(text))
    assert response.url == address("teams", tournament)
    assert len(names(tournament)) == 2


def test_text_changed_after_preview_is_previewed_again(tournament, client):
    seen = text_hash("Ана – Явор")
    response = preview(client, tournament, "Ана – Явор\nБойко – Мария", enter="1", seen=seen)
    assert response.context["good"] == 2
    assert names(tournament) == []


def test_uploaded_file_becomes_editable_text(tournament, client):
    content = "№;Играч 1;Играч 2\n1;Ана Колева;Явор Петров\n2;Бойко;\n".encode("cp1251")
    file = SimpleUploadedFile("list.csv", content)
    response = client.post(address("teams_list", tournament), {"text": "", "file": file})
    assert response.context["form"]["text"].value() == "Ана Колева / Явор Петров\nБойко"
    assert (response.context["good"], response.context["wrong"]) == (1, 1)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "There is nothing in this file."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "This is not a list that can be read."),
        (b"A / B\n" * 200_000, "This file is larger than 1 MB."),
    ],
)
def test_invalid_file_is_explained(tournament, client, content, words):
    file = SimpleUploadedFile("list.xlsx", content)
    response = client.post(address("teams_list", tournament), {"text": "", "file": file})
    assert words in response.content.decode()
    assert names(tournament) == []


def test_an_empty_list_is_explained(tournament, client):
    response = preview(client, tournament, " \n ")
    assert "Paste at least one row, or choose a file." in response.content.decode()


def test_attendance_button_marks_pair_present_or_absent(tournament, client):
    enter_teams(tournament, 3)
    team = tournament.teams.first()
    path = address("presence", tournament, team.pk)
    response = client.post(path, {"present": "0"}, headers={"HX-Request": "true"})
    assert "2 of 3 present" in response.content.decode()
    assert "<html" not in response.content.decode()
    assert client.post(path, {"present": "1"}).url == address("teams", tournament)
    team.refresh_from_db()
    assert team.is_present


def test_missing_filter_and_check_all_update_attendance(tournament, client):
    enter_teams(tournament, 3)
    client.post(address("presence_all", tournament), {"present": "0"})
    assert tournament.teams.filter(is_present=True).count() == 0
    team = tournament.teams.first()
    client.post(address("presence", tournament, team.pk), {"present": "1"})
    shown = client.get(address("teams", tournament), {"show": "missing"}).context["attendance"]
    assert (len(shown.teams), shown.entered, shown.missing) == (2, 3, 2)


@pytest.mark.sql
def test_pair_can_be_renamed_and_removed(tournament, client):
    enter_teams(tournament, 2)
    team = tournament.teams.first()
    client.post(
        address("team", tournament, team.pk),
        {"first": "Нова", "second": "Двойка", "name": ""},
    )
    team.refresh_from_db()
    assert team.name == "Нова – Двойка"
    client.post(address("team_remove", tournament, team.pk))
    assert tournament.teams.count() == 1


def test_pair_can_be_renamed_but_not_removed_after_draw():
    tournament = make_drawn()
    client = client_of(tournament)
    team = tournament.teams.first()
    client.post(address("team_remove", tournament, team.pk))
    client.post(address("presence", tournament, team.pk), {"present": "0"})
    client.post(address("team", tournament, team.pk), {"first": "А Б", "second": "В Г", "name": ""})
    team = Team.objects.get(pk=team.pk)
    assert (team.is_present, team.name) == (True, "А Б – В Г")


def test_team_page_stores_category_handicap_and_draw_options():
    tournament = make_drawn(4, boards_per_round=1)
    fill_rounds(tournament, 3)
    team = rebuild(tournament).teams.get(number=1)
    before = Fraction(StandingRow.objects.get(team=team).figure)
    sent = {
        "details": "1", "category": " Juniors ", "group": "Колеви", "handicap": "2,5",
        "seeding": "3", "fixed_table": "2",
    }  # fmt: skip
    page = client_of(tournament)
    assert page.post(address("team", tournament, team.pk), sent).status_code == 302
    team.refresh_from_db()
    assert (team.category, team.group, team.handicap) == ("Juniors", "Колеви", "5/2")
    assert (team.seeding, team.fixed_table) == (3, 2)
    tournament = rebuild(tournament)
    assert Fraction(StandingRow.objects.get(team=team).figure) == before + Fraction(5, 2)
    public = Client().get(tournament.get_absolute_url()).content.decode()
    assert "?category=Juniors" in public
    assert ">Handicap<" in public
    assert 'value="5/2"' in page.get(address("team", tournament, team.pk)).content.decode()
    log = page.get(address("log", tournament)).content.decode()
    assert "category “Juniors”, family or club “Колеви”, handicap “5/2”" in log


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("handicap", "a lot", "Write a number"), ("seeding", "0", "greater than or equal to 1")],
)
def test_invalid_team_details_are_explained_and_not_stored(tournament, client, field, value, words):
    team = add_team(tournament=tournament, players=["Ана Колева", "Явор Петров"])
    sent = {"details": "1", "category": "Juniors", field: value}
    page = client.post(address("team", tournament, team.pk), sent).content.decode()
    assert words in page
    assert 'value="Juniors"' in page
    team.refresh_from_db()
    assert team.category == ""


def test_official_handicap_change_requires_confirmation():
    tournament = make_drawn(4, boards_per_round=1)
    fill_rounds(tournament, 3)
    make_official(tournament=finish_tournament(tournament=tournament))
    team, page = tournament.teams.get(number=1), client_of(tournament)
    path, sent = address("team", tournament, team.pk), {"details": "1", "handicap": "1"}
    assert "These standings are official." in page.post(path, sent).content.decode()
    assert page.post(path, {**sent, "late": "on"}).status_code == 302
    team.refresh_from_db()
    assert team.handicap == "1"
    assert LogEntry.objects.filter(action="corrected_late").count() == 1


@pytest.mark.sql
def test_known_players_are_suggested_until_entered(tournament, client):
    earlier = make_tournament(tournament.club, name="Earlier")
    client.post(address("teams", earlier), {"first": "Петър Иванов", "second": "Петя Колева"})
    path = address("players", tournament)
    assert client.get(path, {"q": "pet"}).json() == {"names": ["Петър Иванов", "Петя Колева"]}
    client.post(address("teams", tournament), {"first": "Петър Иванов", "second": "Ана"})
    assert client.get(path, {"q": "ПЕТ"}).json() == {"names": ["Петя Колева"]}


def test_list_preview_without_list_redirects_to_teams(tournament, client):
    assert client.get(address("teams_list", tournament)).url == address("teams", tournament)


def test_categories_page_keeps_concurrent_changes():
    tournament = make_drawn(4)
    client = client_of(tournament)
    first, second, third, _fourth = tournament.teams.order_by("number")
    third.category = "Juniors"
    third.save()
    page = client.get(address("categories", tournament)).content.decode()
    assert page.count('list="categories"') == 4
    # Another user categorised the second since this page was opened.
    Team.objects.filter(pk=second.pk).update(category="Mixed")
    sent = {f"{each.pk}": "" for each in tournament.teams.all()}
    sent |= {f"initial-{each.pk}": "" for each in tournament.teams.all()}
    sent |= {f"{first.pk}": " A ", f"initial-{third.pk}": "Juniors"}
    answer = client.post(address("categories", tournament), sent)
    assert answer.status_code == 302
    found = tournament.teams.order_by("number").values_list("category", flat=True)
    assert list(found) == ["A", "Mixed", "", ""]
    entry = tournament.log.latest("pk")
    assert (entry.action, entry.details) == ("categories_set", {"teams": 2})
    client.post(address("categories", tournament), sent | {f"initial-{first.pk}": "A"})
    assert tournament.log.latest("pk") == entry


@pytest.mark.parametrize(
    ("name", "is_installed", "is_shown"),
    [("李娜", False, True), ("李娜", True, False), ("Živka Щерева", False, False)],
)
@pytest.mark.parametrize("page", ["teams", "print"])
def test_names_without_font_letters_are_listed(monkeypatch, page, name, is_installed, is_shown):
    install(monkeypatch, name if is_installed else "")
    tournament = make_drawn(4, place=name)
    text = client_of(tournament).get(address(page, tournament)).content.decode()
    assert ("lack letters of" in text) is is_shown
    assert (f"<bdi>{name}</bdi>" in text) is is_shown
