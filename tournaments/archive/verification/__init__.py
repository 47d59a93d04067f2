"""Recompute an archive from its own data (deals, seats, scores, standings), without
database.
"""

from tournaments.archive.verification.report import Report, check_document
from tournaments.archive.verification.stage import Finding

__all__ = ["Finding", "Report", "check_document"]
