import pytest
from django.test import Client

from tests.builders import enter, enter_teams, make_drawn, make_tournament, plays_of
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of, messages_of
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    tournament = make_tournament()
    enter_teams(tournament, 9)
    return tournament


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


def offered(client: Client, tournament: Tournament, **asked: object):
    return client.get(address("draw", tournament), asked).context


def test_draw_proposals_fit_field_and_time(tournament, client):
    context = offered(client, tournament, minutes=180)
    assert [column.name for _key, column in context["columns"]] == [
        "Howell, 5 tables",
        "Mitchell, 5 tables",
        "Barometer, 4 tables",
    ]
    assert [column.name for _key, column in context["more"]] == [
        "Rover Mitchell, 4 tables",
        "Mitchell, 5 tables, two lists",
    ]
    best = context["columns"][0][1]
    assert (best.proposal.rounds, best.proposal.boards_per_round) == (9, 3)
    assert best.ends.strftime("%H:%M") == "21:21"  # 18:30, 153 minutes, and 18 of dealing


def test_draw_page_counts_only_present_pairs(tournament, client):
    team = tournament.teams.first()
    client.post(address("presence", tournament, team.pk), {"present": "0"})
    context = offered(client, tournament)
    assert (context["found"].teams, context["present"], context["entered"]) == (8, 8, 9)


@pytest.mark.parametrize("asked", [{}, {"dealing": "once"}, {"packs": 40}])
def test_default_proposal_is_howell_with_one_copy(tournament, client, asked):
    best = offered(client, tournament, minutes=180, **asked)["columns"][0][1]
    assert (best.proposal.kind, best.proposal.copies) == ("howell", 1)


def test_pack_count_limits_boards_of_proposal(client, tournament):
    best = offered(client, tournament, minutes=180, packs=20)["columns"][0][1]
    assert (best.rounds, best.packs.words) == ("9 × 2", "18, one copy each, 2 spare")
    assert best.preparation == "12 min once, before round 1"
    assert (len(best.packs.used), len(best.packs.spare), len(best.packs.lacking)) == (18, 2, 0)


def test_proposal_shows_board_copies_and_dealing_time(client, tournament):
    barometer = offered(client, tournament, minutes=180, packs=20)["columns"][2][1]
    assert barometer.packs.words == "8, 4 copies of each board, dealt anew"
    assert barometer.preparation == "6 min before every round, 54 in all"


def test_predealt_boards_take_no_dealing_time(client, tournament):
    best = offered(client, tournament, minutes=180, dealing="once")["columns"][0][1]
    assert (best.preparation, best.fitting.minutes) == ("all boards before the evening", 153)


def test_proposal_beyond_limits_is_explained(client, tournament):
    context = offered(client, tournament, minutes=180, packs=12)
    assert all(column.fitting.minutes <= 180 for _key, column in context["columns"])
    assert context["beyond"].startswith("With ")
    assert "you could play" in context["beyond"]


def test_other_entrant_count_is_shown_but_not_drawn(client, tournament):
    response = client.get(address("draw", tournament), {"entrants": 10})
    assert "This is for 10, and 9 are present." in response.content.decode()
    key = response.context["columns"][0][0]
    client.post(address("draw", tournament), {"entrants": 10, "choice": key})
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.ENTRY


def test_draw_stores_chosen_settings(client, tournament):
    asked = {"minutes": 150, "packs": 30, "dealing": "once", "scoring": "total_points"}
    key, _column = offered(client, tournament, **asked)["columns"][0]
    client.post(address("draw", tournament), {**asked, "choice": key})
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.DRAWN
    kept = (tournament.play_minutes, tournament.packs, tournament.dealing, tournament.scoring)
    assert kept == (150, 30, "once", "total_points")


def test_best_of_three_cup_is_proposed_as_knockout():
    cup = make_tournament(
        cards="open", game={"to": 1001, "best_of": 3}, variant="bela", play_minutes=480
    )
    enter_teams(cup, 6)
    context = offered(client_of(cup), cup)
    best = context["columns"][0][1]
    assert (best.name, best.sitting_out) == ("Knock-out, 3 tables", "2 byes in round 1")
    assert "board" not in best.length
    key, _column = context["columns"][0]
    client_of(cup).post(address("draw", cup), {"choice": key})
    cup.refresh_from_db()
    assert (cup.movement_kind, cup.planned_rounds) == ("single_elimination", 3)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"minutes": "soon"}, "Correct the figures above to see what fits."),
        ({"minutes": 5}, "Correct the figures above to see what fits."),
    ],
)
def test_unfit_settings_are_explained(tournament, client, asked, words):
    assert offered(client, tournament, **asked)["found"].problem == words


