import pytest

from tests.builders import fill_rounds, make_drawn, make_tournament
from tests.tournaments.manage import address, client_of, stranger
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.models import LedgerLine

pytestmark = pytest.mark.django_db


def test_ledger_of_free_tournament_redirects_to_fees():
    tournament = make_tournament()
    answer = client_of(tournament).get(address("ledger", tournament))
    assert (answer.status_code, answer["Location"]) == (302, address("fees", tournament))
    assert stranger().get(address("ledger", tournament)).status_code == 404
    assert client_of(tournament).post(address("till_close", tournament)).status_code == 404
    assert not LedgerLine.objects.exists()


def test_prizes_url_redirects_to_entry_or_fees():
    tournament = make_tournament()
    client = client_of(tournament)
    assert client.get(address("prizes", tournament))["Location"] == address("fees", tournament)
    set_fees(tournament=tournament, kinds=(FeeKindRequest(600, code="member"),))
    shown = client.get(address("prizes", tournament))
    assert shown["Location"] == f"{address('entry', tournament)}#prizes"


def test_page_without_suspicious_results_links_onward():
    tournament = make_drawn()
    page = client_of(tournament).get(address("doubts", tournament)).content.decode()
    assert "Nothing looks unusual." in page
    assert "such results come here" in page
    for name in ("tournament", "rulings"):
        assert f'href="{address(name, tournament)}"' in page


def test_stages_page_before_the_end_links_to_finish():
    tournament = make_drawn()
    client = client_of(tournament)
    page = client.get(address("stages", tournament)).content.decode()
    assert "The next stage comes after this one" in page
    assert f'href="{address("finish", tournament)}"' in page
    fill_rounds(tournament, 7)
    client.post(address("finish", tournament), {"anyway": "on"})
    assert "Create the next stage" in client.get(address("stages", tournament)).content.decode()
