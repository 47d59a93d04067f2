from django.utils import timezone
from django.utils.translation import gettext as _

from games.wording.dates import date_text
from games.wording.texts import seat_name
from tournaments.exports.tables import CodedText, Column, ColumnKind, Table, table_of
from tournaments.models import Tournament
from tournaments.public.selectors.versions import StandingChange, VersionLine, VersionPage
from tournaments.standings.texts import FIGURE_UNITS


def version_texts(line: VersionLine) -> list[str]:
    """Description of a version: round, finality, period."""
    rounds = _("After round %(number)d") % {"number": line.rounds}
    what = _("Final standings") if line.is_final else rounds
    if line.official_since is not None:
        at = {"time": time_text(line.official_since)}
        sure = _("official since %(time)s") % at
    else:
        sure = _("provisional")
    if line.ended_at is None:
        shown = _("from %(time)s until now") % {"time": time_text(line.made_at)}
    else:
        shown = _("from %(start)s until %(end)s") % {
            "start": time_text(line.made_at),
            "end": time_text(line.ended_at),
        }
    return [what, sure, shown]


def time_text(moment: object) -> str:
    return date_text(timezone.localtime(moment), "j E, H:i")  # type: ignore[arg-type]


def moved_table(tournament: Tournament, page: VersionPage) -> Table:
    unit = FIGURE_UNITS[page.unit]
    columns = [
        Column[StandingChange](
            "number", _("Number"), lambda row: row.team.number, ColumnKind.WHOLE
        ),
        Column[StandingChange]("name", _("Pair"), lambda row: row.team.name),
        Column[StandingChange](
            "place_before", _("Place before"), lambda row: row.rank_before, ColumnKind.WHOLE
        ),
        Column[StandingChange]("place", _("Place"), lambda row: row.rank, ColumnKind.WHOLE),
        Column[StandingChange](
            "total_before", f"{_('Before')} {unit}", lambda row: row.total_before, ColumnKind.FIGURE
        ),
        Column[StandingChange](
            "total", f"{_('Total')} {unit}", lambda row: row.total, ColumnKind.FIGURE
        ),
    ]
    if len(page.standings.lists) > 1:
        section = Column[StandingChange](
            "list", _("List"), lambda row: CodedText(row.section, seat_name(row.section.upper()))
        )
        columns.insert(0, section)
    name = f"{tournament.code}-standings-{page.line.number}-changes"
    return table_of(name, _("What changed"), columns, page.moved)
