from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, Unpack

from django import forms
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolationError
from tournaments.models import SCORING_NAMES, Tournament
from tournaments.organiser.forms import (
    Data,
    ExactField,
    FormOptions,
    VersionedForm,
    optional_number_field,
)
from tournaments.scoring import (
    IMP_TABLES,
    Method,
    Options,
    Tariff,
    Weight,
    default_tie_breaks,
    exact_number,
    options_of,
    unknown_options,
)
from tournaments.standings.services import Scoring
from tournaments.standings.texts import SCALES, tie_break_words
from tournaments.state.formats import is_knockout
from tournaments.state.scoring import NO_TIE_BREAKS, chain_of, methods_for, usual_chain_of
from tournaments.state.version_tokens import scoring_state

Choices = list[tuple[str, Any]]
TIE_BREAK_FIELDS: Final = 6
MAX_VALUE: Final = 100_000
"""Larger numbers are typing mistakes."""
OWN_TARIFF: Final = "tariff"
DEFAULT_OPTIONS: Final = Options()
IMP_TABLE_NAMES: Final[Mapping[str, str | Promise]] = {
    "belot": _("for belot: 2 points are the first IMP, 241 are 24"),
    "bridge": _("of bridge: 20 points are the first IMP"),
}
WEIGHTS: Final[Mapping[str, str | Promise]] = {
    Weight.BOARD: _("every board alike"),
    Weight.TOP: _("each board by its top: the more tables, the more it counts"),
}


class ScoringForm(VersionedForm):
    """All scoring settings; inapplicable fields are removed."""

    scoring = forms.ChoiceField(label=_("Scoring"), widget=forms.RadioSelect)
    match_worth = forms.ChoiceField(label=_("What a match is worth"), required=False)
    win = ExactField(label=_("Won"), required=False)
    draw = ExactField(label=_("Drawn"), required=False)
    loss = ExactField(label=_("Lost"), required=False)
    imp_table = forms.ChoiceField(label=_("IMP table"), required=False)
    clip = optional_number_field(
        _("Cap differences at"),
        1,
        MAX_VALUE,
        _("Points beyond the cap do not count. If left empty, there is no cap."),
    )
    datum_drop = optional_number_field(
        _("Butler: results left out at each end"),
        0,
        MAX_VALUE,
        _("If left empty: none below 5 tables, one up to 9, two from 10 on."),
    )
    bye_score = ExactField(
        label=_("A round without an opponent is worth"),
        required=False,
        help_text=_("If left empty: 12 VP, a win, or the others’ average."),
    )
    bye_points = ExactField(
        label=_("Points of a round without an opponent"),
        required=False,
        help_text=_(
            "They decide between tied entrants, for example with “wins, then points”. "
            "Leave empty for none."
        ),
    )
    annul_leavers = forms.BooleanField(
        label=_("Round robin: matches of a team that leaves before half of them do not count"),
        required=False,
    )
    small_groups = forms.BooleanField(
        label=_("One to three tables that had other cards get 60, 65/55 or 70/60/50%"),
        required=False,
    )
    upgrade_averages = forms.BooleanField(
        label=_("Average plus is at least what a pair makes elsewhere; average minus at most"),
        required=False,
    )
    average_imps = ExactField(label=_("Average plus, in IMPs"), required=False)
    average_net = ExactField(label=_("Average plus, in points"), required=False)
    per_board = forms.ChoiceField(
        label=_("Totals"),
        choices=[("", _("as usual")), ("mean", _("mean a board")), ("sum", _("all added up"))],
        required=False,
    )
    weight = forms.ChoiceField(label=_("Weighting in averages"), required=False)
    carry = forms.ChoiceField(
        label=_("Carried over from the previous stage"),
        choices=Tournament.Carry.choices,
        required=False,
    )
    carry_share = ExactField(
        label=_("Share carried over"),
        required=False,
        help_text=_("If left empty: a half, or less if the final is more than twice as long."),
    )

    def __init__(
        self, data: Data = None, *, tournament: Tournament, **more: Unpack[FormOptions]
    ) -> None:
        more.setdefault("initial", initial_of(tournament))
        super().__init__(data, **more)
        self.tournament = tournament
        self.methods = methods_for(tournament.unit, tournament.cards)
        set_choices(self, "scoring", method_choices(self.methods))
        set_choices(self, "match_worth", match_choices(self.methods, tournament))
        set_choices(self, "imp_table", [(key, IMP_TABLE_NAMES.get(key, key)) for key in IMP_TABLES])
        set_choices(self, "weight", list(WEIGHTS.items()))
        for name in unknown_options(self.methods[0], list(self.fields)):
            del self.fields[name]
        if not any(method.in_percent for method in self.methods):
            self.fields.pop("weight", None)  # no board top to weight by
        self.known = [name for name in options_of(self.methods[0]) if name in self.fields]
        for step in range(1, TIE_BREAK_FIELDS + 1):
            self.fields[f"tie_{step}"] = tie_field(step, tournament)
        if tournament.follows_id is None:
            del self.fields["carry"], self.fields["carry_share"]

    @property
    def ties(self) -> list[forms.BoundField]:
        return [self[f"tie_{step}"] for step in range(1, TIE_BREAK_FIELDS + 1)]

    @property
    def tariff(self) -> list[forms.BoundField]:
        return [self["win"], self["draw"], self["loss"]]

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in self.known]

    def service_values(self) -> Scoring:
        values = self.cleaned_data
        stored: Scoring = {
            "scoring": values["scoring"],
            "match_scale": self.scale(),
            "tie_breaks": self.chain(),
            "scoring_options": self.options(),
        }
        if "carry" in self.fields:
            share = values.get("carry_share")
            stored["carry"] = values.get("carry") or Tournament.Carry.NONE
            stored["carry_share"] = self.tournament.carry_share
            if "carry_share" in self.changed_data:
                stored["carry_share"] = "" if share is None else str(share)
        return stored

    def add_refusal(self, refusal: RuleViolationError) -> None:
        """Show errors of match settings at the match field."""
        if refusal.field == "matches":  # a field with this name would hide a form method
            self.add_error("match_worth", str(refusal))
        else:
            super().add_refusal(refusal)

    def scale(self) -> dict[str, object]:
        """Worth of a match; unchanged values stay as stored (a tariff can be by games won)."""
        if not {"match_worth", "win", "draw", "loss"}.intersection(self.changed_data):
            return dict(self.tournament.match_scale)
        chosen = self.cleaned_data["match_worth"]
        if chosen != OWN_TARIFF:
            return {"vp": chosen} if chosen else {}
        usual = Tariff()
        tariff = {
            name: exact_number(getattr(usual, name) if value is None else value)
            for name in ("win", "draw", "loss")
            for value in [self.cleaned_data[name]]
        }
        return {"tariff": tariff}

    def chain(self) -> list[str]:
        """Tie-breaks in order; empty for the default."""
        named = [self.cleaned_data[f"tie_{step}"] for step in range(1, TIE_BREAK_FIELDS + 1)]
        chain = [name for name in named if name]
        method = Method(self.cleaned_data["scoring"])
        if not {"scoring", *(field.name for field in self.ties)}.intersection(self.changed_data):
            return list(self.tournament.tie_breaks)
        if method is not Method(self.initial["scoring"]) and chain == self.initial_chain():
            return []
        usual = usual_chain_of(self.tournament)
        if method is not Method(self.tournament.scoring):
            usual = default_tie_breaks(method, is_knockout=is_knockout(self.tournament))
        return [] if chain == [each.value for each in usual] else chain or [NO_TIE_BREAKS]

    def initial_chain(self) -> list[str]:
        return [str(name) for name in (self.initial.get(f.name) for f in self.ties) if name]

    def options(self) -> dict[str, object]:
        """Non-default options; untouched ones stay as stored."""
        changed = set(self.known).intersection(self.changed_data)
        new_options = {name: self.cleaned_data[name] for name in sorted(changed)}
        if "per_board" in new_options:
            new_options["per_board"] = {"mean": True, "sum": False}.get(new_options["per_board"])
        stored = dict(self.tournament.scoring_options)
        for name in unknown_options(self.methods[0], list(stored)) if new_options else ():
            del stored[name]
        for name, value in new_options.items():
            usual = getattr(DEFAULT_OPTIONS, name)
            stored.pop(name, None)
            empty = value is None or value == ""
            if value != usual and not empty:
                stored[name] = exact_number(value) if isinstance(value, Fraction) else value
        return stored


