from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from tests.builders import make_drawn, plays_of
from tests.tournaments.manage import client_of
from tests.tournaments.rehearsal.evening import (
    MOST_BEATS,
    act_for_organiser,
    make_evening,
    play_to_the_end,
    rehearse,
    reload,
    run_until_pause,
)
from tournaments.models import Play, Rehearsal, Result, Tournament
from tournaments.rehearsal.jobs import REHEARSAL_JOB
from tournaments.rehearsal.selectors import rehearsal_page
from tournaments.rehearsal.services import steer_rehearsal
from tournaments.rehearsal.story import DURATION_SECONDS, create_latecomer, run_step

pytestmark = pytest.mark.django_db

EVENINGS: list[dict[str, Any]] = [
    {"teams": 6},
    {"teams": 7},
    {"teams": 6, "cards": "open", "game": {"deals": 8}},
    {"teams": 6, "cards": "open", "game": {"to": 501}},
    {"teams": 4, "cards": "open", "game": {"to": 301, "best_of": 3}},
    {"teams": 6, "kind": "swiss", "params": {"rounds": 3}},
    {"teams": 6, "kind": "single_elimination", "params": {"entrants": 6}, "cards": "open"},
    {"teams": 4, "unit": "team"},
    {"teams": 6, "variant": "contree_cannes"},
    {"teams": 6, "variant": "coinche_ffb", "cards": "open", "game": {"to": 2001, "minutes": 40}},
    {"teams": 8, "variant": "klaverjas_rotterdam", "cards": "open", "game": {"deals": 16}},
]


@pytest.mark.sample
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda each: f"{each}")
def test_bots_play_the_rehearsal_to_its_end_with_pauses(evening: dict[str, Any]):
    original = make_evening(evening)
    rehearsal = rehearse(original)
    late = [] if evening.get("kind") == "single_elimination" else ["late"]
    assert play_to_the_end(rehearsal) == ["call", *late, "dispute"]
    copy = Tournament.objects.get(pk=rehearsal.pk)
    assert copy.state == Tournament.State.FINISHED
    assert original.movement_kind in {"", copy.movement_kind}
    assert not plays_of(copy, state=Play.State.EMPTY)
    assert [event.state for event in rehearsal_page(reload(rehearsal)).events] == (
        ["over"] * (7 + len(late))
    )
    original.refresh_from_db()
    assert not Result.objects.filter(play__sitting__round__tournament=original).exists()


def test_rehearsal_clock_stops_while_waiting_for_organiser():
    rehearsal = run_until_pause(rehearse(make_drawn(6)))
    assert rehearsal.waits_for == "call"
    played, results = rehearsal.played, Result.objects.count()
    assert run_step(rehearsal.pk, 5.0)
    assert (reload(rehearsal).played, Result.objects.count()) == (played, results)
    act_for_organiser(rehearsal)
    assert run_until_pause(reload(rehearsal)).waits_for == "late"
    act_for_organiser(reload(rehearsal))
    assert run_until_pause(reload(rehearsal)).waits_for == "dispute"


def test_hurried_rehearsal_lets_bots_settle_the_call():
    rehearsal = run_until_pause(rehearse(make_drawn(6)))
    steer_rehearsal(rehearsal=rehearsal, is_hurried=True)
    for _n in range(MOST_BEATS):
        if rehearsal.waits_for == "dispute":
            break
        steer_rehearsal(rehearsal=rehearsal, is_hurried=True)
        run_step(rehearsal.pk, 0.0)
        rehearsal = reload(rehearsal)
    assert rehearsal.waits_for == "dispute"
    assert rehearsal.call
    assert rehearsal.call.settled_at is not None


def test_stepwise_rehearsal_advances_only_on_command():
    rehearsal = rehearse(make_drawn(4), in_steps=True)
    assert not run_step(rehearsal.pk, 5.0)
    assert not Result.objects.exists()
    steer_rehearsal(rehearsal=rehearsal, is_hurried=True)
    assert run_until_pause(rehearsal, 0.0).waits_for == "call"
    act_for_organiser(reload(rehearsal))
    assert run_step(rehearsal.pk, 2.0) is False
    assert reload(rehearsal).is_paused


@pytest.mark.sql
def test_slow_rehearsal_runs_at_half_speed():
    rehearsal = rehearse(make_drawn(6))
    steer_rehearsal(rehearsal=rehearsal, is_fast=False)
    run_step(rehearsal.pk, 4.0)
    assert reload(rehearsal).played == 2.0
    assert rehearsal_page(reload(rehearsal)).seconds_left == (DURATION_SECONDS - 2) * 2


def test_rehearsal_pauses_after_waiting_too_long():
    rehearsal = run_until_pause(rehearse(make_drawn(4)))
    Rehearsal.objects.update(waited=600)
    assert not run_step(rehearsal.pk, 1.0)
    assert reload(rehearsal).is_paused


def test_checklist_ticks_only_organiser_actions():
    rehearsal = run_until_pause(rehearse(make_drawn(6)))
    assert ticks_of(rehearsal) == [False] * 5
    act_for_organiser(rehearsal)
    rehearsal = run_until_pause(reload(rehearsal))
    assert ticks_of(rehearsal) == [False, True, False, False, False]
    act_for_organiser(rehearsal)
    rehearsal = run_until_pause(reload(rehearsal))
    assert ticks_of(rehearsal) == [False, True, False, True, True]
    act_for_organiser(rehearsal)
    assert ticks_of(reload(rehearsal)) == [False, True, True, True, True]


def test_latecomer_has_no_number_until_seated():
    rehearsal = run_until_pause(rehearse(make_drawn(6)))
    act_for_organiser(rehearsal)
    rehearsal = run_until_pause(reload(rehearsal))
    late = rehearsal.late
    assert rehearsal.waits_for == "late"
    assert late
    assert (late.number, late.is_present) == (None, False)
    page = client_of(rehearsal.tournament).get(
        reverse("manage_evening", args=[rehearsal.tournament.code, "join"])
    )
    assert late.name in page.content.decode()
    steer_rehearsal(rehearsal=rehearsal, is_hurried=True)
    run_until_pause(rehearsal)
    late.refresh_from_db()
    assert late.number == 7


def test_latecomer_is_named_in_the_rehearsal_language():
    with translation.override("bg"):
        rehearsal = rehearse(make_drawn(6))
    assert rehearsal.language == "bg"
    create_latecomer(rehearsal)
    assert rehearsal.late
    assert rehearsal.late.name == "Закъснял гост 1 – Закъснял гост 2"


def test_deleted_latecomer_is_not_created_again():
    rehearsal = run_until_pause(rehearse(make_drawn(6)))
    act_for_organiser(rehearsal)
    rehearsal = run_until_pause(reload(rehearsal))
    assert rehearsal.late
    rehearsal.late.delete()
    assert run_until_pause(reload(rehearsal)).waits_for == "dispute"
    assert not reload(rehearsal).has_late


def ticks_of(rehearsal: Rehearsal) -> list[bool]:
    return [trial.is_done for trial in rehearsal_page(rehearsal).trials]


def test_job_enqueues_the_next_step_unless_paused():
    from jobs.tasks import run

    rehearsal = rehearse(make_drawn(6))
    first = REHEARSAL_JOB.unfinished_jobs().get()
    run(first.pk)
    second = REHEARSAL_JOB.unfinished_jobs().get()
    assert second.pk != first.pk
    steer_rehearsal(rehearsal=rehearsal, is_paused=True)
    run(second.pk)
    assert not REHEARSAL_JOB.unfinished_jobs().exists()
