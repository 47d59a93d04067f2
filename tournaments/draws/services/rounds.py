"""Draw, redraw, publish and delete rounds drawn one after another."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.archive.services.archive import Happened, store_archive
from tournaments.draws.drafts import log_draw_decisions, missing_results, playable_plan, store_draft
from tournaments.draws.seating import RoundPlan, store_round
from tournaments.draws.selectors.brackets import HALF, Meeting, meetings_of
from tournaments.draws.selectors.lives import lives_of
from tournaments.draws.selectors.next_round import PAIRING_JOB
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_general_change
from tournaments.events.notifications import notify_round
from tournaments.events.outbox import queue_webhook_draw
from tournaments.models import Play, Result, Round, Tournament
from tournaments.permissions import Actor
from tournaments.state.formats import has_lives, is_bracket, is_drawn_by_round
from tournaments.state.locks import lock_tournament

MAX_SYNC_TEAMS = 500


@transaction.atomic
def draw_next_round(
    *,
    tournament: Tournament,
    number: int | None = None,
    provisional: bool = False,
    one_more: bool = False,
    actor: Actor = None,
) -> Round | None:
    """Draw the next round as a draft; None if a worker draws a large field.

    Idempotent: an existing round is returned, so concurrent requests create one round.
    ``provisional`` allows missing results, ``one_more`` exceeds the planned rounds.
    """
    tournament = lock_playing_tournament(tournament)
    last = tournament.rounds.order_by("-number").first()
    done = last.number if last else 0
    if last is not None and (number == done or (number is None and not last.is_published)):
        return last
    if number not in (None, done + 1):
        raise RuleViolationError(
            "not_next", _("Round %d is the next one.") % (done + 1), field="number"
        )
    number = done + 1
    check_next(tournament, number, provisional=provisional, one_more=one_more)
    if tournament.teams.filter(number__isnull=False).count() > MAX_SYNC_TEAMS:
        enqueue_pairing(tournament, number, provisional, actor)
        return None
    plan = playable_plan(tournament, number)
    return store_draft(tournament, number, plan, provisional=provisional, user=actor)


def enqueue_pairing(tournament: Tournament, number: int, provisional: bool, actor: Actor) -> None:
    payload = {
        "tournament": tournament.pk,
        "number": number,
        "provisional": provisional,
        "user": actor.pk if actor else None,
        "language": get_language(),
    }
    PAIRING_JOB.submit(tournament.pk, payload=payload, total=3, user=actor)


def lock_playing_tournament(tournament: Tournament) -> Tournament:
    """Lock a running tournament drawn round by round; refuse others."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.PLAYING:
        raise RuleViolationError(
            "not_playing", _("Publish the draw before you draw a further round.")
        )
    if not is_drawn_by_round(tournament):
        raise RuleViolationError("drawn_whole", _("All rounds of this movement are drawn already."))
    return tournament


def check_next(tournament: Tournament, number: int, *, provisional: bool, one_more: bool) -> None:
    """Refuse a round too many, one drawn too early, and one that depends on a tie."""
    planned = tournament.planned_rounds
    if planned is not None and number > planned and not is_bracket(tournament):
        if not one_more:
            raise RuleViolationError(
                "all_rounds_drawn", _("All %d planned rounds are drawn.") % planned
            )
        tournament.planned_rounds = number
        tournament.save(update_fields=["planned_rounds"])
    by_matches = is_bracket(tournament) or has_lives(tournament)
    missing = missing_results(tournament, number)
    if missing and (by_matches or not provisional):
        raise RuleViolationError(
            "results_missing",
            ngettext(
                "%d result is still missing. Enter it or mark it as not played before you draw the "
                "next round.",
                "%d results are still missing. Enter them or mark them as not played before you "
                "draw the next round.",
                missing,
            )
            % missing,
            missing=missing,
        )
    if by_matches:
        check_no_ties(tournament)


def check_no_ties(tournament: Tournament) -> None:
    open_ones = [each for each in meetings_of(tournament) if each.winner is None]
    if open_ones:
        tables = ", ".join(str(each.tables[0]) for each in open_ones)
        raise RuleViolationError(
            "tied_matches",
            _("No winner yet at table %s. Choose who advances.") % tables,
            matches=[each.match for each in open_ones],
        )


@transaction.atomic
def publish_round(*, tournament: Tournament, number: int, actor: Actor = None) -> Round:
    """Publish a drafted round; idempotent."""
    tournament = lock_playing_tournament(tournament)
    row = round_of(tournament, number)
    if not row.is_published:
        row.is_published = True
        row.save(update_fields=["is_published"])
        log(tournament.pk, "round_published", user=actor, round=number)
        notify_round(tournament, row)
        record_general_change(tournament.pk)
        queue_webhook_draw(tournament.pk, [number])
    return row


