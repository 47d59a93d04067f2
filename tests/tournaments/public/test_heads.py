import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from games.languages import LANGUAGES, in_language
from tests.builders import (
    director_of,
    enter_teams,
    fill_rounds,
    make_drawn,
    make_tournament,
    rebuild,
)
from tests.markup import one_line
from tests.shared_rows import built_once
from tests.tournaments.two_directors import organiser
from tournaments.clubs.services import change_club
from tournaments.models import Club, Tournament
from tournaments.seasons.services import create_season
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db
FACTS = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
NOINDEX = '<meta name="robots" content="noindex">'
LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"
LINK = "{http://www.w3.org/1999/xhtml}link"


@built_once
def tournament() -> Tournament:
    made = make_drawn(4)
    fill_rounds(made, 1)
    return rebuild(made)


def opt_in(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(names_in_search=True)


def page(address: str, **more: Any) -> str:
    return Client().get(address, **more).content.decode()


def meta(text: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([\w:-]+)" content="([^"]*)">', text)
    return dict(found)


def named_pages(tournament: Tournament) -> list[str]:
    code = tournament.code
    return [
        reverse("tournament", args=[code]),
        reverse("tournament_board", args=[code, 1]),
        reverse("tournament_round", args=[code, 1]),
        reverse("tournament_team", args=[code, 1]),
        reverse("tournament_boards", args=[code]),
        reverse("club", args=[tournament.club_id]),
    ]


def test_pages_with_names_are_noindex_until_club_opts_in(tournament: Tournament) -> None:
    season = create_season(club=tournament.club, name="Winter", measure="behind")
    asked = [*named_pages(tournament), reverse("season", args=[season.code])]
    assert [address for address in asked if NOINDEX not in page(address)] == []
    opt_in(tournament.club)
    assert [address for address in asked if NOINDEX in page(address)] == []
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    assert NOINDEX in page(reverse("tournament", args=[tournament.code]))


def test_search_opt_in_invalidates_etag(tournament: Tournament) -> None:
    address = reverse("tournament", args=[tournament.code])
    known = {"If-None-Match": Client().get(address)["ETag"]}
    assert Client().get(address, headers=known).status_code == 304
    opt_in(tournament.club)
    assert Client().get(address, headers=known).status_code == 200


def test_pages_without_names_are_indexable() -> None:
    for name in ("home", "tournament_list", "calculator", "rules_index", "match_pad"):
        text = page(reverse(name))
        assert NOINDEX not in text
        assert len(meta(text)["description"]) > 30
        assert meta(text)["og:title"]


def test_files_and_fragments_are_noindex(tournament: Tournament) -> None:
    opt_in(tournament.club)
    whole = reverse("tournament", args=[tournament.code])
    table = reverse("tournament_standings_file", args=[tournament.code, "csv"])
    for address in (f"{whole}?fragment=1", table):
        assert Client().get(address)["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in Client().get(whole)


def test_organiser_sets_search_opt_in_on_club_page(tournament: Tournament) -> None:
    client = organiser(tournament, "ana")
    club = tournament.club
    form = one_line(client.get(reverse("manage_club", args=[club.pk])).content.decode())
    assert 'name="names_in_search"' in form
    seen = re.search(r'name="seen" value="([^"]*)"', form)
    assert seen is not None
    sent = {"name": club.name, "place": club.place, "names_in_search": "on", "seen": seen[1]}
    client.post(reverse("manage_club_change", args=[club.pk]), sent)
    club.refresh_from_db()
    assert club.names_in_search
    change_club(club=club, name=club.name)
    club.refresh_from_db()
    assert not club.names_in_search


def test_link_preview_has_title_url_place_and_locale(tournament: Tournament, settings: Any) -> None:
    settings.PUBLIC_URL = "https://club.example"
    Tournament.objects.filter(pk=tournament.pk).update(place="Hall <7> & bar")
    address = reverse("tournament", args=[tournament.code])
    told = meta(page(address))
    assert told["og:title"] == tournament.name
    assert told["og:url"] == f"https://club.example{address}"
    assert (told["og:locale"], told["og:type"]) == ("en_GB", "website")
    assert "Hall &lt;7&gt; &amp; bar" in told["description"] == told["og:description"]
    assert told["og:image"].startswith("https://club.example/")
    assert meta(page(in_language(address, "bg")))["og:locale"] == "bg_BG"


def test_tournament_json_ld_event_has_only_known_fields(tournament: Tournament) -> None:
    nasty = "</script><b>&amp; Cup"
    Tournament.objects.filter(pk=tournament.pk).update(name=nasty, place="")
    Club.objects.filter(pk=tournament.club_id).update(place="")
    [found] = FACTS.findall(page(reverse("tournament", args=[tournament.code])))
    event = json.loads(found)
    assert (event["@type"], event["name"], event["inLanguage"]) == ("SportsEvent", nasty, "en")
    assert event["startDate"].startswith(f"{tournament.date}T{tournament.start_time:%H:%M}+0")
    assert event["organizer"]["name"] == tournament.club.name
    assert event["url"].endswith(f"/en/t/{tournament.code}/")
    assert "location" not in event
    Tournament.objects.filter(pk=tournament.pk).update(place="Here")
    [found] = FACTS.findall(page(reverse("tournament", args=[tournament.code])))
    assert json.loads(found)["location"]["name"] == "Here"
    assert FACTS.findall(page(reverse("tournament_board", args=[tournament.code, 1]))) == []


def test_season_has_event_series_json_ld_unlisted_has_none(tournament: Tournament) -> None:
    season = create_season(club=tournament.club, name="Winter", measure="behind")
    [found] = FACTS.findall(page(reverse("season", args=[season.code])))
    assert json.loads(found)["@type"] == "EventSeries"
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    assert FACTS.findall(page(reverse("tournament", args=[tournament.code]))) == []


def test_organiser_pages_have_no_preview_metadata(tournament: Tournament) -> None:
    client = organiser(tournament, "ana")
    text = client.get(reverse("manage_home")).content.decode()
    assert "og:" not in text
    assert "application/ld+json" not in text


def test_sitemap_lists_public_pages_of_opted_in_clubs(
    client: Client, tournament: Tournament
) -> None:
    hidden = make_tournament(is_public=False, club=tournament.club)
    enter_teams(hidden, 4)
    locations = {each.text for each in sitemap(client).iter(LOC)}
    assert f"http://testserver/bg/t/{tournament.code}/" not in locations
    opt_in(tournament.club)
    tree = sitemap(client)
    locations = {each.text for each in tree.iter(LOC)}
    for language in LANGUAGES:
        assert f"http://testserver/{language}/t/{tournament.code}/" in locations
        assert f"http://testserver/{language}/rules/bulgarian/" in locations
        assert f"http://testserver/{language}/club/{tournament.club_id}/" in locations
    assert not any(hidden.code in str(each) for each in locations)
    for url in tree:
        links = {link.get("hreflang"): link.get("href") for link in url.iter(LINK)}
        assert set(links) == {*LANGUAGES, "x-default"}
        assert url.findtext(LOC) in links.values()


def test_sitemap_lists_final_standings_after_finish(client: Client, tournament: Tournament) -> None:
    opt_in(tournament.club)
    standings = f"http://testserver/fr/t/{tournament.code}/standings/"
    assert standings not in {each.text for each in sitemap(client).iter(LOC)}
    fill_rounds(tournament, tournament.rounds.count())
    finish_tournament(tournament=rebuild(tournament), actor=director_of(tournament))
    assert standings in {each.text for each in sitemap(client).iter(LOC)}
    test_every_sitemap_url_is_indexable(client, tournament)


def test_every_sitemap_url_is_indexable(client: Client, tournament: Tournament) -> None:
    opt_in(tournament.club)
    for each in sitemap(client).iter(LOC):
        if "/en/" in str(each.text):
            answer = client.get(str(each.text))
            assert (each.text, answer.status_code) == (each.text, 200)
            assert NOINDEX not in answer.content.decode()


def sitemap(client: Client) -> ElementTree.Element:
    answer = client.get("/sitemap.xml")
    assert answer["Content-Type"] == "application/xml"
    return ElementTree.fromstring(answer.content)


def test_robots_txt_has_disallow_rules_and_sitemap(client: Client) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert "Disallow: /table/" in lines
    assert lines[-1] == "Sitemap: http://testserver/sitemap.xml"


def test_public_pages_have_a_localised_web_manifest(client: Client) -> None:
    text = page("/fr/tournaments/")
    assert '<link rel="manifest" href="/fr/site.webmanifest">' in text
    assert 'rel="apple-touch-icon"' in text
    answer = client.get("/fr/site.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert (told["lang"], told["start_url"], told["scope"]) == ("fr", "/fr/tournaments/", "/")
    assert {icon["sizes"] for icon in told["icons"]} == {"192x192", "512x512"}
    assert client.get(told["start_url"]).status_code == 200
