from django.utils.translation import gettext as _

from tournaments.models import Signup
from tournaments.registration.status import SignupStatus, signup_status, team_of

StatusText = tuple[str, str]


def status_text(signup: Signup) -> StatusText:
    """The status in a few words, and its consequence."""
    moment = signup_status(signup)
    return (texts_before_draw() | texts_after_draw(signup))[moment]


def texts_before_draw() -> dict[SignupStatus, StatusText]:
    looks = _("You are looking for a partner")
    withdraw = _("If you cannot come, withdraw: others wait for the place.")
    return {
        SignupStatus.LOOKS: (looks, _("You get a place as soon as you have a partner.")),
        SignupStatus.LOOKS_WHERE_ALL_IS_TAKEN: (
            looks,
            _("All places are taken: as soon as you are two you are on the waiting list."),
        ),
        SignupStatus.ASKED: (
            _("The organiser is reviewing it"),
            _("A place is kept for you until the organiser has decided."),
        ),
        SignupStatus.PLACE: (_("You have a place"), withdraw),
        SignupStatus.ENTERED: (_("You are entered"), withdraw),
        SignupStatus.WAITS: (
            _("You are on the waiting list"),
            _("As soon as a place is free, the first of the waiting list has it."),
        ),
        SignupStatus.WITHDRAWN: (
            _("You have withdrawn"),
            _("Your place was given back, your address deleted."),
        ),
        SignupStatus.REFUSED: (
            _("You are not entered"),
            _("The organiser could not enter you. Ask them if you do not know why."),
        ),
    }


def texts_after_draw(signup: Signup) -> dict[SignupStatus, StatusText]:
    without = _("The draw was made without you")
    number = number_of(signup)
    return {
        SignupStatus.DRAWN: (
            _("You are entered"),
            _("The draw is made and will be published soon."),
        ),
        SignupStatus.PLAYS: (
            _("You take part as number %d") % number if number else _("You take part"),
            _("The seating is on the tournament’s page."),
        ),
        SignupStatus.NOT_THERE: (
            without,
            _("You have not been checked in. If you are in the hall, tell the director."),
        ),
        SignupStatus.LEFT_UNDECIDED: (
            without,
            _("Nobody had decided in time. Ask the director whether you can still play."),
        ),
        SignupStatus.LEFT_WAITING: (
            without,
            _("No place became free in time. Ask the director whether you can still play."),
        ),
        SignupStatus.LEFT_ALONE: (
            without,
            _("You had no partner in time. Ask the director whether somebody needs one."),
        ),
    }


def number_of(signup: Signup) -> int | None:
    team = team_of(signup.joined or signup)
    return team.number if team else None
