"""Pages are rendered once per version, and sent again only when changed."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from benchmarks.fields import played_tournament
from games.languages import in_language
from tests.builders import (
    director_of,
    enter,
    fill_rounds,
    make_club,
    make_drawn,
    plays_of,
    rebuild,
    slip,
)
from tests.processes import until
from tests.shared_rows import built_once, clear_versioned_caches
from tests.tournaments.signals import signal_of
from tournaments.models import Play, Tournament
from tournaments.public import pages
from tournaments.results.services.results import correct_result
from tournaments.scoring import Method
from tournaments.standings.tasks import rebuild_now
from tournaments.state import change_feed
from web.microcache import CachedResponse

pytestmark = pytest.mark.django_db


def played(teams: int = 6, rounds: int = 2, **values: Any) -> Tournament:
    tournament = make_drawn(teams, **values)
    fill_rounds(tournament, rounds)
    return rebuild(tournament)


@built_once
def tournament() -> Tournament:
    return played()


@built_once
def fields() -> list[Tournament]:
    """Six and twelve teams after a round: pages need equally many queries."""
    return [played(teams, 1, club=make_club(f"Club {teams}")) for teams in (6, 12)]


def fragment_of(tournament: Tournament) -> str:
    return reverse("tournament", args=[tournament.code]) + "?fragment=1"


def test_unchanged_fragment_is_not_sent_again(client: Client, tournament: Tournament) -> None:
    address = fragment_of(tournament)
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert again.content == b""
    assert again["ETag"] == first["ETag"]
    assert first["Cache-Control"] == "public, max-age=0, s-maxage=10"


def test_new_standings_are_sent(client: Client, tournament: Tournament) -> None:
    first = client.get(fragment_of(tournament))
    fill_rounds(tournament, 3)
    rebuild(tournament)
    again = client.get(fragment_of(tournament), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert "After round 3" in again.content.decode()
    assert again["X-Version"] != first["X-Version"]


def test_announced_version_bypasses_older_cached_fragment(
    client: Client, monkeypatch: pytest.MonkeyPatch, tournament: Tournament
) -> None:
    monkeypatch.setattr(change_feed, "RECENT_SECONDS", 60)
    monkeypatch.setattr(pages, "ANNOUNCED_MAX_AGE_SECONDS", 0)
    address = fragment_of(tournament)
    before = client.get(address)["X-Version"]
    fill_rounds(tournament, 3)
    rebuild(tournament)
    now = signal_of(tournament.code)
    assert now is not None
    assert client.get(address)["X-Version"] == before
    told = client.get(f"{address}&v={now.version}")
    assert told["X-Version"] == now.version
    assert "After round 3" in told.content.decode()


def test_a_confirmation_changes_the_version_but_not_the_fragment(
    client: Client, tournament: Tournament
) -> None:
    play = plays_of(tournament, sitting__round__number=3)[0]
    enter(play)
    rebuild(tournament)
    first = client.get(reverse("tournament_boards", args=[tournament.code]) + "?fragment=1")
    enter(play, "EW")
    rebuild(tournament)
    again = client.get(
        reverse("tournament_boards", args=[tournament.code]) + "?fragment=1",
        headers={"If-None-Match": first["ETag"]},
    )
    assert again["X-Version"] != first["X-Version"]
    assert again.status_code == 304


def test_fragment_is_in_the_language_of_its_address(client: Client, tournament: Tournament) -> None:
    english = client.get(fragment_of(tournament), headers={"Accept-Language": "bg"})
    assert "After round 2" in english.content.decode()
    other = client.get(in_language(fragment_of(tournament), "bg"))
    assert "ноември" in other.content.decode().lower()
    assert other["ETag"] != english["ETag"]


def test_fragment_is_identical_for_anonymous_and_signed_in(
    client: Client, tournament: Tournament
) -> None:
    nobody = client.get(fragment_of(tournament))
    client.force_login(director_of(tournament))
    somebody = client.get(fragment_of(tournament))
    assert nobody.content == somebody.content
    assert nobody["ETag"] == somebody["ETag"]
    assert b"csrf" not in nobody.content
    assert "Cookie" not in nobody.get("Vary", "")
    assert not nobody.cookies


def test_member_page_is_cached_privately(client: Client, tournament: Tournament) -> None:
    address = reverse("tournament", args=[tournament.code])
    everybodys = {"If-None-Match": client.get(address)["ETag"]}
    client.force_login(director_of(tournament))
    client.get(address)
    first = client.get(address, headers=everybodys)
    assert (first.status_code, first["Cache-Control"]) == (200, "private, no-cache")
    seen = {"If-None-Match": first["ETag"]}
    assert client.get(address, headers=seen).status_code == 304
    client.cookies["theme"] = "dark"
    assert client.get(address, headers=seen).status_code == 200


def test_anonymous_pages_are_shared_cached_member_pages_not(
    client: Client, tournament: Tournament
) -> None:
    address = reverse("tournament", args=[tournament.code])
    stranger = client.get(address)
    assert stranger["X-Accel-Expires"] == "1"
    assert not stranger.cookies
    assert b"csrfmiddlewaretoken" not in stranger.content
    client.force_login(director_of(tournament))
    member = client.get(address)
    assert "X-Accel-Expires" not in member
    assert director_of(tournament).username.encode() in member.content


@pytest.mark.sql
def test_fifty_concurrent_requests_render_a_page_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    asking: list[int] = []

    def draw_for_all(template: str, context: Any) -> str:
        drawn.append(template)
        until(lambda: len(asking) == 50, 20)
        return "<p>drawn</p>"

    def ask(number: int) -> str:
        asking.append(number)
        return pages.cached_body("new", "1", "x.html", dict).text

    monkeypatch.setattr(pages, "render_to_string", draw_for_all)
    with ThreadPoolExecutor(50) as threads:
        assert set(threads.map(ask, range(50))) == {"<p>drawn</p>"}
    assert len(drawn) == 1


def test_failed_render_is_retried_by_next_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "render_to_string", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        pages.cached_body("failing", "1", "x.html", dict)
    monkeypatch.setattr(pages, "render_to_string", lambda *_: "<p>drawn</p>")
    assert pages.cached_body("failing", "1", "x.html", dict).text == "<p>drawn</p>"


def test_slow_body_is_served_stale_when_patience_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = iter(["one", "two", "three"])
    monkeypatch.setattr(pages, "render_to_string", lambda *_: next(texts))
    monkeypatch.setattr(pages, "MAX_STALE_SECONDS", 60)

    def ask(version: str, **options: Any) -> tuple[str, str]:
        body = pages.cached_body("slow", version, "x.html", dict, **options)
        return body.text, body.version

    monkeypatch.setattr(pages, "STALE_FACTOR", 1e9)
    assert ask("1") == ("one", "1")
    assert ask("2", patience=1.0) == ("one", "1")
    assert ask("2") == ("two", "2")
    monkeypatch.setattr(pages, "STALE_FACTOR", 0)
    assert ask("3", patience=1.0) == ("three", "3")


def test_finished_board_page_follows_settled_version_only(
    client: Client, tournament: Tournament
) -> None:
    over = reverse("tournament_board", args=[tournament.code, 1]) + "?fragment=1"
    live = reverse("tournament_boards", args=[tournament.code]) + "?fragment=1"
    before = client.get(over), client.get(live)
    assert [page["X-Follows"] for page in before] == ["settled", "version"]
    enter(plays_of(tournament, sitting__round__number=3)[0])
    after = client.get(over), client.get(live)
    assert after[0]["X-Version"] == before[0]["X-Version"]
    assert after[1]["X-Version"] != before[1]["X-Version"]


def test_only_corrections_of_public_results_change_settled(
    client: Client, tournament: Tournament
) -> None:
    in_play, over = (plays_of(tournament, sitting__round__number=n)[0] for n in (3, 1))
    enter(in_play)

    def settled_after(play: Play) -> str:
        correct_result(play_id=play.pk, slip=slip(62), reason="as both say now", actor=None)
        signal = signal_of(tournament.code)
        assert signal is not None
        return signal.settled

    before = signal_of(tournament.code)
    assert before is not None
    assert settled_after(in_play) == before.settled
    assert settled_after(over) != before.settled
    in_play.board.closed_at = timezone.now()
    in_play.board.save()
    Play.objects.filter(pk=in_play.pk).update(state="entered")
    closed = signal_of(tournament.code)
    assert closed is not None
    assert settled_after(in_play) != closed.settled


def test_full_page_contains_the_fragment(client: Client, tournament: Tournament) -> None:
    page = client.get(reverse("tournament", args=[tournament.code])).content.decode()
    assert client.get(fragment_of(tournament)).content.decode() in page


PAGES = ("tournament", "tournament_boards", "tournament_rules", "tournament_projector")


@pytest.mark.parametrize("name", PAGES)
def test_fragment_queries_do_not_grow_with_tournament_size(
    client: Client, name: str, fields: list[Tournament]
) -> None:
    counts = []
    for tournament in fields:
        signal_of(tournament.code)
        with CaptureQueriesContext(connection) as found:
            client.get(reverse(name, args=[tournament.code]) + "?fragment=1")
        counts.append(len(found.captured_queries))
    assert counts[0] == counts[1] <= 14


def test_standings_of_every_scoring_use_at_most_nine_queries(
    client: Client, fields: list[Tournament]
) -> None:
    counts = set()
    small, large = fields
    scaled = {"vp": "wbf-imps-15"}
    for tournament, scale in ((small, {}), (large, {}), (large, scaled)):
        for method in Method:
            tournament.scoring, tournament.match_scale = method.value, scale
            tournament.save()
            counts.add(queries_of(client, tournament))
    assert len(counts) == 1
    assert counts.pop() <= 9


@pytest.mark.parametrize("state", ["playing", "finished", "official"])
def test_standings_use_at_most_nine_queries_in_every_state(
    client: Client, state: str, tournament: Tournament
) -> None:
    if state != "playing":
        tournament.state = Tournament.State.FINISHED
    if state == "official":
        tournament.corrections_until = timezone.now()
    tournament.save()
    assert queries_of(client, tournament) <= 9


def queries_of(client: Client, tournament: Tournament) -> int:
    """Queries of a page without the hall's state, which is read once per fact."""
    clear_versioned_caches()
    signal_of(tournament.code)
    with CaptureQueriesContext(connection) as found:
        assert 'data-row="' in client.get(fragment_of(tournament)).content.decode()
    return len(found.captured_queries)