def test_too_little_time_is_explained():
    tournament = make_tournament(minutes_per_board=30)
    enter_teams(tournament, 6)
    context = offered(client_of(tournament), tournament, minutes=20)
    assert context["found"].problem == "Not even one round fits into the time."


def test_too_few_pairs_are_explained():
    tournament = make_tournament()
    enter_teams(tournament, 3)
    context = offered(client_of(tournament), tournament)
    assert (
        context["found"].problem
        == "At least 4 pairs are needed. Enter them, or mark them as present."
    )


def draw(client: Client, tournament: Tournament, index: int = 0, **more: str):
    key, _column = offered(client, tournament, minutes=180)["columns"][index]
    return client.post(
        address("draw", tournament), {"minutes": "180", "boards": "", "choice": key, **more}
    )


def test_draw_is_stored_but_not_published(tournament, client):
    draw(client, tournament)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.DRAWN
    assert (tournament.movement_kind, tournament.boards_per_round) == ("howell", 3)
    assert tournament.rounds.count() == 9
    page = client.get(address("draw", tournament)).content.decode()
    assert tournament.seed_hash in page
    assert tournament.seed not in page
    assert "Publish the draw" in page


def test_entry_order_gives_team_numbers(tournament, client):
    draw(client, tournament, order="entry")
    teams = tournament.teams.order_by("entry_order")
    assert [team.number for team in teams] == list(range(1, 10))


def test_forged_movement_choice_is_rejected(tournament, client):
    response = client.post(
        address("draw", tournament),
        {"minutes": "180", "choice": 'barometer {"entrants": 9, "rounds": 99999999}'},
    )
    assert messages_of(response) == [
        "The number of pairs or the time has changed. Please choose again."
    ]
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.ENTRY


def test_second_draw_keeps_the_first(tournament, client):
    key, _column = offered(client, tournament, minutes=180)["columns"][0]
    draw(client, tournament)
    tournament.refresh_from_db()
    seed = tournament.seed
    client.post(address("draw", tournament), {"minutes": "180", "choice": key})
    tournament.refresh_from_db()
    assert tournament.seed == seed


def test_publishing_redirects_to_console_and_works_once(tournament, client):
    draw(client, tournament)
    assert client.post(address("publish", tournament)).url == address("tournament", tournament)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.PLAYING
    again = client.post(address("publish", tournament))
    assert "There is no draw that waits to be published." in messages_of(again)


def test_draw_is_kept_after_first_result():
    tournament = make_drawn()
    client = client_of(tournament)
    assert "Take the draw back" in client.get(address("draw", tournament)).content.decode()
    enter(plays_of(tournament)[0])
    assert "Take the draw back" not in client.get(address("draw", tournament)).content.decode()
    client.post(address("take_back", tournament))
    assert Board.objects.filter(tournament=tournament).count() == 14


def test_undoing_draw_reopens_entry():
    tournament = make_drawn(publish=False)
    client_of(tournament).post(address("take_back", tournament))
    tournament.refresh_from_db()
    assert (tournament.state, tournament.seed) == (Tournament.State.ENTRY, "")
    assert not Board.objects.filter(tournament=tournament).exists()


def test_draw_page_query_count_is_constant(django_assert_max_num_queries):
    tournament = make_drawn(15, publish=False)
    client = client_of(tournament)
    with django_assert_max_num_queries(24):
        page = client.get(address("draw", tournament)).content.decode()
    assert "Round 15" in page
    assert "Sitting out:" in page


def test_too_few_packs_are_explained_with_a_suggestion(client, tournament):
    few = offered(client, tournament, minutes=180, packs=1)
    assert few["columns"] == []
    assert few["found"].problem == "There are too few packs even for one round."
    page = client.get(address("draw", tournament)).content.decode()
    best = offered(client, tournament)["columns"][0][1].fitting.preparation.packs
    assert f'data-start="{best}"' in page
    assert 'placeholder="enough"' in page
