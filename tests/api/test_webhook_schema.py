"""Delivered webhooks match the schema: every event, body and headers."""

import json
import re
from copy import deepcopy
from datetime import datetime
from typing import Any

import jsonschema
import pytest

from api.webhook_schema import HEADERS, register_schema
from tests.api.schema import schema
from tests.builders import enter, plays_of
from tests.tournaments.notifications.webhooks.receiver import receiver
from tests.tournaments.notifications.webhooks.told import webhook_of_evening
from tournaments.models import Delivery, Play, Tournament, Webhook
from tournaments.notifications.webhooks.services import renew_secret
from tournaments.notifications.webhooks.tasks import claim_next, send
from tournaments.results.services.results import correct_result

pytestmark = pytest.mark.django_db
SCHEMA: Any = schema()
WEBHOOKS: Any = SCHEMA["webhooks"]


def without_extra_members(value: Any) -> Any:
    """The schema with `additionalProperties: false`, so that undocumented members fail."""
    if isinstance(value, dict):
        found = {name: without_extra_members(each) for name, each in value.items()}
        return {**found, "additionalProperties": False} if "properties" in found else found
    return [without_extra_members(each) for each in value] if isinstance(value, list) else value


def body_of(event: str) -> dict[str, Any]:
    form = WEBHOOKS[event]["post"]["requestBody"]["content"]["application/json"]["schema"]
    return {
        **form,
        "components": {"schemas": without_extra_members(SCHEMA["components"]["schemas"])},
    }


def problems_of(event: str, body: Any) -> list[str]:
    formats = jsonschema.FormatChecker()
    formats.checks("date-time", ValueError)(datetime.fromisoformat)
    checker = jsonschema.Draft202012Validator(body_of(event), format_checker=formats)
    return [f"{event} {each.json_path}: {each.message}" for each in checker.iter_errors(body)]


@pytest.fixture
def sent(settings: Any) -> list[tuple[dict[str, str], Any]]:
    """Delivered headers and bodies: an evening, other kinds of results, two signing secrets."""
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    hook = webhook_of_evening(events_of_other_kinds)
    with receiver() as far:
        Webhook.objects.filter(pk=hook.pk).update(address=far.address)
        renew_secret(webhook=Webhook.objects.get())
        while delivery := claim_next(hook.pk):
            assert send(delivery)
    return [(heads, json.loads(body)) for heads, body in far.came]


def events_of_other_kinds(tournament: Tournament) -> None:
    first, second, third = plays_of(tournament, sitting__round__number=1)
    enter(first)
    correct(first, not_played=True)
    correct(second, passed_out=True)
    enter(third)


def correct(play: Play, **slip: object) -> None:
    correct_result(play_id=play.pk, slip=slip, reason="late", actor=None)


def test_webhook_schema_describes_every_event() -> None:
    assert list(WEBHOOKS) == Delivery.Event.values
    assert all(list(each) == ["post"] for each in WEBHOOKS.values())


def test_every_webhook_body_matches_its_schema(sent: list[tuple[dict[str, str], Any]]) -> None:
    assert {body["type"] for _heads, body in sent} == set(Delivery.Event.values)
    kinds = {(body["data"].get("result") or {}).get("kind") for _heads, body in sent}
    assert {"played", "not_played", "passed_out", None} <= kinds
    assert [each for _heads, body in sent for each in problems_of(body["type"], body)] == []


def test_every_webhook_message_has_the_declared_headers(
    sent: list[tuple[dict[str, str], Any]],
) -> None:
    for heads, body in sent:
        declared = WEBHOOKS[body["type"]]["post"]["parameters"]
        assert {each["name"] for each in declared} == set(HEADERS)
        assert {name for name in heads if name.startswith("webhook-")} == set(HEADERS)
        for each in declared:
            assert re.search(each["schema"]["pattern"], heads[each["name"]]), each["name"]


def test_webhook_schema_rejects_other_messages(sent: list[tuple[dict[str, str], Any]]) -> None:
    """The schema rejects other events, missing or extra members, and wrong types."""
    by_type = {body["type"]: body for _heads, body in sent}
    for event, body in by_type.items():
        assert all(problems_of(other, body) for other in by_type if other != event)
        for name in body["data"]:
            less = deepcopy(body)
            del less["data"][name]
            assert problems_of(event, less), name
        assert problems_of(event, {**body, "more": 1})
        assert problems_of(event, {**body, "sequence": "1"})
        assert problems_of(event, {**body, "timestamp": "yesterday"})


def test_webhook_schema_declares_the_handled_responses() -> None:
    for each in WEBHOOKS.values():
        assert list(each["post"]["responses"]) == ["2XX", "410", "default"]
        assert "tried 7 times more" in each["post"]["responses"]["default"]["description"]


def test_register_schema_rejects_duplicate_names() -> None:
    with pytest.raises(ValueError, match="two schemas are called Team"):
        register_schema("Team", {"type": "string"}, {"Team": {"type": "object"}})
