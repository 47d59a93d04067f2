from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.accounts.forms.accounts import TokenForm
from tournaments.accounts.selectors import tokens_of
from tournaments.accounts.services.tokens import create_token, revoke_token
from tournaments.organiser.access import Request
from tournaments.organiser.qr_codes import absolute_url


@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def programs(request: Request) -> HttpResponse:
    """List tokens and create one; creation requires reauthentication.

    The secret is only in the response to the form.
    """
    form = TokenForm(request.POST or None)
    created = form.submit_to(create_token, user=request.user) if request.method == "POST" else None
    token, secret = created or (None, "")
    context = {
        "form": TokenForm() if created else form,
        "made": token,
        "secret": secret,
        "curl": curl_line(request, secret) if created else "",
        "tokens": tokens_of(request.user),
        "docs": reverse("api_docs"),
        "nav": "manage",
    }
    return render(request, "tournaments/accounts/programs.html", context)


def curl_line(request: Request, secret: str) -> str:
    """Example curl command that lists the clubs of the token's owner."""
    address = absolute_url(request, reverse("api_my_clubs"))
    return f'curl -H "Authorization: Bearer {secret}" {address}'


@require_POST
@login_required
def revoke(request: Request, program: str) -> HttpResponse:
    token = get_object_or_404(tokens_of(request.user), code=program)
    revoke_token(token=token)
    messages.success(request, _("Revoked: %s. That program may do nothing more.") % token.name)
    return redirect("manage_programs")
