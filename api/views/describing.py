"""The API's description of itself, for programs and for people."""

from typing import Any

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.response import Response


class RefusesInJson:
    """Only what was asked for comes in another form than the rest of the API."""

    def get_renderers(self) -> list[BaseRenderer]:
        if self.request.method in ("GET", "HEAD"):  # type: ignore[attr-defined]
            return super().get_renderers()  # type: ignore[misc,no-any-return]
        return [JSONRenderer()]

    def handle_exception(self, error: Exception) -> Response:
        response: Response = super().handle_exception(error)  # type: ignore[misc]
        request: Any = self.request  # type: ignore[attr-defined]
        request.accepted_renderer = JSONRenderer()
        request.accepted_media_type = JSONRenderer.media_type
        return response


class Described(RefusesInJson, SpectacularAPIView):
    """The schema."""


class Docs(RefusesInJson, SpectacularSwaggerView):
    """A page to try the API on."""
