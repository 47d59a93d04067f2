"""Fuzzing: API responses match the schema for three kinds of callers.

Each case runs in a rolled-back transaction, so that all cases see the same data.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection, transaction
from django.test import Client
from hypothesis import HealthCheck, Phase
from hypothesis import settings as asked_with
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.specs.openapi.checks import (
    ignored_auth,
    negative_data_rejection,
    positive_data_acceptance,
)

from games.practice.services import start_practice
from games.simulations.services import start_simulation
from tests.builders import director_of, fill_rounds, make_drawn, plays_of, rebuild, slip
from tests.selection import ONE_IN
from tests.shared_rows import built_once
from tests.takers import QUESTION
from tournaments.models import Play
from tournaments.rulings.services.rulings import adjust
from tournaments.seasons.services import create_season

pytestmark = pytest.mark.django_db
SOME = "/tables/|/practice-tables/|/score/|/adjustments/$|/standings/|/draw/$"
MAX_EXAMPLES = 60
QUIET = {
    "deadline": None,
    "database": None,
    "suppress_health_check": list(HealthCheck),
    # Shrinking a finding takes longer than finding it.
    "phases": [Phase.explicit, Phase.generate],
}


@dataclass
class Caller:
    """Credentials, and existing values for URLs and bodies."""

    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    address: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)


@built_once
def evening() -> Any:
    """A tournament with two played rounds and data for every operation."""
    tournament = make_drawn(8)
    fill_rounds(tournament, 2)
    adjust(team=tournament.teams.first(), amount=Fraction(1), reason="late")
    return rebuild(tournament)


@pytest.fixture
def anonymous(evening: Any) -> Caller:
    play = plays_of(evening, current=None)[0]
    director = director_of(evening)
    asked = start_simulation(question=QUESTION, count=10, person=director)
    season = create_season(club=evening.club, name="All")
    return Caller(
        address={
            "code": evening.code,
            "number": 1,
            "club_id": evening.club_id,
            "share": asked.share,
            "adjustment_id": evening.adjustments.get().pk,
            "season": season.code,
            "practice": start_practice(rung="club", preset="belote", person=director).share,
        },
        body={
            "play": play.pk,
            "side": "NS",
            "slip": slip(),
            "version": 1,
            "team": 1,
            "first": 1,
            "second": 2,
            "round": 3,
            "table": 1,
            "other": 2,
            "from_round": 3,
            "rounds": [3],
            "params": {"entrants": 8},
            "variant": "bulgarian",
            "question": QUESTION,
            "move": "P",
            "club": evening.club_id,
        },
    )


@pytest.fixture
def table(anonymous: Caller, evening: Any) -> Caller:
    play = Play.objects.get(pk=anonymous.body["play"])
    token = play.sitting.table.token
    return replace(anonymous, address={**anonymous.address, "token": token})


@pytest.fixture
def organiser(anonymous: Caller, evening: Any) -> Caller:
    browser = Client()
    browser.force_login(director_of(evening))
    cookies = {"sessionid": browser.cookies["sessionid"].value, "csrftoken": "x" * 32}
    return replace(anonymous, cookies=cookies, headers={"X-CSRFToken": "x" * 32})


@pytest.fixture
def callers(anonymous: Caller, table: Caller, organiser: Caller) -> list[Caller]:
    return [anonymous, table, organiser]


@pytest.fixture
def open_connection(db: None, settings: Any) -> Iterator[None]:
    settings.ALLOWED_HOSTS = ["localhost"]
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def load_schema(seed: int) -> Any:
    """The schema; generated cases depend only on the seed."""
    app = get_wsgi_application()
    config = schemathesis.Config(seed=seed)
    return schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", app, config=config)


def send_case(case: Any, caller: Caller) -> None:
    """Send one case, validate the response and roll back."""
    use_existing_values(case, caller)
    with transaction.atomic():
        case.call_and_validate(
            headers=caller.headers,
            # A case without a session tests exactly that.
            cookies=caller.cookies if is_meant_valid(case, ParameterLocation.COOKIE) else {},
            additional_checks=[check_valid_is_accepted, check_invalid_is_rejected],
            excluded_checks=EXCLUDED,
        )
        connection.check_constraints()
        transaction.set_rollback(True)


def use_existing_values(case: Any, caller: Caller) -> None:
    """Replace most generated values by existing ones where validity is intended."""
    if is_meant_valid(case, ParameterLocation.PATH):
        known = caller.address
        if "/seasons/" in case.path:
            known = {**known, "code": known["season"]}
        if "/practice-tables/" in case.path:
            known = {**known, "share": known["practice"]}
        for name in case.path_parameters or {}:
            if name in known and random.random() < 0.9:
                case.path_parameters[name] = known[name]
    if is_meant_valid(case, ParameterLocation.BODY) and isinstance(case.body, dict):
        known = {**caller.body, "kind": "barometer"} if "/draw/" in case.path else caller.body
        for name in case.body:
            if name in known and random.random() < 0.7:
                case.body[name] = known[name]


def is_meant_valid(case: Any, location: ParameterLocation) -> bool:
    return case.meta is None or not case.meta.is_negative_at(location)


def check_valid_is_accepted(ctx: Any, response: Any, case: Any) -> bool | None:
    """Domain rules can reject schema-valid requests with 400, but not as malformed."""
    if response.status_code in (412, 422, 428):
        return None  # depends on earlier requests or existing data, not on the schema
    if response.status_code == 400 and not kind_of(response).endswith("#invalid"):
        return None
    return positive_data_acceptance(ctx, response, case)


def kind_of(response: Any) -> str:
    found = response.json()
    return str(found.get("type", "")) if isinstance(found, dict) else ""


def check_invalid_is_rejected(ctx: Any, response: Any, case: Any) -> bool | None:
    """Invalid paths and bodies are rejected; unknown query parameters and headers are ignored.

    HTTP ignores unquoted ETags and checks preconditions before the body (RFC 9110, 13.2.1);
    list parameters: ``test_lists``.
    """
    if response.status_code == 412:
        return None
    if all(
        is_meant_valid(case, place) for place in (ParameterLocation.PATH, ParameterLocation.BODY)
    ):
        return None
    return negative_data_rejection(ctx, response, case)


EXCLUDED = [
    # Replaced by check_valid_is_accepted and check_invalid_is_rejected.
    positive_data_acceptance,
    negative_data_rejection,
    # Organiser cases always send the session; test_deeds covers requests without it.
    ignored_auth,
]


def run_cases(
    schema: Any, callers: Sequence[Caller], examples: int, one_in: int = 1
) -> tuple[int, list[str]]:
    """Number of sent cases, and failures; callers alternate, as generating is slower than
    sending.
    """
    made = sent = 0
    found = []

    def send(case: Any) -> None:
        nonlocal made, sent
        made += 1
        if made % one_in:
            return
        sent += 1
        try:
            send_case(case, callers[sent % len(callers)])
        except (Failure, FailureGroup) as failure:
            # Collected, so that one failure does not stop the operation.
            found.append(f"{case.operation.label}: {failure}\n{case.as_curl_command()}")

    asked = asked_with(max_examples=examples, **QUIET)
    for result in get_all_tests(schema=schema, test_func=send, settings=asked, given_kwargs=None):
        _operation, test = result.ok()
        test()
    return sent, found


def failure_text(found: list[str]) -> str:
    return "\n\n".join([f"{len(found)} findings", *found[:40]])


@pytest.mark.usefixtures("evening", "open_connection")
def test_sample_of_generated_requests_matches_schema(callers, every_example):
    some = load_schema(0).include(path_regex=SOME)
    one_in = 1 if every_example else ONE_IN
    sent, found = run_cases(some, callers, examples=1, one_in=one_in)
    assert sent > 50
    assert not found, failure_text(found)


@pytest.mark.slow
@pytest.mark.parametrize("methods", [["GET"], ["POST"], ["PUT", "PATCH", "DELETE"]], ids=str)
@pytest.mark.usefixtures("evening", "open_connection")
def test_all_generated_requests_match_schema(callers, methods, request):
    schema = load_schema(request.config.getoption("seed")).include(method=methods)
    _sent, found = run_cases(schema, callers, examples=MAX_EXAMPLES)
    assert not found, failure_text(found)
