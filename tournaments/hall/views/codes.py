"""The link of a table, its code, and the hall's Wi-Fi."""

from django.http import HttpRequest
from django.urls import reverse

from tournaments.desk.codes import absolute
from tournaments.models import Table


def wifi_text(name: str, password: str) -> str:
    """What a phone's camera reads to join a network."""
    if not password:
        return f"WIFI:T:nopass;S:{escape_wifi(name)};;"
    return f"WIFI:T:WPA;S:{escape_wifi(name)};P:{escape_wifi(password)};;"


def escape_wifi(text: str) -> str:
    """The signs that separate its parts, marked as part of a name."""
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)


def code_in_groups(code: str) -> str:
    """A table's code as it is printed: two groups of three."""
    return f"{code[:3]} {code[3:]}".upper()


def table_address(request: HttpRequest, table: Table) -> str:
    """The address at which a table enters its results, without an account."""
    return absolute(request, reverse("table", args=[table.token]))
