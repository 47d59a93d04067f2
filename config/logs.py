"""What must not get into a log, secrets and a flood; and the form of its lines."""

import logging
from collections.abc import MutableMapping
from typing import Final

import structlog
from structlog.typing import Processor

from ops.redaction import hide

Told = MutableMapping[str, object]


class HideTableTokens(logging.Filter):
    """Blots out personal tokens, and the secret in addresses that let somebody in."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = hide(record.getMessage())
        record.args = None
        return True


class NoLineForEachRefusal(logging.Filter):
    """Leaves out the line for each request that was refused for a while.

    ``web.error_responses`` says once what the trouble is; thousands may meet it in the same minute.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) not in {429, 503}


# Forms of lines ---------------------------------------------------------------------------------

KNOWN: Final[list[Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
"""What is added to each line: its request and job, level, place and time."""


def write_line(_logger: object, _name: str, told: Told) -> str:
    """A line for a person: the words, and the request that they belong to."""
    trace = told.get("exception")
    request = told.get("request_id")
    words = f"{told.get('event', '')}" + (f" [{request}]" if request else "")
    return hide(f"{words}\n{trace}" if trace else words)


def write_json(logger: object, name: str, told: Told) -> str:
    """A line for programs, with the secrets of its trace hidden too."""
    line = structlog.processors.JSONRenderer(ensure_ascii=False)(logger, name, told)
    return hide(str(line))


def formatter_of(form: str) -> structlog.stdlib.ProcessorFormatter:
    """The formatter of the settings: `json` or `lines`."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=KNOWN,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            write_json if form == "json" else write_line,
        ],
    )


def log_settings(level: str, form: str) -> dict[str, object]:
    """What the settings say of logs: one stream, in a form, without secrets."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "secrets": {"()": "config.logs.HideTableTokens"},
            "refusals": {"()": "config.logs.NoLineForEachRefusal"},
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
