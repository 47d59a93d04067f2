"""What must not get into a log."""

import logging
import re

TABLE_LINK = re.compile(r"(/tables?/)[^/\s\"']+")


class HideTableTokens(logging.Filter):
    """Blots out the secret in the addresses of tables."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = TABLE_LINK.sub(r"\1…", record.getMessage())
        record.args = None
        return True
