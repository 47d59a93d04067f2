"""Pages that another page of this site may hold in a frame: live views of a rehearsal."""

from csp.constants import SELF
from django.http import HttpResponse


def let_own_pages_frame(response: HttpResponse) -> HttpResponse:
    """The answer, to be shown within pages of this site, and of no other."""
    response["X-Frame-Options"] = "SAMEORIGIN"
    vars(response)["_csp_replace"] = {"frame-ancestors": [SELF]}
    return response
