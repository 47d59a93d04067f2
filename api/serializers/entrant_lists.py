"""A pasted list of entrants: what was understood of each row, and what was entered."""

from typing import Any

from rest_framework import serializers

from api.serializers.cash import NewFeesSerializer
from api.serializers.entrants import EnteredTeamSerializer
from api.serializers.fields import PeopleField, TextField, YesNoField
from tournaments.entries.lists import MAX_TEXT
from tournaments.entries.marks import Marks
from tournaments.entries.rows import Problem
from tournaments.exports.readers import MAX_BYTES


class PastedListSerializer(serializers.Serializer[None]):
    """A list as it was written: a pair, team or player a line, marks behind the names; or a file.

    Either ``text`` or ``file`` is sent.
    """

    text = TextField(
        max_length=MAX_TEXT, required=False, default="", allow_blank=True, trim_whitespace=False
    )
    file_name = TextField(
        max_length=200,
        required=False,
        default="",
        allow_blank=True,
        help_text="of the file; or of a `.csv` or `.tsv` whose text is sent",
    )
    file = TextField(
        max_length=MAX_BYTES * 4 // 3 + 4,
        required=False,
        default="",
        allow_blank=True,
        help_text="CSV, XLSX or plain text, in base64",
    )
    encoding = TextField(
        max_length=20,
        required=False,
        default="",
        allow_blank=True,
        help_text="of the file, such as `cp1250`, where it was refused as `which_encoding`",
    )


class ListedFeesSerializer(NewFeesSerializer):
    """The fees to begin with, where a list says who has paid and there are none."""

    buy_back = None  # type: ignore[assignment]


class PastedListEntrySerializer(PastedListSerializer):
    """A list that is entered."""

    anyway = YesNoField(
        required=False, default=False, help_text="enter the good rows although others are wrong"
    )
    fees = ListedFeesSerializer(required=False, allow_null=True, default=None)
    people = PeopleField()


class MarksSerializer(serializers.Serializer[Marks]):
    """What stands behind the names."""

    is_here = serializers.BooleanField()
    paid = serializers.ChoiceField(choices=["", "cash", "card"])
    kinds = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text="of each name: member, guest …"
    )
    remark = serializers.CharField(help_text="for those who run the evening alone")


class ListRowSerializer(serializers.Serializer[dict[str, Any]]):
    """One row: its line, the names found, and what is wrong with it; null: nothing."""

    line = serializers.IntegerField(source="row.line")
    text = serializers.CharField(source="row.text")
    title = serializers.CharField(source="row.title", help_text="the name of a team")
    names = serializers.ListField(child=serializers.CharField(), source="row.names")
    marks = MarksSerializer(source="row.marks")
    problem = serializers.ChoiceField(
        choices=[each.value for each in Problem], source="row.problem", allow_null=True
    )
    words = serializers.CharField(help_text="the problem in words, and what would be right")


class ListPreviewSerializer(serializers.Serializer[dict[str, Any]]):
    """What was understood of a list; ``needs_fees``: it says who has paid, and nobody pays yet."""

    rows = ListRowSerializer(many=True)
    good = serializers.IntegerField()
    wrong = serializers.IntegerField()
    needs_fees = serializers.BooleanField()
    near = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="known players who may be meant, by a name that is not known",
    )


class ListEnteredSerializer(serializers.Serializer[dict[str, Any]]):
    """Who was entered, and the rows that were left out.

    ``all_marks`` is false where a mark of payment could not be kept: there are no such fees.
    """

    entered = EnteredTeamSerializer(many=True)
    left = ListRowSerializer(many=True)
    all_marks = serializers.BooleanField()
