from collections.abc import Mapping
from typing import Self

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from tournaments.exports.encodings import UNREADABLE_LETTERS
from tournaments.exports.readers import EncodingNeededError, table_in
from tournaments.exports.workbooks import UnreadableError
from tournaments.models import Tournament
from tournaments.organiser.downloads import TableFileForm
from tournaments.results.file_rows import lines_as_text, lines_of_text
from tournaments.results.forms.files import PreviewedFileField

UNREADABLE_SHEETS: Mapping[str, str | StrPromise] = {
    **UNREADABLE_LETTERS,
    "empty": _("There is nothing in this file."),
    "too_big": _("This file is larger than 1 MB."),
    "too_much": _("This file holds far more than a table of results. Save the table alone as CSV."),
    "too_long": _("A file may hold at most 1000 rows. Import the rounds one after another."),
    "several_sheets": _(
        "Several sheets of this file hold something. Save the sheet of results alone."
    ),
    "no_table": _("This is no table that can be read. Save it as CSV or XLSX."),
    "no_heads": _(
        "No headings were found. The columns must be headed, such as: round, table, board, "
        "contract, declarer, NS points."
    ),
}


class SheetForm(TableFileForm):
    use_required_attribute = False
    file = PreviewedFileField(
        label=_("Table of results"),
        required=False,
        allow_empty_file=True,
        help_text=_("CSV or XLSX."),
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx,.tsv,.txt"}),
    )
    override = forms.BooleanField(
        label=_("The boards were dealt elsewhere: do not compare with the cards here"),
        required=False,
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def of(self, tournament: Tournament) -> Self:
        if tournament.is_open_play:
            self.fields["override"].widget = forms.HiddenInput()
        return self

    def clean(self) -> None:
        values = self.cleaned_data
        sent = None
        try:
            sent = self.sent_file()
            if sent:
                self.lines = table_in(sent[1], values["encoding"])
            elif values.get("text"):
                self.lines = lines_of_text(values["text"])
            else:
                self.add_error("file", _("Choose a file."))
                return
        except EncodingNeededError as error:
            if sent:
                self.ask_encoding(error, *sent)
            return
        except UnreadableError as error:
            self.add_error("file", str(UNREADABLE_SHEETS[error.code]))
            return
        values["text"] = lines_as_text(self.lines)
