from typing import Final, TextIO

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.belot.records import InvalidJsonError, read_json

MAX_CHARACTERS: Final = 50_000_000
"""Ten times a tournament of a thousand tables."""


def read_json_stream(stream: TextIO) -> object:
    """The exact value of a JSON text stream; raises CommandError with the position."""
    try:
        text = stream.read(MAX_CHARACTERS + 1)
    except UnicodeDecodeError as error:
        raise CommandError("the input is not UTF-8 text") from error
    if len(text) > MAX_CHARACTERS:
        raise CommandError(f"more than {MAX_CHARACTERS:,} characters")
    try:
        return read_json(text, exact=True)
    except InvalidJsonError as error:
        raise CommandError(_("This is not JSON that can be read: %s.") % error) from error
