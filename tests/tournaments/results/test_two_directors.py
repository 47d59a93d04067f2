import pytest

from tests.builders import enter, slip
from tests.tournaments.manage import address
from tests.tournaments.results.helpers import PLAYED
from tests.tournaments.two_directors import compared_values, version_token
from tournaments.models import (
    Play,
)
from tournaments.results.services.results import correct_result

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


def test_stale_correction_is_compared_and_stored_on_resubmit(tournament, play, ana, bo):
    path = address("play", tournament, play.pk)
    seen = version_token(bo.get(path))
    assert ana.post(path, {**PLAYED, "points": "110", "seen": seen}).status_code == 302
    late = {**PLAYED, "points": "60", "reason": "Read again", "seen": seen}
    page = bo.post(path, late)
    assert page.status_code == 409
    words = page.content.decode()
    assert "ana (director) changed this at " in words
    assert [
        (label, now, mine) for label, now, mine in compared_values(page) if label != "Contract"
    ] == [
        ("Card points", "110–52", "60–102"),
        ("Score", "11–5", "0–16"),
        ("Reason", "Read from the slip", "Read again"),
    ]
    assert (page.context["form"]["points"].value(), play.results.count()) == ("60", 1)
    again = bo.post(path, {**late, "seen": version_token(page)})
    assert again.status_code == 302
    play.refresh_from_db()
    assert (play.current.version, play.current.ns_score) == (2, 0)


def test_comparison_shows_a_dash_for_a_missing_reason(tournament, play, bo):
    path = address("play", tournament, play.pk)
    seen = version_token(bo.get(path))
    enter(play)
    page = bo.post(path, {**PLAYED, "seen": seen})
    assert ("Reason", "–", "Read from the slip") in compared_values(page)


def test_stale_correction_after_a_table_entry_returns_409(tournament, play, bo):
    path = address("play", tournament, play.pk)
    seen = version_token(bo.get(path))
    enter(play, who="Ана")
    page = bo.post(path, {**PLAYED, "kind": "not_played", "seen": seen})
    assert page.status_code == 409
    assert "North–South, Ана changed this at" in page.content.decode()
    assert play.results.count() == 1


def test_repeated_correction_stores_one_version(tournament, play, ana, bo):
    path = address("play", tournament, play.pk)
    seen = version_token(bo.get(path))
    for client in (ana, ana, bo):
        assert client.post(path, {**PLAYED, "seen": seen}).status_code == 302
    assert play.results.count() == 1
    assert tournament.log.filter(action="result_corrected").count() == 1
    assert bo.post(path, {**PLAYED, "reason": "Said both", "seen": "1"}).status_code == 302
    assert play.results.count() == 2


def test_correction_back_to_an_old_value_adds_a_version(tournament, play):
    def correct(points: int) -> int:
        done = correct_result(play_id=play.pk, slip=slip(points), reason="x", actor=None)
        return done.version

    assert [correct(98), correct(98), correct(60), correct(98)] == [1, 1, 2, 3]


def test_equal_correction_confirms_the_table_entry(tournament, play):
    enter(play)
    done = correct_result(play_id=play.pk, slip=slip(), reason="read", actor=None)
    assert (done.version, done.play.state) == (2, Play.State.CONFIRMED)
