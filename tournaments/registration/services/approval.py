"""The organiser's decisions on entry settings and sign-ups."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.clubs.services import ResolvedNames
from tournaments.entries.services.entries import MAX_TEAMS, lock_for_entry_list
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, refresh_pages
from tournaments.models import EntryPlan, Signup, Tournament
from tournaments.permissions import Actor
from tournaments.registration.jobs import enqueue_email
from tournaments.registration.selectors import plan_for
from tournaments.registration.services.waiting_list import enter_signup, fill_places
from tournaments.registration.status import signups_without_place
from tournaments.state.dates import check_year
from tournaments.state.locks import lock_tournament
from tournaments.state.visibility import PUBLISHED

State = Signup.State


@transaction.atomic
def set_entry_plan(
    *,
    tournament: Tournament,
    is_open: bool,
    closes_at: datetime | None = None,
    most: int | None = None,
    needs_approval: bool = False,
    shows_names: bool = True,
    contact: str = EntryPlan.Contact.MAY,
    actor: Actor = None,
) -> EntryPlan:
    """Set the entry settings; waiting sign-ups fill new places."""
    tournament = lock_tournament(tournament.pk)
    check_year(closes_at, "closes_at")
    if most is not None and not 1 <= most <= MAX_TEAMS:
        words = _("Write a number from 1 to %d, or nothing.") % MAX_TEAMS
        raise RuleViolationError("most_entrants", words, field="most")
    values = {
        "is_open": is_open, "closes_at": closes_at, "most": most,
        "needs_approval": needs_approval, "shows_names": shows_names, "contact": contact,
    }  # fmt: skip
    before = plan_for(tournament)
    if before and all(getattr(before, name) == value for name, value in values.items()):
        return before
    plan, _made = EntryPlan.objects.update_or_create(tournament=tournament, defaults=values)
    log(tournament.pk, "entry_opened" if is_open else "entry_shut", user=actor)
    refresh_pages(tournament.pk)
    if tournament.state == Tournament.State.ENTRY:
        fill_places(tournament, actor=actor)
    return plan


@transaction.atomic
def approve_signup(
    *, signup: Signup, people: ResolvedNames | None = None, actor: Actor = None
) -> Signup:
    """Enter a pending or waiting sign-up, even beyond the limit.

    Raise RuleViolationError for names close to known players that ``people`` does not
    resolve.
    """
    tournament = lock_for_entry_list(signup.tournament)
    signup = Signup.objects.get(pk=signup.pk)
    if signup.wants_partner or signup.state not in {State.ASKED, State.WAITING}:
        words = _("%s cannot be entered: check the current state.") % signup.title
        raise RuleViolationError("not_asked", words)
    enter_signup(tournament, signup, people=people, actor=actor)
    enqueue_email(signup)
    refresh_pages(tournament.pk)
    return signup


@transaction.atomic
def approve_all(*, tournament: Tournament, actor: Actor = None) -> list[Signup]:
    """Enter all pending sign-ups with a place; skip those that fail."""
    tournament = lock_for_entry_list(tournament)
    entered = []
    pending = tournament.signups.filter(state=State.ASKED, wants_partner=False)
    for signup in pending.order_by("place"):
        try:
            with transaction.atomic():
                entered.append(approve_signup(signup=signup, actor=actor))
        except RuleViolationError:
            continue
    return entered


@transaction.atomic
def refuse_signup(*, signup: Signup, actor: Actor = None) -> Signup:
    """Refuse a sign-up that is not entered, and its joined partner.

    Works after the draw too; each gets an email.
    """
    tournament = lock_tournament(signup.tournament_id)
    signup = Signup.objects.get(pk=signup.pk)
    if signup.state not in {State.ASKED, State.WAITING}:
        words = _("%s has been entered or has left: remove them from the list of participants.")
        raise RuleViolationError("not_asked", words % signup.title)
    for each in (signup, *signup.guests.filter(state=State.JOINED)):
        each.state, each.joined, each.wants_partner = State.REFUSED, None, False
        each.save(update_fields=["state", "joined", "wants_partner"])
        each.offers.update(offers_to=None)
        enqueue_email(each)
    log(tournament.pk, "signup_refused", user=actor, team=signup.title)
    if tournament.state == Tournament.State.ENTRY:
        fill_places(tournament, actor=actor)
    return signup


@transaction.atomic
def move_up(*, tournament: Tournament, actor: Actor = None) -> list[Signup]:
    """Fill the place of a removed entrant from the waiting list."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.ENTRY or not tournament.signups.exists():
        return []
    return fill_places(tournament, actor=actor)


def notify_left_out(*, tournament: Tournament) -> None:
    """Email sign-ups without a place once the draw is public."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    if tournament.state in PUBLISHED:
        for signup in signups_without_place(tournament):
            enqueue_email(signup)
