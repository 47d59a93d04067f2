"""CPU and memory budgets that do not depend on the machine's load."""

import contextlib
import resource
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def limit_processor_seconds(most: float) -> Iterator[None]:
    """Fail after this processor time; waiting does not count."""

    def over(_signal: int, _frame: object) -> None:
        raise AssertionError(f"more than {most} s of the processor")

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, most)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextlib.contextmanager
def limit_megabytes(most: int) -> Iterator[None]:
    """Fail if peak memory grows by more."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown <= most
