from typing import Any

from tests.tournaments.formats import make_field
from tournaments.models import Tournament


def village(**game: int) -> Tournament:
    return make_field(
        8, "danish", {"entrants": 8, "rounds": 2, "first": "seeding"},
        scoring="wins_then_points" if "best_of" in game else "points_then_wins",
        cards="open", variant="bela", game=game or {"deals": 12},
    )  # fmt: skip


def figures(*texts: object, won: tuple[int, int] | None = None) -> dict[str, Any]:
    cells = dict(zip(("NS", "EW"), map(str, texts), strict=False))
    games = dict(zip(("won_NS", "won_EW"), map(str, won), strict=True)) if won else {}
    return {"figures": {**games, **cells}}
