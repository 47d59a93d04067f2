from pathlib import Path

import pytest
from django.contrib.messages import get_messages

from jobs.pdf import has_pdf, static_file
from tests.builders import make_drawn
from tests.fonts import install
from tests.tournaments.manage import address, client_of

STATIC = str(Path(__file__).resolve().parents[3] / "static")
needs_library = pytest.mark.skipif(not has_pdf(), reason="the extra pdf is not installed")


@needs_library
@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["slips", "guides", "standings"])
def test_sheets_are_returned_as_one_pdf(kind):
    tournament = make_drawn(4)
    response = client_of(tournament).get(address("print_pdf", tournament, kind))
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-")
    assert response["Cache-Control"] == "private, no-store"


@pytest.mark.django_db
def test_missing_pdf_library_redirects_with_message(monkeypatch):
    monkeypatch.setattr("tournaments.console.views.prints.has_pdf", lambda: False)
    tournament = make_drawn(4)
    client = client_of(tournament)
    response = client.get(address("print_pdf", tournament, "slips"))
    assert response.status_code == 302
    told = [str(message) for message in get_messages(response.wsgi_request)]
    assert told == ["This server writes no PDF. Print the page into a file instead."]
    assert "As PDF" not in client.get(address("print", tournament)).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("installed", "shown"), [("", "??"), ("李娜", "李娜")])
def test_letters_without_font_are_replaced_in_pdf(monkeypatch, installed, shown):
    install(monkeypatch, installed)
    monkeypatch.setattr("tournaments.console.views.prints.has_pdf", lambda: True)
    monkeypatch.setattr(
        "tournaments.console.views.prints.write_pdf", lambda html, **values: html.encode()
    )
    tournament = make_drawn(4, name="李娜")
    response = client_of(tournament).get(address("print_pdf", tournament, "slips"))
    assert f"<bdi>{shown}</bdi>" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["deals", "hands", "tables", "nothing"])
def test_pdf_of_cards_or_table_links_returns_404(kind):
    tournament = make_drawn(4)
    assert client_of(tournament).get(address("print_pdf", tournament, kind)).status_code == 404


def test_pdf_reads_only_static_files():
    found = static_file("http://paper.invalid/static/css/sheets.css", "/static/", [STATIC])
    assert found == Path(STATIC) / "css" / "sheets.css"
    for bad in ("/static/../manage.py", "file:///etc/passwd", "http://elsewhere/static/css/x.css"):
        assert static_file(bad, "/static/", [STATIC]) is None
