from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from tournaments.models import Delivery

PROBLEMS: Final[Mapping[str, StrPromise]] = {
    "bad_address": _(
        "This is no address of a web page: it begins with https:// and has no spaces."
    ),
    "not_secure": _("The address must begin with https://."),
    "private_address": _("This name leads into a private network, where nothing is sent to."),
    "bad_port": _("Only the ports 443 and 8443 may be used."),
    "no_such_name": _("No computer of this name was found."),
    "bad_certificate": _("The certificate of the address is not valid for its name."),
    "no_connection": _("Nobody answered, or the connection was lost."),
    "too_slow": _("No whole answer came within ten seconds."),
    "nothing_left": _("What it was about no longer exists."),
}


def problem_words(delivery: Delivery) -> StrPromise | str:
    """Why the last attempt failed; empty if it did not or a status explains it."""
    if delivery.problem:
        return PROBLEMS[delivery.problem]
    if delivery.status is not None and 300 <= delivery.status < 400:
        return _("The address sent on to another one, which is not followed.")
    return ""
