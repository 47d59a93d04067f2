import random

import pytest
from django.utils import timezone

from jobs.models import Job
from jobs.tasks import run
from tests.builders import fill_rounds, make_drawn, make_tournament, plays_of, rebuild, slip
from tournaments.bots.services.simulation import cancel_simulation, start_simulation
from tournaments.errors import RuleViolationError
from tournaments.events.append import enqueue_outdated_standings
from tournaments.models import Play, PlayScore, Result, StandingRow
from tournaments.results.services.results import correct_result
from tournaments.setup.services.tournaments import change_settings, finish_tournament
from tournaments.standings.tasks import rebuild_now
from tournaments.state.visibility import (
    complete_rounds,
    finished_boards,
    is_open,
    open_round_number,
)

pytestmark = pytest.mark.django_db


def rows(tournament) -> list[tuple]:
    return list(
        StandingRow.objects.filter(tournament=tournament)
        .order_by("section", "position")
        .values_list(
            "section", "team__number", "rank", "is_tied", "figure", "boards", "round_ranks"
        )
    )


def test_standings_job_is_queued_once_and_rebuild_is_fresh():
    tournament = rebuild(make_drawn(8))
    fill_rounds(tournament, 1)
    tournament.refresh_from_db()
    assert not tournament.is_fresh
    enqueue_outdated_standings()
    enqueue_outdated_standings()
    assert Job.objects.filter(kind="standings", state="queued").count() == 1
    tournament = rebuild(tournament)
    assert tournament.is_fresh
    assert tournament.rounds_counted == 1
    assert len(rows(tournament)) == 8


def test_matchpoints_of_a_round_equal_the_manual_calculation():
    """Four tables, nets +4 +4 −16 +16 on one board: 66.7 66.7… counted 2/1/0 against the others."""
    tournament = make_drawn(8, boards_per_round=1)
    plays = plays_of(tournament, sitting__round__number=1)
    slips = [slip(98), slip(98), slip(62), slip(110, declarer="E")]
    for play, each in zip(plays, slips, strict=True):
        correct_result(play_id=play.pk, slip=each, reason="test", actor=None)
    assert [play.current.net for play in plays_of(tournament, sitting__round__number=1)] == [
        4,
        4,
        -16,
        16,
    ]
    rebuild(tournament)
    figures = [PlayScore.objects.get(play=play).ns_figure for play in plays]
    assert figures == ["50", "50", "0", "100"]


def test_mitchell_has_two_standings_lists():
    tournament = make_drawn(10, kind="mitchell", params={"tables": 5})
    fill_rounds(tournament, 1)
    assert {row[0] for row in rows(rebuild(tournament))} == {"ns", "ew"}


def test_average_difference_ranks_by_mean_net():
    tournament = make_drawn(8, scoring="average_difference", boards_per_round=1)
    for play in plays_of(tournament, sitting__round__number=1):
        correct_result(play_id=play.pk, slip=slip(98), reason="test", actor=None)
    found = rows(rebuild(tournament))
    assert [row[4] for row in found] == ["4"] * 4 + ["-4"] * 4
    assert [row[2] for row in found] == [1] * 4 + [5] * 4


def test_only_complete_rounds_count():
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    late = plays_of(tournament, sitting__round__number=2)[0]
    correct_result(play_id=late.pk, slip=slip(), reason="test", actor=None)
    assert complete_rounds(tournament) == 1
    assert rebuild(tournament).rounds_counted == 1
    assert not PlayScore.objects.filter(play=late).exists()


def test_board_is_finished_once_every_table_has_played_it():
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    assert sorted(finished_boards(tournament).values_list("number", flat=True)) == [1, 2]
    assert open_round_number(tournament) == 2


@pytest.mark.parametrize("seed", range(4))
def test_rounds_up_to_the_open_round_number_are_open(seed):
    tournament = make_drawn(8, boards_per_round=1)
    rng = random.Random(seed)
    fill_rounds(tournament, rng.randrange(4))
    begun = tournament.rounds.filter(number__in=rng.sample(range(1, 8), rng.randrange(3)))
    begun.update(started_at=timezone.now())
    tournament.rounds.filter(number__gt=rng.randint(4, 8)).update(is_published=False)
    number = open_round_number(tournament)
    found = {row.number: is_open(row) for row in tournament.rounds.filter(is_published=True)}
    assert found == {each: each <= number for each in found}


