import logging
import threading
import time
from typing import Final

from django.db import Error, connection, transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST

from ops.checks import CACHED_CHECKS, Check
from ops.metrics import written_metrics
from ops.monitoring_access import can_scrape, can_see_details

log = logging.getLogger(__name__)
PROBE_INTERVAL_SECONDS: Final = 5.0
"""Per process."""
PROBE_BYTES: Final = 64 * 1024
"""Must be writable: some evenings of results."""


def live(_request: HttpRequest) -> JsonResponse:
    """Liveness, for process supervisors: 200 while the process answers."""
    return JsonResponse({"process": "ok"})


def health(_request: HttpRequest) -> JsonResponse:
    """For load balancers: 200 while the database can be read and written, else 503."""
    problem = PROBE.problem()
    return JsonResponse({"database": problem or "ok"}, status=503 if problem else 200)


def ready(request: HttpRequest) -> JsonResponse:
    """Readiness; with `?strict`, whether all parts work.

    503 while the database is away or lacks tables; details only for authorised clients.
    """
    lost = PROBE.problem()
    checks = [] if lost else other_checks()
    is_down = bool(lost) or any(each.must for each in checks if not each.is_well)
    is_troubled = is_down or not all(each.is_well for each in checks)
    payload: dict[str, object] = {
        "status": "down" if is_down else "troubled" if is_troubled else "ok"
    }
    if can_see_details(request):
        payload["checks"] = {"database": lost or "ok"} | {
            each.name: each.trouble or "ok" for each in checks
        }
    fails = is_down or (is_troubled and "strict" in request.GET)
    return JsonResponse(payload, status=503 if fails else 200)


def other_checks() -> list[Check]:
    """Checks of the other parts; a database error counts as an outage."""
    try:
        return CACHED_CHECKS.now()
    except Error as error:
        return [Check("database", "", type(error).__name__, must=True)]


def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus metrics; 404 for clients that the settings do not allow."""
    if not can_scrape(request):
        raise Http404
    return HttpResponse(written_metrics(), content_type=CONTENT_TYPE_LATEST)


class Probe:
    def __init__(self) -> None:
        self.trying = threading.Lock()
        self.tried_at: float | None = None
        self.found = ""

    def problem(self) -> str:
        """Last error, retested at intervals; empty if none."""
        if self.is_due() and self.trying.acquire(blocking=self.tried_at is None):
            try:
                if self.is_due():
                    self.found = write_error()
                    self.tried_at = time.monotonic()
            finally:
                self.trying.release()
        return self.found

    def is_due(self) -> bool:
        return self.tried_at is None or time.monotonic() - self.tried_at >= PROBE_INTERVAL_SECONDS


PROBE: Final = Probe()


def write_error() -> str:
    """Type of the error that prevents writing to the database; empty if none."""
    try:
        with transaction.atomic():
            write_probe()
    except Error as error:
        log.warning("the database cannot be written to: %s", str(error).strip())
        return type(error).__name__
    return ""


def write_probe() -> None:
    """Allocate space in the database, write to its log, and leave nothing behind.

    Updating a row in place would succeed on a full disk.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            lines = f"SELECT repeat('x', 1000) FROM generate_series(1, {PROBE_BYTES // 1000})"
            cursor.execute(f"CREATE TEMPORARY TABLE health_probe AS {lines}")
            cursor.execute("DROP TABLE health_probe")
        else:
            mark = transaction.savepoint()
            cursor.execute("CREATE TABLE health_probe (line BLOB)")
            cursor.execute(f"INSERT INTO health_probe VALUES (zeroblob({PROBE_BYTES}))")
            transaction.savepoint_rollback(mark)
            cursor.execute(f"PRAGMA user_version = {int(time.time())}")
