"""The director's pages for people, seats and repairs: asked, looked at, done, undone."""

import pytest
from django.test import Client

from tests.builders import enter, fill_rounds, make_drawn, phone_of, plays_of, slip
from tests.tournaments.manage import address, client_of, stranger
from tournaments.changes.selectors.layouts import layout_of
from tournaments.entries.selectors.lineups import lineups_of
from tournaments.models import Change, Sitting, Substitution, Tournament
from tournaments.people.services.people import substitute_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Seven pairs in a movement for eight."""
    return make_drawn(7, kind="howell", params={"tables": 4, "missing": True})


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


def sitting_of(tournament: Tournament, number: int = 2) -> Sitting:
    return Sitting.objects.filter(round__tournament=tournament, round__number=number)[0]


def shown(response) -> str:
    assert response.status_code == 200
    return response.content.decode()


REPAIRS = ["sides", "other-boards", "boards", "wrong-table", "exchange", "wrong-board"]
PEOPLE = ["withdraw", "no-show", "replace", "substitute"]


@pytest.mark.parametrize("what", REPAIRS)
def test_every_repair_asks_and_shows_without_changing(tournament, client, what):
    fill_rounds(tournament, 2)
    before = layout_of(tournament)
    page = shown(client.get(address("repair_what", tournament, sitting_of(tournament).pk, what)))
    assert "Leave it as it is" in page
    assert layout_of(tournament) == before


@pytest.mark.parametrize("what", PEOPLE)
def test_every_change_of_people_asks_and_shows_without_changing(tournament, client, what):
    before = layout_of(tournament)
    team = tournament.teams.get(number=3)
    shown(client.get(address("person_what", tournament, team.pk, what)))
    assert layout_of(tournament) == before


def test_leaving_is_seen_first_then_done_then_undone(tournament, client):
    fill_rounds(tournament, 2)
    before = layout_of(tournament)
    team = tournament.teams.get(number=3)
    url = address("person_what", tournament, team.pk, "withdraw")
    page = shown(client.get(url))
    assert "does not play in rounds 3–7" in page
    assert "Nobody&#x27;s place or total changes." in page or "Nobody's place" in page
    looked = shown(client.post(url, {"from_round": "4"}, headers={"HX-Request": "true"}))
    assert "does not play in rounds 4–7" in looked
    assert "<html" not in looked
    assert layout_of(tournament) == before
    done = client.post(url, {"from_round": "4", "reason": "Ill", "do": "do"}, follow=True)
    assert "Undo this" in done.content.decode()
    team.refresh_from_db()
    assert team.withdrawn_from == 4
    change = Change.objects.get()
    assert "Undo it" in shown(client.get(address("undo", tournament, change.pk)))
    client.post(address("undo", tournament, change.pk))
    assert layout_of(tournament) == before
    again = client.post(address("undo", tournament, change.pk), follow=True)
    assert "This is undone already." in again.content.decode()


def test_a_late_pair_is_asked_for_by_name(tournament, client):
    url = address("late", tournament)
    assert "This cannot be done" not in shown(client.get(url))
    assert "This cannot be done" in shown(client.post(url, {"from_round": "2", "do": "do"}))
    values = {"player_1": "Гост Първи", "player_2": "Гост Втори", "from_round": "2"}
    page = shown(client.post(url, values))
    assert "8</b> <bdi>Гост Първи – Гост Втори</bdi>" in page
    assert tournament.teams.count() == 7
    client.post(url, {**values, "do": "do"})
    assert tournament.teams.get(number=8).name == "Гост Първи – Гост Втори"


def test_a_pair_that_left_is_offered_to_come_back(tournament, client):
    team = tournament.teams.get(number=3)
    client.post(
        address("person_what", tournament, team.pk, "withdraw"), {"from_round": "2", "do": "do"}
    )
    assert "They are back" in shown(client.get(address("person", tournament, team.pk)))
    client.post(
        address("person_what", tournament, team.pk, "return"), {"from_round": "4", "do": "do"}
    )
    team.refresh_from_db()
    assert team.withdrawn_from is None


def test_a_substitute_is_shown_where_the_round_is_shown(tournament, client):
    fill_rounds(tournament, 1)
    team = tournament.teams.get(number=3)
    leaves = team.team_players.get(position=1).player
    url = address("person_what", tournament, team.pk, "substitute")
    values = {"leaves": leaves.pk, "comes": "Гост Гостев", "from_round": "2", "to_round": "2"}
    client.post(url, {**values, "do": "do"})
    assert Substitution.objects.get().comes.name == "Гост Гостев"
    visitor = Client()
    rounds = [
        visitor.get(f"{tournament.get_absolute_url()}round/{number}/").content.decode()
        for number in (1, 2, 3)
    ]
    assert ["Гостев" in page for page in rounds] == [False, True, False]
    page = visitor.get(f"{tournament.get_absolute_url()}team/3/").content.decode()
    assert "plays for" in page
    sitting = Sitting.objects.get(round__tournament=tournament, round__number=2, seats__team=team)
    console = client.get(
        f"{address('tournament', tournament)}?round=2&table={sitting.table.number}"
    )
    assert "Гост Гостев" in console.content.decode()
    state = next(row for row in phone_of(sitting.table).rounds if row.number == 2)
    assert "Гост Гостев" in state.seats.values()


def seat_values(client: Client, tournament: Tournament, number: int) -> dict[str, str]:
    """What stands in the form of a round."""
    form = client.get(address("seating", tournament, number)).context["form"]
    return {name: str(value) for name, value in form.at_first().items()}


def test_two_seats_are_exchanged_by_typing(tournament, client):
    values = seat_values(client, tournament, 4)
    names = [name for name, value in values.items() if name.endswith(("NS", "EW")) and value]
    one, other = names[0], names[-1]
    values[one], values[other] = values[other].split()[0], values[one]
    page = shown(
        client.post(address("seating", tournament, 4), values, headers={"HX-Request": "true"})
    )
    assert "What it does" in page or "This cannot be done" in page


def test_the_checker_speaks_while_seats_are_typed(tournament, client):
    values = seat_values(client, tournament, 4)
    names = [name for name, value in values.items() if name.endswith(("NS", "EW")) and value]
    twice = {**values, names[0]: values[names[-1]]}
    htmx = {"HX-Request": "true"}
    url = address("seating", tournament, 4)
    assert "sits twice in this round" in shown(client.post(url, twice, headers=htmx))
    strange = {**values, names[0]: "77 nobody"}
    assert "Nobody has this number" in shown(client.post(url, strange, headers=htmx))
    half = {**values, names[0]: ""}
    assert "somebody must sit on both sides" in shown(client.post(url, half, headers=htmx))
    before = layout_of(tournament)
    client.post(url, {**twice, "do": "do"})
    client.post(url, {**half, "do": "do"})
    assert layout_of(tournament) == before


def test_a_board_met_twice_is_refused_on_saving(tournament, client):
    values = seat_values(client, tournament, 4)
    name = next(name for name in values if name.endswith("_set"))
    table = name[1:].split("_")[0]
    sitting = Sitting.objects.get(
        round__tournament=tournament, round__number=4, table__number=table
    )
    team = sitting.seats.get(side="NS").team
    earlier = Sitting.objects.filter(seats__team=team, round__number=5)[0]
    url = address("seating", tournament, 4)
    page = shown(client.post(url, {**values, name: str(earlier.board_set), "do": "do"}))
    assert "again" in page
    sitting.refresh_from_db()
    assert sitting.board_set != earlier.board_set


def test_a_new_seating_is_stored_and_can_be_undone(tournament, client):
    values = seat_values(client, tournament, 4)
    table = next(iter(values))[1:].split("_")[0]
    ns, ew = f"t{table}_NS", f"t{table}_EW"
    values[ns], values[ew] = values[ew], values[ns]
    response = client.post(address("seating", tournament, 4), {**values, "do": "do"})
    assert response.url == f"{address('draw', tournament)}#round-4"
    assert Change.objects.get().action == "round_reseated"
    assert "Undo" in shown(client.get(address("changes", tournament)))


def test_strangers_find_none_of_these_pages(tournament):
    client = stranger()
    team = tournament.teams.get(number=3)
    for url in (
        address("people", tournament),
        address("late", tournament),
        address("person", tournament, team.pk),
        address("person_what", tournament, team.pk, "withdraw"),
        address("seating", tournament, 1),
        address("redraw_rest", tournament),
        address("changes", tournament),
        address("repair_what", tournament, sitting_of(tournament).pk, "sides"),
    ):
        assert client.get(url).status_code == 404


def test_what_there_is_not_is_not_found(tournament, client):
    team = tournament.teams.get(number=3)
    for url in (
        address("person_what", tournament, team.pk, "flies"),
        address("person", tournament, 99999),
        address("seating", tournament, 99),
        address("repair_what", tournament, sitting_of(tournament).pk, "magic"),
        address("undo", tournament, 99999),
    ):
        assert client.get(url).status_code == 404


def test_a_repair_of_boards_takes_one_press_after_the_choice(tournament, client):
    sitting = sitting_of(tournament, 1)
    enter(plays_of(tournament, sitting=sitting)[0], slip=slip(98))
    url = address("repair_what", tournament, sitting.pk, "wrong-table")
    other = Sitting.objects.filter(round=sitting.round).exclude(pk=sitting.pk)[0]
    response = client.post(url, {"other": str(other.pk), "do": "do"})
    assert response.url.endswith(f"?round=1&table={sitting.table.number}")
    assert plays_of(tournament, sitting=other)[0].state == "entered"


def test_substitutes_are_asked_for_in_one_query(tournament, django_assert_max_num_queries):
    team = tournament.teams.get(number=3)
    leaves = team.team_players.get(position=1).player
    substitute_player(team=team, leaves=leaves, comes="Гост Гостев", from_round=1)
    with django_assert_max_num_queries(1):
        assert [row.comes.name for row in lineups_of(tournament)[team.pk]] == ["Гост Гостев"]
