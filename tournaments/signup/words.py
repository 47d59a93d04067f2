"""How a sign-up stands, in words for whoever signed up."""

from django.utils.translation import gettext as _

from tournaments.models import Signup

State = Signup.State


def state_title(signup: Signup) -> str:
    """How it stands, in a few words."""
    if signup.is_looking:
        return _("You look for a partner")
    titles = {
        State.ASKED: _("The organiser looks at it"),
        State.APPROVED: _("You are entered"),
        State.WAITING: _("You are on the waiting list"),
        State.JOINED: _("You have a partner"),
        State.WITHDRAWN: _("You have withdrawn"),
        State.REFUSED: _("You are not entered"),
    }
    return titles[State(signup.state)]


def state_text(signup: Signup) -> str:
    """What follows from it."""
    if signup.is_looking:
        return _("You have a place as soon as you are two.")
    texts = {
        State.ASKED: _("A place is kept for you until the organiser has decided."),
        State.APPROVED: _("You have a place. If you cannot come, withdraw: others wait for it."),
        State.WAITING: _("As soon as a place is free, the first of the waiting list has it."),
        State.JOINED: _("You are a pair now; your partner’s place in the queue is yours."),
        State.WITHDRAWN: _("Your place was given back, your address deleted."),
        State.REFUSED: _("The organiser could not enter you. Ask them if you do not know why."),
    }
    return texts[State(signup.state)]
