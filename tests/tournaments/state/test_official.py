"""Standings are provisional until a time or release; later corrections are explicit."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from tests.builders import director_of, fill_rounds, make_drawn, plays_of, rebuild, slip
from tests.tournaments.contests import make_contest, team
from tests.tournaments.manage import address, client_of
from tournaments.errors import RuleViolationError
from tournaments.models import LogEntry, StandingRow, Tournament
from tournaments.results.services.results import correct_result
from tournaments.rules.services.rules import change_rules
from tournaments.rulings.services.rulings import adjust
from tournaments.setup.services.tournaments import finish_tournament, reopen_tournament
from tournaments.standings.services import change_scoring
from tournaments.standings.tasks import rebuild_now
from tournaments.state.official import make_official, set_corrections

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished():
    tournament = make_drawn(4, boards_per_round=1)
    fill_rounds(tournament, 3)
    return rebuild(finish_tournament(tournament=tournament))


def test_standings_without_deadline_require_release(finished, client):
    assert not finished.is_official
    page = client.get(f"/en/t/{finished.code}/").content.decode()
    assert "provisional until the director releases them" in page
    client_of(finished).post(address("official", finished), {"do": "release"})
    finished.refresh_from_db()
    assert finished.is_official
    assert "official since" in client.get(f"/en/t/{finished.code}/").content.decode()


@pytest.mark.sql
def test_standings_become_official_after_the_deadline(finished, client):
    set_corrections(tournament=finished, minutes=30)
    finished.refresh_from_db()
    assert not finished.is_official
    assert (
        "provisional, corrections until" in client.get(f"/en/t/{finished.code}/").content.decode()
    )
    over = timezone.now() - timedelta(minutes=1)
    Tournament.objects.filter(pk=finished.pk).update(corrections_until=over)
    finished.refresh_from_db()
    assert finished.official_since == over
    assert "official since" in client.get(f"/en/t/{finished.code}/").content.decode()


def test_finish_sets_the_correction_deadline():
    tournament = make_drawn(4, boards_per_round=1)
    fill_rounds(tournament, 3)
    client_of(tournament).post(address("finish", tournament), {"corrections": "60"})
    tournament.refresh_from_db()
    left = tournament.corrections_until - timezone.now()
    assert timedelta(minutes=59) < left <= timedelta(minutes=60)


def test_official_standings_require_confirmed_logged_correction(finished, client):
    make_official(tournament=finished)
    play = plays_of(finished)[0]
    actions = [
        lambda late: correct_result(
            play_id=play.pk, slip=slip(120), reason="x", actor=director_of(finished), late=late
        ),
        lambda late: adjust(team=team(finished, 1), amount=Fraction(-3), reason="x", late=late),
        lambda late: change_scoring(tournament=finished, scoring="butler", reason="x", late=late),
    ]
    for action in actions:
        with pytest.raises(RuleViolationError) as refused:
            action(False)
        assert refused.value.code == "official"
        action(True)
    assert LogEntry.objects.filter(action="corrected_late").count() == 3
    rebuild(finished)
    assert (
        "corrected after becoming official"
        in client.get(f"/en/t/{finished.code}/").content.decode()
    )
    with pytest.raises(RuleViolationError):
        change_rules(tournament=finished, variant="belote", reason="x", confirmed=True)


def test_play_page_requires_confirmation_for_late_correction(finished):
    make_official(tournament=finished)
    play = plays_of(finished)[0]
    client = client_of(finished)
    values = {
        "kind": "played", "contract": "H", "declarer": "S", "contra": "0", "side": "NS",
        "points": "120", "capot": "", "reason": "Read from the slip",
    }  # fmt: skip
    refused = client.post(address("play", finished, play.pk), values).content.decode()
    assert "Confirm that you want to correct them anyway" in refused
    client.post(address("play", finished, play.pk), {**values, "late": "on"})
    play.refresh_from_db()
    assert play.current.version == 2


def test_reopening_official_tournament_requires_confirmation(finished):
    make_official(tournament=finished)
    with pytest.raises(RuleViolationError):
        reopen_tournament(tournament=finished)
    again = reopen_tournament(tournament=finished, late=True)
    assert (again.state, again.official_at) == (Tournament.State.PLAYING, None)


def test_late_correction_recalculates_the_next_stage(finished):
    final = make_contest(
        2, 1, club=finished.club, name="Final", follows=finished, carry="share",
        scoring="matchpoints",
    )  # fmt: skip
    for number in (1, 2):
        final.teams.filter(number=number).update(origin=team(finished, number))
    rebuild_now(final.pk)
    make_official(tournament=finished)
    before = dict(StandingRow.objects.filter(tournament=final).values_list("team", "carry"))
    adjust(team=team(finished, 1), amount=Fraction(-20), reason="x", late=True)
    final.refresh_from_db()
    assert not final.is_fresh
    rebuild(finished)
    final.refresh_from_db()
    assert not final.is_fresh
    final = rebuild(final)
    assert final.is_fresh
    after = dict(StandingRow.objects.filter(tournament=final).values_list("team", "carry"))
    first = team(final, 1).pk
    # Half of 20 less, shared between the lead of one and the mean of both.
    assert Fraction(before[first]) - Fraction(after[first]) == 5
