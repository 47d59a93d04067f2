"""Join two single sign-ups into a pair by offer, or by the organiser."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.events.append import log
from tournaments.models import Signup
from tournaments.permissions import Actor
from tournaments.registration.jobs import ask_for_letter
from tournaments.registration.services.signups import looker_of
from tournaments.registration.services.waiting_list import fill_places, hold_signup

State = Signup.State


@transaction.atomic
def offer_to_play(*, signup: Signup, partner: int) -> Signup:
    """Offer to play with a player who looks for a partner; notify by page and email."""
    signup = hold_signup(signup)
    must_look(signup)
    asked = looker_of(signup.tournament, partner)
    if asked == signup:
        raise Refused("own_partner", _("Choose somebody else."), field="partner")
    signup.offers_to = asked
    signup.save(update_fields=["offers_to"])
    if asked is not None:
        ask_for_letter(asked)
    return signup


@transaction.atomic
def accept_offer(*, signup: Signup, partner: int) -> Signup:
    signup = hold_signup(signup)
    offer = signup.offers.filter(pk=partner, state=State.ASKED, wants_partner=True).first()
    if offer is None:
        raise Refused("partner_gone", _("They are no longer asking."))
    return put_together(first=signup, second=offer)


@transaction.atomic
def decline_offer(*, signup: Signup, partner: int) -> Signup:
    signup = hold_signup(signup)
    signup.offers.filter(pk=partner).update(offers_to=None)
    return signup


@transaction.atomic
def put_together(*, first: Signup, second: Signup, actor: Actor = None) -> Signup:
    """Join two sign-ups; the pair gets the earlier position."""
    hold_signup(first)
    both = first.tournament.signups.filter(pk__in=[first.pk, second.pk]).order_by("place")
    if len(both) != 2:
        raise Refused("two_lookers", _("Choose two who look for a partner."))
    host, guest = both
    for each in (host, guest):
        must_look(each)
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
        ask_for_letter(each)
    return host


def must_look(signup: Signup) -> None:
    if not signup.is_looking:
        words = _("%s does not look for a partner.") % signup.title
        raise Refused("does_not_look", words)
