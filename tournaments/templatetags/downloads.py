"""The download menu of pages with a table."""

from typing import TypedDict
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.functional import Promise

from tournaments.exports.tables import Heading, Table
from tournaments.exports.writers import FORMS, text_cell

register = template.Library()


class DownloadLink(TypedDict):
    address: str
    title: str | Promise


@register.filter
def shown_rows(table: Table) -> list[list[tuple[Heading, str]]]:
    return [
        [(head, text_cell(value)) for head, value in zip(table.heads, row, strict=True)]
        for row in table.rows
    ]


@register.inclusion_tag("tournaments/public/_downloads.html")
def downloads(name: str, *args: object, **asked: str) -> dict[str, list[DownloadLink]]:
    """Download links of the named URL in every format; ``asked`` is added to the query."""
    query = urlencode({key: value for key, value in asked.items() if value})
    return {
        "offers": [
            {
                "address": reverse(name, args=[*args, form.ending])
                + (f"?{query}" if query else ""),
                "title": form.title,
            }
            for form in FORMS.values()
        ]
    }
