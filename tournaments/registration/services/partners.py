"""Join two single sign-ups into a pair by offer, or by the organiser."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.append import log
from tournaments.models import Signup
from tournaments.permissions import Actor
from tournaments.registration.jobs import enqueue_email
from tournaments.registration.services.signups import find_looker
from tournaments.registration.services.waiting_list import fill_places, lock_signup

State = Signup.State


@transaction.atomic
def offer_to_play(*, signup: Signup, partner: int) -> Signup:
    """Offer to play with a player who looks for a partner; notify by page and email."""
    signup = lock_signup(signup)
    check_is_looking(signup)
    partner_signup = find_looker(signup.tournament, partner)
    if partner_signup == signup:
        raise RuleViolationError("own_partner", _("Choose somebody else."), field="partner")
    signup.offers_to = partner_signup
    signup.save(update_fields=["offers_to"])
    if partner_signup is not None:
        enqueue_email(partner_signup)
    return signup


@transaction.atomic
def accept_offer(*, signup: Signup, partner: int) -> Signup:
    signup = lock_signup(signup)
    offer = signup.offers.filter(pk=partner, state=State.ASKED, wants_partner=True).first()
    if offer is None:
        raise RuleViolationError("partner_gone", _("They have withdrawn the offer."))
    return join_signups(first=signup, second=offer)


@transaction.atomic
def decline_offer(*, signup: Signup, partner: int) -> Signup:
    signup = lock_signup(signup)
    signup.offers.filter(pk=partner).update(offers_to=None)
    return signup


@transaction.atomic
def join_signups(*, first: Signup, second: Signup, actor: Actor = None) -> Signup:
    """Join two sign-ups; the pair gets the earlier position."""
    lock_signup(first)
    both = first.tournament.signups.filter(pk__in=[first.pk, second.pk]).order_by("place")
    if len(both) != 2:
        raise RuleViolationError("two_lookers", _("Choose two who look for a partner."))
    host, guest = both
    for each in (host, guest):
        check_is_looking(each)
    host.players = [*host.players, *guest.players]
    host.wants_partner, host.state, host.offers_to = False, State.WAITING, None
    guest.wants_partner, guest.state, guest.joined = False, State.JOINED, host
    guest.offers_to = None
    host.save()
    guest.save()
    Signup.objects.filter(offers_to__in=[host, guest]).update(offers_to=None)
    who = "" if actor else first.players[0]
    log(host.tournament_id, "signups_joined", user=actor, who=who, team=host.title)
    fill_places(host.tournament, must=host, actor=actor)
    host.refresh_from_db()
    for each in (host, guest):
        enqueue_email(each)
    return host


def check_is_looking(signup: Signup) -> None:
    if not signup.is_looking:
        words = _("%s is not looking for a partner.") % signup.title
        raise RuleViolationError("does_not_look", words)
