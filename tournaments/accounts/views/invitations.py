from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.accounts.forms.accounts import InvitationForm
from tournaments.accounts.services.invitations import (
    INVITATION_SESSION_KEY,
    accept_invitation,
    create_invitation,
    find_open_invitation,
    open_invitations,
    withdraw_invitation,
)
from tournaments.models import Club
from tournaments.organiser.access import Request, club_page_for, run_with_message
from tournaments.organiser.qr_codes import absolute_url


@never_cache
@club_page_for("tournaments.manage_club")
def invitations(request: Request, club: Club) -> HttpResponse:
    form = InvitationForm(request.POST or None)
    created = (
        form.submit_to(create_invitation, club=club, actor=request.user) if form.is_bound else None
    )
    if created is not None:
        messages.success(request, _("The link has been created. Send it to one person."))
        return redirect("manage_invitations", club.pk)
    rows = [
        {"row": row, "address": absolute_url(request, reverse("invitation", args=[row.code]))}
        for row in open_invitations(club)
    ]
    context = {"club": club, "form": form, "rows": rows, "nav": "manage"}
    return render(request, "tournaments/accounts/invitations.html", context)


@require_POST
@club_page_for("tournaments.manage_club")
def withdraw(request: Request, club: Club, invitation_id: int) -> HttpResponse:
    open_invitation = get_object_or_404(open_invitations(club), pk=invitation_id)
    withdraw_invitation(invitation=open_invitation)
    messages.success(request, _("Withdrawn. The link lets nobody in any more."))
    return redirect("manage_invitations", club.pk)


@never_cache
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Page for an invited person: sign up, or accept with an existing account."""
    open_invitation = find_open_invitation(key)
    if open_invitation is None:
        return render(request, "tournaments/accounts/invitation_over.html", status=404)
    if request.method == "POST" and request.user.is_authenticated:
        user = request.user
        run_with_message(request, lambda: accept_invitation(code=key, user=user))  # type: ignore[arg-type]
        return redirect("manage_home")
    request.session[INVITATION_SESSION_KEY] = key
    context = {"invitation": open_invitation, "is_closed": settings.SIGN_UP == "closed"}
    return render(request, "tournaments/accounts/invitation.html", context)
