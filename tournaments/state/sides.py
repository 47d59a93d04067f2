"""Who plays a side of a table: a pair, half a team, or two single players together."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Seat, Tournament


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


Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Sides:
    """The side by (sitting id, NS or EW); a single player also by the place, N, W, S or E.

    A side is the id of its team; two single players together are a negative number, with their
    teams in ``members``.
    """

    seats: Mapping[Place, int]
    members: Mapping[int, tuple[int, ...]]

    def at(self, sitting: int, *, is_turned: bool) -> tuple[int, int]:
        """North–South and East–West on a board that was played there."""
        ns, ew = self.seats[sitting, "NS"], self.seats[sitting, "EW"]
        return (ew, ns) if is_turned else (ns, ew)

    def teams(self, side: int) -> tuple[int, ...]:
        """The teams that a side stands for."""
        return self.members.get(side, (side,))


def sides_of(tournament: Tournament) -> Sides:
    """All sides of all rounds; one query."""
    rows = Seat.objects.filter(round__tournament=tournament, sitting__isnull=False)
    found: dict[Place, list[int]] = defaultdict(list)
    places: dict[Place, int] = {}
    for sitting, side, place, team in rows.values_list("sitting", "side", "place", "team"):
        found[sitting, side].append(team)
        places[sitting, place] = team
    if tournament.unit != Tournament.Unit.PLAYER:
        return Sides({place: teams[0] for place, teams in found.items()}, {})
    partners = {place: tuple(sorted(teams)) for place, teams in found.items()}
    numbers = {teams: -number for number, teams in enumerate(sorted(set(partners.values())), 1)}
    return Sides(
        places | {place: numbers[teams] for place, teams in partners.items()},
        {number: teams for teams, number in numbers.items()},
    )
