"""What a user did that cannot be done; the games refuse in the same form."""

from games.errors import Conflict, Refused

__all__ = ["Conflict", "Refused"]
