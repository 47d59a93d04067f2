from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind

SYNC_JOB = JobKind("tell-server", pgettext_lazy("work", "letters of the hall to the server"))
"""Letters to the server, until nothing is left to be told; its key is the line."""
