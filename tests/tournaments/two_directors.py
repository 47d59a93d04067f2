from typing import Any

from django.test import Client

from tests.builders import make_user
from tournaments.models import Membership, Tournament


def director(tournament: Tournament, name: str) -> Client:
    return member(tournament, name, Membership.Role.DIRECTOR)


def organiser(tournament: Tournament, name: str) -> Client:
    return member(tournament, name, Membership.Role.ORGANISER)


def member(tournament: Tournament, name: str, role: str) -> Client:
    user = make_user(name)
    Membership.objects.create(club=tournament.club, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


def version_token(page: Any, name: str = "form") -> str:
    value = str(page.context[name]["seen"].value())
    assert f'<input type="hidden" name="seen" value="{value}"' in page.content.decode()
    return value


def compared_values(page: Any) -> list[tuple[str, str, str]]:
    return [
        (str(row.label), str(row.now), str(row.mine))
        for row in page.context["meanwhile"].differences
    ]
