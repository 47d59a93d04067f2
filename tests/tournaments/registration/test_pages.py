import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_tournament, names_of
from tests.tournaments.manage import address, client_of, messages_of, stranger
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
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.models import EntryPlan, Signup, SignupContact, Tournament
from tournaments.registration.services.approval import set_entry_plan

pytestmark = pytest.mark.django_db
PAIR = {"first": ANA, "partner": "with", "second": YAVOR}


def page(tournament: Tournament) -> str:
    return reverse("tournament_enter", args=[tournament.code])


def send(tournament: Tournament, client: Client | None = None, **values):
    values = {"key": uuid4(), **PAIR, **values}
    return (client or Client()).post(page(tournament), values)


def own(signup: Signup, name: str = "signup") -> str:
    return reverse(name, args=[signup.secret])


def press(signup: Signup, do: str, **values):
    client = Client()
    client.post(own(signup, "signup_change"), {"do": do, **values})
    return client.get(own(signup)).content.decode()


def test_entry_page_shows_places_fee_and_entrants(client):
    tournament = open_tournament(12)
    set_fees(tournament=tournament, kinds=[FeeKindRequest(600, code="member")])
    enter(tournament, ANA, YAVOR)
    enter(tournament, BOYKO)
    text = client.get(page(tournament)).content.decode()
    for words in ("11 places left", "1 pair", "Fee a person, member", "€6"):
        assert words in text
    assert "Ана Колева – Явор Петров" in text
    assert "With Бойко Димов, who is looking for a partner" in text


def test_entry_page_shows_only_count_when_names_are_hidden(client):
    tournament = open_tournament(shows_names=False)
    enter(tournament, ANA, YAVOR)
    text = client.get(page(tournament)).content.decode()
    assert ("Ана Колева" in text, "1 pair" in text) == (False, True)


def test_entry_page_404_without_plan_and_no_form_when_closed(client):
    tournament = make_tournament()
    assert client.get(page(tournament)).status_code == 404
    set_entry_plan(tournament=tournament, is_open=False)
    response = client.get(page(tournament))
    assert (response.status_code, "Entry is closed" in response.content.decode()) == (200, True)
    assert "<form" not in response.content.decode().partition("<main")[2].partition("</main")[0]
    assert (send(tournament).status_code, Signup.objects.count()) == (422, 0)


def test_open_form_is_private_and_closed_page_cached_publicly(client):
    tournament = open_tournament()
    assert client.get(page(tournament))["Cache-Control"] == "private, no-cache"
    set_entry_plan(tournament=tournament, is_open=False)
    assert Client().get(page(tournament))["Cache-Control"].startswith("public")


def test_signup_stores_contact_and_redirects_to_own_page():
    tournament = open_tournament()
    response = send(tournament, email="ana@example.org", phone="0888 123 456")
    signup = Signup.objects.get()
    assert (response.status_code, response.url) == (302, own(signup))
    assert entered(tournament) == ["Ана Колева – Явор Петров"]
    contact = SignupContact.objects.get()
    told = (contact.email, contact.phone, contact.site, contact.language)
    assert told == ("ana@example.org", "0888 123 456", "http://testserver", "en")


def test_form_sent_twice_creates_one_signup():
    tournament, key = open_tournament(), uuid4()
    assert send(tournament, key=key).url == send(tournament, key=key).url
    assert Signup.objects.count() == 1


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"first": ""}, "Write the name of the player."),
        ({"second": ""}, "Enter your partner’s name, or state that you are looking for one."),
        ({"second": "ана колева"}, "The two players have the same name."),
        ({"partner": "7"}, "Select a valid choice."),
        ({"email": "ana"}, "Enter a valid email address."),
        ({"key": "x"}, "Enter a valid UUID."),
    ],
)
def test_invalid_form_returns_422_and_stores_nothing(values, words):
    tournament = open_tournament()
    enter(tournament, BOYKO, MARIA)
    response = send(tournament, **values)
    assert (response.status_code, words in response.content.decode()) == (422, True)
    assert len(states(tournament)) == 1


def test_single_players_sign_up_and_become_a_pair():
    tournament = open_tournament()
    send(tournament, partner="look", second="")
    ana = Signup.objects.get()
    send(tournament, first=BOYKO, partner=str(ana.pk), second="")
    assert states(tournament) == [(ANA, "asked"), (BOYKO, "asked")]
    boyko = Signup.objects.get(place=2)
    assert boyko.offers_to == ana
    assert "They would like to play with you" in press(ana, "nothing")
    assert "You have asked Ана Колева" in press(boyko, "nothing")
    assert "You have a place" in press(ana, "accept", other=boyko.pk)
    assert entered(tournament) == ["Ана Колева – Бойко Димов"]
    assert "You have a place" in press(boyko, "nothing")