@transaction.atomic
def redraw_round(
    *, tournament: Tournament, number: int, even_with_results: bool = False, actor: Actor = None
) -> Round:
    """Redraw the last round as a draft and discard its results.

    ``even_with_results`` is required if it has results.
    """
    tournament = lock_playing_tournament(tournament)
    row = last_round(tournament, number)
    lost = results_in(row)
    if lost and not even_with_results:
        raise RuleViolationError(
            "results_exist",
            ngettext(
                "%d result of this round has already been entered and would be lost.",
                "%d results of this round have already been entered and would be lost.",
                lost,
            )
            % lost,
            results=lost,
        )
    store_archive(tournament=tournament, happened=Happened.REDRAW, actor=actor)
    attempt = int(row.drawn.get("attempt", 0)) + 1
    clear_round(row)
    plan = playable_plan(tournament, number, attempt)
    drawn = {**plan.drawn, "attempt": attempt}
    was_published = row.is_published
    row.is_published = False
    row.started_at = row.ends_at = row.paused_seconds = None
    row.save()
    store_round(tournament, row, RoundPlan(plan.placed, plan.resting, drawn))
    log(tournament.pk, "round_redrawn", user=actor, round=number, results=lost)
    log_draw_decisions(row, user=actor)
    if was_published:
        record_general_change(tournament.pk)
    return row


@transaction.atomic
def delete_last_round(*, tournament: Tournament, number: int, actor: Actor = None) -> None:
    """Delete the last round if it has no results; round 1 only with the whole draw."""
    tournament = lock_playing_tournament(tournament)
    row = last_round(tournament, number)
    if number == 1:
        raise RuleViolationError("first_round", _("Take the whole draw back instead."))
    if results_in(row):
        raise RuleViolationError(
            "results_exist", _("Round %d has results already, so it stays.") % number
        )
    clear_round(row)
    row.delete()
    log(tournament.pk, "round_taken_back", user=actor, round=number)
    record_general_change(tournament.pk)


def clear_round(row: Round) -> None:
    """Delete the seats, plays and results of a round."""
    row.seats.all().delete()
    row.sittings.all().delete()


def results_in(row: Round) -> int:
    return Result.objects.filter(play__sitting__round=row, play__current__isnull=False).count()


def round_of(tournament: Tournament, number: int) -> Round:
    row = tournament.rounds.filter(number=number).first()
    if row is None:
        raise RuleViolationError("no_such_round", _("There is no round %d.") % number)
    return row


def last_round(tournament: Tournament, number: int) -> Round:
    """The round; refuse if a later one is drawn."""
    row = round_of(tournament, number)
    if tournament.rounds.filter(number__gt=number).exists():
        raise RuleViolationError(
            "not_the_last", _("A later round is drawn already. Take that back first.")
        )
    return row


@transaction.atomic
def decide_match(
    *, tournament: Tournament, number: int, match: int, winner: int, actor: Actor = None
) -> Round:
    """Decide a tied match; ``winner`` is the team's number.

    A match of an earlier round that a correction tied can be decided too. Raise
    RuleViolationError if boards are missing or the results decide.
    """
    tournament = lock_playing_tournament(tournament)
    row = round_of(tournament, number)
    met = [each for each in meetings_of(tournament) if (each.round, each.match) == (number, match)]
    if not met or winner not in (met[0].a, met[0].b):
        raise RuleViolationError(
            "not_in_match", _("This team does not play in that match."), field="winner"
        )
    if met[0].is_walkover or met[0].outcome not in (None, HALF):
        raise RuleViolationError(
            "decided_by_results", _("The results of this match decide who advances.")
        )
    if has_empty_boards(tournament, met[0]):
        raise RuleViolationError(
            "results_missing",
            _(
                "Boards of this match have no result yet. If a pair does not play, enter a "
                "walk-over on its page."
            ),
        )
    if not met[0].is_tied:
        last_round(tournament, number)
    change_drawn(row, {"decided": {**row.drawn.get("decided", {}), str(match): winner}})
    log(tournament.pk, "match_decided", user=actor, round=number, number=winner)
    record_general_change(tournament.pk)
    return row


def has_empty_boards(tournament: Tournament, met: Meeting) -> bool:
    plays = Play.objects.filter(sitting__round__tournament=tournament, state=Play.State.EMPTY)
    return plays.filter(
        sitting__round__number=met.round, sitting__table__number__in=met.tables
    ).exists()


@transaction.atomic
def buy_back(*, tournament: Tournament, team: int, actor: Actor = None) -> Round:
    tournament = lock_playing_tournament(tournament)
    row = tournament.rounds.order_by("-number").first()
    line = next((each for each in lives_of(tournament) if each.number == team), None)
    if row is None or not row.is_published or line is None or not line.may_buy:
        raise RuleViolationError("no_buy_back", _("This team cannot buy a life now."))
    change_drawn(row, {"bought": [*row.drawn.get("bought", []), team]})
    log(tournament.pk, "life_bought", user=actor, number=team)
    record_general_change(tournament.pk)
    return row


def change_drawn(row: Round, values: Mapping[str, object]) -> None:
    row.drawn = {**row.drawn, **values}
    row.save(update_fields=["drawn"])
