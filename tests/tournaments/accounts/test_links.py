from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import URLPattern, resolve, reverse
from django.utils import timezone

from tests.builders import (
    enter,
    fill_rounds,
    make_drawn,
    make_tournament,
    make_user,
    plays_of,
    slip,
)
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of, messages_of, stranger
from tournaments.accounts.rate_limit import LIMITS_PER_ADDRESS
from tournaments.accounts.services.helpers import create_link, resume_link, stop_link
from tournaments.clubs.services import add_member
from tournaments.console.services.clock import start_round
from tournaments.errors import RuleViolationError
from tournaments.models import HelperLink, LogEntry, Membership, Tournament
from tournaments.models.parts.event import CODE_ALPHABET
from tournaments.permissions import HELPER_PERMISSIONS
from tournaments.urls.manage import tournament as PAGES

pytestmark = pytest.mark.django_db
PARTS_OF_SCORER = ("rows", "step", "undo", "place")


@built_once
def tournament() -> Tournament:
    tournament = make_drawn()
    start_round(tournament=tournament, number=1)
    return tournament


def make(tournament: Tournament, kind: str = "clock", **values: Any) -> HelperLink:
    return create_link(tournament=tournament, kind=kind, name="Петя", **values)


def open_link(link: HelperLink, name: str = "Петя Колева") -> Client:
    client = Client()
    client.post(reverse("helper", args=[link.code]), {"name": name, "plays_not": "on"})
    return client


def permission_of(page: URLPattern) -> str:
    return getattr(page.callback, "permission", "")


def test_each_link_kind_opens_its_permitted_pages(tournament):
    opened = {
        kind: sorted(page.name for page in PAGES if permission_of(page) in HELPER_PERMISSIONS[kind])
        for kind in ("clock", "look")
    }
    assert opened == {"clock": ["manage_clock"], "look": ["manage_live", "manage_tournament"]}
    scorer = {page.name for page in PAGES if permission_of(page) in HELPER_PERMISSIONS["enter"]}
    assert scorer == {"manage_scorer", *(f"manage_scorer_{part}" for part in PARTS_OF_SCORER)}
    cashier = {page.name for page in PAGES if permission_of(page) in HELPER_PERMISSIONS["cash"]}
    assert {"manage_entry", "manage_till_close", "manage_ledger"} <= cashier
    assert not cashier & {"manage_fees", "manage_fees_none", "manage_prizes", "manage_entry_draw"}


def test_every_tournament_page_declares_a_permission():
    assert [page.name for page in PAGES if not permission_of(page)] == []


def test_helper_actions_on_the_clock_are_logged_by_name(tournament):
    client = open_link(make(tournament))
    page = client.get(address("clock", tournament))
    assert [tab["word"] for tab in page.context["tabs"]] == ["Clock"]
    client.post(address("clock", tournament), {"do": "pause"})
    assert tournament.rounds.get(number=1).paused_seconds is not None
    line = LogEntry.objects.get(action="clock_paused")
    assert (line.who, line.user) == ("Петя Колева", None)
    back = client.post(
        address("clock", tournament),
        {"do": "resume"},
        headers={"referer": f"http://testserver{address('clock', tournament)}"},
    )
    assert back.url == f"http://testserver{address('clock', tournament)}"


def test_look_link_shows_no_buttons_and_no_table_links(tournament):
    play = plays_of(tournament, sitting__table__number=2, order=1)[0]
    enter(play, "NS")
    enter(play, "EW", slip=slip(60))
    client = open_link(make(tournament, "look"))
    page = client.get(address("tournament", tournament), {"table": "2"}).content.decode()
    assert "dispute, board" in page
    assert "The correct result is" not in page
    assert 'form="console-form"' not in page
    assert play.sitting.table.token not in page
    assert address("log", tournament) not in page
    assert client.get(address("live", tournament)).status_code == 200


def test_look_link_before_the_draw_says_not_begun():
    tournament = make_tournament()
    page = open_link(make(tournament, "look")).get(address("tournament", tournament))
    assert "Not begun yet" in page.content.decode()


def test_browsers_of_one_link_have_separate_names(tournament):
    link = make(tournament)
    one, two = open_link(link, "Ана"), open_link(link, "Боян")
    one.post(address("clock", tournament), {"do": "pause"})
    two.post(address("clock", tournament), {"do": "resume"})
    lines = LogEntry.objects.filter(action__startswith="clock_").order_by("pk")
    assert list(lines.values_list("who", flat=True)) == ["Ана", "Боян"]
    stop_link(link=link)
    for client in (one, two):
        assert client.get(address("clock", tournament)).url == reverse("helper_over")
    assert one.get(reverse("helper_over")).status_code == 403


def test_link_is_valid_for_one_tournament_only(tournament):
    other = make_drawn(name="Other", club=tournament.club)
    client = open_link(make(tournament))
    answer = client.get(address("clock", other))
    assert answer.status_code == 302
    assert "/accounts/login/" in answer.url


