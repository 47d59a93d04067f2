"""Who sits out in a round: whole entrants, and teams of four of which one pair plays."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Seat


@dataclass(frozen=True, slots=True)
class Rests:
    """The ids of entrants of whom nobody sits, and of teams of which one pair rests; each once."""

    whole: tuple[int, ...]
    one_pair: tuple[int, ...]


def rests_in(seats: Iterable[Seat]) -> Rests:
    """Who sits out of those who have these seats of one round, in their order."""
    seats = list(seats)
    playing = {seat.team_id for seat in seats if seat.sitting_id is not None}
    resting = dict.fromkeys(seat.team_id for seat in seats if seat.sitting_id is None)
    return Rests(
        tuple(team for team in resting if team not in playing),
        tuple(team for team in resting if team in playing),
    )
