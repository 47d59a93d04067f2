"""Personal tokens: limited by the owner's permissions and the token's scopes."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from api.permissions import SESSION_ONLY
from api.scopes import SCOPE_OF, scope_of
from api.urls import urlpatterns
from ops.permissions import OPERATE
from tests.api.programs import token_client, url_of
from tests.api.scopes import SENSITIVE_READ_SCOPES
from tests.builders import (
    director_of,
    make_club,
    make_drawn,
    make_tournament,
    make_user,
    plays_of,
    slip,
)
from tests.takers import url_values
from tournaments.accounts.services.tokens import MAX_TOKENS_PER_USER, create_token, revoke_token
from tournaments.errors import RuleViolationError
from tournaments.models import Club, PersonalToken, Tournament
from web import limits
from web.limits import RateLimit

pytestmark = pytest.mark.django_db
ALL = PersonalToken.Scope.values
CHANGES = ("post", "put", "patch", "delete")


def secret_of(user: Any, *scopes: str, days: int = 30) -> str:
    return create_token(user=user, name="scores", scopes=scopes or ALL, days=days)[1]


def error_code(answer: Any) -> str:
    body = answer.json()
    return str(body.get("code") or body["errors"][0]["code"])


def signed_in(user: Any, *, lately: bool) -> Client:
    client = Client()
    client.force_login(user)
    if lately:
        client.post("/accounts/reauthenticate/", {"password": "secret-enough"})
    return client


# Tokens
# -------------------------------------------------------------------------------------


def test_token_secret_is_not_stored():
    token, secret = create_token(user=make_user(), name=" my  scores ", scopes=["read"], days=90)
    stored = json.dumps(list(PersonalToken.objects.values()), default=str)
    assert secret.startswith("belot_")
    assert len(secret) == len("belot_") + 64
    assert secret not in stored
    assert token.name == "my scores"
    assert timedelta(days=89) < token.expiry - timezone.now() <= timedelta(days=90)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"name": "  "}, "no_name"),
        ({"days": 31}, "bad_time"),
        ({"scopes": []}, "bad_scopes"),
        ({"scopes": ["read", "root"]}, "bad_scopes"),
    ],
)
def test_invalid_token_request_is_rejected(values, code):
    with pytest.raises(RuleViolationError) as refused:
        create_token(**{"user": make_user(), "name": "x", "scopes": ["read"], "days": 30, **values})
    assert refused.value.code == code
    assert not PersonalToken.objects.exists()


def test_expired_tokens_do_not_count_towards_the_limit():
    user = make_user()
    for number in range(MAX_TOKENS_PER_USER):
        create_token(user=user, name=f"{number}", scopes=["read"], days=30)
    with pytest.raises(RuleViolationError, match="Revoke one"):
        create_token(user=user, name="one more", scopes=["read"], days=30)
    PersonalToken.objects.filter(name="0").update(expiry=timezone.now())
    create_token(user=user, name="one more", scopes=["read"], days=30)
    assert not PersonalToken.objects.filter(name="0").exists()


# Authentication
# -----------------------------------------------------------------------------


def test_token_authenticates_owner_without_csrf_token():
    user = make_user("owner")
    client = token_client(secret_of(user), enforce_csrf_checks=True)
    made = client.post("/api/v1/clubs/", '{"name": "Sredets"}', "application/json")
    assert made.status_code == 201
    assert "Sredets" in client.get(reverse("api_my_clubs")).content.decode()


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer belot_0123", "Bearer a b", "Bearer \xe9\xe9", "Bearer belot_" + "0" * 64],
)
def test_invalid_token_returns_401_with_bearer_challenge(header):
    client = Client(headers={"Authorization": header})
    answer = client.get(reverse("api_tournaments"))
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert error_code(answer) == "authentication_failed"


def test_expired_or_revoked_token_is_rejected():
    user = make_user()
    over, secret_over = create_token(user=user, name="over", scopes=ALL, days=30)
    gone, secret_gone = create_token(user=user, name="gone", scopes=ALL, days=30)
    secret = secret_of(user)
    address = reverse("api_my_clubs")
    assert {token_client(each).get(address).status_code for each in (secret_over, secret_gone)} == {
        200
    }
    PersonalToken.objects.filter(pk=over.pk).update(expiry=timezone.now())
    revoke_token(token=gone)
    assert {token_client(each).get(address).status_code for each in (secret_over, secret_gone)} == {
        401
    }
    assert PersonalToken.objects.filter(pk=over.pk).exists()
    assert token_client(secret).get(address).status_code == 200
    user.is_active = False
    user.save()
    assert token_client(secret).get(address).status_code == 401


def test_anonymous_request_returns_401_with_bearer_challenge():
    tournament = make_drawn(4)
    answer = Client().get(reverse("api_settings", args=[tournament.code]))
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert error_code(answer) == "not_authenticated"


def test_last_use_of_a_token_is_stored_once_per_hour(django_assert_num_queries):
    token, secret = create_token(user=make_user(), name="scores", scopes=ALL, days=30)
    client, address = token_client(secret), reverse("api_my_clubs")
    with django_assert_num_queries(3):  # user, last use, clubs
        client.get(address)
    with django_assert_num_queries(2):
        client.get(address)
    token.refresh_from_db()
    assert timezone.now() - token.last_used_at < timedelta(hours=1)


# Scopes
# -------------------------------------------------------------------------------------


SESSION_ONLY_PERMISSIONS = {SESSION_ONLY, OPERATE}
"""Never granted to tokens: managing tokens, and the installation."""


def test_every_operation_has_a_scope_or_requires_a_session():
    for route in urlpatterns:
        for method in ("get", *CHANGES):
            handler = getattr(route.callback.view_class, method, None)
            if handler is not None:
                permission = getattr(handler, "permission", "")
                assert permission in {"", *SESSION_ONLY_PERMISSIONS, *SCOPE_OF}, route.name
                found = scope_of(route.callback.view_class, method.upper())
                assert (found == "") is (permission in SESSION_ONLY_PERMISSIONS), route.name


def operations_with(client: Client, known: dict[str, Any], methods: tuple[str, ...]) -> set[str]:
    """Operations whose scope check the program passes."""
    passed = set()
    for route in urlpatterns:
        view = route.callback.view_class
        if view.authentication_classes == ():
            continue
        for method in methods:
            if hasattr(view, method):
                body = None if method == "get" else "[]"
                address = url_of(route.name, known)
                answer = getattr(client, method)(address, body, content_type="application/json")
                is_refused = answer.status_code == 403 and error_code(answer) == "missing_scope"
                if not is_refused:
                    passed.add(f"{method.upper()} {route.name}")
    return passed


@pytest.fixture
def known() -> dict[str, Any]:
    tournament = make_drawn(8)
    return {**url_values(tournament), "link_id": 1, "line": 1, "signup_id": 1}


def test_read_token_cannot_change_anything(known):
    reader = token_client(secret_of(director_of(Tournament.objects.get()), "read"))
    assert operations_with(reader, known, CHANGES) == set()


def test_token_without_read_scope_reads_nothing(known):
    writer = token_client(
        secret_of(director_of(Tournament.objects.get()), "results", "direct", "club")
    )
    of_the_api = {"GET api_schema", "GET api_docs"}
    beyond_read = {f"GET {name}" for name in SENSITIVE_READ_SCOPES}
    assert operations_with(writer, known, ("get",)) == of_the_api | beyond_read


def test_results_token_corrects_results_but_cannot_direct(known):
    program = token_client(secret_of(director_of(Tournament.objects.get()), "results"))
    passed = operations_with(program, known, CHANGES)
    assert "POST api_corrections" in passed
    parts = ("api_draw", "ruling", "club", "settings", "member", "fees", "clock")
    assert [each for each in passed if any(part in each for part in parts)] == []


def test_missing_scope_is_named_in_the_error():
    tournament = make_drawn(8)
    program = token_client(secret_of(director_of(tournament), "read"))
    answer = program.post(reverse("api_finish", args=[tournament.code]))
    assert answer.status_code == 403
    assert error_code(answer) == "missing_scope"
    assert "“direct” (Direct tournaments" in str(answer.json())


def test_token_has_no_more_permissions_than_its_owner():
    tournament = make_drawn(8)
    stranger = make_user("stranger")
    make_club("Elsewhere", stranger)
    program = token_client(secret_of(stranger))
    settings = program.get(reverse("api_settings", args=[tournament.code]))
    assert (settings.status_code, error_code(settings)) == (403, "permission_denied")
    closed = program.delete(reverse("api_tournament", args=[tournament.code]))
    assert (closed.status_code, error_code(closed)) == (403, "permission_denied")
    assert Tournament.objects.count() == 1


def test_token_of_a_superuser_is_limited_to_its_scopes():
    tournament = make_drawn(8)
    program = token_client(secret_of(make_user("root", is_superuser=True), "read"))
    assert program.delete(reverse("api_tournament", args=[tournament.code])).status_code == 403
    assert Tournament.objects.count() == 1


def test_correction_by_token_is_logged_under_its_owner():
    tournament = make_drawn(8)
    owner, play = director_of(tournament), plays_of(tournament)[0]
    body = {"play": play.pk, "slip": slip(), "reason": "no time"}
    program = token_client(secret_of(owner, "results"))
    address = reverse("api_corrections", args=[tournament.code])
    answer = program.post(address, json.dumps(body), "application/json")
    assert answer.status_code == 201, answer.content
    assert tournament.log.latest("pk").user == owner


# Tokens through the API --------------------------------------------------------------------------


def test_recently_signed_in_user_manages_tokens():
    client = signed_in(make_user(), lately=True)
    body = json.dumps({"name": "board", "scopes": ["results", "read"], "days": 30})
    made = client.post(reverse("api_tokens"), body, "application/json")
    assert made.status_code == 201, made.content
    token = made.json()["token"]
    assert token["scopes"] == ["read", "results"]
    assert made.json()["secret"].startswith(token["key"])
    assert token_client(made.json()["secret"]).get(reverse("api_my_clubs")).status_code == 200
    listed = client.get(reverse("api_tokens")).json()
    assert [each["name"] for each in listed] == ["board"]
    assert made.json()["secret"] not in json.dumps(listed)
    gone = client.delete(reverse("api_token", args=[token["code"]]))
    assert gone.status_code == 204
    assert client.get(reverse("api_tokens")).json() == []


def test_creating_a_token_requires_recent_sign_in():
    """An unlocked browser must not yield credentials that outlive the session."""
    client = signed_in(make_user(), lately=False)
    body = json.dumps({"name": "board", "scopes": ["read"], "days": 30})
    answer = client.post(reverse("api_tokens"), body, "application/json")
    assert (answer.status_code, error_code(answer)) == (403, "sign_in_again")
    assert not PersonalToken.objects.exists()


def test_token_cannot_create_or_revoke_tokens():
    user = make_user()
    token, secret = create_token(user=user, name="all", scopes=ALL, days=30)
    program = token_client(secret)
    body = json.dumps({"name": "for ever", "scopes": ALL, "days": 365})
    assert program.post(reverse("api_tokens"), body, "application/json").status_code == 403
    assert program.get(reverse("api_tokens")).status_code == 403
    assert program.delete(reverse("api_token", args=[token.code])).status_code == 403
    assert list(PersonalToken.objects.all()) == [token]


@pytest.mark.sql
def test_token_of_another_user_cannot_be_revoked():
    token, _secret = create_token(user=make_user("one"), name="x", scopes=ALL, days=30)
    client = signed_in(make_user("two"), lately=True)
    assert client.delete(reverse("api_token", args=[token.code])).status_code == 404
    assert client.post(reverse("manage_program_revoke", args=[token.code])).status_code == 404
    assert PersonalToken.objects.exists()


# Rate limits
# --------------------------------------------------------------------------------


@pytest.fixture
def limited(settings):
    settings.LIMITS = True
    caches["counts"].clear()
    yield
    caches["counts"].clear()


def test_rate_limit_counts_each_token_and_session_separately(limited, monkeypatch):
    monkeypatch.setattr(
        limits, "API_REQUESTS", RateLimit("asks the api", "5/min", "1/min", "2/min", "1/min")
    )
    user, address = make_user(), reverse("api_tournaments")
    first, second, owner = token_client(secret_of(user)), token_client(secret_of(user)), Client()
    owner.force_login(user)
    asked = [[each.get(address) for _ in range(3)] for each in (first, second, owner)]
    assert [[answer.status_code for answer in each] for each in asked] == [
        [200, 200, 429],
        [200, 200, 429],
        [200, 200, 200],
    ]
    assert 1 <= int(asked[0][2]["Retry-After"]) <= 60


def test_wrong_tokens_are_limited_per_address(limited, monkeypatch):
    monkeypatch.setattr(limits, "WRONG_TOKEN_RATE", "2/min")
    wrong, right = token_client("belot_" + "0" * 64), token_client(secret_of(make_user()))
    address = reverse("api_tournaments")
    assert [wrong.get(address).status_code for _ in range(3)] == [401, 401, 429]
    assert "Retry-After" in wrong.get(address)
    assert right.get(address).status_code == 200


def test_rate_limit_counts_helpers_by_link(limited, monkeypatch):
    from tournaments.accounts.services.helpers import create_link

    tournament = make_tournament()
    codes = [create_link(tournament=tournament, kind="clock").code for _ in range(2)]
    browsers = []
    for code in (codes[0], codes[0], codes[1]):
        browsers.append(Client())
        browsers[-1].post(reverse("helper", args=[code]), {"name": "Ana"})
    monkeypatch.setattr(
        limits, "API_REQUESTS", RateLimit("asks the api", "9/min", "9/min", "9/min", "1/min")
    )
    address = reverse("api_tournaments")
    assert [each.get(address).status_code for each in browsers] == [200, 429, 200]
    assert Client().get(address).status_code == 200


def test_token_creates_two_clubs_within_the_rate_limit(limited):
    program = token_client(secret_of(make_user()))
    body = json.dumps({"name": "Club"})
    founded = [
        program.post(reverse("api_clubs"), body, "application/json").status_code for _ in range(2)
    ]
    assert founded == [201, 201]
    assert Club.objects.count() == 2
