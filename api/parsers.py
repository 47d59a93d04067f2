"""How bodies are read: of a bounded size, as JSON or as they are."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser

from api.exceptions import TooLarge
from games.belot.bounded_json import BadJson, read_json


def bounded(stream: IO[Any]) -> bytes:
    """The whole body; refused when it is larger than any real one."""
    body: bytes = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise TooLarge
    return body


class BoundedJSONParser(JSONParser):
    """JSON that is refused when it is too large, nested too deeply or cannot be stored."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            values: dict[str, Any] = read_json(bounded(stream))
        except BadJson as error:
            raise ParseError(_("This is not JSON that can be read: %s.") % error) from error
        return values


class TextParser(BaseParser):
    """Hands the body on as text: the engine reads its own forms and reports broken JSON itself."""

    media_type = "*/*"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        return bounded(stream).decode("utf-8", errors="replace")
