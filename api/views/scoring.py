from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.parsers import TextParser
from api.problems import MEDIA_TYPE
from api.schema import ProblemSerializer
from games.belot import score_text

MOST_OBJECTS = 500

SLIP = {
    "variant": "bulgarian",
    "contract": "AT",
    "declarer": "W",
    "points": {"NS": 34, "EW": 224},
}


ONE_OR_MANY = {
    "oneOf": [
        {"type": "object", "additionalProperties": True},
        {"type": "array", "items": {"type": "object"}, "maxItems": MOST_OBJECTS},
    ]
}


class EscapedJSONRenderer(JSONRenderer):
    """JSON in ASCII, so that errors can quote any character."""

    ensure_ascii = True


class ScoreView(Operation):
    """Score deal records, summaries and matches; nothing is stored."""

    authentication_classes = ()
    parser_classes = (TextParser,)
    renderer_classes = (EscapedJSONRenderer,)

    @extend_schema(
        request={"application/json": ONE_OR_MANY},
        responses={
            200: ONE_OR_MANY,
            (400, "application/json"): ONE_OR_MANY,
            (400, MEDIA_TYPE): ProblemSerializer,
        },
        examples=[OpenApiExample("A summary", value=SLIP, request_only=True)],
        summary="Score a record, a summary or a match",
    )
    def post(self, request: Request) -> Response:
        """One object returns one object; an array or one object a line returns an array; at most
        500.

        A rule violation returns ``{"error": {"at", "rule", "message", "legal"}}`` in its place,
        and status 400.
        """
        text = str(request.data)
        results = list(score_text(text, MOST_OBJECTS))
        single = len(results) == 1 and not text.lstrip().startswith("[")
        failed = any("error" in result for result in results)
        return Response(results[0] if single else results, status=400 if failed else 200)
