"""Played deals and what each card cost."""

from typing import Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from api.declarative import Kwargs, OperationSpec, ResourceSpec, api_path
from api.scopes import user_with_scope
from api.serializers.records import CostsSerializer, PresetSerializer, RecordSerializer
from games.belot import PRESETS, Deal, RuleError
from games.belot.records import object_kind
from games.errors import RuleViolationError
from games.models import Record
from games.replay.jobs import enqueue_cost_search
from games.replay.selectors.costs import Costs, costs_of
from games.replay.selectors.replay import replay_of
from games.replay.services import store_record
from games.visitors.owners import origin_of
from games.wording.messages import error_text
from tournaments.models import PersonalToken


def preset_or_404(preset: str) -> dict[str, object]:
    if preset not in PRESETS:
        raise Http404
    return {"preset": preset, "variant": PRESETS[preset]}


SEARCHABLE_STATES: Final = frozenset({"none", "failed"})


@extend_schema_field({"type": "object", "additionalProperties": True})
class WholeRecordField(serializers.DictField):
    """A deal record; the game engine validates it."""


def upload_record(record: Kwargs) -> Record:
    try:
        if object_kind(record) != "record":
            raise RuleError("missing_key", "pack", key="pack")
        checked = Deal.from_record(record).record()
    except RuleError as error:
        field = f"record.{error.at}" if error.at else "record"
        raise RuleViolationError(error.rule, error_text(error), field=field) from error
    return store_record(checked)


def record_at(share: str, request: Request) -> Kwargs:
    """A record visible to this user, and whether it is public."""
    record = get_object_or_404(Record, share=share)
    origin = origin_of(record, user_with_scope(request, PersonalToken.Scope.DIRECT))
    if not origin.is_visible:
        raise Http404
    return {"record": record, "is_public": origin.is_public}


def costs_or_404(record: Record, is_public: bool) -> Costs:
    """Card costs; Http404 if the deal cannot be searched or is not public."""
    costs = costs_of(record, replay_of(record.record)) if is_public else None
    if costs is None:
        raise Http404
    return costs


def start_cost_search(record: Record, is_public: bool) -> Costs:
    """Start the search unless it has begun."""
    if costs_or_404(record, is_public).state in SEARCHABLE_STATES:
        enqueue_cost_search(record)
    return costs_or_404(record, is_public)


ONE_RECORD: Final = ResourceSpec(root=None, may="", find=record_at)
ADDRESSES: Final = [
    api_path(
        "replays/",
        "api_replays",
        ResourceSpec(root=None, may=""),
        post=OperationSpec(
            does=upload_record,
            takes={"record": WholeRecordField()},
            gives=RecordSerializer,
            status=201,
            words="Bring a whole deal, which is checked; the same one keeps its link.",
        ),
    ),
    api_path(
        "replays/<slug:share>/",
        "api_replay",
        ONE_RECORD,
        get=OperationSpec(
            does=lambda record: record,
            gives=RecordSerializer,
            words="A recorded deal, once its board may be seen.",
        ),
    ),
    api_path(
        "replays/<slug:share>/costs/",
        "api_replay_costs",
        ONE_RECORD,
        get=OperationSpec(does=costs_or_404, gives=CostsSerializer, words="What each card cost."),
        post=OperationSpec(
            does=start_cost_search,
            gives=CostsSerializer,
            status=202,
            words="Search for what each card cost.",
        ),
    ),
    api_path(
        "rules/",
        "api_presets",
        ResourceSpec(root=None, may=""),
        get=OperationSpec(
            does=lambda: [{"preset": name, "variant": PRESETS[name]} for name in PRESETS],
            gives=PresetSerializer,
            many=True,
            words="The rules of every game that is known here, as data.",
        ),
    ),
    api_path(
        "rules/<slug:preset>/",
        "api_preset",
        ResourceSpec(root=None, may=""),
        get=OperationSpec(
            does=preset_or_404,
            gives=PresetSerializer,
            words="The rules of one game (docs/switches.md says what each switch means).",
        ),
    ),
]
