"""Request ids, from the page to the worker's log."""

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from structlog.contextvars import bound_contextvars, get_contextvars

if TYPE_CHECKING:
    from jobs.models import Job

VALID_ID: Final = re.compile(r"[A-Za-z0-9-]{8,40}")


def new_request_id(told: str = "") -> str:
    """The proxy's id if valid, else a new one."""
    return told if VALID_ID.fullmatch(told) else uuid.uuid4().hex


def current_request_id() -> str:
    return str(get_contextvars().get("request_id", ""))


@contextmanager
def request_context(request_id: str) -> Iterator[None]:
    """Bind the request to all log lines and jobs inside."""
    with bound_contextvars(request_id=request_id):
        yield


@contextmanager
def job_context(job: "Job") -> Iterator[None]:
    """Bind the job and its request to all log lines and jobs inside."""
    with bound_contextvars(request_id=job.request_id, job=job.pk, kind=job.kind):
        yield
