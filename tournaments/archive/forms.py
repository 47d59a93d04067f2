from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.archive.file import FILE_SUFFIX, MAX_FILE_BYTES
from tournaments.archive.texts import BAD_FILES


class ArchiveForm(forms.Form):
    use_required_attribute = False
    file = forms.FileField(
        label=_("Archive of a tournament"),
        error_messages={"required": _("Choose a file."), "empty": _("This file is empty.")},
        widget=forms.FileInput(attrs={"accept": f"{FILE_SUFFIX},.json,.gz"}),
    )

    def clean_file(self) -> object:
        file = self.cleaned_data["file"]
        if file.size > MAX_FILE_BYTES:
            raise forms.ValidationError(str(BAD_FILES["too_large"]))
        return file

    @property
    def content(self) -> bytes:
        return bytes(self.cleaned_data["file"].read())
