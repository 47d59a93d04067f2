"""Drawing rounds, deciding results, simulating unplayed boards."""

from functools import wraps
from typing import Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from api.declarative import Kwargs, OperationSpec, ResourceSpec, Service, api_path
from api.serializers.computer_field import FieldSerializer
from api.serializers.draws import DrawnRoundSerializer
from api.serializers.fields import TextField, WholeField, YesNoField
from api.serializers.preconditions import SeenMark, SeenVersion
from api.serializers.tables import ResultSerializer
from api.serializers.versions import VersionSerializer, WorkSerializer
from api.views.computer_field import describe_field
from api.views.tournament_admin import CODE, DIRECTED
from jobs.models import Job
from tournaments.bots.jobs import UNPLAYED_JOB
from tournaments.bots.services.field import stop_field
from tournaments.bots.services.simulation import cancel_simulation, start_simulation
from tournaments.draws.services.rounds import buy_back, decide_match, redraw_round
from tournaments.models import Play, Tournament
from tournaments.results.selectors.plays import versions_of
from tournaments.results.services.decisions import confirm_version
from tournaments.state.concurrency import VersionToken, run_if_unchanged
from tournaments.state.version_tokens import seating_state

SEATING_TOKEN: Final = SeenMark(
    help_text="of the seats, as GET seats/ gives it; 409 if they were changed since"
)


def check_seating_token(service: Service) -> Service:
    """Wrap a service to reject a stale seating token."""

    @wraps(service)
    def do(*, tournament: Tournament, seen: VersionToken = None, **values: object) -> object:
        def act() -> object:
            return service(tournament=tournament, **values)

        return run_if_unchanged(tournament=tournament, seen=seen, deed=act)

    return do


def play_at(tournament: Tournament, play_id: int) -> Kwargs:
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    return {"play": get_object_or_404(plays, pk=play_id)}


def unplayed_job_or_404(tournament: Tournament) -> Job:
    job = UNPLAYED_JOB.latest(tournament.pk)
    if job is None:
        raise Http404
    return job


class SeatsSeenSerializer(serializers.Serializer[None]):
    """Version token of the seating, to send back with changes of rounds."""

    seen = serializers.CharField()


OF_ROUND: Final = f"{CODE}rounds/<int:number>/"
ADDRESSES: Final = [
    api_path(
        f"{CODE}seats/",
        "api_seats",
        DIRECTED,
        get=OperationSpec(
            does=lambda tournament: {"seen": seating_state(tournament).seen},
            gives=SeatsSeenSerializer,
            words="The name of the seating as it is now, drafts too.",
        ),
    ),
    api_path(
        f"{OF_ROUND}redraw/",
        "api_redraw",
        DIRECTED,
        post=OperationSpec(
            does=check_seating_token(redraw_round),
            takes={
                "even_with_results": YesNoField(
                    required=False, default=False, help_text="they are thrown away"
                ),
                "seen": SEATING_TOKEN,
            },
            gives=DrawnRoundSerializer,
            words="Draw the last round again, as a draft.",
        ),
    ),
    api_path(
        f"{OF_ROUND}matches/<int:match>/winner/",
        "api_match_winner",
        DIRECTED,
        put=OperationSpec(
            does=check_seating_token(decide_match),
            takes={"winner": WholeField(help_text="the number of the team"), "seen": SEATING_TOKEN},
            gives=DrawnRoundSerializer,
            words="Say who goes on from a tied match.",
        ),
    ),
    api_path(
        f"{CODE}lives/",
        "api_lives",
        DIRECTED,
        post=OperationSpec(
            does=check_seating_token(buy_back),
            takes={"team": WholeField(help_text="its number"), "seen": SEATING_TOKEN},
            gives=DrawnRoundSerializer,
            words="Let a team that is out buy a life, as long as the rules allow it.",
        ),
    ),
    api_path(
        f"{CODE}plays/<int:play_id>/versions/",
        "api_versions",
        ResourceSpec(find=play_at),
        get=OperationSpec(
            does=versions_of,
            gives=VersionSerializer,
            many=True,
            words="All that was ever entered for a board at a table, the newest first.",
        ),
    ),
    api_path(
        f"{CODE}plays/<int:play_id>/select-version/",
        "api_select_version",
        ResourceSpec(find=play_at),
        post=OperationSpec(
            does=lambda play, actor, **values: confirm_version(
                play_id=play.pk, actor=actor, **values
            ),
            takes={
                "version": WholeField(min_value=1),
                "reason": TextField(max_length=300, required=False, default="", allow_blank=True),
                "late": YesNoField(required=False, default=False),
                "seen": SeenVersion(),
            },
            gives=ResultSerializer,
            status=201,
            words="Stand by one of the versions of a result; it becomes the newest.",
        ),
    ),
    api_path(
        f"{CODE}field/stop/",
        "api_field_stop",
        DIRECTED,
        post=OperationSpec(
            does=stop_field,
            gives=FieldSerializer,
            shows=describe_field,
            words="Stop the bots; what they played stays.",
        ),
    ),
    api_path(
        f"{CODE}simulate-missing/",
        "api_simulate_missing",
        DIRECTED,
        get=OperationSpec(
            does=unplayed_job_or_404,
            gives=WorkSerializer,
            words="How far the bots are with what nobody has played.",
        ),
        post=OperationSpec(
            does=start_simulation,
            takes={
                "up_to_round": WholeField(
                    min_value=1, required=False, allow_null=True, default=None
                )
            },
            gives=WorkSerializer,
            status=202,
            words="Let bots play what nobody has played, up to a round.",
        ),
        delete=OperationSpec(
            does=cancel_simulation, status=204, words="Stop them; what they played stays."
        ),
    ),
]
