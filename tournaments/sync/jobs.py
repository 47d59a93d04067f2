from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind

SYNC_JOB = JobKind(
    "tell-server", pgettext_lazy("work", "sync messages from the hall to the server")
)
"""Exchange messages until none are left; key: the link's id."""
