"""Restrict scorers to the tables of their helper link."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.actor import actor_tables
from tournaments.models import Play

Rows = TypeVar("Rows", bound=Model)


def filter_accessible(rows: QuerySet[Rows], way: str = "") -> QuerySet[Rows]:
    """Filter plays, or rows with a play at ``way``, to the actor's tables."""
    tables = actor_tables()
    return rows.filter(**{f"{way}sitting__table__number__in": tables}) if tables else rows


def can_enter_table(table: int | None) -> bool:
    tables = actor_tables()
    return not tables or table in tables


def check_can_enter(play: Play) -> None:
    if not can_enter_table(play.sitting.table.number):
        raise RuleViolationError(
            "not_your_table", _("Your link is for other tables."), field="play"
        )
