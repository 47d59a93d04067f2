"""The ways of many through the places of an evening, as curves of a picture without figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_WAYS: Final = 60
FEWEST_ROUNDS: Final = 3


@dataclass(frozen=True, slots=True)
class Box:
    """Where a picture may draw, in pixels."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Ways:
    """The curves of the field, and the winner's own with where it begins and ends."""

    field: tuple[str, ...]
    winner: str
    first: tuple[float, float]
    last: tuple[float, float]
    began_at: int


def ways_of(places: Sequence[Sequence[int]], box: Box) -> Ways | None:
    """The ways through the box, the winner's places first; none where there is little to tell.

    Of a very large field only the first are drawn, and who missed a round has no curve.
    """
    winner = places[0] if places else ()
    rounds = len(winner)
    if rounds < FEWEST_ROUNDS or len(places) < 2:
        return None
    whole = [each for each in places[:MOST_WAYS] if len(each) == rounds]
    lowest = max(max(each) for each in whole)
    points = [points_of(each, lowest, box) for each in whole]
    curves = tuple(map(curve_through, points))
    return Ways(curves[1:], curves[0], points[0][0], points[0][-1], winner[0])


def points_of(places: Sequence[int], lowest: int, box: Box) -> list[tuple[float, float]]:
    """Each round's place in the box, the first place on top."""
    across = (box.right - box.left) / (len(places) - 1)
    down = (box.bottom - box.top) / max(lowest - 1, 1)
    return [
        (round(box.left + across * index, 1), round(box.top + down * (place - 1), 1))
        for index, place in enumerate(places)
    ]


def curve_through(points: Sequence[tuple[float, float]]) -> str:
    """A path that is level at each point."""
    x, y = points[0]
    path = f"M{x:g} {y:g}"
    for left, right in zip(points, points[1:], strict=False):
        middle = round((left[0] + right[0]) / 2, 1)
        path += f"C{middle:g} {left[1]:g} {middle:g} {right[1]:g} {right[0]:g} {right[1]:g}"
    return path
