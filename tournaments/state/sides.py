"""Sides of tables: a pair, half a team, or two single players."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Seat, Tournament


@dataclass(frozen=True, slots=True)
class Rests:
    """Ids of resting entrants, and of teams with one resting pair."""

    whole: tuple[int, ...]
    one_pair: tuple[int, ...]


def rests_in(seats: Iterable[Seat]) -> Rests:
    seats = list(seats)
    playing = {seat.team_id for seat in seats if seat.sitting_id is not None}
    resting = dict.fromkeys(seat.team_id for seat in seats if seat.sitting_id is None)
    return Rests(
        tuple(team for team in resting if team not in playing),
        tuple(team for team in resting if team in playing),
    )


Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Sides:
    """Side by (sitting id, NS or EW); single players also by N, W, S, E.

    A side is a team id; two single players have a negative number, with their teams in
    ``members``.
    """

    seats: Mapping[Place, int]
    members: Mapping[int, tuple[int, ...]]

    def at(self, sitting: int, *, is_turned: bool) -> tuple[int, int]:
        """Sides that played North–South and East–West on a board."""
        ns, ew = self.seats[sitting, "NS"], self.seats[sitting, "EW"]
        return (ew, ns) if is_turned else (ns, ew)

    def teams(self, side: int) -> tuple[int, ...]:
        return self.members.get(side, (side,))


def sides_of(tournament: Tournament) -> Sides:
    """All sides of all rounds; one query."""
    rows = Seat.objects.filter(round__tournament=tournament, sitting__isnull=False)
    teams_by_side: dict[Place, list[int]] = defaultdict(list)
    places: dict[Place, int] = {}
    for sitting, side, place, team in rows.values_list("sitting", "side", "place", "team"):
        teams_by_side[sitting, side].append(team)
        places[sitting, place] = team
    if tournament.unit != Tournament.Unit.PLAYER:
        return Sides({place: teams[0] for place, teams in teams_by_side.items()}, {})
    partners = {place: tuple(sorted(teams)) for place, teams in teams_by_side.items()}
    numbers = {teams: -number for number, teams in enumerate(sorted(set(partners.values())), 1)}
    return Sides(
        places | {place: numbers[teams] for place, teams in partners.items()},
        {number: teams for teams, number in numbers.items()},
    )
