"""What the API can answer besides a result."""

from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status

from tournaments.errors import Refused


class NotDone(exceptions.APIException):
    """A request that the contest or the game refuses, with where and what would be right."""

    status_code: int = status.HTTP_400_BAD_REQUEST

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused.message), refused.code)
        self.attr = refused.field or None
        self.details = refused.details


class NotDoneAnyMore(NotDone):
    """A request that fits a state which is gone."""

    status_code: int = status.HTTP_409_CONFLICT


class TooLarge(exceptions.APIException):
    """A body that is larger than any real one."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"
    default_detail = _("This is too much for one request; at most 2 MB are taken.")
