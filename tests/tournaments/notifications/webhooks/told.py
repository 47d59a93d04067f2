from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from tests.builders import enter_and_confirm, fill_rounds, make_club, make_drawn, plays_of, rebuild
from tournaments.console.services.calls import call_director
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.notifications.webhooks.services import CHOICES, add_webhook, send_test
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.state.official import make_official


def add_paused_webhook(live: Tournament) -> None:
    hook = add_webhook(
        club=live.club, address="https://hook.example/belot", events=["result.recorded"]
    )
    rests = timezone.now() + timedelta(days=1)
    Webhook.objects.filter(pk=hook.pk).update(rests_until=rests, failing_since=timezone.now())
    about = {"play": plays_of(live)[0].pk, "result": None, "state": "empty", "revises": False}
    rows = (
        {"state": "delivered", "status": 200, "milliseconds": 41, "answer": "thanks"},
        {"state": "failed", "attempts": 8, "problem": "no_such_name", "milliseconds": 3},
        {"state": "waiting", "attempts": 2, "status": 302, "milliseconds": 12},
    )
    for row in rows:
        Delivery.objects.create(
            webhook=hook, tournament=live, event="result.recorded", about=about, **row
        )


def webhook_of_evening(before: Callable[[Tournament], object] = id) -> Webhook:
    """Webhook that receives all events of an evening, and a test.

    ``before`` runs before most results are entered.
    """
    club = make_club()
    hook = add_webhook(club=club, address="https://hook.example/belot", events=list(CHOICES))
    tournament = make_drawn(6, club=club, boards_per_round=1)
    play = plays_of(tournament, sitting__round__number=1)[0]
    call_director(table=play.sitting.table, message="")
    before(tournament)
    for each in plays_of(tournament, board=play.board, current=None):
        enter_and_confirm(each)
    fill_rounds(tournament, tournament.rounds.count())
    make_official(tournament=finish_tournament(tournament=rebuild(tournament)))
    send_test(webhook=hook)
    return hook
