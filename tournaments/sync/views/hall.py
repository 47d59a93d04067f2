from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.accounts.rate_limit import count_failed_attempt, is_rate_limited
from tournaments.models import Club
from tournaments.organiser.qr_codes import absolute_url, is_loopback_request, qr_svg, wifi_text
from tournaments.organiser.urls import lan_addresses
from tournaments.sync.forms import PairForm, PinForm
from tournaments.sync.selectors import clubs_of, tournaments_of_hall
from tournaments.sync.services.hall import pair_with_server, renew_pin, user_of_pin

View = Callable[[HttpRequest], HttpResponse]
BACKEND = "django.contrib.auth.backends.ModelBackend"


def hall_only(view: View) -> View:
    """Restrict a view to hall installations."""

    @wraps(view)
    def guard(request: HttpRequest) -> HttpResponse:
        if not settings.HALL:
            raise Http404
        return view(request)

    return guard


@hall_only
@never_cache
def hall(request: HttpRequest) -> HttpResponse:
    address = hall_address(request)
    club = Club.objects.exclude(wifi_name="").first()
    wifi = wifi_text(club.wifi_name, club.wifi_password) if club else ""
    context = {
        "address": address,
        "address_qr": qr_svg(address) if address else "",
        "club": club,
        "wifi_qr": qr_svg(wifi) if wifi else "",
        "tournaments": tournaments_of_hall(),
        "runs": request.user.is_authenticated and clubs_of(request.user).exists(),
    }
    return render(request, "tournaments/sync/hall.html", context)


def hall_address(request: HttpRequest) -> str:
    """URL for phones; empty without a network."""
    if not is_loopback_request(request):
        return absolute_url(request, "/")
    port = request.get_host().rpartition(":")[2]
    addresses = lan_addresses()
    place = f"{addresses[0]}:{port}" if addresses and port.isdecimal() else "".join(addresses[:1])
    return f"{request.scheme}://{place}/" if place else ""


@hall_only
@never_cache
def pin(request: HttpRequest) -> HttpResponse:
    if request.method == "POST" and is_rate_limited(request):
        messages.error(request, _("Too many wrong PINs came from here. Wait a while."))
        return redirect("hall_pin")
    form = PinForm(request.POST or None)
    if request.method == "POST":
        user = form.submit_to(user_of_pin, request=request)
        if user is not None:
            login(request, user, backend=BACKEND)
            return redirect("manage_home")
        if settings.LIMITS:
            count_failed_attempt(request)
    return render(request, "tournaments/sync/pin.html", {"form": form})


@require_POST
@hall_only
@login_required
def pin_new(request: HttpRequest) -> HttpResponse:
    """Renew or stop the PIN, shown once; sessions of the old one end."""
    if not clubs_of(request.user, organises=True).exists():
        raise Http404
    new_pin = renew_pin(stop=request.POST.get("do") == "stop")
    return render(request, "tournaments/sync/pin_new.html", {"pin": new_pin})


@hall_only
@login_required
def pair(request: HttpRequest) -> HttpResponse:
    club = clubs_of(request.user, organises=True).first()
    if club is None:
        raise Http404
    form = PairForm(request.POST or None)
    if request.method == "POST":
        line = form.submit_to(pair_with_server, club=club, actor=request.user)
        if line is not None:
            messages.success(request, _("The evening is here. This hall is now in charge."))
            return redirect("manage_places", line.tournament.code)
    return render(request, "tournaments/sync/pair.html", {"form": form})
