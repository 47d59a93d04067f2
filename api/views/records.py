"""Played deals and what each card cost."""

from typing import Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from api.declarative import About, Deed, Named, address
from api.scopes import user_within
from api.serializers.records import CostsSerializer, PresetSerializer, RecordSerializer
from games.belot import PRESETS, Deal, RuleError
from games.belot.records import kind_of
from games.errors import Refused
from games.models import Record
from games.replay.jobs import ask_for_costs
from games.replay.selectors.costs import Costs, costs_of
from games.replay.selectors.replay import replay_of
from games.replay.services import keep_record
from games.visitors.owners import origin_of
from games.wording.messages import words_of
from tournaments.models import PersonalToken


def preset_or_404(preset: str) -> dict[str, object]:
    if preset not in PRESETS:
        raise Http404
    return {"preset": preset, "variant": PRESETS[preset]}


SEARCHED: Final = frozenset({"none", "failed"})


@extend_schema_field({"type": "object", "additionalProperties": True})
class WholeRecordField(serializers.DictField):
    """A deal record; the game engine validates it."""


def bring(record: Named) -> Record:
    try:
        if kind_of(record) != "record":
            raise RuleError("missing_key", "pack", key="pack")
        checked = Deal.from_record(record).record()
    except RuleError as error:
        field = f"record.{error.at}" if error.at else "record"
        raise Refused(error.rule, words_of(error), field=field) from error
    return keep_record(checked)


def record_at(share: str, request: Request) -> Named:
    """A record visible to this user, and whether it is public."""
    record = get_object_or_404(Record, share=share)
    origin = origin_of(record, user_within(request, PersonalToken.Scope.DIRECT))
    if not origin.is_visible:
        raise Http404
    return {"record": record, "is_public": origin.is_public}


def costs_or_404(record: Record, is_public: bool) -> Costs:
    """Card costs; Http404 if the deal cannot be searched or is not public."""
    found = costs_of(record, replay_of(record.record)) if is_public else None
    if found is None:
        raise Http404
    return found


def search_costs(record: Record, is_public: bool) -> Costs:
    """Start the search unless it has begun."""
    if costs_or_404(record, is_public).state in SEARCHED:
        ask_for_costs(record)
    return costs_or_404(record, is_public)


ONE: Final = About(root=None, may="", find=record_at)
ADDRESSES: Final = [
    address(
        "replays/",
        "api_replays",
        About(root=None, may=""),
        post=Deed(
            does=bring,
            takes={"record": WholeRecordField()},
            gives=RecordSerializer,
            status=201,
            words="Bring a whole deal, which is checked; the same one keeps its link.",
        ),
    ),
    address(
        "replays/<slug:share>/",
        "api_replay",
        ONE,
        get=Deed(
            does=lambda record: record,
            gives=RecordSerializer,
            words="A recorded deal, once its board may be seen.",
        ),
    ),
    address(
        "replays/<slug:share>/costs/",
        "api_replay_costs",
        ONE,
        get=Deed(does=costs_or_404, gives=CostsSerializer, words="What each card cost."),
        post=Deed(
            does=search_costs,
            gives=CostsSerializer,
            status=202,
            words="Search for what each card cost.",
        ),
    ),
    address(
        "rules/",
        "api_presets",
        About(root=None, may=""),
        get=Deed(
            does=lambda: [{"preset": name, "variant": PRESETS[name]} for name in PRESETS],
            gives=PresetSerializer,
            many=True,
            words="The rules of every game that is known here, as data.",
        ),
    ),
    address(
        "rules/<slug:preset>/",
        "api_preset",
        About(root=None, may=""),
        get=Deed(
            does=preset_or_404,
            gives=PresetSerializer,
            words="The rules of one game (docs/switches.md says what each switch means).",
        ),
    ),
]
