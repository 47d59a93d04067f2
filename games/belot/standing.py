from typing import Final, NamedTuple


class AuctionState(NamedTuple):
    """State of an auction: last bid, contras, passes, and what later calls need."""

    bid: int = -1
    bidder: int = -1
    contra: int = 0
    passes: int = 0
    over: bool = False
    number: int = 0
    """The number that was bid, as it is said; 0 where none is."""
    promise: int = 0
    """Whether all tricks were bid (1), or all of them by the bidder alone (2)."""
    closed: bool = False
    """Whether the last contra forbade to lead trumps while other cards are held (Baloot)."""
    spoken: int = 0
    """How many calls were made, where no-trumps may be called over a suit turned up."""
    is_sure: bool = False
    """There: whether the suit was confirmed; no-trumps always are."""
    claimants: int = 0
    """There: the seats that may still claim no-trumps for themselves, as bits."""


OPENING: Final = AuctionState()
