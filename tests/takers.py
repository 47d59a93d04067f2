from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from api.urls import urlpatterns
from games.simulations.services import start_simulation
from tests.builders import director_of, fill_rounds, make_drawn, make_user, plays_of, rebuild
from tournaments.models import Signup, Tournament

QUESTION = {"variant": "bulgarian", "deals": "random", "levels": {"NS": "thumb", "EW": "thumb"}}
METHODS = ("post", "put", "patch")
TABLE_ROUTES = ("api_results", "api_confirmations", "api_call")


def evening() -> Tournament:
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    return rebuild(tournament)


def director_at(tournament: Tournament) -> Client:
    """Director's browser; server errors become responses with status 500."""
    browser = Client(raise_request_exception=False)
    browser.force_login(director_of(tournament))
    return browser


def url_values(tournament: Tournament) -> dict[str, Any]:
    """A real value for each URL parameter, where one exists."""
    share = start_simulation(question=QUESTION, count=10, person=make_user()).share
    return {
        "code": tournament.code,
        "token": plays_of(tournament)[0].sitting.table.token,
        "number": 1,
        "club_id": tournament.club_id,
        "change_id": 1,
        "team_id": tournament.teams.order_by("number")[0].pk,
        "play_id": plays_of(tournament)[0].pk,
        "player_id": tournament.club.players.order_by("pk")[0].pk,
        "other_id": tournament.club.players.order_by("pk")[1].pk,
        "merge_id": 1,
        "pair_id": 1,
        "member_id": tournament.club.memberships.get().pk,
        "season_id": 1,
        "call_id": 1,
        "link_id": 1,
        "invitation_id": 1,
        "program": "none",
        "preset": "bulgarian",
        "signup_id": 1,
        "kept_id": 1,
        "webhook_id": 1,
        "delivery_id": 1,
        "job_id": 1,
        "kind": "telegram",
        "secret": signed_up_to(tournament).secret,
        "table": 1,
        "match": 1,
        "adjustment_id": 1,
        "verb": "withdraw",
        "place": "N",
        "side": "NS",
        "share": share,
        "other": share,
    }


def signed_up_to(tournament: Tournament) -> Signup:
    return Signup.objects.create(
        tournament=tournament,
        place=1,
        state=Signup.State.WAITING,
        players=["Ana Koleva", "Yavor Petrov"],
        client_key=uuid4(),
    )


def json_endpoints(known: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Method and address of each API endpoint that takes JSON, then the phones' variants."""
    for route in urlpatterns:
        values = {name: known[name] for name in route.pattern.converters}
        for method in METHODS:
            if hasattr(route.callback.view_class, method):
                yield method, reverse(route.name, kwargs=values)
    for name in TABLE_ROUTES:
        yield "post", reverse(name, args=[known["token"]]) + "?answer=state"
