"""Offline phones: nothing is lost or stored twice."""

import pytest
from playwright.sync_api import expect

from tests.builders import make_drawn
from tests.flows.phones import first_play
from tournaments.models import Confirmation, DirectorCall, Result

pytestmark = pytest.mark.browser


@pytest.fixture
def drawn(live_server):
    return make_drawn(4, params={"entrants": 4, "rounds": 2})


@pytest.mark.journey
def test_offline_entries_are_stored_once_after_reconnecting(phone, drawn):
    one = phone()
    one.sit("East–West")
    one.cut_off()
    one.enter(1, who="West", points="90")
    one.touch("Save 9–7")
    one.sees("Saved on this phone.")
    one.sees("No connection")
    one.touch("Hand over to confirm")
    one.touch("Correct, I confirm")
    one.sees("To send: 1")
    one.page.reload()
    one.sees("To send: 1")
    one.touch("On to board 2")
    one.passed_out()
    one.sees("To send: 2")
    assert not Result.objects.exists()
    one.context.set_offline(False)
    one.sees("Online")
    expect(one.page.locator("body")).not_to_contain_text("To send")
    one.page.reload()
    one.poll_now()
    one.sees("Online")
    first, second = Result.objects.order_by("pk")
    assert (first.side, first.ns_score, first.ew_score) == ("EW", 7, 9)
    assert second.kind == "passed_out"
    assert first_play(drawn).state == "confirmed"
    assert Confirmation.objects.count() == 1


@pytest.mark.journey
def test_entry_with_a_lost_response_is_stored_once(phone, drawn):
    one = phone()
    one.sit("North–South")
    lost = []

    def lose(route):
        route.fetch()
        lost.append(route.request.post_data)
        route.abort()

    one.page.route("**/results/*", lose)
    one.enter(1)
    one.touch("Save 10–6")
    one.sees("Saved on this phone.")
    assert len(lost) == 1
    assert Result.objects.count() == 1
    one.page.unroute("**/results/*")
    one.touch("Try now")
    one.sees("Received at")
    assert Result.objects.count() == 1


@pytest.mark.journey
def test_page_reloaded_offline_shows_received_entries(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.enter(1)
    one.touch("Save 10–6")
    one.sees("Received at")
    one.cut_off()
    one.page.reload()
    one.sees("Received at")
    one.sees("On to board 2")


@pytest.mark.journey
def test_typed_entry_survives_reload_and_back_button(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.enter(1, points="9")
    one.page.reload()
    one.touch("8")
    one.sees("we 10 – you 6")
    one.page.go_back()
    one.sees("Who named hearts?")
    one.page.go_forward()
    one.touch("Save 10–6")
    one.sees("Received at")
    assert Result.objects.get().ns_score == 10


def test_offline_director_call_shows_no_connection(phone, drawn):
    one = phone()
    one.sit("North–South")
    one.cut_off()
    one.touch("Call the director")
    one.touch("Something else")
    one.sees("There is no connection. Please raise your hand or call out.")
    assert not DirectorCall.objects.exists()
