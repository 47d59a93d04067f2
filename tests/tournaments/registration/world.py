import datetime
from typing import Any
from uuid import uuid4

from django.utils import timezone

from tests.builders import make_tournament
from tournaments.models import Signup, Tournament
from tournaments.registration.services.approval import set_entry_plan
from tournaments.registration.services.signups import ContactDetails, sign_up

ANA, YAVOR, BOYKO, MARIA = "Ана Колева", "Явор Петров", "Бойко Димов", "Мария Ненова"


def open_tournament(most: int | None = None, **values: Any) -> Tournament:
    plan = {name: values.pop(name) for name in PLAN if name in values}
    day = timezone.localdate() + datetime.timedelta(days=7)
    made = make_tournament(date=day, **values)
    set_entry_plan(tournament=made, is_open=True, most=most, **plan)
    return made


PLAN = ("closes_at", "needs_approval", "shows_names", "contact")


def enter(tournament: Tournament, *players: str, **values: Any) -> Signup:
    return sign_up(
        tournament=tournament,
        players=players,
        client_key=values.pop("key", None) or uuid4(),
        wants_partner=values.pop("wants_partner", len(players) == 1),
        reach=ContactDetails(values.pop("email", ""), site="https://belot.example", language="bg"),
        **values,
    )


def states(tournament: Tournament) -> list[tuple[str, str]]:
    rows = Signup.objects.filter(tournament=tournament).order_by("place")
    return [(row.title, row.state) for row in rows]


def entered(tournament: Tournament) -> list[str]:
    return list(tournament.teams.order_by("entry_order").values_list("name", flat=True))
