import datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.builders import draw_tournament, names_of, publish_draw
from tests.markup import one_line
from tests.shared_rows import clear_versioned_caches
from tests.tournaments.registration.world import (
    ANA,
    BOYKO,
    MARIA,
    YAVOR,
    enter,
    entered,
    open_tournament,
    states,
)
from tournaments.models import EntryPlan, Tournament
from tournaments.registration.services.approval import set_entry_plan
from tournaments.site.selectors.calendar import calendar_of
from web.limits import RateLimit

pytestmark = pytest.mark.django_db
BODY = {"players": [ANA, YAVOR]}


def front(tournament: Tournament) -> str:
    clear_versioned_caches()
    return Client().get(tournament.get_absolute_url()).content.decode()


def api(tournament: Tournament, name: str = "api_signups") -> str:
    return reverse(name, args=[tournament.code])


def post(tournament: Tournament, **values):
    body = {"client_key": str(uuid4()), **BODY, **values}
    return Client().post(api(tournament), body, content_type="application/json")


def test_tournament_page_links_entry_with_places_left():
    tournament = open_tournament(2)
    enter(tournament, ANA, YAVOR)
    address = reverse("tournament_enter", args=[tournament.code])
    text = front(tournament)
    assert (address in text, "1 place left" in text, "Enter now" in text) == (True, True, True)
    enter(tournament, BOYKO, MARIA)
    assert "To the waiting list" in front(tournament)
    set_entry_plan(tournament=tournament, is_open=False)
    assert address not in front(tournament)


def test_tournament_page_without_entry_plan_has_no_link():
    tournament = open_tournament()
    EntryPlan.objects.all().delete()
    text = front(tournament)
    assert ("Enter now" in text, 'class="btn btn-primary"' in text) == (False, True)


def test_tournament_lists_link_to_open_entry():
    tournament = open_tournament(8)
    enter(tournament, ANA, YAVOR)
    [event] = calendar_of().upcoming
    assert (event.is_open, event.places, event.is_full) == (True, 7, False)
    listed, club = (
        one_line(Client().get(path).content.decode())
        for path in (reverse("tournament_list"), reverse("club", args=[tournament.club_id]))
    )
    assert "Enter: 7 places" in listed
    assert "7 places left" in club
    assert f'href="{reverse("tournament_enter", args=[tournament.code])}"' in club
    EntryPlan.objects.update(closes_at=timezone.now() - datetime.timedelta(minutes=1))
    assert calendar_of().upcoming[0].is_open is False


def test_hidden_names_stay_private_until_draw_publication():
    tournament = open_tournament(shows_names=False)
    for number in range(4):
        enter(tournament, *names_of(number))
    name = names_of(0)[0]

    def told() -> list[bool]:
        pages = [front(tournament), Client().get(api(tournament, "api_teams")).json()]
        return [name in str(page) for page in pages]

    assert told() == [False, False]
    tournament = draw_tournament(
        tournament=tournament, kind="barometer", params={"entrants": 4}, by_lot=False
    )
    assert told() == [False, False]
    publish_draw(tournament=tournament)
    assert told() == [True, True]


def test_api_returns_entry_status():
    tournament = open_tournament(2, needs_approval=True)
    enter(tournament, ANA, YAVOR)
    boyko = enter(tournament, BOYKO)
    assert Client().get(api(tournament)).json() == {
        "is_open": True,
        "closes_at": None,
        "places": 2,
        "left": 1,
        "taken": 1,
        "waiting": 0,
        "needs_approval": True,
        "contact": "may",
        "looking": [{"id": boyko.pk, "name": BOYKO}],
    }
    EntryPlan.objects.all().delete()
    assert Client().get(api(tournament)).status_code == 404
    assert post(tournament).status_code == 404


def test_api_signup_is_idempotent_and_returns_its_page():
    tournament = open_tournament(1)
    key = str(uuid4())
    first = post(tournament, client_key=key).json()
    assert (first["state"], first["place"], first["players"]) == ("approved", 1, [ANA, YAVOR])
    assert Client().get(first["url"]).status_code == 200
    assert post(tournament, client_key=key).json() == first
    assert post(tournament, players=[BOYKO, MARIA]).json()["state"] == "waiting"
    assert entered(tournament) == ["Ана Колева – Явор Петров"]


def test_api_client_can_seek_or_offer_a_partner():
    tournament = open_tournament()
    post(tournament, players=[ANA], wants_partner=True)
    [looker] = Client().get(api(tournament)).json()["looking"]
    answer = post(tournament, players=[BOYKO], wants_partner=True, partner=looker["id"])
    assert (answer.status_code, answer.json()["state"]) == (201, "asked")
    assert states(tournament) == [(ANA, "asked"), (BOYKO, "asked")]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"players": [ANA]}, "two_players"),
        ({"players": [ANA], "wants_partner": True, "partner": 77}, "partner_gone"),
        ({"client_key": "7"}, "invalid"),
        ({"email": "ana"}, "invalid"),
    ],
)
def test_api_rejects_invalid_signup_with_code(values, code):
    tournament = open_tournament()
    enter(tournament, BOYKO, MARIA)
    answer = post(tournament, **values)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, code)
    assert len(states(tournament)) == 1


def test_signup_rate_limit_returns_429_for_page_and_api(monkeypatch, settings):
    settings.LIMITS = True
    few = RateLimit("signs up", "2/hour", "2/hour", "2/hour", "2/hour")
    monkeypatch.setattr("web.limits.LIMITS_BY_VIEW", {"tournament_enter": few, "api_signups": few})
    tournament = open_tournament()
    page = reverse("tournament_enter", args=[tournament.code])
    codes = [post(tournament).status_code, Client().post(page, {}).status_code]
    codes += [post(tournament).status_code, Client().post(page, {}).status_code]
    assert codes == [201, 422, 429, 429]
    assert Client().get(page).status_code == 200


def test_page_queries_do_not_grow_with_signups():
    def asked(count: int) -> list[int]:
        tournament = open_tournament(name=f"Of {count}", club=club)
        for number in range(count):
            enter(tournament, *names_of(number))
            enter(tournament, f"Сам {number} Тодоров")
        found = []
        for name in ("tournament_enter", "tournament", "api_signups"):
            clear_versioned_caches()
            with CaptureQueriesContext(connection) as queries:
                Client().get(reverse(name, args=[tournament.code]))
            found.append(len(queries))
        return found

    club = open_tournament().club
    few = asked(2)
    assert (asked(6), max(few) <= 16) == (few, True)
