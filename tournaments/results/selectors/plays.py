from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Play, Result, Tournament
from tournaments.state.version_tokens import author_of


@dataclass(frozen=True)
class ResultVersion:
    """One version of a result, its author, and the sides that agreed or refused."""

    result: Result
    who: str
    at: datetime
    agreed: list[str]
    refused: list[str]
    counts: bool


def play_of(tournament: Tournament, play_id: int) -> Play | None:
    return (
        Play.objects.filter(sitting__round__tournament=tournament)
        .select_related("sitting__round", "sitting__table", "board__deal", "current")
        .prefetch_related("sitting__seats__team__team_players__player")
        .filter(pk=play_id)
        .first()
    )


def versions_of(play: Play) -> list[ResultVersion]:
    rows = play.results.select_related("user", "record").prefetch_related("confirmations")
    return [
        ResultVersion(
            result=row,
            who=author_of(row),
            at=row.created_at,
            agreed=[each.side for each in row.confirmations.all() if each.agrees],
            refused=[each.side for each in row.confirmations.all() if not each.agrees],
            counts=row.pk == play.current_id,
        )
        for row in rows.order_by("-version")
    ]


def neighbours(play: Play) -> tuple[Play | None, Play | None]:
    row = list(
        Play.objects.filter(sitting=play.sitting_id).select_related("board").order_by("order")
    )
    place = [each.pk for each in row].index(play.pk)
    before = row[place - 1] if place else None
    after = row[place + 1] if place + 1 < len(row) else None
    return before, after
