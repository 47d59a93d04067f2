"""Events are stored with the fact, and sent by a worker until delivered."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jobs.models import Job
from jobs.tasks import run_one
from tests.builders import (
    director_of,
    enter,
    enter_and_confirm,
    fill_rounds,
    make_club,
    make_drawn,
    plays_of,
    rebuild,
)
from tests.tournaments.notifications.webhooks.receiver import Receiver, receiver
from tournaments.console.services.calls import call_director
from tournaments.events.outbox import (
    WEBHOOK_JOB,
    enqueue_due_deliveries,
    queue_webhooks_of_expired_deadlines,
)
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.notifications.webhooks.services import (
    CHOICES,
    add_webhook,
    change_webhook,
    send_again,
    send_test,
)
from tournaments.notifications.webhooks.signing import secret_of, signature_of
from tournaments.notifications.webhooks.tasks import claim_next
from tournaments.privacy.retention import delete_expired
from tournaments.privacy.services import show_player_as
from tournaments.rehearsal.services import start_rehearsal
from tournaments.results.services.results import correct_result
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.state.official import make_official

pytestmark = pytest.mark.django_db
State = Delivery.State


@pytest.fixture
def far(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    settings.PUBLIC_URL = "https://belot.example"
    with receiver() as found:
        yield found


@pytest.fixture
def hook(far: Receiver) -> Webhook:
    return add_webhook(club=make_club(), address=far.address, events=list(CHOICES))


def begun(hook: Webhook, **more: Any) -> Tournament:
    return make_drawn(6, club=hook.club, boards_per_round=1, **more)


def send(hook: Webhook) -> None:
    """Run the webhook's jobs, in as many time slices as needed."""
    job: Job | None = WEBHOOK_JOB.submit(hook.pk)
    while job is not None:
        run_one(job.pk)
        job = WEBHOOK_JOB.waiting_jobs(hook.pk).first()


def events(hook: Webhook) -> list[str]:
    return list(hook.deliveries.order_by("pk").values_list("event", flat=True))


def bodies(far: Receiver) -> list[dict[str, Any]]:
    return [json.loads(body) for _heads, body in far.came]


def test_tournament_events_are_queued_in_order(hook: Webhook, far: Receiver) -> None:
    tournament = begun(hook)
    first = plays_of(tournament, sitting__round__number=1)[0]
    call_director(table=first.sitting.table, message="Ана пита")
    fill_rounds(tournament, tournament.rounds.count())
    tournament = finish_tournament(tournament=rebuild(tournament))
    make_official(tournament=tournament)
    told = events(hook)
    assert told[:2] == ["draw.published", "director.called"]
    assert told.count("result.recorded") == len(plays_of(tournament))
    assert told[-1] == "tournament.official"
    assert told.count("standings.published") >= 2
    send(hook)
    said = bodies(far)
    assert [each["type"] for each in said] == told
    assert [each["sequence"] for each in said] == sorted(each["sequence"] for each in said)
    assert len({each["id"] for each in said}) == len(said)
    assert {each["tournament"]["code"] for each in said} == {tournament.code}
    assert "Ана пита" not in json.dumps(said, ensure_ascii=False)
    assert set(hook.deliveries.values_list("state", "status")) == {("delivered", 200)}


def test_webhook_message_is_signed_with_secret(hook: Webhook, far: Receiver) -> None:
    send_test(webhook=hook)
    send(hook)
    ((heads, body),) = far.came
    told = heads["webhook-id"], int(heads["webhook-timestamp"]), body
    assert heads["webhook-signature"] == signature_of(secret_of(hook.seed), *told)
    assert json.loads(body)["id"] == heads["webhook-id"]


def test_webhook_includes_result_only_once_it_is_public(hook: Webhook, far: Receiver) -> None:
    tournament = begun(hook)
    plays = plays_of(tournament, board__number=1)
    for play in plays[:-1]:
        enter_and_confirm(play)
    send(hook)
    before = [each["data"] for each in bodies(far) if each["type"] == "result.recorded"]
    assert [each["state"] for each in before] == ["entered", "confirmed"] * (len(plays) - 1)
    assert {each["is_public"] for each in before} == {False}
    assert {each["result"] for each in before} == {None}
    far.came.clear()
    enter_and_confirm(plays[-1])
    send(hook)
    last = bodies(far)[-1]["data"]
    assert (last["board"], last["version"], last["is_public"]) == (1, 1, True)
    assert last["result"]["contract"] == "H"
    assert last["url"] == f"https://belot.example/api/v1/tournaments/{tournament.code}/boards/1/"
    assert sorted(map(len, last["sides"].values())) == [1, 1]


