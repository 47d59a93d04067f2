"""An archive recomputed from itself: deals, seats, scores, standings. No database is asked."""

from tournaments.archive.checking.report import Report, check_document
from tournaments.archive.checking.stage import Finding

__all__ = ["Finding", "Report", "check_document"]
