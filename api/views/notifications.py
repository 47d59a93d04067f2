from typing import Final

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from rest_framework.request import Request

from api.declarative import About, Deed, Fields, Named, address, club_or_404
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
from api.views.public import SEEN_BY_ALL
from api.views.tournament_admin import CODE, DIRECTED
from tournaments.models import Channel, Club, Follower, Tournament, Way
from tournaments.notifications.people.selectors.options import (
    Offer,
    follower_at,
    lines_of,
    offer_of,
    teams_to_follow,
)
from tournaments.notifications.people.services.channels import (
    keep_channel,
    remove_channel,
    try_channel,
)
from tournaments.notifications.people.services.subscriptions import (
    confirm_following,
    follow,
    stop_following,
    test_following,
)
from tournaments.organiser.qr_codes import absolute
from tournaments.permissions import Actor

WAYS: Final = [way for way in Way.values if way != Way.DISCORD]


def offer_here(tournament: Tournament) -> Offer:
    return offer_of(tournament.club_id)


def reader_of(request: Request) -> Named:
    """Language and site URL for a recipient's messages."""
    site = absolute(request._request, "/").rstrip("/")
    return {"language": get_language() or "", "site": site}


def follow_here(
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
        **reader_of(request),
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
        **reader_of(request),
    )


def found_follower(secret: str) -> Named:
    found = follower_at(secret)
    if found is None:
        raise Http404
    return {"follower": found}


def as_found(follower: Follower) -> Follower:
    return follower


def channel_at(club: Club, kind: str) -> Named:
    return {"channel": get_object_or_404(Channel, club=club, kind=kind)}


def channels_of(club: Club) -> QuerySet[Channel]:
    return Channel.objects.filter(club=club).order_by("kind")


def keep_here(club: Club, kind: str, request: Request, secret: str, name: str) -> Channel:
    reader = reader_of(request)
    return keep_channel(club=club, kind=kind, secret=secret, name=name, **reader)


WAY: Final[Fields] = {
    "way": WordField(choices=WAYS),
    "push": ObjectField(required=False, help_text="what `PushManager.subscribe` gave"),
    "email": TextField(max_length=254, required=False, default="", allow_blank=True),
}
OWN: Final = About(root=None, may="", find=found_follower)
OF_CLUB: Final = About(root=club_or_404, may=MANAGE)
CHANNEL: Final = About(root=club_or_404, may=MANAGE, find=channel_at)
ADDRESSES: Final = [
    address(
        f"{CODE}notices/",
        "api_notices",
        SEEN_BY_ALL,
        get=Deed(
            does=offer_here, gives=OfferSerializer, words="In which ways somebody can be told."
        ),
        post=Deed(
            does=follow_here,
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
    address(
        f"{CODE}notices/directors/",
        "api_director_notices",
        DIRECTED,
        post=Deed(
            does=follow_as_director,
            takes=WAY,
            gives=FollowerSerializer,
            status=201,
            words="Ask to be told of calls and of rounds that are complete.",
        ),
    ),
    address(
        f"{CODE}notices/sent/",
        "api_sent_notices",
        DIRECTED,
        get=Deed(
            does=lines_of,
            gives=NoticeLineSerializer,
            many=True,
            words="How much was sent, of what, and what came of it.",
        ),
    ),
    address(
        "notices/<slug:secret>/",
        "api_follower",
        OWN,
        get=Deed(does=as_found, gives=OwnFollowerSerializer, words="What somebody asked for."),
        post=Deed(
            does=confirm_following,
            gives=OwnFollowerSerializer,
            words="Confirm that one wants to be told.",
        ),
        delete=Deed(does=stop_following, status=204, words="Stop; the address is deleted."),
    ),
    address(
        "notices/<slug:secret>/test/",
        "api_notice_test",
        OWN,
        post=Deed(does=test_following, gives=TestSerializer, status=201, words="Send a test."),
    ),
    address(
        f"{CLUB}channels/",
        "api_channels",
        OF_CLUB,
        get=Deed(
            does=channels_of,
            gives=ChannelSerializer,
            many=True,
            words="The bot and the channels of a club.",
        ),
    ),
    address(
        f"{CLUB}channels/<slug:kind>/",
        "api_channel",
        CHANNEL,
        post=Deed(does=try_channel, gives=ChannelSerializer, words="Try a channel once more."),
        delete=Deed(does=remove_channel, status=204, words="Announce nothing there any more."),
    ),
    address(
        f"{CLUB}channels/<slug:kind>/keeping/",
        "api_channel_keeping",
        OF_CLUB,
        put=Deed(
            does=keep_here,
            takes={
                "secret": TextField(max_length=300, required=False, default="", allow_blank=True),
                "name": TextField(max_length=60, required=False, default="", allow_blank=True),
            },
            gives=ChannelSerializer,
            words="Keep a bot by its token, a Telegram channel by its name, a Discord webhook.",
        ),
    ),
]
