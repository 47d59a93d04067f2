import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.tournaments.notifications.webhooks.told import webhook_of_evening
from tournaments.models import Delivery, Webhook
from tournaments.notifications.webhooks.payloads import payload_of

pytestmark = pytest.mark.django_db
WORDS = Path(settings.BASE_DIR) / "docs/webhooks.md"
EXAMPLE = re.compile(r"```json\n(.+?)```", re.DOTALL)
EVENT = re.compile(r"^`(\w+\.\w+)` –(?:(?!^`\w+\.\w+` –).)*?```json\n(.+?)```", re.DOTALL | re.M)


def examples() -> dict[str, Any]:
    text = WORDS.read_text("utf-8")
    whole = json.loads(EXAMPLE.findall(text)[0])
    assert len(EXAMPLE.findall(text)) == len(Delivery.Event)
    return {
        whole["type"]: whole["data"],
        **{event: json.loads(data) for event, data in EVENT.findall(text)},
    }


def whole_example() -> Any:
    return json.loads(EXAMPLE.findall(WORDS.read_text("utf-8"))[0])


def differences(told: Any, sent: Any, at: str = "") -> list[str]:
    """Differences in names and types; null matches any type."""
    if told is None or sent is None:
        return []
    if type(told) is not type(sent):
        return [f"{at}: {told!r} is sent as {sent!r}"]
    if isinstance(told, dict):
        apart = [f"{at}.{name}" for name in sorted(told.keys() ^ sent.keys())]
        for name in told.keys() & sent.keys():
            apart += differences(told[name], sent[name], f"{at}.{name}")
        return apart
    if isinstance(told, list):
        return [each for one in sent for each in differences(told[0], one, f"{at}[]")]
    return []


@pytest.fixture
def sent(settings: Any) -> list[Any]:
    settings.PUBLIC_URL = "https://belot.example"
    webhook_of_evening()
    rows = Webhook.objects.get().deliveries.order_by("pk")
    return [json.loads(json.dumps(payload_of(each))) for each in rows]


def test_each_event_matches_its_documented_example(sent: list[Any]) -> None:
    told = examples()
    assert {each["type"] for each in sent} == set(told) == set(Delivery.Event.values)
    apart = [
        f"{each['type']}{where}"
        for each in sent
        for where in differences(told[each["type"]], each["data"])
    ]
    assert apart == []


def test_webhook_envelope_matches_documented_example(sent: list[Any]) -> None:
    told = {name: value for name, value in whole_example().items() if name != "data"}
    frames = [{name: each[name] for name in each if name != "data"} for each in sent]
    assert [where for each in frames for where in differences(told, each)] == []
    assert any(each["data"].get("result") for each in sent)
