"""Whatever is sent to the API, it answers; nothing makes it fail."""

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error

from games.services.simulations import start_simulation
from tests.builders import fill_rounds, make_drawn, make_user, plays_of, rebuild


@pytest.fixture
def tournament(transactional_db):
    """Something to talk about."""
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    return rebuild(tournament)


def test_no_input_breaks_the_api(tournament):
    """Random and nearly right requests for every operation of the API's own schema."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())
    play = plays_of(tournament)[0]
    known = {
        "code": tournament.code,
        "token": play.sitting.table.token,
        "number": 1,
        "share": simulation().share,
    }
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 12
    for operation in operations:
        send_anything(operation, known)


def simulation():
    """A question that waits for a worker."""
    question = {"variant": "bulgarian", "deals": "random", "levels": {"NS": "thumb", "EW": "thumb"}}
    return start_simulation(question=question, count=10, person=make_user())


def send_anything(operation, known):
    """Ask one operation a few dozen times, of a tournament and a table that exist."""

    @given(case=operation.as_strategy())
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    def ask(case):
        for name in case.path_parameters or {}:
            case.path_parameters[name] = known.get(name, case.path_parameters[name])
        case.call_and_validate(checks=[not_a_server_error])

    ask()
