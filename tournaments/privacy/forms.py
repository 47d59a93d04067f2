from collections.abc import Mapping, Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Player
from tournaments.organiser.forms import Data, FormOptions, ServiceForm, VersionedForm
from tournaments.privacy.spellings import Spelling


class PublicNameForm(VersionedForm):
    shown_as = forms.ChoiceField(
        label=_("Everybody reads"), choices=Player.ShownAs.choices, widget=forms.RadioSelect
    )
    pseudonym = forms.CharField(
        label=_("Another name"),
        max_length=120,
        required=False,
        help_text=_("Only where another name is chosen above."),
    )
    asked = forms.CharField(
        label=_("Who asked for it, and when"),
        max_length=120,
        required=False,
        help_text=_("For example: “herself, by telephone, 12 May”. Only organisers see it."),
    )


class AnonymiseForm(ServiceForm):
    """Confirmation of the name, other spellings, and who requested the erasure."""

    typed = forms.CharField(
        label=_("The player’s name, once more"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Write the name, so that nobody is erased by mistake.")},
    )
    also = forms.MultipleChoiceField(
        label=_("Other spellings of the same name"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    typed_also = forms.CharField(
        label=_("More spellings, a line each"),
        required=False,
        max_length=1000,
        help_text=_(
            "A nickname or former name. It is erased wherever it occurs in the club’s texts."
        ),
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )
    asked = forms.CharField(
        label=_("Who asked for it, and when"),
        max_length=120,
        error_messages={"required": _("Write who asked for it, and when.")},
        help_text=_("It is kept without the name."),
    )

    field_order = ("also", "typed_also", "typed", "asked")

    def __init__(
        self, data: Data = None, *, spellings: Sequence[Spelling], **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        self.shown = [(each.text, spelling_label(each)) for each in spellings]
        also = self.fields["also"]
        if not spellings:
            del self.fields["also"]
            return
        also.choices = self.shown  # type: ignore[attr-defined]
        also.initial = [each.text for each in spellings if each.is_sure]

    def service_values(self) -> Mapping[str, object]:
        values = self.cleaned_data
        also = [*values.get("also", ()), *values["typed_also"].splitlines()]
        return {"typed": values["typed"], "asked": values["asked"], "also": also}


def spelling_label(spelling: Spelling) -> str:
    """Spelling with counts, one excerpt and possible namesakes."""
    where = ", ".join(f"{what} {count}" for what, count in spelling.places.items())
    words = f"{spelling.text} – {where}: “{spelling.excerpt}”"
    if spelling.others:
        names = ", ".join(spelling.others)
        words += " · " + gettext("it may be %(names)s") % {"names": names}
    return words
