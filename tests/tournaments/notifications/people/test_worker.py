"""A worker sends notices, also those pending when it was killed."""

import pytest

from tests.processes import environment, kill, until, worker
from tests.tournaments.notifications.people.services_elsewhere import Browser
from tests.tournaments.notifications.people.world import drawn, follow_by_push, states, team_at
from tournaments.draws.services.draws import publish_draw

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]


def test_worker_sends_seats_to_followers(there, settings):
    tournament = drawn()
    browsers = [Browser(there.host, f"phone-{number}") for number in (1, 2)]
    for number, browser in enumerate(browsers, 1):
        follow_by_push(tournament, browser, "en", team=team_at(tournament, number))
    variables = {
        **environment(),
        "PUSH_HOSTS": there.host,
        "VAPID_PRIVATE_KEY": settings.VAPID_PRIVATE_KEY,
    }
    with worker(variables) as process:
        publish_draw(tournament=tournament)
        until(lambda: states(tournament) == [("sent", "")] * 2, 120)
        kill(process)
    for browser in browsers:
        [told] = browser.read(there)
        assert told["body"].startswith("Round 1 is drawn: you sit at table")
