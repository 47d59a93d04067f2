"""Addresses that lack their last slash."""

from django.http import HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware


class Moved(HttpResponsePermanentRedirect):
    """The whole address; what was sent is to be sent again there. It is no page."""

    def __init__(self, whole: str) -> None:
        super().__init__(whole, preserve_request=True)
        del self["Content-Type"]


class Slashes(CommonMiddleware):
    """Leads to the address with its slash without turning a post into a look."""

    response_redirect_class = Moved
