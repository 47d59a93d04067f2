"""The search for the costly cards of a record: asked for here, done by ``games.cost_tasks``."""

from games.analysis import version_of
from games.models import Record
from jobs import services as jobs
from jobs.models import Job

COSTS_JOB = "costs"


def ask_for_costs(record: Record) -> Job:
    """Have the costly cards of a record found; a search that waits already is the same one."""
    version = version_of(record.record["variant"])
    return jobs.submit(
        kind=COSTS_JOB,
        key=str(record.pk),
        payload={"version": version},
        total=len(record.record.get("play", "").split()),
    )
