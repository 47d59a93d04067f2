"""API client that calls operations by name."""

import json
from typing import Any

from django.test import Client
from django.urls import reverse

from api.urls import urlpatterns
from tests.builders import director_of
from tournaments.models import Tournament


class ApiClient:
    def __init__(self, tournament: Tournament, user: Any = None) -> None:
        self.client = Client()
        self.known = {"code": tournament.code, "club_id": tournament.club_id}
        self.client.force_login(user or director_of(tournament))

    def ask(self, operation: str, body: Any = None, **parts: Any) -> tuple[int, Any]:
        """Status and response of an operation such as "POST api_finish"."""
        method, name = operation.split()
        known = {**self.known, **parts}
        address = url_of(name, known)
        data = None if body is None and method == "GET" else json.dumps(body or {})
        answer = getattr(self.client, method.lower())(
            address, data, content_type="application/json"
        )
        return answer.status_code, answer.json() if answer.content else None

    def code(self, operation: str, body: Any = None, **parts: Any) -> tuple[int, str]:
        """Status and error code."""
        status, answer = self.ask(operation, body, **parts)
        return status, answer["errors"][0]["code"]


def token_client(secret: str, **headers: Any) -> Client:
    return Client(headers={"Authorization": f"Bearer {secret}"}, **headers)


def url_of(name: str, known: dict[str, Any]) -> str:
    route = next(each for each in urlpatterns if each.name == name)
    return reverse(name, kwargs={part: known[part] for part in route.pattern.converters})
