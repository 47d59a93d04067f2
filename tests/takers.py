"""Every address that takes JSON, and a tournament in the middle of its evening to send it to."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.test import Client
from django.urls import reverse

from api.urls import urlpatterns
from games.simulations.services import start_simulation
from tests.builders import director_of, fill_rounds, make_drawn, make_user, plays_of, rebuild
from tournaments.models import Tournament

QUESTION = {"variant": "bulgarian", "deals": "random", "levels": {"NS": "thumb", "EW": "thumb"}}
METHODS = ("post", "put", "patch")
TABLE_ROUTES = ("api_results", "api_confirmations", "api_call")


def evening() -> Tournament:
    """A tournament of eight pairs after its first round."""
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    return rebuild(tournament)


def director_at(tournament: Tournament) -> Client:
    """The browser of its director; what breaks is an answer with status 500."""
    browser = Client(raise_request_exception=False)
    browser.force_login(director_of(tournament))
    return browser


def known_at(tournament: Tournament) -> dict[str, Any]:
    """What stands in addresses: a real value for each name, as far as there is one."""
    return {
        "code": tournament.code,
        "token": plays_of(tournament)[0].sitting.table.token,
        "number": 1,
        "club_id": tournament.club_id,
        "change_id": 1,
        "adjustment_id": 1,
        "verb": "withdraw",
        "place": "N",
        "share": start_simulation(question=QUESTION, count=10, person=make_user()).share,
    }


def takers(known: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each address of the API that takes JSON, with its method; then as phones ask."""
    for route in urlpatterns:
        values = {name: known[name] for name in route.pattern.converters}
        for method in METHODS:
            if hasattr(route.callback.view_class, method):
                yield method, reverse(route.name, kwargs=values)
    for name in TABLE_ROUTES:
        yield "post", reverse(name, args=[known["token"]]) + "?answer=state"
