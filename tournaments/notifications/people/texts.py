"""Localized texts of notices; None if obsolete."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.texts import seat_name
from tournaments.models import Channel, Follower, Notice, Seat, Team
from tournaments.notifications.people.selectors.recipients import (
    is_round_published,
    open_call,
    seats_in,
    team_followed,
    team_place,
)
from tournaments.notifications.people.senders import MessageText
from tournaments.rulings.selectors.suspicious_results import count_suspicious_results

Kind = Notice.Kind


def text_for(notice: Notice, follower: Follower) -> MessageText | None:
    team = team_followed(follower)
    body = body_of(notice, team, is_player=follower.role == Follower.Role.PLAYER)
    if body is None:
        return None
    return MessageText(
        title=notice.tournament.name,
        body=body,
        url=f"{follower.site}{address_of(notice, follower, team)}",
        tag=f"{notice.kind}-{notice.pk}",
        stop=f"{follower.site}{reverse('notices_own', args=[follower.secret])}",
        stop_words=_("Stop"),
        silent=notice.kind in {Kind.ROUND, Kind.OFFICIAL} and team is None,
    )


def text_on(notice: Notice, channel: Channel) -> MessageText | None:
    body = body_of(notice, None, is_player=False)
    if body is None:
        return None
    page = reverse("tournament", args=[notice.tournament.code])
    return MessageText(
        title=notice.tournament.name,
        body=body,
        url=f"{channel.site}{page}",
        tag=f"{notice.kind}-{notice.pk}",
        silent=True,
    )


def address_of(notice: Notice, follower: Follower, team: Team | None) -> str:
    code = notice.tournament.code
    if follower.role == Follower.Role.DIRECTOR:
        return reverse("manage_tournament", args=[code])
    if team is not None and team.number is not None:
        return reverse("tournament_team", args=[code, team.number])
    return reverse("tournament", args=[code])


def body_of(notice: Notice, team: Team | None, *, is_player: bool) -> str | None:
    if notice.kind == Kind.TEST:
        return _("This is a test notification.")
    if notice.kind == Kind.ROUND:
        return round_words(notice, team, is_player=is_player)
    if notice.kind == Kind.OFFICIAL:
        return official_words(notice, team, is_player=is_player)
    if notice.kind == Kind.CALL:
        return call_words(notice)
    return complete_words(notice)


def round_words(notice: Notice, team: Team | None, *, is_player: bool) -> str | None:
    number = notice.round or 0
    if not is_round_published(notice.tournament, number):
        return None
    if not is_player:
        return _("The draw for round %(number)d is out.") % {"number": number}
    seats = seats_in(notice.tournament, number, team) if team is not None else []
    if not seats:
        return None
    if all(seat.sitting is None for seat in seats):
        return _("You sit out round %(number)d.") % {"number": number}
    where = [seat_words(seat) for seat in seats if seat.sitting is not None]
    words = _("Round %(number)d is drawn: you sit at %(where)s.")
    return words % {"number": number, "where": _(" and at ").join(where)}


def seat_words(seat: Seat) -> str:
    assert seat.sitting is not None
    side = seat_name(seat.place) if seat.place else str(seat.get_side_display())
    words = _("table %(table)d, %(side)s")
    return words % {"table": seat.sitting.table.number, "side": side}


def official_words(notice: Notice, team: Team | None, *, is_player: bool) -> str | None:
    if not notice.tournament.is_official:
        return None
    place = team_place(team) if is_player and team is not None else None
    if place is None:
        return _("The results are official.")
    words = _("The results are official: place %(rank)d of %(field)d.")
    return words % {"rank": place.rank, "field": place.field}


def call_words(notice: Notice) -> str | None:
    call = open_call(notice.details.get("call"))
    if call is None:
        return None
    values = {"table": call.table.number, "why": call.message}
    if not call.message:
        return _("Table %(table)d is calling the director.") % values
    return _("Table %(table)d is calling the director: %(why)s") % values


def complete_words(notice: Notice) -> str:
    words = _("All results of round %(number)d are in.") % {"number": notice.round or 0}
    doubts = count_suspicious_results(notice.tournament)
    if not doubts:
        return words
    wrong = (
        ngettext("%d result looks implausible.", "%d results look implausible.", doubts) % doubts
    )
    return f"{words} {wrong}"
