from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q, QuerySet
from django.utils.translation import get_language

from tournaments.draws.texts import bye_text, reason_text
from tournaments.entries.selectors.lineups import lines_in_round, lineups_of
from tournaments.entries.selectors.team_lines import TeamLine, side_line, teams_of
from tournaments.models import Play, Seat, Tournament
from tournaments.state.request_cache import cached_briefly
from tournaments.state.sides import rests_in
from tournaments.state.visibility import PUBLISHED, published_plays, published_rounds

ORDER = "NWSE"


@dataclass(frozen=True, slots=True)
class SittingLine:
    """A table in a round; ``done``: boards with a result.

    ``seats``: single players by place; ``reasons``: for the pairing.
    """

    table: int
    ns: TeamLine
    ew: TeamLine
    boards: tuple[int, ...]
    done: int
    seats: tuple[tuple[str, TeamLine], ...] = ()
    match: int | None = None
    reasons: tuple[str, ...] = ()
    is_walkover: bool = False

    @property
    def number(self) -> int:
        return self.match or self.table

    @property
    def numbers(self) -> str:
        members = [team for _place, team in self.seats] or [self.ns, self.ew]
        return " ".join(str(team.number) for team in members if team.number)


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """Seating of a round; teams in ``one_pair`` have one pair resting."""

    number: int
    rounds: int
    sittings: tuple[SittingLine, ...]
    resting: tuple[TeamLine, ...]
    one_pair: tuple[TeamLine, ...] = ()
    rest_reason: str = ""

    @property
    def numbers(self) -> range:
        return range(1, self.rounds + 1)


@dataclass(frozen=True, slots=True)
class Progress:
    """Results in and expected for one board.

    Where tables play different boards at once, ``order`` is the turn at each table; else 0.
    """

    board: int
    order: int
    done: int
    total: int


def seats_in(tournament: Tournament, number: int) -> RoundSeats | None:
    """Seating of a round; None if unknown or the draw is unpublished."""
    seats = seating_of(tournament, number, get_language())
    if seats is None:
        return None
    done = results_in(tournament, number)
    lines = (replace(line, done=done[line.table]) for line in seats.sittings)
    return replace(seats, sittings=tuple(lines))


@cached_briefly(lambda tournament: (tournament.state, tournament.hall_version))
def seating_of(tournament: Tournament, number: int, _language: str) -> RoundSeats | None:
    """Cached seating with localized reasons, without result counts."""
    shown = list(published_rounds(tournament).order_by("number"))
    row = next((row for row in shown if row.number == number), None)
    if row is None or tournament.state not in PUBLISHED:
        return None
    teams = lines_in_round(teams_of(tournament), number, lineups_of(tournament))
    at_table: dict[int, list[Seat]] = defaultdict(list)
    seats = Seat.objects.filter(round=row).select_related("sitting__table").order_by("pk")
    for seat in seats:
        if seat.sitting is not None:
            at_table[seat.sitting.pk].append(seat)
    boards, rests = boards_in(tournament, number), rests_in(seats)
    lines = (
        sitting_line(table_seats, teams, tuple(boards[key]))
        for key, table_seats in at_table.items()
    )
    walkovers = {int(match) for match in row.drawn.get("walkovers", {})}
    lines = (replace(each, is_walkover=each.number in walkovers) for each in lines)
    return RoundSeats(
        number=number,
        rounds=len(shown),
        sittings=tuple(sorted(lines, key=lambda line: line.table)),
        resting=sort_by_number(teams[each] for each in rests.whole),
        one_pair=sort_by_number(teams[each] for each in rests.one_pair),
        rest_reason=bye_text(row.drawn),
    )


def sort_by_number(teams: Iterable[TeamLine]) -> tuple[TeamLine, ...]:
    return tuple(sorted(teams, key=lambda team: team.number or 0))


def sitting_line(
    seats: Sequence[Seat], teams: Mapping[int, TeamLine], boards: tuple[int, ...]
) -> SittingLine:
    sitting = seats[0].sitting
    assert sitting is not None
    sides = {
        side: side_line([teams[seat.team_id] for seat in seats if seat.side == side])
        for side in Seat.Side.values
    }
    placed = sorted(
        (seat for seat in seats if seat.place), key=lambda seat: ORDER.index(seat.place)
    )
    return SittingLine(
        table=sitting.table.number,
        ns=sides["NS"],
        ew=sides["EW"],
        boards=boards,
        done=0,
        seats=tuple((seat.place, teams[seat.team_id]) for seat in placed),
        match=sitting.match,
        reasons=tuple(reason_text(reason) for reason in sitting.reasons),
    )


def boards_in(tournament: Tournament, number: int) -> dict[int, list[int]]:
    boards: dict[int, list[int]] = defaultdict(list)
    plays = plays_in(tournament, number).order_by("order")
    for sitting, board in plays.values_list("sitting", "board__number"):
        boards[sitting].append(board)
    return boards


def results_in(tournament: Tournament, number: int) -> Mapping[int, int]:
    """Result count by table number."""
    done = plays_in(tournament, number).exclude(state=Play.State.EMPTY).order_by()
    return Counter(done.values_list("sitting__table__number", flat=True))


def plays_in(tournament: Tournament, number: int) -> QuerySet[Play]:
    return Play.objects.filter(sitting__round__tournament=tournament, sitting__round__number=number)


def progress_of(tournament: Tournament, number: int) -> tuple[Progress, ...]:
    """Result counts by board; empty for a draft. One query."""
    plays = published_plays(tournament).filter(sitting__round__number=number)
    counts = (
        plays.order_by("order", "board__number")
        .values_list("order", "board__number")
        .annotate(total=Count("pk"), done=Count("pk", filter=~Q(state=Play.State.EMPTY)))
    )
    rows = [Progress(board, order, done, total) for order, board, total, done in counts]
    orders = {row.order for row in rows}
    if len(rows) == len(orders):
        return tuple(Progress(row.board, 0, row.done, row.total) for row in rows)
    return tuple(
        Progress(
            0,
            order,
            sum(row.done for row in rows if row.order == order),
            sum(row.total for row in rows if row.order == order),
        )
        for order in sorted(orders)
    )
