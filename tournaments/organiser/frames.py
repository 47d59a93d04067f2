from csp.constants import SELF
from django.http import HttpResponse


def let_own_pages_frame(response: HttpResponse) -> HttpResponse:
    response["X-Frame-Options"] = "SAMEORIGIN"
    vars(response)["_csp_replace"] = {"frame-ancestors": [SELF]}
    return response
