from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from django_filters.fields import BaseCSVField
from drf_spectacular.utils import extend_schema_field

from api.serializers.fields import MOST_ID
from tournaments.models import Tournament

MOST_LETTERS: Final = 120


class FilterForm(forms.Form):
    """Rejects empty filter values, except in list filters."""

    def clean(self) -> None:
        for name, field in self.fields.items():
            if self.data.get(name) == "" and not isinstance(field, BaseCSVField):
                words = _("Enter what to look for, or leave this out.")
                self.add_error(name, forms.ValidationError(words, code="empty"))
        super().clean()


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": MOST_ID})
class IdFilter(filters.NumberFilter):  # type: ignore[misc]
    """Filter by a related id; an unknown id gives an empty list."""

    field_class = forms.IntegerField

    def get_max_validator(self) -> None:
        """The form field is already bounded."""


@extend_schema_field({"type": "string", "pattern": "^[^\\x00]+$", "maxLength": MOST_LETTERS})
class TextFilter(filters.CharFilter):  # type: ignore[misc]
    """Text filter without NUL characters."""


class TournamentFilter(filters.FilterSet):  # type: ignore[misc]
    club = IdFilter(field_name="club_id", min_value=1, max_value=MOST_ID)

    name = TextFilter(lookup_expr="icontains", max_length=MOST_LETTERS)
    order = filters.OrderingFilter(fields=["date", "name", "state"])

    class Meta:
        model = Tournament
        form = FilterForm
        fields = {"state": ["exact"], "date": ["exact", "gte", "lte"]}
