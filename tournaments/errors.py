"""What a user did that cannot be done; the games refuse in the same form."""

from games.errors import Conflict, Refused

__all__ = ["AgainstCards", "Conflict", "Refused"]


class AgainstCards(Refused):
    """Only the cards of a board speak against it: what they say is for the director alone."""
