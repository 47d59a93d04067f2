"""Forms that call services and show their errors."""

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypedDict, TypeVar, Unpack, cast

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from games.wording.zones import zone_names
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.scoring import EXACT_NUMBER

T = TypeVar("T")
Data = Mapping[str, object] | None
"""Posted data; None before a submit."""


class FormOptions(TypedDict, total=False):
    files: MultiValueDict[str, UploadedFile[Any]]
    initial: MutableMapping[str, Any]
    prefix: str


class ServiceForm(forms.Form):
    """A form that passes its values to a service and shows its error at the field."""

    use_required_attribute = False

    def submit_to(self, service: Callable[..., T], **more: object) -> T | None:
        """Call the service with the valid values; None after errors."""
        if not self.is_valid():
            return None
        try:
            return service(**{**self.service_values(), **more})
        except RuleViolationError as refusal:
            self.add_refusal(refusal)
            return None

    def service_values(self) -> Mapping[str, object]:
        """Values by the service's argument names."""
        return dict(self.cleaned_data)

    def kept(self, name: str) -> object:
        """A field's value, or the stored one if submitted unchanged.

        Widgets show less than is stored, such as a time without seconds.
        """
        bound, stored = self[name], self.initial.get(name)
        shown = bound.field.widget.format_value(bound.field.prepare_value(stored))
        return stored if bound.data == shown else self.cleaned_data[name]

    def add_refusal(self, refusal: RuleViolationError) -> None:
        field = refusal.field.split(".")[0].split("[")[0]
        self.add_error(field if field in self.fields else None, str(refusal))


UNCOMPARED_FIELDS = frozenset({"reason", "late"})
"""About the change itself, so without a previous value."""


@dataclass(frozen=True)
class FieldDifference:
    """A field with its stored and entered values."""

    label: StrOrPromise | None
    now: object
    mine: object


class VersionedForm(ServiceForm):
    """Form with optimistic locking; ``seen`` is the version token of the initial values.

    On ``conflict`` the form is shown again with the current token, so resubmitting
    overwrites. An empty ``seen`` skips the check.
    """

    # No id: several forms on a page have this field.
    seen = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"id": False})
    )
    conflict: ConflictError | None = None
    differences: Sequence[FieldDifference] = ()

    def clean_seen(self) -> str | None:
        return self.cleaned_data["seen"] or None

    def add_refusal(self, refusal: RuleViolationError) -> None:
        if isinstance(refusal, ConflictError) and "seen" in refusal.details:
            self.adopt_conflict(refusal)
        else:
            super().add_refusal(refusal)

    def adopt_conflict(self, conflict: ConflictError) -> None:
        """Adopt the current version token; the entered values are kept."""
        self.conflict = conflict
        data: dict[str, Any] = (
            dict(self.data) if not isinstance(self.data, QueryDict) else self.data.copy()
        )
        data[self.add_prefix("seen")] = conflict.details["seen"]
        self.data = data

    def compare(self, now: forms.Form) -> None:
        """Set ``differences`` between the current and the entered values."""
        self.differences = [
            FieldDifference(self[name].label, shown, mine)
            for name in self.fields
            if name in now.fields and name not in UNCOMPARED_FIELDS and not self[name].is_hidden
            for shown in [display_value(now, name, now[name].initial)]
            for mine in [display_value(self, name, self[name].value())]
            if str(shown) != str(mine)
        ]


def display_value(form: forms.Form, name: str, value: object) -> object:
    """A field's value as readable text."""
    field = form.fields[name]
    if isinstance(field, forms.BooleanField):
        return _("yes") if field.to_python(value) else _("no")
    if isinstance(field, forms.ChoiceField):
        chosen = value if isinstance(value, list | tuple) else [value]
        keys = {"" if each is None else str(each) for each in chosen}
        choices: Iterable[tuple[Any, Any]] = cast(Any, field.choices)
        words = ((word,) for key, word in choices if str(key) in keys)
        return format_html_join(", ", "{}", words) or "–"
    shown = field.widget.format_value(field.prepare_value(value))
    return "–" if shown is None or shown == "" else shown


class FieldOptions(TypedDict, total=False):
    label: StrOrPromise
    required: bool
    help_text: StrOrPromise


class ExactField(forms.CharField):
    """Exact number: integer, decimal (point or comma) or fraction."""

    def __init__(self, **words: Unpack[FieldOptions]) -> None:
        super().__init__(max_length=20, **words)
        self.widget.attrs.setdefault("inputmode", "decimal")

    def clean(self, value: object) -> Fraction | None:
        text = super().clean(value).replace(",", ".").replace("−", "-").replace(" ", "")
        if not text:
            return None
        if not EXACT_NUMBER.fullmatch(text.removeprefix("+")):
            raise ValidationError(gettext_lazy("Write a number, such as 2.5 or 1/3."))
        return Fraction(text)


def optional_number_field(
    label: StrOrPromise, low: int, high: int, hint: StrOrPromise = ""
) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, help_text=hint, required=False, widget=widget
    )


def small_number_field(
    label: StrOrPromise, low: int, high: int, hint: StrOrPromise = ""
) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, help_text=hint, widget=widget
    )


def zone_field() -> forms.ChoiceField:
    return forms.ChoiceField(label=gettext_lazy("Time zone"), choices=zone_choices, required=False)


def zone_choices() -> list[tuple[str, str]]:
    return [("", settings.TIME_ZONE), *((name, name) for name in zone_names())]
