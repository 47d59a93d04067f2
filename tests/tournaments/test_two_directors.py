"""Two directors with the same form: the later one is notified, compares, and can insist."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.urls import reverse

from tests.builders import make_drawn
from tests.tournaments.manage import address, messages_of
from tests.tournaments.two_directors import compared_values, organiser, version_token
from tournaments.models import (
    Club,
    Player,
    Season,
    Team,
    Tournament,
)
from tournaments.seasons.services import create_season

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


@dataclass(frozen=True)
class Case:
    """A page with a form, what both directors send, and the expected result."""

    page: Callable[[Tournament], str]
    first: dict[str, Any]
    second: dict[str, Any]
    stands: Callable[[Tournament], Any]
    after: tuple[Any, Any]
    differs: tuple[str, str, str]
    form: str = "form"
    to: Callable[[Tournament], str] | None = None


def team(tournament: Tournament) -> Team:
    return tournament.teams.get(number=1)


def player(tournament: Tournament) -> Player:
    return tournament.club.players.order_by("pk")[0]


def season(tournament: Tournament) -> Season:
    return Season.objects.get(club=tournament.club)


SETTINGS = {
    "name": "Autumn Pairs", "date": "2026-11-21", "start_time": "18:30", "place": "",
    "minutes_per_board": "5", "change_minutes": "2", "is_public": "on",
}  # fmt: skip
SEASON = {"name": "Winter", "measure": "behind", "least": "1", "is_public": "on"}
CASES = {
    "settings": Case(
        lambda t: address("settings", t),
        {**SETTINGS, "place": "Hall 1"}, {**SETTINGS, "place": "Hall 2"},
        lambda t: t.place, ("Hall 1", "Hall 2"), ("Place", "Hall 1", "Hall 2"),
    ),
    "names": Case(
        lambda t: address("team", t, team(t).pk),
        {"first": "Ана", "second": "Боби", "name": "Foxes"},
        {"first": "Ана", "second": "Боби", "name": "Wolves"},
        lambda t: team(t).name, ("Foxes", "Wolves"), ("Name of the pair", "Foxes", "Wolves"),
    ),
    "details": Case(
        lambda t: address("team", t, team(t).pk),
        {"details": "1", "category": "Mixed"}, {"details": "1", "category": "Juniors"},
        lambda t: team(t).category, ("Mixed", "Juniors"), ("Category", "Mixed", "Juniors"),
        form="details",
    ),
    "scoring": Case(
        lambda t: address("scoring", t),
        {"scoring": "butler", "imp_table": "belot"},
        {"scoring": "cross_imps", "imp_table": "belot"},
        lambda t: t.scoring, ("butler", "cross_imps"), ("", "", ""),
    ),
    "field": Case(
        lambda t: address("field", t),
        {"tables": "4", "level": "club"}, {"tables": "8", "level": "club"},
        lambda t: t.field_tables, (4, 8), ("Tables of the computer", "4", "8"),
    ),
    "player": Case(
        lambda t: reverse("manage_player", args=[t.club_id, player(t).pk]),
        {"name": "Ана Първа"}, {"name": "Ана Втора"},
        lambda t: player(t).name, ("Ана Първа", "Ана Втора"), ("Name", "Ана Първа", "Ана Втора"),
    ),
    "season": Case(
        lambda t: reverse("manage_season", args=[t.club_id, season(t).pk]),
        {**SEASON, "best": "5"}, {**SEASON, "best": "6"},
        lambda t: season(t).best, (5, 6), ("Only the best … results count", "5", "6"),
    ),
    "club": Case(
        lambda t: reverse("manage_club", args=[t.club_id]),
        {"name": "Serdika", "place": "Here"}, {"name": "Serdika", "place": "There"},
        lambda t: t.club.place, ("Here", "There"),
        ("Where you usually play", "Here", "There"),
        form="club_form", to=lambda t: reverse("manage_club_change", args=[t.club_id]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CASES)
def test_outdated_form_returns_409_and_requires_a_second_save(what, bo):
    case = CASES[what]
    tournament = make_drawn(4, club=Club.objects.get(), boards_per_round=1)
    create_season(club=tournament.club, name="Winter", measure="behind")
    ana = organiser(tournament, "ana")
    path = case.page(tournament)
    to = case.to(tournament) if case.to else path
    seen = version_token(bo.get(path), case.form)

    def stands() -> Any:
        return case.stands(Tournament.objects.select_related("club").get(pk=tournament.pk))

    for client in (ana, ana, bo):  # a double click, and another director who wants the same
        assert client.post(to, {**case.first, "seen": seen}).status_code == 302
    assert stands() == case.after[0]
    logged = tournament.log.count()
    page = bo.post(to, {**case.second, "seen": seen})
    assert (page.status_code, stands()) == (409, case.after[0])
    assert re.search("changed (this )?(at|in the meantime)", page.content.decode())
    assert case.differs in compared_values(page) or case.differs == ("", "", "")
    assert len(compared_values(page)) >= 1
    assert tournament.log.count() == logged
    again = {**case.second, "seen": version_token(page, case.form)}
    assert bo.post(to, again).status_code == 302
    assert stands() == case.after[1]


def test_conflict_message_names_the_user_from_the_log(tournament, ana, bo):
    path = address("settings", tournament)
    seen = version_token(bo.get(path))
    ana.post(path, {**SETTINGS, "place": "Hall 1", "seen": seen})
    page = bo.post(path, {**SETTINGS, "place": "Hall 2", "seen": seen})
    assert "ana changed this at " in page.content.decode()


def test_form_without_version_token_is_accepted(tournament, bo):
    """Pages from before an update still work."""
    for place in ("Hall 1", "Hall 2"):
        assert bo.post(address("settings", tournament), {**SETTINGS, "place": place}).url
    tournament.refresh_from_db()
    assert tournament.place == "Hall 2"


def test_outdated_correction_deadline_form_is_rejected(tournament, ana, bo):
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    page, path = bo.get(address("settings", tournament)), address("official", tournament)
    seen = page.context["corrections_seen"]
    assert f'name="seen" value="{seen}"' in page.content.decode()
    ana.post(path, {"do": "corrections", "corrections": "60", "seen": seen})
    for order in ("corrections", "release"):
        answer = bo.post(path, {"do": order, "corrections": "", "seen": seen})
        assert messages_of(answer)[-1].startswith("ana changed this at ")
    tournament.refresh_from_db()
    assert tournament.corrections_until is not None
    assert tournament.official_at is None
