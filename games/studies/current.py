"""A process of its own that measures a study's boards, without a broker and without Celery."""

import os
import signal
import threading
import time
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Final

PAUSE_SECONDS: Final = 1.0


def start_here(study_id: int, processes: int) -> list[BaseProcess]:
    """So many processes that work on a study until it is done or stopped."""
    fresh = get_context("spawn")
    started: list[BaseProcess] = [
        fresh.Process(target=work, args=(study_id,), name=f"study-{number}")
        for number in range(processes)
    ]
    for process in started:
        process.start()
    return started


def work(study_id: int) -> None:
    """Take job after job of the study, as a worker does; a killed one's are taken over in time."""
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
    """Make a fresh process one of this installation, with the compiled solver."""
    import django

    django.setup()
    from django.conf import settings

    from games.compiled_engine import switch_on

    if settings.KERNEL == "auto":
        switch_on()


def end_with_parent() -> None:
    """Leave no process behind when the command is killed; the lease on its batch runs out."""
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
