"""Board analysis runs when boards are over, and is secret before."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.analysis.versions import is_solvable
from games.belot import PRESETS
from games.models import Analysis
from jobs.models import Job
from jobs.tasks import run
from tests.builders import fill_rounds, make_club, make_drawn, rebuild, slip
from tests.markup import one_line
from tests.shared_rows import built_once, clear_versioned_caches
from tests.solver import quick_solver
from tests.spells import with_time_slice
from tests.tournaments.bots.jobs import analyse
from tests.tournaments.manage import address, client_of
from tournaments.bots.jobs import ANALYSIS_JOB, enqueue_analysis
from tournaments.models import Tournament
from tournaments.results.services.results import correct_result
from tournaments.rules.services.rules import change_rules
from tournaments.setup.services.tournaments import finish_tournament

__all__ = ["quick_solver"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_solver")]


def half_played(**values: Any) -> Tournament:
    """Round 1 of five is complete, so boards 1 and 2 are over."""
    tournament = make_drawn(6, **values)
    fill_rounds(tournament, 1)
    return rebuild(tournament)


@built_once
def evening() -> Tournament:
    return half_played()


def page_of(tournament: Tournament, number: int, query: str = "") -> str:
    path = reverse("tournament_board", args=[tournament.code, number])
    return Client().get(path + query).content.decode()


def test_only_finished_boards_are_analysed(evening: Tournament) -> None:
    tournament = evening
    analyse()
    numbers = Analysis.objects.values_list("deal__board__number", flat=True)
    assert sorted(numbers) == [1, 2]
    assert Job.objects.filter(kind="analysis").count() == 1
    fill_rounds(tournament, 2)
    rebuild(tournament)
    analyse()
    assert Analysis.objects.filter(is_whole=True).count() == 4


def test_board_page_shows_analysis_when_job_is_done(evening: Tournament) -> None:
    tournament = evening
    before = page_of(tournament, 1)
    assert "The computer is working it out" in before
    version = Tournament.objects.get().extras_version
    analyse()
    assert Tournament.objects.get().extras_version == version + 1
    after = page_of(tournament, 1)
    assert "What could be made" in after
    assert "Par" in after
    assert "How much more North–South have than par" in after


def test_viewing_finished_board_enqueues_one_analysis(evening: Tournament) -> None:
    tournament = evening
    Job.objects.filter(kind="analysis").delete()
    page_of(tournament, 1)
    page_of(tournament, 2)
    assert Job.objects.filter(kind="analysis", state="queued").count() == 1


def test_viewing_unfinished_board_enqueues_no_analysis(evening: Tournament) -> None:
    tournament = evening
    Job.objects.filter(kind="analysis").delete()
    assert "What could be made" not in page_of(tournament, 3)
    assert not Job.objects.filter(kind="analysis").exists()


def test_analysis_job_row_reveals_no_analysis(evening: Tournament) -> None:
    tournament = evening
    enqueue_analysis(tournament, every_board=True)
    analyse()
    for job in Job.objects.filter(kind="analysis"):
        assert set(job.result) <= {"boards"}
        assert set(job.payload) == {"tournament", "every_board"}
        assert job.error == ""


def test_early_analysis_is_hidden_until_board_is_finished(evening: Tournament) -> None:
    tournament = evening
    enqueue_analysis(tournament, every_board=True)
    analyse()
    assert Analysis.objects.count() == tournament.boards.count()
    assert "What could be made" not in page_of(tournament, 3)
    path = f"/api/v1/tournaments/{tournament.code}/boards"
    assert Client().get(f"{path}/3/").json()["analysis"] is None
    assert client_of(tournament).get(f"{path}/3/").json()["analysis"] is None
    assert Client().get(f"{path}/1/").json()["analysis"]["par"]["score"]
    listed = json.dumps(Client().get(f"{path}/").json())
    assert "par" not in listed


def test_api_returns_analysis_of_finished_board(evening: Tournament) -> None:
    tournament = evening
    path = f"/api/v1/tournaments/{tournament.code}/boards/1/"
    assert Client().get(path).json()["analysis"] is None
    analyse()
    found = Client().get(path).json()["analysis"]
    assert [line["contract"] for line in found["lines"]] == ["C", "D", "H", "S", "NT", "AT"]
    assert all(len(line["points"]) == 4 for line in found["lines"])
    assert set(found["par"]) == {"contract", "seat", "contra", "outcome", "score", "net", "call"}
    assert (found["leader"], found["by_taker"]) == ("W", False)


def test_analysis_resumes_after_its_time_slice(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job.objects.get(kind="analysis")
    with_time_slice(monkeypatch, ANALYSIS_JOB, 0.001)
    run(job.pk)
    assert Job.objects.filter(kind="analysis", state="queued").count() == 1
    with_time_slice(monkeypatch, ANALYSIS_JOB, 9.0)
    analyse()
    assert Analysis.objects.filter(is_whole=True).count() == 2


@pytest.mark.sql
def test_partial_analysis_is_not_shown(evening: Tournament) -> None:
    tournament = evening
    analyse()
    Analysis.objects.update(is_whole=False)
    tournament.refresh_from_db()
    Tournament.objects.update(extras_version=99)
    assert "How much more North–South have than par" not in page_of(tournament, 1)


def test_rule_change_triggers_new_analysis(evening: Tournament) -> None:
    tournament = evening
    analyse()
    change_rules(
        tournament=tournament,
        variant={"preset": "bulgarian", "on_equal": "lost"},
        reason="as at home",
        confirmed=True,
    )
    rebuild(tournament)
    assert "The computer is working it out" in page_of(tournament, 1)
    analyse()
    assert Analysis.objects.filter(deal__board__number=1).count() == 2
    assert "The computer is working it out" not in page_of(tournament, 1)


def test_disabled_analysis_setting_enqueues_no_jobs(settings: Any) -> None:
    settings.BOARD_ANALYSIS = False
    tournament = half_played()
    assert "What could be made" not in page_of(tournament, 1)
    assert not Job.objects.filter(kind="analysis").exists()


def test_french_board_page_shows_hands_per_taker() -> None:
    tournament = half_played(variant="french")
    analyse()
    page = page_of(tournament, 1)
    assert "by who takes the card" in page
    assert "Turned up:" in page
    text = page_of(tournament, 1, "?hands=taken-W")
    assert text != page
    found = Client().get(f"/api/v1/tournaments/{tournament.code}/boards/1/").json()
    assert found["analysis"]["by_taker"] is True
    assert [len(hand["later"]) for hand in found["deal"]["hands"]] == [0] * 4
    assert len(found["deal"]["stock"]) == 11


def test_hands_show_common_taker_or_the_original_deal() -> None:
    tournament = make_drawn(4, variant="french", boards_per_round=2)
    first, second = tournament.boards.filter(plays__sitting__round__number=1).distinct()
    for board, declarers in ((first, "SS"), (second, "SW")):
        plays = board.plays.order_by("sitting__table__number")
        for play, declarer in zip(plays, declarers, strict=True):
            correct_result(play_id=play.pk, slip=slip(declarer=declarer), reason="x", actor=None)
    rebuild(tournament)
    taken = page_of(tournament, first.number)
    assert '<a class="chip" href="?hands=taken-S" aria-current="true">' in one_line(taken)
    assert "Still to be dealt:" not in taken
    as_dealt = page_of(tournament, second.number)
    assert '<a class="chip" href="?hands=dealt" aria-current="true">' in one_line(as_dealt)
    stock = as_dealt.split("Still to be dealt:")[1].split("</p>")[0]
    assert stock.count('<span class="tile ') == 11
    assert "Still to be dealt:" in page_of(tournament, first.number, "?hands=dealt")


# On paper ---------------------------------------------------------------------------------------


def test_hand_records_are_public_once_all_boards_are_over(evening: Tournament) -> None:
    tournament = evening
    path = reverse("tournament_hands", args=[tournament.code])
    assert Client().get(path).status_code == 404
    fill_rounds(tournament, 5)
    finish_tournament(tournament=tournament)
    rebuild(tournament)
    analyse()
    page = Client().get(path)
    assert page.status_code == 200
    assert page.content.decode().count('class="hand-record"') == 10
    assert page.content.decode().count("hr-par") == 10
    boards = Client().get(reverse("tournament_boards", args=[tournament.code]))
    assert path in boards.content.decode()


def test_printing_unfinished_hands_needs_post_and_is_logged(
    evening: Tournament,
) -> None:
    tournament = evening
    client = client_of(tournament)
    path = address("print_sheets", tournament, "hands")
    assert client.get(path).content.decode().count('class="hand-record"') == 2
    assert not tournament.log.filter(action="hands_printed").exists()
    assert client.post(path).content.decode().count('class="hand-record"') == 10
    assert tournament.log.filter(action="hands_printed").count() == 1
    assert "10 boards are still being worked out" in client.post(path).content.decode()
    analyse()
    assert client.post(path).content.decode().count("hr-par") == 10


def test_print_page_warns_that_early_hand_records_are_logged(evening: Tournament) -> None:
    tournament = evening
    page = client_of(tournament).get(address("print", tournament)).content.decode()
    assert "Opening them early shows every card and is logged." in page


def test_query_count_is_independent_of_team_count() -> None:
    counts = []
    for teams in (4, 6):
        tournament = make_drawn(teams, club=make_club(f"Club {teams}"))
        fill_rounds(tournament, teams)
        rebuild(tournament)
        analyse()
        hands = reverse("tournament_hands", args=[tournament.code])
        board = reverse("tournament_board", args=[tournament.code, 1]) + "?fragment=en"
        counts.append([queries_of(path) for path in (hands, board)])
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 20


def queries_of(path: str) -> int:
    clear_versioned_caches()
    with CaptureQueriesContext(connection) as found:
        assert Client().get(path).status_code == 200
    return len(found.captured_queries)


def test_klaverjas_with_goal_floor_or_bidding_is_not_solvable() -> None:
    rules = PRESETS["klaverjas_rotterdam"]
    assert is_solvable(rules)
    assert not is_solvable(replace(rules, goal_floor=82))
    assert not is_solvable(replace(rules, auction="numeric"))


def test_klaverjas_pages_include_roem_and_show_differences(monkeypatch) -> None:
    points = {0: 100, 1: 60, 2: 81, 3: 190}
    monkeypatch.setattr("games.analysis.analysing.solve_deal", lambda *asked: points[asked[2]])
    monkeypatch.setattr("games.analysis.analysing.lost_roem", lambda *asked: 40)
    tournament = half_played(variant="klaverjas_rotterdam")
    fill_rounds(tournament, 5)
    rebuild(tournament)
    analyse()
    page = one_line(page_of(tournament, 1))
    assert "combinations in tricks (roem) are included" in page
    assert "North–South’s card points" not in page
    assert "<b>NS</b> +38" in page
    assert "<b>EW</b> +42" in page
    assert "<b>NS</b> +218" in page
    assert "· +218" in page
    hands = Client().get(reverse("tournament_hands", args=[tournament.code]))
    assert "Combinations in tricks (roem) are included" in one_line(hands.content.decode())
    analysis = Client().get(f"/api/v1/tournaments/{tournament.code}/boards/1/").json()["analysis"]
    assert analysis["with_roem"] is True
    assert {line["contract"]: line["points"][0] for line in analysis["lines"]} == {
        "C": 38,
        "D": -42,
        "H": 0,
        "S": 218,
    }
    assert (analysis["par"]["contract"], analysis["par"]["net"]) == ("S", 218)
