"""Draw a tournament: numbers, movement, and boards from a secret seed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Deal, DealSet
from jobs.models import Job
from jobs.tasks import run_one
from tournaments.archive.services.archive import Happened, store_archive
from tournaments.bots.jobs import enqueue_field
from tournaments.draws.drawing import (
    DrawRequest,
    apply_draw_request,
    check_is_drawable,
    check_rounds,
    count_present,
    movement_for,
    number_teams,
    requested_movement,
    store_draw,
)
from tournaments.draws.jobs import DRAW_JOB, DRAW_STEPS, active_draw_job
from tournaments.draws.seating import board_sets, deal_boards, plays_of, seat_rounds
from tournaments.draws.selectors.next_round import PAIRING_JOB
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_general_change, refresh_all_tables
from tournaments.events.notifications import notify_round
from tournaments.events.outbox import queue_webhook_draw
from tournaments.models import Result, Tournament
from tournaments.permissions import Actor
from tournaments.state.formats import DRAWN_BY_ROUND
from tournaments.state.locks import lock_tournament

__all__ = [
    "board_sets",
    "deal_boards",
    "draw_synchronously",
    "draw_tournament",
    "movement_for",
    "number_teams",
    "plays_of",
    "publish_draw",
    "request_draw",
    "seat_rounds",
    "undo_draw",
]

MAX_SYNC_ENTRANTS: Final = 500
"""Larger draws run in a worker."""
MAX_SYNC_SEATS: Final = 4000


@transaction.atomic
def draw_tournament(
    *,
    tournament: Tournament,
    kind: str,
    params: Mapping[str, Any],
    boards_per_round: int | None = None,
    by_lot: bool = True,
    seed: str = "",
    plan: Mapping[str, Any] | None = None,
    actor: Actor = None,
) -> Tournament:
    """Seat the present teams and deal all boards; formats drawn by round get only round 1.

    Numbers are random, or by seeding and order of entry. Nothing is public before
    ``publish_draw``. ``seed`` (64 hexadecimal digits) is for tests and the demo; by default
    256 random bits are used. ``plan`` holds the organiser's settings named in `PLAN_FIELDS`.
    """
    tournament = lock_tournament(tournament.pk)
    check_is_drawable(tournament)
    wish = DrawRequest(kind, params, boards_per_round, by_lot, plan or {})
    wish = replace(wish, seed=seed) if seed else wish
    movement = requested_movement(tournament, wish, count_present(tournament))
    store_draw(tournament, wish, movement, actor)
    return tournament


@transaction.atomic
def request_draw(
    *,
    tournament: Tournament,
    kind: str,
    params: Mapping[str, object],
    boards_per_round: int | None = None,
    by_lot: bool = True,
    plan: Mapping[str, object] | None = None,
    actor: Actor = None,
) -> Job | None:
    """Draw at once, or enqueue a job for a large field and return it.

    An identical request during the job returns the same job.
    """
    tournament = lock_tournament(tournament.pk)
    check_is_drawable(tournament)
    wish = DrawRequest(kind, params, boards_per_round, by_lot, plan or {})
    payload = {**wish.to_json(), "tournament": tournament.pk}
    at_work = active_draw_job(tournament)
    if at_work is not None:
        return matching_job(at_work, payload)
    teams = count_present(tournament)
    if not is_for_worker(kind, params, teams):
        store_draw(tournament, wish, requested_movement(tournament, wish, teams), actor)
        return None
    if kind in DRAWN_BY_ROUND:
        apply_draw_request(tournament, wish)
        check_rounds(tournament, teams)
    user_context = {"user": actor.pk if actor else None, "language": get_language()}
    return DRAW_JOB.submit(
        tournament.pk, payload=payload | user_context, total=DRAW_STEPS, user=actor
    )


def matching_job(job: Job, asked: Mapping[str, object]) -> Job:
    """The running job if the request is identical; else raise RuleViolationError."""
    if any(job.payload[name] != value for name, value in asked.items()):
        raise RuleViolationError(
            "being_drawn", _("Another draw is being made. Wait for its end, or stop it.")
        )
    return job


def is_for_worker(kind: str, params: Mapping[str, object], teams: int) -> bool:
    """Whether the draw is too large for a request."""
    rounds = 1 if kind in DRAWN_BY_ROUND else params.get("rounds", teams // 2)
    many = isinstance(rounds, int) and teams * rounds > MAX_SYNC_SEATS
    return teams > MAX_SYNC_ENTRANTS or many


def draw_synchronously(*, tournament: Tournament) -> None:
    """Run the queued draw in this process because no worker has started it."""
    for kind in (DRAW_JOB, PAIRING_JOB):
        job = kind.waiting_jobs(tournament.pk).first()
        if job is not None:
            run_one(job.pk)


def cancel_draw_job(tournament: Tournament) -> bool:
    """Cancel the worker's draw; return whether there was one."""
    at_work = active_draw_job(tournament) is not None
    DRAW_JOB.cancel(tournament.pk)
    return at_work


@transaction.atomic
def publish_draw(*, tournament: Tournament, actor: Actor = None) -> Tournament:
    """Make the seating public; table links become valid."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.DRAWN:
        raise RuleViolationError("not_drawn", _("There is no draw that waits to be published."))
    tournament.state = Tournament.State.PLAYING
    tournament.save(update_fields=["state"])
    log(tournament.pk, "draw_published", user=actor)
    shown = tournament.rounds.filter(is_published=True).order_by("number")
    queue_webhook_draw(tournament.pk, shown.values_list("number", flat=True))
    first = tournament.rounds.filter(is_published=True).order_by("number").first()
    if first is not None:
        notify_round(tournament, first)
    enqueue_field(tournament)
    if tournament.follows_id:
        record_general_change(tournament.follows_id)  # its pages and tables now link to this stage
    return tournament


@transaction.atomic
def undo_draw(*, tournament: Tournament, actor: Actor = None) -> Tournament:
    """Undo a draw without results; deletes boards and seed, or cancels the worker's draw."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state == Tournament.State.ENTRY and cancel_draw_job(tournament):
        log(tournament.pk, "draw_stopped", user=actor)
        return tournament
    if tournament.state not in {Tournament.State.DRAWN, Tournament.State.PLAYING}:
        raise RuleViolationError("not_drawn", _("There is no draw to take back."))
    if Result.objects.filter(play__sitting__round__tournament=tournament).exists():
        raise RuleViolationError(
            "results_exist", _("Results are entered already, so the draw cannot be taken back.")
        )
    store_archive(tournament=tournament, happened=Happened.REDRAW, actor=actor)
    tournament.rounds.all().delete()
    tournament.tables.all().delete()
    deals = list(tournament.boards.filter(deal__isnull=False).values_list("deal_id", flat=True))
    tournament.boards.all().delete()
    Deal.objects.filter(pk__in=deals).delete()
    tournament.teams.update(number=None)
    tournament.state = Tournament.State.ENTRY
    tournament.seed = tournament.seed_hash = tournament.movement_kind = ""
    tournament.movement_params = {}
    tournament.planned_rounds = None
    tournament.save()
    log(tournament.pk, "draw_taken_back", user=actor)
    record_general_change(tournament.pk)
    if tournament.follows_id:
        refresh_all_tables(tournament.follows_id)  # its tables no longer link here
    return tournament


def publish_deal_set(tournament: Tournament) -> None:
    if tournament.deal_set_id is not None:
        DealSet.objects.filter(pk=tournament.deal_set_id).update(is_sealed=False)
