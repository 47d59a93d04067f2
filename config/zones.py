"""Every request begins in the time zone of the installation; views activate that of their club."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin


class Zones(MiddlewareMixin):
    """Forget the time zone of the request before, which the same thread answered."""

    def process_request(self, _request: HttpRequest) -> None:
        timezone.deactivate()
