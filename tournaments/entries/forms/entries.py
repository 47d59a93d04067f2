import hashlib
from collections.abc import Mapping, Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from tournaments.entries import lists
from tournaments.entries.fields import PeopleForm, name_field, people_in
from tournaments.entries.rows import Problem, Row
from tournaments.entries.services.entries import PLAYERS_PER_ENTRANT
from tournaments.errors import RuleViolationError
from tournaments.exports.encodings import UNREADABLE_LETTERS
from tournaments.exports.readers import EncodingNeededError
from tournaments.exports.workbooks import UnreadableError
from tournaments.organiser.downloads import TableFileForm
from tournaments.organiser.forms import Data, FormOptions, VersionedForm

Words = StrOrPromise

PROBLEMS: Mapping[Problem, Words] = {
    Problem.ONE_NAME: _(
        "One name only. Write both players, for example: Ana Koleva – Yavor Petrov."
    ),
    Problem.TOO_FEW_NAMES: _("%(about)s names only. A team has four players, six at most."),
    Problem.TOO_MANY_NAMES: _("%(about)s names in one row. A pair has two: start a new row."),
    Problem.SAME_NAMES: _("Twice the same name: “%(about)s”."),
    Problem.TOO_LONG: _("“%(about)s…” is too long. A name may have 90 characters."),
    Problem.NO_LETTERS: _("“%(about)s” has no letters. Write the player’s name."),
    Problem.TWICE_IN_LIST: _(
        "%(about)s is already in an earlier row. If these are two people, tell them "
        "apart: add an initial."
    ),
    Problem.ENTERED_ALREADY: _("%(about)s is entered already."),
    Problem.TOO_MANY_ROWS: _("Past the limit of %(about)s rows."),
    Problem.DOUBT: _(
        "It is not clear who the players are, or the row is hidden in the file. Correct it and"
        " remove the “?”."
    ),
    Problem.HEADING: _("This looks like a heading. Delete the row, or write the names in full."),
    Problem.NUMBER: _("“%(about)s” has a number that is not part of a name. Remove the number."),
    Problem.GARBLED: _(
        "The letters of “%(about)s” do not belong together. Correct the name, or save the file"
        " as UTF-8."
    ),
    Problem.ONE_OR_TWO: _(
        "“%(about)s” may be one person or two. Write a slash between two players."
    ),
}
TOO_MANY_TEXTS: Mapping[str, Words] = {
    "team": _("%(about)s names in one row. A team has six players at most: start a new row."),
    "player": _("%(about)s names in one row. Write one player a row."),
}
UNREADABLE_TEXTS: Mapping[str, Words] = {
    **UNREADABLE_LETTERS,
    "empty": _("There is nothing in this file."),
    "too_big": _("This file is larger than 1 MB. A list of pairs is much smaller."),
    "too_much": _(
        "This file holds far more than a list of pairs. Save the list alone as CSV, or paste it."
    ),
    "too_long": _("This text is too long. Paste at most 400 rows."),
    "several_sheets": _(
        "Several sheets of this file hold something. Copy the list and paste it, or save that"
        " sheet alone."
    ),
    "no_table": _(
        "This is not a list that can be read. Save it as CSV or XLSX, or paste the text."
    ),
    "no_players": _(
        "The headings do not say which columns hold the players. Write, for example:"
        " Player 1, Player 2; or: Last name 1, First name 1, Last name 2, First name 2."
    ),
}


FIELDS = ("first", "second", "third", "fourth", "fifth", "sixth")
NTH_PLAYER: Sequence[Words] = (
    _("First player"),
    _("Second player"),
    _("Third player"),
    _("Fourth player"),
    _("Fifth player"),
    _("Sixth player"),
)


def title_field() -> forms.CharField:
    return forms.CharField(
        label=_("Name of the team"),
        max_length=200,
        required=False,
        help_text=_("Only if it is not simply the players’ names."),
    )


