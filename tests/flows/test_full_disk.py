import pytest
from django.db import OperationalError
from playwright.sync_api import expect

from api.views import tables as sending
from tests.builders import make_drawn
from tournaments.models import Result
from tournaments.table_app import views as pages

pytestmark = pytest.mark.browser


@pytest.fixture
def drawn(live_server):
    return make_drawn(4, params={"entrants": 4, "rounds": 2})


@pytest.fixture
def full(monkeypatch):
    """First entries fail as on a full disk, then even the table is not found."""

    def fail(*_args: object, **_kwargs: object) -> None:
        raise OperationalError("database or disk is full")

    def switch(*names: str) -> None:
        for name in names:
            place = sending if hasattr(sending, name) else pages
            monkeypatch.setattr(place, name, fail)

    yield switch
    monkeypatch.undo()


def test_entry_during_full_disk_is_kept_and_stored_once(phone, drawn, full, monkeypatch):
    one = phone()
    one.sit("North–South")
    full("enter_result")
    one.enter(1)
    one.touch("Save 10–6")
    one.sees("Saved on this phone.")
    one.page.reload()
    one.sees("To send: 1")
    assert not Result.objects.exists()
    monkeypatch.undo()
    one.poll_now()
    one.sees("Received at")
    expect(one.page.locator("body")).not_to_contain_text("To send")
    assert Result.objects.get().ns_score == 10


def test_page_reloaded_during_server_error_comes_from_cache(phone, drawn, full):
    one = phone()
    one.sit("North–South")
    one.cut_off()  # waits until the page is cached
    one.context.set_offline(False)
    full("table_of_token")
    one.page.reload()
    one.touch("Enter board 1")
    one.sees("Hearts")
