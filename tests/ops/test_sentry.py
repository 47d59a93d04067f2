import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from ops.sentry import start_sentry, without_secrets


def test_people_and_secrets_stay_here():
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


def test_without_the_library_it_is_refused_in_words(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="pip install 'sentry-sdk"):
        start_sentry("https://key@sentry.example/1")


def test_the_library_sends_what_is_left():
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
