from typing import NotRequired, TypedDict


class StoredLine(TypedDict):
    """What a contract makes; fields as in ``games.analysis.selectors.MakeLine``."""

    contract: str
    points: list[int]
    side: str
    score: list[int]
    makers: list[str]
    call: NotRequired[str]


class StoredPar(TypedDict):
    """Par; ``contracts`` are all that reach it, with their side or seat.

    Where numbers are bid, ``call`` and ``contracts`` hold the bid as written.
    """

    contract: str
    seat: str
    contra: int
    outcome: str
    score: list[int]
    contracts: list[list[str]]
    by_taker: NotRequired[bool]
    call: NotRequired[str]


class Conclusion(TypedDict):
    makes: list[StoredLine]
    par: StoredPar