def test_standings_of_200_teams_are_small_with_eight_queries(client: Client) -> None:
    tournament = played_tournament(tables=100, boards=9)
    rebuild_now(tournament.pk)
    tournament.refresh_from_db()
    assert queries_of(client, tournament) <= 8
    page = client.get(tournament.get_absolute_url()).content
    assert page.count(b"<tr data-row=") == 200
    kept = CachedResponse([], page, 0)
    assert max(len(kept.encoded_body("br")), len(kept.encoded_body("gzip"))) < 44_000


@pytest.mark.parametrize("name", ["tournament_round", "tournament_board", "tournament_team"])
def test_numbered_page_queries_do_not_grow_with_size(
    client: Client, name: str, fields: list[Tournament]
) -> None:
    counts = []
    for tournament in fields:
        signal_of(tournament.code)
        with CaptureQueriesContext(connection) as found:
            client.get(reverse(name, args=[tournament.code, 1]) + "?fragment=1")
        counts.append(len(found.captured_queries))
    assert counts[0] == counts[1] <= 20


def test_cached_fragment_uses_one_query(
    client: Client, django_assert_num_queries: Any, tournament: Tournament
) -> None:
    client.get(fragment_of(tournament))
    with django_assert_num_queries(1):
        client.get(fragment_of(tournament))


def test_tournament_list_uses_two_queries_for_any_number(
    client: Client, django_assert_num_queries: Any
) -> None:
    played()
    with django_assert_num_queries(2):
        client.get(reverse("tournament_list"))
    for number in range(4):
        played(name=f"Another {number}", club=Tournament.objects.all()[0].club)
    with django_assert_num_queries(2):
        client.get(reverse("tournament_list"))
