"""How bodies are read: of a bounded size, as JSON or as they are."""

from collections.abc import Mapping
from typing import IO, Any, Final

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser, MultiPartParser
from rest_framework.request import Request

from api.exceptions import TooLarge
from games.belot.records import BadJson, read_bounded, read_json

LARGEST_OF_TABLE: Final = 16 * 1024


def read_body(stream: IO[bytes], most: int, words: str | None = None) -> bytes:
    """The whole body; refused, in these words, when it is larger than any real one."""
    body: bytes = stream.read(most + 1)
    if len(body) > most:
        raise TooLarge(words)
    return body


class BoundedJSONParser(JSONParser):
    """JSON that is refused when it is too large, nested too deeply or cannot be stored."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            values: dict[str, Any] = self.read(stream)
        except BadJson as error:
            raise ParseError(_("This is not JSON that can be read: %s.") % error) from error
        return values

    def read(self, stream: IO[Any]) -> Any:
        """The value that the body says; raises BadJson."""
        return read_json(read_body(stream, settings.DATA_UPLOAD_MAX_MEMORY_SIZE))


def is_form(request: Request) -> bool:
    """Whether a body comes as the parts of a form."""
    return str(request.content_type).startswith(MultiPartParser.media_type)


def is_read_as_form(request: Request) -> bool:
    """Whether it comes so to an address that reads forms; others take the bytes as they are."""
    return is_form(request) and any(
        isinstance(each, MultiPartParser) for each in request.parsers or ()
    )


class TableParser(BoundedJSONParser):
    """JSON of a table: small; each of its fields is asked whether it can be stored."""

    def read(self, stream: IO[Any]) -> Any:
        words = _("This is too much. A result fits into 16 kB.")
        return read_bounded(read_body(stream, LARGEST_OF_TABLE, words))


class TextParser(BaseParser):
    """Hands the body on as text: the engine reads its own forms and reports broken JSON itself."""

    media_type = "*/*"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        body = read_body(stream, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        return body.decode("utf-8", errors="replace")
