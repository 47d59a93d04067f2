from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Delivery
from tournaments.notifications.webhooks.services import CHOICES
from tournaments.organiser.forms import ServiceForm


class WebhookForm(ServiceForm):
    address = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("Of your own program. It begins with https://."),
        error_messages={"required": _("Write the address of your program.")},
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        required=False,
        help_text=_("For you alone: “Our site”, “The screen in the hall”."),
    )
    events = forms.MultipleChoiceField(
        label=_("Events"),
        choices=[(event, Delivery.Event(event).label) for event in CHOICES],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one event.")},
    )


class ChangeWebhookForm(WebhookForm):
    is_on = forms.BooleanField(label=_("Switched on"), required=False)