class EntryForm(PeopleForm):
    """Players of a pair, team or single entrant."""

    def __init__(
        self, data: Data = None, *, unit: str = "pair", **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        self.unit = unit
        least, most = PLAYERS_PER_ENTRANT[unit]
        for at, name in enumerate(FIELDS[:most]):
            label = _("Player") if most == 1 else NTH_PLAYER[at]
            self.fields[name] = name_field(label, required=at < least)
        self.players = FIELDS[:most]
        if unit == "team":
            self.fields["name"] = title_field()
        self.order_fields(("name", *self.players))

    def service_values(self) -> dict[str, object]:
        values = {
            **super().service_values(),
            "players": [self.cleaned_data[name] for name in self.players],
        }
        return values | ({"name": self.cleaned_data["name"]} if self.unit == "team" else {})

    def add_refusal(self, refusal: RuleViolationError) -> None:
        if refusal.field == "players":
            self.near = refusal.details.get("known", {})
            last = self.players[len(self.entered) - 1] if self.entered else self.players[0]
            named = refusal.details.get("player")
            meant = next((n for n in self.players if self.cleaned_data.get(n) == named), last)
            self.add_error(meant, str(refusal))
        else:
            super().add_refusal(refusal)

    @property
    def entered(self) -> list[str]:
        return [name for name in self.players if self.cleaned_data.get(name)]

    def rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.players]


class NamedEntryForm(EntryForm, VersionedForm):
    name = title_field()

    def __init__(
        self, data: Data = None, *, unit: str = "pair", **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, unit=unit, **more)
        if self.unit == "pair":
            self.fields["name"].label = _("Name of the pair")
        if self.unit == "player":
            del self.fields["name"]

    def service_values(self) -> dict[str, object]:
        values = {**super().service_values()}
        del values["people"]  # no check for similar names when correcting
        cleaned = self.cleaned_data
        return {**values, "name": cleaned.get("name", ""), "seen": cleaned["seen"]}


class ListForm(TableFileForm):
    text = forms.CharField(
        label=_("One pair a row"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
        help_text=_("Between the two names: a dash, comma, slash, “&”, semicolon or tab."),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        allow_empty_file=True,
        help_text=_("CSV, XLSX or plain text, at most 1 MB. Nothing is stored before you confirm."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Data = None, *, unit: str = "pair", **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        self.unit = unit
        if unit != "pair":
            label, hint = LIST_WORDS[unit]
            self.fields["text"].label, self.fields["text"].help_text = str(label), str(hint)

    def clean(self) -> None:
        """Convert the file to text, so that its rows can be corrected."""
        values = self.cleaned_data
        sent = None
        try:
            if sent := self.sent_file():
                rows = lists.read_file(*sent, PLAYERS_PER_ENTRANT[self.unit][1], values["encoding"])
                values["text"] = lists.as_text(rows)
            self.found = lists.read_text(values.get("text", ""))
        except EncodingNeededError as error:
            if sent:
                self.ask_encoding(error, *sent)
            return
        except UnreadableError as error:
            self.add_error("file" if sent else "text", str(UNREADABLE_TEXTS[error.code]))
            return
        if not self.found and not self.errors:
            self.add_error("text", _("Paste at least one row, or choose a file."))

    def rows(self, entered: Sequence[str]) -> list[Row]:
        """Parsed rows, checked against players already entered."""
        return lists.validate_rows(self.found, entered, PLAYERS_PER_ENTRANT[self.unit])

    @property
    def people(self) -> dict[str, str]:
        return people_in(self.data)

    def is_confirmed(self) -> bool:
        """Whether this exact text was previewed before."""
        return bool(self.cleaned_data["seen"] == text_hash(self.cleaned_data["text"]))


LIST_WORDS: Mapping[str, tuple[Words, Words]] = {
    "team": (
        _("One team a row"),
        _("The name of the team and a colon, if it has one; then four to six names with commas."),
    ),
    "player": (_("One player a row"), ""),
}


def confirmation_form(text: str, unit: str = "pair") -> ListForm:
    return ListForm(initial={"text": text, "seen": text_hash(text)}, unit=unit)


def text_hash(text: str) -> str:
    """Hash of a text, independent of line endings."""
    return hashlib.sha256("\n".join(text.splitlines()).encode()).hexdigest()


def problem_words(row: Row, unit: str = "pair") -> str:
    if not row.problem:
        return ""
    words = PROBLEMS[row.problem]
    if row.problem is Problem.TOO_MANY_NAMES:
        words = TOO_MANY_TEXTS.get(unit, words)
    return str(words) % {"about": row.about}
