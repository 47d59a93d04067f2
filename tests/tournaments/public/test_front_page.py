"""After play the front page is the story; the standings keep their address."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext, override

from games.languages import LANGUAGES, in_language
from tests.builders import director_of, fill_rounds, make_club, make_drawn, make_tournament, rebuild
from tests.shared_rows import built_once
from tests.tournaments.public.stories import over
from tournaments.models import Club, Tournament
from tournaments.setup.services.tournaments import finish_tournament, reopen_tournament
from tournaments.site.selectors.listed import listed_addresses

pytestmark = pytest.mark.django_db


def in_play(**values: Any) -> Tournament:
    tournament = make_drawn(6, **values)
    fill_rounds(tournament, tournament.rounds.count())
    return rebuild(tournament)


def ended(**values: Any) -> Tournament:
    return rebuild(finish_tournament(tournament=in_play(**values)))


def text_at(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def tabs(page: str) -> list[tuple[str, bool]]:
    found = re.findall(r'class="tab"\s+href="([^"]+)"\s*(aria-current)?', page)
    return [(address, bool(current)) for address, current in found]


@built_once
def tournament() -> Tournament:
    return ended()


@built_once
def playing() -> Tournament:
    return in_play(club=make_club("Playing"))


def test_front_page_is_standings_during_play_with_redirect(
    playing: Tournament,
) -> None:
    front = f"/en/t/{playing.code}/"
    assert "story-band" not in text_at(front)
    assert tabs(text_at(front))[0] == (front, True)
    answer = Client().get(f"{front}standings/?category=Juniors")
    assert (answer.status_code, answer["Location"]) == (302, f"{front}?category=Juniors")


@pytest.mark.sample
@pytest.mark.parametrize("language", LANGUAGES)
def test_front_page_is_story_after_play_with_standings_tab(
    language: str, tournament: Tournament
) -> None:
    front = f"/{language}/t/{tournament.code}/"
    story, standings = text_at(front), text_at(f"{front}standings/")
    assert "story-band" in story
    assert "story-band" not in standings
    assert tabs(story)[:2] == [(front, True), (f"{front}standings/", False)]
    assert tabs(standings)[:2] == [(front, False), (f"{front}standings/", True)]
    with override(language):
        assert escape(gettext("Final standings")) in standings
        assert escape(gettext("The story")) in story


def test_story_url_redirects_to_front_page_keeping_parameters(
    tournament: Tournament,
) -> None:
    front = f"/en/t/{tournament.code}/"
    answer = Client().get(f"{front}story/?team=2&with=3")
    assert (answer.status_code, answer["Location"]) == (302, f"{front}?team=2&with=3")
    story = text_at(f"{front}story/?fragment=1")
    assert "story-band" in story
    assert "<html" not in story


def test_versions_page_is_nested_below_standings(tournament: Tournament) -> None:
    front = f"/en/t/{tournament.code}/"
    listed = reverse("tournament_versions", args=[tournament.code])
    assert listed == f"{front}standings/versions/"
    assert f'href="{front}standings/1/"' in text_at(listed)
    assert f'href="{listed}"' in text_at(f"{front}standings/")


@pytest.mark.sample
@pytest.mark.parametrize("language", LANGUAGES)
def test_open_page_keeps_standings_and_links_story_at_finish(
    language: str, playing: Tournament
) -> None:
    front = f"/{language}/t/{playing.code}/"
    page = text_at(front)
    assert "data-part" not in page
    rebuild(finish_tournament(tournament=playing))
    body = text_at(f"{front}?fragment=1")
    regions = re.compile(r'id="([^"]+)"[^>]*data-region')
    assert regions.findall(body) == regions.findall(page)
    with override(language):
        told = escape(gettext("This tournament is over."))
        seen = escape(gettext("See who won, and how"))
    assert told in body
    assert f'<a href="{front}?over">{seen}</a>' in body
    assert told not in text_at(f"{front}standings/")


def test_story_fragment_becomes_standings_after_reopening(
    tournament: Tournament,
) -> None:
    front = f"/en/t/{tournament.code}/"
    page = text_at(front)
    assert 'data-part="story"' in page
    assert text_at(f"{front}?fragment=story") in page
    reopen_tournament(tournament=tournament)
    again = text_at(f"{front}?fragment=story")
    assert "story-band" not in again
    # A region that the story lacks makes the open page reload itself.
    assert 'id="live-side"' in again
    assert 'id="live-side"' not in page


def test_story_and_standings_are_shared_cached_with_etag(tournament: Tournament) -> None:
    for name in ("tournament", "tournament_standings"):
        address = reverse(name, args=[tournament.code])
        first = Client().get(address)
        assert first["X-Accel-Expires"] == "1"
        assert "Cookie" not in first.get("Vary", "")
        known = {"If-None-Match": first["ETag"]}
        assert Client().get(address, headers=known).status_code == 304
    assert "X-Accel-Expires" not in signed_in(tournament).get(address)


def signed_in(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(director_of(tournament))
    return client


def test_finish_invalidates_etag_of_standings(playing: Tournament) -> None:
    address = reverse("tournament", args=[playing.code])
    known = {"If-None-Match": Client().get(address)["ETag"]}
    finish_tournament(tournament=playing)
    assert "story-band" in Client().get(address, headers=known).content.decode()


@pytest.mark.sql
def test_story_and_standings_have_own_canonical_and_og_title(tournament: Tournament) -> None:
    Club.objects.filter(pk=tournament.club_id).update(names_in_search=True)
    front = reverse("tournament", args=[tournament.code])
    story, standings = text_at(front), text_at(f"{front}standings/")
    for page, address in ((story, front), (standings, f"{front}standings/")):
        assert f'<link rel="canonical" href="http://testserver{address}">' in page
        assert f'hreflang="bg" href="http://testserver{in_language(address, "bg")}"' in page
        assert "noindex" not in page
        assert "/share.png?v=" in page
    assert ("application/ld+json" in story, "application/ld+json" in standings) == (True, False)
    assert f'property="og:title" content="{tournament.name}"' in story
    assert f'property="og:title" content="Standings · {tournament.name}"' in standings
    listed = list(listed_addresses())
    assert front in listed
    assert not [address for address in listed if "/story/" in address]


def test_share_embed_and_feed_link_to_front_page() -> None:
    tournament = ended(is_public=True)
    front = reverse("tournament", args=[tournament.code])
    share = text_at(f"{front}share/")
    assert f"http://testserver{front.removeprefix('/en')}" in share or f"testserver{front}" in share
    frame = text_at(f"/en/embed/t/{tournament.code}/")
    assert f'<a href="{front}">{tournament.name}</a>' in frame
    assert f'<a href="{front}standings/">All places, boards and results</a>' in frame
    feed = text_at(f"/en/club/{tournament.club_id}/feed.atom")
    assert f"http://testserver{front}" in feed
    assert "/story/" not in share + frame + feed
    assert f'<a class="btn" href="{front}standings/">Standings</a>' in text_at("/en/tournaments/")


def test_tournament_finished_without_results_has_no_story() -> None:
    tournament = make_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    front = reverse("tournament", args=[tournament.code])
    assert "story-band" not in text_at(front)
    assert Client().get(f"{front}story/").status_code == 404
    assert Client().get(f"{front}standings/")["Location"] == front


def test_front_page_renders_without_standing_rows(
    playing: Tournament,
) -> None:
    tournament = over(playing)
    tournament.standing_rows.all().delete()
    page = text_at(reverse("tournament", args=[tournament.code]))
    assert "story-band" not in page
    assert f'href="/en/t/{tournament.code}/standings/"' in page
