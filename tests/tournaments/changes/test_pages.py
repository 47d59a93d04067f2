import re

import pytest
from django.test import Client

from tests.builders import enter, fill_rounds, make_drawn, phone_of, plays_of, slip
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of, stranger
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.people import substitute_player, withdraw_team
from tournaments.clubs.names import last_name
from tournaments.entries.selectors.lineups import lineups_of
from tournaments.models import Change, Sitting, Substitution, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
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
def test_repair_page_renders_without_changing_layout(tournament, client, what):
    fill_rounds(tournament, 2)
    before = layout_of(tournament)
    page = shown(client.get(address("repair_what", tournament, sitting_of(tournament).pk, what)))
    assert "Leave it as it is" in page
    assert layout_of(tournament) == before


@pytest.mark.parametrize("what", PEOPLE)
def test_person_change_page_renders_without_changing_layout(tournament, client, what):
    before = layout_of(tournament)
    team = tournament.teams.get(number=3)
    shown(client.get(address("person_what", tournament, team.pk, what)))
    assert layout_of(tournament) == before


def test_withdraw_page_previews_stores_and_undoes(tournament, client):
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
    asked = shown(client.get(address("undo", tournament, change.pk)))
    assert "Undo it" in asked
    assert "Can be done: Undone: Withdrawn from round 4 on: 3 " in " ".join(asked.split())
    client.post(address("undo", tournament, change.pk))
    assert layout_of(tournament) == before
    again = client.post(address("undo", tournament, change.pk), follow=True)
    assert "This is undone already." in again.content.decode()


def test_rejected_undo_page_has_no_submit_button(tournament, client):
    change = withdraw_team(team=tournament.teams.get(number=3), from_round=2)
    undo_change(change=change)
    page = shown(client.get(address("undo", tournament, change.pk)))
    assert "This is undone already." in page
    assert "Preview the effect" not in page
    form = re.search(r'<section\s+class="verdict verdict-bad".*?</section>', page, re.S)
    assert form is not None
    assert "<button" not in form[0]
    assert f'href="{address("changes", tournament)}"' in form[0]


def test_seats_show_full_names_when_last_names_are_equal(tournament, client):
    for number, names in {1: ["Ана Илиева", "Бо Стоев"], 2: ["Вера Илиева", "Гого Стоев"]}.items():
        team = tournament.teams.get(number=number)
        for entry, name in zip(team.team_players.order_by("position"), names, strict=True):
            type(entry.player).objects.filter(pk=entry.player_id).update(name=name)
        type(team).objects.filter(pk=team.pk).update(name=" – ".join(names))
    team = tournament.teams.get(number=3)
    page = shown(client.get(address("person_what", tournament, team.pk, "withdraw")))
    seats = re.search(r'<ul class="list-plain effect-seats">.*?</ul>', page, re.S)
    assert seats is not None
    assert "Ана Илиева – Бо Стоев" in seats[0]
    assert "Вера Илиева – Гого Стоев" in seats[0]
    other = tournament.teams.get(number=4)
    players = [entry.player.name for entry in other.team_players.order_by("position")]
    assert " – ".join(last_name(name) for name in players) in seats[0]
    assert other.name not in seats[0]


def test_late_entry_page_requires_names_and_stores_pair(tournament, client):
    url = address("late", tournament)
    assert "This cannot be done" not in shown(client.get(url))
    assert "This cannot be done" in shown(client.post(url, {"from_round": "2", "do": "do"}))
    values = {"player_1": "Гост Първи", "player_2": "Гост Втори", "from_round": "2"}
    page = shown(client.post(url, values))
    assert "8</b> <bdi>Гост Първи – Гост Втори</bdi>" in page
    assert tournament.teams.count() == 7
    client.post(url, {**values, "do": "do"})
    assert tournament.teams.get(number=8).name == "Гост Първи – Гост Втори"


def test_withdrawn_pair_is_offered_to_rejoin(tournament, client):
    team = tournament.teams.get(number=3)
    client.post(
        address("person_what", tournament, team.pk, "withdraw"), {"from_round": "2", "do": "do"}
    )
    assert "Back in play" in shown(client.get(address("person", tournament, team.pk)))
    client.post(
        address("person_what", tournament, team.pk, "return"), {"from_round": "4", "do": "do"}
    )
    team.refresh_from_db()
    assert team.withdrawn_from is None


def test_substitute_is_shown_in_rounds_they_play(tournament, client):
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
    form = client.get(address("seating", tournament, number)).context["form"]
    return {name: str(value) for name, value in form.initial_values().items()}


def test_typing_swapped_seats_shows_a_preview(tournament, client):
    values = seat_values(client, tournament, 4)
    names = [name for name, value in values.items() if name.endswith(("NS", "EW")) and value]
    one, other = names[0], names[-1]
    values[one], values[other] = values[other].split()[0], values[one]
    page = shown(
        client.post(address("seating", tournament, 4), values, headers={"HX-Request": "true"})
    )
    assert "What it does" in page or "This cannot be done" in page


