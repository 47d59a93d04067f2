from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Final, NamedTuple

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.permissions import for_directors
from api.request_bodies import check_no_members
from api.serializers.changes import (
    ChangePreviewSerializer,
    ChangeRequestSerializer,
    ChangeSerializer,
    request_serializer,
)
from api.views.tournaments import validated_body
from tournaments.changes.catalogue.evening import EVENING_CHANGES
from tournaments.changes.catalogue.people import PEOPLE_CHANGES
from tournaments.changes.catalogue.repairs import REPAIR_CHANGES
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.preview import preview_of
from tournaments.errors import RuleViolationError
from tournaments.models import Change, Player, Sitting, Team, Tournament
from tournaments.state.concurrency import change_if_unchanged
from tournaments.state.version_tokens import changes_state


class ChangeVerb(NamedTuple):
    takes: type[ChangeRequestSerializer]
    service: Callable[..., Change]


VERBS: Final[Mapping[str, ChangeVerb]] = {
    **{
        slug: ChangeVerb(request_serializer(slug, deed.takes, deed.lead), deed.service)
        for slug, deed in (REPAIR_CHANGES | PEOPLE_CHANGES | EVENING_CHANGES).items()
    }
}
"""By slug, the same as on the pages."""


class ChangeList(Operation):
    @extend_schema(responses=ChangeSerializer(many=True))
    @for_directors
    def get(self, request: Request, tournament: Tournament) -> Response:
        """All changes of seats and of result assignments, newest first."""
        return Response(ChangeSerializer(tournament.changes.all(), many=True).data)


class ChangeMake(Operation):
    @extend_schema(
        request=PolymorphicProxySerializer(
            component_name="ChangeRequest",
            serializers=[verb.takes for verb in VERBS.values()],
            resource_type_field_name=None,
        ),
        responses={
            200: ChangePreviewSerializer,
            201: ChangeSerializer,
        },
    )
    @for_directors
    def post(self, request: Request, tournament: Tournament, verb: str) -> Response:
        """Make a change; with ``preview`` only return its effect."""
        if verb not in VERBS:
            raise NotFound
        values = validated_body(VERBS[verb].takes, request)
        is_preview, version_token = values.pop("preview"), values.pop("seen")
        wish = [verb, dict(values)]
        named = resolve_objects(tournament, values) | {"actor": request.user}
        if "tournament" in signature(VERBS[verb].service).parameters:
            named["tournament"] = tournament

        def change() -> Change:
            return VERBS[verb].service(**named)

        if is_preview:
            return Response(ChangePreviewSerializer(preview_of(tournament, change)).data)
        stored_change = change_if_unchanged(
            tournament=tournament,
            seen=version_token,
            wish=wish,
            change=change,
            present=changes_state,
        )
        return Response(ChangeSerializer(stored_change).data, status=201)


class ChangeUndo(Operation):
    @extend_schema(request=None, responses={201: ChangeSerializer})
    @for_directors
    def post(self, request: Request, tournament: Tournament, change_id: int) -> Response:
        """Undo a change by a new one; 409 if it was changed again since."""
        check_no_members(request)
        change = get_object_or_404(Change, pk=change_id, tournament=tournament)
        new_change = undo_change(change=change, actor=request.user)  # type: ignore[arg-type]
        return Response(ChangeSerializer(new_change).data, status=201)


def resolve_objects(tournament: Tournament, values: dict[str, Any]) -> dict[str, Any]:
    """Replace numbers by the teams, tables and plays that services expect."""
    resolved = dict(values)
    for name in ("team", "first", "second"):
        if name in resolved:
            resolved[name] = team_of(tournament, resolved[name], name)
    if "leaves" in resolved:
        resolved["leaves"] = player_of(resolved["team"], resolved["leaves"])
    if "table" in resolved:
        number = resolved.pop("round")
        resolved["sitting"] = sitting_at(tournament, number, resolved.pop("table"), "table")
        if "other" in resolved:
            resolved["other"] = sitting_at(tournament, number, resolved["other"], "other")
        if "other_board" in resolved:
            sitting = resolved.pop("sitting")
            resolved["play_id"] = play_at(sitting, resolved.pop("board"), "board")
            resolved["other_id"] = play_at(sitting, resolved.pop("other_board"), "other_board")
    return resolved


def team_of(tournament: Tournament, number: int, field: str) -> Team:
    team = Team.objects.filter(tournament=tournament, number=number).first()
    if team is None:
        raise RuleViolationError("no_such_team", _("There is no team %d.") % number, field=field)
    return team


def player_of(team: Team, name: str) -> Player:
    own = Player.objects.filter(team_players__team=team, name=name).first()
    row = team.substitutions.filter(is_active=True, comes__name=name).first()
    if own is None and row is None:
        raise RuleViolationError(
            "not_playing_there", _("%s does not play there.") % name, field="leaves"
        )
    return own or row.comes  # type: ignore[union-attr]


def sitting_at(tournament: Tournament, number: int, table: int, field: str) -> Sitting:
    rows = Sitting.objects.filter(round__tournament=tournament, round__number=number)
    sitting = rows.select_related("round__tournament", "table").filter(table__number=table).first()
    if sitting is None:
        raise RuleViolationError(
            "no_such_table",
            _("Nobody sits at table %(table)d in round %(round)d.")
            % {"table": table, "round": number},
            field=field,
        )
    return sitting


def play_at(sitting: Sitting, number: int, field: str) -> int:
    play_id = sitting.plays.filter(board__number=number).values_list("pk", flat=True).first()
    if play_id is None:
        raise RuleViolationError("no_such_play", _("This board is not played there."), field=field)
    return play_id
