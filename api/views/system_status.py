from typing import Final

from django.utils.translation import gettext as _

from api.declarative import About, Deed, address
from api.serializers.system_status import InstallationSerializer, OwnJobSerializer
from games.errors import Conflict
from jobs.models import Job
from jobs.retry import NotFailed, retry_job
from ops.permissions import OPERATE
from ops.selectors import installation

OURS: Final = About(root=None, may=OPERATE)


def retry(*, job_id: int) -> Job:
    """Retry a failed job; raises Conflict if it has not failed or already waits."""
    try:
        return retry_job(job_id=job_id)
    except NotFailed as error:
        words = _("This work waits again already, or is done.")
        raise Conflict("not_failed", words) from error


ADDRESSES: Final = [
    address(
        "installation/",
        "api_installation",
        OURS,
        get=Deed(
            does=installation,
            gives=InstallationSerializer,
            words="Whether all parts work, what they do, slow pages, backups and versions;"
            " for administrators.",
        ),
    ),
    address(
        "installation/jobs/<int:job_id>/retry/",
        "api_job_retry",
        OURS,
        post=Deed(
            does=retry,
            gives=OwnJobSerializer,
            words="Let failed work wait again; 409 where it has not failed.",
        ),
    ),
]
