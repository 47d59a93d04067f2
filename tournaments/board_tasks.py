"""Background work on boards: the computer field plays them, the solver says what they can make."""

import hashlib
import time
from collections.abc import Iterator
from typing import Any, Final

from django.db import transaction

from games.analysing import DealSearch
from games.analysis import version_of
from games.models import Analysis
from games.playing import bot_record
from games.scoring import score_record
from games.simulating import NEEDS_COMPILER, is_too_slow
from jobs.running import Attempt, Cancelled, CannotDo, handles
from tournaments.board_work import (
    FIELD_JOB,
    ask_for_analysis,
    ask_for_field,
    to_analyse,
)
from tournaments.facts import facts_changed, show_extras
from tournaments.locks import held_for_entry
from tournaments.models import Board, FieldResult, Tournament
from tournaments.selectors.analyses import ANALYSIS_JOB
from tournaments.selectors.field import missing_of

SPELL_SECONDS: Final = 2.0
"""After so long a search hands over to a next job, so that standings need not wait for it."""


@handles(FIELD_JOB, patient=True)
def play_field(attempt: Attempt) -> dict[str, Any]:
    """Let bots play what the field lacks for a spell; equal seeds, equal results."""
    tournament = Tournament.objects.filter(pk=int(attempt.job.key)).first()
    if tournament is None:
        return {"gone": True}
    if is_too_slow({tournament.field_level}):
        raise CannotDo(NEEDS_COMPILER)
    missing = missing_of(tournament)
    left = sum(len(numbers) for _board, numbers in missing)
    total = max(attempt.job.total, left)
    first, ends = left, time.monotonic() + SPELL_SECONDS
    try:
        for board, numbers in missing:
            if time.monotonic() > ends:
                break
            attempt.progress(total - left, total)
            results = list(field_results(tournament, board, numbers, ends))
            store_field(board, results)
            left -= len(results)
        attempt.progress(total - left, total)
    except Cancelled:
        show_field(tournament)
        raise
    if left:
        show_extras(tournament.pk)
        ask_for_field(tournament)
    else:
        show_field(tournament)
    return {"played": first - left}


def store_field(board: Board, results: list[FieldResult]) -> None:
    """Keep what the field made of a board, unless the board or its rules are gone meanwhile."""
    with transaction.atomic():
        try:
            tournament = held_for_entry(board.tournament_id)
        except Tournament.DoesNotExist:
            return
        is_there = tournament.boards.filter(pk=board.pk).exists()
        if not is_there or tournament.variant != board.dealt.variant:
            return
        level, tables = tournament.field_level, tournament.field_tables
        wanted = [row for row in results if row.level == level and row.number <= tables]
        FieldResult.objects.bulk_create(wanted, ignore_conflicts=True)


def show_field(tournament: Tournament) -> None:
    """Bring what was played to pages and, if it counts, into the standings."""
    with transaction.atomic():
        show_extras(tournament.pk)
        if tournament.field_counts:
            facts_changed(tournament.pk)


def field_results(
    tournament: Tournament, board: Board, numbers: list[int], ends: float
) -> Iterator[FieldResult]:
    """These tables of the field at one board: one, and more as long as the time allows."""
    for number in numbers:
        yield field_result(tournament, board, number)
        if time.monotonic() > ends:
            return


def field_result(tournament: Tournament, board: Board, number: int) -> FieldResult:
    """One table of the field at one board: four bots of the wished level."""
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


@handles(ANALYSIS_JOB, patient=True)
def analyse(attempt: Attempt) -> dict[str, Any]:
    """Analyse a tournament's boards for a spell and ask for the rest; the job tells no cards."""
    payload = attempt.job.payload
    tournament = Tournament.objects.filter(pk=payload["tournament"]).first()
    if tournament is None:
        return {"gone": True}
    boards = list(to_analyse(tournament, payload["every_board"]))
    ends, done = time.monotonic() + SPELL_SECONDS, 0
    for board in boards:
        attempt.progress(done, len(boards))
        if not analyse_board(attempt, board, ends):
            break
        done += 1
    if boards:
        show_extras(tournament.pk)
    ask_for_analysis(tournament, every_board=payload["every_board"], after=attempt.job.pk)
    attempt.progress(done, len(boards))
    return {"boards": done}


def analyse_board(attempt: Attempt, board: Board, ends: float) -> bool:
    """Go on with a board until it is done, or until the time is over; whether it is done."""
    deal, version = board.dealt, version_of(board.dealt.variant)
    row = Analysis.objects.filter(deal=deal, version=version).first()
    search = DealSearch(deal.variant, deal.dealer, deal.pack, row.table if row else {})
    while search.missing and time.monotonic() < ends:
        search.step()
        attempt.renew()
    is_whole = not search.missing
    values = {"table": search.table, "is_whole": is_whole}
    if is_whole:
        values |= search.conclusion()
    Analysis.objects.update_or_create(deal=deal, version=version, defaults=values)
    return is_whole
