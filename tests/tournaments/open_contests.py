from collections.abc import Callable, Iterable
from typing import Any

from tests.builders import enter_slips, plays_of
from tests.tournaments.formats import make_field, numbers_by_side
from tournaments.draws.services.rounds import draw_next_round, publish_round
from tournaments.models import Play, Round, Tournament

TARIFF = {"tariff": {"win": 2, "draw": 1, "loss": 0}}
Points = Callable[[int, int], tuple[int, int]]


def lower_wins(a: int, b: int) -> tuple[int, int]:
    return (1100, 900) if a < b else (900, 1100)


def all_draw(_a: int, _b: int) -> tuple[int, int]:
    return 1000, 1000


def open_field(entrants: int, kind: str = "swiss", **values: Any) -> Tournament:
    usual = {"rounds": 4, "first": "seeding"} if kind in {"swiss", "danish"} else {}
    usual |= {"rounds": 4} if kind == "random" else {}
    params = {"entrants": entrants, **usual, **values.pop("params", {})}
    defaults = {"cards": "open", "game": {"deals": 8}, "scoring": "game_points"}
    return make_field(entrants, kind, params, **defaults | values)


def numbers_at(play: Play) -> tuple[int, int]:
    sides = numbers_by_side(play)
    return sides["NS"], sides["EW"]


def play_games(
    tournament: Tournament, number: int, points: Points = lower_wins, *, skip: Iterable[int] = ()
) -> None:
    """Enter a result for every game of a round, except at skipped tables."""
    waiting = plays_of(tournament, sitting__round__number=number, current=None)
    met = {play: numbers_at(play) for play in waiting}
    plays = [play for play in waiting if not set(met[play]) & set(skip)]
    scores = [dict(zip(("NS", "EW"), points(*met[play]), strict=True)) for play in plays]
    enter_slips(tournament, plays, [{"game": score} for score in scores])


def next_round(tournament: Tournament) -> Round:
    row = draw_next_round(tournament=tournament)
    assert row is not None
    return publish_round(tournament=tournament, number=row.number)


def meetings_in(row: Round) -> set[frozenset[int]]:
    plays = plays_of(row.tournament, sitting__round=row)
    return {frozenset(numbers_at(play)) for play in plays}
