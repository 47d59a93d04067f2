import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, make_drawn
from tests.shared_rows import built_once
from tournaments.console.views import prints
from tournaments.models import Table, Tournament
from tournaments.models.parts.event import CODE_ALPHABET
from tournaments.organiser import qr_codes
from tournaments.organiser.qr_codes import wifi_text
from tournaments.table_app.codes import table_of_code

pytestmark = pytest.mark.django_db


@built_once
def table() -> Table:
    return make_drawn(4).tables.get(number=1)


def post(code: str):
    return Client().post(reverse("table_code"), {"code": code})


def test_table_codes_are_unique_and_unambiguous(table):
    codes = list(table.tournament.tables.values_list("code", flat=True))
    assert len({*codes}) == len(codes)
    assert all(len(code) == 6 and set(code) <= set(CODE_ALPHABET) for code in codes)


def test_table_code_is_accepted_in_any_spelling(table):
    Table.objects.filter(pk=table.pk).update(code="abk2mx")
    for typed in ("abk2mx", " ABK 2MX ", "abk-2mx", "аВК2МХ"):
        answer = post(typed)
        assert (answer.status_code, answer.url) == (302, reverse("table", args=[table.token]))


def test_wrong_table_code_returns_404_and_keeps_the_input(table):
    answer = post("wrong1")
    assert answer.status_code == 404
    assert "No table has this code now" in answer.content.decode()
    assert 'value="wrong1"' in answer.content.decode()
    assert post("").status_code == 404


def test_table_code_is_ignored_if_ambiguous_or_finished(table):
    assert table_of_code(table.code) == table
    Table.objects.update(code=table.code)
    assert table_of_code(table.code) is None
    Table.objects.exclude(pk=table.pk).update(code="zzzzzz")
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert table_of_code(table.code) is None


def test_table_code_attempts_are_rate_limited(table, settings):
    settings.LIMITS = True
    client = Client()
    codes = [
        client.post(reverse("table_code"), {"code": "wrong1"}).status_code for _try in range(61)
    ]
    assert codes == [404] * 60 + [429]


def test_wifi_text_escapes_special_characters():
    assert wifi_text("Klub", "") == "WIFI:T:nopass;S:Klub;;"
    assert wifi_text('Кафе "5;6"', "a:b,c\\d") == (
        'WIFI:T:WPA;S:Кафе \\"5\\;6\\";P:a\\:b\\,c\\\\d;;'
    )


def test_print_page_stores_the_lan_address_and_wifi(table, monkeypatch):
    for module in (qr_codes, prints):
        monkeypatch.setattr(module, "lan_addresses", lambda: ["192.168.1.5"])
    tournament = table.tournament
    client = Client(headers={"host": "localhost:8000"})
    client.force_login(director_of(tournament))
    page = reverse("manage_print", args=[tournament.code])
    cards = reverse("manage_print_sheets", args=[tournament.code, "tables"])
    assert "Phones cannot reach this address yet" in client.get(page).content.decode()
    assert client.post(page, {"address": "203.0.113.9"}).status_code == 302
    assert "Phones cannot reach" in client.get(page).content.decode()
    client.post(page, {"address": "192.168.1.5"})
    assert "http://192.168.1.5:8000/" in client.get(page).content.decode()
    short = client.post(page, {"name": "Klub", "password": "short"})
    assert "8 characters or more" in short.content.decode()
    assert client.post(page, {"name": "Klub", "password": "long enough"}).status_code == 302
    text = client.get(cards).content.decode()
    assert "192.168.1.5:8000/table/" in text
    assert f"{table.code[:3]} {table.code[3:]}".upper() in text
    assert "long enough" in text
    console = client.get(f"/manage/{tournament.code}/?table=1").content.decode()
    assert f"{table.code[:3]} {table.code[3:]}".upper() in console


def test_print_page_uses_the_public_url_if_set(table, settings):
    settings.PUBLIC_URL = "https://belot.example"
    client = Client(headers={"host": "localhost:8000"})
    client.force_login(director_of(table.tournament))
    page = client.get(reverse("manage_print", args=[table.tournament.code])).content.decode()
    assert "Phones cannot reach" not in page
    assert "https://belot.example/" in page
