"""A form whose values go to a service, and which shows what the service refuses."""

from collections.abc import Callable
from typing import Any

from django import forms

from tournaments.errors import Refused


class ServiceForm(forms.Form):
    """A form that hands its values to a service and takes a refusal back to the field at fault."""

    use_required_attribute = False

    def hand_to(self, service: Callable[..., Any], **more: Any) -> Any:
        """What the service gives for the valid values; None after errors, which the form shows."""
        if not self.is_valid():
            return None
        try:
            return service(**{**self.service_values(), **more})
        except Refused as refusal:
            self.add_refusal(refusal)
            return None

    def service_values(self) -> dict[str, Any]:
        """The values as the service names them."""
        return dict(self.cleaned_data)

    def add_refusal(self, refusal: Refused) -> None:
        """Show a refusal at its field, or above the form."""
        field = refusal.field.split(".")[0].split("[")[0]
        self.add_error(field if field in self.fields else None, str(refusal))