@pytest.mark.sql
def test_second_rebuild_returns_identical_rows():
    tournament = make_drawn(9)
    fill_rounds(tournament, 3)
    first = rows(rebuild(tournament))
    rebuild_now(tournament.pk)
    assert rows(tournament) == first


@pytest.mark.parametrize(
    "order", [0, *(pytest.param(each, marks=pytest.mark.slow) for each in (1, 2))]
)
def test_standings_do_not_depend_on_result_order(order):
    tournament = make_drawn(8)
    plays = plays_of(tournament, sitting__round__number__lte=2)
    figures = {play.pk: 40 + 7 * index for index, play in enumerate(plays)}
    random.Random(order).shuffle(plays)
    for play in plays:
        correct_result(play_id=play.pk, slip=slip(figures[play.pk]), reason="test", actor=None)
    found = [(row[1], row[2], row[4]) for row in rows(rebuild(tournament))]
    assert found == sorted(found, key=lambda row: row[1]) or len(found) == 8
    reference = make_drawn(8, name="reference", club=tournament.club)
    for play, points in zip(
        plays_of(reference, sitting__round__number__lte=2), figures.values(), strict=True
    ):
        correct_result(play_id=play.pk, slip=slip(points), reason="test", actor=None)
    assert [(row[1], row[2], row[4]) for row in rows(rebuild(reference))] == found


@pytest.mark.sql
def test_correction_changes_standings_and_keeps_versions():
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    before = rows(rebuild(tournament))
    play = plays_of(tournament, sitting__round__number=1)[0]
    correct_result(play_id=play.pk, slip={"passed_out": True}, reason="misread", actor=None)
    assert play.results.count() == 2
    assert rows(rebuild(tournament)) != before


@pytest.mark.sql
def test_scoring_change_recalculates_standings():
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    rebuild(tournament)
    change_settings(tournament=tournament, scoring="average_difference")
    found = rows(rebuild(tournament))
    assert any("-" in row[4] for row in found)


def test_rebuild_query_count_is_limited(django_assert_max_num_queries):
    small = make_drawn(8, name="small")
    large = make_drawn(20, name="large", club=small.club, params={"entrants": 20, "rounds": 3})
    for tournament in (small, large):
        fill_rounds(tournament, 2)
    for tournament in (small, large):
        with django_assert_max_num_queries(40):
            rebuild_now(tournament.pk)


def test_bots_play_every_unplayed_board_through_the_engine():
    tournament = make_drawn(8, boards_per_round=1)
    fill_rounds(tournament, 1)
    job = start_simulation(tournament=tournament)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 24, 24)
    bots = Result.objects.filter(source="bots")
    assert bots.count() == 24
    assert all(result.record is not None for result in bots)
    assert not Play.objects.filter(state="empty").exists()
    finish_tournament(tournament=tournament)


def test_simulation_stops_at_round_and_can_run_twice():
    tournament = make_drawn(8, boards_per_round=1)
    job = start_simulation(tournament=tournament, up_to_round=2)
    run(job.pk)
    run(job.pk)
    assert Result.objects.count() == 8


def test_cancelled_simulation_plays_no_boards():
    tournament = make_drawn(8, boards_per_round=1)
    job = start_simulation(tournament=tournament)
    cancel_simulation(tournament=tournament)
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, Result.objects.count()) == ("cancelled", 0)


def test_bots_do_not_play_before_the_draw_is_published():
    with pytest.raises(RuleViolationError, match="Publish the draw"):
        start_simulation(tournament=make_tournament())


def test_finish_is_rejected_with_missing_results():
    tournament = make_drawn(8)
    with pytest.raises(RuleViolationError) as caught:
        finish_tournament(tournament=tournament)
    assert caught.value.details == {"missing": 56}
