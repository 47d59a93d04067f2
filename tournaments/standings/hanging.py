"""The net of a board on which points hang, where no later deal may decide them."""

from __future__ import annotations

from enum import StrEnum


class Hanging(StrEnum):
    """What becomes of hanging points on a duplicate board.

    `VOID`: the defenders keep theirs and the hung points vanish, which is exactly what they are
    worth on average in rubber play. `SPLIT`: both sides keep their own, which are equal.
    `INSIDE`: the defenders take everything. Carrying them to another board is no option: boards
    must not depend on each other.
    """

    VOID = "void"
    SPLIT = "split"
    INSIDE = "inside"


def net_of(
    ns: int, ew: int, hung: int = 0, declarer_is_ns: bool = True, option: Hanging = Hanging.VOID
) -> int:
    """NS minus EW match points from what both sides wrote and the points that hang.

    Passed out, nobody writes anything and the net is 0. Under contra the whole deal hangs, so the
    default gives 0–0. Capot and contra are part of what was written.
    """
    if not hung or option is Hanging.VOID:
        return ns - ew
    if option is Hanging.SPLIT:
        return 0
    return ns - ew - hung if declarer_is_ns else ns - ew + hung
