"""Upload of a text or table file, with a choice of encoding if ambiguous."""

import base64
import binascii
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.exports.encodings import UNREADABLE_LETTERS, samples_of
from tournaments.exports.readers import MAX_BYTES, EncodingNeededError
from tournaments.exports.workbooks import UnreadableError

MAX_KEPT_CHARS: Final = MAX_BYTES * 4 // 3 + 300


class TableFileForm(forms.Form):
    """Form with a field ``file``; ``kept`` holds the content while the encoding is chosen."""

    encoding = forms.CharField(
        label=_("Which text is right?"), required=False, widget=forms.HiddenInput
    )
    kept = forms.CharField(
        required=False, strip=False, max_length=MAX_KEPT_CHARS, widget=forms.HiddenInput
    )

    def sent_file(self) -> tuple[str, bytes] | None:
        """Name and content of the uploaded or kept file; raises UnreadableError."""
        file = self.cleaned_data.get("file")
        if file is not None:
            if (file.size or 0) > MAX_BYTES:
                raise UnreadableError("too_big")
            return file.name or "", bytes(file.read())
        encoded_file = self.cleaned_data.get("kept", "")
        if not encoded_file:
            return None
        content, _mark, name = encoded_file.partition("|")
        try:
            return name, base64.b64decode(content, validate=True)
        except (binascii.Error, ValueError) as error:
            raise UnreadableError("no_table") from error

    def ask_encoding(self, error: EncodingNeededError, name: str, content: bytes) -> None:
        """Offer the possible readings and keep the file in the form."""
        widget = forms.RadioSelect(choices=samples_of(error.readings))
        self.fields["encoding"].widget = widget
        encoded_file = f"{base64.b64encode(content).decode()}|{name}"
        self.data = {**self.data, "kept": encoded_file}
        self.add_error("encoding", str(UNREADABLE_LETTERS[error.code]))
