"""Request parsers with a bounded body size."""

from collections.abc import Mapping
from typing import IO, Any, Final

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser, MultiPartParser
from rest_framework.request import Request

from api.exceptions import TooLargeError
from games.belot.records import InvalidJsonError, read_bounded, read_json

MAX_TABLE_BODY_BYTES: Final = 16 * 1024


def read_body(stream: IO[bytes], most: int, words: str | None = None) -> bytes:
    """Whole body; raises TooLarge with ``words`` above ``most`` bytes."""
    body: bytes = stream.read(most + 1)
    if len(body) > most:
        raise TooLargeError(words)
    return body


class BoundedJSONParser(JSONParser):
    """JSON that is rejected when too large, too deep or not storable."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            values: dict[str, Any] = self.read(stream)
        except InvalidJsonError as error:
            raise ParseError(_("This is not JSON that can be read: %s.") % error) from error
        return values

    def read(self, stream: IO[Any]) -> Any:
        return read_json(read_body(stream, settings.DATA_UPLOAD_MAX_MEMORY_SIZE))


def is_form(request: Request) -> bool:
    return str(request.content_type).startswith(MultiPartParser.media_type)


def is_read_as_form(request: Request) -> bool:
    """Whether the body is a form and the view reads forms; otherwise it is raw bytes."""
    return is_form(request) and any(
        isinstance(each, MultiPartParser) for each in request.parsers or ()
    )


class TableParser(BoundedJSONParser):
    """Small JSON of a table; each field checks whether it can be stored."""

    def read(self, stream: IO[Any]) -> Any:
        words = _("Too large. A result must fit into 16 kB.")
        return read_bounded(read_body(stream, MAX_TABLE_BODY_BYTES, words))


class TextParser(BaseParser):
    """Pass the body on as text: the engine parses it and reports invalid JSON."""

    media_type = "*/*"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        body = read_body(stream, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        return body.decode("utf-8", errors="replace")
