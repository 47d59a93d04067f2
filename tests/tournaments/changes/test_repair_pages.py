import pytest
from django.test import Client

from tests.builders import enter, fill_rounds, make_drawn, plays_of, rebuild, slip
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of
from tournaments.models import LogEntry, Play, Sitting, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_drawn(4)


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


@pytest.fixture
def sitting(tournament) -> Sitting:
    return Sitting.objects.filter(round__tournament=tournament).order_by("pk")[0]


def sides(sitting: Sitting) -> dict[str, int | None]:
    return {seat.side: seat.team.number for seat in sitting.seats.select_related("team")}


def test_side_exchange_page_swaps_seats_and_standings(tournament, client, sitting):
    fill_rounds(tournament, 1)
    rebuild(tournament)
    before = {row.team.number: row.figure for row in tournament.standing_rows.all()}
    ns, ew = sides(sitting)["NS"], sides(sitting)["EW"]
    response = client.post(
        address("repair_what", tournament, sitting.pk, "sides"),
        {"do": "do", "reason": "Sat wrongly"},
    )
    assert response.url == f"{address('tournament', tournament)}?round=1&table=1"
    assert sides(sitting) == {"NS": ew, "EW": ns}
    rebuild(tournament)
    after = {row.team.number: row.figure for row in tournament.standing_rows.all()}
    assert (after[ns], after[ew]) == (before[ew], before[ns])
    assert LogEntry.objects.filter(action="sides_exchanged", details__table=1).exists()


def test_repair_page_requires_a_reason(tournament, client, sitting):
    page = client.post(
        address("repair_what", tournament, sitting.pk, "sides"), {"do": "do", "reason": " "}
    )
    assert "Please give a reason for the log." in page.content.decode()
    assert not LogEntry.objects.filter(action="sides_exchanged").exists()


def exchange(client: Client, tournament: Tournament, first: Play, other: Play, **more: str):
    values = {
        "do": "do",
        "first": first.pk,
        "other": other.pk,
        "reason": "Entered at each other’s table",
        **more,
    }
    return client.post(address("repair_what", tournament, first.sitting_id, "wrong-board"), values)


def test_exchanging_two_boards_swaps_results(tournament, client, sitting):
    first, second = plays_of(tournament, sitting=sitting)
    enter(first, slip=slip(98))
    enter(second, slip=slip(60))
    exchange(client, tournament, first, second)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.current.ns_score, second.current.ns_score) == (0, 10)
    assert [row.version for row in first.results.order_by("version")] == [1, 2]
    assert first.state == second.state == Play.State.CONFIRMED


def test_exchange_with_empty_board_moves_result(tournament, client, sitting):
    first, second = plays_of(tournament, sitting=sitting)
    enter(first, slip=slip(98))
    exchange(client, tournament, first, second)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.current, first.state) == (None, Play.State.EMPTY)
    assert second.current.ns_score == 10
    assert first.results.count() == 1
    again = enter(first, slip=slip(60))
    assert again.version == 2


def test_invalid_board_exchanges_are_rejected(tournament, client, sitting):
    first, second = plays_of(tournament, sitting=sitting)
    assert (
        "Neither board has a result yet."
        in exchange(client, tournament, first, second).content.decode()
    )
    same = exchange(client, tournament, first, first)
    assert "Choose two boards of the same table and round." in same.content.decode()
    foreign = plays_of(tournament).pop()
    page = exchange(client, tournament, first, foreign).content.decode()
    assert "Select a valid choice" in page


def test_repair_page_of_other_tournament_returns_404(tournament, client, sitting):
    other = make_drawn(4, name="Other", club=tournament.club)
    assert client.get(address("repair", other, sitting.pk)).status_code == 404
