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

from api.base import READ_METHODS, Operation
from api.problems import KINDS


class JsonErrorsMixin:
    """Send successful responses in the view's format, errors as JSON."""

    def get_renderers(self) -> list[BaseRenderer]:
        if self.request.method in READ_METHODS:  # type: ignore[attr-defined]
            return super().get_renderers()  # type: ignore[misc,no-any-return]
        return [JSONRenderer()]

    def perform_content_negotiation(
        self, request: Request, force: bool = False
    ) -> tuple[BaseRenderer, str]:
        """Return 405 for a wrong method regardless of the requested format."""
        force = force or request.method not in READ_METHODS
        return super().perform_content_negotiation(request, force)  # type: ignore[misc,no-any-return]


@lru_cache(maxsize=len(settings.LANGUAGES))
def cached_schema(language: str | None) -> object:
    """Schema in a language; generating takes a second, and all callers get the same."""
    with translation.override(language):
        return SchemaGenerator().get_schema(  # type: ignore[no-untyped-call]
            request=None, public=True
        )


class CachedGenerator(SchemaGenerator):
    """Return the cached schema unless the caller names a version."""

    def get_schema(self, request: object = None, public: bool = False) -> object:
        if self.api_version or not public:
            return super().get_schema(request, public)  # type: ignore[no-untyped-call]
        return cached_schema(translation.get_language())


class SchemaView(JsonErrorsMixin, SpectacularAPIView):
    generator_class = CachedGenerator


class Docs(JsonErrorsMixin, SpectacularSwaggerView):
    """A page to try the API on."""


class ProblemKindSerializer(serializers.Serializer[Any]):
    type = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    words = serializers.CharField()


class Problems(JsonErrorsMixin, Operation):
    renderer_classes = (JSONRenderer, TemplateHTMLRenderer)

    @extend_schema(responses=ProblemKindSerializer(many=True))
    def get(self, request: Request) -> Response:
        """All problem types with status and description; a page for browsers."""
        if isinstance(request.accepted_renderer, TemplateHTMLRenderer):
            return Response({"kinds": KINDS}, template_name="api/problems.html")
        return Response(ProblemKindSerializer(KINDS, many=True).data)
