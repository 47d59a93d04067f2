"""Restrict scorers to the tables of their helper link."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.events.actor import acting_tables
from tournaments.models import Play

Rows = TypeVar("Rows", bound=Model)


def in_reach(rows: QuerySet[Rows], way: str = "") -> QuerySet[Rows]:
    """Filter plays, or rows with a play at ``way``, to the actor's tables."""
    tables = acting_tables()
    return rows.filter(**{f"{way}sitting__table__number__in": tables}) if tables else rows


def reaches(table: int | None) -> bool:
    tables = acting_tables()
    return not tables or table in tables


def must_reach(play: Play) -> None:
    if not reaches(play.sitting.table.number):
        raise Refused("not_your_table", _("Your link is for other tables."), field="play")
