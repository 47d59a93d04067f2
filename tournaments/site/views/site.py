from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.privacy.retention import DEFAULT_DAYS


def privacy(request: HttpRequest) -> HttpResponse:
    values = {**contact_details(), "days": DEFAULT_DAYS}
    return render(request, "tournaments/site/privacy.html", values)


def contact(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/site/contact.html", contact_details())


def contact_details() -> dict[str, str]:
    return {
        "responsible_name": settings.RESPONSIBLE_NAME,
        "responsible_address": settings.RESPONSIBLE_ADDRESS,
        "responsible_email": settings.RESPONSIBLE_EMAIL,
        "responsible_phone": settings.RESPONSIBLE_PHONE,
    }
