from collections.abc import Sequence
from typing import Unpack

from django import forms
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import SCORING_NAMES, Tournament
from tournaments.organiser.forms import (
    Data,
    FormOptions,
    ServiceForm,
    VersionedForm,
    small_number_field,
    zone_field,
)
from tournaments.rules.options import copy_choice, preset_choices
from tournaments.scoring import Method
from tournaments.setup.forms.formats import (
    CARDS_WORDS,
    GAME_FIELDS,
    UNIT_WORDS,
    FormatForm,
    game_initial,
)
from tournaments.state.scoring import methods_for


class SettingsForm(FormatForm, VersionedForm):
    name = forms.CharField(label=pgettext_lazy("tournament", "Name"), max_length=120)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    start_time = forms.TimeField(
        label=_("Start"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    time_zone = zone_field()
    place = forms.CharField(label=pgettext_lazy("venue", "Place"), max_length=200, required=False)
    variant = forms.ChoiceField(label=_("Rules of the game"), widget=forms.RadioSelect)
    scoring = forms.ChoiceField(label=_("Scoring"), widget=forms.RadioSelect)
    boards_per_round = small_number_field(_("Boards a round"), 1, 16)
    minutes_per_board = small_number_field(_("Minutes a board"), 1, 30)
    change_minutes = small_number_field(_("Minutes between rounds"), 0, 30)
    is_public = forms.BooleanField(
        label=_("Listed publicly"),
        required=False,
        help_text=_("Otherwise only those who have the link find it."),
    )

    def __init__(
        self,
        data: Data = None,
        *,
        tournament: Tournament | None = None,
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **more)
        self.tournament = tournament
        self.set_choices("variant", preset_choices())
        self.set_choices(
            "scoring",
            [
                (value, (word, _(value.told.what)))
                for value, word in pair_scorings(self.first("scoring"))
            ],
        )
        self.set_choices("unit", [(each, (each.label, UNIT_WORDS[each])) for each in UNIT_WORDS])
        self.set_choices("cards", [(each, (each.label, CARDS_WORDS[each])) for each in CARDS_WORDS])
        if tournament is None:
            del self.fields["time_zone"]
        else:
            del self.fields["variant"], self.fields["scoring"]
            if tournament.is_open_play:
                self.fields["minutes_per_board"].label = _("Minutes a deal")
                del self.fields["boards_per_round"]
            if tournament.state != Tournament.State.ENTRY:
                if "boards_per_round" in self.fields:
                    self.fields["boards_per_round"].disabled = True
                    self.fields["boards_per_round"].help_text = _("Fixed by the draw.")
                self.fields["unit"].disabled = self.fields["cards"].disabled = True

    def clean_start_time(self) -> object:
        return self.kept("start_time") if self.tournament else self.cleaned_data["start_time"]

    def service_values(self) -> dict[str, object]:
        return self.format_values()

    def first(self, name: str) -> str:
        return str(self.data.get(name) or self.initial.get(name) or "")

    def set_choices(
        self, name: str, options: Sequence[tuple[str, tuple[str | Promise, str | Promise]]]
    ) -> None:
        """Offer options that consist of a word and an explanation."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (value, format_html('<span><b>{}</b><br><span class="hint">{}</span></span>', *words))
            for value, words in options
        ]


class DeleteForm(ServiceForm):
    """Require the tournament's name, against accidental deletion."""

    typed = forms.CharField(label=_("Type the name of the tournament to delete it"))

    def __init__(
        self, data: Data = None, *, tournament: Tournament, **more: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **more)
        self.tournament = tournament

    def clean_typed(self) -> str:
        typed = str(self.cleaned_data["typed"])
        if typed.strip().casefold() != self.tournament.name.strip().casefold():
            raise forms.ValidationError(_("This is not the name of the tournament."))
        return typed

    def service_values(self) -> dict[str, object]:
        return {"tournament": self.tournament}


def pair_scorings(wanted: str = "") -> list[tuple[Method, str]]:
    """Scorings for pairs over boards.

    An unsuitable ``wanted`` one (from a copied tournament of teams or open play) comes
    first; it is replaced by the default where it does not fit.
    """
    methods = list(methods_for(Tournament.Unit.PAIR, Tournament.Cards.BOARDS))
    if wanted in set(Method) - set(methods):
        methods.insert(0, Method(wanted))
    return [(each, str(SCORING_NAMES[each])) for each in methods]


def initial_of(tournament: Tournament | None, **more: object) -> dict[str, object]:
    apart = {"variant", "seen", *GAME_FIELDS}
    names = [n for n in SettingsForm.base_fields if n not in apart]
    values = {name: getattr(tournament, name) for name in names} if tournament else {}
    if tournament:
        values["variant"] = copy_choice(tournament)
        values |= game_initial(tournament.game)
    return {**values, **{key: plain(value) for key, value in more.items()}}


def plain(value: object) -> object:
    return value.pk if isinstance(value, Model) else value
