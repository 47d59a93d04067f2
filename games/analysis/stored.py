"""What is stored of an analysis, as JSON."""

from typing import NotRequired, TypedDict


class StoredLine(TypedDict):
    """What a contract makes; see ``games.analysis.selectors.MakeLine``."""

    contract: str
    points: list[int]
    side: str
    score: list[int]
    makers: list[str]
    call: NotRequired[str]
    """The highest bid that is made, as it is written, where numbers are bid."""


class StoredPar(TypedDict):
    """What both sides reach; ``contracts`` are all that come to it, with their side or seat.

    Where numbers are bid, ``call`` is the bid as it is written, and so are those of ``contracts``.
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
    """The two columns of a finished analysis."""

    makes: list[StoredLine]
    par: StoredPar
