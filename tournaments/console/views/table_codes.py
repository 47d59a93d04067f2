from django.http import HttpRequest
from django.urls import reverse

from tournaments.models import Table
from tournaments.organiser.qr_codes import absolute


def code_in_groups(code: str) -> str:
    return f"{code[:3]} {code[3:]}".upper()


def table_address(request: HttpRequest, table: Table) -> str:
    return absolute(request, reverse("table", args=[table.token]))
