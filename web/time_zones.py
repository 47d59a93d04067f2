"""Activate the installation's time zone for each request; views activate the club's."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin


class TimeZoneMiddleware(MiddlewareMixin):
    """Reset the time zone that the previous request left in this thread."""

    def process_request(self, _request: HttpRequest) -> None:
        timezone.deactivate()
