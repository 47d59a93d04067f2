"""Text of pages is available as data: club, report, reasons, two simulations."""

import pytest
from django.test import Client

from games.models import Simulation
from games.simulations.services import start_simulation
from games.simulations.tasks import SIMULATION_JOB
from jobs.tasks import run
from tests.api.programs import url_of
from tests.builders import fill_rounds, make_club, make_drawn, make_user, plays_of, rebuild
from tests.takers import QUESTION
from tournaments.public.selectors.stories import story_of
from tournaments.public.selectors.why import why_board, why_team
from tournaments.rulings.services.rulings import adjust
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db


def get_operation(name, **parts):
    answer = Client().get(url_of(name, parts))
    return answer.status_code, answer.json()


@pytest.fixture
def over():
    tournament = make_drawn(8, is_public=True)
    fill_rounds(tournament, 7)
    return rebuild(finish_tournament(tournament=rebuild(tournament)))


def test_club_page_requires_something_published(over):
    status, page = get_operation("api_club", club_id=over.club_id)
    assert (status, page["club"]["name"], page["archived"]) == (200, over.club.name, 1)
    (past,) = page["past"]
    assert (past["code"], past["entrants"], past["decided"]) == (over.code, 8, over.code)
    assert page["last"] == past
    winner = story_of(over).winners[0].firsts[0].team
    assert winner.name in [team["name"] for team in past["winners"]]
    assert (
        get_operation("api_club", club_id=make_club("Elsewhere", make_user("other")).pk)[0] == 404
    )


def test_story_of_finished_tournament_returns_highlights(over):
    status, told = get_operation("api_story", code=over.code)
    story = story_of(over)
    assert (status, told["rounds"], told["prizes"]) == (200, 7, None)
    first = story.winners[0].firsts[0]
    assert told["winners"][0]["firsts"][0]["team"]["number"] == first.team.number
    assert told["winners"][0]["firsts"][0]["total"]["exact"] == str(first.total)
    assert [each["board"] for each in told["boards"]] == [each.row.board for each in story.boards]
    assert [each["figure"]["exact"] for each in told["best_rounds"]] == [
        str(each.figure) for each in story.best_rounds
    ]


def test_story_returns_404_before_finish():
    assert get_operation("api_story", code=make_drawn(8).code)[0] == 404


def test_team_explanation_returns_rank_total_and_ties(over):
    team = over.teams.get(number=1)
    adjust(team=team, amount=-1, reason="late twice", is_public=False)
    status, told = get_operation("api_why_team", code=rebuild(over).code, number=1)
    why = why_team(over, 1)
    assert (status, told["rank"], told["rounds"]) == (200, why.reason.row.rank, 7)
    assert told["total"]["exact"] == str(why.reason.row.total)
    (given,) = told["adjustments"]
    assert (given["amount"]["exact"], given["reason"]) == ("-1", "")
    assert "late twice" not in str(told)
    assert [each["tie_break"] for each in told["ties"]] == [
        tie.tie_break for tie, _teams in why.ties
    ]
    assert get_operation("api_why_team", code=over.code, number=99)[0] == 404


def test_board_explanation_is_available_once_board_is_over():
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    play = plays_of(tournament, sitting__round__number=1)[0]
    parts = {"code": tournament.code, "play_id": play.pk}
    status, told = get_operation("api_why_board", **parts, side="EW")
    reason = why_board(tournament, play.pk, "ew").reason
    assert (status, told["how"], told["side"]) == (200, str(reason.how), "EW")
    assert (told["net"], told["score"]["exact"]) == (reason.net, str(reason.score))
    assert sum(each["times"] for each in told["against"]) == told["others"] == reason.others
    assert get_operation("api_why_board", **parts, side="XX")[0] == 404
    later = plays_of(tournament, sitting__round__number=2)[0]
    assert (
        get_operation("api_why_board", code=tournament.code, play_id=later.pk, side="NS")[0] == 404
    )


def test_simulation_comparison_requires_both_finished():
    person = make_user()
    one, two = (
        start_simulation(question=QUESTION, count=20, seed=seed, person=person) for seed in (1, 2)
    )
    parts = {"share": one.share, "other": two.share}
    assert get_operation("api_simulation_with", **parts)[0] == 404
    for simulation in Simulation.objects.all():
        while waiting := SIMULATION_JOB.of(simulation.pk).filter(state="queued").first():
            run(waiting.pk)
    status, told = get_operation("api_simulation_with", **parts)
    first, second = told["sides"]
    assert (status, first["share"], second["deals"]) == (200, one.share, 20)
    assert told["difference"] == pytest.approx(second["mean"] - first["mean"])
    assert told["error"] == pytest.approx((first["error"] ** 2 + second["error"] ** 2) ** 0.5)
    assert told["is_sure"] is (abs(told["difference"]) > 2 * told["error"])
