"""Moves of experts run in workers, which load the compiler; web processes never do."""

from django.db import transaction

from games.belot.compiling import space
from games.models import Practice
from games.practice.jobs import MOVES_JOB
from games.practice.playing import deal_of, move_count, play_bots, save_deal
from jobs.execution import Attempt, PermanentJobError, handler

NEEDS_COMPILER = "needs_compiler"


@handler(MOVES_JOB)
def make_moves(attempt: Attempt) -> dict[str, object]:
    """Make all moves until the person's turn; discarded if another attempt was faster."""
    practice = Practice.objects.filter(pk=int(attempt.job.key)).first()
    if practice is None:
        return {"gone": True}
    if not space().compiled:
        raise PermanentJobError(NEEDS_COMPILER)
    deal, before = deal_of(practice), practice.moves
    play_bots(practice, deal)
    with transaction.atomic():
        held = Practice.objects.select_for_update().get(pk=practice.pk)
        if held.moves == before < move_count(deal):
            save_deal(held, deal)
    return {"moves": move_count(deal) - before}
