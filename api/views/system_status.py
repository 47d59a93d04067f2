from typing import Final

from django.utils.translation import gettext as _

from api.declarative import OperationSpec, ResourceSpec, api_path
from api.serializers.system_status import InstallationSerializer, OwnJobSerializer
from games.errors import ConflictError
from jobs.models import Job
from jobs.retry import JobNotFailedError, retry_job
from ops.permissions import OPERATE
from ops.selectors import get_installation

OPERATOR_ACCESS: Final = ResourceSpec(root=None, may=OPERATE)


def retry(*, job_id: int) -> Job:
    """Retry a failed job; raises Conflict if it has not failed or already waits."""
    try:
        return retry_job(job_id=job_id)
    except JobNotFailedError as error:
        words = _("This job is already queued again, or done.")
        raise ConflictError("not_failed", words) from error


ADDRESSES: Final = [
    api_path(
        "installation/",
        "api_installation",
        OPERATOR_ACCESS,
        get=OperationSpec(
            does=get_installation,
            gives=InstallationSerializer,
            words="Whether all parts work, what they do, slow pages, backups and versions;"
            " for administrators.",
        ),
    ),
    api_path(
        "installation/jobs/<int:job_id>/retry/",
        "api_job_retry",
        OPERATOR_ACCESS,
        post=OperationSpec(
            does=retry,
            gives=OwnJobSerializer,
            words="Let failed work wait again; 409 where it has not failed.",
        ),
    ),
]
