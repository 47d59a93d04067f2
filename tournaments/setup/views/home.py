from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournaments.clubs.selectors import memberships_of
from tournaments.organiser.access import Request
from tournaments.setup.selectors.my_tournaments import tournaments_by_state


@login_required
def home(request: Request) -> HttpResponse:
    """My clubs and tournaments; new users are asked to create a club."""
    roles = memberships_of(request.user)
    if not roles:
        return redirect("manage_club_new")
    groups = tournaments_by_state([role.club for role in roles])
    context = {"roles": roles, "groups": groups, "nav": "manage"}
    return render(request, "tournaments/setup/home.html", context)
