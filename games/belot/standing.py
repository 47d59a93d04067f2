from typing import Final, NamedTuple


class AuctionState(NamedTuple):
    """State of an auction: last bid, contras, passes, and what later calls need."""

    bid: int = -1
    bidder: int = -1
    contra: int = 0
    passes: int = 0
    over: bool = False
    number: int = 0
    """0 if none is bid."""
    promise: int = 0
    """1: all tricks; 2: alone."""
    closed: bool = False
    """Whether no trump is led while other cards are held (Baloot)."""
    spoken: int = 0
    """Calls so far, where no-trumps can be called over a turned-up suit."""
    is_sure: bool = False
    """In that auction: whether the suit is confirmed."""
    claimants: int = 0
    """In that auction: seats that can still claim no-trumps, as bits."""


OPENING: Final = AuctionState()
