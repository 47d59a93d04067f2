from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.models import Club, Delivery, Webhook
from tournaments.notifications.webhooks.forms import ChangeWebhookForm, WebhookForm
from tournaments.notifications.webhooks.selectors import deliveries_of, delivery_lines, webhooks_of
from tournaments.notifications.webhooks.services import (
    CHOICES,
    add_webhook,
    change_webhook,
    remove_webhook,
    renew_secret,
    send_again,
    send_test,
)
from tournaments.notifications.webhooks.signing import secret_of
from tournaments.organiser.access import Request, club_page_for, run_with_message

PERMISSION = "tournaments.manage_club"
SECRET_SESSION_KEY = "webhook_secret"
"""Id of the webhook whose secret the next page shows, once."""
DELIVERIES_A_PAGE = 50


@club_page_for(PERMISSION)
def webhooks(request: Request, club: Club) -> HttpResponse:
    form = WebhookForm(request.POST or None, initial={"events": list(CHOICES)})
    if request.method == "POST":
        webhook = form.submit_to(add_webhook, club=club, actor=request.user)
        if webhook:
            request.session[SECRET_SESSION_KEY] = webhook.pk
            messages.success(request, _("The webhook has been created. Send it a test."))
            return redirect("manage_webhook", club.pk, webhook.pk)
    context = {"club": club, "webhooks": webhooks_of(club), "form": form, "nav": "manage"}
    return render(request, "tournaments/notifications/webhooks/webhooks.html", context)


@never_cache
@club_page_for(PERMISSION)
def webhook(request: Request, club: Club, webhook_id: int) -> HttpResponse:
    hook = webhook_or_404(club, webhook_id)
    first = {"address": hook.address, "name": hook.name, "events": hook.events, "is_on": hook.is_on}
    form = ChangeWebhookForm(request.POST or None, initial=first)
    if (
        request.method == "POST"
        and form.submit_to(change_webhook, webhook=hook, actor=request.user) is not None
    ):
        messages.success(request, _("Saved."))
        return redirect("manage_webhook", club.pk, hook.pk)
    page = Paginator(deliveries_of(hook), DELIVERIES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "webhook": hook,
        "form": form,
        "secret": secret_to_show(request, hook),
        "lines": delivery_lines(list(page.object_list)),
        "page_obj": page,
        "nav": "manage",
    }
    return render(request, "tournaments/notifications/webhooks/webhook.html", context)


def secret_to_show(request: Request, hook: Webhook) -> str:
    """The secret, shown once after creation; else empty."""
    if request.session.get(SECRET_SESSION_KEY) != hook.pk:
        return ""
    del request.session[SECRET_SESSION_KEY]
    return secret_of(hook.seed)


def webhook_or_404(club: Club, webhook_id: int) -> Webhook:
    return get_object_or_404(Webhook, pk=webhook_id, club=club)


@require_POST
@club_page_for(PERMISSION)
def secret(request: Request, club: Club, webhook_id: int) -> HttpResponse:
    hook = renew_secret(webhook=webhook_or_404(club, webhook_id), actor=request.user)
    request.session[SECRET_SESSION_KEY] = hook.pk
    return redirect("manage_webhook", club.pk, hook.pk)


@require_POST
@club_page_for(PERMISSION)
def test(request: Request, club: Club, webhook_id: int) -> HttpResponse:
    hook = webhook_or_404(club, webhook_id)
    done = _("A test is sent. Load the page again to see what came back.")
    run_with_message(request, lambda: send_test(webhook=hook, actor=request.user), done)
    return redirect("manage_webhook", club.pk, hook.pk)


@require_POST
@club_page_for(PERMISSION)
def resend(request: Request, club: Club, webhook_id: int, delivery_id: int) -> HttpResponse:
    rows = Delivery.objects.filter(webhook=webhook_or_404(club, webhook_id))
    row = get_object_or_404(rows.select_related("webhook"), pk=delivery_id)
    done = _("It is sent once more. Load the page again to see what came back.")
    run_with_message(request, lambda: send_again(delivery=row, actor=request.user), done)
    return redirect("manage_webhook", club.pk, webhook_id)


@require_POST
@club_page_for(PERMISSION)
def remove(request: Request, club: Club, webhook_id: int) -> HttpResponse:
    remove_webhook(webhook=webhook_or_404(club, webhook_id), actor=request.user)
    messages.success(request, _("The webhook is removed."))
    return redirect("manage_webhooks", club.pk)
