"""Rehearsal script, played in steps of one transaction each.

Bots use the services that people use; an interrupted step is repeated safely.
"""

import random
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.belot import biddable_numbers
from tournaments.bots.playing import simulate_play
from tournaments.changes.services.people import join_late
from tournaments.changes.services.preview import preview_of
from tournaments.console.services.calls import call_director, settle_call
from tournaments.console.services.clock import start_round
from tournaments.draws.services.rounds import draw_next_round, publish_round
from tournaments.entries.services.entries import PLAYERS_PER_ENTRANT, set_players, title_of
from tournaments.errors import RuleViolationError
from tournaments.events.append import append_result
from tournaments.events.entry import Author
from tournaments.models import Play, Rehearsal, Result, Round, Team, Tournament
from tournaments.results.services.results import confirm_result, correct_result, enter_result
from tournaments.results.services.slips import entry_from_slip
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.state.formats import is_bracket, is_drawn_by_round, rounds_in_all
from tournaments.state.locks import lock_play

DURATION_SECONDS: Final = 120.0
MAX_STEP_SECONDS: Final = 5.0
"""Also when a worker is late."""
MAX_WAITING_STEPS: Final = 600
MIN_BATCH: Final = 6
MAX_BATCHES: Final = 60
"""Per evening; fewer if batches would be too small."""
LATE_BEFORE: Final = 2
CALL_AT: Final = 1 / 3
DISPUTE_AT: Final = 2 / 3
OPEN_POINTS: Final = ((16, 10), (9, 17), (21, 5), (12, 14), (18, 8), (7, 19))


def run_step(rehearsal_id: int, seconds: float | None = None) -> bool:
    """Play for the time since the last step; return whether another follows."""
    with transaction.atomic():
        rows = Rehearsal.objects.select_for_update(of=("self",))
        rehearsal = rows.filter(pk=rehearsal_id).first()
        if rehearsal is None or rehearsal.ended_at is not None or rehearsal.is_paused:
            return False
        if rehearsal.tournament.state != Tournament.State.PLAYING:
            rehearsal.is_paused = True
        elif not is_waiting(rehearsal):
            advance_time(rehearsal, seconds)
            is_between = not (rehearsal.is_hurried or rehearsal.waits_for)
            rehearsal.is_paused = rehearsal.is_paused or (rehearsal.in_steps and is_between)
        rehearsal.beat_at = timezone.now()
        rehearsal.save()
    return rehearsal.ended_at is None and not rehearsal.is_paused


def is_waiting(rehearsal: Rehearsal) -> bool:
    """Whether to wait for the organiser; in a hurry, bots answer."""
    if not rehearsal.waits_for:
        return False
    if rehearsal.is_hurried:
        settle_event(rehearsal)
    elif is_open(rehearsal):
        rehearsal.waited += 1
        rehearsal.is_paused = rehearsal.waited > MAX_WAITING_STEPS
        return True
    if rehearsal.waits_for == Rehearsal.Waiting.LATE and rehearsal.late is None:
        rehearsal.has_late = False  # turned away
    rehearsal.waits_for, rehearsal.waited = "", 0
    return False


def is_open(rehearsal: Rehearsal) -> bool:
    if rehearsal.waits_for == Rehearsal.Waiting.LATE:
        return rehearsal.late is not None and rehearsal.late.number is None
    if rehearsal.waits_for == Rehearsal.Waiting.CALL:
        return rehearsal.call is not None and rehearsal.call.settled_at is None
    return rehearsal.dispute is not None and rehearsal.dispute.state == Play.State.DISPUTED


def settle_event(rehearsal: Rehearsal) -> None:
    if not is_open(rehearsal):
        return
    if rehearsal.waits_for == Rehearsal.Waiting.CALL and rehearsal.call:
        settle_call(call=rehearsal.call)
    elif rehearsal.waits_for == Rehearsal.Waiting.LATE and rehearsal.late:
        seat_latecomer(rehearsal, rehearsal.late)
    elif rehearsal.dispute and rehearsal.dispute.current:
        slip = rehearsal.dispute.current.slip
        correct_result(
            play_id=rehearsal.dispute.pk, slip=slip, reason=_("The rehearsal"), actor=None
        )


