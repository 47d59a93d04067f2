from games.errors import ConflictError, RuleViolationError

__all__ = ["CardConflictError", "ConflictError", "RuleViolationError"]


class CardConflictError(RuleViolationError):
    """An entry contradicts the board's cards; details are only for the director."""
