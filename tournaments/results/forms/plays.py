from collections import Counter
from collections.abc import Mapping
from typing import Unpack

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext
from django_stubs_ext import StrOrPromise

from games.belot import Variant, seats_of
from games.belot.records import InvalidJsonError, read_json
from games.wording import texts as wording
from games.wording.contras import contra_choices, missing_contra_text
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.models import Play, Result
from tournaments.organiser.announced import AnnouncedFields, initial_said
from tournaments.organiser.forms import Data, FormOptions
from tournaments.results.forms.games import StoredResultForm, require_correction_reason
from tournaments.results.texts import card_points

Choices = list[tuple[str, str | Promise]]
SIDES: Choices = [(side, wording.SEAT_NAMES[side]) for side in ("NS", "EW")]
KINDS: Choices = [
    ("played", _("Played")),
    ("passed_out", _("Passed out")),
    ("not_played", _("Not played")),
    ("record", _("Card by card")),
]
POINTS_LIMIT = 999
CLAIM_FIELDS = frozenset({"contract", "announced_ns", "announced_ew", "belote_ns", "belote_ew"})
"""A change discards the slip's ``claims``."""


class CorrectionForm(AnnouncedFields, StoredResultForm):
    field_order = ("kind", "bid", "capot_bid", "contract", "declarer", "contra", "side", "points")

    kind = forms.ChoiceField(label=_("The board was"), choices=KINDS, widget=forms.RadioSelect)
    contract = forms.ChoiceField(label=_("Contract"), widget=forms.RadioSelect, required=False)
    declarer = forms.ChoiceField(label=_("Named by"), widget=forms.RadioSelect, required=False)
    contra = forms.TypedChoiceField(
        label=_("Doubled"), coerce=int, empty_value=None, widget=forms.RadioSelect, required=False
    )
    side = forms.ChoiceField(
        label=_("Points of"), choices=SIDES, widget=forms.RadioSelect, required=False
    )
    points = forms.IntegerField(
        label=_("Points from tricks, with the last ten"),
        min_value=0,
        max_value=POINTS_LIMIT,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_("The other side is filled in."),
    )
    capot = forms.ChoiceField(
        label=_("Capot"),
        choices=[("", _("no")), *SIDES],
        widget=forms.RadioSelect,
        required=False,
    )
    lead = forms.ChoiceField(
        label=_("Led to the first trick"),
        widget=forms.RadioSelect,
        required=False,
        help_text=_("Optional. A lead out of turn is listed under “Worth checking”."),
    )
    record = forms.CharField(
        label=_("Deal record (JSON)"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=_("Calls and cards of the whole deal; the engine checks every one of them."),
    )
    override = forms.BooleanField(
        label=_("Store it although it does not agree with the cards"), required=False
    )
    reason = forms.CharField(
        label=_("Reason, for the log"),
        max_length=300,
        widget=forms.TextInput(attrs={"list": "usual-reasons", "autocomplete": "off"}),
        error_messages={"required": _("Please give a reason for the log.")},
        help_text=_("For example: “East–West had written down the other board.”"),
    )

    def __init__(
        self,
        data: Data = None,
        *,
        play: Play,
        stored: Result | None = None,
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **more)
        self.stored = stored
        require_correction_reason(self, play)
        if self.stored_record:
            self.fields["record"].help_text = _("If left empty, the stored record is kept.")
        self.variant = play.board.dealt.variant
        self.limit_to_rules(self.variant)
        self.choices_of(
            "contract",
            [(code, wording.CONTRACT_NAMES[code]) for code in self.variant.contracts.split()],
        )
        contras = contra_choices(self.variant)
        self.choices_of("contra", [*contras])
        if len(contras) == 1:
            del self.fields["contra"]
        seats: Choices = [(seat, wording.SEAT_NAMES[seat]) for seat in seats_of(self.variant)]
        self.choices_of("declarer", seats)
        self.choices_of("lead", [("", pgettext("who led", "not known")), *seats])

    def choices_of(self, name: str, choices: Choices) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def slip(self) -> dict[str, object]:
        values = self.cleaned_data
        if self.stored is not None and self.is_untouched:
            return dict(self.stored.slip)
        if values["kind"] in {"passed_out", "not_played"}:
            return {values["kind"]: True}
        slip: dict[str, object] = {
            "contract": values["contract"],
            "declarer": values["declarer"],
            "contra": values.get("contra") or 0,
            "points": self.points_of_sides(),
            **self.said_figures(),
        }
        if values["capot"]:
            slip["capot"] = values["capot"]
        if values["lead"]:
            slip["lead"] = values["lead"]
        claims = self.stored.slip.get("claims") if self.stored is not None else None
        if claims and not CLAIM_FIELDS.intersection(self.changed_data):
            slip["claims"] = claims
        return slip

    @property
    def stored_record(self) -> dict[str, object]:
        record = self.stored.record if self.stored is not None else None
        return dict(record.record) if record is not None else {}

    def deal_record(self) -> dict[str, object]:
        """The pasted record as an object, or the stored one if none was pasted."""
        if not self.cleaned_data["record"]:
            return self.stored_record
        try:
            record = read_json(self.cleaned_data["record"])
        except InvalidJsonError as error:
            raise RuleViolationError(
                "no_json",
                _("This is not JSON: %s. Copy the record again.") % error,
                field="record",
            ) from error
        if not isinstance(record, dict):
            raise RuleViolationError(
                "no_json", _("A deal record is one JSON object."), field="record"
            )
        return record

    @property
    def is_record(self) -> bool:
        return bool(self.cleaned_data.get("kind") == "record")

    def points_of_sides(self) -> dict[str, int]:
        values = self.cleaned_data
        total = card_points(self.variant, values["contract"])
        points = values["points"]
        other = "EW" if values["side"] == "NS" else "NS"
        return {values["side"]: points, other: total - points}

    def clean(self) -> None:
        values = self.cleaned_data
        is_missing = not values.get("record") and not self.stored_record
        if values.get("kind") == "record" and is_missing:
            self.add_error("record", _("Paste the deal record."))
        if values.get("kind") == "played":
            self.require_value("contract", _("Choose what was played."))
            self.require_value("declarer", _("Choose who named it."))
            if self.variant.bids_numbers:
                self.require_value("bid", _("Choose the number that was bid."))
            self.require_value("side", _("Choose whose points these are."))
            self.require_value("points", _("Write the points of one side."))
            self.check_total()
            self.check_contra()

    def require_value(self, name: str, message: StrOrPromise) -> None:
        if self.cleaned_data.get(name) in (None, "") and name not in self.errors:
            self.add_error(name, message)

    def check_contra(self) -> None:
        values = self.cleaned_data
        lacking = missing_contra_text(
            self.variant, values.get("contract") or "", values.get("contra") or 0
        )
        if lacking:
            self.add_error("contra", lacking)

    def check_total(self) -> None:
        values = self.cleaned_data
        if values.get("points") is None or not values.get("contract"):
            return
        total = card_points(self.variant, values["contract"])
        if values["points"] > total:
            self.add_error(
                "points",
                _("%(points)d is too many. In %(contract)s the tricks are worth %(total)d in all.")
                % {
                    "points": values["points"],
                    "contract": wording.contract_name(values["contract"]),
                    "total": total,
                },
            )

    def add_refusal(self, refusal: RuleViolationError) -> None:
        """Map slip and record locations of an error to form fields."""
        place = refusal.field.split(".")[0].split("[")[0]
        if isinstance(refusal, ConflictError):
            super().add_refusal(refusal)
        elif self.is_record:
            self.add_error(place if place == "reason" else "record", str(refusal))
        elif place in ("announced", "belote"):
            side = "ew" if refusal.field.endswith("EW") else "ns"
            self.add_error(f"{place}_{side}", str(refusal))
        else:
            super().add_refusal(refusal)


def initial_of(result: Result | None, variant: Variant) -> dict[str, object]:
    """Initial values from a result; no kind is preselected for a ruling."""
    if result is None or result.is_ruling:
        kind = {"kind": "played"} if result is None else {}
        return {**kind, "contra": "0", "side": "NS", "capot": "", "lead": ""}
    outcome = result.outcome
    announced = outcome.get("announced") or result.slip.get("announced")
    return {
        "kind": "record" if result.record_id else result.kind,
        "contract": result.contract,
        "declarer": result.declarer,
        "contra": str(result.contra),
        "side": "NS",
        "points": (outcome.get("points") or {}).get("NS"),
        **initial_said({**result.slip, **outcome}, announced or declared_points(outcome), variant),
        "capot": outcome.get("capot") or "",
        "lead": result.slip.get("lead") or "",
    }


def declared_points(outcome: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Declarations and belotes that counted, by side, from a record's outcome."""
    total: Counter[str] = Counter()
    for name in ("declarations", "belote"):
        total.update(outcome.get(name) or {})
    return dict(total)