def set_choices(form: forms.Form, name: str, choices: Choices) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


def method_choices(methods: Iterable[Method]) -> Choices:
    return [
        (
            method.value,
            format_html(
                '<span><b>{}</b><br><span class="hint">{}</span></span>',
                SCORING_NAMES[method],
                _(method.told.what),
            ),
        )
        for method in methods
    ]


def match_choices(methods: Iterable[Method], tournament: Tournament) -> Choices:
    if tournament.cards == Tournament.Cards.OPEN:
        return [
            ("", _("2 points for winning, 1 for a draw")),
            (OWN_TARIFF, _("points as written below")),
        ]
    plain = _("nothing of its own: boards are added up")
    return [("", plain), *SCALES.items(), (OWN_TARIFF, _("points as written below"))]


def tie_field(step: int, tournament: Tournament) -> forms.ChoiceField:
    label = format_lazy(_("Tie-break {step}"), step=step)
    named = tie_break_words(tournament)
    choices = [("", "–"), *((key, words[0]) for key, words in named.items())]
    return forms.ChoiceField(label=label, choices=choices, required=False)


def initial_of(tournament: Tournament) -> dict[str, object]:
    scale = tournament.match_scale
    options = tournament.options
    values: dict[str, Any] = {
        "seen": scoring_state(tournament).seen,
        "scoring": tournament.scoring,
        "match_worth": scale.get("vp") or (OWN_TARIFF if "tariff" in scale else ""),
        **{name: str(value) for name, value in scale.get("tariff", {}).items()},
        "carry": tournament.carry,
        "carry_share": tournament.carry_share,
        "per_board": {True: "mean", False: "sum"}.get(options.per_board or False, "")
        if options.per_board is not None
        else "",
    }
    for name in (
        "small_groups", "upgrade_averages", "imp_table", "datum_drop", "clip", "weight",
        "annul_leavers",
    ):  # fmt: skip
        values[name] = getattr(options, name)
    for name in ("average_imps", "average_net", "bye_score", "bye_points"):
        value = getattr(options, name)
        values[name] = "" if value is None else str(exact_number(value))
    for step, tie_break in enumerate(chain_of(tournament)[:TIE_BREAK_FIELDS], 1):
        values[f"tie_{step}"] = tie_break.value
    return values
