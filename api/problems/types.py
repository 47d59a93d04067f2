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
        _("What was sent does not fit"),
        _("A value is missing, of another type or too long. `errors` has each place."),
    ),
    ProblemKind(
        "refused",
        400,
        _("The contest or the game refuses it"),
        _("All can be read, but it is against the rules, or the tournament is not so far."),
    ),
    ProblemKind(
        "unreadable",
        400,
        _("It cannot be read"),
        _("The body is no JSON that can be stored, or the request is broken."),
    ),
    ProblemKind(
        "not-signed-in",
        401,
        _("Nobody is signed in"),
        _("Say who you are, or sign in again: a token is wrong, was taken back or has ended."),
    ),
    ProblemKind(
        "forbidden",
        403,
        _("Not yours to see or do"),
        _("Somebody else may; or a sign-in came without its token against forgery."),
    ),
    ProblemKind(
        "not-found",
        404,
        _("There is nothing at this address"),
        _("It was removed, or it never was."),
    ),
    ProblemKind(
        "not-done-here",
        405,
        _("This cannot be done here"),
        _("`Allow` says what can be done at this address."),
    ),
    ProblemKind(
        "not-given",
        406,
        _("It is not given in this form"),
        _("Only JSON is given, and files at their own addresses."),
    ),
    ProblemKind(
        "conflict",
        409,
        _("It fits a state that is gone"),
        _("Somebody was faster. Look again, then decide; `details` may say what stands now."),
    ),
    ProblemKind(
        "changed",
        412,
        _("It was changed meanwhile"),
        _("`If-Match` names another state than the one that stands. Read it again."),
    ),
    ProblemKind(
        "too-large",
        413,
        _("The body is larger than any real one"),
        _("The whole body was thrown away; nothing of it was stored."),
    ),
    ProblemKind(
        "not-taken",
        415,
        _("It is not taken in this form"),
        _("Only JSON is taken: say so in `Content-Type`."),
    ),
    ProblemKind(
        "key-reused",
        422,
        _("The key was used for something else"),
        _("An `Idempotency-Key` belongs to one request. Take a new one for another."),
    ),
    ProblemKind(
        "state-needed",
        428,
        _("Say which state you saw"),
        _("Without `If-Match` somebody else’s change could be lost. Read it, then send its tag."),
    ),
    ProblemKind(
        "too-many",
        429,
        _("Too many requests"),
        _("`Retry-After` says after how many seconds to come again."),
    ),
    ProblemKind("fault", 500, _("The fault is ours"), _("It has been noted.")),
    ProblemKind(
        "away",
        503,
        _("Not just now"),
        _("Nothing can be stored or looked up. `Retry-After` says when to send it again."),
    ),
)
_BY_STATUS: Final = {kind.status: kind for kind in KINDS if kind.status != 400}
_BY_NAME: Final = {kind.name: kind for kind in KINDS}


def kind_of(status: int, name: str = "") -> ProblemKind:
    """Kind of a status; 400 has several, chosen by name."""
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return _BY_NAME["fault"]
    return _BY_NAME.get(name, _BY_NAME["refused"])


def words_of_status(status: int) -> str:
    return " / ".join(f"{kind.title}." for kind in KINDS if kind.status == status)
