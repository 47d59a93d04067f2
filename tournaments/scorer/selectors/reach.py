"""At which tables whoever acts may enter results: a helper's link can be for some of them only."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.events.actor import acting_tables
from tournaments.models import Play

Rows = TypeVar("Rows", bound=Model)


def in_reach(rows: QuerySet[Rows], way: str = "") -> QuerySet[Rows]:
    """Of plays, or of rows with a play at ``way``, those that whoever acts may see and enter."""
    tables = acting_tables()
    return rows.filter(**{f"{way}sitting__table__number__in": tables}) if tables else rows


def reaches(table: int | None) -> bool:
    """Whether whoever acts may enter results of this table."""
    tables = acting_tables()
    return not tables or table in tables


def must_reach(play: Play) -> None:
    """Refuse a table to which the link does not reach."""
    if not reaches(play.sitting.table.number):
        raise Refused("not_your_table", _("Your link is for other tables."), field="play")