def advance_time(rehearsal: Rehearsal, seconds: float | None) -> None:
    """Advance the time and play up to it."""
    passed = time_since(rehearsal) if seconds is None else seconds
    passed *= 1 if rehearsal.is_fast else 0.5
    rehearsal.played = min(DURATION_SECONDS, rehearsal.played + passed)
    play_until(rehearsal)


def time_since(rehearsal: Rehearsal) -> float:
    """Seconds since the last step, capped."""
    before: datetime | None = rehearsal.beat_at
    passed = timezone.now() - before if before else timedelta(0)
    return max(0.0, min(MAX_STEP_SECONDS, passed.total_seconds()))


def play_until(rehearsal: Rehearsal) -> None:
    """Play the due rounds, up to an event or one batch."""
    tournament = rehearsal.tournament
    rounds = max(1, rounds_in_all(tournament))
    number = first_unfinished(tournament)
    coming = tournament.rounds.count() + 1 if number is None else number
    if coming == LATE_BEFORE and rehearsal.has_late and rehearsal.late is None:
        create_latecomer(rehearsal)
        return
    if number is None:
        number = coming
        if not draw_next(tournament, number):
            finish(rehearsal)
            return
    if rehearsal.is_hurried:
        rehearsal.played = max(rehearsal.played, time_of(number, rounds))
    share = rehearsal.played / DURATION_SECONDS * rounds - (number - 1)
    if share <= 0:
        return
    start_round(tournament=tournament, number=number)
    play_round(rehearsal, number, rounds, min(1.0, share))


def time_of(number: int, rounds: int) -> float:
    return min(DURATION_SECONDS, DURATION_SECONDS * number / rounds)


def first_unfinished(tournament: Tournament) -> int | None:
    empty = plays_of(tournament).filter(state=Play.State.EMPTY)
    numbers = empty.order_by("sitting__round__number").values_list("sitting__round__number")
    return next((number for (number,) in numbers[:1]), None)


def plays_of(tournament: Tournament) -> QuerySet[Play]:
    return Play.objects.filter(sitting__round__tournament=tournament)


def draw_next(tournament: Tournament, number: int) -> bool:
    """Draw the next round if drawn one at a time; return whether there is one."""
    if not is_drawn_by_round(tournament):
        return False
    try:
        drawn_round = draw_next_round(tournament=tournament, number=number)
        if drawn_round is None:  # large fields are drawn by a worker
            return True
        publish_round(tournament=tournament, number=number)
    except RuleViolationError:
        return False
    return True


