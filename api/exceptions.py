"""Error responses of the API."""

from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status

from tournaments.errors import RuleViolationError


class ApiRuleViolationError(exceptions.APIException):
    """A refusal by the tournament or the game, with field and details."""

    status_code: int = status.HTTP_400_BAD_REQUEST

    def __init__(self, refused: RuleViolationError) -> None:
        super().__init__(str(refused.message), refused.code)
        self.attr = refused.field or None
        self.details = refused.details


class ApiConflictError(ApiRuleViolationError):
    """A refusal because the state has changed."""

    status_code: int = status.HTTP_409_CONFLICT


class TooLargeError(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"
    default_detail = _("This is too much for one request; at most 2 MB are taken.")


class InvalidKeyError(exceptions.ValidationError):
    default_code = "bad_key"

    def __init__(self, words: str) -> None:
        super().__init__({"Idempotency-Key": [exceptions.ErrorDetail(words, "bad_key")]})


class KeyReusedError(exceptions.APIException):
    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "key_of_another_request"
    default_detail = _("This key was used for a different request. Use a new one.")


class KeyInUseError(exceptions.APIException):
    status_code = status.HTTP_409_CONFLICT
    default_code = "being_done"
    default_detail = _("The same request is being processed. Send it again in a moment.")


class PreconditionFailedError(exceptions.APIException):
    """`If-Match` failed; ``tag`` is the current ETag."""

    status_code = status.HTTP_412_PRECONDITION_FAILED
    default_code = "other_state"
    default_detail = _("This has changed in the meantime. Read it again, then decide.")

    def __init__(self, tag: str) -> None:
        super().__init__()
        self.tag = tag


class PreconditionRequiredError(exceptions.APIException):
    """A full replacement without a version token."""

    status_code = status.HTTP_428_PRECONDITION_REQUIRED
    default_code = "state_needed"
    default_detail = _("State which version you are changing: its ETag in `If-Match`, or `seen`.")
