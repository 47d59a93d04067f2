"""Error responses in the format of RFC 9457."""

from api.problems.rendering import MEDIA_TYPE, Fault, problem
from api.problems.types import KINDS, ProblemKind, kind_of

__all__ = ["KINDS", "MEDIA_TYPE", "Fault", "ProblemKind", "kind_of", "problem"]
