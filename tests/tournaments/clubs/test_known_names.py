import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.builders import director_of, make_tournament
from tests.shared_rows import built_once
from tournaments.clubs.selectors import players_of
from tournaments.clubs.services import ensure_player, ensure_players
from tournaments.entries.services.entries import add_team
from tournaments.errors import RuleViolationError

pytestmark = pytest.mark.django_db


@built_once
def tournament():
    made = make_tournament()
    ensure_players(club=made.club, names=["Đorđe Perić", "Ana Babić"])
    return made


def names_in(tournament):
    return sorted(tournament.club.players.values_list("name", flat=True))


KNOWN = ["Ana Babić", "Đorđe Perić"]


def test_names_differing_in_case_match_known_players(tournament):
    team = add_team(tournament=tournament, players=["ĐORĐE PERIĆ", "ana  babić"], people={})
    assert names_in(tournament) == KNOWN
    assert (team.name, team.named_after_players) == ("Đorđe Perić – Ana Babić", True)


def test_two_spellings_in_one_list_create_one_player(tournament):
    players = ensure_players(club=tournament.club, names=["IVAN KOS", "Ivan Kos"])
    assert players["IVAN KOS"] == players["Ivan Kos"]


@pytest.mark.parametrize("wanted", ["djordje", "dorde", "ђорђе", "ĐORĐE", "perić", "Peric"])
def test_player_search_finds_every_spelling(tournament, wanted):
    assert [each.name for each in players_of(tournament.club, wanted)] == ["Đorđe Perić"]


def test_near_name_is_rejected_with_candidates(tournament):
    with pytest.raises(RuleViolationError) as caught:
        add_team(tournament=tournament, players=["Djordje Perić", "Ana Babić"], people={})
    assert caught.value.code == "near_known"
    assert caught.value.details["known"] == {"Djordje Perić": ["Đorđe Perić"]}


@pytest.mark.parametrize(
    ("meant", "names"), [("Đorđe Perić", KNOWN), ("", [KNOWN[0], "Djordje Perić", KNOWN[1]])]
)
def test_an_answer_resolves_a_near_name(tournament, meant, names):
    people = {"Djordje Perić": meant}
    add_team(tournament=tournament, players=["Djordje Perić", "Ana Babić"], people=people)
    assert names_in(tournament) == names


def test_answer_with_unrelated_name_is_rejected(tournament):
    ensure_player(club=tournament.club, name="Ivo Kos")
    people = {"Djordje Perić": "Ivo Kos"}
    with pytest.raises(RuleViolationError) as caught:
        add_team(tournament=tournament, players=["Djordje Perić", "Ana Babić"], people=people)
    assert caught.value.code == "not_near"


def test_team_form_asks_about_near_name_and_uses_answer(tournament, client):
    client.force_login(director_of(tournament))
    path = reverse("manage_teams", args=[tournament.code])
    values = {"first": "Djordje Perić", "second": "Ana Babić"}
    page = client.post(path, values).content.decode()
    assert 'name="is:Djordje Perić"' in page
    client.post(path, {**values, "is:Djordje Perić": "Đorđe Perić"})
    assert (names_in(tournament), tournament.teams.count()) == (KNOWN, 1)


def test_pasted_list_asks_about_near_names_and_uses_answers(tournament, client):
    client.force_login(director_of(tournament))
    path = reverse("manage_teams_list", args=[tournament.code])
    shown = client.post(path, {"text": "Djordje Perić / Ana Babic"})
    seen = shown.context["form"].initial["seen"]
    assert set(shown.context["near"]) == {"Djordje Perić", "Ana Babic"}
    answers = {"is:Djordje Perić": "Đorđe Perić", "is:Ana Babic": "Ana Babić"}
    sent = {"text": "Djordje Perić / Ana Babic", "seen": seen, "enter": "1", **answers}
    client.post(path, sent)
    assert (names_in(tournament), tournament.teams.count()) == (KNOWN, 1)


def test_team_api_requires_answer_for_near_name(tournament, client):
    client.force_login(director_of(tournament))
    path = f"/api/v1/tournaments/{tournament.code}/teams/"
    values: dict[str, object] = {"players": ["Djordje Perić", "Ana Babić"]}
    response = client.post(path, values, content_type="application/json")
    assert response.status_code in {400, 409, 422}
    assert response.json()["code"] == "near_known"
    values["people"] = {"Djordje Perić": "Đorđe Perić"}
    assert client.post(path, values, content_type="application/json").status_code == 201
    assert names_in(tournament) == KNOWN


def test_players_are_sorted_by_language_alphabet(tournament):
    ensure_players(club=tournament.club, names=["Zora Lav", "Žana Ris", "Čedo Novak", "Cvita Car"])
    with override("hr"):
        names = [each.name.split()[0] for each in players_of(tournament.club)]
    assert names == ["Ana", "Cvita", "Čedo", "Đorđe", "Zora", "Žana"]