def test_signup_page_is_secret_uncached_and_noindex(client):
    tournament = open_tournament()
    signup = enter(tournament, ANA, YAVOR)
    response = client.get(own(signup))
    assert "no-store" in response["Cache-Control"]
    assert (response["X-Robots-Tag"], response["Referrer-Policy"]) == (
        "noindex, nofollow",
        "same-origin",
    )
    assert client.get(reverse("signup", args=[signup.secret[:-1]])).status_code == 404
    assert len(signup.secret) == 24
    assert client.get(own(signup, "signup_change")).status_code == 405
    assert signup.secret not in client.get(page(tournament)).content.decode()


def test_signup_page_allows_confirm_change_and_withdraw():
    tournament = open_tournament(1)
    signup = enter(tournament, ANA, YAVOR)
    waits = enter(tournament, BOYKO, MARIA)
    assert "You are number 1 on the waiting list." in press(waits, "nothing")
    assert "that you come" in press(signup, "confirm")
    assert "Ана Колева – Стоян Савов" in press(signup, "partner", partner="Стоян Савов")
    assert entered(tournament) == ["Ана Колева – Стоян Савов"]
    assert "You have withdrawn" in press(signup, "withdraw")
    assert "You have a place" in press(waits, "nothing")
    assert entered(tournament) == ["Бойко Димов – Мария Ненова"]


def test_only_directors_see_signups_and_contacts():
    tournament = open_tournament(needs_approval=True)
    enter(tournament, ANA, YAVOR, email="ana@example.org")
    listed = address("signups", tournament)
    text = client_of(tournament).get(listed).content.decode()
    assert ("ana@example.org" in text, "To be decided: 1" in text) == (True, True)
    neighbour = stranger()
    assert neighbour.get(listed).status_code == 404
    assert Client().get(listed).status_code == 302
    assert neighbour.post(address("signups_decide", tournament), {"do": "all"}).status_code == 404
    for public in (page(tournament), tournament.get_absolute_url()):
        assert "ana@example.org" not in Client().get(public).content.decode()


def test_organiser_opens_entry_with_a_plan():
    tournament = make_tournament()
    client = client_of(tournament)
    values = {"is_open": "on", "most": "8", "closes_at": "2026-11-21T17:30", "contact": "must"}
    response = client.post(address("signups", tournament), values)
    assert response.url == address("signups", tournament)
    plan = EntryPlan.objects.get()
    told = (plan.is_open, plan.most, plan.needs_approval, plan.shows_names, plan.contact)
    assert told == (True, 8, False, False, "must")
    assert plan.closes_at.isoformat() == "2026-11-21T15:30:00+00:00"
    assert 'value="2026-11-21T17:30"' in client.get(response.url).content.decode()
    assert client.post(address("signups", tournament), {**values, "most": "0"}).status_code == 422


def test_organiser_signup_page_uses_accept_language():
    tournament = open_tournament()
    page = client_of(tournament).get(
        address("signups", tournament), headers={"Accept-Language": "bg"}
    )
    for words in ("Играчите могат да се записват сами", "Преглеждам всеки", "Имейл или телефон"):
        assert words in page.content.decode()


def test_organiser_approves_refuses_joins_and_removes_signups():
    tournament = open_tournament(needs_approval=True)
    client, decide = client_of(tournament), address("signups_decide", tournament)
    first, second = (enter(tournament, *names_of(number)) for number in (1, 2))
    ana, boyko = enter(tournament, ANA), enter(tournament, BOYKO)
    client.post(decide, {"do": "approve", "signup": first.pk})
    client.post(decide, {"do": "refuse", "signup": second.pk})
    client.post(decide, {"do": "together", "first": ana.pk, "second": boyko.pk})
    assert [state for _name, state in states(tournament)] == [
        "approved", "refused", "asked", "joined"
    ]  # fmt: skip
    assert messages_of(client.post(decide, {"do": "all"}))[-1] == "1 sign-up entered."
    client.post(decide, {"do": "withdraw", "signup": first.pk})
    assert entered(tournament) == ["Ана Колева – Бойко Димов"]
    assert client.post(decide, {"do": "approve", "signup": "x"}).status_code == 404


def test_removing_a_team_moves_up_the_next_signup():
    tournament = open_tournament(1)
    signup = enter(tournament, ANA, YAVOR)
    enter(tournament, BOYKO, MARIA)
    response = client_of(tournament).post(address("team_remove", tournament, signup.team_id))
    assert messages_of(response) == [
        "Taken out: Ана Колева – Явор Петров",
        "Moved up from the waiting list: Бойко Димов – Мария Ненова",
    ]
    assert entered(tournament) == ["Бойко Димов – Мария Ненова"]


def test_entry_and_signup_pages_load_no_script():
    tournament = open_tournament()
    signup = enter(tournament, ANA, YAVOR)
    for shown in (page(tournament), own(signup)):
        text = Client().get(shown).content.decode()
        assert re.findall(r'<script type="module" src="[^"]*js/(?!frame)', text) == []
