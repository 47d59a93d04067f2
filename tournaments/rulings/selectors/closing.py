"""Boards for the director: which are over, and what the others wait for."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Max

from tournaments.models import Play, Result, Tournament
from tournaments.state.visibility import finished_boards, unsettled_condition


@dataclass(frozen=True, slots=True)
class UnsettledPlay:
    """A play that prevents its board from closing.

    ``why`` is empty, entered, disputed, late, not_played, or to_come (its round has not
    begun while others have).
    """

    play: int
    round: int
    table: int
    why: str

    @property
    def kind(self) -> tuple[int, str]:
        return self.round, self.why


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """A board: whether its cards are public, when it was closed, unsettled tables."""

    number: int
    is_over: bool
    closed_at: datetime | None
    unsettled: tuple[UnsettledPlay, ...]

    @property
    def waits(self) -> list[list[UnsettledPlay]]:
        """Unsettled tables of begun rounds, grouped by round and reason."""
        now = (each for each in self.unsettled if each.why != "to_come")
        return group_by_reason(sorted(now, key=lambda each: each.kind))

    @property
    def to_come(self) -> int:
        return sum(each.why == "to_come" for each in self.unsettled)


def group_by_reason(plays: Iterable[UnsettledPlay]) -> list[list[UnsettledPlay]]:
    return [list(group) for _kind, group in groupby(plays, key=lambda each: each.kind)]


def board_statuses(tournament: Tournament) -> list[BoardStatus]:
    over = set(finished_boards(tournament).values_list("number", flat=True))
    waiting: dict[int, list[UnsettledPlay]] = defaultdict(list)
    begun = tournament.rounds.filter(started_at__isnull=False).aggregate(Max("number"))
    running: int | None = begun["number__max"]
    rows = Play.objects.filter(unsettled_condition(), board__tournament=tournament).select_related(
        "board", "current", "sitting__round", "sitting__table"
    )
    for play in rows.order_by("sitting__round__number", "sitting__table__number"):
        place = play.sitting.round.number, play.sitting.table.number
        waiting[play.board.number].append(
            UnsettledPlay(play.pk, *place, why_unsettled(play, running))
        )
    boards = tournament.boards.filter(deal__isnull=False).order_by("number")
    return [
        BoardStatus(number, number in over, closed_at, tuple(waiting[number]))
        for number, closed_at in boards.values_list("number", "closed_at")
    ]


def why_unsettled(play: Play, running: int | None) -> str:
    """Why a play is unsettled; ``running`` is None when no round clock is used."""
    if play.current is not None and play.current.kind == Result.Kind.LATE:
        return "late"
    if play.state == Play.State.CONFIRMED:
        return "not_played"
    if play.state == Play.State.EMPTY and running is not None:
        return "empty" if play.sitting.round.number <= running else "to_come"
    return str(play.state)
