"""The tournament in the address, and who may do what with it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import Round, Team, Tournament, new_facts

Method = Callable[..., Response]


def tournaments() -> QuerySet[Tournament]:
    """Every tournament with its counts, in one query."""
    counted = Tournament.objects.select_related("club", "follows").annotate(
        round_count=count_of(Round.objects.filter(is_published=True)),
        team_count=count_of(Team.objects.filter(is_present=True)),
        new_facts=new_facts(),
    )
    return counted.order_by("-date", "-start_time", "-pk")


def count_of(rows: QuerySet[Round] | QuerySet[Team]) -> Coalesce:
    """How many of these a tournament has, without joining one kind to another."""
    own = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return Coalesce(Subquery(own.annotate(n=Count("pk")).values("n")), 0)


def tournament_or_404(code: str) -> Tournament:
    return get_object_or_404(tournaments(), code=code)


def for_directors(method: Method) -> Method:
    """For those who run the tournament's club; the method is given the tournament for its code."""

    @wraps(method)
    def guard(view: Any, request: Request, code: str, **parts: Any) -> Response:
        tournament = tournament_or_404(code)
        if not request.user.has_perm("tournaments.direct", tournament):
            raise PermissionDenied
        return method(view, request, tournament, **parts)

    guard.is_directed = True  # type: ignore[attr-defined]
    return guard


def is_directed(view: Any, method: str) -> bool:
    """Whether an operation is for directors alone."""
    return getattr(getattr(view, method.lower(), None), "is_directed", False)
