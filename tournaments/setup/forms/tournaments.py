"""A tournament's settings."""

from typing import Any

from django import forms
from django.db.models import Model
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.forms.base import SeenForm, ServiceForm
from tournaments.forms.formats import (
    CARDS_WORDS,
    GAME_FIELDS,
    UNIT_WORDS,
    FormatForm,
    game_initial,
)
from tournaments.forms.rules import preset_choices, rules_on_offer, start_of_rules
from tournaments.models import Club, Tournament
from tournaments.scoring_words import METHODS
from tournaments.services.scoring import methods_for


def whole(label: Any, low: int, high: int, hint: Any = "") -> forms.IntegerField:
    """A small whole number."""
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, help_text=hint, widget=widget
    )


class SettingsForm(FormatForm, SeenForm):
    """What can be said of a tournament before it is drawn."""

    name = forms.CharField(label=pgettext_lazy("tournament", "Name"), max_length=120)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    start_time = forms.TimeField(
        label=_("Start"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    place = forms.CharField(label=pgettext_lazy("venue", "Place"), max_length=200, required=False)
    variant = forms.ChoiceField(label=_("Rules of the game"), widget=forms.RadioSelect)
    scoring = forms.ChoiceField(label=_("Scoring"), widget=forms.RadioSelect)
    boards_per_round = whole(_("Boards a round"), 1, 16)
    minutes_per_board = whole(_("Minutes a board"), 1, 30)
    change_minutes = whole(_("Minutes to change tables"), 0, 30)
    is_public = forms.BooleanField(
        label=_("Listed publicly"),
        required=False,
        help_text=_("Otherwise only those who have the link find it."),
    )

    def __init__(self, *args: Any, tournament: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.choose("variant", preset_choices())
        self.choose(
            "scoring",
            [
                (value, (word, METHODS[value]))
                for value, word in named_scorings(self.first("scoring"))
            ],
        )
        self.choose("unit", [(each, (each.label, UNIT_WORDS[each])) for each in UNIT_WORDS])
        self.choose("cards", [(each, (each.label, CARDS_WORDS[each])) for each in CARDS_WORDS])
        if tournament is not None:
            del self.fields["variant"], self.fields["scoring"]  # they have pages of their own
            if tournament.state != Tournament.State.ENTRY:
                self.fields["boards_per_round"].disabled = True
                self.fields["boards_per_round"].help_text = _("Fixed by the draw.")
                self.fields["unit"].disabled = self.fields["cards"].disabled = True

    def service_values(self) -> dict[str, Any]:
        return self.format_values()

    def first(self, name: str) -> str:
        """What the form was sent or filled in with."""
        return str(self.data.get(name) or self.initial.get(name) or "")

    def choose(self, name: str, options: list[tuple[str, tuple[Any, Any]]]) -> None:
        """Offer options that are a word with a sentence below it."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (value, format_html('<span><b>{}</b><br><span class="hint">{}</span></span>', *words))
            for value, words in options
        ]


class NewTournamentForm(SettingsForm):
    """The settings of a new tournament, and whose it is."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    field_order = ("club", "name", "date", "start_time", "place", "variant", "scoring")

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["club"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = clubs
        if len(clubs) == 1:
            field.widget = forms.HiddenInput()
        self.offers = rules_on_offer(clubs, self.first("variant"))
        self.choose("variant", [(offer.key, (offer.name, offer.words)) for offer in self.offers])

    def clean(self) -> dict[str, Any]:
        """Turn the choice into the rules themselves; a club's own go with that club only."""
        values = dict(self.cleaned_data)
        chosen = next((each for each in self.offers if each.key == values.get("variant")), None)
        club = values.get("club")
        if chosen and club and chosen.club not in (None, club.pk):
            self.add_error("variant", _("These rules are those of another club."))
        if chosen:
            values["variant"] = chosen.variant
        return values


class DeleteForm(ServiceForm):
    """Deleting asks for the name, so that nobody does it by a slip."""

    typed = forms.CharField(label=_("Type the name of the tournament to delete it"))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean_typed(self) -> str:
        typed = str(self.cleaned_data["typed"])
        if typed.strip().casefold() != self.tournament.name.strip().casefold():
            raise forms.ValidationError(_("This is not the name of the tournament."))
        return typed

    def service_values(self) -> dict[str, Any]:
        return {"tournament": self.tournament}


def named_scorings(wanted: str = "") -> list[tuple[Tournament.Scoring, str]]:
    """The ways of scoring of a contest of pairs over boards.

    The ``wanted`` one comes first where it is none of them: a former tournament of teams or of
    open play is copied as it was, and a contest that it does not fit gets its usual one.
    """
    found = [
        Tournament.Scoring(m.value)
        for m in methods_for(Tournament.Unit.PAIR, Tournament.Cards.BOARDS)
    ]
    if wanted in set(Tournament.Scoring.values) - set(found):
        found.insert(0, Tournament.Scoring(wanted))
    return [(each, str(each.label)) for each in found]


def initial_of(tournament: Tournament | None, **more: Any) -> dict[str, Any]:
    """A tournament's settings as first values of a form."""
    apart = {"variant", "seen", *GAME_FIELDS}
    names = [n for n in SettingsForm.base_fields if n not in apart]
    values = {name: getattr(tournament, name) for name in names} if tournament else {}
    if tournament:
        values["variant"] = start_of_rules(tournament)
        values |= game_initial(tournament.game)
    return {**values, **{key: plain(value) for key, value in more.items()}}


def plain(value: Any) -> Any:
    return value.pk if isinstance(value, Model) else value
