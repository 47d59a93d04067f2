"""Error responses in the format of RFC 9457."""

from api.problems.rendering import MEDIA_TYPE, Fault, problem
from api.problems.types import KINDS, Kind, kind_of

__all__ = ["KINDS", "MEDIA_TYPE", "Fault", "Kind", "kind_of", "problem"]
