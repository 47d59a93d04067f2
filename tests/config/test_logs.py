"""Secrets stay out of the log."""

import logging

from config.logs import HideTableTokens


def test_the_secret_of_a_sign_up_is_not_logged():
    told = {"/signup/s3cr3t-_/change/": "/signup/…/change/", "/t/abc/signups/": "/t/abc/signups/"}
    for path, shown in told.items():
        record = logging.LogRecord("x", logging.WARNING, "", 0, "Not Found: %s", (path,), None)
        HideTableTokens().filter(record)
        assert record.getMessage() == f"Not Found: {shown}"


def test_a_tables_token_is_not_logged():
    record = logging.LogRecord(
        "x", logging.WARNING, "", 0, "Bad Request: %s", ("/api/v1/tables/s3cr3t-_/results/",), None
    )
    HideTableTokens().filter(record)
    assert record.getMessage() == "Bad Request: /api/v1/tables/…/results/"
