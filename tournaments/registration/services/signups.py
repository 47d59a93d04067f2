"""A player's own actions: sign up, confirm, change partner, withdraw."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.clubs.selectors import unknown_but_near
from tournaments.entries.services.entries import clean_names, remove_team, rename_team
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, refresh_pages
from tournaments.models import EntryPlan, Signup, SignupContact, Tournament
from tournaments.permissions import Actor
from tournaments.registration.jobs import enqueue_email
from tournaments.registration.selectors import ACTIVE_STATES
from tournaments.registration.services.waiting_list import (
    fill_places,
    has_known_name,
    lock_for_signup,
    lock_signup,
    next_place,
    reserve_place,
)

State = Signup.State
MAX_SIGNUPS = 3000
"""Withdrawn ones included."""


@dataclass(frozen=True, slots=True)
class ContactDetails:
    """Contact data with the site and language used."""

    email: str = ""
    phone: str = ""
    site: str = ""
    language: str = ""


@transaction.atomic
def sign_up(
    *,
    tournament: Tournament,
    players: Sequence[str],
    client_key: UUID,
    name: str = "",
    wants_partner: bool = False,
    offers_to: int | None = None,
    reach: ContactDetails | None = None,
) -> Signup:
    """Join the queue and take a free place; idempotent by ``client_key``.

    A single player sets ``wants_partner``, optionally with an offer to ``offers_to``.
    """
    reach = reach or ContactDetails()
    tournament, plan = lock_for_signup(tournament)
    names = clean_names(players, "player" if wants_partner else tournament.unit)
    before = tournament.signups.filter(client_key=client_key).first()
    if before is not None and before.players == names:
        return before
    if wants_partner and tournament.unit != "pair":
        raise RuleViolationError(
            "no_partner", _("Only pairs look for a partner."), field="wants_partner"
        )
    check_contact(plan, reach)
    if tournament.signups.count() >= MAX_SIGNUPS:
        raise RuleViolationError(
            "too_many_signups", _("Too many have signed up. Ask the organiser.")
        )
    signup = Signup.objects.create(
        tournament=tournament,
        place=next_place(tournament),
        state=State.ASKED if wants_partner else State.WAITING,
        players=names,
        name="" if tournament.unit == "pair" else name,
        wants_partner=wants_partner,
        offers_to=find_looker(tournament, offers_to) if wants_partner else None,
        # Going back and entering another pair sends the same key again.
        client_key=uuid4() if before is not None else client_key,
    )
    store_contact(signup, plan, reach)
    log(tournament.pk, "signed_up", who=names[0], team=signup.title)
    fill_places(tournament, must=signup)
    signup.refresh_from_db()
    enqueue_email(signup)
    if signup.offers_to is not None:
        enqueue_email(signup.offers_to)
    return signup


def find_looker(tournament: Tournament, pk: int | None) -> Signup | None:
    """A player looking for a partner; raise RuleViolationError if no longer looking."""
    if pk is None:
        return None
    signup = tournament.signups.filter(pk=pk, state=State.ASKED, wants_partner=True).first()
    if signup is None:
        words = _("They have found a partner in the meantime. Choose someone else.")
        raise RuleViolationError("partner_gone", words, field="partner")
    return signup


def check_contact(plan: EntryPlan, reach: ContactDetails) -> None:
    if plan.contact == EntryPlan.Contact.MUST and not (reach.email or reach.phone):
        words = _("Write an email address or a telephone number: the organiser needs one.")
        raise RuleViolationError("no_contact", words, field="email")


def store_contact(signup: Signup, plan: EntryPlan, reach: ContactDetails) -> None:
    if plan.contact == EntryPlan.Contact.NO or not (reach.email or reach.phone):
        return
    SignupContact.objects.create(
        signup=signup,
        email=reach.email,
        phone=reach.phone,
        site=reach.site[:200],
        language=reach.language,
    )


@transaction.atomic
def confirm_signup(*, signup: Signup) -> Signup:
    signup = lock_signup(signup)
    if signup.state in ACTIVE_STATES and signup.confirmed_at is None:
        signup.confirmed_at = timezone.now()
        signup.save(update_fields=["confirmed_at"])
    return signup


@transaction.atomic
def withdraw_signup(*, signup: Signup, actor: Actor = None) -> Signup:
    """Withdraw; a separately registered partner looks again, the next one moves up."""
    signup = lock_signup(signup)
    if signup.state not in ACTIVE_STATES:
        return signup
    title = signup.title
    host = signup.joined or signup
    separate_pair(host, leaves=signup)
    if host == signup:
        release_place(signup)
    signup.refresh_from_db()
    signup.state, signup.joined, signup.wants_partner = State.WITHDRAWN, None, False
    signup.offers_to = None
    signup.save()
    signup.offers.update(offers_to=None)
    SignupContact.objects.filter(signup=signup).delete()
    who = "" if actor else signup.players[0]
    log(signup.tournament_id, "signup_withdrawn", user=actor, who=who, team=title)
    fill_places(signup.tournament, actor=actor)
    return signup


def separate_pair(host: Signup, leaves: Signup) -> None:
    """Separate two joined sign-ups; both look for a partner."""
    guest = host.guests.filter(state=State.JOINED).first()
    if guest is None:
        return
    release_place(host)
    host.players, host.wants_partner, host.state = host.players[:1], True, State.ASKED
    host.save(update_fields=["players", "wants_partner", "state"])
    guest.state, guest.joined, guest.wants_partner = State.ASKED, None, True
    guest.save(update_fields=["state", "joined", "wants_partner"])
    enqueue_email(guest if leaves == host else host)


def release_place(signup: Signup) -> None:
    if signup.team is not None:
        team, signup.team = signup.team, None
        signup.save(update_fields=["team"])
        remove_team(team=team)


@transaction.atomic
def change_partner(*, signup: Signup, partner: str) -> Signup:
    """Change the partner; a single player gets a place.

    The organiser decides about a partner already entered or close to a known name.
    """
    signup = lock_signup(signup)
    check_own(signup)
    names = clean_names([own_name(signup), partner], "pair")
    before, signup.players = signup.title, names
    signup.offers_to = None
    if signup.wants_partner:
        signup.wants_partner, signup.state = False, State.WAITING
    signup.save()
    signup.offers.update(offers_to=None)
    log_change(signup, before)
    club = signup.tournament.club
    is_doubtful = has_known_name(signup.tournament, signup) or bool(unknown_but_near(club, names))
    if signup.team is not None and is_doubtful:
        release_place(signup)
        reserve_place(signup)
    elif signup.team is not None:
        rename_team(team=signup.team, players=names)
    fill_places(signup.tournament, must=signup)
    signup.refresh_from_db()
    return signup


def own_name(signup: Signup) -> str:
    """The player's name, including the organiser's corrections."""
    first = signup.team and signup.team.team_players.select_related("player").first()
    return first.player.name if first else str(signup.players[0])


@transaction.atomic
def look_for_partner(*, signup: Signup) -> Signup:
    """Release the place and look for another partner."""
    signup = lock_signup(signup)
    check_own(signup)
    if signup.tournament.unit != "pair" or signup.wants_partner:
        return signup
    before = signup.title
    release_place(signup)
    signup.players, signup.wants_partner, signup.state = signup.players[:1], True, State.ASKED
    signup.save()
    log_change(signup, before)
    fill_places(signup.tournament)
    refresh_pages(signup.tournament_id)
    return signup


def log_change(signup: Signup, before: str) -> None:
    who, after = signup.players[0], signup.title
    log(signup.tournament_id, "signup_changed", who=who, before=before, after=after)


def check_own(signup: Signup) -> None:
    """Refuse ended sign-ups, and pairs who signed up separately."""
    if signup.state not in ACTIVE_STATES:
        raise RuleViolationError("signup_over", _("This sign-up is over. Sign up once more."))
    if signup.state == State.JOINED or signup.guests.filter(state=State.JOINED).exists():
        words = _(
            "Each of you signed up alone. Withdraw one sign-up; the other is then "
            "looking for a partner."
        )
        raise RuleViolationError("signed_up_alone", words)
