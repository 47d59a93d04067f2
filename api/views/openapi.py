"""The API's description of itself, for programs and for people."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer, TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import LOOKS, Operation
from api.problems import KINDS


class RefusesInJson:
    """Only what was asked for comes in another form than the rest of the API."""

    def get_renderers(self) -> list[BaseRenderer]:
        if self.request.method in LOOKS:  # type: ignore[attr-defined]
            return super().get_renderers()  # type: ignore[misc,no-any-return]
        return [JSONRenderer()]

    def perform_content_negotiation(
        self, request: Request, force: bool = False
    ) -> tuple[BaseRenderer, str]:
        """A method that is not allowed is refused as that, in whatever form it asks for."""
        force = force or request.method not in LOOKS
        return super().perform_content_negotiation(request, force)  # type: ignore[misc,no-any-return]


@lru_cache(maxsize=len(settings.LANGUAGES))
def schema_in(language: str | None) -> object:
    """Generate the schema in a language: it takes a second and is the same for all callers."""
    with translation.override(language):
        return SchemaGenerator().get_schema(  # type: ignore[no-untyped-call]
            request=None, public=True
        )


class CachedGenerator(SchemaGenerator):
    """Return the cached schema unless the caller names a version."""

    def get_schema(self, request: object = None, public: bool = False) -> object:
        if self.api_version or not public:
            return super().get_schema(request, public)  # type: ignore[no-untyped-call]
        return schema_in(translation.get_language())


class Described(RefusesInJson, SpectacularAPIView):
    """The schema."""

    generator_class = CachedGenerator


class Docs(RefusesInJson, SpectacularSwaggerView):
    """A page to try the API on."""


class KindSerializer(serializers.Serializer[Any]):
    """A kind of problem, as it stands in ``type``."""

    type = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    words = serializers.CharField()


class Problems(RefusesInJson, Operation):
    """What can be wrong; its page is where ``type`` leads to."""

    renderer_classes = (JSONRenderer, TemplateHTMLRenderer)

    @extend_schema(responses=KindSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every kind of problem, with its status and what it is in words; a page for browsers."""
        if isinstance(request.accepted_renderer, TemplateHTMLRenderer):
            return Response({"kinds": KINDS}, template_name="api/problems.html")
        return Response(KindSerializer(KINDS, many=True).data)
