from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SYNC_ERRORS: Final[Mapping[str, Promise]] = {
    "no_answer": _("The server does not answer. Probably there is no internet in the hall now."),
    "no_pairing": _("The server does not know this hall any more. Pair it again."),
    "strange_answer": _("There is no compatible belot server at this address."),
    "refused": _("The server could not store the hall’s entries. It will be tried again."),
    "too_much": _("The server asked to wait. It will be tried again soon."),
}


def trouble_in_words(code: str) -> str:
    return str(SYNC_ERRORS.get(code, SYNC_ERRORS["refused"])) if code else ""