def test_expired_link_opens_nothing(tournament):
    link = make(tournament)
    client = open_link(link)
    HelperLink.objects.filter(pk=link.pk).update(expires_at=timezone.now())
    assert client.post(address("clock", tournament), {"do": "pause"}).status_code == 302
    assert tournament.rounds.get(number=1).paused_seconds is None
    assert Client().get(reverse("helper", args=[link.code])).status_code == 404


@pytest.mark.sql
def test_stopped_link_can_be_resumed_for_a_short_time_only(tournament):
    link = make(tournament)
    helper, director = open_link(link), client_of(tournament)
    answer = director.post(address("helper_stop", tournament, link.pk))
    assert "Stopped: Clock only, Петя" in director.get(answer.url).content.decode()
    assert helper.get(address("clock", tournament)).status_code == 302
    director.post(address("helper_go_on", tournament, link.pk))
    assert helper.get(address("clock", tournament)).status_code == 200
    stop_link(link=link)
    HelperLink.objects.update(stopped_at=timezone.now() - timedelta(seconds=61))
    with pytest.raises(RuleViolationError, match="stopped for good"):
        resume_link(link=link)


def test_link_code_is_shown_only_to_its_creator_and_organiser(tournament):
    names = {"ana": Membership.Role.DIRECTOR, "bo": Membership.Role.DIRECTOR}
    clients = {}
    for name, role in names.items():
        user = make_user(name)
        add_member(club=tournament.club, login=name, role=role)
        clients[name] = Client()
        clients[name].force_login(user)
    clients["ana"].post(
        address("helpers", tournament), {"kind": "look", "name": "Искра", "lasts": "week"}
    )
    link = HelperLink.objects.get()
    clients["organiser"] = client_of(tournament)
    shown = {
        name: [
            link.code in client.get(address(page, tournament)).content.decode()
            for page in ("helpers", "helpers_print")
        ]
        for name, client in clients.items()
    }
    assert shown == {"ana": [True, True], "bo": [False, False], "organiser": [True, True]}
    stop_link(link=link)
    assert link.code not in clients["ana"].get(address("helpers", tournament)).content.decode()


def test_link_expires_at_four_am_after_the_chosen_duration(tournament):
    first, second, third = (
        make(tournament, lasts=each) for each in ("evening", "tomorrow", "week")
    )
    ends = timezone.localtime(first.expires_at)
    assert (ends.hour, ends.minute) == (4, 0)
    assert ends > timezone.localtime()
    assert (second.expires_at - first.expires_at, third.expires_at - first.expires_at) == (
        timedelta(days=1),
        timedelta(days=7),
    )


def test_link_code_has_six_unambiguous_letters(tournament):
    code = make(tournament).code
    assert len(code) == 6
    assert set(code) <= set(CODE_ALPHABET)
    assert not set(CODE_ALPHABET) & set("01ilo")
    assert (
        open_link(HelperLink(code=code.upper())).get(address("clock", tournament)).status_code
        == 200
    )


@pytest.mark.parametrize(
    "data", [{}, {"kind": "direct", "lasts": "evening"}, {"kind": "look", "lasts": "for ever"}]
)
def test_invalid_link_data_creates_no_link(tournament, data):
    client_of(tournament).post(address("helpers", tournament), data)
    assert not HelperLink.objects.exists()


def test_opening_a_link_requires_a_name(tournament):
    link = make(tournament)
    answer = Client().post(reverse("helper", args=[link.code]), {"name": " "})
    assert answer.status_code == 200
    assert not LogEntry.objects.filter(action="helper_came").exists()


def test_strangers_and_helpers_cannot_create_or_stop_links(tournament):
    link = make(tournament)
    for client in (stranger(), open_link(make(tournament, "look"))):
        assert client.get(address("helpers", tournament)).status_code == 404
        assert client.post(address("helper_stop", tournament, link.pk)).status_code == 404
    link.refresh_from_db()
    assert link.is_open


@pytest.mark.sql
def test_link_guesses_are_rate_limited_per_address(tournament, settings, monkeypatch):
    settings.LIMITS = True
    clock = SimpleNamespace(time=lambda: 1_800_000_000)  # all within one rate-limit window
    monkeypatch.setattr("tournaments.accounts.rate_limit.time", clock)
    caches["counts"].clear()
    link = make(tournament)
    client = Client(REMOTE_ADDR="203.0.113.7")
    path = reverse("helper", args=[link.code])
    for number in range(LIMITS_PER_ADDRESS[0][0]):
        wrong = reverse("helper", args=[f"{number:06d}"])
        assert client.get(wrong).status_code == 404
    assert client.get(path).status_code == 404
    assert Client(REMOTE_ADDR="203.0.113.8").get(path).status_code == 200
    caches["counts"].clear()


def test_too_many_open_links_are_rejected(tournament):
    for _number in range(20):
        make(tournament)
    answer = client_of(tournament).post(
        address("helpers", tournament), {"kind": "look", "lasts": "evening"}
    )
    assert "Too many links are open already" in answer.content.decode()
    assert messages_of(answer) == []


def test_page_view_has_its_permission(tournament):
    view = resolve(address("clock", tournament)).func
    assert view.permission == "tournaments.run_clock"
    fill_rounds(tournament, 1)
