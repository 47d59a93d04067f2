"""Log format, and filters against secrets and floods."""

import logging
from collections.abc import MutableMapping
from typing import Final

import structlog
from structlog.typing import Processor

from ops.redaction import redact

EventDict = MutableMapping[str, object]


class SecretFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = redact(record.getMessage())
        record.args = None
        return True


class RefusalFilter(logging.Filter):
    """Drops the line of each request that was refused for a while.

    ``web.error_responses`` logs the cause once; thousands can meet it in the same minute.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) not in {429, 503}


# Formats --------------------------------------------------------------------------------

PROCESSORS: Final[list[Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
"""Add request, job, level, logger and time."""


def write_line(_logger: object, _name: str, told: EventDict) -> str:
    trace = told.get("exception")
    request = told.get("request_id")
    words = f"{told.get('event', '')}" + (f" [{request}]" if request else "")
    return redact(f"{words}\n{trace}" if trace else words)


def write_json(logger: object, name: str, told: EventDict) -> str:
    """JSON line; secrets in its traceback are redacted too."""
    line = structlog.processors.JSONRenderer(ensure_ascii=False)(logger, name, told)
    return redact(str(line))


def formatter_of(form: str) -> structlog.stdlib.ProcessorFormatter:
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=PROCESSORS,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            write_json if form == "json" else write_line,
        ],
    )


def log_settings(level: str, form: str) -> dict[str, object]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "secrets": {"()": "config.logs.SecretFilter"},
            "refusals": {"()": "config.logs.RefusalFilter"},
        },
        "formatters": {"lines": {"()": "config.logs.formatter_of", "form": form}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "filters": ["secrets"],
                "formatter": "lines",
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "celery": {"level": level},
            "django.request": {"filters": ["refusals"]},
        },
    }
