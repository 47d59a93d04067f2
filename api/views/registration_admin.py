"""Sign-ups and board preparation, for directors."""

from collections.abc import Sequence
from typing import Final

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from api.declarative import Fields, Kwargs, OperationSpec, ResourceSpec, Service, api_path
from api.serializers.director import EntryPlanSerializer, MadeLinkSerializer, QueuedSignupSerializer
from api.serializers.fields import (
    IdField,
    PeopleField,
    WholeField,
    WordField,
    YesNoField,
)
from api.views.tournament_admin import CODE, DIRECTED
from tournaments.board_prep.services import create_dealing_links
from tournaments.models import EntryPlan, Signup, Tournament
from tournaments.permissions import Actor
from tournaments.registration.selectors import plan_for
from tournaments.registration.services.approval import (
    approve_all,
    approve_signup,
    refuse_signup,
    set_entry_plan,
)
from tournaments.registration.services.partners import join_signups
from tournaments.registration.services.signups import withdraw_signup


def signups_of(tournament: Tournament) -> QuerySet[Signup]:
    return tournament.signups.order_by("place", "pk")


def signup_at(tournament: Tournament, signup_id: int) -> Kwargs:
    rows = Signup.objects.select_related("tournament").filter(tournament=tournament)
    return {"signup": get_object_or_404(rows, pk=signup_id)}


def pair_signups(tournament: Tournament, first: int, second: int, actor: Actor) -> Signup:
    one, other = (signup_at(tournament, pk)["signup"] for pk in (first, second))
    return join_signups(first=one, second=other, actor=actor)


def reload_signup(found: Signup) -> Signup:
    return Signup.objects.get(pk=found.pk)


def plan_or_404(tournament: Tournament) -> EntryPlan:
    plan = plan_for(tournament)
    if plan is None:
        raise Http404
    return plan


SIGNUP: Final = ResourceSpec(find=signup_at)
SIGNUP_OPERATIONS: Final[Sequence[tuple[str, Service, Fields, str]]] = (
    ("approval", approve_signup, {"people": PeopleField()}, "Enter who signed up."),
    ("refusal", refuse_signup, {}, "Refuse a sign-up."),
    ("withdrawal", withdraw_signup, {}, "Take a sign-up out."),
)
ADDRESSES: Final = [
    api_path(
        f"{CODE}signups/queue/",
        "api_signup_queue",
        DIRECTED,
        get=OperationSpec(
            does=signups_of,
            gives=QueuedSignupSerializer,
            many=True,
            words="Everybody who signed up, in order.",
        ),
        post=OperationSpec(
            does=approve_all,
            gives=QueuedSignupSerializer,
            many=True,
            words="Approve all who wait; who was entered is given back.",
        ),
    ),
    api_path(
        f"{CODE}signups/plan/",
        "api_entry_plan",
        DIRECTED,
        get=OperationSpec(
            does=plan_or_404, gives=EntryPlanSerializer, words="How players enter by themselves."
        ),
        put=OperationSpec(
            does=set_entry_plan,
            takes={
                "is_open": YesNoField(),
                "closes_at": serializers.DateTimeField(
                    required=False, allow_null=True, default=None
                ),
                "most": WholeField(min_value=1, required=False, allow_null=True, default=None),
                "needs_approval": YesNoField(required=False, default=False),
                "shows_names": YesNoField(required=False, default=True),
                "contact": WordField(
                    choices=EntryPlan.Contact.choices, required=False, default="may"
                ),
            },
            gives=EntryPlanSerializer,
            words="Let players enter by themselves, or end it.",
        ),
    ),
    api_path(
        f"{CODE}dealing/links/",
        "api_dealing_links",
        DIRECTED,
        post=OperationSpec(
            does=create_dealing_links,
            gives=MadeLinkSerializer,
            many=True,
            status=201,
            words="New links, one a seat, for those who make up boards; the open ones end.",
        ),
    ),
    api_path(
        f"{CODE}signups/pairs/",
        "api_signup_pairs",
        DIRECTED,
        post=OperationSpec(
            does=pair_signups,
            takes={"first": IdField(), "second": IdField()},
            gives=QueuedSignupSerializer,
            shows=reload_signup,
            words="Put two together who look for a partner.",
        ),
    ),
    *(
        api_path(
            f"{CODE}signups/<int:signup_id>/{deed}/",
            f"api_signup_{deed}",
            SIGNUP,
            post=OperationSpec(
                does=service,
                takes=takes,
                gives=QueuedSignupSerializer,
                shows=reload_signup,
                words=words,
            ),
        )
        for deed, service, takes, words in SIGNUP_OPERATIONS
    ),
]
