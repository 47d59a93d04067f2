"""Changes on the day by program: the same verbs as the director's pages, with a preview each."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.access import directed
from api.serializers.changes import (
    ChangePreviewSerializer,
    ChangeSerializer,
    ExchangeSerializer,
    OtherSetSerializer,
    OtherTableSerializer,
    PlayersSerializer,
    RedrawSerializer,
    ReplaceSerializer,
    SubstituteSerializer,
    TableSerializer,
    WithdrawSerializer,
)
from api.views.tournaments import valid
from tournaments.errors import Refused
from tournaments.models import Change, Player, Sitting, Team, Tournament
from tournaments.selectors.present import present_changes
from tournaments.services.changes import undo_change
from tournaments.services.people import (
    join_late,
    replace_team,
    substitute_player,
    withdraw_team,
)
from tournaments.services.redraws import redraw_rest
from tournaments.services.repairs import (
    exchange_sides,
    exchange_tables_boards,
    exchange_tables_results,
    play_other_set,
)
from tournaments.services.seating import exchange_entrants
from tournaments.services.seen import changed_as_seen
from tournaments.services.what_if import preview_of


class Verb(NamedTuple):
    """A change: what it takes, the service, and whether that asks for the tournament itself."""

    takes: type[Any]
    service: Callable[..., Change]
    of_tournament: bool = False


VERBS: Mapping[str, Verb] = {
    "withdraw": Verb(WithdrawSerializer, withdraw_team),
    "join": Verb(PlayersSerializer, join_late, of_tournament=True),
    "replace": Verb(ReplaceSerializer, replace_team),
    "substitute": Verb(SubstituteSerializer, substitute_player),
    "exchange": Verb(ExchangeSerializer, exchange_entrants, of_tournament=True),
    "redraw": Verb(RedrawSerializer, redraw_rest, of_tournament=True),
    "sides": Verb(TableSerializer, exchange_sides),
    "other-boards": Verb(OtherSetSerializer, play_other_set),
    "boards": Verb(OtherTableSerializer, exchange_tables_boards),
    "results": Verb(OtherTableSerializer, exchange_tables_results),
}


class ChangeList(APIView):
    @extend_schema(responses=ChangeSerializer(many=True))
    @directed
    def get(self, request: Request, tournament: Tournament) -> Response:
        """Every change of seats and of where results belong, the newest first."""
        return Response(ChangeSerializer(tournament.changes.all(), many=True).data)


class ChangeMake(APIView):
    @extend_schema(
        request=PolymorphicProxySerializer(
            component_name="ChangeRequest",
            serializers=list(dict.fromkeys(verb.takes for verb in VERBS.values())),
            resource_type_field_name=None,
        ),
        responses={
            200: ChangePreviewSerializer,
            201: ChangeSerializer,
        },
    )
    @directed
    def post(self, request: Request, tournament: Tournament, verb: str) -> Response:
        """Make a change, or with ``preview`` see what it would do."""
        if verb not in VERBS:
            raise NotFound
        values = valid(VERBS[verb].takes, request)
        is_preview, seen = values.pop("preview"), values.pop("seen")
        wish = [verb, dict(values)]
        named = with_objects(tournament, values) | {"actor": request.user}
        if VERBS[verb].of_tournament:
            named["tournament"] = tournament

        def change() -> Change:
            return VERBS[verb].service(**named)

        if is_preview:
            return Response(ChangePreviewSerializer(preview_of(tournament, change)).data)
        made = changed_as_seen(
            tournament=tournament, seen=seen, wish=wish, change=change, present=present_changes
        )
        return Response(ChangeSerializer(made).data, status=201)


class ChangeUndo(APIView):
    @extend_schema(request=None, responses={201: ChangeSerializer})
    @directed
    def post(self, request: Request, tournament: Tournament, change_id: int) -> Response:
        """Take a change back by a change of its own; 409 where it was changed again since."""
        change = get_object_or_404(Change, pk=change_id, tournament=tournament)
        made = undo_change(change=change, actor=request.user)  # type: ignore[arg-type]
        return Response(ChangeSerializer(made).data, status=201)


def with_objects(tournament: Tournament, values: dict[str, Any]) -> dict[str, Any]:
    """Teams and tables for their numbers, as the services take them."""
    found = dict(values)
    for name in ("team", "first", "second"):
        if name in found:
            found[name] = team_of(tournament, found[name], name)
    if "leaves" in found:
        found["leaves"] = player_of(found["team"], found["leaves"])
    if "table" in found:
        number = found.pop("round")
        found["sitting"] = sitting_at(tournament, number, found.pop("table"), "table")
        if "other" in found:
            found["other"] = sitting_at(tournament, number, found["other"], "other")
    return found


def team_of(tournament: Tournament, number: int, field: str) -> Team:
    """The team of this number; raises Refused."""
    team = Team.objects.filter(tournament=tournament, number=number).first()
    if team is None:
        raise Refused("no_such_team", _("There is no team %d.") % number, field=field)
    return team


def player_of(team: Team, name: str) -> Player:
    """Whoever plays for a team under this name, substitutes too; raises Refused."""
    own = Player.objects.filter(team_players__team=team, name=name).first()
    row = team.substitutions.filter(is_active=True, comes__name=name).first()
    if own is None and row is None:
        raise Refused("not_playing_there", _("%s does not play there.") % name, field="leaves")
    return own or row.comes  # type: ignore[union-attr]


def sitting_at(tournament: Tournament, number: int, table: int, field: str) -> Sitting:
    """A table in a round; raises Refused."""
    rows = Sitting.objects.filter(round__tournament=tournament, round__number=number)
    sitting = rows.select_related("round__tournament", "table").filter(table__number=table).first()
    if sitting is None:
        raise Refused(
            "no_such_table",
            _("Nobody sits at table %(table)d in round %(round)d.")
            % {"table": table, "round": number},
            field=field,
        )
    return sitting