def play_round(rehearsal: Rehearsal, number: int, rounds: int, share: float) -> None:
    """Play a share of a round in batches, up to an event."""
    tournament = rehearsal.tournament
    plays = plays_of(tournament).filter(sitting__round__number=number)
    total = plays.count()
    empty = plays.filter(state=Play.State.EMPTY).order_by("order", "sitting__table__number")
    done = total - empty.count()
    aims = [
        (rehearsal.call_id is None and number == 1, CALL_AT, create_call),
        (rehearsal.dispute_id is None and number == min(2, rounds), DISPUTE_AT, create_dispute),
    ]
    reserved = 0  # the event's table must still be playing
    for is_due, at, event in aims:
        if is_due and (done + 1 >= total * at or total - done <= 1) and share >= at:
            rehearsal.is_hurried = False
            event(rehearsal, number)
            return
        if is_due:
            share, reserved = min(share, at), 1
            break
    piece = max(MIN_BATCH, total * rounds // MAX_BATCHES) * (4 if rehearsal.is_hurried else 1)
    batch_size = max(0, min(piece, ceil(total * share) - done, total - reserved - done))
    for play in list(empty[:batch_size]):
        play_by_bots(play)
    if rehearsal.is_hurried and done + batch_size >= total:
        rehearsal.is_hurried = False


def create_call(rehearsal: Rehearsal, number: int) -> None:
    row = Round.objects.get(tournament=rehearsal.tournament, number=number)
    table = row.sittings.order_by("table__number")[0].table
    rehearsal.call = call_director(table=table, message=_("A card was played out of turn"))
    rehearsal.waits_for = Rehearsal.Waiting.CALL


def create_latecomer(rehearsal: Rehearsal) -> None:
    tournament = rehearsal.tournament
    names = late_names(tournament, rehearsal.language)
    team = Team.objects.create(
        tournament=tournament,
        name=title_of("", names),
        entry_order=tournament.teams.count() + 1,
        is_present=False,
    )
    set_players(team, names)
    rehearsal.late, rehearsal.is_hurried = team, False
    rehearsal.waits_for = Rehearsal.Waiting.LATE


def late_names(tournament: Tournament, language: str = "") -> list[str]:
    people = PLAYERS_PER_ENTRANT[tournament.unit][0]
    with override(language or get_language()):
        return [_("Late Guest %d") % number for number in range(1, people + 1)]


def seat_latecomer(rehearsal: Rehearsal, team: Team) -> None:
    """Seat the latecomers from round 2 on; delete them if it has begun."""
    try:
        join_late(tournament=rehearsal.tournament, team=team, from_round=LATE_BEFORE)
    except RuleViolationError:
        team.delete()
        rehearsal.late = None


def can_have_latecomer(tournament: Tournament) -> bool:
    """Whether a latecomer can join before round 2."""
    if rounds_in_all(tournament) < LATE_BEFORE or is_bracket(tournament):
        return False
    names = late_names(tournament)
    try:
        preview_of(
            tournament,
            lambda: join_late(tournament=tournament, players=names, from_round=LATE_BEFORE),
        )
    except RuleViolationError:
        return False
    return True


def create_dispute(rehearsal: Rehearsal, number: int) -> None:
    """Create a dispute at the last table still playing."""
    plays = plays_of(rehearsal.tournament).filter(
        sitting__round__number=number, state=Play.State.EMPTY
    )
    play = plays.order_by("-sitting__table__number", "order").select_related("sitting__table")[0]
    table = play.sitting.table
    try:
        with transaction.atomic():
            step = enter_result(table=table, play_id=play.pk, slip=slip_for(play), side="NS")
            confirm_result(
                table=table, play_id=play.pk, side="EW", agrees=False, version=step.result.version
            )
    except RuleViolationError:
        play_by_bots(play)
        rehearsal.dispute = play  # no dispute possible under these rules
        return
    rehearsal.dispute = play
    rehearsal.waits_for = Rehearsal.Waiting.DISPUTE


def slip_for(play: Play) -> dict[str, object]:
    if play.board.deal is None:
        return open_slip(play)
    variant = play.board.dealt.variant
    bid = {"bid": biddable_numbers(variant)[0][0]} if variant.counts_bids else {}
    return {"contract": "H", "declarer": "S", "points": {"NS": 98, "EW": 64}, **bid}


def play_by_bots(play: Play) -> None:
    if play.board.deal is not None:
        simulate_play(play.pk)
        return
    with transaction.atomic():
        held = lock_play(play.pk)
        if held is None or held.state != Play.State.EMPTY:
            return
        entry = entry_from_slip(held, open_slip(held))
        append_result(held, entry, Author(source=Result.Source.BOTS), state=Play.State.CONFIRMED)


def open_slip(play: Play) -> dict[str, object]:
    """Plausible scores of an open-play game; deterministic per play."""
    tournament = play.board.tournament
    chance = random.Random(f"{tournament.pk}:{play.pk}")
    game, sides = tournament.game, tournament.sides_of_game
    best, worst = chance.choice(OPEN_POINTS), chance.random()
    if game.to is not None:
        scores = [game.to + best[0], int(game.to * (0.4 + worst / 2)), game.to // 3]
    else:
        scores = [each * (game.deals or 12) // 2 for each in (*best, 6)]
    scores = scores[: len(sides)]
    chance.shuffle(scores)
    slip: dict[str, object] = {"game": dict(zip(sides, scores, strict=True))}
    if game.is_match:
        needed = (game.best_of or 1) // 2 + 1
        order = sorted(sides, key=lambda side: -scores[sides.index(side)])
        slip["won"] = {side: needed if side == order[0] else needed - 1 for side in sides}
    return slip


def finish(rehearsal: Rehearsal) -> None:
    """Finish the tournament, or pause if refused."""
    tournament = rehearsal.tournament
    try:
        with transaction.atomic():
            finish_tournament(tournament=tournament)
    except RuleViolationError:
        rehearsal.is_paused = True
        return
    rehearsal.played = DURATION_SECONDS
    rehearsal.is_hurried = False
    rehearsal.ended_at = timezone.now()
