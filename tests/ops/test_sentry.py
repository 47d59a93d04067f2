import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from ops.sentry import start_sentry, without_secrets


def test_sentry_event_contains_no_people_or_secrets():
    event = {
        "message": "Fault at /table/s3cret-/slip/",
        "user": {"id": 7, "ip_address": "10.0.0.1"},
        "server_name": "hall",
        "breadcrumbs": {"values": [{"message": "Анна"}]},
        "request": {
            "method": "POST",
            "url": "https://club.example/api/v1/tables/s3cret-/results/",
            "cookies": {"sessionid": "1"},
            "headers": {"Cookie": "sessionid=1"},
            "data": {"player": "Анна"},
            "query_string": "q=Анна",
            "env": {"REMOTE_ADDR": "10.0.0.1"},
        },
        "exception": {"values": [{"value": "no /signup/s3cret-/ here", "stacktrace": [1, None]}]},
    }
    assert without_secrets(event, {}) == {
        "message": "Fault at /table/…/slip/",
        "request": {"method": "POST", "url": "https://club.example/api/v1/tables/…/results/"},
        "exception": {"values": [{"value": "no /signup/…/ here", "stacktrace": [1, None]}]},
    }


def test_sentry_without_its_library_raises_a_clear_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="pip install 'sentry-sdk"):
        start_sentry("https://key@sentry.example/1")


def test_sentry_sends_the_redacted_event():
    sdk = pytest.importorskip("sentry_sdk")
    sent = []

    class Transport(sdk.transport.Transport):  # type: ignore[name-defined]
        def capture_envelope(self, envelope):
            sent.extend(item.payload.json for item in envelope.items if item.type == "event")

    start_sentry("https://key@sentry.example/1")
    client = sdk.get_client()
    client.transport = Transport(client.options)
    try:
        raise ValueError("at /table/s3cret-/")
    except ValueError:
        sdk.capture_exception()
    finally:
        sdk.init()
    assert len(sent) == 1
    assert "s3cret" not in str(sent)
    assert "vars" not in str(sent)
