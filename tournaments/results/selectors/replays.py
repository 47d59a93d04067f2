from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Record
from games.visitors.owners import Origin, Visitor
from tournaments.entries.selectors.team_lines import team_line
from tournaments.models import Board, Play
from tournaments.state.visibility import finished_boards


def origin_of(record: Record, visitor: Visitor) -> Origin | None:
    """The origin of a record: public once the board is over, earlier for its directors.

    None for a record without a board.
    """
    if record.deal_id is None:
        return None
    boards = Board.objects.select_related("tournament__club")
    board = boards.filter(deal=record.deal_id).first()
    if board is None:
        return None
    tournament = board.tournament
    is_public = finished_boards(tournament).filter(pk=board.pk).exists()
    visible = is_public or visitor.has_perm("tournaments.direct", tournament)
    play = play_of(record)
    title = _("Board %(board)d") % {"board": board.number}
    if play is not None:
        table = play.sitting.table.number
        title = _("Board %(board)d, table %(table)d") % {"board": board.number, "table": table}
    return Origin(
        is_visible=visible,
        is_public=is_public,
        title=title,
        part_of=tournament.name,
        url=reverse("tournament_board", args=[tournament.code, board.number]),
        names=names_of(play) if visible and play else {},
    )


def play_of(record: Record) -> Play | None:
    plays = Play.objects.select_related("sitting__table").prefetch_related(
        "sitting__seats__team__team_players__player"
    )
    return plays.filter(results__record=record).first()


def names_of(play: Play) -> dict[str, str]:
    return {play.side_of(seat): team_line(seat.team).short for seat in play.sitting.seats.all()}
