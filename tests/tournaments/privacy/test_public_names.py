"""Players with initials or another public name are shown so on all public pages, at once."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, enter_teams, make_club, make_drawn, make_tournament
from tests.tournaments.seasons.ladders import finished
from tournaments.changes.services.people import substitute_player
from tournaments.clubs.services import rename_player
from tournaments.entries.services.entries import add_team, rename_team
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.models import Club, Player, Tournament
from tournaments.privacy.services import show_player_as
from tournaments.setup.services.stages import create_next_stages
from tournaments.state.version_tokens import public_name_state

pytestmark = pytest.mark.django_db
REAL, OTHER = "Цветелин Невидимов", "Мария Колева"


def person(name: str = REAL) -> Player:
    return Player.objects.get(name=name)


def hide(name: str = REAL, shown_as: str = "pseudonym", pseudonym: str = "Сянка") -> Player:
    return show_player_as(
        player=person(name), shown_as=shown_as, pseudonym=pseudonym, asked="himself, today"
    )


def page(name: str, *args: object, query: str = "") -> str:
    answer = Client().get(reverse(name, args=args) + query)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_cached_page_is_rerendered_after_public_name_change() -> None:
    tournament = make_drawn(4)
    rename_team(team=tournament.teams.get(number=1), players=[REAL, OTHER])
    assert f"{REAL} – {OTHER}" in page("tournament_team", tournament.code, 1)
    hide(shown_as="initials")
    told = page("tournament_team", tournament.code, 1)
    assert "Невидимов" not in told
    assert f"Ц. Н. – {OTHER}" in told
    show_player_as(player=person(), shown_as="name")
    assert f"{REAL} – {OTHER}" in page("tournament_team", tournament.code, 1)


def test_organiser_pages_keep_the_real_name() -> None:
    tournament = make_drawn(4)
    team = rename_team(team=tournament.teams.get(number=1), players=[REAL, OTHER])
    hide()
    team.refresh_from_db()
    assert (team.name, team.shown) == (f"{REAL} – {OTHER}", f"Сянка – {OTHER}")
    client = Client()
    client.force_login(director_of(tournament))
    listed = client.get(reverse("manage_teams", args=[tournament.code])).content.decode()
    assert REAL in listed


def test_public_name_applies_to_later_entries() -> None:
    club = make_club()
    add_team(tournament=make_tournament(club, unit="player"), players=[REAL])
    hide()
    later = make_tournament(club, name="Later", unit="team", cards="boards")
    team = add_team(tournament=later, players=[REAL, OTHER, "Петър Димов", "Ана Савова"])
    assert (team.name, team.shown) == (
        "Невидимов – Колева – Димов – Савова",
        "Сянка – Колева – Димов – Савова",
    )


def test_custom_team_name_is_not_replaced() -> None:
    tournament = make_tournament(unit="team")
    names = [REAL, OTHER, "Петър Димов", "Ана Савова"]
    team = add_team(tournament=tournament, players=names, name="Лъвовете")
    assert not team.named_after_players
    hide()
    team.refresh_from_db()
    assert team.shown == "Лъвовете"


def test_public_name_follows_corrected_player_name() -> None:
    tournament = make_tournament()
    team = add_team(tournament=tournament, players=[REAL, OTHER])
    rename_player(player=person(OTHER), name="Мария Колева-Иванова")
    hide(shown_as="initials")
    team.refresh_from_db()
    assert team.shown == "Ц. Н. – Мария Колева-Иванова"
    rename_player(player=person(), name="Калин Невидимов")
    assert person("Калин Невидимов").shown == "К. Н."


def test_public_name_applies_to_next_stage_and_substitute() -> None:
    club = make_club()
    evening = finished(club)
    rename_team(team=evening.teams.get(number=1), players=[REAL, OTHER])
    hide()
    create_next_stages(tournament=evening, stage_name="Final", through=4)
    stage = Tournament.objects.get(follows=evening)
    names = {team.shown for team in stage.teams.all() if team.players.filter(name=REAL).exists()}
    assert names == {f"Сянка – {OTHER}"}
    tonight = make_drawn(4, club=club, name="Tonight")
    team = tonight.teams.get(number=2)
    leaves = team.players.first()
    substitute_player(team=team, leaves=leaves, comes=REAL, from_round=1)
    told = page("tournament_round", tonight.code, 1) + page("tournament_team", tonight.code, 2)
    assert "Невидимов" not in told
    assert "Сянка" in told


def test_archive_search_ignores_hidden_names() -> None:
    club = make_club()
    evening = finished(club)
    rename_team(team=evening.teams.get(number=1), players=[REAL, OTHER])
    assert evening.code in page("club_archive", club.pk, query="?q=Невидимов")
    hide()
    assert f"/t/{evening.code}/" not in page("club_archive", club.pk, query="?q=Невидимов")
    assert evening.code in page("club_archive", club.pk, query="?q=сянка")


def test_public_name_requires_requester_and_unused_pseudonym() -> None:
    tournament = make_tournament()
    add_team(tournament=tournament, players=[REAL, OTHER])
    with pytest.raises(RuleViolationError) as refusal:
        show_player_as(player=person(), shown_as="initials")
    assert refusal.value.field == "asked"
    for wrong in (OTHER, "", "123"):
        with pytest.raises(RuleViolationError):
            hide(pseudonym=wrong)
    assert person().shown == REAL


@pytest.mark.sql
def test_stale_public_name_change_raises_conflict() -> None:
    add_team(tournament=make_tournament(), players=[REAL, OTHER])
    seen = public_name_state(person()).seen
    hide()
    with pytest.raises(ConflictError):
        show_player_as(player=person(), shown_as="initials", asked="mother", seen=seen)
    assert person().shown == "Сянка"


def test_organiser_sets_public_name_on_player_page() -> None:
    tournament = make_tournament()
    enter_teams(tournament, 2)
    player = Player.objects.order_by("pk")[0]
    client = Client()
    client.force_login(director_of(tournament))
    around = [tournament.club_id, player.pk]
    address = reverse("manage_player_public", args=around)
    assert address in client.get(reverse("manage_player", args=around)).content.decode()
    sent = {"shown_as": "initials", "asked": "herself", "pseudonym": ""}
    assert client.post(address, sent).status_code == 302
    player.refresh_from_db()
    assert (player.shown_as, player.public_name_asked) == ("initials", "herself")
    assert re.fullmatch(r"\w\. \w\.", player.shown)
    missing: Any = client.post(address, {**sent, "asked": ""})
    assert "Write who asked for it, and when." in missing.content.decode()
    stranger = Client().post(address, {**sent, "shown_as": "name"})
    assert stranger.status_code in {302, 403, 404}
    player.refresh_from_db()
    assert player.shown_as == "initials"


def test_public_name_does_not_affect_another_club() -> None:
    one, two = make_club("One"), make_club("Two")
    for club in (one, two):
        add_team(tournament=make_tournament(club), players=[REAL, OTHER])
    mine = Player.objects.get(club=one, name=REAL)
    show_player_as(player=mine, shown_as="initials", asked="himself")
    assert Player.objects.get(club=two, name=REAL).shown == REAL
    assert Club.objects.count() == 2
