"""Prometheus metrics: counted by each process, merged on request."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from django.db import connections
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from jobs.models import Job
from ops.metrics_directory import DIRECTORY_VARIABLE, is_alive

REQUESTS: Final = Histogram(
    "belot_request_seconds",
    "From the first byte of a request to the last of its answer.",
    ["view", "method", "status"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20),
)
THROTTLED: Final = Counter("belot_throttled", "Requests told to wait, by address.", ["view"])
STREAMS: Final = Gauge("belot_streams_open", "Listeners.", multiprocess_mode="livesum")
POOL: Final = Gauge(
    "belot_database_pool",
    "Connections to PostgreSQL: open, idle, and requests that wait for one.",
    ["what"],
    multiprocess_mode="livesum",
)
Number = Callable[[], float]
REGISTERED_GAUGES: Final[dict[str, tuple[str, Number]]] = {}
"""Name to help text and function; registered by higher layers."""


def register_gauge(name: str, words: str) -> Callable[[Number], Number]:
    """Register a gauge; the function is called at each scrape and must be quick."""

    def register(ask: Number) -> Number:
        REGISTERED_GAUGES[name] = (words, ask)
        return ask

    return register


class Stored(Collector):
    def collect(self) -> Iterator[Metric]:
        """Jobs by kind and state, age of the oldest that waits, registered gauges."""
        jobs = GaugeMetricFamily("belot_jobs", "Jobs by kind and state.", labels=["kind", "state"])
        ages = GaugeMetricFamily("belot_oldest_job_seconds", "Age of work.", labels=["kind"])
        states = [Job.State.QUEUED, Job.State.RUNNING, Job.State.FAILED]
        queryset = Job.objects.filter(state__in=states).order_by()
        for row in queryset.values("kind", "state").annotate(
            n=Count("pk"), first=Min("created_at")
        ):
            jobs.add_metric([row["kind"], row["state"]], row["n"])
            if row["state"] == Job.State.QUEUED:
                age = (timezone.now() - row["first"]).total_seconds()
                ages.add_metric([row["kind"]], max(0.0, age))
        yield jobs
        yield ages
        for name, (words, ask) in REGISTERED_GAUGES.items():
            yield GaugeMetricFamily(name, words, value=ask())


def written_metrics() -> bytes:
    """Metrics of all processes of this server."""
    update_pool_gauges()
    registry = CollectorRegistry()
    folder = os.environ.get(DIRECTORY_VARIABLE)
    if folder:
        remove_dead_processes(Path(folder))
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        for each in (REQUESTS, THROTTLED, STREAMS, POOL):
            registry.register(each)
    registry.register(Stored())
    return generate_latest(registry)


def update_pool_gauges() -> None:
    """Update the connection pool gauges; nothing on SQLite."""
    pool = getattr(connections["default"], "pool", None)
    if pool is None:
        return
    stats = pool.get_stats()
    POOL.labels("open").set(stats.get("pool_size", 0))
    POOL.labels("idle").set(stats.get("pool_available", 0))
    POOL.labels("waiting").set(stats.get("requests_waiting", 0))


def remove_dead_processes(folder: Path) -> None:
    """Remove live gauges of dead processes; their counters stay."""
    pids = {path.stem.rpartition("_")[2] for path in folder.glob("gauge_live*.db")}
    for pid in pids:
        if pid.isdigit() and not is_alive(int(pid)):
            mark_process_dead(int(pid))  # type: ignore[no-untyped-call]