def test_webhook_marks_corrected_result(hook: Webhook, far: Receiver) -> None:
    tournament = begun(hook)
    play = plays_of(tournament)[0]
    result = enter_and_confirm(play)
    send(hook)
    far.came.clear()
    slip = {**result.slip, "points": {"NS": 90, "EW": 72}}
    correct_result(play_id=play.pk, slip=slip, reason="misread", actor=director_of(tournament))
    send(hook)
    (said,) = [each["data"] for each in bodies(far) if each["type"] == "result.recorded"]
    assert (said["version"], said["is_correction"], said["state"]) == (2, True, "confirmed")


def test_webhook_uses_public_names_at_sending_time(hook: Webhook, far: Receiver) -> None:
    tournament = begun(hook)
    fill_rounds(tournament, tournament.rounds.count())
    rebuild(tournament)
    team = tournament.teams.get(number=1)
    for player in team.players.all():
        show_player_as(player=player, shown_as="pseudonym", pseudonym=f"Х {player.pk}", asked="x")
    send(hook)
    text = json.dumps(bodies(far), ensure_ascii=False)
    team.refresh_from_db()
    assert team.public_name
    assert team.public_name in text
    assert team.name not in text
    stored = json.dumps(list(hook.deliveries.values_list("about", "answer")), ensure_ascii=False)
    assert "Х" not in stored


def test_webhook_event_is_rolled_back_with_its_transaction(hook: Webhook) -> None:
    tournament = begun(hook)
    before = events(hook)
    with transaction.atomic():
        enter(plays_of(tournament)[0])
        assert len(events(hook)) == len(before) + 1
        transaction.set_rollback(True)
    assert events(hook) == before


def test_webhook_receives_only_chosen_events_of_own_club(hook: Webhook) -> None:
    change_webhook(webhook=hook, address=hook.address, events=["director.called"])
    tournament = begun(hook)
    enter(plays_of(tournament)[0])
    make_drawn(6, club=make_club("Elsewhere"))
    assert events(hook) == []


def test_rehearsal_queues_no_webhooks(hook: Webhook) -> None:
    copy = start_rehearsal(
        tournament=begun(hook, publish=False), actor=director_of(Tournament.objects.get())
    ).tournament
    before = len(events(hook))
    play = plays_of(copy)[0]
    correct_result(play_id=play.pk, slip={"contract": "H", "declarer": "S",
                   "points": {"NS": 98, "EW": 64}}, reason="x", actor=None)  # fmt: skip
    assert len(events(hook)) == before


def test_club_without_webhooks_costs_one_query(settings: Any) -> None:
    tournament = make_drawn(6)
    with CaptureQueriesContext(connection) as found:
        enter(plays_of(tournament)[0])
    asked = [each["sql"] for each in found.captured_queries if "webhook" in each["sql"]]
    assert len(asked) == 1
    assert not Job.objects.filter(kind="webhooks").exists()


@pytest.mark.sql
def test_expired_corrections_queue_official_webhook_once(hook: Webhook) -> None:
    tournament = begun(hook)
    fill_rounds(tournament, tournament.rounds.count())
    tournament = finish_tournament(tournament=rebuild(tournament), corrections_minutes=60)
    queue_webhooks_of_expired_deadlines()
    assert "tournament.official" not in events(hook)
    over = timezone.now() - timedelta(minutes=5)
    Tournament.objects.filter(pk=tournament.pk).update(corrections_until=over)
    Webhook.objects.update(created_at=over - timedelta(days=1))
    queue_webhooks_of_expired_deadlines()
    queue_webhooks_of_expired_deadlines()
    assert events(hook).count("tournament.official") == 1


