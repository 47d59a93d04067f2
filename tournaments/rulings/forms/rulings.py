import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, TypedDict, Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from tournaments.models import Adjustment, Result, Team, Tournament
from tournaments.organiser.forms import Data, ExactField, FormOptions, VersionedForm
from tournaments.scoring import Method
from tournaments.standings.texts import AVERAGES

Weighted = list[int | str]
"""Net, and weight as exact text, as stored."""
ASSIGNED: Final = "assigned"
SAME: Final = "same"
RESULT: Final = re.compile(r"\s*([+-]?\d{1,5})\s*(?:[:x×*]\s*([0-9./]+)\s*(%?))?\s*")
REASON: Final = _("Reason, for the log")
KINDS: Final = [
    (Result.Kind.ADJUSTED.value, _("Adjusted score")),
    (Result.Kind.NOT_PLAYED.value, _("Not played: average for both")),
    (Result.Kind.NOT_COUNTED.value, _("Not counted for either side of this table")),
    (Result.Kind.LATE.value, _("Played later: counts once it is entered")),
]


def reason_field() -> forms.CharField:
    return forms.CharField(
        label=REASON,
        max_length=300,
        widget=forms.TextInput(attrs={"list": "usual-reasons", "autocomplete": "off"}),
        error_messages={"required": _("Please give a reason for the log.")},
    )


class NetsField(forms.CharField):
    """Weighted results: ``10`` or ``10: 2/3, -4: 1/3``; weights can be percentages."""

    def __init__(self, *, label: StrOrPromise, help_text: StrOrPromise) -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            max_length=120,
            required=False,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )

    def clean(self, value: object) -> list[Weighted]:
        """Pairs of net and exact weight; empty for an empty field."""
        text = super().clean(value).replace("−", "-").replace("–", "-")
        return [read_weighted(part) for part in re.split(r"[,;]", text) if part.strip()]


def read_weighted(part: str) -> Weighted:
    match = RESULT.fullmatch(part)
    try:
        assert match is not None
        weight = Fraction(match[2] or 1) / (100 if match[3] else 1)
    except (AssertionError, ValueError, ZeroDivisionError) as error:
        raise ValidationError(
            _("Write results with their parts, such as 10: 2/3, −4: 1/3.")
        ) from error
    return [int(match[1]), str(weight)]


def initial_of_ruling(result: Result | None) -> dict[str, object]:
    """Initial values from a stored ruling; empty for other results."""
    if result is None or not result.is_ruling:
        return {}
    initial: dict[str, object] = {
        "ruling": result.kind,
        "is_public": bool(result.slip.get("public")),
    }
    for side, award in result.awards.items():
        average = award.get("average")
        initial[f"{side.lower()}_award"] = average or ASSIGNED
        if average is None:
            initial[f"{side.lower()}_nets"] = nets_text(award["nets"])
    if "nets" in result.awards.get("NS", {}) and result.awards["NS"] == result.awards["EW"]:
        initial |= {"ew_award": SAME, "ew_nets": ""}
    return initial


def nets_text(nets: Iterable[tuple[int, str]]) -> str:
    return ", ".join(f"{net}" if weight == "1" else f"{net}: {weight}" for net, weight in nets)


class RulingValues(TypedDict):
    kind: Result.Kind
    awards: dict[str, object] | None
    reason: str
    is_public: bool
    seen: str | None


class RulingForm(VersionedForm):
    ruling = forms.ChoiceField(label=_("The result is"), choices=KINDS, widget=forms.RadioSelect)
    ns_award = forms.ChoiceField(
        label=_("North–South get"),
        choices=[*AVERAGES.items(), (ASSIGNED, _("an assigned result"))],
        required=False,
    )
    ns_nets = NetsField(
        label=_("Assigned to North–South"),
        help_text=_(
            "North–South minus East–West, such as 10 or −16. Several results with their parts: "
            "10: 2/3, −4: 1/3."
        ),
    )
    ew_award = forms.ChoiceField(
        label=_("East–West get"),
        choices=[
            (SAME, _("the other side of the same result")),
            *AVERAGES.items(),
            (ASSIGNED, _("another assigned result")),
        ],
        required=False,
    )
    ew_nets = NetsField(
        label=_("Assigned to East–West"), help_text=_("Also as North–South minus East–West.")
    )
    ruling_reason = reason_field()
    is_public = forms.BooleanField(
        label=_("Everybody may read the reason"), required=False, initial=True
    )

    def __init__(self, data: Data = None, **more: Unpack[FormOptions]) -> None:
        usual = {
            "ruling": Result.Kind.ADJUSTED.value, "ns_award": "equal", "ew_award": "equal",
            "is_public": True,
        }  # fmt: skip
        more["initial"] = {**usual, **(more.get("initial") or {})}
        super().__init__(data, **more)

    def clean(self) -> None:
        """Require a result for an assigned side; default the other side to average."""
        values = self.cleaned_data
        if values.get("ruling") != Result.Kind.ADJUSTED:
            return
        for side in ("ns", "ew"):
            is_assigned = values.get(f"{side}_award") == ASSIGNED
            if is_assigned and values.get(f"{side}_nets") == []:
                self.add_error(f"{side}_nets", _("Write the result."))
        if values.get("ew_award") == SAME and values.get("ns_award") != ASSIGNED:
            self.add_error("ew_award", _("Choose which average East–West get."))

    def service_values(self) -> RulingValues:
        values = self.cleaned_data
        kind = Result.Kind(values["ruling"])
        return {
            "kind": kind,
            "awards": self.awards() if kind == Result.Kind.ADJUSTED else None,
            "reason": values["ruling_reason"],
            "is_public": values["is_public"],
            "seen": values["seen"],
        }

    def awards(self) -> dict[str, object]:
        ns = self.award("ns")
        return {"NS": ns, "EW": ns if self.cleaned_data["ew_award"] == SAME else self.award("ew")}

    def award(self, side: str) -> dict[str, object]:
        chosen = self.cleaned_data[f"{side}_award"]
        if chosen == ASSIGNED:
            return {"nets": self.cleaned_data[f"{side}_nets"]}
        return {"average": chosen}


