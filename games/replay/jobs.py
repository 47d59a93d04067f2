"""Job that finds the costly cards of a record; handled in ``games.replay.tasks``."""

from django.utils.translation import pgettext_lazy

from games.analysis.versions import analysis_version
from games.belot import variant_from_json
from games.models import Record
from jobs.kinds import JobKind
from jobs.models import Job

COSTS_JOB = JobKind(
    "costs",
    pgettext_lazy("work", "what each card of a record costs"),
    low_priority=True,
    time_slice=2.0,
)
"""Key: the record."""


def enqueue_cost_search(record: Record) -> Job:
    """Enqueue the search for costly cards; a waiting search is reused."""
    version = analysis_version(variant_from_json(record.record["variant"]))
    return COSTS_JOB.submit(
        record.pk,
        payload={"version": version},
        total=len(record.record.get("play", "").split()),
    )