def test_failed_delivery_backs_off_and_is_given_up(
    hook: Webhook, far: Receiver, settings: Any
) -> None:
    settings.WEBHOOK_RETRIES = [10, 60, 300]
    far.answer = b"HTTP/1.1 503 Away\r\nContent-Length: 3\r\n\r\noff"
    delivery = send_test(webhook=hook)
    for wait in (10, 60, 300, None):
        Webhook.objects.update(rests_until=None)
        Delivery.objects.update(next_at=timezone.now() - timedelta(seconds=1))
        send(hook)
        delivery.refresh_from_db()
        left = (delivery.next_at - timezone.now()).total_seconds()
        assert wait is None or 0.85 * wait - 5 < left < 1.25 * wait
    assert (delivery.state, delivery.attempts) == (State.FAILED, 4)
    assert (delivery.status, delivery.answer) == (503, "off")
    assert len({heads["webhook-id"] for heads, _body in far.came}) == 1
    hook.refresh_from_db()
    assert hook.is_on
    assert hook.failing_since is not None


def test_failed_delivery_pauses_other_deliveries(hook: Webhook, far: Receiver) -> None:
    """A slow receiver holds a worker once, not once per event."""
    far.answer = b"HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n"
    for _number in range(5):
        send_test(webhook=hook)
    send(hook)
    send(hook)
    assert len(far.came) == 1
    assert hook.deliveries.filter(state=State.WAITING).count() == 5


def test_waiting_deliveries_are_sent_after_recovery(hook: Webhook, far: Receiver) -> None:
    good, far.answer = far.answer, b""
    for _number in range(3):
        send_test(webhook=hook)
    send(hook)
    far.answer = good
    far.came.clear()
    Webhook.objects.update(rests_until=None)
    Delivery.objects.update(next_at=timezone.now())
    enqueue_due_deliveries()
    run_one(WEBHOOK_JOB.waiting_jobs(hook.pk).get().pk)
    hook.refresh_from_db()
    assert (len(far.came), hook.failing_since, hook.rests_until) == (3, None, None)
    enqueue_due_deliveries()
    assert not WEBHOOK_JOB.waiting_jobs(hook.pk).exists()


def test_webhook_failing_for_days_is_disabled(hook: Webhook, far: Receiver) -> None:
    far.answer = b"HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n"
    Webhook.objects.update(failing_since=timezone.now() - timedelta(days=5))
    send_test(webhook=hook)
    send(hook)
    hook.refresh_from_db()
    assert hook.off == Webhook.Off.FAILING
    enter(plays_of(begun(hook))[0])
    assert events(hook) == ["webhook.test"]


def test_gone_response_disables_webhook(hook: Webhook, far: Receiver) -> None:
    far.answer = b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"
    send_test(webhook=hook)
    send(hook)
    hook.refresh_from_db()
    assert hook.off == Webhook.Off.GONE


def test_failed_delivery_is_resent_under_its_own_id(hook: Webhook, far: Receiver) -> None:
    delivery = send_test(webhook=hook)
    Delivery.objects.update(state=State.FAILED, attempts=8)
    send(hook)
    assert far.came == []
    delivery.refresh_from_db()
    send_again(delivery=delivery)
    send(hook)
    delivery.refresh_from_db()
    assert far.came[0][0]["webhook-id"] == f"msg_{delivery.uid.hex}"
    assert (delivery.state, delivery.attempts) == (State.DELIVERED, 1)


def test_delivery_about_missing_object_fails(hook: Webhook, far: Receiver) -> None:
    tournament = begun(hook)
    enter(plays_of(tournament)[0])
    row = hook.deliveries.get(event="result.recorded")
    Delivery.objects.filter(pk=row.pk).update(about={**row.about, "play": 0})
    send(hook)
    row.refresh_from_db()
    assert (row.state, row.problem) == (State.FAILED, "nothing_left")
    assert [each["type"] for each in bodies(far)] == ["draw.published"]


@pytest.mark.sql
def test_claimed_delivery_is_not_claimed_twice(hook: Webhook, far: Receiver) -> None:
    """A claimed delivery is invisible to other workers until its lease ends."""
    send_test(webhook=hook)
    assert claim_next(hook.pk) is not None
    assert claim_next(hook.pk) is None
    Delivery.objects.update(next_at=timezone.now())
    assert claim_next(hook.pk) is not None


def test_deliveries_are_deleted_after_a_month(hook: Webhook) -> None:
    for days in (29, 31):
        row = Delivery.objects.create(webhook=hook, event="webhook.test")
        then = timezone.now() - timedelta(days=days)
        Delivery.objects.filter(pk=row.pk).update(created_at=then)
    assert delete_expired() == {"deliveries": 1}
    assert Delivery.objects.count() == 1
