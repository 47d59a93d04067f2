"""Exceptions with translated messages for pages and the API."""

from typing import Any

from django.utils.functional import Promise


class RuleViolationError(Exception):
    """A request that breaks a rule of a tournament or of a game.

    ``code`` is stable for programs, ``message`` is translated, ``field`` names the invalid
    input, ``details`` has more for programs (for example ``legal``: what would be allowed).
    """

    def __init__(
        self, code: str, message: str | Promise, *, field: str = "", **details: Any
    ) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.field = field
        self.details = details

    def __str__(self) -> str:
        return str(self.message)


class ConflictError(RuleViolationError):
    """The request is based on a state that another request has changed."""
