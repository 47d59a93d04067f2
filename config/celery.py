"""Celery application: the broker wakes workers, the job rows hold the truth."""

import os

from celery import Celery
from celery.signals import worker_init, worker_process_init

from config.file_broker import use_own_transports
from config.gc_tuning import collect_rarely

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Skip system checks: `migrate` ran them. Workers start twice as fast and stay smaller.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

use_own_transports()
app = Celery("belot")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

_switch_on_results: list[bool] = []
"""Forked processes inherit it and skip the call."""


# Before the fork, to share memory; in each process, for platforms that do not fork.
@worker_init.connect(weak=False)
@worker_process_init.connect(weak=False)
def switch_kernel_on(**_event: object) -> None:
    """Use the compiled rules engine, unless the settings disable it."""
    from django.conf import settings

    from games.compiled_engine import enable_compiled_engine

    if settings.KERNEL == "auto" and not _switch_on_results:
        _switch_on_results.append(enable_compiled_engine())


@worker_process_init.connect(weak=False)
def tune_garbage_collection(**_event: object) -> None:
    collect_rarely()
