"""An archive recomputed from itself: deals, seats, scores, standings. No database is asked."""

from tournaments.archive.verification.report import Report, check_document
from tournaments.archive.verification.stage import Finding

__all__ = ["Finding", "Report", "check_document"]
