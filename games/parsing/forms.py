from typing import Any, ClassVar

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from games.belot import RuleError
from games.parsing.records import RecordFault, fault_from_error


class PasteOrUploadForm(forms.Form):
    """A pasted text or a file; subclasses add ``text``, two error messages and ``read``."""

    use_required_attribute = False
    most_bytes: ClassVar[int]
    too_large: ClassVar[StrPromise]
    nothing: ClassVar[StrPromise]
    fault: RecordFault | None = None
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,.jsonl,text/plain,application/json"}),
    )

    def read(self, text: str) -> None:
        pass

    def clean_file(self) -> str:
        file: UploadedFile[Any] | None = self.cleaned_data.get("file")
        if file is None:
            return ""
        if (file.size or 0) > self.most_bytes:
            raise forms.ValidationError(self.too_large)
        try:
            return bytes(file.read()).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("This file is not a text file.")) from error

    def clean(self) -> None:
        if self.errors:
            return
        values = self.cleaned_data
        text = str(values.get("file") or values.get("text") or "")
        if not text.strip():
            self.add_error("text", self.nothing)
            return
        try:
            self.read(text)
        except RuleError as error:
            self.fault = fault_from_error(error)
            place = f"{self.fault.place}: " if self.fault.place else ""
            self.add_error("file" if values.get("file") else "text", place + self.fault.message)


def text_field(
    label: StrPromise, help_text: StrPromise, *, rows: int, most: int
) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=most,
        widget=forms.Textarea(attrs={"rows": rows, "spellcheck": "false", "class": "mono"}),
        help_text=help_text,
    )
