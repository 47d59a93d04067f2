from django import template

from tournaments.models import Tournament
from tournaments.registration.status import signups_without_place

register = template.Library()


@register.inclusion_tag("tournaments/registration/_undecided.html")
def undecided_signups(tournament: Tournament, may_decide: bool = True) -> dict[str, object]:
    """Sign-ups without a place that need a decision."""
    rows = signups_without_place(tournament)
    looking = sum(each.is_looking for each in rows)
    waiting = sum(each.state == each.State.WAITING for each in rows)
    return {
        "tournament": tournament,
        "is_entry": tournament.state == Tournament.State.ENTRY,
        "may_decide": may_decide,
        "total": len(rows),
        "asked": len(rows) - looking - waiting,
        "waiting": waiting,
        "looking": looking,
    }
