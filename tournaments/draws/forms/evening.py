import json
from collections.abc import Mapping, Sequence
from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.draws.selectors.proposals import EveningAnswers
from tournaments.models import SCORING_NAMES, Tournament
from tournaments.movements import Proposal
from tournaments.organiser.forms import Data, FormOptions
from tournaments.state.scoring import methods_for

ENTRANTS = {
    Tournament.Unit.PAIR: _("Pairs"),
    Tournament.Unit.TEAM: _("Teams"),
    Tournament.Unit.PLAYER: _("Players"),
}


def figure(low: int, high: int, step: int = 1, **more: object) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "step": step})
    return forms.IntegerField(min_value=low, max_value=high, widget=widget, **more)  # type: ignore[arg-type]


class EveningForm(forms.Form):
    use_required_attribute = False

    entrants = figure(0, 2000)
    packs = figure(1, 999, label=_("How many packs do you have?"), required=False)
    minutes = figure(20, 900, label=_("Time for play"))
    dealing = forms.ChoiceField(
        label=_("Who deals"), required=False, choices=Tournament.Dealing.choices
    )
    scoring = forms.ChoiceField(label=_("Scoring"), required=False)
    boards = forms.IntegerField(required=False, min_value=1, max_value=16, widget=forms.HiddenInput)

    def __init__(self, data: Data, *, tournament: Tournament, **more: Unpack[FormOptions]) -> None:
        super().__init__(data, **more)
        self.tournament = tournament
        self.fields["entrants"].label = ENTRANTS[Tournament.Unit(tournament.unit)]
        field = self.fields["scoring"]
        assert isinstance(field, forms.ChoiceField)
        methods = methods_for(tournament.unit, tournament.cards)
        field.choices = [(each.value, SCORING_NAMES[each]) for each in methods]
        if tournament.is_open_play:
            del self.fields["packs"], self.fields["dealing"], self.fields["boards"]
        else:
            self.fields["packs"].widget.attrs["placeholder"] = _("enough")

    @property
    def asked(self) -> EveningAnswers:
        values = self.cleaned_data
        return EveningAnswers(
            entrants=values["entrants"],
            minutes=values["minutes"],
            packs=values.get("packs"),
            by_tables=values.get("dealing") != Tournament.Dealing.ONCE,
            boards=values.get("boards"),
        )

    def plan(self) -> dict[str, object]:
        """Settings stored with the draw."""
        values = self.cleaned_data
        plan_values: dict[str, object] = {"play_minutes": values["minutes"]}
        if not self.tournament.is_open_play:
            plan_values |= {"packs": values["packs"]}
            plan_values |= {"dealing": values["dealing"] or Tournament.Dealing.TABLES.value}
        return plan_values | ({"scoring": values["scoring"]} if values.get("scoring") else {})


def evening_form(tournament: Tournament, present: int, values: Mapping[str, str]) -> EveningForm:
    usual = {
        "entrants": present,
        "packs": tournament.packs or "",
        "minutes": tournament.play_minutes,
        "dealing": tournament.dealing,
        "scoring": tournament.scoring,
        "boards": "",
    }
    return EveningForm({k: values.get(k, v) for k, v in usual.items()}, tournament=tournament)


def key_of(proposal: Proposal) -> str:
    return f"{proposal.kind} {json.dumps(dict(proposal.params), sort_keys=True)}"


def chosen_proposal(key: str, proposals: Sequence[Proposal]) -> Proposal | None:
    return next((proposal for proposal in proposals if key_of(proposal) == key), None)
