"""Problem types: few, so that clients can handle all; the code says which error exactly.

The page at ``/api/v1/problems/`` describes each; its anchor is the ``type``.
"""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PAGE: Final = "/api/v1/problems/"


@dataclass(frozen=True)
class ProblemKind:
    name: str
    status: int
    title: str | Promise
    words: str | Promise

    @property
    def type(self) -> str:
        return f"{PAGE}#{self.name}"


KINDS: Final = (
    ProblemKind(
        "invalid",
        400,
        _("The request does not match the schema"),
        _("A value is missing, of the wrong type or too long. `errors` lists each one."),
    ),
    ProblemKind(
        "refused",
        400,
        _("The contest or the game does not allow it"),
        _(
            "The request is well formed, but the rules do not allow it, or the tournament "
            "has not reached that stage."
        ),
    ),
    ProblemKind(
        "unreadable",
        400,
        _("The request cannot be read"),
        _("The body is not valid JSON, or the request is malformed."),
    ),
    ProblemKind(
        "not-signed-in",
        401,
        _("Not signed in"),
        _("Authenticate or sign in again: the token is wrong, revoked or expired."),
    ),
    ProblemKind(
        "forbidden",
        403,
        _("Access denied"),
        _("Another user may do this; or the request came without its CSRF token."),
    ),
    ProblemKind(
        "not-found",
        404,
        _("There is nothing at this address"),
        _("It has been removed or never existed."),
    ),
    ProblemKind(
        "method-not-allowed",
        405,
        _("Method not allowed"),
        _("`Allow` lists the methods of this address."),
    ),
    ProblemKind(
        "not-acceptable",
        406,
        _("Not available in this format"),
        _("Only JSON is available; files have their own addresses."),
    ),
    ProblemKind(
        "conflict",
        409,
        _("Conflict with the current state"),
        _(
            "Someone else changed it first. Read it again, then decide; `details` may give "
            "the current state."
        ),
    ),
    ProblemKind(
        "changed",
        412,
        _("It has changed in the meantime"),
        _("`If-Match` does not match the current version. Read it again."),
    ),
    ProblemKind(
        "too-large",
        413,
        _("Request body too large"),
        _("The body was discarded; nothing was stored."),
    ),
    ProblemKind(
        "unsupported-media-type",
        415,
        _("Unsupported media type"),
        _("Only JSON is accepted: set `Content-Type`."),
    ),
    ProblemKind(
        "key-reused",
        422,
        _("The key was used for something else"),
        _("An `Idempotency-Key` belongs to one request. Use a new one for another."),
    ),
    ProblemKind(
        "state-needed",
        428,
        _("State which version you saw"),
        _("Without `If-Match` someone else’s change could be lost. Read it, then send its ETag."),
    ),
    ProblemKind(
        "too-many",
        429,
        _("Too many requests"),
        _("`Retry-After` gives the number of seconds to wait."),
    ),
    ProblemKind("internal-error", 500, _("Error on our side"), _("It has been noted.")),
    ProblemKind(
        "service-unavailable",
        503,
        _("Service unavailable"),
        _("Nothing can be read or stored right now. `Retry-After` says when to try again."),
    ),
)
_BY_STATUS: Final = {kind.status: kind for kind in KINDS if kind.status != 400}
_BY_NAME: Final = {kind.name: kind for kind in KINDS}


def kind_of(status: int, name: str = "") -> ProblemKind:
    """Kind of a status; 400 has several, chosen by name."""
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return _BY_NAME["internal-error"]
    return _BY_NAME.get(name, _BY_NAME["refused"])


def words_of_status(status: int) -> str:
    return " / ".join(f"{kind.title}." for kind in KINDS if kind.status == status)
