"""The link of a table, its code, and the hall's Wi-Fi."""

from django.http import HttpRequest
from django.urls import reverse

from tournaments.models import Table
from tournaments.organiser.qr_codes import absolute


def code_in_groups(code: str) -> str:
    """A table's code as it is printed: two groups of three."""
    return f"{code[:3]} {code[3:]}".upper()


def table_address(request: HttpRequest, table: Table) -> str:
    """The address at which a table enters its results, without an account."""
    return absolute(request, reverse("table", args=[table.token]))
