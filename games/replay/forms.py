from typing import Any

from django.utils.translation import gettext_lazy as _

from games.parsing.forms import PasteOrUploadForm, text_field
from games.parsing.records import read_record

MAX_CHARACTERS = 20_000
"""A whole deal has about two thousand."""


class RecordForm(PasteOrUploadForm):
    most_bytes = 4 * MAX_CHARACTERS
    too_large = _("This file is too large for one deal.")
    nothing = _("Paste a deal or choose a file.")
    text = text_field(
        _("The deal"),
        _("In text notation or as JSON; every call and card is checked."),
        rows=12,
        most=MAX_CHARACTERS,
    )
    field_order = ["text", "file"]

    def read(self, text: str) -> None:
        self.record: dict[str, Any] = read_record(text)
