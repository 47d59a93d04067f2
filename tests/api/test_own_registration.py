"""A registration by its secret URL: read, changed, withdrawn, redacted in logs."""

import logging
from typing import Any

import pytest
from django.test import Client

from config.logs import SecretFilter
from tests.api.programs import ApiClient, url_of
from tests.builders import make_user
from tests.tournaments.registration.world import ANA, BOYKO, MARIA, YAVOR, enter, open_tournament
from tournaments.draws.services.draws import draw_tournament
from tournaments.models import Signup, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return open_tournament(most=2)


class RegistrationClient:
    def __init__(self, signup: Signup) -> None:
        self.client, self.secret = Client(), signup.secret

    def ask(self, operation: str, body: Any = None) -> tuple[int, Any]:
        method, name = operation.split()
        ask = getattr(self.client, method.lower())
        sent = {} if body is None else {"data": body, "content_type": "application/json"}
        answer = ask(url_of(name, {"secret": self.secret}), **sent)
        return answer.status_code, answer.json()

    def now(self) -> Any:
        return self.ask("GET api_own_signup")[1]


def test_own_signup_shows_waiting_list_position(tournament):
    enter(tournament, "Ivan Petrov", "Petar Ivanov")
    enter(tournament, "Nina Ivanova", "Vera Petrova")
    waits = RegistrationClient(enter(tournament, ANA, YAVOR)).now()
    assert (waits["tournament"], waits["moment"], waits["ahead"]) == (tournament.code, "waits", 1)
    assert (waits["signup"]["players"], waits["is_live"]) == ([ANA, YAVOR], True)
    assert waits["title"] == "You are on the waiting list"


def test_players_without_partner_can_offer_and_accept(tournament):
    ana, boyko = enter(tournament, ANA), enter(tournament, BOYKO)
    first, second = RegistrationClient(ana), RegistrationClient(boyko)
    assert [each["name"] for each in first.now()["others"]] == [BOYKO]
    status, asked = first.ask("POST api_own_offer", {"partner": boyko.pk})
    assert (status, asked["moment"]) == (200, "looks")
    assert [each["id"] for each in second.now()["offers"]] == [ana.pk]
    status, pair = second.ask("POST api_own_acceptance", {"partner": ana.pk})
    assert (status, pair["moment"], pair["may_change"]) == (200, "place", False)
    assert tournament.teams.get().name == f"{ANA} – {BOYKO}"


def test_refused_offer_leaves_both_players_searching(tournament):
    ana, boyko = enter(tournament, ANA), enter(tournament, BOYKO)
    RegistrationClient(ana).ask("POST api_own_offer", {"partner": boyko.pk})
    status, found = RegistrationClient(boyko).ask("POST api_own_refusal", {"partner": ana.pk})
    assert (status, found["offers"], found["moment"]) == (200, [], "looks")
    status, refused = RegistrationClient(boyko).ask("POST api_own_acceptance", {"partner": ana.pk})
    assert (status, "partner_gone" in str(refused)) == (400, True)


def test_player_changes_partner_searches_and_withdraws(tournament):
    player = RegistrationClient(enter(tournament, ANA, YAVOR))
    status, found = player.ask("PUT api_own_partner", {"partner": MARIA})
    assert (status, found["signup"]["players"]) == (200, [ANA, MARIA])
    assert player.ask("POST api_own_confirmation")[1]["confirmed_at"] is not None
    assert player.ask("POST api_own_search")[1]["moment"] == "looks"
    assert not tournament.teams.exists()
    assert player.ask("POST api_own_withdrawal")[1]["moment"] == "withdrawn"


def test_withdrawal_by_secret_is_logged_under_the_player(tournament):
    signup = enter(tournament, ANA, YAVOR)
    browser = Client()
    browser.force_login(make_user("somebody"))
    browser.post(url_of("api_own_withdrawal", {"secret": signup.secret}))
    (line,) = tournament.log.filter(action="signup_withdrawn")
    assert (line.who, line.user) == (ANA, None)


@pytest.mark.parametrize(
    ("operation", "body", "code"),
    [
        ("PUT api_own_partner", {}, "required"),
        ("PUT api_own_partner", {"partner": ANA}, "same_player"),
        ("PUT api_own_partner", {"partner": "x" * 91}, "max_length"),
        ("POST api_own_offer", {"partner": "5"}, "invalid"),
        ("POST api_own_offer", {"partner": 5}, "does_not_look"),
    ],
)
def test_invalid_own_signup_request_is_rejected(tournament, operation, body, code):
    status, answer = RegistrationClient(enter(tournament, ANA, YAVOR)).ask(operation, body)
    assert (status, code in str(answer)) == (400, True), answer


def test_own_signup_cannot_change_after_draw(tournament):
    player = RegistrationClient(enter(tournament, ANA, YAVOR))
    enter(tournament, BOYKO, MARIA)
    tournament.teams.update(is_present=True)
    draw_tournament(tournament=tournament, kind="danish", params={"entrants": 2, "rounds": 1})
    status, answer = player.ask("POST api_own_withdrawal")
    assert (status, "entry_closed" in str(answer)) == (400, True)


def test_unknown_signup_secret_returns_404(tournament):
    enter(tournament, ANA, YAVOR)
    assert Client().get("/api/v1/signup/no-such-secret/").status_code == 404
    assert ApiClient(tournament).ask("GET api_own_signup", secret="x")[0] == 404


def test_signup_secret_is_hidden_in_logs(tournament):
    address = url_of("api_own_partner", {"secret": enter(tournament, ANA, YAVOR).secret})
    line = logging.LogRecord("x", logging.INFO, "", 1, "PUT %s", (address,), None)
    assert SecretFilter().filter(line)
    assert line.getMessage() == "PUT /api/v1/signup/…/partner/"
