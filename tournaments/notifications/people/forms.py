import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Channel, Follower, NotificationMethod, Team
from tournaments.organiser.forms import Data, ServiceForm

LONGEST: Final = 4000


class FollowForm(ServiceForm):
    """Follow a tournament; each method has its own button."""

    team = forms.TypedChoiceField(
        label=pgettext_lazy("field", "Who you are"),
        required=False,
        help_text=_("Players are also notified of their table and seat."),
        coerce=int,
        empty_value=None,
    )
    email = forms.CharField(
        label=_("Email address"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    way = forms.ChoiceField(choices=NotificationMethod.choices, widget=forms.HiddenInput)
    push = forms.CharField(max_length=LONGEST, required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Data = None, *, teams: Sequence[Team] = (), team: int | None = None
    ) -> None:
        super().__init__(data, initial={"team": team})
        self.teams = {each.number: each for each in teams}
        for optional in ("team", "email"):
            self.fields[optional].has_default = True  # type: ignore[attr-defined]
        field = self.fields["team"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [
            ("", pgettext_lazy("follower", "a spectator")),
            *((each.number, f"{each.number} {each.shown}") for each in teams),
        ]
        if not teams:
            del self.fields["team"]

    def clean_push(self) -> object:
        """The browser's subscription as JSON; None if invalid."""
        try:
            return json.loads(self.cleaned_data["push"] or "null")
        except (ValueError, RecursionError):
            return None

    def service_values(self) -> Mapping[str, object]:
        values: dict[str, Any] = dict(self.cleaned_data)
        values["team"] = self.teams.get(values.get("team"))
        return values


class DirectorFollowForm(FollowForm):
    def service_values(self) -> Mapping[str, object]:
        return {**super().service_values(), "role": Follower.Role.DIRECTOR}


class BotForm(ServiceForm):
    kind: Final = Channel.Kind.BOT
    secret = forms.CharField(
        label=_("Token of the bot"),
        max_length=100,
        error_messages={"required": _("Copy the token that BotFather gave you.")},
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )


class TelegramForm(ServiceForm):
    kind: Final = Channel.Kind.TELEGRAM
    name = forms.CharField(
        label=_("Public name of the channel"),
        max_length=60,
        error_messages={"required": _("Write the channel’s public name, such as @ourclub.")},
    )


class DiscordForm(ServiceForm):
    kind: Final = Channel.Kind.DISCORD
    secret = forms.CharField(
        label=_("Address of the webhook"),
        max_length=300,
        error_messages={
            "required": _(
                "Copy the whole address of the webhook: https://discord.com/api/webhooks/…"
            )
        },
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )


CHANNEL_FORMS: Final[tuple[type[BotForm | TelegramForm | DiscordForm], ...]] = (
    BotForm,
    TelegramForm,
    DiscordForm,
)
