from typing import Any

from tests.builders import director_of, make_drawn, make_tournament, names_of
from tournaments.changes.services.people import join_late
from tournaments.console.services.calls import settle_call
from tournaments.entries.services.entries import add_team
from tournaments.models import Rehearsal, Tournament
from tournaments.rehearsal.services import start_rehearsal
from tournaments.rehearsal.story import run_step
from tournaments.results.services.results import correct_result

MOST_BEATS = 400


def rehearse(tournament: Tournament, **more: Any) -> Rehearsal:
    return start_rehearsal(tournament=tournament, actor=director_of(tournament), **more)


def run_until_pause(rehearsal: Rehearsal, seconds: float = 6.0) -> Rehearsal:
    """Advance until the bots wait, pause or finish."""
    for _n in range(MOST_BEATS):
        goes_on = run_step(rehearsal.pk, seconds)
        rehearsal = Rehearsal.objects.get(pk=rehearsal.pk)
        if rehearsal.waits_for or not goes_on:
            return rehearsal
    raise AssertionError("the evening has no end")


def act_for_organiser(rehearsal: Rehearsal) -> None:
    """Do what the bots wait for."""
    user = director_of(rehearsal.tournament)
    if rehearsal.waits_for == "call":
        assert rehearsal.call
        settle_call(call=rehearsal.call, actor=user)
    elif rehearsal.waits_for == "late":
        assert rehearsal.late
        join_late(tournament=rehearsal.tournament, team=rehearsal.late, from_round=2, actor=user)
    else:
        assert rehearsal.dispute
        assert rehearsal.dispute.current
        slip = rehearsal.dispute.current.slip
        correct_result(play_id=rehearsal.dispute.pk, slip=slip, reason="test", actor=user)


def play_to_the_end(rehearsal: Rehearsal) -> list[str]:
    """Play to the end; return what the bots waited for."""
    waited = []
    while rehearsal.ended_at is None:
        rehearsal = run_until_pause(rehearsal)
        if rehearsal.waits_for:
            waited.append(rehearsal.waits_for)
            act_for_organiser(rehearsal)
        assert not rehearsal.is_paused
    return waited


def make_evening(evening: dict[str, Any]) -> Tournament:
    values = dict(evening)
    if values.get("unit") == "team":
        tournament = make_tournament(unit="team", scoring="imps", boards_per_round=2)
        for number in range(values["teams"]):
            names = (*names_of(2 * number), *names_of(2 * number + 1))
            add_team(tournament=tournament, players=names, name=f"Team {number}")
        return tournament
    return make_drawn(values.pop("teams"), **values)


def reload(rehearsal: Rehearsal) -> Rehearsal:
    return Rehearsal.objects.get(pk=rehearsal.pk)