class TeamField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: Team) -> str:
        return f"{obj.number} {obj.name}"


ENTRANTS: Final = {
    Tournament.Unit.PAIR: _("Pair"),
    Tournament.Unit.TEAM: _("Team"),
    Tournament.Unit.PLAYER: _("Player"),
}


class AdjustmentForm(VersionedForm):
    what = forms.ChoiceField(label=_("What"), widget=forms.RadioSelect)
    team = TeamField(label=_("Team"), queryset=Team.objects.none())
    amount = ExactField(label=_("How many"), required=False)
    round = forms.TypedChoiceField(
        label=_("In round"), coerce=int, empty_value=None, required=False
    )
    per = forms.ChoiceField(label=_("Counted in"), choices=Adjustment.Per.choices, required=False)
    reason = reason_field()
    is_public = forms.BooleanField(
        label=_("Everybody may read the reason"), required=False, initial=True
    )

    def __init__(
        self,
        data: Data = None,
        *,
        tournament: Tournament,
        unit: str | Promise,
        **more: Unpack[FormOptions],
    ) -> None:
        usual = {"what": "take", "per": "total", "is_public": True}
        more["initial"] = {**usual, **(more.get("initial") or {})}
        super().__init__(data, **more)
        if tournament.is_open_play:
            del self.fields["per"]
        words = [
            ("take", _("Penalty: points are taken")),
            ("give", _("Bonus: points are given")),
            ("warn", _("Warning: nothing is taken")),
        ]
        if tournament.scoring == Method.POINTS_THEN_WINS:
            words.append(("tariff", _("162 points for the opponents of a round, and a warning")))
        self.choices_of("what", words)
        rounds = tournament.rounds.order_by("number").values_list("number", flat=True)
        self.choices_of("round", [("", "–"), *((str(n), str(n)) for n in rounds)])
        team = self.fields["team"]
        assert isinstance(team, TeamField)
        team.queryset = Team.objects.filter(tournament=tournament, number__isnull=False)
        team.label = ENTRANTS[Tournament.Unit(tournament.unit)]
        self.fields["amount"].help_text = _("In %(unit)s; with a point, a comma or as 1/3.") % {
            "unit": unit
        }

    def choices_of(self, name: str, choices: Sequence[tuple[str, StrOrPromise]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> None:
        """Require points for a penalty or bonus, and a round for the tariff."""
        values = self.cleaned_data
        needs_points = values.get("what") in ("take", "give") and "amount" not in self.errors
        if needs_points and not values.get("amount"):
            self.add_error("amount", _("Write how many points."))
        if values.get("what") == "tariff" and not values.get("round"):
            self.add_error("round", _("Say in which round."))

    @property
    def is_tariff(self) -> bool:
        return bool(self.cleaned_data["what"] == "tariff")

    def signed_points(self) -> Fraction:
        """The points; negative for a penalty."""
        size = abs(self.cleaned_data["amount"] or 0)
        return Fraction({"take": -size, "give": size}.get(self.cleaned_data["what"], 0))

    def service_values(self) -> dict[str, object]:
        values = self.cleaned_data
        common = {
            "reason": values["reason"],
            "round_number": values["round"],
            "is_public": values["is_public"],
            "seen": values["seen"],
        }
        if self.is_tariff:
            return {"offender": values["team"], **common}
        return {
            "team": values["team"],
            "amount": self.signed_points(),
            "per": Adjustment.Per(values.get("per") or Adjustment.Per.TOTAL),
            **common,
        }
