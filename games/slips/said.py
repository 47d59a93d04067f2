from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.belot import SIDES_OF

SIDES: Final = SIDES_OF[4]


class ImpossibleSlipError(Exception):
    """A slip that the board's cards rule out: stable code, message, invalid field."""

    def __init__(self, code: str, message: str, field: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.field = field


@dataclass(frozen=True, slots=True)
class PlayedSlip:
    """A played slip; ``capot`` is the side that took all tricks, or empty.

    ``is_alone``: the declarer took them all. ``belote`` is the belote part of ``announced``;
    None if not stated.
    """

    contract: str
    declarer: str
    points: Mapping[str, int]
    announced: Mapping[str, int]
    belote: Mapping[str, int] | None
    claims: object
    capot: str
    is_alone: bool = False


def read_slip(slip: Mapping[str, Any]) -> PlayedSlip:
    """Parse a played slip; it has passed the engine, so its types are correct."""
    return PlayedSlip(
        contract=slip["contract"],
        declarer=slip["declarer"],
        points=slip["points"],
        announced=slip.get("announced") or dict.fromkeys(SIDES, 0),
        belote=slip.get("belote"),
        claims=slip.get("claims"),
        capot=slip.get("capot") or "",
        is_alone=bool(slip.get("alone")),
    )


def fault_in(check: Callable[[], None]) -> ImpossibleSlipError | None:
    try:
        check()
    except ImpossibleSlipError as found:
        return found
    return None
