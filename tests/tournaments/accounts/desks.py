import json
import uuid
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.tournaments.manage import address
from tournaments.models import HelperLink, Play, Team


class HelperBrowser:
    """Browser in which a helper link was opened under a name."""

    def __init__(self, link: HelperLink, name: str) -> None:
        self.client, self.tournament, self.name = Client(), link.tournament, name
        self.client.post(reverse("helper", args=[link.code]), {"name": name})

    def get(self, page: str, **headers: str) -> Any:
        return self.client.get(address(page, self.tournament), headers=headers)

    def send(self, part: str, play: Play | None = None, **values: Any) -> Any:
        body = {"play": play.pk if play else 1, "key": str(uuid.uuid4()), **values}
        return self.client.post(
            address(f"scorer_{part}", self.tournament),
            json.dumps(body),
            content_type="application/json",
            headers={"accept": "application/json"},
        )

    def type(self, play: Play, ns: int, ew: int) -> Any:
        return self.send("step", play, typed={"figures": {"NS": str(ns), "EW": str(ew)}})

    def press(self, what: str, team: Team, **values: Any) -> Any:
        sent = {"do": f"{what}:{team.pk}", "key": str(uuid.uuid4()), **values}
        return self.client.post(address("entry_do", self.tournament), sent)
