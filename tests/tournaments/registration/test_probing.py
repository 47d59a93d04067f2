"""Sign-up answers are the same for every name, so that none reveals other sign-ups."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.manage import address, client_of
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
from tournaments.models import Tournament
from tournaments.registration.services.signups import withdraw_signup

pytestmark = pytest.mark.django_db
NEW, OTHER = "Непознат Човек", "Втори Непознат"
PLANS = {
    "free": {"shows_names": False},
    "asked": {"shows_names": False, "needs_approval": True},
    "full": {"shows_names": False, "most": 1},
}


def visible_to(tournament: Tournament, first: str, second: str) -> list[object]:
    """Everything that the sender of two names sees, but names, keys and links."""
    page = reverse("tournament_enter", args=[tournament.code])
    values = {"key": uuid4(), "first": first, "partner": "with", "second": second}
    answer = Client().post(page, values)
    signup = tournament.signups.latest("place")
    own = Client().get(answer.url)
    api = {"client_key": str(signup.client_key), "players": [first, second]}
    told = Client().post(
        reverse("api_signups", args=[tournament.code]), api, content_type="application/json"
    )
    texts = [own.content.decode(), Client().get(page).content.decode(), str(told.json())]
    hidden = [first, second, signup.secret]
    for each in hidden:
        texts = [text.replace(each, "…") for text in texts]
    texts = [re.sub(r'(name="key"|csrfmiddlewaretoken|data-version)[^>]*', r"\1", t) for t in texts]
    return [answer.status_code, own.status_code, told.status_code, *texts]


@pytest.mark.sample
@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize(
    "names", [(ANA, NEW), (NEW, "бойко  димов"), ("Ana Koleva", "Yavor Petrov")]
)
def test_entered_name_gets_the_same_public_response(plan, names):
    known = open_tournament(**plan)
    unknown = open_tournament(club=known.club, **plan)
    for tournament in (known, unknown):
        enter(tournament, "Трети Играч", "Четвърти Играч")
    enter(known, ANA, YAVOR)
    enter(known, BOYKO, MARIA)
    enter(unknown, "Пети Играч", "Шести Играч")
    enter(unknown, "Седми Играч", "Осми Играч")
    found, expected = visible_to(known, *names), visible_to(unknown, *names)
    assert [re.sub(known.code, "", str(each)) for each in found] == [
        re.sub(unknown.code, "", str(each)) for each in expected
    ]


def test_partner_change_response_does_not_reveal_entered_name():
    tournament = open_tournament(9, shows_names=False)
    enter(tournament, BOYKO, MARIA)
    answers = []
    for partner in (BOYKO, NEW):
        signup = enter(tournament, f"Сам {partner}", f"Двама {partner}")
        own = reverse("signup", args=[signup.secret])
        sent = Client().post(
            reverse("signup_change", args=[signup.secret]), {"do": "partner", "partner": partner}
        )
        page = Client().get(own).content.decode()
        title = re.search(r"<h2>(.*?)</h2>\s*<p>(.*?)</p>", page, re.DOTALL)
        assert title
        answers.append((sent.status_code, *title.groups()))
    assert answers[0] == answers[1]
    assert answers[0][1] == "You have a place"


def test_organiser_sees_signups_with_entered_names():
    tournament = open_tournament(9)
    enter(tournament, ANA, YAVOR)
    enter(tournament, "ANA KOLEVA", NEW)
    enter(tournament, NEW, OTHER)
    assert [state for _title, state in states(tournament)] == ["approved", "asked", "asked"]
    page = client_of(tournament).get(address("signups", tournament)).content.decode()
    assert page.count("a name that is entered already") == 2
    assert entered(tournament) == ["Ана Колева – Явор Петров"]


def test_duplicate_signup_does_not_block_the_first_one():
    tournament = open_tournament(1)
    first = enter(tournament, BOYKO, MARIA)
    ana = enter(tournament, ANA, YAVOR)
    enter(tournament, ANA, YAVOR)
    withdraw_signup(signup=first)
    ana.refresh_from_db()
    assert (ana.state, entered(tournament)) == ("approved", ["Ана Колева – Явор Петров"])
