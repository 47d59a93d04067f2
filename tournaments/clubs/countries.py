"""Countries with belot clubs, by ISO 3166-1 code."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.wording.collation import sort_by_name

COUNTRIES: Final[Mapping[str, Promise]] = {
    "AM": _("Armenia"),
    "AT": _("Austria"),
    "AZ": _("Azerbaijan"),
    "BY": _("Belarus"),
    "BE": _("Belgium"),
    "BA": _("Bosnia and Herzegovina"),
    "BG": _("Bulgaria"),
    "CA": _("Canada"),
    "HR": _("Croatia"),
    "CY": _("Cyprus"),
    "CZ": _("Czechia"),
    "FR": _("France"),
    "GE": _("Georgia"),
    "DE": _("Germany"),
    "GR": _("Greece"),
    "HU": _("Hungary"),
    "IT": _("Italy"),
    "KZ": _("Kazakhstan"),
    "LU": _("Luxembourg"),
    "MD": _("Moldova"),
    "ME": _("Montenegro"),
    "MA": _("Morocco"),
    "NL": _("Netherlands"),
    "MK": _("North Macedonia"),
    "PL": _("Poland"),
    "RO": _("Romania"),
    "RU": _("Russia"),
    "SA": _("Saudi Arabia"),
    "RS": _("Serbia"),
    "SK": _("Slovakia"),
    "SI": _("Slovenia"),
    "ES": _("Spain"),
    "SE": _("Sweden"),
    "CH": _("Switzerland"),
    "TN": _("Tunisia"),
    "TR": _("Türkiye"),
    "UA": _("Ukraine"),
    "GB": _("United Kingdom"),
    "US": _("United States"),
}


def by_name() -> list[tuple[str, str]]:
    rows = ((code, str(name)) for code, name in COUNTRIES.items())
    return sort_by_name(rows, lambda row: row[1])


def country_name(code: str) -> str:
    """Localized name; an unknown code is returned unchanged."""
    return str(COUNTRIES.get(code, code))
