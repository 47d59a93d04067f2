from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.clubs.selectors import clubs_of
from tournaments.organiser.access import Request
from tournaments.setup.forms.practice import PracticeForm, usual_practice
from tournaments.setup.services.practice import start_practice


@login_required
def new(request: Request) -> HttpResponse:
    clubs = clubs_of(request.user)
    if not clubs:
        return redirect("manage_club_new")
    form = PracticeForm(request.POST or None, clubs=clubs, initial=usual_practice(clubs[0]))
    if request.method == "POST":
        tournament = form.submit_to(start_practice, actor=request.user)
        if tournament:
            messages.success(
                request, _("Ready. Open the table’s link on a phone and play board 1.")
            )
            return redirect("manage_tournament", tournament.code)
    status = 422 if form.is_bound else 200
    context = {"form": form, "nav": "manage"}
    return render(request, "tournaments/setup/practice.html", context, status=status)
