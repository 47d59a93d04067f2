from typing import Final

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from rest_framework.request import Request

from api.declarative import Fields, Kwargs, OperationSpec, ResourceSpec, api_path, club_or_404
from api.serializers.fields import ObjectField, TextField, WholeField, WordField
from api.serializers.notifications import (
    ChannelSerializer,
    FollowerSerializer,
    NoticeLineSerializer,
    OfferSerializer,
    OwnFollowerSerializer,
    TestSerializer,
)
from api.views.clubs import CLUB, MANAGE
from api.views.public import PUBLIC
from api.views.tournament_admin import CODE, DIRECTED
from tournaments.models import Channel, Club, Follower, NotificationMethod, Tournament
from tournaments.notifications.people.selectors.options import (
    NotificationOptions,
    follower_at,
    notification_options,
    sending_counts,
    teams_to_follow,
)
from tournaments.notifications.people.services.channels import (
    remove_channel,
    request_channel_test,
    save_channel,
)
from tournaments.notifications.people.services.subscriptions import (
    confirm_following,
    follow,
    send_test_notice,
    stop_following,
)
from tournaments.organiser.qr_codes import absolute_url
from tournaments.permissions import Actor

WAYS: Final = [way for way in NotificationMethod.values if way != NotificationMethod.DISCORD]


def get_offer(tournament: Tournament) -> NotificationOptions:
    return notification_options(tournament.club_id)


def recipient_settings(request: Request) -> Kwargs:
    """Language and site URL for a recipient's messages."""
    site = absolute_url(request._request, "/").rstrip("/")
    return {"language": get_language() or "", "site": site}


def follow_tournament(
    tournament: Tournament,
    request: Request,
    team: int | None,
    signup: str,
    way: str,
    email: str,
    push: object = None,
) -> Follower:
    """Follow a tournament, a team by number, or an own sign-up."""
    rows = {row.number: row for row in teams_to_follow(tournament)}
    if team is not None and team not in rows:
        raise Http404
    own = get_object_or_404(tournament.signups, secret=signup) if signup else None
    entrant = rows[team] if team is not None else None
    return follow(
        tournament=tournament,
        team=entrant,
        signup=own,
        way=way,
        email=email,
        push=push,
        **recipient_settings(request),
    )


def follow_as_director(
    tournament: Tournament,
    request: Request,
    actor: Actor,
    way: str,
    email: str,
    push: object = None,
) -> Follower:
    role = Follower.Role.DIRECTOR
    return follow(
        tournament=tournament,
        role=role,
        actor=actor,
        way=way,
        email=email,
        push=push,
        **recipient_settings(request),
    )


def follower_or_404(secret: str) -> Kwargs:
    follower = follower_at(secret)
    if follower is None:
        raise Http404
    return {"follower": follower}


def show_follower(follower: Follower) -> Follower:
    return follower


def channel_at(club: Club, kind: str) -> Kwargs:
    return {"channel": get_object_or_404(Channel, club=club, kind=kind)}


def channels_of(club: Club) -> QuerySet[Channel]:
    return Channel.objects.filter(club=club).order_by("kind")


def store_channel(club: Club, kind: str, request: Request, secret: str, name: str) -> Channel:
    reader = recipient_settings(request)
    return save_channel(club=club, kind=kind, secret=secret, name=name, **reader)


WAY: Final[Fields] = {
    "way": WordField(choices=WAYS),
    "push": ObjectField(required=False, help_text="what `PushManager.subscribe` gave"),
    "email": TextField(max_length=254, required=False, default="", allow_blank=True),
}
OWN_SUBSCRIPTION: Final = ResourceSpec(root=None, may="", find=follower_or_404)
CLUB_ACCESS: Final = ResourceSpec(root=club_or_404, may=MANAGE)
CHANNEL: Final = ResourceSpec(root=club_or_404, may=MANAGE, find=channel_at)
ADDRESSES: Final = [
    api_path(
        f"{CODE}notices/",
        "api_notices",
        PUBLIC,
        get=OperationSpec(
            does=get_offer, gives=OfferSerializer, words="In which ways somebody can be told."
        ),
        post=OperationSpec(
            does=follow_tournament,
            takes={
                **WAY,
                "team": WholeField(required=False, allow_null=True, default=None),
                "signup": TextField(max_length=40, required=False, default="", allow_blank=True),
            },
            gives=FollowerSerializer,
            status=201,
            words="Ask to be told; by email and in Telegram it is confirmed there.",
        ),
    ),
    api_path(
        f"{CODE}notices/directors/",
        "api_director_notices",
        DIRECTED,
        post=OperationSpec(
            does=follow_as_director,
            takes=WAY,
            gives=FollowerSerializer,
            status=201,
            words="Ask to be told of calls and of rounds that are complete.",
        ),
    ),
    api_path(
        f"{CODE}notices/sent/",
        "api_sent_notices",
        DIRECTED,
        get=OperationSpec(
            does=sending_counts,
            gives=NoticeLineSerializer,
            many=True,
            words="How much was sent, of what, and what came of it.",
        ),
    ),
    api_path(
        "notices/<slug:secret>/",
        "api_follower",
        OWN_SUBSCRIPTION,
        get=OperationSpec(
            does=show_follower, gives=OwnFollowerSerializer, words="What somebody asked for."
        ),
        post=OperationSpec(
            does=confirm_following,
            gives=OwnFollowerSerializer,
            words="Confirm that one wants to be told.",
        ),
        delete=OperationSpec(
            does=stop_following, status=204, words="Stop; the address is deleted."
        ),
    ),
    api_path(
        "notices/<slug:secret>/test/",
        "api_notice_test",
        OWN_SUBSCRIPTION,
        post=OperationSpec(
            does=send_test_notice, gives=TestSerializer, status=201, words="Send a test."
        ),
    ),
    api_path(
        f"{CLUB}channels/",
        "api_channels",
        CLUB_ACCESS,
        get=OperationSpec(
            does=channels_of,
            gives=ChannelSerializer,
            many=True,
            words="The bot and the channels of a club.",
        ),
    ),
    api_path(
        f"{CLUB}channels/<slug:kind>/",
        "api_channel",
        CHANNEL,
        post=OperationSpec(
            does=request_channel_test, gives=ChannelSerializer, words="Try a channel once more."
        ),
        delete=OperationSpec(
            does=remove_channel, status=204, words="Announce nothing there any more."
        ),
    ),
    api_path(
        f"{CLUB}channels/<slug:kind>/keeping/",
        "api_channel_keeping",
        CLUB_ACCESS,
        put=OperationSpec(
            does=store_channel,
            takes={
                "secret": TextField(max_length=300, required=False, default="", allow_blank=True),
                "name": TextField(max_length=60, required=False, default="", allow_blank=True),
            },
            gives=ChannelSerializer,
            words="Keep a bot by its token, a Telegram channel by its name, a Discord webhook.",
        ),
    ),
]
