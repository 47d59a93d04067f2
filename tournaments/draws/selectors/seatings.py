"""Seating by round, without visibility checks."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tournaments.clubs.names import last_name
from tournaments.draws.selectors.timetable import planned_start
from tournaments.draws.texts import board_span, bye_text, reason_text
from tournaments.models import Play, Seat, Team, Tournament
from tournaments.state.sides import rests_in

ORDER = "NWSE"


@dataclass(frozen=True)
class TableSide:
    """One side of a table: a team, or several single players."""

    teams: tuple[Team, ...]

    @property
    def number(self) -> str:
        return " + ".join(str(team.number) for team in self.teams)

    @property
    def name(self) -> str:
        return " – ".join(team.name for team in self.teams) or "–"

    @property
    def short(self) -> str:
        return " – ".join(short_name(team) for team in self.teams) or "–"


@dataclass(frozen=True)
class TableSeating:
    """A table in one round: both sides and its boards.

    ``seats`` are single players by compass point; ``reasons`` explain the pairing.
    """

    table: int
    ns: TableSide
    ew: TableSide
    boards: list[int]
    seats: list[tuple[str, Team]] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    @property
    def span(self) -> str:
        return board_span(self.boards)


@dataclass(frozen=True)
class RoundSeats:
    number: int
    starts: datetime
    places: list[TableSeating] = field(default_factory=list)
    resting: list[Team] = field(default_factory=list)
    one_pair: list[Team] = field(default_factory=list)
    is_published: bool = True
    rest_reason: str = ""


@dataclass(frozen=True)
class TeamSeating:
    """A team's place in one round; without a table it sits out.

    ``place`` and ``partner`` are for single players.
    """

    number: int
    starts: datetime
    table: int | None = None
    side: str = ""
    against: TableSide | None = None
    boards: list[int] = field(default_factory=list)
    place: str = ""
    partner: Team | None = None

    @property
    def against_name(self) -> str:
        return self.against.short if self.against else ""

    @property
    def partner_name(self) -> str:
        return short_name(self.partner) if self.partner else ""

    @property
    def span(self) -> str:
        return board_span(self.boards)


def short_name(team: Team) -> str:
    """Last names of a pair, or its own name."""
    names = [row.player.name for row in team.team_players.all()]
    if len(names) != 2 or team.name != " – ".join(names):
        return team.name
    return " – ".join(last_name(name) for name in names)


def seatings(tournament: Tournament, number: int | None = None) -> list[RoundSeats]:
    """All rounds (or one) with tables in order; four queries."""
    seats = Seat.objects.filter(round__tournament=tournament).select_related(
        "team", "round", "sitting__table"
    )
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    if number is not None:
        seats = seats.filter(round__number=number)
        plays = plays.filter(sitting__round__number=number)
    seats = seats.prefetch_related("team__team_players__player")
    boards = defaultdict(list)
    for sitting, board in plays.order_by("order").values_list("sitting", "board__number"):
        boards[sitting].append(board)
    by_round: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        by_round[seat.round.number].append(seat)
    return [
        round_seats(tournament, number, by_round[number], boards) for number in sorted(by_round)
    ]


def round_seats(
    tournament: Tournament, number: int, seats: Iterable[Seat], boards: dict[int, list[int]]
) -> RoundSeats:
    seats = list(seats)
    drawn = seats[0].round
    row = RoundSeats(
        number,
        planned_start(tournament, number),
        is_published=drawn.is_published,
        rest_reason=bye_text(drawn.drawn),
    )
    tables: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        if seat.sitting is not None:
            tables[seat.sitting.table.number].append(seat)
    for table, table_seats in sorted(tables.items()):
        row.places.append(place_of(table, table_seats, boards))
    by_id = {seat.team_id: seat.team for seat in seats}
    teams = sorted(by_id.values(), key=lambda team: team.number or 0)
    rests = rests_in(seats)
    row.resting.extend(team for team in teams if team.pk in rests.whole)
    row.one_pair.extend(team for team in teams if team.pk in rests.one_pair)
    return row


def place_of(table: int, seats: Sequence[Seat], boards: Mapping[int, list[int]]) -> TableSeating:
    sitting = seats[0].sitting
    assert sitting is not None
    sides = sides_of(seats)
    placed = sorted(
        (seat for seat in seats if seat.place), key=lambda seat: ORDER.index(seat.place)
    )
    return TableSeating(
        table,
        sides["NS"],
        sides["EW"],
        boards.get(sitting.pk, []),
        [(seat.place, seat.team) for seat in placed],
        [reason_text(reason) for reason in sitting.reasons],
    )


def sides_of(seats: Iterable[Seat]) -> dict[str, TableSide]:
    ordered = sorted(seats, key=lambda seat: ORDER.find(seat.place))
    return {
        side: TableSide(tuple(seat.team for seat in ordered if seat.side == side))
        for side in Seat.Side.values
    }


def stops_of_teams(rounds: Iterable[RoundSeats]) -> dict[int, list[TeamSeating]]:
    """Places by team id in round order, for guide cards."""
    stops: dict[int, list[TeamSeating]] = defaultdict(list)
    for row in rounds:
        for team in row.resting:
            stops[team.pk].append(TeamSeating(row.number, row.starts))
        for place in row.places:
            for side, own, other in (("NS", place.ns, place.ew), ("EW", place.ew, place.ns)):
                for team in own.teams:
                    stops[team.pk].append(stop_at(row, place, side, team, own, other))
    return dict(stops)


def stop_at(
    row: RoundSeats, place: TableSeating, side: str, team: Team, own: TableSide, other: TableSide
) -> TeamSeating:
    partner = next((each for each in own.teams if each.pk != team.pk), None)
    compass = next((letter for letter, who in place.seats if who.pk == team.pk), "")
    return TeamSeating(
        row.number, row.starts, place.table, side, other, place.boards, compass, partner
    )
