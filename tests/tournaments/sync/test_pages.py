import datetime
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    director_of,
    enter_and_confirm,
    make_club,
    make_drawn,
    make_user,
    slip,
)
from tests.shared_rows import built_once, clear_versioned_caches
from tests.tournaments.sync.places import SyncPair, paired_ends, play_at, plays_in
from tournaments.accounts.services.tokens import create_token
from tournaments.errors import RuleViolationError
from tournaments.models import Club, PersonalToken, Play, SyncLink
from tournaments.sync.client import ServerRequestError, clean_server_url
from tournaments.sync.protocol import write_message
from tournaments.sync.secrets import secret_for
from tournaments.sync.services.hall import pair_with_server, pin_account, renew_pin
from tournaments.sync.services.transfers import take_over
from tournaments.sync.tasks import exchange_messages, mark_quiet_halls

pytestmark = pytest.mark.django_db


@built_once
def places() -> SyncPair:
    return paired_ends()


def client_of(tournament) -> Client:
    client = Client()
    client.force_login(director_of(tournament))
    return client


def page_of(tournament) -> str:
    return reverse("manage_places", args=[tournament.code])


def test_pairing_code_is_shown_once_and_pairs_a_hall():
    tournament = make_drawn(6)
    client = client_of(tournament)
    shown = client.post(page_of(tournament), {"do": "offer"}).content.decode()
    line = SyncLink.objects.get(tournament=tournament)
    code = next(part for part in shown.split("<bdi>") if "-" in part[:12]).split("<")[0]
    assert code not in client.get(page_of(tournament)).content.decode()
    body = {"code": code, "secret": secret_for(code), "take": True}
    given = Client().post(reverse("line_pair"), body, content_type="application/json")
    assert given.status_code == 201
    line.refresh_from_db()
    assert body["secret"] not in (line.secret_hash, line.secret)
    assert body["secret"] not in given.content.decode()
    for secret, told in (("0" * 64, (400, "no_such_code")), ("short", (400, "bad_shape"))):
        other = {**body, "secret": secret}
        answer = Client().post(reverse("line_pair"), other, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == told


def test_sync_message_requires_the_link_secret(places):
    letter = write_message(places.hall.pk)
    url = reverse("line_letters")
    for shown in ({}, {"Authorization": "Line x"}, {"Authorization": "Line "}):
        answer = Client().post(url, letter, content_type="application/json", headers=shown)
        assert (answer.status_code, answer.json()["code"]) == (401, "no_pairing")
    right = {"Authorization": f"Line {places.hall.secret}"}
    answer = Client().post(url, letter, content_type="application/json", headers=right)
    assert answer.status_code == 200
    for broken in ({}, {**letter, "facts": [{"key": 1}]}, {**letter, "epoch": 0}, [], "x"):
        answer = Client().post(url, broken, content_type="application/json", headers=right)
        assert (answer.status_code, answer.json()["code"]) in {
            (400, "bad_shape"),
            (400, "too_large"),
        }


def test_sync_conflict_can_be_resolved_on_the_page(places):
    where = plays_in(places.at_hall)[0]
    enter_and_confirm(play_at(places.at_hall, *where), slip=slip(98), who="В залата")
    enter_and_confirm(play_at(places.at_server, *where), slip=slip(110), who="У дома")
    places.exchange_all()
    client = client_of(places.at_server)
    shown = client.get(page_of(places.at_server)).content.decode()
    assert "В залата" in shown
    assert "У дома" in shown
    [difference] = places.server.differences.all()
    version = difference.play.results.get(who="В залата").version
    press = {"do": "result", "difference": difference.pk, "version": version}
    client.post(page_of(places.at_server), press)
    difference.refresh_from_db()
    assert difference.decided_by == director_of(places.at_server).username
    play = play_at(places.at_server, *where)
    assert (play.state, play.current.who) == (Play.State.CONFIRMED, "В залата")


def test_server_can_request_the_lead_on_the_page(places):
    client = client_of(places.at_server)
    client.post(page_of(places.at_server), {"do": "to-server"})
    places.exchange_all()
    places.exchange_all()
    assert places.server.leader == "server"
    assert "in charge of the evening" in client.get(page_of(places.at_server)).content.decode()


def test_public_page_shows_last_contact_of_a_silent_hall(places):
    url = reverse("tournament", args=[places.at_server.code])
    mark_quiet_halls()
    assert "as of" not in Client().get(url).content.decode()
    heard = timezone.now() - datetime.timedelta(minutes=3)
    SyncLink.objects.filter(pk=places.server.pk).update(heard_at=heard)
    mark_quiet_halls()
    clear_versioned_caches()
    time = timezone.localtime(heard).strftime("%H:%M")
    assert f"as of {time}" in Client().get(url).content.decode()
    places.exchange_all()
    clear_versioned_caches()
    assert "as of" not in Client().get(url).content.decode()


def test_sync_failure_is_stored_and_cleared_on_success(places, monkeypatch):

    def no_answer(*_args, **_values):
        raise ServerRequestError("no_answer")

    monkeypatch.setattr("tournaments.sync.tasks.post_message", no_answer)
    exchange_messages(places.hall)
    exchange_messages(places.hall)
    places.hall.refresh_from_db()
    assert (places.hall.failures, places.hall.trouble) == (2, "no_answer")
    shown = client_of(places.at_hall).get(page_of(places.at_hall)).content.decode()
    assert "The server does not answer" in shown
    places.exchange_all()
    assert (places.hall.failures, places.hall.trouble) == (0, "")


def test_server_urls_are_normalised_and_invalid_ones_rejected():
    assert clean_server_url(" belot.example.org/ ") == "https://belot.example.org"
    assert clean_server_url("http://192.168.1.5:8000") == "http://192.168.1.5:8000"
    for wrong in ("ftp://x", "https://a b", "https://user@x", "", "javascript://x"):
        with pytest.raises(RuleViolationError):
            clean_server_url(wrong)


def test_unreachable_server_is_an_error_of_the_address_field():
    with pytest.raises(RuleViolationError) as refused:
        pair_with_server(address="http://127.0.0.1:9", code="x", club=make_club())
    assert (refused.value.code, refused.value.field) == ("no_answer", "address")


def test_take_over_moves_the_lead_to_the_server(places):
    take_over(line=places.server)
    places.exchange_all()
    assert places.hall.leader == "server"


# The hall ----------------------------------------------------------------------------------------


def test_hall_pages_exist_only_on_a_hall_server():
    for name in ("hall", "hall_pin", "hall_pair"):
        assert Client().get(reverse(name)).status_code in {302, 404}
    assert Client().get(reverse("hall_pin")).status_code == 404


@pytest.fixture
def hall(settings) -> Club:
    settings.HALL, settings.ALLOWED_HOSTS = True, ["*"]
    return make_club("Hall", make_user("organiser"))


def test_hall_page_shows_address_and_wifi_as_qr_codes(hall):
    hall.wifi_name, hall.wifi_password = "Klub", "tajna-lozinka"
    hall.save()
    shown = Client().get(reverse("hall"), HTTP_HOST="192.168.1.7:8000").content.decode()
    assert "http://192.168.1.7:8000/" in shown
    assert shown.count("<svg") >= 2
    assert "tajna-lozinka" in shown


def test_pin_signs_in_until_it_is_renewed(hall):
    pin = renew_pin()
    tournament = make_drawn(6, club=hall)
    phone = Client()
    answer = phone.post(reverse("hall_pin"), {"pin": f"{pin[:3]} {pin[3:]}"})
    assert answer.status_code == 302
    desk = reverse("manage_tournament", args=[tournament.code])
    assert phone.get(desk).status_code == 200
    assert pin not in pin_account().password
    renew_pin()
    assert phone.get(desk).status_code == 302


def test_pin_account_cannot_create_tokens_or_credentials(hall):
    user = pin_account()
    phone = Client()
    phone.post(reverse("hall_pin"), {"pin": renew_pin()})
    for name in ("mfa_index", "mfa_activate_totp", "account_change_password", "account_email"):
        assert phone.get(reverse(name)).status_code == 403
    with pytest.raises(RuleViolationError) as refused:
        create_token(user=user, name="scores", scopes=["read"], days=30)
    assert refused.value.code == "pin_account"
    PersonalToken.objects.create(
        user, datetime.timedelta(days=30), name="of before", scopes=["read"]
    )
    Authenticator.objects.create(user=user, type="totp", data={"secret": "x"})
    renew_pin()
    assert not PersonalToken.objects.exists()
    assert not Authenticator.objects.exists()


def test_pin_is_rejected_on_the_login_page(hall):
    values = {"login": "pin", "password": renew_pin()}
    phone = Client()
    assert phone.post(reverse("account_login"), values).status_code == 200
    assert phone.get(reverse("manage_home")).status_code == 302


def test_account_named_pin_is_ordinary_outside_a_hall_server(settings):
    settings.HALL = False
    user = make_user("pin")
    assert create_token(user=user, name="scores", scopes=["read"], days=30)[0].user == user


def test_wrong_pins_are_rejected_and_rate_limited(hall, settings, monkeypatch):
    settings.LIMITS = True
    clock = SimpleNamespace(time=lambda: 1_800_000_000)  # all within one rate-limit window
    monkeypatch.setattr("tournaments.accounts.rate_limit.time", clock)
    caches["counts"].clear()
    pin = renew_pin()
    wrong = "000000" if pin != "000000" else "000001"
    phone = Client()
    for _each in range(10):
        assert phone.post(reverse("hall_pin"), {"pin": wrong}).status_code == 200
    phone.post(reverse("hall_pin"), {"pin": pin})
    assert phone.get(reverse("manage_home")).status_code == 302
    caches["counts"].clear()


@pytest.mark.sql
def test_stopped_pin_is_rejected(hall):
    pin = renew_pin()
    renew_pin(stop=True)
    phone = Client()
    phone.post(reverse("hall_pin"), {"pin": pin})
    phone.post(reverse("hall_pin"), {"pin": ""})
    assert phone.get(reverse("manage_home")).status_code == 302


@pytest.mark.sql
def test_pin_renewal_requires_an_organiser(hall):
    pin = renew_pin()
    phone = Client()
    phone.post(reverse("hall_pin"), {"pin": pin})
    assert phone.post(reverse("hall_pin_new")).status_code == 404
    organiser = Client()
    organiser.force_login(hall.memberships.get(role="organiser").user)
    assert organiser.post(reverse("hall_pin_new")).status_code == 200
    assert phone.get(reverse("manage_home")).status_code == 302
