from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SYNC_ERRORS: Final[Mapping[str, Promise]] = {
    "no_answer": _("The server does not answer. Probably there is no internet in the hall now."),
    "no_pairing": _("The server does not know this hall any more. Pair it again."),
    "strange_answer": _("What answers at this address is no belot server of this version."),
    "refused": _("The server could not take in what the hall has told. It is tried again."),
    "too_much": _("The server asks to wait. It is tried again soon."),
}


def trouble_in_words(code: str) -> str:
    return str(SYNC_ERRORS.get(code, SYNC_ERRORS["refused"])) if code else ""
