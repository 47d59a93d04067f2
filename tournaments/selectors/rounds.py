"""Who sits where, and how far a round is."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Play, Seat, Tournament
from tournaments.selectors.team_lines import TeamLine, teams_of

PUBLISHED = frozenset({Tournament.State.PLAYING, Tournament.State.FINISHED})


@dataclass(frozen=True, slots=True)
class SittingLine:
    """A table in a round: who sits there, and which boards it plays; ``done`` have a result."""

    table: int
    ns: TeamLine
    ew: TeamLine
    boards: tuple[int, ...]
    done: int


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """Everybody's place in one round."""

    number: int
    rounds: int
    sittings: tuple[SittingLine, ...]
    resting: tuple[TeamLine, ...]

    @property
    def numbers(self) -> range:
        """The numbers of all rounds."""
        return range(1, self.rounds + 1)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of the results of one board are in; ``order`` 0 stands for a numbered board.

    Where tables play different boards at once, ``order`` is the board's turn at each table.
    """

    board: int
    order: int
    done: int
    total: int


def seats_in(tournament: Tournament, number: int) -> RoundSeats | None:
    """The seating of a round; None before the draw is published, and for a round there is not."""
    rounds = tournament.rounds.count() if tournament.state in PUBLISHED else 0
    if not 1 <= number <= rounds:
        return None
    teams = teams_of(tournament)
    places: dict[int, dict[str, TeamLine]] = defaultdict(dict)
    tables: dict[int, int] = {}
    resting = []
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number)
    for seat in seats.select_related("sitting__table"):
        if seat.sitting is None:
            resting.append(teams[seat.team_id])
        else:
            places[seat.sitting.pk][seat.side] = teams[seat.team_id]
            tables[seat.sitting.pk] = seat.sitting.table.number
    boards, done = boards_in(tournament, number)
    lines = (
        SittingLine(tables[key], pair["NS"], pair["EW"], tuple(boards[key]), done[key])
        for key, pair in places.items()
    )
    return RoundSeats(
        number=number,
        rounds=rounds,
        sittings=tuple(sorted(lines, key=lambda line: line.table)),
        resting=tuple(sorted(resting, key=lambda team: team.number or 0)),
    )


def boards_in(tournament: Tournament, number: int) -> tuple[dict[int, list[int]], dict[int, int]]:
    """The board numbers by sitting, in order of play, and how many of them have a result."""
    boards: dict[int, list[int]] = defaultdict(list)
    done: dict[int, int] = defaultdict(int)
    plays = Play.objects.filter(
        sitting__round__tournament=tournament, sitting__round__number=number
    ).order_by("order")
    for sitting, board, state in plays.values_list("sitting", "board__number", "state"):
        boards[sitting].append(board)
        done[sitting] += state != Play.State.EMPTY
    return boards, done


def progress_of(tournament: Tournament, number: int) -> tuple[Progress, ...]:
    """Counts of results in a round, by board; one query."""
    plays = Play.objects.filter(
        sitting__round__tournament=tournament, sitting__round__number=number
    )
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
