from django.utils.translation import pgettext_lazy

from jobs.kinds import Kind

TELL_JOB = Kind("tell-server", pgettext_lazy("work", "letters of the hall to the server"))
"""Letters to the server, until nothing is left to be told; its key is the line."""
