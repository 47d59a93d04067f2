"""Secrets stay out of the log."""

import logging

from config.logs import HideTableTokens


def test_a_tables_token_is_not_logged():
    record = logging.LogRecord(
        "x", logging.WARNING, "", 0, "Bad Request: %s", ("/api/v1/tables/s3cr3t-_/results/",), None
    )
    HideTableTokens().filter(record)
    assert record.getMessage() == "Bad Request: /api/v1/tables/…/results/"
