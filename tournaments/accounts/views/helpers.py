from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.accounts.forms.helpers import LinkForm, NameForm
from tournaments.accounts.rate_limit import count_failed_attempt, is_rate_limited
from tournaments.accounts.selectors import KIND_NAMES, LinkCard, link_cards
from tournaments.accounts.services.helpers import claim_link, create_link, resume_link, stop_link
from tournaments.models import HelperLink, Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.helper_sessions import Helper, forget_helper, helper_of, remember_helper
from tournaments.organiser.pages import show, tabs_of
from tournaments.organiser.qr_codes import absolute_url, qr_svg


@director_page
def links(request: Request, tournament: Tournament) -> HttpResponse:
    first = {"kind": HelperLink.Kind.ENTER, "lasts": "evening"}
    form = LinkForm(request.POST or None, initial=first)
    if request.method == "POST":
        link = form.submit_to(create_link, tournament=tournament, actor=request.user)
        if link:
            messages.success(request, _("The link has been created. Show its code or print it."))
            return redirect("manage_helpers", tournament.code)
    opened, ended = link_cards(tournament, request.user)
    return show(
        request,
        tournament,
        "accounts/links",
        part="helpers",
        form=form,
        cards=[card_context(request, card) for card in opened],
        ended=ended,
        just_stopped=just_stopped(request, ended),
    )


def card_context(request: HttpRequest, card: LinkCard) -> dict[str, object]:
    if not card.shows_code:
        return {"card": card, "address": "", "qr": ""}
    address = absolute_url(request, reverse("helper", args=[card.link.code]))
    return {"card": card, "address": address.split("://", 1)[-1].rstrip("/"), "qr": qr_svg(address)}


def just_stopped(request: HttpRequest, ended: list[LinkCard]) -> LinkCard | None:
    link_id = request.GET.get("stopped", "")
    return next((card for card in ended if str(card.link.pk) == link_id), None)


@director_page
def sheets(request: Request, tournament: Tournament) -> HttpResponse:
    opened, _ended = link_cards(tournament, request.user)
    link_id = request.GET.get("link")
    cards = [card for card in opened if card.shows_code and link_id in (None, str(card.link.pk))]
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "cards": [card_context(request, card) for card in cards],
        "back": reverse("manage_helpers", args=[tournament.code]),
    }
    return render(request, "tournaments/accounts/sheets.html", context)


@require_POST
@director_page
def stop(request: Request, tournament: Tournament, link_id: int) -> HttpResponse:
    link = get_object_or_404(HelperLink, pk=link_id, tournament=tournament)
    stop_link(link=link, actor=request.user)
    page = reverse("manage_helpers", args=[tournament.code])
    return redirect(f"{page}?stopped={link.pk}")


@require_POST
@director_page
def resume(request: Request, tournament: Tournament, link_id: int) -> HttpResponse:
    link = get_object_or_404(HelperLink, pk=link_id, tournament=tournament)
    run_with_message(
        request,
        lambda: resume_link(link=link, actor=request.user),
        _("The link may be used again."),
    )
    return redirect("manage_helpers", tournament.code)


@never_cache
def open_link(request: HttpRequest, link: str) -> HttpResponse:
    """Ask for a name; the POST gives this browser the link's permissions."""
    helper_link = find_link(request, link)
    if helper_link is None:
        return render(request, "tournaments/accounts/over.html", status=404)
    if helper_link.claimed_at is not None:
        return reopen_link(request, helper_link)
    shows_cards = helper_link.kind == HelperLink.Kind.DEAL
    form = NameForm(
        request.POST or None, shows_cards=shows_cards, initial={"name": helper_link.name}
    )
    if request.method == "POST" and form.submit_to(claim_link, link=helper_link) is not None:
        helper = Helper(helper_link, form.cleaned_data["name"])
        remember_helper(request, helper_link, helper.name)
        return redirect(first_page_url(helper_link.tournament, helper))
    context: dict[str, object] = {
        "form": form,
        "what": KIND_NAMES[helper_link.kind],
        "link": helper_link,
        "tournament": helper_link.tournament,
        "shows_cards": shows_cards,
    }
    return render(request, "tournaments/accounts/open.html", context)


def reopen_link(request: HttpRequest, link: HelperLink) -> HttpResponse:
    """A link bound to one browser: continue in that browser, else 403."""
    helper = helper_of(request, link.tournament)
    if helper is not None and helper.link.pk == link.pk:
        return redirect(first_page_url(link.tournament, helper))
    return render(request, "tournaments/accounts/over.html", {"is_claimed": True}, status=403)


def find_link(request: HttpRequest, code: str) -> HelperLink | None:
    """The open link with this code; failures are counted and rate-limited."""
    if is_rate_limited(request):
        return None
    links = HelperLink.objects.select_related("tournament__club")
    link = links.filter(code=code.lower()).first()
    if link is None:
        if settings.LIMITS:
            count_failed_attempt(request)
        return None
    return link if link.is_open else None


def first_page_url(tournament: Tournament, helper: Helper) -> str:
    tabs = tabs_of(tournament, "", helper)
    return str(tabs[0]["url"]) if tabs else reverse("helper_home", args=[tournament.code])


def home(request: HttpRequest, code: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament.objects.select_related("club"), code=code)
    helper = helper_of(request, tournament)
    if helper is None:
        raise Http404
    tabs = tabs_of(tournament, "", helper)
    context = {
        "tournament": tournament,
        "helper": helper,
        "tabs": tabs,
        "work_title": _("Your link"),
    }
    return render(request, "tournaments/accounts/home.html", context)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, code=code)
    forget_helper(request, tournament)
    return redirect(tournament)


def link_ended(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/accounts/over.html", status=403)
