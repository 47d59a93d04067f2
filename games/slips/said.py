"""What the slip of a played deal says, and the exception for one that cannot be."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.belot import SIDES_OF

SIDES: Final = SIDES_OF[4]


class Impossible(Exception):
    """A slip that the board's cards rule out: a stable code, words, the part at fault."""

    def __init__(self, code: str, message: str, field: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.field = field


@dataclass(frozen=True, slots=True)
class Said:
    """What the slip of a played deal says; ``capot`` is the side that took all, or empty.

    ``is_alone``: its declarer took all of them. ``belote`` is the part of ``announced`` that
    belotes make; None where nobody said.
    """

    contract: str
    declarer: str
    points: Mapping[str, int]
    announced: Mapping[str, int]
    belote: Mapping[str, int] | None
    claims: object
    capot: str
    is_alone: bool = False


def read_slip(slip: Mapping[str, Any]) -> Said:
    """A played slip that has passed the engine, so that its values are of the right kind."""
    return Said(
        contract=slip["contract"],
        declarer=slip["declarer"],
        points=slip["points"],
        announced=slip.get("announced") or dict.fromkeys(SIDES, 0),
        belote=slip.get("belote"),
        claims=slip.get("claims"),
        capot=slip.get("capot") or "",
        is_alone=bool(slip.get("alone")),
    )


def fault_in(check: Callable[[], None]) -> Impossible | None:
    """The fault that a check finds; None where it finds none."""
    try:
        check()
    except Impossible as found:
        return found
    return None
