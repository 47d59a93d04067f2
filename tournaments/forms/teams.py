"""Enter one pair, or a whole list."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments import entry_lists
from tournaments.entry_lists import Problem, Row, Unreadable
from tournaments.forms.base import ServiceForm
from tournaments.names import NAME_LENGTH

Words = str | Promise

PROBLEMS: Mapping[Problem, Words] = {
    Problem.ONE_NAME: _(
        "One name only. Write both players, for example: Ana Koleva – Yavor Petrov."
    ),
    Problem.TOO_MANY_NAMES: _("%(about)s names in one row. A pair has two: start a new row."),
    Problem.SAME_NAMES: _("Twice the same name: “%(about)s”."),
    Problem.TOO_LONG: _("“%(about)s…” is too long. A name may have 90 signs."),
    Problem.NO_LETTERS: _("“%(about)s” has no letters. Write the player’s name."),
    Problem.TWICE_IN_LIST: _(
        "%(about)s stands in an earlier row already. If these are two people, tell them apart:"
        " add an initial."
    ),
    Problem.ENTERED_ALREADY: _("%(about)s is entered already."),
    Problem.TOO_MANY_ROWS: _("Past the limit of %(about)s rows."),
}
UNREADABLE: Mapping[str, Words] = {
    "empty": _("There is nothing in this file."),
    "too_big": _("This file is larger than 1 MB. A list of pairs is much smaller."),
    "too_long": _("This text is too long. Paste at most 400 rows."),
    "no_table": _(
        "This is not a list that can be read. Save it as CSV or XLSX, or paste the text."
    ),
}


def name_field(label: Any) -> forms.CharField:
    """A player's name, with the club's known players as suggestions."""
    attrs = {"list": "known-players", "autocomplete": "off", "data-suggest": ""}
    return forms.CharField(
        label=label,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs=attrs),
        error_messages={"required": _("Write the name of the player.")},
    )


class PairForm(ServiceForm):
    """Two players, and another name for the pair if it wants one."""

    first = name_field(_("First player"))
    second = name_field(_("Second player"))
    name = forms.CharField(
        label=_("Name of the pair"),
        max_length=200,
        required=False,
        help_text=_("Only if it is not simply the two names."),
    )

    def service_values(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {"players": [values["first"], values["second"]], "name": values["name"]}

    def add_refusal(self, refusal: Any) -> None:
        """What is wrong with the players is said at the player who is meant."""
        if refusal.field == "players":
            second = self.cleaned_data.get("second", "")
            meant = "second" if refusal.details.get("player", second) == second else "first"
            self.add_error(meant, str(refusal))
        else:
            super().add_refusal(refusal)


class QuickPairForm(PairForm):
    """The two names alone."""

    name = None  # type: ignore[assignment]

    def service_values(self) -> dict[str, Any]:
        return {"players": [self.cleaned_data["first"], self.cleaned_data["second"]]}


class ListForm(forms.Form):
    """A pasted list or a file of pairs; ``rows`` are what was understood."""

    text = forms.CharField(
        label=_("One pair a row"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_("Between the two names: a dash, comma, slash, “&”, semicolon or tab."),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        allow_empty_file=True,
        help_text=_("CSV, XLSX or plain text, at most 1 MB. Nothing is stored before you confirm."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Read the file, if there is one, into the text, where its rows can be corrected."""
        values = self.cleaned_data
        file = values.get("file")
        try:
            if file:
                if file.size > entry_lists.MAX_BYTES:
                    raise Unreadable("too_big")
                rows = entry_lists.read_file(file.name, file.read())
                values["text"] = entry_lists.as_text(rows)
            self.found = entry_lists.read_text(values.get("text", ""))
        except Unreadable as error:
            self.add_error("file" if file else "text", str(UNREADABLE[error.code]))
            return values
        if not self.found and not self.errors:
            self.add_error("text", _("Paste at least one row, or choose a file."))
        return values

    def rows(self, entered: Sequence[str]) -> list[Row]:
        """What was understood, judged against the players who are in already."""
        return entry_lists.understand(self.found, entered)

    def is_confirmed(self) -> bool:
        """Whether just this text was shown before."""
        return bool(self.cleaned_data["seen"] == fingerprint(self.cleaned_data["text"]))


def again(text: str) -> ListForm:
    """The form with this text, ready to be confirmed."""
    return ListForm(initial={"text": text, "seen": fingerprint(text)})


def fingerprint(text: str) -> str:
    """The same for a text however a browser writes its line ends."""
    return hashlib.sha256("\n".join(text.splitlines()).encode()).hexdigest()


def problem_words(row: Row) -> str:
    """What is wrong with a row, and what would be right."""
    return str(PROBLEMS[row.problem]) % {"about": row.about} if row.problem else ""
