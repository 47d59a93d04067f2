import hashlib
from collections.abc import Iterator

from django.db import transaction

from games.analysis.analysing import DealSearch
from games.analysis.versions import analysis_version
from games.belot import is_identical
from games.models import Analysis
from games.simulations.playing import bot_record
from games.simulations.questions import NEEDS_COMPILER, is_too_slow
from games.slips.scoring import score_record
from jobs.execution import Attempt, JobCancelledError, PermanentJobError, handler
from tournaments.bots.jobs import (
    ANALYSIS_JOB,
    FIELD_JOB,
    UNPLAYED_JOB,
    has_unanalysed_boards,
    unanalysed_boards,
)
from tournaments.bots.playing import simulate_play
from tournaments.bots.selectors.field import missing_boards
from tournaments.bots.selectors.simulation import plays_to_simulate
from tournaments.events.append import record_general_change, refresh_pages
from tournaments.models import Board, FieldResult, Tournament
from tournaments.state.locks import lock_for_entry


@handler(FIELD_JOB)
def play_field(attempt: Attempt) -> dict[str, object]:
    """Play the field's missing results board by board; deterministic by seed."""
    tournament = Tournament.objects.filter(pk=int(attempt.job.key)).first()
    if tournament is None:
        return {"gone": True}
    if is_too_slow({tournament.field_level}):
        raise PermanentJobError(NEEDS_COMPILER)
    missing = missing_boards(tournament)
    left = sum(len(numbers) for _board, numbers in missing)
    total = max(attempt.job.total, left)
    played = 0
    try:
        for board, numbers in missing:
            if not attempt.has_time():
                break
            attempt.progress(total - left, total)
            results = list(field_results(attempt, tournament, board, numbers))
            store_field(board, results)
            played, left = played + len(results), left - len(results)
        attempt.progress(total - left, total)
        if left:
            refresh_pages(tournament.pk)
            attempt.continue_later()
        else:
            publish_field(tournament)
    except JobCancelledError:
        publish_field(tournament)
        raise
    return {"played": played}


def store_field(board: Board, results: list[FieldResult]) -> None:
    with transaction.atomic():
        try:
            tournament = lock_for_entry(board.tournament_id)
        except Tournament.DoesNotExist:
            return
        is_there = tournament.boards.filter(pk=board.pk).exists()
        if not is_there or not is_identical(tournament.variant, board.dealt.variant):
            return
        level, tables = tournament.field_level, tournament.field_tables
        current_results = [row for row in results if row.level == level and row.number <= tables]
        FieldResult.objects.bulk_create(current_results, ignore_conflicts=True)


def publish_field(tournament: Tournament) -> None:
    """Refresh pages and, if the field counts, standings."""
    with transaction.atomic():
        refresh_pages(tournament.pk)
        if tournament.field_counts:
            record_general_change(tournament.pk)


def field_results(
    attempt: Attempt, tournament: Tournament, board: Board, numbers: list[int]
) -> Iterator[FieldResult]:
    """At least one table, and more while time remains."""
    for number in numbers:
        yield field_result(tournament, board, number)
        if not attempt.has_time():
            return


def field_result(tournament: Tournament, board: Board, number: int) -> FieldResult:
    deal = board.dealt
    seed = f"{tournament.seed}:field:{board.number}:{number}".encode()
    record = bot_record(
        deal.variant,
        deal.dealer,
        deal.pack,
        hashlib.sha256(seed).digest(),
        tournament.field_level,
    )
    outcome = score_record(deal.variant, record)
    return FieldResult(
        board=board,
        number=number,
        level=tournament.field_level,
        contract=outcome["contract"] or "",
        declarer=outcome["declarer"] or "",
        contra=outcome["contra"] or 0,
        outcome=outcome["outcome"] or "",
        net=outcome["score"]["NS"] - outcome["score"]["EW"],
    )


@handler(ANALYSIS_JOB)
def analyse(attempt: Attempt) -> dict[str, object]:
    """Analyse a tournament's boards; the job's result contains no cards."""
    payload = attempt.job.payload
    tournament = Tournament.objects.filter(pk=payload["tournament"]).first()
    if tournament is None:
        return {"gone": True}
    boards = list(unanalysed_boards(tournament, payload["every_board"]))
    done = 0
    for board in boards:
        attempt.progress(done, len(boards))
        if not analyse_board(attempt, board):
            break
        done += 1
    if boards:
        refresh_pages(tournament.pk)
    attempt.progress(done, len(boards))
    # Further boards can have finished meanwhile.
    others = ANALYSIS_JOB.running_jobs(attempt.job.key).exclude(pk=attempt.job.pk)
    if has_unanalysed_boards(tournament, payload["every_board"]) and not others.exists():
        attempt.continue_later()
    return {"boards": done}


def analyse_board(attempt: Attempt, board: Board) -> bool:
    """Continue an analysis within the time limit; return whether complete."""
    deal, version = board.dealt, analysis_version(board.dealt.variant)
    row = Analysis.objects.filter(deal=deal, version=version).first()
    search = DealSearch(deal.variant, deal.dealer, deal.pack, row.table if row else {})
    while search.missing and attempt.has_time():
        search.step()
        attempt.renew()
    is_whole = not search.missing
    values = {"table": search.table, "is_whole": is_whole}
    if is_whole:
        values |= search.conclusion()
    Analysis.objects.update_or_create(deal=deal, version=version, defaults=values)
    return is_whole


@handler(UNPLAYED_JOB)
def simulate(attempt: Attempt) -> dict[str, object]:
    """Play the unplayed boards with a transaction each, so none is played twice."""
    payload = attempt.job.payload
    waiting = list(
        plays_to_simulate(payload["tournament"], payload["up_to_round"]).values_list(
            "pk", flat=True
        )
    )
    total = max(attempt.job.total, len(waiting))
    played = total - len(waiting)
    for play_id in waiting:
        attempt.progress(played, total)
        played += simulate_play(play_id)
    attempt.progress(total, total)
    return {"played": played}
