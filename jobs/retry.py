from django.db import IntegrityError, transaction

from jobs.dispatch import wake
from jobs.models import Job


class JobNotFailedError(Exception):
    """No failed job has this id, or the same work waits or runs already."""


def retry_job(*, job_id: int) -> Job:
    """Queue a failed job as if new; raises NotFailed."""
    failed = Job.objects.filter(pk=job_id, state=Job.State.FAILED)
    fresh = {"attempt": 0, "error": "", "owner": None, "lease_until": None, "finished_at": None}
    try:
        with transaction.atomic():
            changed = failed.update(state=Job.State.QUEUED, cancel_requested=False, **fresh)
            if changed:
                wake(job_id)
    except IntegrityError as error:  # the same work was submitted again, and waits
        raise JobNotFailedError from error
    if not changed:
        raise JobNotFailedError
    return Job.objects.get(pk=job_id)
