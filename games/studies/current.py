"""Processes that measure a study's boards without broker or Celery."""

import os
import signal
import threading
import time
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Final

PAUSE_SECONDS: Final = 1.0


def start_here(study_id: int, processes: int) -> list[BaseProcess]:
    fresh = get_context("spawn")
    started: list[BaseProcess] = [
        fresh.Process(target=work, args=(study_id,), name=f"study-{number}")
        for number in range(processes)
    ]
    for process in started:
        process.start()
    return started


def work(study_id: int) -> None:
    """Run the study's jobs in turn, as a worker does; jobs of killed processes are retried."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    prepare()
    from games.models import Study
    from games.studies.selectors import study_progress
    from games.studies.tasks import STUDY_JOB
    from jobs.tasks import run_one

    while study_progress(Study.objects.get(pk=study_id)).state in {"waiting", "running"}:
        waiting = STUDY_JOB.waiting_jobs(study_id).first() or STUDY_JOB.submit(study_id)
        run_one(waiting.pk)
        time.sleep(PAUSE_SECONDS)


def prepare() -> None:
    """Set up Django and the compiled solver in a spawned process."""
    import django

    django.setup()
    from django.conf import settings

    from games.compiled_engine import switch_on

    if settings.KERNEL == "auto":
        switch_on()


def end_with_parent() -> None:
    """Exit when the command is killed; the lease on the batch then expires."""
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
