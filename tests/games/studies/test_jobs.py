"""Study boards are counted once by several, killed and resumed workers."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.belot import PRESETS
from games.errors import RuleViolationError
from games.models import Study, StudyBatch
from games.studies import tasks
from games.studies.measuring import boards_of, sums_of
from games.studies.selectors import findings_of, is_fully_counted, study_progress
from games.studies.services import start_study, stop_study
from games.studies.sums import Sums, combine_sums
from games.studies.tasks import STUDY_JOB, claim_batch, pieces_of, save_piece
from jobs.execution import Attempt, LeaseLostError, claim
from jobs.models import Job
from jobs.tasks import run, run_one
from tests.spells import with_time_slice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick")]
BULGARIAN = PRESETS["bulgarian"]


@pytest.fixture(autouse=True)
def _one_board_a_piece(monkeypatch):
    monkeypatch.setattr(tasks, "PIECE_SECONDS", 0.0)
    monkeypatch.setattr(tasks, "MIN_BATCH_BOARDS", 3)


def start(boards=10, **values):
    return start_study(variant=BULGARIAN, seed=5, boards=boards, **values)


def plain(boards, first=0):
    return combine_sums(sums_of(board) for board in boards_of(BULGARIAN, 5, first, boards))


def run_all(study):
    while waiting := STUDY_JOB.waiting_jobs(study.pk).first():
        run(waiting.pk)


def lane(study) -> Attempt:
    attempt = claim(STUDY_JOB.submit(study.pk).pk)
    assert attempt is not None
    return attempt


def expire(attempt):
    past = timezone.now() - timedelta(seconds=1)
    Job.objects.filter(pk=attempt.job.pk).update(lease_until=past)


def found(study):
    return findings_of(Study.objects.get(pk=study.pk)).sums


def test_study_batches_cover_each_board_once_and_equal_one_run():
    study = start(10)
    run_all(study)
    assert study_progress(study).state == "done"
    assert is_fully_counted(study)
    assert list(study.batches.values_list("first", "count", "done")) == [
        (0, 3, 3), (3, 3, 3), (6, 3, 3), (9, 1, 1),
    ]  # fmt: skip
    assert found(study) == plain(10)
    assert found(study) == combine_sums(Sums.from_json(row.sums) for row in study.batches.all())


def test_study_with_more_boards_continues_the_same_study():
    study = start(4)
    run_all(study)
    again = start(7)
    assert again.pk == study.pk
    assert start(2).boards == 7
    run_all(again)
    assert found(again) == plain(7)


def test_batch_of_a_killed_worker_resumes_from_its_last_piece():
    study = start(6)
    dead = lane(study)
    batch = claim_batch(study.pk, dead.owner)
    pieces = pieces_of(study, batch)
    save_piece(batch, *next(pieces))
    lost = next(pieces)
    other = claim_batch(study.pk, lane(study).owner)
    assert other.first == batch.count
    other.delete()
    expire(dead)
    heir = lane(study)
    taken = claim_batch(study.pk, heir.owner)
    assert (taken.pk, taken.done, taken.owner) == (batch.pk, 1, heir.owner)
    with pytest.raises(LeaseLostError):
        save_piece(batch, *lost)
    taken.refresh_from_db()
    assert taken.done == 1
    expire(heir)
    run_all(start(6))
    assert found(study) == plain(6)


@pytest.mark.sql
def test_piece_of_a_batch_is_saved_only_once():
    study = start(6)
    batch = claim_batch(study.pk, lane(study).owner)
    piece = next(pieces_of(study, batch))
    same = StudyBatch.objects.get(pk=batch.pk)
    save_piece(batch, *piece)
    with pytest.raises(LeaseLostError):
        save_piece(same, *piece)
    assert StudyBatch.objects.get(pk=batch.pk).done == 1


def test_two_alternating_study_jobs_give_the_sums_of_one():
    study = start(10)
    attempts = [lane(study), lane(study)]
    at_hand = [claim_batch(study.pk, attempt.owner) for attempt in attempts]
    while any(at_hand):
        for place, batch in enumerate(at_hand):
            if batch is None:
                continue
            save_piece(batch, *next(pieces_of(study, batch)))
            if batch.done == batch.count:
                at_hand[place] = claim_batch(study.pk, attempts[place].owner)
    assert len(set(study.batches.values_list("owner", flat=True))) == 2
    assert found(study) == plain(10)


@pytest.mark.sql
def test_database_rejects_a_board_in_two_batches():
    study = start(6)
    batch = claim_batch(study.pk, lane(study).owner)
    for number, first in ((2, batch.first), (batch.number, 3)):
        with pytest.raises(IntegrityError), transaction.atomic():
            StudyBatch.objects.create(
                study=study, number=number, first=first, count=1, owner=batch.owner
            )
    with pytest.raises(IntegrityError), transaction.atomic():
        StudyBatch.objects.filter(pk=batch.pk).update(done=4)


def test_study_yields_to_other_jobs_within_a_batch(monkeypatch):
    study = start(6)
    Job.objects.create(kind="standings", key="1")
    with_time_slice(monkeypatch, STUDY_JOB, 0.0)
    first = STUDY_JOB.waiting_jobs(study.pk).get()
    run_one(first.pk)
    batch = study.batches.get()
    assert (batch.done, batch.owner.int, batch.is_counted) == (1, 0, False)
    assert STUDY_JOB.waiting_jobs(study.pk).exists()
    Job.objects.filter(kind="standings").delete()
    run_all(study)
    assert found(study) == plain(6)


def test_stopped_study_keeps_its_batches_and_resumes(monkeypatch):
    study = start(6)
    original = tasks.save_piece

    def stop_too(*args):
        stop_study(study=study)
        original(*args)

    monkeypatch.setattr(tasks, "save_piece", stop_too)
    run_all(study)
    study.refresh_from_db()
    progress = study_progress(study)
    assert (progress.state, progress.done) == ("stopped", 1)
    assert found(study).boards == 0
    monkeypatch.setattr(tasks, "save_piece", original)
    run_all(start(6))
    assert found(study) == plain(6)


def test_study_without_compiler_fails_after_one_attempt(monkeypatch):
    monkeypatch.setattr(tasks, "is_too_slow", lambda: True)
    study = start(6)
    run_all(study)
    progress = study_progress(study)
    assert (progress.state, progress.reason, progress.done) == ("failed", "needs_compiler", 0)
    assert STUDY_JOB.of(study.pk).get().attempt == 1


@pytest.mark.parametrize("preset", ["french", "bela3", "klaverjas_rotterdam", "baloot"])
def test_games_with_hands_depending_on_the_taker_are_rejected(preset):
    with pytest.raises(RuleViolationError) as refused:
        start_study(variant=PRESETS[preset], seed=1, boards=10)
    assert (refused.value.code, refused.value.field) == ("cannot_be_studied", "variant")
    assert not Study.objects.exists()


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"boards": 0, "seed": 1}, "wrong_count"),
        ({"boards": 100_000_001, "seed": 1}, "wrong_count"),
        ({"boards": 1, "seed": -1}, "wrong_seed"),
        ({"boards": 1, "seed": 2**63}, "wrong_seed"),
    ],
)
def test_study_size_and_seed_outside_limits_are_rejected(values, code):
    with pytest.raises(RuleViolationError) as refused:
        start_study(variant=BULGARIAN, **values)
    assert refused.value.code == code


@pytest.mark.sql
def test_boards_study_command_starts_stops_and_writes_sums(capsys, tmp_path):
    file = tmp_path / "sums.json"
    call_command("boards_study", "--boards", "4", "--seed", "5", "--no-wait")
    study = Study.objects.get()
    assert (study.boards, study.seed, study.is_stopped) == (4, 5, False)
    assert f"/en/studies/{study.share}/" in capsys.readouterr().out
    call_command("boards_study", "--boards", "4", "--seed", "5", "--stop")
    study.refresh_from_db()
    assert study.is_stopped
    call_command("boards_study", "--boards", "4", "--seed", "5", "--no-wait")
    run_all(study)
    call_command("boards_study", "--boards", "4", "--seed", "5", "--write", str(file))
    assert "4 of 4 boards, done" in capsys.readouterr().out
    assert '"boards":4,' in file.read_text()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--variant", "chess"], "chess"),
        (["--variant", "french"], "turned up"),
        (["--boards", "0"], "1 to 100000000"),
        (["--here", "-1"], "--here"),
    ],
)
def test_boards_study_command_rejects_invalid_options(options, words):
    with pytest.raises(CommandError, match=words):
        call_command("boards_study", *options)


def test_boards_study_command_here_requires_the_compiler(monkeypatch):
    monkeypatch.setattr(
        "games.management.commands.boards_study.enable_compiled_engine", lambda _folder: False
    )
    with pytest.raises(CommandError, match="Numba"):
        call_command("boards_study", "--here")
