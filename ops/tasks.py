import logging
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from jobs.execution import Attempt, PermanentJobError, handler, job_finder
from ops.backups.create import take_backup
from ops.backups.inventory import backups_in, rotate_backups
from ops.backups.manifest import BackupError
from ops.backups.rotation import RotationRule
from ops.backups.stores import store_at
from ops.checks import record_pulse
from ops.jobs import BACKUP_JOB

job_finder(record_pulse)
log = logging.getLogger(__name__)


@shared_task(name="ops.tasks.back_up_if_due")
def back_up_if_due() -> bool:
    """Submit a backup if the newest is old enough; returns whether it did."""
    try:
        newest = next(iter(backups_in(store_at(settings.BACKUP_TO))), None)
    except BackupError as trouble:
        log.error("no backup can be taken: %s", trouble)
        newest = None  # the job shows administrators the same
    is_due = newest is None or timezone.now() - newest.made_at >= timedelta(
        hours=settings.BACKUP_HOURS
    )
    if is_due:
        BACKUP_JOB.submit("scheduled")
    return is_due


@handler(BACKUP_JOB)
def back_up(_attempt: Attempt) -> dict[str, object]:
    """Take and verify a backup, then rotate."""
    try:
        store = store_at(settings.BACKUP_TO)
        backup = take_backup(store)
        gone = rotate_backups(store, RotationRule(*settings.BACKUP_KEEP))
    except BackupError as trouble:
        log.error("no backup was taken: %s", trouble)
        raise PermanentJobError(str(trouble)) from trouble
    log.info("backup %s in %s, verified; %d older ones went", backup.name, store.where, len(gone))
    return {"name": backup.name, "where": store.where, "bytes": backup.bytes, "gone": gone}
