"""By which request something was asked for: its id follows from the page into the worker's log."""

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from structlog.contextvars import bound_contextvars, get_contextvars

if TYPE_CHECKING:
    from jobs.models import Job

KNOWN: Final = re.compile(r"[A-Za-z0-9-]{8,40}")


def new_request_id(told: str = "") -> str:
    """The id that a proxy gave a request, or a new one where it gave none that can be used."""
    return told if KNOWN.fullmatch(told) else uuid.uuid4().hex


def current_request_id() -> str:
    """The id of the request in which we are; empty outside of any."""
    return str(get_contextvars().get("request_id", ""))


@contextmanager
def tell_request(request_id: str) -> Iterator[None]:
    """Whatever is logged or asked for inside belongs to this request."""
    with bound_contextvars(request_id=request_id):
        yield


@contextmanager
def tell_job(job: "Job") -> Iterator[None]:
    """Whatever is logged or asked for inside belongs to this job, and to who asked for it."""
    with bound_contextvars(request_id=job.request_id, job=job.pk, kind=job.kind):
        yield
