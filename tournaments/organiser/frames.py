from csp.constants import SELF
from django.http import HttpResponse


def allow_same_site_framing(response: HttpResponse) -> HttpResponse:
    response["X-Frame-Options"] = "SAMEORIGIN"
    vars(response)["_csp_replace"] = {"frame-ancestors": [SELF]}
    return response
