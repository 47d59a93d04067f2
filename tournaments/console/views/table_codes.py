from django.http import HttpRequest
from django.urls import reverse

from tournaments.models import Table
from tournaments.organiser.qr_codes import absolute_url


def format_table_code(code: str) -> str:
    return f"{code[:3]} {code[3:]}".upper()


def table_url(request: HttpRequest, table: Table) -> str:
    return absolute_url(request, reverse("table", args=[table.token]))
