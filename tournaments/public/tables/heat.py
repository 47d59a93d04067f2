from django.utils.translation import gettext as _

from games.wording.signs import colon
from tournaments.exports.tables import Column, ColumnKind, Table, table_of
from tournaments.models import Tournament
from tournaments.public.selectors.heatmaps import HeatMap, HeatRow


def heat_table(tournament: Tournament, page: HeatMap) -> Table:
    return table_of(
        f"{tournament.code}-figures",
        f"{tournament.name}{colon()}{_('Everybody on every board')}",
        [
            Column[HeatRow]("place", _("Place"), lambda row: row.entrant.place, ColumnKind.WHOLE),
            Column("number", _("Number"), lambda row: row.entrant.team.number, ColumnKind.WHOLE),
            Column("name", _("Pair"), lambda row: row.entrant.team.name),
            *(board_column(board) for board in page.boards),
            Column("total", _("Total"), lambda row: row.entrant.total, ColumnKind.FIGURE),
        ],
        page.rows,
    )


def board_column(board: int) -> Column[HeatRow]:
    title = _("Board %(number)d") % {"number": board}
    return Column(f"board_{board}", title, lambda row: row.boards.get(board), ColumnKind.FIGURE)
