"""Who plays a side of a table: a pair, half a team, or two single players together."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Seat, Tournament

Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Sides:
    """The side by (sitting id, NS or EW).

    A side is the id of its team; two single players together are a negative number, with their
    teams in ``members``.
    """

    seats: Mapping[Place, int]
    members: Mapping[int, tuple[int, ...]]

    def teams(self, side: int) -> tuple[int, ...]:
        """The teams that a side stands for."""
        return self.members.get(side, (side,))


def sides_of(tournament: Tournament) -> Sides:
    """All sides of all rounds; one query."""
    rows = Seat.objects.filter(round__tournament=tournament, sitting__isnull=False)
    found: dict[Place, list[int]] = defaultdict(list)
    for sitting, side, team in rows.values_list("sitting", "side", "team"):
        found[sitting, side].append(team)
    if tournament.unit != Tournament.Unit.PLAYER:
        return Sides({place: teams[0] for place, teams in found.items()}, {})
    partners = {place: tuple(sorted(teams)) for place, teams in found.items()}
    numbers = {teams: -number for number, teams in enumerate(sorted(set(partners.values())), 1)}
    return Sides(
        {place: numbers[teams] for place, teams in partners.items()},
        {number: teams for teams, number in numbers.items()},
    )
