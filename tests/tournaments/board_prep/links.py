from django.test import Client
from django.urls import reverse

from tests.builders import director_of
from tournaments.board_prep.services import create_dealing_links
from tournaments.models import HelperLink, Tournament


def links_of(tournament: Tournament) -> dict[str, HelperLink]:
    made = create_dealing_links(tournament=tournament, actor=director_of(tournament))
    return {link.place: link for link in made}


def helper_at(link: HelperLink, name: str = "Ана") -> Client:
    client = Client()
    sent = {"name": name, "plays_not": "on"}
    assert client.post(reverse("helper", args=[link.code]), sent).status_code == 302
    return client
