"""Errors of the API: one form for all, with a stable code and words in the caller's language."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, InternalError, OperationalError
from drf_standardized_errors.handler import ExceptionHandler
from rest_framework import exceptions

from api.exceptions import NotDone, NotDoneAnyMore, TooLarge
from tournaments.errors import Conflict, Refused


class Handler(ExceptionHandler):
    """Puts what the services refuse into the API's form of errors."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        if isinstance(exc, Conflict):
            return NotDoneAnyMore(exc)
        if isinstance(exc, Refused):
            return NotDone(exc)
        if isinstance(exc, RequestDataTooBig):
            return TooLarge()
        return super().convert_known_exceptions(exc)

    def should_not_handle(self, exc: Exception) -> bool:
        """A database that is away is answered for the whole site, in ``config.refusals``."""
        away = isinstance(exc, OperationalError | InterfaceError | InternalError)
        return away or bool(super().should_not_handle(exc))

    def format_exception(self, exc: exceptions.APIException) -> dict[str, object]:
        body: dict[str, Any] = super().format_exception(exc)
        if isinstance(exc, NotDone):
            body["errors"][0]["attr"] = exc.attr
            body["details"] = exc.details
        return body
