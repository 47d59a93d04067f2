"""What must not get into a log: secrets, and a flood."""

import logging
import re

SECRET_LINK = re.compile(r"(/(?:tables?|signup)/)[^/\s\"']+")


class HideTableTokens(logging.Filter):
    """Blots out the secret in the addresses of tables and of sign-ups."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = SECRET_LINK.sub(r"\1…", record.getMessage())
        record.args = None
        return True


class NoLineForEachRefusal(logging.Filter):
    """Leaves out the line for each request that was refused for a while.

    ``config.refusals`` says once what the trouble is; thousands may meet it in the same minute.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) not in {429, 503}
