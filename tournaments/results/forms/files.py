from collections.abc import Mapping

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.results.deal_files import MAX_BYTES, RecordItem, UnreadableFileError, read_records

UNREADABLE: Mapping[str, str | Promise] = {
    "too_big": _("This file is larger than 2 MB."),
    "too_many": _("A file may hold at most 1000 deals."),
    "empty": _("There is nothing in this file."),
    "no_text": _("This file is not text in UTF-8. Save it as JSON once more."),
}
ITEM_PROBLEMS: Mapping[str, str | Promise] = {
    "no_json": _("This line is not JSON."),
    "no_object": _("This is not an object with a deal record."),
    "board": _("“board” must be the number of the board."),
    "table": _("“table” must be a table’s number."),
    "round": _("“round” must be a round’s number."),
}


class PreviewedFileField(forms.FileField):
    """Never required by the browser: on confirmation the text comes from the preview."""

    has_default = True


class RecordsForm(forms.Form):
    file = PreviewedFileField(
        label=_("File of deal records"),
        required=False,
        allow_empty_file=True,
        help_text=_("JSON: an array, or one record a line; each with “board”, “table”, “round”."),
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def clean(self) -> None:
        values = self.cleaned_data
        file = values.get("file")
        try:
            if file and file.size > MAX_BYTES:
                raise UnreadableFileError("too_big")
            content = file.read() if file else values.get("text", "").encode()
            self.items = read_records(content)
            values["text"] = content.decode("utf-8-sig")
        except UnreadableFileError as error:
            missing = error.code == "empty" and file is None
            words = _("Choose a file.") if missing else UNREADABLE[error.code]
            self.add_error("file", str(words))


def item_problem(item: RecordItem) -> str:
    return str(ITEM_PROBLEMS[item.problem]) if item.problem else ""
