"""Movements as one line of text, the way the specification lists them."""

from tournaments.movements import Movement
from tournaments.movements.model import Round


def pairs_and_sets(movement: Movement) -> list[str]:
    """Rounds as `1-5/1 2-6/2`: North-South, East-West, set."""
    return [
        " ".join(f"{s.ns}-{s.ew}/{s.board_set}" for s in sittings) for sittings in movement.rounds
    ]


def pairs(sittings: Round) -> str:
    """One round as `1-6 2-5`."""
    return " ".join(f"{sitting.ns}-{sitting.ew}" for sitting in sittings)
