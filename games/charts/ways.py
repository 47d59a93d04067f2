from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_WAYS: Final = 60
FEWEST_ROUNDS: Final = 3


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PlaceCurves:
    """The field's curves, and the winner's own with its start and end."""

    field: tuple[str, ...]
    winner: str
    first: tuple[float, float]
    last: tuple[float, float]
    began_at: int


def place_curves(places: Sequence[Sequence[int]], box: Box) -> PlaceCurves | None:
    """Curves in the box, winner first; None with too few rounds or entrants.

    Only the first of a very large field are drawn; entrants that missed a round have no curve.
    """
    winner = places[0] if places else ()
    rounds = len(winner)
    if rounds < FEWEST_ROUNDS or len(places) < 2:
        return None
    whole = [each for each in places[:MOST_WAYS] if len(each) == rounds]
    lowest = max(max(each) for each in whole)
    points = [points_of(each, lowest, box) for each in whole]
    curves = tuple(map(curve_through, points))
    return PlaceCurves(curves[1:], curves[0], points[0][0], points[0][-1], winner[0])


def points_of(places: Sequence[int], lowest: int, box: Box) -> list[tuple[float, float]]:
    across = (box.right - box.left) / (len(places) - 1)
    down = (box.bottom - box.top) / max(lowest - 1, 1)
    return [
        (round(box.left + across * index, 1), round(box.top + down * (place - 1), 1))
        for index, place in enumerate(places)
    ]


def curve_through(points: Sequence[tuple[float, float]]) -> str:
    """SVG path that is horizontal at each point."""
    x, y = points[0]
    path = f"M{x:g} {y:g}"
    for left, right in zip(points, points[1:], strict=False):
        middle = round((left[0] + right[0]) / 2, 1)
        path += f"C{middle:g} {left[1]:g} {middle:g} {right[1]:g} {right[0]:g} {right[1]:g}"
    return path
