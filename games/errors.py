"""What a user did that cannot be done, in words that a page or the API can show."""

from typing import Any

from django.utils.functional import Promise


class Refused(Exception):
    """A request that breaks a rule of the contest or of a game.

    ``code`` is stable for programs, ``message`` is translated, ``field`` names the input at fault,
    ``details`` helps a program further (for example ``legal``: what would have been right).
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


class Conflict(Refused):
    """Somebody else was faster; the request fits a state that is gone."""
