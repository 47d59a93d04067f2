"""API errors: one format, stable codes, localised messages."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from drf_standardized_errors.formatter import flatten_errors
from drf_standardized_errors.handler import ExceptionHandler
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.exceptions import (
    ApiConflictError,
    ApiRuleViolationError,
    PreconditionFailedError,
    TooLargeError,
)
from api.problems import MEDIA_TYPE, Fault, kind_of, problem
from tournaments.errors import ConflictError, RuleViolationError


class ApiExceptionHandler(ExceptionHandler):
    """Convert errors of services to the API's format."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        if isinstance(exc, ConflictError):
            return ApiConflictError(exc)
        if isinstance(exc, RuleViolationError):
            return ApiRuleViolationError(exc)
        if isinstance(exc, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
            return TooLargeError()
        return super().convert_known_exceptions(exc)

    def should_not_handle(self, exc: Exception) -> bool:
        """``web.error_responses`` handles database outages for the whole site."""
        away = isinstance(exc, OperationalError | InterfaceError | InternalError)
        return away or bool(super().should_not_handle(exc))

    def convert_unhandled_exceptions(self, exc: Exception) -> exceptions.APIException:
        if isinstance(exc, exceptions.APIException):
            return exc
        return exceptions.APIException(_("Something went wrong on our side. It has been logged."))

    def format_exception(self, exc: exceptions.APIException) -> dict[str, object]:
        faults = [Fault(each.code, each.detail, each.attr) for each in flatten_errors(exc.detail)]
        if isinstance(exc, ApiRuleViolationError):
            faults = [Fault(each.code, each.detail, exc.attr) for each in faults]
        kind = kind_of(exc.status_code, bad_request_kind(exc))
        body = problem(kind, faults, django_request(self.context.get("request")))
        return body | {"details": exc.details} if isinstance(exc, ApiRuleViolationError) else body

    def get_response(self, exc: exceptions.APIException, data: dict[str, object]) -> Response:
        """Send errors as JSON even if a file or a page was requested."""
        request = self.context.get("request")
        if request is not None:
            request.accepted_renderer = ProblemRenderer()
            request.accepted_media_type = MEDIA_TYPE
        response: Response = super().get_response(exc, data)
        if isinstance(exc, PreconditionFailedError):
            response["ETag"] = exc.tag
        return response


def bad_request_kind(exc: exceptions.APIException) -> str:
    if isinstance(exc, exceptions.ValidationError):
        return "invalid"
    return "unreadable" if isinstance(exc, exceptions.ParseError) else "refused"


def django_request(request: Request | None) -> HttpRequest | None:
    return request._request if request is not None else None


class ProblemRenderer(JSONRenderer):
    """JSON in ASCII, so that errors can quote any character."""

    media_type = MEDIA_TYPE
    ensure_ascii = True
