"""The boards for their director: which are over, and what each of the others waits for."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Play, Result, Tournament
from tournaments.selectors.visibility import finished_boards, to_settle


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A play that keeps its board closed, and why.

    ``why`` is empty, entered, disputed, late or not_played.
    """

    play: int
    round: int
    table: int
    why: str


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board: whether its cards are public, since when the director has closed it, who is late."""

    number: int
    is_over: bool
    closed_at: datetime | None
    unsettled: tuple[Unsettled, ...]


def board_lines(tournament: Tournament) -> list[BoardLine]:
    """All boards with cards, by number; three queries."""
    over = set(finished_boards(tournament).values_list("number", flat=True))
    waiting: dict[int, list[Unsettled]] = defaultdict(list)
    rows = Play.objects.filter(to_settle(), board__tournament=tournament).select_related(
        "board", "current", "sitting__round", "sitting__table"
    )
    for play in rows.order_by("sitting__round__number", "sitting__table__number"):
        place = play.sitting.round.number, play.sitting.table.number
        waiting[play.board.number].append(Unsettled(play.pk, *place, why_unsettled(play)))
    boards = tournament.boards.filter(deal__isnull=False).order_by("number")
    return [
        BoardLine(number, number in over, closed_at, tuple(waiting[number]))
        for number, closed_at in boards.values_list("number", "closed_at")
    ]


def why_unsettled(play: Play) -> str:
    """Why a play keeps its board closed."""
    if play.current is not None and play.current.kind == Result.Kind.LATE:
        return "late"
    if play.state == Play.State.CONFIRMED:
        return "not_played"
    return str(play.state)
