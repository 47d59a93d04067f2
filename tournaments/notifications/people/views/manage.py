from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.models import Channel, Club, Tournament
from tournaments.notifications.people.forms import CHANNEL_FORMS, DirectorFollowForm
from tournaments.notifications.people.labels import CHANNEL_TEST_RESULTS
from tournaments.notifications.people.selectors.options import (
    channels_by_kind,
    counts_of,
    notification_options,
    sending_counts,
)
from tournaments.notifications.people.services.channels import (
    remove_channel,
    request_channel_test,
    save_channel,
)
from tournaments.notifications.people.services.subscriptions import follow
from tournaments.notifications.people.views.subscribe import redirect_to_follower, site_of
from tournaments.organiser.access import Request, club_page_for, director_page, posted_text
from tournaments.organiser.pages import show


@director_page
def notices(request: Request, tournament: Tournament) -> HttpResponse:
    form = DirectorFollowForm(request.POST or None)
    if request.method == "POST":
        follower = form.submit_to(
            follow,
            tournament=tournament,
            language=get_language() or "",
            site=site_of(request),
            actor=request.user,
        )
        if follower is not None:
            return redirect_to_follower(request, follower)
    return show(
        request,
        tournament,
        "notifications/people/manage",
        status=422 if form.errors else 200,
        form=form,
        offer=notification_options(tournament.club_id),
        worker=reverse("notices_worker"),
        counts=counts_of(tournament),
        lines=sending_counts(tournament),
        has_channels=any(channels_by_kind(tournament.club).values()),
        most=settings.MESSAGES_A_DAY,
    )


@club_page_for("tournaments.manage_club")
def channels(request: Request, club: Club) -> HttpResponse:
    forms = {each.kind: each() for each in CHANNEL_FORMS}
    if request.method == "POST":
        kind, do = posted_text(request, "kind"), posted_text(request, "do")
        if do == "keep" and kind in forms:
            form = type(forms[Channel.Kind(kind)])(request.POST)
            forms[Channel.Kind(kind)] = form
            saved = form.submit_to(
                save_channel,
                club=club,
                kind=kind,
                language=get_language() or "",
                site=site_of(request),
            )
            if saved is not None:
                messages.success(request, _("Saved. Testing; reload this page in a moment."))
                return redirect("manage_club_channels", club.pk)
        elif do in {"try", "remove"}:
            handle_button(request, get_object_or_404(Channel, club=club, kind=kind), do)
            return redirect("manage_club_channels", club.pk)
    for kind, form in forms.items():
        form.auto_id = f"{kind}-%s"  # two forms have a field "secret"
    channel_by_kind = channels_by_kind(club)
    cards = [
        {
            "kind": kind,
            "form": form,
            "channel": channel_by_kind[kind],
            "tried": trial_text(channel_by_kind[kind]),
        }
        for kind, form in forms.items()
    ]
    values = {"club": club, "club_name": club.name, "cards": cards, "nav": "manage"}
    status = 422 if any(form.errors for form in forms.values()) else 200
    return render(request, "tournaments/notifications/people/channels.html", values, status=status)


def handle_button(request: Request, channel: Channel, do: str) -> None:
    if do == "try":
        request_channel_test(channel=channel)
        messages.success(request, _("Testing; reload this page in a moment."))
    else:
        remove_channel(channel=channel)
        messages.success(request, _("Removed. Nothing is announced there any more."))


def trial_text(channel: Channel | None) -> object:
    return CHANNEL_TEST_RESULTS.get(channel.why, "") if channel else ""
