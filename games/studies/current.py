"""Processes that measure a study's boards without broker or Celery."""

import os
import signal
import threading
import time
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Final

PAUSE_SECONDS: Final = 1.0


def start_processes(study_id: int, processes: int) -> list[BaseProcess]:
    fresh = get_context("spawn")
    started: list[BaseProcess] = [
        fresh.Process(target=run_study_jobs, args=(study_id,), name=f"study-{number}")
        for number in range(processes)
    ]
    for process in started:
        process.start()
    return started


def run_study_jobs(study_id: int) -> None:
    """Run the study's jobs in turn, as a worker does; jobs of killed processes are retried."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_with_parent()
    set_up_process()
    from games.models import Study
    from games.studies.selectors import study_progress
    from games.studies.tasks import STUDY_JOB
    from jobs.tasks import run_one

    while study_progress(Study.objects.get(pk=study_id)).state in {"waiting", "running"}:
        waiting = STUDY_JOB.waiting_jobs(study_id).first() or STUDY_JOB.submit(study_id)
        run_one(waiting.pk)
        time.sleep(PAUSE_SECONDS)


def set_up_process() -> None:
    """Set up Django and the compiled solver in a spawned process."""
    import django

    django.setup()
    from django.conf import settings

    from games.compiled_engine import enable_compiled_engine

    if settings.KERNEL == "auto":
        enable_compiled_engine()


def exit_with_parent() -> None:
    """Exit when the command is killed; the lease on the batch then expires."""
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
