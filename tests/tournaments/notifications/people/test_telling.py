from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from tests.builders import (
    director_of,
    enter_and_confirm,
    fill_rounds,
    make_club,
    plays_of,
    rebuild,
)
from tests.tournaments.notifications.people.services_elsewhere import Browser
from tests.tournaments.notifications.people.world import (
    SITE,
    drawn,
    follow_by_push,
    hasten,
    run_jobs,
    states,
    sweep,
    team_at,
)
from tournaments.console.services.calls import call_director, settle_call
from tournaments.console.services.clock import start_round
from tournaments.draws.services.draws import publish_draw
from tournaments.events.notifications import next_daytime
from tournaments.models import Follower, Notice, Seat, Sending
from tournaments.notifications.people.services.subscriptions import (
    confirm_following,
    follow,
    stop_following,
)
from tournaments.notifications.people.tasks import enqueue_notices
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.state.official import make_official

pytestmark = pytest.mark.django_db(transaction=True)
DIRECTOR = Follower.Role.DIRECTOR


def test_player_is_notified_of_seat_in_their_language(there):
    tournament = drawn()
    browser = Browser(there.host)
    follower = follow_by_push(tournament, browser, team=team_at(tournament, 3))
    publish_draw(tournament=tournament)
    run_jobs()
    seat = Seat.objects.get(round__tournament=tournament, round__number=1, team__number=3)
    side = {"NS": "Север–Юг", "EW": "Изток–Запад"}[seat.side]
    [told] = browser.read(there)
    assert told["title"] == "Autumn Pairs"
    assert f"маса {seat.sitting.table.number}, {side}" in told["body"]
    assert told["url"] == f"{SITE}/bg/t/{tournament.code}/team/3/"
    assert told["stop"] == f"{SITE}/notices/{follower.secret}/"
    assert states(tournament) == [("sent", "")]


def test_push_message_is_encrypted_and_signed(there):
    tournament = drawn()
    browser = Browser(there.host)
    follow_by_push(tournament, browser, team=team_at(tournament, 3))
    publish_draw(tournament=tournament)
    run_jobs()
    [(_path, headers, body)] = there.asked
    assert headers["authorization"].startswith("vapid t=")
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "900")
    assert b"Autumn" not in body


def test_each_started_round_is_notified_once(there):
    tournament = drawn()
    browser = Browser(there.host)
    follow_by_push(tournament, browser, "en", team=team_at(tournament, 1))
    publish_draw(tournament=tournament)
    start_round(tournament=tournament, number=1)
    start_round(tournament=tournament, number=2)
    run_jobs()
    bodies = [told["body"] for told in browser.read(there)]
    # Sent concurrently: the order of arrival is undefined.
    assert sorted(body[:17] for body in bodies) == ["Round 1 is drawn:", "Round 2 is drawn:"]


def test_resting_team_is_notified_of_sit_out(there):
    tournament = drawn()
    browser = Browser(there.host)
    follow_by_push(tournament, browser, "en", team=team_at(tournament, 2))
    Seat.objects.filter(round__number=1, team__number=2).update(sitting=None, side="")
    publish_draw(tournament=tournament)
    run_jobs()
    assert [told["body"] for told in browser.read(there)] == ["You sit out round 1."]


def test_followers_are_notified_of_official_results(there):
    tournament = drawn()
    player, spectator = Browser(there.host, "player"), Browser(there.host, "spectator")
    publish_draw(tournament=tournament)
    fill_rounds(tournament, tournament.rounds.count())
    tournament = rebuild(finish_tournament(tournament=tournament))
    follow_by_push(tournament, player, "en", team=team_at(tournament, 1))
    follow_by_push(tournament, spectator, "en")
    make_official(tournament=tournament)
    Notice.objects.update(due_at=timezone.now())  # also where it is night in the hall
    run_jobs()
    rank = tournament.standing_rows.get(team__number=1).rank
    [told] = player.read(there)
    assert told["body"] == f"The results are official: place {rank} of 8."
    assert [each["body"] for each in spectator.read(there)] == ["The results are official."]


def test_official_notice_waits_for_standings(there):
    tournament = drawn()
    browser = Browser(there.host)
    publish_draw(tournament=tournament)
    fill_rounds(tournament, tournament.rounds.count())
    finish_tournament(tournament=tournament)
    follow_by_push(tournament, browser, "en", team=team_at(tournament, 1))
    make_official(tournament=tournament)
    Notice.objects.update(due_at=timezone.now())
    run_jobs()
    assert (browser.read(there), states(tournament)) == ([], [("waiting", "counting")])
    rebuild(tournament)
    hasten()
    sweep()
    assert states(tournament) == [("sent", "")]


def test_expired_corrections_notify_official_results_once(there):
    tournament = drawn()
    browser = Browser(there.host)
    publish_draw(tournament=tournament)
    fill_rounds(tournament, tournament.rounds.count())
    follow_by_push(tournament, browser, "en")
    rebuild(finish_tournament(tournament=tournament, corrections_minutes=0))
    sweep()
    Notice.objects.update(due_at=timezone.now())
    sweep()
    sweep()
    assert [told["body"] for told in browser.read(there)] == ["The results are official."]


def test_only_directors_are_notified_of_calls(there):
    tournament = drawn()
    director, player = Browser(there.host, "director"), Browser(there.host, "player")
    publish_draw(tournament=tournament)
    run_jobs()
    user = director_of(tournament)
    follow_by_push(tournament, director, "en", role=DIRECTOR, actor=user)
    follow_by_push(tournament, player, "en", team=team_at(tournament, 1))
    call_director(table=tournament.tables.get(number=2), message="Картата е паднала")
    run_jobs()
    [told] = director.read(there)
    assert told["body"] == "Table 2 is calling the director: Картата е паднала"
    assert told["url"] == f"{SITE}/manage/{tournament.code}/"
    assert player.read(there) == []


