from games.errors import Conflict, Refused

__all__ = ["AgainstCards", "Conflict", "Refused"]


class AgainstCards(Refused):
    """An entry contradicts the board's cards; details are only for the director."""
