from datetime import timedelta

import pytest

from tests.tournaments.manage import address, messages_of
from tournaments.console.services.clock import start_round

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


def test_extra_minutes_with_stale_version_are_rejected(tournament, ana, bo):
    start_round(tournament=tournament, number=1)
    first = tournament.rounds.get(number=1)
    home, path = address("tournament", tournament), address("clock", tournament)
    page = bo.get(home)
    seen = page.context["clock"]["seen"]
    assert f'form="console-form" name="seen" value="{seen}"' in page.content.decode()
    ana.post(path, {"do": "add-5", "seen": seen})
    answer = bo.post(path, {"do": "add-5", "seen": seen})
    assert messages_of(answer) == [messages_of(answer)[0]]
    assert messages_of(answer)[0].startswith("ana changed this at ")
    assert "press again if it still applies" in messages_of(answer)[0]
    ends_at = first.ends_at
    first.refresh_from_db()
    assert first.ends_at - ends_at == timedelta(minutes=5)
    bo.post(path, {"do": "add-5", "seen": bo.get(home).context["clock"]["seen"]})
    first.refresh_from_db()
    assert first.ends_at - ends_at == timedelta(minutes=10)


def test_repeated_pause_is_no_conflict(tournament, ana, bo):
    start_round(tournament=tournament, number=1)
    path = address("clock", tournament)
    seen = bo.get(address("tournament", tournament)).context["clock"]["seen"]
    for client in (ana, bo):
        assert messages_of(client.post(path, {"do": "pause", "seen": seen})) == []
    answer = bo.post(path, {"do": "resume", "seen": seen})
    assert messages_of(answer)[0].startswith("ana changed this at ")
    assert tournament.rounds.get(number=1).paused_seconds is not None