def test_settled_call_is_not_notified(there):
    tournament = drawn()
    browser = Browser(there.host)
    publish_draw(tournament=tournament)
    follow_by_push(tournament, browser, role=DIRECTOR, actor=director_of(tournament))
    call = call_director(table=tournament.tables.get(number=2), message="")
    settle_call(call=call)
    run_jobs()
    assert (browser.read(there), states(tournament)) == ([], [("dropped", "over")])


def test_directors_are_notified_once_of_complete_round(there):
    tournament = drawn()
    browser = Browser(there.host)
    publish_draw(tournament=tournament)
    follow_by_push(tournament, browser, "en", role=DIRECTOR, actor=director_of(tournament))
    plays = plays_of(tournament, sitting__round__number=1)
    for play in plays[:-1]:
        enter_and_confirm(play)
    sweep()
    assert browser.read(there) == []
    enter_and_confirm(plays[-1])
    sweep()
    sweep()
    bodies = [told["body"] for told in browser.read(there)]
    assert len(bodies) == 1
    assert bodies[0].startswith("All results of round 1 are in.")


def test_email_is_sent_only_to_confirmed_followers():
    tournament = drawn()
    follower = follow(
        tournament=tournament, way="email", email="Ana@Example.org", language="en", site=SITE
    )
    other = follow(tournament=tournament, way="email", email="boyko@example.org", site=SITE)
    confirm_following(follower=follower)
    publish_draw(tournament=tournament)
    run_jobs()
    [letter] = mail.outbox
    stop = f"{SITE}/notices/{follower.secret}/"
    assert letter.to == ["ana@example.org"]
    assert letter.subject == "Autumn Pairs: The draw for round 1 is out."
    assert f"Stop: {stop}" in letter.body
    assert letter.extra_headers["List-Unsubscribe"] == f"<{stop}>"
    assert other.confirmed_at is None


def test_overdue_notice_is_not_sent(there):
    tournament = drawn()
    browser = Browser(there.host)
    follow_by_push(tournament, browser)
    publish_draw(tournament=tournament)
    Notice.objects.update(due_at=timezone.now() - timedelta(minutes=16))
    run_jobs()
    assert (there.asked, states(tournament)) == ([], [])


def test_sending_that_waited_too_long_is_dropped(there):
    tournament = drawn()
    there.answers["/push/"] = [503]
    follow_by_push(tournament, Browser(there.host))
    publish_draw(tournament=tournament)
    run_jobs()
    assert states(tournament) == [("waiting", "unreachable")]
    Notice.objects.update(due_at=timezone.now() - timedelta(minutes=16))
    hasten()
    sweep()
    assert states(tournament) == [("dropped", "late")]


def test_failing_push_service_is_retried(there):
    tournament = drawn()
    browser = Browser(there.host)
    there.answers["/push/"] = [503, 429, 201]
    follow_by_push(tournament, browser)
    publish_draw(tournament=tournament)
    run_jobs()
    assert states(tournament) == [("waiting", "unreachable")]
    for _try in range(2):
        hasten()
        sweep()
    assert states(tournament) == [("sent", "")]
    assert len(browser.read(there)) == 3


def test_follower_of_expired_push_device_is_deleted(there):
    tournament = drawn()
    there.answers["/push/"] = [410]
    follow_by_push(tournament, Browser(there.host))
    publish_draw(tournament=tournament)
    run_jobs()
    assert states(tournament) == [("failed", "gone")]
    assert Follower.objects.count() == 0


def test_daily_message_limit_drops_further_notices(there, settings):
    settings.MESSAGES_A_DAY = 2
    tournament = drawn()
    browser = Browser(there.host)
    follow_by_push(tournament, browser)
    publish_draw(tournament=tournament)
    for number in (2, 3, 4):
        run_jobs()
        start_round(tournament=tournament, number=number)
    run_jobs()
    assert len(browser.read(there)) == 2
    assert states(tournament)[2:] == [("dropped", "limit")] * 2


def test_unfollowed_tournament_creates_no_notices(django_assert_num_queries):
    tournament = drawn()
    publish_draw(tournament=tournament)
    call_director(table=tournament.tables.get(number=1), message="?")
    sweep()
    assert (Notice.objects.count(), Sending.objects.count()) == (0, 0)
    with django_assert_num_queries(4):
        enqueue_notices()


def test_unsubscribed_follower_gets_no_pending_notices(there):
    tournament = drawn()
    follower = follow_by_push(tournament, Browser(there.host))
    publish_draw(tournament=tournament)
    stop_following(follower=follower)
    run_jobs()
    assert there.asked == []


def test_rehearsal_creates_no_notices(there):
    tournament = drawn()
    original = drawn(club=make_club("Elsewhere"))
    follow_by_push(tournament, Browser(there.host))
    type(tournament).objects.filter(pk=tournament.pk).update(rehearses=original, is_public=False)
    publish_draw(tournament=tournament)
    assert Notice.objects.count() == 0


def test_official_notice_at_night_waits_until_morning():
    at = timezone.make_aware(timezone.datetime(2026, 11, 21, 23, 30))
    early = timezone.make_aware(timezone.datetime(2026, 11, 22, 2, 0))
    morning = timezone.make_aware(timezone.datetime(2026, 11, 22, 8, 0))
    noon = timezone.make_aware(timezone.datetime(2026, 11, 22, 12, 0))
    zone = timezone.get_default_timezone()
    moved = [next_daytime(each, zone) for each in (at, early, noon)]
    assert moved == [
        morning,
        morning,
        noon,
    ]
