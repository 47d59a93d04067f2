"""Tournament settings, completion, next stage and practice."""

from typing import Any, Final

from django.utils import timezone
from rest_framework import serializers

from api.declarative import Fields, OperationSpec, ResourceSpec, api_path, club_or_404
from api.permissions import DIRECT, counted_tournament
from api.serializers.fields import TextField, VariantField, WholeField, WordField, YesNoField
from api.serializers.preconditions import SeenMark
from api.serializers.tournament_admin import (
    OfficialSerializer,
    OpenEndsSerializer,
    SettingsSerializer,
    StageSerializer,
)
from api.serializers.tournaments import TournamentSerializer
from tournaments.bots.selectors.field import MAX_TABLES
from tournaments.models import Club, Tournament
from tournaments.permissions import Actor
from tournaments.setup.selectors.stages import stages_of
from tournaments.setup.selectors.unfinished_items import unfinished_items
from tournaments.setup.services.practice import start_practice
from tournaments.setup.services.stages import create_next_stages, exchange_entrants
from tournaments.setup.services.tournaments import (
    change_settings,
    finish_tournament,
    reopen_tournament,
)
from tournaments.state.official import MAX_CORRECTION_MINUTES, make_official, set_corrections

DIRECTED: Final = ResourceSpec(may=DIRECT)
CODE: Final = "tournaments/<slug:code>/"
MOST_BOARDS: Final = 64


def reload_tournament(tournament: Tournament) -> Tournament:
    return counted_tournament(tournament.code)


def with_counts(found: Tournament) -> Tournament:
    return reload_tournament(found)


def start_practice_now(club: Club, actor: Actor, **values: Any) -> Tournament:
    now = timezone.localtime()
    begins = now.time().replace(second=0, microsecond=0)
    return start_practice(club=club, actor=actor, date=now.date(), start_time=begins, **values)


def pair_field(words: str) -> serializers.Field:  # type: ignore[type-arg]
    names = TextField(max_length=90)
    return serializers.ListField(child=names, min_length=2, max_length=2, help_text=words)


TIE: Final[Fields] = {
    "tie": WordField(
        choices=[(name, name) for name in ("", "lot", "deal", "all")],
        required=False,
        default="",
        allow_blank=True,
        help_text="how a shared place at the line is decided; refused if it is and this is empty",
    ),
    "tie_winners": serializers.ListField(
        child=WholeField(min_value=1),
        required=False,
        default=list,
        max_length=200,
        help_text="with `deal`: the numbers of those who won the deciding deal, the best first",
    ),
}
ADDRESSES: Final = [
    api_path(
        f"{CODE}settings/",
        "api_settings",
        DIRECTED,
        get=OperationSpec(
            does=lambda tournament: tournament,
            gives=SettingsSerializer,
            words="What may be changed of a tournament, as it is now.",
        ),
        patch=OperationSpec(
            does=change_settings,
            takes=SettingsSerializer,
            gives=SettingsSerializer,
            words="Change settings, or list the tournament publicly (`is_public`).",
        ),
    ),
    api_path(
        f"{CODE}finish/",
        "api_finish",
        DIRECTED,
        get=OperationSpec(
            does=unfinished_items,
            gives=OpenEndsSerializer,
            words="What is still open before a tournament can be finished.",
        ),
        post=OperationSpec(
            does=finish_tournament,
            takes={
                "corrections_minutes": WholeField(
                    max_value=MAX_CORRECTION_MINUTES,
                    required=False,
                    allow_null=True,
                    default=None,
                    help_text="so long corrections stay open; null: until the release",
                ),
                "anyway": YesNoField(
                    required=False,
                    default=False,
                    help_text="although results are unconfirmed or rounds are to come",
                ),
            },
            gives=TournamentSerializer,
            shows=reload_tournament,
            words="Finish a tournament; its seed becomes public.",
        ),
    ),
    api_path(
        f"{CODE}reopen/",
        "api_reopen",
        DIRECTED,
        post=OperationSpec(
            does=reopen_tournament,
            takes={"late": YesNoField(required=False, default=False)},
            gives=TournamentSerializer,
            shows=reload_tournament,
            words="Take a finished tournament back into play; official ones only with `late`.",
        ),
    ),
    api_path(
        f"{CODE}official/",
        "api_official",
        DIRECTED,
        get=OperationSpec(
            does=lambda tournament: tournament,
            gives=OfficialSerializer,
            words="Whether the standings are official, and until when corrections are open.",
        ),
        post=OperationSpec(
            does=make_official,
            takes={"seen": SeenMark()},
            gives=OfficialSerializer,
            words="Make the standings of a finished tournament official, now.",
        ),
        put=OperationSpec(
            does=set_corrections,
            takes={
                "minutes": WholeField(
                    max_value=MAX_CORRECTION_MINUTES,
                    allow_null=True,
                    help_text="null: until the release",
                ),
                "seen": SeenMark(),
            },
            gives=OfficialSerializer,
            words="Say for how long from now corrections are open.",
        ),
    ),
    api_path(
        f"{CODE}stages/",
        "api_stages",
        DIRECTED,
        get=OperationSpec(
            does=stages_of,
            gives=StageSerializer,
            many=True,
            words="The stages of a contest, first to last; none where there is only one.",
        ),
        post=OperationSpec(
            does=create_next_stages,
            takes={
                "stage_name": TextField(max_length=80),
                "through": WholeField(
                    max_value=2000,
                    required=False,
                    default=0,
                    help_text="so many of each list or group go on; 0: all",
                ),
                "best_next": WholeField(
                    max_value=64,
                    required=False,
                    default=0,
                    help_text="of all groups, so many more: the best of the place after `through`",
                ),
                "consolation": TextField(
                    max_length=80,
                    required=False,
                    default="",
                    allow_blank=True,
                    help_text="the rest play on under this name",
                ),
                "carry": WordField(
                    choices=Tournament.Carry.choices, required=False, default="none"
                ),
                "carry_share": TextField(
                    max_length=20, required=False, default="", allow_blank=True
                ),
                **TIE,
            },
            gives=TournamentSerializer,
            many=True,
            shows=lambda found: list(map(with_counts, found)),
            status=201,
            words="Continue a finished tournament with a next stage, or with two.",
        ),
    ),
    api_path(
        f"{CODE}stages/exchange/",
        "api_stage_exchange",
        DIRECTED,
        post=OperationSpec(
            does=exchange_entrants,
            takes=TIE,
            gives=StageSerializer,
            many=True,
            shows=stages_of,
            words="Enter whom the corrected standings before this stage send on; not once drawn.",
        ),
    ),
    api_path(
        "clubs/<int:club_id>/practices/",
        "api_practices",
        ResourceSpec(root=club_or_404, may="tournaments.create_in_club"),
        post=OperationSpec(
            does=start_practice_now,
            takes={
                "ns": pair_field("North and South"),
                "ew": pair_field("East and West"),
                "boards": WholeField(min_value=1, max_value=MOST_BOARDS),
                "tables": WholeField(min_value=4, max_value=MAX_TABLES),
                "variant": VariantField(required=False),
            },
            gives=TournamentSerializer,
            shows=with_counts,
            status=201,
            words="One table against the computer, made and drawn in one go.",
        ),
    ),
]
