"""A deal brought by a visitor."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from games.belot import RuleError
from games.reading import Fault, fault_of, read_record

MOST_CHARACTERS = 20_000
"""A whole deal has about two thousand."""


class RecordForm(forms.Form):
    """A record pasted or uploaded; after validation ``record`` holds it, checked by the engine."""

    use_required_attribute = False
    text = forms.CharField(
        label=_("The deal"),
        required=False,
        max_length=MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "mono"}),
        help_text=_("In text notation or as JSON; every call and card is checked."),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,.jsonl,text/plain,application/json"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.record: dict[str, Any] = {}
        self.fault: Fault | None = None

    def clean_file(self) -> str:
        """The file's text; one that is too large or no text is refused."""
        file: UploadedFile[Any] | None = self.cleaned_data.get("file")
        if file is None:
            return ""
        if (file.size or 0) > 4 * MOST_CHARACTERS:
            raise forms.ValidationError(_("This file is too large for one deal."))
        try:
            return bytes(file.read()).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("This file is no text.")) from error

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        text = str(values.get("file") or values.get("text") or "")
        if self.errors:
            return values
        if not text.strip():
            self.add_error("text", _("Paste a deal or choose a file."))
            return values
        try:
            self.record = read_record(text)
        except RuleError as error:
            self.fault = fault_of(error)
            place = f"{self.fault.place}: " if self.fault.place else ""
            self.add_error("file" if values.get("file") else "text", place + self.fault.message)
        return values
