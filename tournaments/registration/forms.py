from collections.abc import Mapping, Sequence
from typing import Unpack
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.names import NAME_LENGTH
from tournaments.entries.services.entries import PLAYERS_PER_ENTRANT
from tournaments.errors import RuleViolationError
from tournaments.models import EntryPlan, Signup, Tournament
from tournaments.organiser.forms import Data, FormOptions, ServiceForm
from tournaments.registration.services.signups import ContactDetails

FIELDS = ("first", "second", "third", "fourth", "fifth", "sixth")
WITH, LOOKS = "with", "look"


def player_field(label: object, *, required: bool, hint: str = "name") -> forms.CharField:
    return forms.CharField(
        label=str(label),
        max_length=NAME_LENGTH,
        required=required,
        widget=forms.TextInput(attrs={"autocomplete": hint}),
        error_messages={"required": _("Write the name of the player.")},
    )


class SignupForm(ServiceForm):
    """Registration form: names, partner, contact."""

    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        data: Data = None,
        *,
        tournament: Tournament,
        plan: EntryPlan,
        lookers: Sequence[Signup] = (),
        reach: ContactDetails | None = None,
        **more: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **more)
        self.unit, self.reach = tournament.unit, reach or ContactDetails()
        self.fields["key"].initial = uuid4()
        self.add_names(lookers)
        if plan.contact != EntryPlan.Contact.NO:
            self.add_contact()

    def add_names(self, lookers: Sequence[Signup]) -> None:
        least, most = PLAYERS_PER_ENTRANT[self.unit]
        self.players = FIELDS[:most]
        if self.unit == "team":
            self.fields["name"] = forms.CharField(
                label=_("Name of the team"), max_length=200, required=False
            )
        for at, name in enumerate(self.players):
            label = _("Your name") if at == 0 else _("Player %d") % (at + 1)
            hint = "name" if at == 0 else "off"
            self.fields[name] = player_field(label, required=at < least, hint=hint)
        if self.unit == "pair":
            self.fields["partner"] = forms.ChoiceField(
                label=_("With whom do you play?"),
                choices=partner_choices(lookers),
                initial=WITH,
                widget=forms.RadioSelect,
            )
            self.fields["second"] = player_field(
                _("Your partner’s name"), required=False, hint="off"
            )
            self.fields["second"].help_text = _("Leave empty if you still need one.")
            self.order_fields(("first", "partner", "second"))

    def add_contact(self) -> None:
        self.fields["email"] = forms.EmailField(
            label=_("Email"),
            required=False,
            help_text=_("For the link to your page, and when you move up."),
            widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        )
        self.fields["phone"] = forms.CharField(
            label=_("Telephone"),
            max_length=40,
            required=False,
            widget=forms.TextInput(attrs={"autocomplete": "tel", "inputmode": "tel"}),
        )

    def clean(self) -> None:
        values = self.cleaned_data
        if (
            values.get("partner") == WITH
            and not values.get("second")
            and "second" not in self.errors
        ):
            self.add_error(
                "second", _("Enter your partner’s name, or state that you are looking for one.")
            )

    def service_values(self) -> Mapping[str, object]:
        values = self.cleaned_data
        partner = values.get("partner", WITH)
        is_alone = self.unit == "pair" and partner != WITH
        players = self.players[:1] if is_alone else self.players
        reach = ContactDetails(
            values.get("email", ""), values.get("phone", ""), self.reach.site, self.reach.language
        )
        return {
            "players": [values[name] for name in players],
            "name": values.get("name", ""),
            "client_key": values["key"],
            "wants_partner": is_alone,
            "offers_to": int(partner) if partner.isdecimal() else None,
            "reach": reach,
        }

    def add_refusal(self, refusal: RuleViolationError) -> None:
        if refusal.field == "players":
            named = refusal.details.get("player")
            meant = (name for name in self.players if self.cleaned_data.get(name) == named)
            self.add_error(next(meant, "first"), str(refusal))
        else:
            super().add_refusal(refusal)


def partner_choices(lookers: Sequence[Signup]) -> list[tuple[str, str]]:
    """Options: a named partner, none yet, or a player looking for one."""
    return [
        (WITH, _("With a partner")),
        (LOOKS, _("I need a partner")),
        *(
            (str(each.pk), _("With %s, who is looking for a partner") % each.title)
            for each in lookers
        ),
    ]


class PartnerForm(ServiceForm):
    partner = forms.CharField(
        label=gettext_lazy("Your partner’s name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Write the name of the player.")},
    )

    def add_refusal(self, refusal: RuleViolationError) -> None:
        self.add_error("partner" if refusal.field == "players" else None, str(refusal))


class PlanForm(ServiceForm):
    is_open = forms.BooleanField(
        label=gettext_lazy("Players can enter by themselves"), required=False
    )
    closes_at = forms.DateTimeField(
        label=gettext_lazy("Until"),
        required=False,
        help_text=gettext_lazy("If left empty: until the draw."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
    )
    most = forms.IntegerField(
        label=gettext_lazy("Places"),
        required=False,
        min_value=1,
        help_text=gettext_lazy("Beyond it there is a waiting list. Leave empty for no limit."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    needs_approval = forms.BooleanField(
        label=gettext_lazy("I look at each before they are entered"), required=False
    )
    shows_names = forms.BooleanField(
        label=gettext_lazy("Show who is entered before the draw, not only how many"), required=False
    )
    contact = forms.ChoiceField(
        label=gettext_lazy("Email or telephone"), choices=EntryPlan.Contact.choices
    )

    def clean_closes_at(self) -> object:
        return self.kept("closes_at")


def plan_form(data: Data, plan: EntryPlan | None) -> PlanForm:
    plan = plan or EntryPlan(is_open=False)
    names = PlanForm.base_fields
    return PlanForm(data, initial={name: getattr(plan, name) for name in names})