def test_seating_form_validates_while_typing(tournament, client):
    values = seat_values(client, tournament, 4)
    names = [name for name, value in values.items() if name.endswith(("NS", "EW")) and value]
    twice = {**values, names[0]: values[names[-1]]}
    htmx = {"HX-Request": "true"}
    url = address("seating", tournament, 4)
    assert "is seated twice in this round" in shown(client.post(url, twice, headers=htmx))
    strange = {**values, names[0]: "77 nobody"}
    assert "Nobody has this number" in shown(client.post(url, strange, headers=htmx))
    half = {**values, names[0]: ""}
    assert "somebody must sit on both sides" in shown(client.post(url, half, headers=htmx))
    before = layout_of(tournament)
    client.post(url, {**twice, "do": "do"})
    client.post(url, {**half, "do": "do"})
    assert layout_of(tournament) == before


def test_seating_with_repeated_boards_is_rejected(tournament, client):
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


def test_change_pages_return_404_for_strangers(tournament):
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


def test_unknown_change_pages_return_404(tournament, client):
    team = tournament.teams.get(number=3)
    for url in (
        address("person_what", tournament, team.pk, "flies"),
        address("person", tournament, 99999),
        address("seating", tournament, 99),
        address("repair_what", tournament, sitting_of(tournament).pk, "magic"),
        address("undo", tournament, 99999),
    ):
        assert client.get(url).status_code == 404


def test_wrong_table_repair_is_stored_in_one_request(tournament, client):
    sitting = sitting_of(tournament, 1)
    enter(plays_of(tournament, sitting=sitting)[0], slip=slip(98))
    url = address("repair_what", tournament, sitting.pk, "wrong-table")
    other = Sitting.objects.filter(round=sitting.round).exclude(pk=sitting.pk)[0]
    response = client.post(url, {"other": str(other.pk), "do": "do"})
    assert response.url.endswith(f"?round=1&table={sitting.table.number}")
    assert plays_of(tournament, sitting=other)[0].state == "entered"


def test_lineups_are_loaded_in_one_query(tournament, django_assert_max_num_queries):
    team = tournament.teams.get(number=3)
    leaves = team.team_players.get(position=1).player
    substitute_player(team=team, leaves=leaves, comes="Гост Гостев", from_round=1)
    with django_assert_max_num_queries(1):
        assert [row.comes.name for row in lineups_of(tournament)[team.pk]] == ["Гост Гостев"]


def test_late_pair_in_full_field_sees_verdict_before_confirming():
    full = make_drawn(8, kind="howell", params={"tables": 4})
    client = client_of(full)
    url = address("evening", full, "join")
    values = {"player_1": "Рада Христова", "player_2": "Пламен Христов", "from_round": "2"}
    page = shown(client.post(url, values))
    verdict, button = page.index("verdict-ok"), page.index('value="do"')
    assert verdict < button < page.index("What changes") < page.index('name="player_1"')
    assert "7 in total, each once" not in page
    assert "6 in total, each once" in page
    before = full.boards.count()
    client.post(url, {**values, "do": "do"})
    assert full.teams.get(number=9).name == "Рада Христова – Пламен Христов"
    assert full.boards.count() == before


def test_shortening_page_shows_rounds_and_can_be_undone(tournament, client):
    fill_rounds(tournament, 2)
    url = address("evening", tournament, "fewer-rounds")
    page = shown(client.get(url))
    assert "Rounds: 2 instead of 7" in page
    assert "autofocus" in page
    client.post(url, {"length": "4", "do": "do"})
    assert tournament.rounds.count() == 4
    client.post(address("undo", tournament, Change.objects.get().pk))
    assert tournament.rounds.count() == 7


def test_rejected_pairing_page_offers_alternatives():
    full = make_drawn(8, kind="howell", params={"tables": 4})
    for number in (5, 6):
        withdraw_team(team=full.teams.get(number=number), from_round=1)
    url = address("evening", full, "pair-resting")
    page = shown(client_of(full).post(url, {"from_round": "2"}))
    assert "This cannot be done" in page
    assert 'value="do"' not in page
    assert "Instead: New boards, which nobody else plays" in page
    assert "Change the seats by hand" in page


def test_single_resting_pair_is_offered_manual_seating_only(tournament, client):
    url = address("evening", tournament, "pair-resting")
    page = shown(client.post(url, {"from_round": "2"}))
    assert "This cannot be done" in page
    assert "Instead: New boards" not in page
    assert "Change the seats by hand" in page


@pytest.mark.parametrize("what", ["join", "fewer-rounds", "more-rounds", "pair-resting", "redraw"])
def test_evening_change_page_renders_without_changing_layout(tournament, client, what):
    before = layout_of(tournament)
    assert "Leave it as it is" in shown(client.get(address("evening", tournament, what)))
    assert layout_of(tournament) == before
    assert client.get(address("evening", tournament, "flies")).status_code == 404


def test_undo_of_newest_change_has_autofocus(tournament, client):
    withdraw_team(team=tournament.teams.get(number=3), from_round=2)
    change = Change.objects.get()
    page = shown(client.get(address("changes", tournament)))
    link = f'href="{address("undo", tournament, change.pk)}"'
    assert f"{link} autofocus" in " ".join(page.split())
    page = " ".join(shown(client.get(address("undo", tournament, change.pk))).split())
    assert re.search(r'<button class="btn btn-primary btn-big"[^>]* autofocus', page)
