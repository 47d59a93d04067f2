from django.utils.translation import gettext as _

from tournaments.models import Signup
from tournaments.registration.status import Moment, moment_of, team_of

Told = tuple[str, str]


def state_words(signup: Signup) -> Told:
    """The status in a few words, and its consequence."""
    moment = moment_of(signup)
    return (before_the_draw() | after_the_draw(signup))[moment]


def before_the_draw() -> dict[Moment, Told]:
    looks = _("You look for a partner")
    withdraw = _("If you cannot come, withdraw: others wait for the place.")
    return {
        Moment.LOOKS: (looks, _("You have a place as soon as you are two.")),
        Moment.LOOKS_WHERE_ALL_IS_TAKEN: (
            looks,
            _("All places are taken: as soon as you are two you are on the waiting list."),
        ),
        Moment.ASKED: (
            _("The organiser looks at it"),
            _("A place is kept for you until the organiser has decided."),
        ),
        Moment.PLACE: (_("You have a place"), withdraw),
        Moment.ENTERED: (_("You are entered"), withdraw),
        Moment.WAITS: (
            _("You are on the waiting list"),
            _("As soon as a place is free, the first of the waiting list has it."),
        ),
        Moment.WITHDRAWN: (
            _("You have withdrawn"),
            _("Your place was given back, your address deleted."),
        ),
        Moment.REFUSED: (
            _("You are not entered"),
            _("The organiser could not enter you. Ask them if you do not know why."),
        ),
    }


def after_the_draw(signup: Signup) -> dict[Moment, Told]:
    without = _("The draw was made without you")
    number = number_of(signup)
    return {
        Moment.DRAWN: (_("You are entered"), _("The draw is made and will be published soon.")),
        Moment.PLAYS: (
            _("You take part as number %d") % number if number else _("You take part"),
            _("Who sits where stands on the tournament’s page."),
        ),
        Moment.NOT_THERE: (
            without,
            _("You were not said to be in the hall. If you are there, ask the director."),
        ),
        Moment.LEFT_UNDECIDED: (
            without,
            _("Nobody had decided in time. Ask the director whether you can still play."),
        ),
        Moment.LEFT_WAITING: (
            without,
            _("No place became free in time. Ask the director whether you can still play."),
        ),
        Moment.LEFT_ALONE: (
            without,
            _("You had no partner in time. Ask the director whether somebody needs one."),
        ),
    }


def number_of(signup: Signup) -> int | None:
    team = team_of(signup.joined or signup)
    return team.number if team else None
