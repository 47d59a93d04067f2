"""The sign-up queue: joining, places, moving up.

The tournament is locked throughout, so the last place is given once.
"""

from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.clubs.names import search_key
from tournaments.clubs.services import ResolvedNames
from tournaments.entries.services.entries import add_team, lock_for_entry_list
from tournaments.errors import RuleViolationError
from tournaments.events.append import refresh_pages
from tournaments.models import EntryPlan, Signup, Team, TeamPlayer, Tournament
from tournaments.permissions import Actor
from tournaments.registration.jobs import enqueue_email
from tournaments.registration.selectors import (
    ACTIVE_STATES,
    entry_status_for,
    is_open_now,
    plan_for,
)

State = Signup.State
ORGANISER_ERROR_CODES: Final = frozenset({"team_twice", "player_twice", "near_known"})
"""Hidden from visitors; the organiser decides."""


def lock_for_signup(tournament: Tournament) -> tuple[Tournament, EntryPlan]:
    """Lock the tournament and return its plan; refuse closed entry."""
    tournament = lock_for_players(tournament)
    plan = plan_for(tournament)
    if plan is None or not is_open_now(tournament, plan):
        raise RuleViolationError("signup_closed", _("Entry is closed. Ask the organiser."))
    return tournament, plan


def lock_for_players(tournament: Tournament) -> Tournament:
    """Lock the tournament while entrants can still change their sign-ups."""
    closed = RuleViolationError(
        "entry_closed", _("The draw is made. Tell the director what has changed.")
    )
    # Check before locking: anonymous requests must not delay result entry.
    if tournament.state != Tournament.State.ENTRY:
        raise closed
    try:
        return lock_for_entry_list(tournament)
    except RuleViolationError as refusal:
        raise closed from refusal


def lock_signup(signup: Signup) -> Signup:
    """Reload the sign-up with its tournament locked."""
    tournament = lock_for_players(signup.tournament)
    signup = Signup.objects.select_related("team").get(pk=signup.pk)
    signup.tournament = tournament
    return signup


def next_place(tournament: Tournament) -> int:
    last = tournament.signups.aggregate(last=Max("place"))["last"]
    return (last or 0) + 1


def has_known_name(tournament: Tournament, signup: Signup) -> bool:
    """Whether a name is entered or was signed up earlier.

    The applicant must not learn this: it would reveal other entrants.
    """
    before = tournament.signups.filter(state__in=ACTIVE_STATES, place__lt=signup.place)
    entered = TeamPlayer.objects.filter(tournament=tournament).exclude(team=signup.team_id)
    known = {search_key(name) for (name,) in entered.values_list("player__name")}
    known |= {search_key(name) for (players,) in before.values_list("players") for name in players}
    return not known.isdisjoint(map(search_key, signup.players))


def fill_places(
    tournament: Tournament, *, must: Signup | None = None, actor: Actor = None
) -> list[Signup]:
    """Give free places to waiting sign-ups in order; return those that moved up.

    Sign-ups that cannot be entered are skipped; for ``must`` the error is raised.
    """
    plan = plan_for(tournament)
    refuse_removed(tournament)
    moved: list[Signup] = []
    for signup in tournament.signups.filter(state=State.WAITING).order_by("place"):
        if plan is not None and entry_status_for(tournament, plan).left == 0:
            break
        try:
            with transaction.atomic():
                assign_place(tournament, signup, plan, actor=actor)
        except RuleViolationError:
            if signup == must:
                raise
            continue
        moved.append(signup)
    for signup in moved:
        enqueue_email(signup)
    refresh_pages(tournament.pk)
    return moved


def refuse_removed(tournament: Tournament) -> None:
    """Refuse sign-ups whose entrant the organiser removed."""
    for signup in tournament.signups.filter(state=State.APPROVED, team=None):
        signup.state = State.REFUSED
        signup.save(update_fields=["state"])
        enqueue_email(signup)


def assign_place(
    tournament: Tournament, signup: Signup, plan: EntryPlan | None, *, actor: Actor = None
) -> None:
    """Enter a waiting sign-up, or reserve its place for the organiser's decision.

    The organiser decides about names already entered or close to known players.
    """
    is_asked = (plan is not None and plan.needs_approval) or has_known_name(tournament, signup)
    if not is_asked:
        try:
            with transaction.atomic():
                enter_signup(tournament, signup, actor=actor)
        except RuleViolationError as refusal:
            if refusal.code not in ORGANISER_ERROR_CODES:
                raise
            is_asked = True
    if is_asked:
        reserve_place(signup)


def reserve_place(signup: Signup) -> None:
    signup.state, signup.team = State.ASKED, None
    signup.save(update_fields=["state", "team"])


def enter_signup(
    tournament: Tournament,
    signup: Signup,
    *,
    people: ResolvedNames | None = None,
    actor: Actor = None,
) -> Team:
    """Enter a sign-up as a team; raise the entry list's refusals.

    ``people`` resolves unknown names close to known ones.
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
