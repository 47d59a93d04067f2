"""Logs contain no secrets; each line has its request id."""

import json
import logging

import pytest
from django.test import Client
from django.urls import reverse

from config.logs import SecretFilter, formatter_of
from config.settings import LOGGING
from jobs.execution import HANDLERS
from jobs.kinds import JobKind
from jobs.tasks import run
from jobs.tracing import request_context


def test_signup_secret_is_not_logged():
    told = {"/signup/s3cr3t-_/change/": "/signup/…/change/", "/t/abc/signups/": "/t/abc/signups/"}
    for path, shown in told.items():
        record = logging.LogRecord("x", logging.WARNING, "", 0, "Not Found: %s", (path,), None)
        SecretFilter().filter(record)
        assert record.getMessage() == f"Not Found: {shown}"


def test_table_token_is_not_logged():
    record = logging.LogRecord(
        "x", logging.WARNING, "", 0, "Bad Request: %s", ("/api/v1/tables/s3cr3t-_/results/",), None
    )
    SecretFilter().filter(record)
    assert record.getMessage() == "Bad Request: /api/v1/tables/…/results/"


class FormattedLines(logging.Handler):
    def __init__(self, form):
        super().__init__()
        self.setFormatter(formatter_of(form))
        self.addFilter(SecretFilter())
        self.lines = []

    def emit(self, record):
        self.lines.append(self.format(record))


@pytest.fixture
def lines():
    added = []

    def keep(form):
        handler = FormattedLines(form)
        logging.getLogger().addHandler(handler)
        added.append(handler)
        return handler.lines

    yield keep
    for handler in added:
        logging.getLogger().removeHandler(handler)


def log_fault():
    try:
        raise ValueError("at /table/s3cr3t-_/")
    except ValueError:
        logging.getLogger("test").exception("Failed: %s", "/table/s3cr3t-_/")


def test_json_log_line_has_request_id_and_no_secret(lines):
    kept = lines("json")
    with request_context("0123456789abcdef"):
        log_fault()
    told = json.loads(kept[0])
    assert (told["event"], told["level"], told["logger"]) == ("Failed: /table/…/", "error", "test")
    assert told["request_id"] == "0123456789abcdef"
    assert told["exception"].endswith("ValueError: at /table/…/")
    assert "s3cr3t" not in kept[0]


def test_plain_log_line_is_the_message_without_secrets(lines):
    kept = lines("lines")
    logging.getLogger("test").warning("All is %s.", "well")
    log_fault()
    assert kept[0] == "All is well."
    assert "s3cr3t" not in kept[1]
    assert LOGGING["handlers"]["stderr"]["formatter"] == "lines"


@pytest.mark.django_db
def test_request_id_is_passed_to_the_job_and_its_log(lines, monkeypatch):
    kind = JobKind("traced")
    monkeypatch.setitem(HANDLERS, "traced", (kind, lambda _attempt: logging.warning("at work")))
    with request_context("0123456789abcdef"):
        job = kind.submit(1)
    kept = lines("json")
    run(job.pk)
    told = json.loads(kept[0])
    assert (told["event"], told["request_id"], told["job"]) == (
        "at work",
        "0123456789abcdef",
        job.pk,
    )
    assert kind.submit(2).request_id == ""


@pytest.mark.django_db
def test_post_response_returns_the_request_id():
    address = reverse("set_display")
    told = Client().post(address, headers={"X-Request-ID": "from-the-proxy-1"})
    assert told["X-Request-ID"] == "from-the-proxy-1"
    made = Client().post(address, headers={"X-Request-ID": "a b\u2028c"})["X-Request-ID"]
    assert len(made) == 32
    assert "X-Request-ID" not in Client().get("/health/live/")


def test_a_personal_token_is_not_logged():
    secret = "belot_" + "0a" * 32
    for text in (f"Authorization: Bearer {secret}", f"{{'token': '{secret}'}}", secret[:30]):
        record = logging.LogRecord("x", logging.WARNING, "", 0, "sent: %s", (text,), None)
        SecretFilter().filter(record)
        assert "belot_…" in record.getMessage()
        assert "0a0a" not in record.getMessage()
