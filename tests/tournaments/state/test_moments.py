import time
from collections import OrderedDict

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import enter, make_club, make_drawn, plays_of
from tests.shared_rows import clear_versioned_caches
from tournaments.entries.selectors.team_lines import teams_of
from tournaments.events.append import refresh_all_tables
from tournaments.models import Player, Tournament
from tournaments.state.request_cache import evict_old
from tournaments.templatetags import rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def _long_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.state.request_cache.CACHE_SECONDS", 60)


def names(tournament: Tournament) -> list[str]:
    return [team.people[0] for team in teams_of(Tournament.objects.get(pk=tournament.pk)).values()]


@pytest.mark.usefixtures("_long_moment")
def test_team_names_are_cached_until_tables_are_refreshed() -> None:
    tournament, other = make_drawn(4), make_drawn(6, club=make_club("Other"))
    before = names(tournament)
    assert len(names(other)) == 6
    player = Player.objects.filter(team_players__team__tournament=tournament, name=before[0])
    assert player.update(name="Somebody Else") == 1
    assert names(tournament) == before
    refresh_all_tables(tournament.pk)
    assert names(tournament) != before


def test_expired_and_surplus_cache_entries_are_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.state.request_cache.CACHE_SECONDS", 3)
    now = time.monotonic()
    kept = OrderedDict({f"{age}": (now - age, object()) for age in (9, 3.5, 2, 0)})
    evict_old(kept)
    assert list(kept) == ["2", "0"]
    monkeypatch.setattr("tournaments.state.request_cache.MAX_CACHED", 1)
    evict_old(kept)
    assert list(kept) == ["0"]


def test_only_the_changed_row_is_rendered_again(client: Client) -> None:
    tournament = make_drawn(8)
    address = reverse("tournament_round", args=[tournament.code, 1])
    rows.draw_row.cache_clear()
    client.get(address)
    assert rows.draw_row.cache_info().misses == 4
    enter(plays_of(tournament, sitting__table__number=2, sitting__round__number=1)[0])
    clear_versioned_caches()
    page = client.get(address).content.decode()
    assert rows.draw_row.cache_info().misses == 5
    assert page.count("<tr data-row=") == 4
