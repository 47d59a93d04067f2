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
    """A list with one pair, team or player a line and marks behind the names, or a file.

    Send either ``text`` or ``file``.
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
    """Initial fees, if a list marks payments and there are none."""

    buy_back = None  # type: ignore[assignment]


class PastedListEntrySerializer(PastedListSerializer):
    anyway = YesNoField(
        required=False, default=False, help_text="enter the good rows although others are wrong"
    )
    fees = ListedFeesSerializer(required=False, allow_null=True, default=None)
    people = PeopleField()


class MarksSerializer(serializers.Serializer[Marks]):
    is_here = serializers.BooleanField()
    paid = serializers.ChoiceField(choices=["", "cash", "card"])
    kinds = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text="of each name: member, guest …"
    )
    remark = serializers.CharField(help_text="for those who run the evening alone")


class ListRowSerializer(serializers.Serializer[dict[str, Any]]):
    """A row with the names found and its problem; null: none."""

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
    """A parsed list; ``needs_fees``: it marks payments, but no fees are set."""

    rows = ListRowSerializer(many=True)
    good = serializers.IntegerField()
    wrong = serializers.IntegerField()
    needs_fees = serializers.BooleanField()
    near = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="known players who may be meant, by a name that is not known",
    )


class ListEnteredSerializer(serializers.Serializer[dict[str, Any]]):
    """Teams entered and rows left out.

    ``all_marks`` is false if a payment mark matched no fee.
    """

    entered = EnteredTeamSerializer(many=True)
    left = ListRowSerializer(many=True)
    all_marks = serializers.BooleanField()
