"""The queue: who may join it, who has a place, who moves up when one is free.

All of it happens while the tournament is held for a change, so two never take the last place.
"""

from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.clubs.names import search_key
from tournaments.clubs.services import People
from tournaments.entries.services.entries import add_team, open_for_entry
from tournaments.errors import Refused
from tournaments.events.append import show_extras
from tournaments.models import EntryPlan, Signup, Team, TeamPlayer, Tournament
from tournaments.permissions import Actor
from tournaments.registration.jobs import ask_for_letter
from tournaments.registration.selectors import LIVE, entry_by, is_open_now, plan_for

State = Signup.State
LEFT_TO_ORGANISER: Final = frozenset({"team_twice", "player_twice", "near_known"})
"""Refusal codes that only the organiser may see."""


def open_for_signup(tournament: Tournament) -> tuple[Tournament, EntryPlan]:
    """The tournament, held, with its plan, if anybody may enter now."""
    tournament = open_for_players(tournament)
    plan = plan_for(tournament)
    if plan is None or not is_open_now(tournament, plan):
        raise Refused("signup_closed", _("Entry is closed. Ask the organiser."))
    return tournament, plan


def open_for_players(tournament: Tournament) -> Tournament:
    """The tournament, held, while its entrants may still change something by themselves."""
    closed = Refused("entry_closed", _("The draw is made. Tell the director what has changed."))
    # Asked before it is held: strangers make nobody wait who enters a result.
    if tournament.state != Tournament.State.ENTRY:
        raise closed
    try:
        return open_for_entry(tournament)
    except Refused as refusal:
        raise closed from refusal


def hold_signup(signup: Signup) -> Signup:
    """The sign-up as it is now, its tournament held."""
    tournament = open_for_players(signup.tournament)
    signup = Signup.objects.select_related("team").get(pk=signup.pk)
    signup.tournament = tournament
    return signup


def next_place(tournament: Tournament) -> int:
    """The place behind everybody."""
    last = tournament.signups.aggregate(last=Max("place"))["last"]
    return (last or 0) + 1


def is_known(tournament: Tournament, signup: Signup) -> bool:
    """Whether somebody of a sign-up is entered, or signed up before it, under the same name.

    Nobody is told so who signs up: they would learn who else has.
    """
    before = tournament.signups.filter(state__in=LIVE, place__lt=signup.place)
    entered = TeamPlayer.objects.filter(tournament=tournament).exclude(team=signup.team_id)
    known = {search_key(name) for (name,) in entered.values_list("player__name")}
    known |= {search_key(name) for (players,) in before.values_list("players") for name in players}
    return not known.isdisjoint(map(search_key, signup.players))


def fill_places(
    tournament: Tournament, *, must: Signup | None = None, actor: Actor = None
) -> list[Signup]:
    """Give free places to those who wait, first come first; who moved up.

    Whoever cannot be entered stays where they are, but what speaks against ``must`` is raised.
    """
    plan = plan_for(tournament)
    mark_removed(tournament)
    moved: list[Signup] = []
    for signup in tournament.signups.filter(state=State.WAITING).order_by("place"):
        if plan is not None and entry_by(tournament, plan).left == 0:
            break
        try:
            with transaction.atomic():
                take_place(tournament, signup, plan, actor=actor)
        except Refused:
            if signup == must:
                raise
            continue
        moved.append(signup)
    for signup in moved:
        ask_for_letter(signup)
    show_extras(tournament.pk)
    return moved


def mark_removed(tournament: Tournament) -> None:
    """Whoever the organiser took out of the list of entrants is refused."""
    for signup in tournament.signups.filter(state=State.APPROVED, team=None):
        signup.state = State.REFUSED
        signup.save(update_fields=["state"])
        ask_for_letter(signup)


def take_place(
    tournament: Tournament, signup: Signup, plan: EntryPlan | None, *, actor: Actor = None
) -> None:
    """Give a place to a waiting sign-up: enter it at once, or show it to the organiser first.

    The organiser sees names that are entered already or near known players; the place is kept.
    """
    is_asked = (plan is not None and plan.needs_approval) or is_known(tournament, signup)
    if not is_asked:
        try:
            with transaction.atomic():
                enter_signup(tournament, signup, actor=actor)
        except Refused as refusal:
            if refusal.code not in LEFT_TO_ORGANISER:
                raise
            is_asked = True
    if is_asked:
        keep_place(signup)


def keep_place(signup: Signup) -> None:
    """Keep a place until the organiser has decided."""
    signup.state, signup.team = State.ASKED, None
    signup.save(update_fields=["state", "team"])


def enter_signup(
    tournament: Tournament, signup: Signup, *, people: People | None = None, actor: Actor = None
) -> Team:
    """Enter a sign-up as its kind of entrant; refuses what the list of entrants refuses.

    ``people`` resolves unknown names that are near known ones.
    """
    team = add_team(
        tournament=tournament,
        players=signup.players,
        name=signup.name,
        people=people or {},
        actor=actor,
    )
    signup.team, signup.state = team, State.APPROVED
    signup.save(update_fields=["team", "state"])
    return team
