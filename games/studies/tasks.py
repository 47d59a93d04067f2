"""Background work of studies: all workers measure boards in batches.

A job takes batch after batch of one study, as in simulations (ADR 12). Results are saved
every few seconds, so that a dead worker loses no more.
"""

import time
from collections.abc import Iterator
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max, Sum
from django.utils.translation import pgettext_lazy

from games.belot.compiling import space
from games.models import Study, StudyBatch
from games.studies.measuring import MeasuredBoard, boards_of, sums_of
from games.studies.sums import Sums, combine_sums
from jobs.execution import Attempt, LeaseLostError, PermanentJobError, handler
from jobs.kinds import JobKind

STUDY_JOB: Final = JobKind(
    "study_boards",
    pgettext_lazy("work", "study of boards"),
    low_priority=True,
    time_slice=2.0,
    keep_slice_when_idle=True,
)
NEEDS_COMPILER: Final = "needs_compiler"
PIECE_SECONDS: Final = 1.5
"""Measuring time until results are saved and other jobs can run."""
MIN_BATCH_BOARDS, MAX_BATCH_BOARDS = 20, 1000
"""Batches shrink near the end, so that all end together."""


def is_too_slow() -> bool:
    """Whether a board would take minutes in this process."""
    return not space().compiled


@handler(STUDY_JOB)
def run_study_batches(attempt: Attempt) -> dict[str, object]:
    """Measure batches until none is left, or until other jobs have waited long enough."""
    study = Study.objects.defer("sums").filter(pk=int(attempt.job.key)).first()
    if study is None:
        return {"gone": True}
    if is_too_slow():
        raise PermanentJobError(NEEDS_COMPILER)
    batch = claim_batch(study.pk, attempt.owner)
    # After an error, retry with this job alone.
    if batch is not None and not STUDY_JOB.has_error(study.pk):
        STUDY_JOB.submit(study.pk)
    measured = 0
    while batch is not None and attempt.has_time():
        for sums, milliseconds in pieces_of(study, batch):
            measured += sums.boards
            save_piece(batch, sums, milliseconds)
            attempt.progress(measured, measured)
            if not attempt.has_time():
                break
        if batch.done == batch.count:
            batch = claim_batch(study.pk, attempt.owner)
    if batch is not None:
        release(batch)
        attempt.continue_later()
    return {"boards": measured}


def pieces_of(study: Study, batch: StudyBatch) -> Iterator[tuple[Sums, int]]:
    """Measure a batch's remaining boards in pieces of a second or two, with the CPU time."""
    boards = boards_of(
        study.variant, study.seed, batch.first + batch.done, batch.count - batch.done
    )
    while True:
        started = time.process_time()
        sums = combine_sums(sums_of(board) for board in take_within(boards, PIECE_SECONDS))
        if not sums.boards:
            return
        yield sums, round(1000 * (time.process_time() - started))


def take_within(boards: Iterator[MeasuredBoard], seconds: float) -> Iterator[MeasuredBoard]:
    """At least one board, and further ones within the time."""
    end = time.monotonic() + seconds
    for board in boards:
        yield board
        if time.monotonic() > end:
            return


@transaction.atomic
def claim_batch(study_id: int, owner: UUID) -> StudyBatch | None:
    """Claim a batch: one of a dead worker, otherwise the next boards."""
    study = Study.objects.select_for_update().defer("sums").get(pk=study_id)
    if study.is_stopped:
        return None
    open_batches = study.batches.filter(done__lt=F("count"))
    left_behind = open_batches.exclude(owner__in=STUDY_JOB.living_attempts(study_id))
    batch = left_behind.order_by("number").first()
    if batch is not None:
        batch.owner = owner
        batch.save(update_fields=["owner"])
        return batch
    taken = study.batches.aggregate(boards=Sum("count"), last=Max("number"))
    first = taken["boards"] or 0
    left = study.boards - first
    if left <= 0:
        return None
    return StudyBatch.objects.create(
        study=study,
        number=(taken["last"] or 0) + 1,
        first=first,
        count=min(left, max(MIN_BATCH_BOARDS, min(left // 8, MAX_BATCH_BOARDS))),
        owner=owner,
    )


@transaction.atomic
def save_piece(batch: StudyBatch, sums: Sums, milliseconds: int) -> None:
    """Add results to a batch unless another attempt owns it; count it once complete."""
    done = batch.done + sums.boards
    whole = Sums.from_json(batch.sums) + sums
    if done == batch.count:
        # Same lock order as ``claim_batch``, to prevent deadlocks.
        Study.objects.select_for_update().only("pk").get(pk=batch.study_id)
    mine = StudyBatch.objects.filter(pk=batch.pk, owner=batch.owner, done=batch.done)
    values = {"done": done, "sums": whole.to_json()}
    if not mine.update(**values, milliseconds=F("milliseconds") + milliseconds):
        raise LeaseLostError
    batch.done, batch.sums = done, values["sums"]
    if done == batch.count:
        count_batches(batch.study_id)


def count_batches(study_id: int) -> None:
    """Add complete batches to the sums of their study, whose row is locked."""
    fresh = list(StudyBatch.objects.filter(study=study_id, done=F("count"), is_counted=False))
    study = Study.objects.get(pk=study_id)
    whole = combine_sums(
        Sums.from_json(each) for each in [study.sums, *(row.sums for row in fresh)]
    )
    Study.objects.filter(pk=study_id).update(sums=whole.to_json())
    StudyBatch.objects.filter(pk__in=[row.pk for row in fresh]).update(is_counted=True)


def release(batch: StudyBatch) -> None:
    StudyBatch.objects.filter(pk=batch.pk, owner=batch.owner).update(owner=UUID(int=0))
